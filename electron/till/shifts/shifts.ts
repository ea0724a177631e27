/**
 * The commands of a shift. Each is: load, decide (pure, shared/shifts), one synchronous
 * transaction, tell.
 */
import { closingDeed, readingDeed } from '#shared/staff/deeds.ts'
import { movementPermission } from './movement-permission.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { assert, ok, refuse, type Result } from '#shared/core/result.ts'
import type { CloseShiftInput, ShiftCommand, ShiftReportView } from '#shared/shifts/views.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { formatClp } from '#shared/money/clp.ts'
import { isCountable } from '#shared/shifts/shift-count.ts'
import {
  decideClose,
  decideMovement,
  decideOpening,
  type DecidedClose,
  type OpenShift,
} from '#shared/shifts/shift.ts'
import type { ShiftReport } from '#shared/shifts/shift-report.ts'
import { chainOf } from '../audit/chain.ts'
import { createShiftHistory } from './shift-history.ts'
import { earlierCount } from './earlier-count.ts'
import type { KeptCount } from './shift-store.ts'
import { type ShiftParts, openParts, type ShiftsPorts } from './shift-parts.ts'
import { countShift, unfinishedSales } from './count-shift.ts'

type Shifts = Pick<TillApi, ShiftCommand>

export function createShifts(ports: ShiftsPorts): Shifts {
  const parts = openParts(ports)
  const { view } = parts
  const close = createClose(parts)
  return {
    shift: view,
    openShift: ({ shiftId, floatClp }) =>
      parts.commit(
        ({ actor }) => {
          const { store, settings, freeBytes, clock, registerName, staff } = parts
          const open = store.open()
          if (open?.id === shiftId && open.floatClp === floatClp) return ok(null)
          if (open === null && store.find(shiftId) !== null)
            return refuse(refusal('SHIFT_NOT_OPEN'))
          const decided = decideOpening(floatClp, {
            isUsed: settings().usesShifts,
            open,
            freeBytes: freeBytes(),
          })
          if (!decided.ok) return decided
          const number = store.add({
            id: shiftId,
            openedAt: clock.now(),
            openedBy: actor.name,
            registerName: registerName(),
            ...decided.value,
          })
          staff.audit.write({
            action: 'shift-opened',
            staff: actor,
            detail: { number, totalClp: decided.value.floatClp },
          })
          return ok(null)
        },
        () => view(),
      ),
    async moveCash(input) {
      let isNew = false
      const moved = moveCash(parts, input, () => {
        isNew = true
      })
      if (!moved.ok) return moved
      // Said twice, written once: the drawer is open already.
      const isDrawerOpen = isNew ? await parts.kickDrawer() : true
      return ok({ shift: view(), isDrawerOpen })
    },
    countShift: (input) => countShift(parts, input),
    closeShift: close,
    readShift: ({ approvalId }) => takeReading(parts, approvalId),
    ...createShiftHistory(parts),
  }
}

function moveCash(
  { commit, store, reportOf, maySee, cashOut, allow, staff, clock }: ShiftParts,
  input: Parameters<TillApi['moveCash']>[0],
  onNew: () => void,
): Result<null, Refusal> {
  return commit(
    ({ actor }) => {
      const before = store.movement(input.movementId)
      if (before !== null) {
        const isSame = before.kind === input.kind && before.amountClp === input.amountClp
        return isSame
          ? ok(null)
          : refuse(
              refusal('CASH_MOVED_BEFORE', 'amountClp', { amount: formatClp(before.amountClp) }),
            )
      }
      const open = store.open()
      const decided = decideMovement(input, {
        open,
        report: open === null || !maySee() ? null : reportOf(open),
      })
      if (!decided.ok) return decided
      assert(open !== null, 'a movement is decided in an open shift')
      const move = (approvedBy: string | null) =>
        store.move(input.movementId, open.id, decided.value, clock.now(), actor.name, approvedBy)
      const deed = movementPermission(input)
      const { reason: what, amountClp: totalClp } = decided.value
      const detail = { what, totalClp }
      if (input.kind === 'out') {
        const out = cashOut({ way: 'movement', deed, cashClp: totalClp }, input.approvalId)
        if (!out.ok) return out
        out.value.write({ detail })
        move(out.value.approverName)
      } else {
        const permission = allow(deed, input.approvalId)
        if (!permission.ok) return permission
        const { approverName, used } = permission.value
        used()
        staff.audit.write({ action: 'cash-in', staff: actor, approverName, detail })
        move(approverName)
      }
      onNew()
      return ok(null)
    },
    () => null,
  )
}

function createClose(parts: ShiftParts): TillApi['closeShift'] {
  const { commit, store, reportOf, settings, allow, staff, journal, backUp, state, onCommitted } =
    parts
  /** Not before the close is counted among what is still to be copied. */
  const backUpBehind = async (shiftId: string) => {
    onCommitted()
    parts.closeTerminal(shiftId)
    const outcome = await backUp()
    state.backup = outcome === 'none' ? null : outcome
    journal.announceStatus()
  }
  return (input) => {
    // A second press, or a retry of the screen after a lost answer: the same Z, answered again.
    const before = store.final(input.shiftId)
    if (before !== null) return ok(before)
    return commit(
      ({ actor }): Result<ShiftReportView, Refusal> => {
        const open = store.open()
        const count = store.count(input.countId)
        if (open?.id !== input.shiftId || count?.shiftId !== open.id)
          return refuse(refusal('SHIFT_NOT_OPEN'))
        const unfinished = unfinishedSales(parts)
        if (unfinished !== null) return refuse(unfinished)
        const report = reportOf(open)
        if (isOutdated(count, report)) return refuse(refusal('SHIFT_COUNT_OLD'))
        const decided = decideClose(input, {
          report,
          count,
          differenceLimitClp: settings().differenceLimitClp,
        })
        if (!decided.ok) return decided
        const permission = decided.value.needsSupervisor
          ? allow(closingDeed(input.countId, decided.value.result), input.approvalId)
          : null
        if (permission !== null && !permission.ok) return permission
        permission?.value.used()
        const approvedBy = permission?.value.approverName ?? null
        const closing = {
          open,
          count,
          report,
          decided: decided.value,
          countId: input.countId,
          by: actor.name,
          approvedBy,
        }
        const z = writeClose(parts, closing)
        staff.audit.write({
          action: 'shift-closed',
          staff: actor,
          approverName: closing.approvedBy,
          detail: {
            number: open.number,
            what: decided.value.reason,
            totalClp: decided.value.result.differenceClp,
          },
        })
        return ok(z)
      },
      (z) => {
        state.backup = 'running'
        return z
      },
      () => void backUpBehind(input.shiftId),
    )
  }
}

/**
 * Something was sold, given back or moved since it was counted: comparing the two would blame
 * whoever counted.
 */
function isOutdated(count: KeptCount, report: ShiftReport): boolean {
  const lines = report.methods.filter(isCountable)
  return (
    lines.length !== count.expected.length ||
    lines.some(
      ({ key, expectedClp }) =>
        count.expected.find((line) => line.key === key)?.expectedClp !== expectedClp,
    )
  )
}

interface Closing {
  readonly open: OpenShift
  readonly count: KeptCount
  readonly countId: CloseShiftInput['countId']
  readonly report: ShiftReport
  readonly decided: DecidedClose
  readonly by: string
  readonly approvedBy: string | null
}

/** In the caller's transaction: the Z, the close and the paper. */
function writeClose(
  parts: ShiftParts,
  { open, count, countId, report, decided, by, approvedBy }: Closing,
): ShiftReportView {
  const { store, clock, ids, printer } = parts
  const { result, reason, note } = decided
  const at = clock.now()
  const earlier = store.countsBefore(open.id, countId)
  const seal = chainOf(parts.db).anchor()
  const made = reportView(parts, 'Z', open, report, by, {
    closedBy: by,
    approvedBy,
    pieces: count.pieces,
    result,
    reason,
    note,
    earlierCounts: earlier.length,
    counts: earlier.map(earlierCount),
  })
  const terminal = parts.terminalTotals(open.id)
  const cardWords = parts.cardWords(open.id)
  const z = {
    ...made,
    ...(seal === null ? {} : { seal }),
    ...(terminal === null ? {} : { terminal }),
    ...(cardWords === null ? {} : { cardWords }),
  }
  store.keepReport(z)
  parts.leaveTerminalToHand(open.id)
  store.close({
    shiftId: open.id,
    at,
    by,
    approvedBy,
    countId,
    reportId: z.reportId,
    differenceClp: result.differenceClp,
    reason,
    note,
    pendingCount: report.pending.count,
  })
  chainOf(parts.db).add('close', open.id)
  store.queuePaper(ids.printJobId(), z.reportId, 'report', printer(), at)
  parts.mailClosing(z.reportId, at)
  return z
}

function takeReading(
  parts: ShiftParts,
  approvalId: string | null,
): Result<ShiftReportView, Refusal> {
  const { commit, store, maySee, allow, staff, ids, printer, clock, reportOf } = parts
  return commit(
    ({ actor }) => {
      const open = store.open()
      if (open === null) return refuse(refusal('SHIFT_REQUIRED'))
      const permission = maySee() ? null : allow(readingDeed(open.id), approvalId)
      if (permission !== null && !permission.ok) return permission
      permission?.value.used()
      const x = reportView(parts, 'X', open, reportOf(open), actor.name, null)
      store.keepReport(x)
      store.queuePaper(ids.printJobId(), x.reportId, 'report', printer(), clock.now())
      staff.audit.write({
        action: 'shift-read',
        staff: actor,
        approverName: permission?.value.approverName ?? null,
        detail: { number: open.number },
      })
      return ok(x)
    },
    (x) => x,
  )
}

function reportView(
  { ids, clock }: ShiftParts,
  kind: 'X' | 'Z',
  { id: shiftId, number, openedAt, openedBy, registerName: register }: OpenShift,
  report: ShiftReport,
  madeBy: string,
  close: ShiftReportView['close'],
): ShiftReportView {
  return {
    reportId: ids.next(),
    kind,
    madeAt: clock.now(),
    madeBy,
    shift: { shiftId, number, openedAt, openedBy, register },
    report,
    close,
  }
}
