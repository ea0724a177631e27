/** Counting a shift: written down first, then compared. */
import { recountDeed, type ApprovalSubject } from '#shared/staff/deeds.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { CountView } from '#shared/shifts/views.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { partsText } from '#shared/selling/open-sale/paying.ts'
import {
  checkCount,
  compareCount,
  isCountable,
  type CountResult,
} from '#shared/shifts/shift-count.ts'
import { isBeyondLimit, recountNeedsSupervisor } from '#shared/shifts/shift.ts'
import type { ShiftReport } from '#shared/shifts/shift-report.ts'
import type { Permission } from '../staff/approvals.ts'
import type { KeptCount } from './shift-store.ts'
import type { ShiftParts } from './shift-parts.ts'

export function countShift(
  parts: ShiftParts,
  { countId, shiftId, approvalId, ...typed }: Parameters<TillApi['countShift']>[0],
): Result<CountView, Refusal> {
  const { commit, store, reportOf, facts, settings, clock, staff } = parts
  return commit(
    ({ actor }) => {
      const open = store.open()
      if (open?.id !== shiftId) return refuse(refusal('SHIFT_NOT_OPEN'))
      const report = reportOf(open)
      const before = store.count(countId)
      // As it was when it was made: asked again later, it would tell what should be there by then.
      if (before !== null) return ok(asCounted(report, before))
      const unfinished = unfinishedSales(parts)
      if (unfinished !== null) return refuse(unfinished)
      const counted = checkCount(typed)
      if (!counted.ok) return counted
      const known = report.methods.filter(isCountable)
      const isKnown = (key: string) => known.some((line) => line.key === key)
      const unknown = counted.value.amounts.find(({ key }) => !isKnown(key))
      if (unknown) return refuse(refusal('METHOD_UNKNOWN', `count-${unknown.key}`))
      const earlierCounts = store.countsOf(shiftId)
      const permission = permissionToCount(
        parts,
        earlierCounts,
        recountDeed(shiftId, counted.value),
        approvalId,
      )
      if (!permission.ok) return permission
      permission.value?.used()
      const approvedBy = permission.value?.approverName ?? null
      const result = compareCount(report, counted.value)
      const expected = result.lines.map(({ key, expectedClp }) => ({ key, expectedClp }))
      store.keepCount(
        countId,
        { ...counted.value, shiftId, expected, approvedBy },
        clock.now(),
        actor.name,
      )
      staff.audit.write({
        action: 'shift-counted',
        staff: actor,
        approverName: approvedBy,
        detail: {
          number: open.number,
          what: `${earlierCounts + 1}.º conteo, diferencia`,
          totalClp: result.differenceClp,
        },
      })
      return ok(result)
    },
    (result) => ({
      countId,
      result,
      ...wordsOf(parts, shiftId),
      needsReason: result.largestClp > 0,
      needsSupervisor: isBeyondLimit(result, settings().differenceLimitClp),
      pendingCount: facts.pending(shiftId).count,
    }),
  )
}

function wordsOf({ cardWords }: ShiftParts, shiftId: string): Pick<CountView, 'cardWords'> {
  const words = cardWords(shiftId)
  return words === null ? {} : { cardWords: words }
}

/** The first answer of a count once more, whatever was sold since. */
function asCounted(report: ShiftReport, count: KeptCount): CountResult {
  const methods = report.methods.flatMap((line) => {
    const then = count.expected.find(({ key }) => key === line.key)
    return then === undefined ? [] : [{ ...line, expectedClp: then.expectedClp }]
  })
  return compareCount({ methods }, count)
}

/**
 * A card charged for a sale that waits is in the terminal's total and in no report: the next shift
 * would have the sale. So is one that nobody knows the end of.
 */
export function unfinishedSales({ partsTaken, isCardOpen }: ShiftParts): Refusal | null {
  if (isCardOpen()) return refusal('CARD_STILL_OPEN')
  const taken = partsTaken()
  return taken.length === 0
    ? null
    : refusal('SHIFT_SALE_PAID_IN_PART', null, { what: partsText(taken) })
}

/** Null: nobody has to be asked. */
function permissionToCount(
  { allow, settings }: ShiftParts,
  earlierCounts: number,
  deed: ApprovalSubject,
  approvalId: string | null,
): Result<Permission | null, Refusal> {
  if (!recountNeedsSupervisor({ isBlind: settings().countsBlind, earlierCounts })) return ok(null)
  const permission = allow(deed, approvalId)
  return !permission.ok && permission.refusal.code === 'RIGHT_REQUIRED'
    ? refuse(refusal('SHIFT_RECOUNT_SUPERVISOR'))
    : permission
}
