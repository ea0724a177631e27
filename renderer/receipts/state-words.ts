import type { IssueState, PaperView, PrintState, ReceiptRow } from '#shared/bridge/views.ts'
import type { Tone } from '../components/notice.tsx'

/** What the cashier is told of a receipt: its way to the service, or that it was taken back. */
export type ShownState = IssueState | 'deleting' | 'deleted'

/** How a state looks. The words are in renderer/i18n under `issue.<state>` and `print.<state>`. */
const ISSUE_TONES: Readonly<Record<ShownState, 'good' | 'wait' | 'bad' | 'plain'>> = {
  none: 'good', queued: 'wait', sending: 'wait', accepted: 'wait', reconciling: 'wait', numbered: 'good', rejected: 'bad', attention: 'bad',
  deleting: 'wait', deleted: 'plain',
}

const PRINT_TONES: Readonly<Record<PrintState, Tone>> = {
  waiting: 'plain', queued: 'plain', printing: 'info', sent: 'good', printed: 'good', held: 'wait', unknown: 'bad', failed: 'bad',
}

export function shownState(row: Pick<ReceiptRow, 'issueState' | 'deletion'>): ShownState {
  if (row.deletion === 'done') return 'deleted'
  return row.deletion === 'asked' ? 'deleting' : row.issueState
}

/** How its number is written. */
export function folioOf(row: Pick<ReceiptRow, 'documentType'>) {
  return row.documentType === '61' ? 'returns.note' : 'receipts.folio'
}

/** What stands for the number of a receipt that has none. */
export function titleOf(row: Pick<ReceiptRow, 'documentedBy' | 'deletion' | 'documentType'>) {
  if (row.documentType === '61') return 'returns.noteNoFolio'
  if (row.documentedBy === 'voucher') return 'receipts.voucher'
  return row.deletion === 'done' ? 'receipts.deleted' : 'receipts.noFolio'
}

export function issueTone(state: ShownState): 'good' | 'wait' | 'bad' | 'plain' {
  return ISSUE_TONES[state]
}

export function printTone(state: PrintState): Tone {
  return PRINT_TONES[state]
}

/** States of the authority after which nothing is deleted any more; the core and the service have the last word. */
const PAST_PENDING: readonly (string | null)[] = ['EMS', 'APR', 'RCH']

/** Whether deleting is worth offering. */
export function isDeletable(row: Pick<ReceiptRow, 'issueState' | 'deletion' | 'authorityStatus' | 'documentType' | 'returnedClp'> | null): boolean {
  if (row === null || row.documentType === '61' || row.returnedClp > 0 || row.deletion === 'done' || row.deletion === 'asked') return false
  return row.issueState === 'queued' || row.issueState === 'rejected'
    || (row.issueState === 'numbered' && !PAST_PENDING.includes(row.authorityStatus))
}

/** Whether taking something back is worth offering; the core has the last word. */
export function isReturnable(row: Pick<ReceiptRow, 'issueState' | 'deletion' | 'documentType' | 'documentedBy' | 'totalClp' | 'returnedClp'> | null): boolean {
  return row !== null && row.documentType !== '61' && row.documentedBy === 'receipt' && row.deletion !== 'done' && row.deletion !== 'asked'
    && row.issueState !== 'rejected' && row.issueState !== 'attention' && row.returnedClp < row.totalClp
}

/** What the customer got: the printed receipt if there is one, else the printed slip, else the paper that is on its way. */
export function paperToShow(papers: readonly PaperView[]): PaperView | null {
  const printed = (kind: PaperView['kind']) => papers.find((paper) => paper.kind === kind && paper.imagePath !== null)
  return printed('receipt') ?? printed('slip') ?? papers[0] ?? null
}
