import { useTranslation } from 'react-i18next'
import { FileDialog } from '../kit/file-dialog.tsx'
import { useUi } from '../stores/till-ui.ts'
import { exportGoods, exportStock } from './export-goods.ts'

/** The whole catalogue as a file that imports back as it is. */
export function ExportDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const value = () => {
    const head = (['code', 'name', 'count', 'unit', 'cost', 'value'] as const).map((column) =>
      t(`stock.valueHead.${column}`),
    )
    return exportStock(ui, head, t('stock.valueFile'))
  }
  return (
    <FileDialog
      title={t('goodsExport.title')}
      lead={t('goodsExport.lead')}
      busy={t('goodsExport.busy')}
      failed={t('goods.failed')}
      choices={[
        { id: 'stock', label: t('stock.value'), make: value },
        { id: 'csv', label: t('goodsExport.csv'), make: () => exportGoods(ui, 'csv') },
        {
          id: 'xlsx',
          label: t('goodsExport.xlsx'),
          isMain: true,
          make: () => exportGoods(ui, 'xlsx'),
        },
      ]}
    />
  )
}
