/** What the parts of a shift stand on. */
import type { EpochMs } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { Ids } from '#shared/text/ids.ts'
import type { KeptReport, ShiftBackup, ShiftView, OpenShiftView } from '#shared/shifts/views.ts'
import { type OpenShift, recountNeedsSupervisor } from '#shared/shifts/shift.ts'
import { shiftReport, type ShiftReport } from '#shared/shifts/shift-report.ts'
import { guardCommit } from '../selling/guard-commit.ts'
import { createShiftFacts, type ShiftFactsReader } from './shift-facts.ts'
import type { ShiftVisibility } from './shift-visibility.ts'
import { createShiftStore, type ShiftStore } from './shift-store.ts'
import type { NamedPart } from '#shared/selling/open-sale/paying.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock } from '../kernel/ports.ts'
import type { StoredSettings } from '../settings/stored-settings.ts'
import type { Approvals, Permission } from '../staff/approvals.ts'
import type { CashOut } from '../staff/cash-out.ts'
import type { CloseBackup } from '../kernel/backup-names.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { Staff } from '../staff/staff-ports.ts'
import type { CardWords } from '#shared/shifts/card-words.ts'
import type { TerminalClosing, TerminalTotals } from '#shared/shifts/terminal-totals.ts'
import { isCountable } from '#shared/shifts/shift-count.ts'

/** What the commands share: the ports, what is on disk, and how something gets there. */
export type ShiftParts = ReturnType<typeof openParts>

export function openParts(ports: ShiftsPorts) {
  const { db, journal, clock, staff, onCommitted, isHalted } = ports
  const store = createShiftStore(db)
  const facts = createShiftFacts(db)
  const reportOf = (shift: OpenShift): ShiftReport =>
    shiftReport(facts.of(shift.id, shift.floatClp))
  const state: { backup: ShiftBackup | null } = { backup: null }
  const inOne = db.transaction(
    <Value>(work: () => Result<Value, Refusal>): Result<Value, Refusal> => {
      const done = work()
      if (done.ok) journal.append('shift', null, {})
      return done
    },
  )
  return {
    ...ports,
    store,
    facts,
    reportOf,
    state,
    view: (): ShiftView => viewOf({ ...ports, store, facts, reportOf, state }),
    /** ONE transaction of somebody who serves; `answer` is read once it is on disk. */
    commit<Value, Answer>(
      work: (acting: Acting) => Result<Value, Refusal>,
      answer: (value: Value) => Answer,
      afterwards: () => void = onCommitted,
    ): Result<Answer, Refusal> {
      if (isHalted()) return refuse(refusal('SHIFT_NOT_SAVED'))
      const actor = staff.actor()
      if (!actor.ok) return actor
      const written = guardCommit(
        () => inOne.immediate(() => work({ actor: actor.value })) as Result<Value, Refusal>,
        COMMIT_CODES,
      )
      if (!written.ok) return written
      if (!written.value.ok) return written.value
      journal.publish()
      clock.after(0, afterwards)
      return ok(answer(written.value.value))
    },
  }
}

export interface ShiftsPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly ids: Ids
  readonly settings: () => Pick<StoredSettings, 'usesShifts' | 'countsBlind' | 'differenceLimitClp'>
  /** The Z to the owner, in the closing's transaction. */
  readonly mailClosing: (reportId: string, at: EpochMs) => void
  readonly mailOf: (reportId: string) => KeptReport['mail']
  readonly registerName: () => string
  readonly maySee: ShiftVisibility['maySee']
  readonly allow: Approvals['allow']
  readonly cashOut: CashOut
  readonly staff: Pick<Staff, 'actor' | 'audit'>
  readonly printer: () => PrinterConfig
  /** Null when the disk does not tell. */
  readonly freeBytes: () => number | null
  readonly kickDrawer: () => Promise<boolean>
  /** Money that is here for sales nobody has charged yet: no report has it. */
  readonly partsTaken: () => readonly NamedPart[]
  /** Nobody knows whether a card was charged: the terminal's total may have it. */
  readonly isCardOpen: () => boolean
  /** What the card terminal holds, for the Z; null without one. */
  readonly terminalTotals: (shiftId: string) => TerminalTotals | null
  /** Which of its card charges rest on a person's word, for the Z; null for none. */
  readonly cardWords: (shiftId: string) => CardWords | null
  readonly terminalClosing: (shiftId: string) => TerminalClosing | null
  /** Beside the close of the shift: somebody closes the terminal now, where the shop does so. */
  readonly leaveTerminalToHand: (shiftId: string) => void
  /** The shift is closed on disk: so may the terminal be. */
  readonly closeTerminal: (shiftId: string) => void
  /** Receipts of this till still to be issued. */
  readonly pendingCount: () => number
  /** Called after a fact is on disk. */
  readonly onCommitted: () => void
  readonly backUp: () => Promise<CloseBackup>
  /**
   * A commit of unknown outcome came before: nothing read or written through this connection can be
   * relied on.
   */
  readonly isHalted: () => boolean
}

const COMMIT_CODES = { full: 'SHIFT_DISK_FULL', unknown: 'SHIFT_NOT_SAVED' } as const

interface Acting {
  readonly actor: Permission['actor']
}

function viewOf({
  store,
  facts,
  settings,
  ids,
  reportOf,
  pendingCount,
  state,
  maySee,
}: ViewParts): ShiftView {
  const { usesShifts, countsBlind, differenceLimitClp } = settings()
  const open = store.open()
  return {
    isUsed: usesShifts,
    isBlind: countsBlind,
    differenceLimitClp,
    nextId: ids.next(),
    lastFloatClp: store.lastFloatClp(),
    pendingCount: pendingCount(),
    backup: state.backup,
    open:
      open === null
        ? null
        : openView({
            open,
            report: reportOf(open),
            isHidden: !maySee(),
            facts,
            earlierCounts: store.countsOf(open.id),
          }),
  }
}

interface ViewParts extends ShiftsPorts {
  readonly store: ShiftStore
  readonly facts: ShiftFactsReader
  readonly reportOf: (shift: OpenShift) => ShiftReport
  readonly state: { readonly backup: ShiftBackup | null }
}

interface OpenViewFacts {
  readonly open: OpenShift
  readonly report: ShiftReport
  /** Counted blind: what should be there is not shown. */
  readonly isHidden: boolean
  readonly facts: ShiftFactsReader
  readonly earlierCounts: number
}

function openView({ open, report, isHidden, facts, earlierCounts }: OpenViewFacts): OpenShiftView {
  const { id: shiftId, number, openedAt, openedBy, floatClp } = open
  return {
    shiftId,
    number,
    openedAt,
    openedBy,
    floatClp,
    movements: facts.movements(shiftId),
    countable: report.methods
      .filter(isCountable)
      .map(({ key, name, kind }) => ({ key, name, kind })),
    report: isHidden ? null : report,
    recountNeedsSupervisor: recountNeedsSupervisor({ isBlind: isHidden, earlierCounts }),
  }
}
