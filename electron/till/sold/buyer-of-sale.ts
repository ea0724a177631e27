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

/**
 * SQL: the sales, by `seq`, that name this buyer (a RUT as `@name`, never that of nobody). Mended
 * ones are few, and have an index of their own.
 */
export const salesOf = (rut: string) => `
  SELECT seq FROM sale s WHERE recipient_rut = ${rut} AND recipient_rut <> '66666666-6'
    AND NOT EXISTS (SELECT 1 FROM attempt a INDEXED BY attempt_replaced
      WHERE a.sale_id = s.id AND a.request = 'body replaced')
  UNION SELECT s.seq FROM (SELECT DISTINCT sale_id FROM attempt INDEXED BY attempt_replaced
      WHERE request = 'body replaced') mended JOIN sale s ON s.id = mended.sale_id
    WHERE ${rut} <> '66666666-6' AND ${BUYER_RUT} = ${rut}`
