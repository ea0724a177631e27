/**
 * The documents of the sale `s` in SQL: one row for each where a boleta and a voucher document it
 * together, else the sale itself.
 */
export const PARTS = 'LEFT JOIN sale_part part ON part.sale_id = s.id'

/** The boleta alone: what is issued, refused or still to come. */
export const RECEIPT_PART = `${PARTS} AND part.documented_by = 'receipt'`
/** Of a receipt with its deletion as `d`, if it has one: only what is done is deleted. */
export const IS_NOT_DELETED = "coalesce(d.state, '') <> 'done'"

/** What the issued document of a row of `sale` comes to, where one amount is all that is wanted. */
export const receiptClp = (sale: 's' | 'back') =>
  `coalesce((SELECT p.total_clp FROM sale_part p
    WHERE p.sale_id = ${sale}.id AND p.documented_by = 'receipt'), ${sale}.total_clp)`

/** What discounts and promotions took off a sale, gross; a price list takes nothing off. */
export const savedClp = (sale: 's') => `(
  (SELECT coalesce(sum(l.discount_clp), 0) FROM sale_line l WHERE l.sale_id = ${sale}.id)
  - (SELECT coalesce(sum(o.discount_clp), 0) FROM sale_line_promotion o
    WHERE o.sale_id = ${sale}.id AND o.unit_gross_clp IS NOT NULL))`

/** Columns of such a row. */
export const PART = {
  documentedBy: 'coalesce(part.documented_by, s.documented_by)',
  documentType: 'coalesce(part.document_type, s.document_type)',
  netoClp: 'coalesce(part.neto_clp, s.neto_clp)',
  exentoClp: 'coalesce(part.exento_clp, s.exento_clp)',
  ivaClp: 'coalesce(part.iva_clp, s.iva_clp)',
  totalClp: 'coalesce(part.total_clp, s.total_clp)',
} as const

/** 1: a row of `receipt` was issued to try out, as the index of its folios has it. */
export const trialOf = (row: '' | 'r.' | 't.' = '') => `coalesce(${row}is_trial, 0)`

/** It counts, or the service has not said yet. */
export const isNoTrial = (row?: Parameters<typeof trialOf>[0]) => `${trialOf(row)} = 0`

/** 1: this document was issued to try out. What it came to is money, and no tax. */
export const IS_TRIAL = `(${PART.documentedBy} = 'receipt' AND EXISTS (SELECT 1 FROM receipt t
  WHERE t.sale_id = s.id AND ${trialOf('t.')} = 1 AND t.folio IS NOT NULL))`

/** What still has to be issued comes to: a credit note owes its amount back. */
export const OPEN_TALLY = {
  count: 'count(*)',
  totalClp: `coalesce(sum(iif(${PART.documentType} = '61', -1, 1) * ${PART.totalClp}), 0)`,
} as const

/** 1 for a sale, once: of two documents the voucher does not count. */
const COUNTS_ONCE = "(part.documented_by IS NOT 'voucher')"

/** What documents come to, added up. */
export const PART_SUMS = {
  count: 'count(*)',
  saleCount: `sum(${COUNTS_ONCE})`,
  netoClp: `sum(${PART.netoClp})`,
  exentoClp: `sum(${PART.exentoClp})`,
  ivaClp: `sum(${PART.ivaClp})`,
  totalClp: `sum(${PART.totalClp})`,
} as const

/** `x AS name` of such columns. */
export const columns = (named: Readonly<Record<string, string>>): string =>
  Object.entries(named)
    .map(([name, value]) => `${value} AS ${name}`)
    .join(', ')
