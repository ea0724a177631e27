/** A sale with payments changes hands, at the counter or through the shelf: written to the log. */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { StaffMember } from '#shared/staff/views.ts'
import type { OpenSale } from '#shared/selling/open-sale/open-sale.ts'
import { partsText } from '#shared/selling/open-sale/paying.ts'
import type { Sales } from './sales.ts'
import type { Staff } from '../staff/staff-ports.ts'

/** Who serves, by the people set up; null while there are none, or nobody serves. */
export function servedBy(staff: Staff): string | null {
  const actor = staff.actor()
  return actor.ok ? actor.value.id : null
}

/**
 * Payments already taken are somebody's word: whoever goes on with them says so, and it is written
 * down.
 */
export function handOver(
  { open }: Sales,
  staff: Staff,
  member: StaffMember,
  takesPayments: boolean,
): Result<() => void, Refusal> {
  const row = open.current()
  const parts = row.sale?.paying.given ?? []
  if (parts.length === 0 || row.servedBy === null || row.servedBy === member.id)
    return ok(() => undefined)
  if (!takesPayments) return refuse(refusal('SALE_HAS_PAYMENTS', null, { what: partsText(parts) }))
  return ok(() => {
    open.keep({ ...row, servedBy: member.id })
    staff.audit.write({
      action: 'sale-handed-over',
      staff: member,
      saleId: row.saleId,
      detail: { what: partsText(parts), from: staff.store.find(row.servedBy ?? '')?.name ?? '' },
    })
  })
}

export function noteParked(staff: Staff, { saleId, paying }: OpenSale): void {
  const actor = staff.actor()
  if (paying.given.length === 0 || !actor.ok) return
  staff.audit.write({
    action: 'payment-parked',
    staff: actor.value,
    saleId,
    detail: { what: partsText(paying.given) },
  })
}

/** Payments change hands through the shelf as well as at the counter. */
export function noteRecalled(staff: Staff, { saleId, paying }: OpenSale, parkedBy: string): void {
  const actor = staff.actor()
  if (paying.given.length === 0 || !actor.ok || actor.value.name === parkedBy) return
  staff.audit.write({
    action: 'sale-handed-over',
    staff: actor.value,
    saleId,
    detail: { what: partsText(paying.given), from: parkedBy },
  })
}
