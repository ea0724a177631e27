/** The shop's customers as a list. No event tells of them: whoever changed one reads it again. */
import type { CustomerFilter, CustomerRow } from '#shared/customers/views.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { createListStore, type ListStore } from './list-store.ts'

interface CustomersQuestion {
  readonly text: string
  readonly filter: CustomerFilter
}

export type CustomerListStore = ListStore<CustomersQuestion, CustomerRow>

export function createCustomerListStore(port: Pick<TillPort, 'customers'>): CustomerListStore {
  return createListStore<CustomersQuestion, CustomerRow>({
    first: { text: '', filter: 'active' },
    read: (question) => port.customers(question),
    // A sale may have named somebody new.
    concerns: ({ kind }) => kind === 'sale',
  })
}
