import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useUi } from '../stores/till-ui.ts'
import { exportGoods, exportStock, type ExportKind } from './export-goods.ts'

/** The whole catalogue as a file that imports back as it is. */
export function ExportDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const close = ui.screen.getState().close
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const value = () => {
    const head = (['code', 'name', 'count', 'unit', 'cost', 'value'] as const).map((column) =>
      t(`stock.valueHead.${column}`),
    )
    return make(() => exportStock(ui, head, t('stock.valueFile')))
  }
  const make = async (work: () => Promise<boolean>) => {
    setState('busy')
    const isMade = await work().catch(() => false)
    if (isMade) close()
    else setState('failed')
  }
  const choice = (kind: ExportKind) => (
    <Button
      variant={kind === 'xlsx' ? 'primary' : 'plain'}
      isDisabled={state === 'busy'}
      onPress={() => void make(() => exportGoods(ui, kind))}
      data-testid={`export-${kind}`}
    >
      {t(`goodsExport.${kind}`)}
    </Button>
  )
  return (
    <Sheet
      title={t('goodsExport.title')}
      lead={t('goodsExport.lead')}
      widthRem={36}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('common.cancel')}</Button>
          <Button
            isDisabled={state === 'busy'}
            onPress={() => void value()}
            data-testid="export-stock"
          >
            {t('stock.value')}
          </Button>
          {choice('csv')}
          {choice('xlsx')}
        </>
      }
    >
      {state === 'busy' && <p role="status">{t('goodsExport.busy')}</p>}
      {state === 'failed' && <Notice tone="bad">{t('goods.failed')}</Notice>}
    </Sheet>
  )
}
