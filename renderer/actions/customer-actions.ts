/** What is done with the shop's customers; the registry lists the keys with all others. */
import type { TillUi } from '../stores/till-ui.ts'
import { focuses, goTo, opens, type Action } from './action.ts'

export const CUSTOMER_ACTIONS = [
  {
    id: 'goCustomers',
    scope: 'everywhere',
    keys: ['Shift+F11'],
    isEnabled: maySeeCustomers,
    run: goTo('customers'),
  },
  { id: 'searchCustomers', scope: 'customers', keys: ['F2'], run: focuses('customers') },
  {
    id: 'newCustomer',
    scope: 'customers',
    keys: ['F4'],
    run: opens({ kind: 'one-customer', row: null }),
  },
  {
    id: 'importCustomers',
    scope: 'customers',
    keys: ['F6'],
    run: opens({ kind: 'import-customers' }),
  },
  {
    id: 'exportCustomers',
    scope: 'customers',
    keys: ['F5'],
    run: opens({ kind: 'export-customers' }),
  },
] as const satisfies readonly Action[]

/** A till without people is its owner's. */
function maySeeCustomers(ui: TillUi): boolean {
  return ui.staff.getState().staff?.rights.customers === true
}
