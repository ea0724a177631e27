/** Setting up who works at a till: the owner's part. Every change is a row in the log. */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { PAPER_LOCALE } from '#shared/languages/paper-language.ts'
import { checkPin } from '#shared/staff/pin.ts'
import { changedFields } from '#shared/settings/changed-fields.ts'
import { checkShownName } from '#shared/staff/shown-name.ts'
import { NO_RIGHTS, type RoleRights } from '#shared/staff/rights.ts'
import type { Roles } from '#shared/staff/roles.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { StaffMember } from '#shared/staff/views.ts'
import { hashPin, PIN_COST, SALT_BYTES } from './pin-hash.ts'
import { endCodeOf } from './owner-code.ts'
import type { StaffStore, StoredMember } from './staff-store.ts'
import type { PeopleParts } from './people-parts.ts'
import { checkRoles, createOwnRoles, shopAway, tooMuch, wrongPercent } from './own-roles.ts'
import type { Staff, Giver } from './staff-ports.ts'

/** People of one till; a bigger shop has more tills. */
const STAFF_MAX = 40
const STAFF_NAME_CHARS_MAX = 40
export function createPeople(
  parts: PeopleParts,
): Pick<Staff, 'save' | 'remove' | 'saveRights' | 'saveRole' | 'removeRole'> {
  const { ports, store, audit, change, publishView } = parts
  return {
    ...createOwnRoles(parts),
    save: (input) => saveMember(parts, input),
    remove(staffId, _, who) {
      const away = peopleAway(parts)
      if (away !== null) return refuse(away)
      const member = store.find(staffId)
      if (!member) return refuse(refusal('STAFF_NOT_FOUND'))
      if (isLastOwner(parts, member)) return refuse(refusal('LAST_OWNER'))
      const above = tooMuch(store.rightsOf(member), who)
      if (above !== null) return refuse(above)
      change(() => {
        store.deactivate(staffId)
        store.sign(staffId, who.actor.name)
        endCodeOf({ db: ports.db, audit }, member, who)
        audit.write({
          action: 'staff-removed',
          staff: who.actor,
          approverName: who.approverName,
          detail: { name: member.name, role: rolesText(store, member) },
        })
      })
      return ok(publishView())
    },
    saveRights({ role, rights }, _, who) {
      const away = shopAway(parts)
      if (away !== null) return refuse(away)
      const wrong = wrongPercent(rights)
      if (wrong !== null) return refuse(refusal('PERCENT_NOT_VALID', wrong))
      const before = store.rights(role)
      const after = { ...before, ...rights }
      const above = tooMuch(after, who) ?? tooMuch(before, who)
      if (above !== null) return refuse(above)
      change(() => {
        store.saveRights(role, after)
        audit.write({
          action: 'rights-changed',
          staff: who.actor,
          approverName: who.approverName,
          detail: {
            role,
            lineDiscountPercent: rights.lineDiscountPercent,
            cartDiscountPercent: rights.cartDiscountPercent,
          },
        })
        // Right by right, so that nobody gets one without a word of it.
        for (const detail of changedFields({ ...before }, { ...after }, `rights.${role}.`))
          audit.write({
            action: 'settings-changed',
            staff: who.actor,
            approverName: who.approverName,
            detail,
          })
      })
      return ok(publishView())
    },
  }
}

async function saveMember(
  parts: PeopleParts,
  input: Parameters<TillApi['saveStaff']>[0],
): ReturnType<TillApi['saveStaff']> {
  const { ports, store, audit, change, publishView } = parts
  const { clock, session } = ports
  const checked = checkMember(parts, input)
  if (!checked.ok) return checked
  const unconfirmed = await askLender(parts, input, checked.value)
  if (unconfirmed !== null) return refuse(unconfirmed)
  const pin = await hashTyped(parts, checked.value.pin)
  // Hashing takes a moment, in which others may have been saved or removed.
  const still = checkMember(parts, input)
  if (!still.ok) return still
  const { by, before } = still.value
  const id = input.staffId ?? ports.ids.next()
  const { name, roleIds } = still.value
  const member: StaffMember = { id, name, role: input.role, roleIds }
  const isFirst = !store.members().some(({ isDemo }) => !isDemo)
  change(() => {
    // The demo's people, whose PINs everybody knows, go with the first real one.
    for (const { id: demoId, isDemo } of store.members()) if (isDemo) store.deactivate(demoId)
    if (input.staffId === null && pin !== null) store.add(member, pin, false, clock.now())
    else store.change(member, pin)
    store.sign(id, by.actor.name)
    if (before !== null && member.role !== 'owner') endCodeOf({ db: ports.db, audit }, before, by)
    audit.write({
      action: 'staff-saved',
      staff: by.actor,
      approverName: by.approverName,
      detail: { name: member.name, role: rolesText(store, member), pin: pin === null ? null : 1 },
    })
  })
  if (isFirst) session.staffId = id
  return ok(publishView())
}

/**
 * Settings lent for a quarter of an hour make nobody anything behind the lender's back, and give
 * nobody another PIN: the lender types theirs once more. Null when there is nothing to ask.
 */
async function askLender(
  { ports: { session }, verify }: PeopleParts,
  { ownerPin = null }: Parameters<TillApi['saveStaff']>[0],
  { by }: CheckedMember,
): Promise<Refusal | null> {
  const lender = session.settingsLoan?.approver
  if (by.approverName === null || lender === undefined) return null
  if (ownerPin === null) return refusal('OWNER_PIN_REQUIRED', 'ownerPin', { name: by.approverName })
  const verified = await verify(lender.id, ownerPin, by.actor.id)
  return verified.ok ? null : { ...verified.refusal, field: 'ownerPin' }
}

/** Null = they keep the one they have. */
async function hashTyped({ ports, peppering }: PeopleParts, typed: string | null) {
  const { randomness, pinCost = PIN_COST } = ports
  if (typed === null) return null
  return hashPin(typed, randomness.bytes(SALT_BYTES), pinCost, peppering.now())
}

interface CheckedMember {
  readonly name: string
  readonly roleIds: readonly string[]
  readonly pin: string | null
  /** Null for somebody new. */
  readonly before: StaffMember | null
  readonly by: Giver
}

function checkMember(
  parts: PeopleParts,
  input: Parameters<TillApi['saveStaff']>[0],
): Result<CheckedMember, Refusal> {
  const { store } = parts
  const acting = parts.manager()
  if (!acting.ok) return acting
  const away = peopleAway(parts)
  if (away !== null) return refuse(away)
  const own = store.members().filter(({ isDemo }) => !isDemo)
  const before = input.staffId === null ? null : own.find(({ id }) => id === input.staffId)
  if (before === undefined) return refuse(refusal('STAFF_NOT_FOUND'))
  const name = freeName(store, own, input)
  if (!name.ok) return name
  const noOwner = input.role === 'owner' ? null : withoutOwner(parts, own, before)
  if (noOwner !== null) return refuse(noOwner)
  if (before === null && own.length >= STAFF_MAX)
    return refuse(refusal('STAFF_FULL', null, { most: String(STAFF_MAX) }))
  const after = rolesAfter(input, before)
  const wrong =
    checkRoles({ store }, after, before) ?? aboveManager(store, acting.value, before, after)
  if (wrong !== null) return refuse(wrong)
  const checked = { name: name.value, roleIds: after.roleIds, before, by: acting.value }
  const pin = pinOf(input.pin, before)
  return pin.ok ? ok({ ...checked, pin: pin.value }) : pin
}

type Typed = Parameters<TillApi['saveStaff']>[0]
const rolesAfter = ({ role, roleIds }: Typed, before: StaffMember | null) => ({
  role,
  roleIds: roleIds ?? before?.roleIds ?? [],
})

/** Null: whoever is here already keeps theirs. */
const pinOf = (typed: string | null, before: StaffMember | null) =>
  typed === null && before !== null ? ok(null) : checkPin(typed ?? '')

/** Somebody owns the shop, always. */
function withoutOwner(
  parts: PeopleParts,
  own: readonly StaffMember[],
  before: StaffMember | null,
): Refusal | null {
  if (own.length === 0) return refusal('FIRST_IS_OWNER', 'role')
  return before !== null && isLastOwner(parts, before) ? refusal('LAST_OWNER', 'role') : null
}

function freeName(
  store: StaffStore,
  own: readonly StaffMember[],
  input: Pick<Parameters<TillApi['saveStaff']>[0], 'staffId' | 'name'>,
): Result<string, Refusal> {
  const name = checkShownName(input.name, STAFF_NAME_CHARS_MAX)
  if (!name.ok) return name
  const folded = name.value.toLocaleLowerCase(PAPER_LOCALE)
  const isTaken = own.some(
    (other) => other.id !== input.staffId && other.name.toLocaleLowerCase(PAPER_LOCALE) === folded,
  )
  return isTaken || store.isNameKept(name.value)
    ? refuse(refusal('STAFF_NAME_TAKEN', 'name'))
    : name
}

/** A PIN or a role for somebody who has more would be a way to have more oneself. */
function aboveManager(
  store: StaffStore,
  manager: Giver,
  before: StaffMember | null,
  after: Roles,
): Refusal | null {
  if (!manager.isOwner && (after.role === 'owner' || before?.role === 'owner'))
    return refusal('RIGHT_ABOVE_OWN', 'role')
  return (
    tooMuch(store.rightsOf(after), manager) ??
    (before === null ? null : tooMuch(store.rightsOf(before), manager)) ??
    // An owner's place is asked for in a way of its own.
    (after.role === 'owner'
      ? null
      : keptFromLoan(
          before === null ? NO_RIGHTS : store.rightsOf(before),
          store.rightsOf(after),
          manager,
        ))
  )
}

/**
 * Settings that are lent for a visit give nobody the settings for good, oneself first of all: that
 * is for whoever stands there in their own name.
 */
function keptFromLoan(
  before: Pick<RoleRights, 'manageStaff'>,
  after: Pick<RoleRights, 'manageStaff'>,
  { approverName }: Giver,
): Refusal | null {
  const isNew = after.manageStaff && !before.manageStaff
  return isNew && approverName !== null ? refusal('OWNER_REQUIRED', 'manageStaff') : null
}

/** As the log says it: the till's own word for the three, the shop's names for its own. */
function rolesText(store: StaffStore, { role, roleIds }: Roles): string {
  const own = store.roles.all().filter(({ id }) => roleIds.includes(id))
  return [...(role === null ? [] : [role]), ...own.map(({ name }) => name)].join(', ')
}

/** What another till has changed of somebody would be undone by what is said unheard. */
const peopleAway = ({ shop }: PeopleParts): Refusal | null =>
  shop.sharesPeople() && shop.isAway() ? refusal('PEOPLE_SHOP_AWAY') : null

/** With a PIN that is good here; in a shop, with one that is good at its other tills too. */
function isLastOwner({ store, shop, peppering }: PeopleParts, member: StaffMember): boolean {
  const comesIn = ({ pin }: StoredMember) =>
    shop.sharesPeople() ? pin.pepperId === peppering.now()?.id : peppering.knows(pin)
  return (
    member.role === 'owner' &&
    !store.members().some((one) => one.id !== member.id && one.role === 'owner' && comesIn(one))
  )
}
