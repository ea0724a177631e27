/** Setting up who works at a till: the owner's part. Every change is a row in the log. */
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { checkName } from '#shared/cart/cart.ts'
import { PAPER_LOCALE } from '#shared/languages/paper-language.ts'
import { checkPin } from '#shared/staff/pin.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { StaffMember, StaffView } from '#shared/bridge/staff-views.ts'
import type { Audit } from './audit.ts'
import { hashPin, PIN_COST, SALT_BYTES } from './pin-hash.ts'
import type { StaffStore } from './staff-store.ts'
import type { Staff, StaffPorts, LentSettings, Manager } from './staff-ports.ts'

/** People of one till; a bigger shop has more tills. */
export const STAFF_MAX = 40
const STAFF_NAME_CHARS_MAX = 40
export interface PeopleParts {
  readonly ports: StaffPorts
  readonly store: StaffStore
  readonly audit: Audit
  readonly manager: LentSettings['manager']
  /** Runs a change and its announcement in one transaction. */
  readonly change: (work: () => void) => void
  readonly publishView: () => StaffView
}

export function createPeople(parts: PeopleParts): Pick<Staff, 'save' | 'remove' | 'saveRights'> {
  const { store, audit, manager, change, publishView } = parts
  return {
    save: (input) => saveMember(parts, input),
    remove(staffId) {
      const acting = manager()
      if (!acting.ok) return acting
      const member = store.find(staffId)
      if (!member) return refuse(refusal('STAFF_NOT_FOUND'))
      if (isLastOwner(store, member)) return refuse(refusal('LAST_OWNER'))
      change(() => {
        store.deactivate(staffId)
        audit.write({
          action: 'staff-removed',
          staff: acting.value.actor,
          approverName: acting.value.approverName,
          detail: { name: member.name, role: member.role },
        })
      })
      return ok(publishView())
    },
    saveRights({ role, rights }) {
      const acting = manager()
      if (!acting.ok) return acting
      for (const field of ['lineDiscountPercent', 'cartDiscountPercent'] as const) {
        if (!Number.isInteger(rights[field]) || rights[field] < 0 || rights[field] > 100)
          return refuse(refusal('PERCENT_NOT_VALID', field))
      }
      change(() => {
        store.saveRights(role, { ...store.rights(role), ...rights })
        audit.write({
          action: 'rights-changed',
          staff: acting.value.actor,
          approverName: acting.value.approverName,
          detail: {
            role,
            lineDiscountPercent: rights.lineDiscountPercent,
            cartDiscountPercent: rights.cartDiscountPercent,
          },
        })
      })
      return ok(publishView())
    },
  }
}

async function saveMember(
  { ports, store, audit, manager, change, publishView }: PeopleParts,
  input: Parameters<TillApi['saveStaff']>[0],
): ReturnType<TillApi['saveStaff']> {
  const { clock, session } = ports
  const checked = checkMember(input, store, manager())
  if (!checked.ok) return checked
  const pin = await hashTyped(ports, checked.value.pin)
  // Hashing takes a moment, in which others may have been saved or removed.
  const still = checkMember(input, store, manager())
  if (!still.ok) return still
  const { by } = still.value
  const id = input.staffId ?? ports.ids.next()
  const member: StaffMember = { id, name: checked.value.name, role: input.role }
  const isFirst = !store.members().some(({ isDemo }) => !isDemo)
  change(() => {
    // The demo's people, whose PINs everybody knows, go with the first real one.
    for (const { id: demoId, isDemo } of store.members()) if (isDemo) store.deactivate(demoId)
    if (input.staffId === null && pin !== null) store.add(member, pin, false, clock.now())
    else store.change(member, pin)
    audit.write({
      action: 'staff-saved',
      staff: by.actor,
      approverName: by.approverName,
      detail: { name: member.name, role: member.role, pin: pin === null ? null : 1 },
    })
  })
  if (isFirst) session.staffId = id
  return ok(publishView())
}

/** Null = they keep the one they have. */
async function hashTyped(
  { randomness, pinCost = PIN_COST, pepper = null }: StaffPorts,
  typed: string | null,
) {
  return typed === null ? null : hashPin(typed, randomness.bytes(SALT_BYTES), pinCost, pepper)
}

function checkMember(
  input: Parameters<TillApi['saveStaff']>[0],
  store: StaffStore,
  acting: Result<Manager, Refusal>,
): Result<{ name: string; pin: string | null; by: Manager }, Refusal> {
  if (!acting.ok) return acting
  const own = store.members().filter(({ isDemo }) => !isDemo)
  const before = input.staffId === null ? null : own.find(({ id }) => id === input.staffId)
  if (before === undefined) return refuse(refusal('STAFF_NOT_FOUND'))
  const name = checkName(input.name)
  if (!name.ok) return name
  if (name.value.length > STAFF_NAME_CHARS_MAX) return refuse(refusal('NAME_TOO_LONG', 'name'))
  const folded = name.value.toLocaleLowerCase(PAPER_LOCALE)
  if (
    own.some(
      (other) =>
        other.id !== input.staffId && other.name.toLocaleLowerCase(PAPER_LOCALE) === folded,
    )
  ) {
    return refuse(refusal('STAFF_NAME_TAKEN', 'name'))
  }
  if (own.length === 0 && input.role !== 'owner') return refuse(refusal('FIRST_IS_OWNER', 'role'))
  if (before && input.role !== 'owner' && isLastOwner(store, before))
    return refuse(refusal('LAST_OWNER', 'role'))
  if (before === null && own.length >= STAFF_MAX)
    return refuse(refusal('STAFF_FULL', null, { most: String(STAFF_MAX) }))
  if (input.pin === null)
    return before === null
      ? refuse(refusal('PIN_NOT_VALID', 'pin'))
      : ok({ name: name.value, pin: null, by: acting.value })
  const pin = checkPin(input.pin)
  return pin.ok ? ok({ name: name.value, pin: pin.value, by: acting.value }) : pin
}

function isLastOwner(store: StaffStore, member: StaffMember): boolean {
  return (
    member.role === 'owner' && store.members().filter(({ role }) => role === 'owner').length === 1
  )
}
