/** Rows of the contract: the shop's customers, as a list and as buyers. */
import * as customers from './views.ts'
import { command, done, gives, later, query, result } from '../staff/row.ts'
import type { CustomerView, TaxpayerAnswer } from './buyer-views.ts'
import { findCustomersInput, lookUpTaxpayerInput } from './inputs.ts'

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
  /** Known customers by RUT or name, the latest first. */
  findCustomers: query(findCustomersInput, gives<readonly CustomerView[]>(), { locked: [] }),
  /**
   * Asks the service for the name of a taxpayer. Never needed for a sale; `unavailable` when nobody
   * answers.
   */
  lookUpTaxpayer: query(lookUpTaxpayerInput, later<TaxpayerAnswer>(), {
    locked: { kind: 'unavailable' },
  }),
}
