/** What is done with the shop's customers; the registry lists the keys with all others. */
import type { TillUi } from '../stores/till-ui.ts'
import type { Action } from './action.ts'

export const CUSTOMER_ACTIONS = [
  {
    id: 'goCustomers',
    scope: 'everywhere',
    keys: ['Shift+F11'],
    isEnabled: maySeeCustomers,
    run: (ui) => ui.screen.getState().go('customers'),
  },
  {
    id: 'searchCustomers',
    scope: 'customers',
    keys: ['F2'],
    run(ui) {
      ui.inputs.get('customers')?.focus()
      ui.inputs.get('customers')?.select()
    },
  },
  {
    id: 'newCustomer',
    scope: 'customers',
    keys: ['F4'],
    run: (ui) => ui.screen.getState().open({ kind: 'one-customer', row: null }),
  },
  {
    id: 'importCustomers',
    scope: 'customers',
    keys: ['F6'],
    run: (ui) => ui.screen.getState().open({ kind: 'import-customers' }),
  },
  {
    id: 'exportCustomers',
    scope: 'customers',
    keys: ['F5'],
    run: (ui) => ui.screen.getState().open({ kind: 'export-customers' }),
  },
] as const satisfies readonly Action[]

/** A till without people is its owner's. */
function maySeeCustomers(ui: TillUi): boolean {
  return ui.staff.getState().staff?.rights.customers === true
}
