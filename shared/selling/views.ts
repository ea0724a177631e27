/** What the charge of a sale answers. */
import type { ExternalReference, SaleId } from '../core/brand.ts'
import type { PaymentSums, PaymentView } from './payment/payment.ts'
import type { DocumentedBy, DocumentType } from '../core/document-type.ts'

export interface SaleIds {
  readonly saleId: SaleId
  readonly externalReference: ExternalReference
}

/** The answer the cashier waits for: everything here is on disk. */
export interface CommittedSale extends PaymentSums {
  readonly saleId: SaleId
  readonly externalReference: ExternalReference
  readonly documentType: DocumentType
  readonly payments: readonly PaymentView[]
  /** A card voucher that counts as the receipt leaves nothing to issue. */
  readonly documentedBy: DocumentedBy
  /**
   * True when the service could not be reached at that moment and a provisional slip is being
   * printed.
   */
  readonly soldOffline: boolean
}
