import { useTranslation } from 'react-i18next'
import type { CustomerRow } from '#shared/bridge/customers.ts'
import { customerTable } from '#shared/customer/customer-table.ts'
import { callCore } from '../actions/counter.ts'
import { FileDialog } from '../components/file-dialog.tsx'
import { saveTable, type TableKind } from '../receipts/save-table.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'

/** All customers as a file that imports back as it is. */
export function ExportCustomersDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const make = async (kind: TableKind) => {
    const rows = await readAll(ui)
    if (rows === null) return false
    await saveTable(kind, t('customerList.file'), customerTable(rows))
    return true
  }
  return (
    <FileDialog
      title={t('customerList.exportTitle')}
      lead={t('customerList.exportLead')}
      busy={t('customerList.exportBusy')}
      failed={t('customerList.failed')}
      choices={[
        { id: 'csv', label: t('goodsExport.csv'), make: () => make('csv') },
        { id: 'xlsx', label: t('goodsExport.xlsx'), isMain: true, make: () => make('xlsx') },
      ]}
    />
  )
}

/** Null where the core does not answer, or does not tell. */
async function readAll(ui: TillUi): Promise<readonly CustomerRow[] | null> {
  const rows: CustomerRow[] = []
  let after: string | null = null
  do {
    const slice: Answer = await callCore(ui, ui.port.exportCustomers({ after }))
    if (slice?.ok !== true) return null
    rows.push(...slice.value.rows)
    after = slice.value.after
  } while (after !== null)
  return rows
}

type Answer = Awaited<ReturnType<TillUi['port']['exportCustomers']>> | null
