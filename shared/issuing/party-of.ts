/** Issuer and recipient of a document, read back. */
import type { DocumentRequest } from './document-request.ts'
import { isInvoice } from '../core/document-type.ts'
import type { ReceiptParty } from './receipt-document.ts'

export function partyOf({
  legal_name: legalName,
  document_number: rut,
  address,
  tax_information: tax,
}: DocumentRequest['recipient']): ReceiptParty {
  return {
    legalName,
    rut,
    ...(address?.phone === undefined ? {} : { phone: address.phone }),
    ...(address?.email === undefined ? {} : { email: address.email }),
    ...(address?.address === undefined
      ? {}
      : { place: { address: address.address, commune: address.city ?? '' } }),
    ...(tax?.activity === undefined ? {} : { activity: tax.activity }),
  }
}

/** An invoice, or a note over one: its recipient has a line of business, a receipt's none. */
export function namesTaxpayer({
  invoice_type: type,
  recipient,
}: Pick<DocumentRequest, 'invoice_type' | 'recipient'>): boolean {
  return isInvoice(type) || recipient.tax_information?.activity !== undefined
}
