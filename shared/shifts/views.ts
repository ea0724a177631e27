/**
 * Shifts as they cross the bridge: what is open, the orders around it, and the reports kept of
 * those before.
 */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import type { EpochMs } from '../core/brand.ts'
import type { Clp } from '../money/clp.ts'
import type { AnchorOfSeal } from './anchor.ts'
import type { CashMovement, MethodLine, ShiftReport } from './shift-report.ts'
import type { CountResult, PieceCount } from './shift-count.ts'
import type { CardWords } from './card-words.ts'
import type { TerminalClosing, TerminalTotals } from './terminal-totals.ts'
import { approvalIdInput } from '../text/input-schemas.ts'
import type { MailView } from '../delivery/views.ts'
import type { MailState } from '../delivery/mail-moves.ts'
import type { PrintState } from '../paper/print-moves.ts'

/** Rows of the contract that are about shifts. */
export type ShiftCommand =
  | 'shift'
  | 'openShift'
  | 'moveCash'
  | 'countShift'
  | 'closeShift'
  | 'readShift'
  | 'closedShifts'
  | 'shiftReport'
  | 'reprintReport'
  | 'shiftFile'

const id = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)
/** Checked by the decision, which says what is wrong with it. What is no number travels as null. */
const amount = z
  .number()
  .nullable()
  .transform((value) => value ?? Number.NaN)

export const openShiftInput = z.object({
  /** `nextId` of the picture: the same one sent again is the same shift. */
  shiftId: id,
  floatClp: amount,
})
export const moveCashInput = z.object({
  movementId: id,
  kind: z.enum(['in', 'out']),
  amountClp: amount,
  reason: typedText().max(400),
  approvalId: approvalIdInput,
})
export const countShiftInput = z.object({
  countId: id,
  shiftId: id,
  pieces: z
    .array(z.object({ valueClp: z.number(), count: amount }))
    .max(20)
    .nullable(),
  amounts: z.array(z.object({ key: typedText().max(12), amountClp: amount })).max(20),
  /** For counting again where the count is blind. */
  approvalId: approvalIdInput,
})
export const closeShiftInput = z.object({
  shiftId: id,
  countId: id,
  /** For a difference. */
  reason: typedText().max(400),
  /** About receipts that are still to be issued. */
  note: typedText().max(400),
  approvalId: approvalIdInput,
})
export const readShiftInput = z.object({ approvalId: approvalIdInput })
export const shiftIdSchema = id
/** The file of an open shift shows what a blind count must not: with somebody's PIN. */
export const shiftFileInput = z.object({ shiftId: id, approvalId: approvalIdInput.optional() })
export const shiftListInput = z.object({
  cursor: z.int().nullable(),
  limit: z.int().min(1).max(100).default(30),
})

export type MoveCashInput = z.output<typeof moveCashInput>
export type CloseShiftInput = z.output<typeof closeShiftInput>

/**
 * In the picture of the till: whether shifts are used here, and which is open. Absent: not used.
 */
export interface ShiftStatus {
  readonly number: number
  readonly openedAt: EpochMs
  readonly openedBy: string
}

export interface OpenShiftView extends ShiftStatus {
  readonly shiftId: string
  readonly floatClp: Clp
  readonly movements: readonly CashMovement[]
  /** What can be counted, without amounts. */
  readonly countable: readonly Pick<MethodLine, 'key' | 'name' | 'kind'>[]
  /** Null while the count is blind and whoever serves may not see what should be there. */
  readonly report: ShiftReport | null
  /**
   * It was counted before, what should be there has been seen, and whoever serves may not count
   * again alone.
   */
  readonly recountNeedsSupervisor: boolean
}

/** How the backup at the end of the last shift went; null before any. */
export type ShiftBackup = 'running' | 'made' | 'failed' | 'left-out'

export interface ShiftView {
  readonly isUsed: boolean
  readonly isBlind: boolean
  readonly differenceLimitClp: number
  readonly open: OpenShiftView | null
  /** For the next order: opening, a movement or a count. */
  readonly nextId: string
  /** The float of the shift before: most likely this one's. Null before the first. */
  readonly lastFloatClp: Clp | null
  /** Receipts of this till that are still to be issued, whichever shift they are of. */
  readonly pendingCount: number
  readonly backup: ShiftBackup | null
}

export interface MovedCash {
  readonly shift: ShiftView
  /** False: the money is written down, and the drawer has to be opened by its key. */
  readonly isDrawerOpen: boolean
}

/** The count stands, whatever it is. The rest says what closing with it needs. */
export interface CountView {
  readonly countId: string
  readonly result: CountResult
  readonly needsReason: boolean
  readonly needsSupervisor: boolean
  /** Of this shift, still to be issued. */
  readonly pendingCount: number
  /** As the Z will say it at this moment. */
  readonly cardWords?: CardWords
}

/** A report as it was made. */
export interface ShiftReportView {
  readonly reportId: string
  readonly kind: 'X' | 'Z'
  readonly madeAt: EpochMs
  readonly madeBy: string
  readonly shift: {
    readonly shiftId: string
    readonly number: number
    readonly openedAt: EpochMs
    readonly openedBy: string
    readonly register: string
  }
  readonly report: ShiftReport
  /** Of a Z. */
  readonly close: ShiftClosing | null
  /** Of a Z: how far the seal went before it; absent where nothing is sealed. */
  readonly seal?: AnchorOfSeal
  /** Of a Z with a card terminal. */
  readonly terminal?: TerminalTotals
  /** Of a Z; absent where no card rests on a person's word. */
  readonly cardWords?: CardWords
}

export interface ShiftClosing {
  readonly closedBy: string
  readonly approvedBy: string | null
  readonly pieces: readonly PieceCount[] | null
  readonly result: CountResult
  readonly reason: string | null
  readonly note: string | null
  /** How often it was counted before. */
  readonly earlierCounts: number
  /**
   * Each count before the one it was closed with, the first one first; absent in reports kept by
   * older tills.
   */
  readonly counts?: readonly EarlierCount[]
}

/** A count nobody closed with. */
export interface EarlierCount {
  readonly at: EpochMs
  readonly by: string
  /** Whose PIN let it be counted again. */
  readonly approvedBy: string | null
  /** Over all that was counted. */
  readonly countedClp: Clp
  readonly differenceClp: Clp
}

/** An e-mail of a report: to whom is told to nobody here. */
export interface ReportMailView extends Pick<MailView, 'mailId' | 'state' | 'trouble'> {
  /** Of the shop's account, for its troubles. */
  readonly host: string
}

/** A report with what has become of it since. */
export interface KeptReport {
  readonly report: ShiftReportView
  /** Of the last paper of it; null when none was printed. */
  readonly paper: PrintState | null
  /** The e-mail of a Z to the owner; null without one. */
  readonly mail: ReportMailView | null
  /** Whether the terminal was closed with the shift; null where it does not close with it. */
  readonly terminalClosing: TerminalClosing | null
  /** Documents of the shift without a folio today. */
  readonly pendingNow: number
}

export interface ShiftRow {
  readonly shiftId: string
  readonly number: number
  readonly openedAt: EpochMs
  readonly openedBy: string
  readonly closedAt: EpochMs
  readonly closedBy: string
  readonly netClp: Clp
  readonly differenceClp: Clp
  /** How its Z's e-mail to the owner stands; null without one. To whom is told to nobody here. */
  readonly mail: MailState | null
  readonly pendingNow: number
}

export interface ShiftPage {
  /** Closed ones, the latest first. */
  readonly rows: readonly ShiftRow[]
  readonly nextCursor: number | null
}

export interface ShiftFile {
  readonly fileName: string
  readonly text: string
}
