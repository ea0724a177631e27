import { useEffect } from 'react'
import { ImportDialog } from '../goods/import-dialog.tsx'
import { useUi } from '../stores/till-ui.ts'

/** A list of customers; the one behind is read again once it is closed. */
export function ImportCustomersDialog() {
  const ui = useUi()
  useEffect(() => () => ui.customerList.getState().hear(null), [ui])
  return <ImportDialog of="customers" />
}
