/** Rows of the contract: the shop's customers as a list. */
import * as customers from './views.ts'
import { command, done, query, result } from '../staff/row.ts'

export const CUSTOMERS = {
  /** A window of the list, by name. */
  customers: query(customers.customersInput, result<customers.CustomerPage>(), 'own:customers'),
  saveCustomer: command(
    customers.saveCustomerInput,
    result<customers.CustomerRow>(),
    'own:customers',
    'customer-saved',
  ),
  /** Out of what the counter suggests, or back; a sale to them brings them back. */
  archiveCustomer: command(
    customers.archiveCustomerInput,
    done,
    'own:customers',
    'customer-archived',
    'customer-restored',
  ),
  /** The documents that name them. */
  customerHistory: query(
    customers.customerHistoryInput,
    result<customers.CustomerHistory>(),
    'own:customers',
  ),
  /** The whole list, piece by piece: everybody's data leave the till with it. */
  exportCustomers: command(
    customers.exportCustomersInput,
    result<customers.CustomerSlice>(),
    'own:customers',
    'customers-exported',
  ),
}
