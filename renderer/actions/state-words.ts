import type { EpochMs } from '#shared/core/brand.ts'
import { isInvoice } from '#shared/core/document-type.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { laterState } from '#shared/selling/sale/later-states.ts'
import type { Tone } from './tone.ts'
import type { PrintState } from '#shared/paper/print-moves.ts'
import type { IssueState } from '#shared/issuing/issue-moves.ts'
import type { PaperView, ReceiptDetail, ReceiptRow } from '#shared/receipts/views.ts'

/**
 * What the cashier is told of a receipt: its way to the service, that it was taken back, or that it
 * ended badly afterwards.
 */
type ShownState =
  | IssueState
  | 'deleting'
  | 'deleted'
  | 'declined'
  | 'gone'
  | 'missing'
  | 'elsewhere'

/** How a state looks. The words are in renderer/i18n under `issue.<state>` and `print.<state>`. */
const ISSUE_TONES: Readonly<Record<ShownState, 'good' | 'wait' | 'bad' | 'plain'>> = {
  none: 'good',
  queued: 'wait',
  sending: 'wait',
  accepted: 'wait',
  reconciling: 'wait',
  numbered: 'good',
  rejected: 'bad',
  attention: 'bad',
  deleting: 'wait',
  deleted: 'plain',
  declined: 'bad',
  gone: 'bad',
  missing: 'bad',
  elsewhere: 'bad',
}

const PRINT_TONES: Readonly<Record<PrintState, Tone>> = {
  waiting: 'plain',
  queued: 'plain',
  printing: 'info',
  sent: 'good',
  printed: 'good',
  held: 'wait',
  asking: 'wait',
  unknown: 'bad',
  failed: 'bad',
  dropped: 'plain',
  unwanted: 'plain',
}

export function shownState(
  row: Pick<ReceiptRow, 'issueState' | 'deletion' | 'authorityStatus'> &
    Partial<Pick<ReceiptRow, 'lastErrorCode'>>,
): ShownState {
  if (row.deletion === 'done') return 'deleted'
  if (row.deletion === 'asked') return 'deleting'
  // Sent to a service or for a company that the settings no longer name: it waits for a person.
  if (row.issueState !== 'numbered' && row.lastErrorCode === 'SERVICE_CHANGED') return 'elsewhere'
  const later = laterState(row.authorityStatus)
  return row.issueState === 'numbered' &&
    (later === 'declined' || later === 'gone' || later === 'missing')
    ? later
    : row.issueState
}

/** What the state means, of a receipt or a note; of one that was set aside, what is now. */
export function stateTextOf(
  detail: Pick<ReceiptDetail, 'documentType' | 'setAsideReason'>,
  state: ShownState,
) {
  if (state === 'elsewhere' && detail.setAsideReason !== null) return 'issue.elsewhere.aside'
  if (!isNote(detail) || (state !== 'numbered' && state !== 'queued'))
    return `issue.${state}.text` as const
  const isDebit = detail.documentType === '56'
  if (state === 'numbered') return isDebit ? 'returns.debitText' : 'returns.noteText'
  return isDebit ? 'returns.debitQueued' : 'returns.noteQueued'
}

/**
 * How its number is written. Affected and exempt receipts count their folios apart: N° 12 alone
 * names two of them.
 */
export function folioOf({ documentType }: Pick<ReceiptRow, 'documentType'>) {
  return (
    {
      '33': 'invoice.folio',
      '34': 'invoice.folioExempt',
      '39': 'receipts.folio',
      '41': 'receipts.folioExempt',
      '61': 'returns.note',
      '56': 'returns.debit',
    } as const
  )[documentType]
}

/** That it is issued, with its number. */
export function issuedOf({ documentType }: Pick<ReceiptRow, 'documentType'>) {
  return (
    {
      '33': 'invoice.issued',
      '34': 'invoice.issuedExempt',
      '39': 'result.issued',
      '41': 'result.issuedExempt',
      '61': 'returns.issued',
      '56': 'returns.debitIssued',
    } as const
  )[documentType]
}

/** What stands for the number of a receipt that has none. */
export function titleOf(row: Pick<ReceiptRow, 'documentedBy' | 'deletion' | 'documentType'>) {
  if (row.documentType === '61') return 'returns.noteNoFolio'
  if (row.documentType === '56') return 'returns.debitNoFolio'
  if (isInvoice(row.documentType))
    return row.deletion === 'done' ? 'invoice.deleted' : 'invoice.noFolio'
  if (row.documentedBy === 'voucher') return 'receipts.voucher'
  return row.deletion === 'done' ? 'receipts.deleted' : 'receipts.noFolio'
}

/** `20-11`: the year is in the detail. */
export function dayAndMonth(at: EpochMs): string {
  return printDate(santiagoDate(at)).slice(0, 5)
}

export function issueTone(state: ShownState): 'good' | 'wait' | 'bad' | 'plain' {
  return ISSUE_TONES[state]
}

export function printTone(state: PrintState): Tone {
  return PRINT_TONES[state]
}

/**
 * States of the authority after which nothing is deleted any more; the core and the service have
 * the last word.
 */
const PAST_PENDING: readonly (string | null)[] = ['EMS', 'APR', 'RCH', 'DELETED', 'MISSING']

/** A credit note, or the debit note that undoes one. */
function isNote({ documentType }: Pick<ReceiptRow, 'documentType'>): boolean {
  return documentType === '61' || documentType === '56'
}

/** Whether undoing this return is worth offering; the core has the last word. */
export function isUndoable(
  row: Pick<ReceiptRow, 'issueState' | 'documentType' | 'returnedClp' | 'isChange'> | null,
): boolean {
  return (
    row !== null &&
    row.documentType === '61' &&
    row.isChange !== true &&
    row.returnedClp === 0 &&
    row.issueState !== 'rejected' &&
    row.issueState !== 'attention'
  )
}

/** Why a deletion that was asked for came to nothing; null where it is of no use any more. */
export function deletionProblemOf({
  deletion,
  deletionNote,
  returnedClp,
}: Pick<ReceiptDetail, 'deletion' | 'deletionNote' | 'returnedClp'>): string | null {
  return deletion === 'refused' && returnedClp === 0 ? (deletionNote?.problemCode ?? null) : null
}

/** Whether deleting is worth offering. */
export function isDeletable(
  row: Pick<
    ReceiptRow,
    'issueState' | 'deletion' | 'authorityStatus' | 'documentType' | 'returnedClp' | 'isChange'
  > | null,
): boolean {
  if (
    row === null ||
    isNote(row) ||
    row.isChange === true ||
    row.returnedClp > 0 ||
    row.deletion === 'done' ||
    row.deletion === 'asked'
  )
    return false
  return (
    row.issueState === 'queued' ||
    row.issueState === 'rejected' ||
    (row.issueState === 'numbered' && !PAST_PENDING.includes(row.authorityStatus))
  )
}

/** Whether taking something back is worth offering; the core has the last word. */
export function isReturnable(
  row: Pick<
    ReceiptRow,
    'issueState' | 'deletion' | 'documentType' | 'totalClp' | 'returnedClp' | 'authorityStatus'
  > | null,
): boolean {
  return (
    row !== null &&
    shownState(row) !== 'gone' &&
    !isNote(row) &&
    row.deletion !== 'done' &&
    row.deletion !== 'asked' &&
    row.issueState !== 'rejected' &&
    row.issueState !== 'attention' &&
    row.returnedClp < row.totalClp
  )
}

/**
 * Whether its document may be changed for another: not what a voucher documents, in whole or in
 * part, not what came back in part, and not what was changed already.
 */
export function isChangeable(
  detail:
    | (NonNullable<Parameters<typeof isReturnable>[0]> &
        Pick<ReceiptDetail, 'documentedBy' | 'parts' | 'changedTo'>)
    | null,
): boolean {
  return (
    detail !== null &&
    isReturnable(detail) &&
    detail.documentedBy === 'receipt' &&
    detail.parts.length === 0 &&
    detail.returnedClp === 0 &&
    detail.changedTo === undefined
  )
}

/**
 * What the customer got: the printed receipt if there is one, else the printed slip, else the paper
 * that is on its way.
 */
export function paperToShow(papers: readonly PaperView[]): PaperView | null {
  const printed = (kind: PaperView['kind']) =>
    papers.find((paper) => paper.kind === kind && paper.imagePath !== null)
  return printed('receipt') ?? printed('slip') ?? papers[0] ?? null
}
