/** Rows of the contract: the shop's customers as a list. */
import type { Refusal } from '../core/refusals.ts'
import type { Result } from '../core/result.ts'
import * as customers from './customers.ts'
import { command, done, gives, query } from './row.ts'

export const CUSTOMERS = {
  /** A window of the list, by name. */
  customers: query(
    customers.customersInput,
    gives<Result<customers.CustomerPage, Refusal>>(),
    'own:customers',
  ),
  saveCustomer: command(
    customers.saveCustomerInput,
    gives<Result<customers.CustomerRow, Refusal>>(),
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
    gives<Result<customers.CustomerHistory, Refusal>>(),
    'own:customers',
  ),
  /** The whole list, piece by piece: everybody's data leave the till with it. */
  exportCustomers: command(
    customers.exportCustomersInput,
    gives<Result<customers.CustomerSlice, Refusal>>(),
    'own:customers',
    'customers-exported',
  ),
}
