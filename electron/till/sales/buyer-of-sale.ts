/**
 * Whom a sale's document names now: a refused one may have been mended to another buyer than the
 * sale was charged to. What goes to a buyer goes to this one.
 */

/** SQL: the RUT, of the sale `s`. */
export const BUYER_RUT = `coalesce(
  (SELECT json_extract(CAST(body AS TEXT), '$.recipient.document_number') FROM receipt
    WHERE sale_id = s.id), s.recipient_rut)`
