import { useTranslation } from 'react-i18next'
import type { CustomerRow, CustomerSlice } from '#shared/customers/views.ts'
import { customerTable } from '#shared/customers/customer-table.ts'
import { callCore } from '../actions/counter.ts'
import { FileDialog } from '../kit/file-dialog.tsx'
import { saveTable, type TableKind } from '../kit/save-table.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'

/** All customers as a file that imports back as it is. */
export function ExportCustomersDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const make = async (kind: TableKind) => {
    const all = await readAll(ui)
    if (all === null) return false
    await saveTable(kind, t('customerList.file'), customerTable(all.rows, all.listNames))
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
async function readAll(ui: TillUi): Promise<Pick<CustomerSlice, 'rows' | 'listNames'> | null> {
  const rows: CustomerRow[] = []
  let listNames: CustomerSlice['listNames'] = {}
  let after: string | null = null
  do {
    const slice: Answer = await callCore(ui, ui.port.exportCustomers({ after }))
    if (slice?.ok !== true) return null
    rows.push(...slice.value.rows)
    ;({ listNames } = slice.value)
    after = slice.value.after
  } while (after !== null)
  return { rows, listNames }
}

type Answer = Awaited<ReturnType<TillUi['port']['exportCustomers']>> | null
