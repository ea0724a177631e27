/**
 * Whom a sale's document names now: a refused one may have been mended to another buyer than the
 * sale was charged to. What goes to a buyer goes to this one.
 */

const ofSale = (field: string, charged: string) => `coalesce(
  (SELECT json_extract(CAST(body AS TEXT), '$.recipient.${field}') FROM receipt
    WHERE sale_id = s.id), ${charged})`

/** SQL, of the sale `s`. */
export const BUYER_RUT = ofSale('document_number', 's.recipient_rut')
/** SQL, of the sale `s`: as its document says it. */
export const BUYER_NAME = ofSale('legal_name', 's.recipient_name')
