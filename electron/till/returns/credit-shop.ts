/** What credit notes ask where several tills share a shop; of a till alone, nothing. */
import type { Credit } from '#shared/selling/payment/credit.ts'

export interface CreditShop {
  /** The service's word is needed for it. Null: this till has given none by that name. */
  asks(creditId: string | null): boolean
  /** One of another till, which the service has granted to this one. */
  other(creditId: string): Credit | null
}
