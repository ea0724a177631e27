/** Which rows of the till's tables belong to a range of days, as all reports say it. */
import { IS_NOT_DELETED, RECEIPT_PART, isNoTrial } from '../sold/sale-parts.ts'
import { FLOW_OF_TYPE } from '../shifts/shift-facts.ts'

/** Rows of `sale` as `s`, and what their money did. */
export interface Moved {
  readonly flow: string
  readonly from: string
  readonly where: string
}

/** Sales, returns and what undoes them. */
export const SOLD = {
  flow: FLOW_OF_TYPE,
  from: 'sale s',
  where: 's.date BETWEEN @from AND @to',
} as const satisfies Moved

/** Sold whenever, deleted in these days: done, for that is when money goes back. */
export const DELETED = {
  flow: "'deletion'",
  from: 'receipt_deletion d CROSS JOIN sale s ON s.id = d.sale_id',
  where: "d.state = 'done' AND d.settled_on BETWEEN @from AND @to",
} as const satisfies Moved

/** Still to get a folio, or held by a person; read over the index of those few. */
export const PENDING = `receipt r INDEXED BY receipt_open CROSS JOIN sale s ON s.id = r.sale_id
  LEFT JOIN receipt_deletion d ON d.sale_id = s.id ${RECEIPT_PART}
  WHERE r.issue_state <> 'numbered' AND r.folio IS NULL AND ${IS_NOT_DELETED}`

/** Issued to try out, whatever became of it: money, and no tax; read over those few's index. */
export const TRIALS = `receipt r INDEXED BY receipt_trial CROSS JOIN sale s ON s.id = r.sale_id
  LEFT JOIN receipt_deletion d ON d.sale_id = s.id ${RECEIPT_PART}
  WHERE r.is_trial = 1 AND r.folio IS NOT NULL AND ${IS_NOT_DELETED}`

/** Issued, and then refused, annulled or gone from the service; read over those few's index. */
export const REFUSED = `receipt r INDEXED BY receipt_void CROSS JOIN sale s ON s.id = r.sale_id
  LEFT JOIN receipt_deletion d ON d.sale_id = s.id ${RECEIPT_PART}
  WHERE r.authority_status IN ('RCH', 'DELETED', 'MISSING') AND r.folio IS NOT NULL
    AND ${isNoTrial('r.')}
    AND ${IS_NOT_DELETED}`
