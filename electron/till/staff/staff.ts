/** Who serves at this counter, and who may. A till without people sells at once, with all rights and nobody asked. */
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { makeUlid, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import { checkName } from '#shared/cart/cart.ts'
import { checkPin, LONGEST_WAIT_MS, waitAfterMs } from '#shared/staff/pin.ts'
import { DEFAULT_RIGHTS, type PlainRight, type Role, type RoleRights } from '#shared/staff/rights.ts'
import type { TillApi } from '#shared/bridge/till-api.ts'
import type { StaffMember, StaffView } from '#shared/bridge/staff-views.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Journal } from '../journal.ts'
import type { Clock, Randomness } from '../ports.ts'
import { createAudit, type Audit } from './audit.ts'
import { hashPin, isPin, PIN_COST, SALT_BYTES } from './pin-hash.ts'
import { createStaffStore, type StaffStore, type StoredMember } from './staff-store.ts'

/** People of one till; a bigger shop has more tills. */
export const STAFF_MAX = 40
const STAFF_NAME_CHARS_MAX = 40
/** The PINs of the demo shop can be read on the screen; there is nothing to protect. */
const DEMO_PIN_COST = 10

/** Who serves: `undefined` since the start of the program, null while the counter is locked. Outlives the database. */
export interface CounterSession { staffId: string | null | undefined }

export type DemoStaff = readonly { readonly name: string; readonly role: Role; readonly pin: string }[]

export interface StaffPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly randomness: Randomness
  readonly session: CounterSession
  readonly demoStaff: DemoStaff
  readonly pinCost?: number | undefined
  /** Nothing real is issued: the demo's people count. */
  readonly isDemo: () => boolean
  /** The name of a till nobody is set up at. */
  readonly unnamed: () => string
}

export interface Actor {
  readonly id: string | null
  readonly name: string
  readonly rights: RoleRights
}

export interface Staff {
  readonly audit: Audit
  readonly store: StaffStore
  view: TillApi['staff']
  signIn: TillApi['signIn']
  signOut: TillApi['signOut']
  save: TillApi['saveStaff']
  remove: TillApi['removeStaff']
  saveRights: TillApi['saveRights']
  isOn(): boolean
  /** Whoever acts now, or the refusal that asks for a PIN. */
  actor(): Result<Actor, Refusal>
  /** The name that stands on a sale. */
  cashierName(): string
  /** Whose PIN this is. Wrong ones are counted and cost waits. */
  verify(staffId: string, pin: string): Promise<Result<StoredMember, Refusal>>
  seedDemo(): Promise<void>
}

export function createStaff(ports: StaffPorts): Staff {
  const { db, journal, clock, session } = ports
  const store = createStaffStore(db, ports.isDemo)
  const audit = createAudit(db, clock)
  const isOn = () => store.members().length > 0
  const current = () => (session.staffId == null ? null : store.find(session.staffId))
  const nobody = (): Actor => ({ id: null, name: ports.unnamed(), rights: DEFAULT_RIGHTS.owner })
  const actor = (): Result<Actor, Refusal> => {
    if (!isOn()) return ok(nobody())
    const member = current()
    return member ? ok({ id: member.id, name: member.name, rights: store.rights(member.role) }) : refuse(refusal('SIGN_IN_REQUIRED'))
  }
  const verify = createVerifier(store, audit, clock)
  const view = (): StaffView => {
    const member = current()
    const acting = actor()
    return {
      isOn: isOn(), current: member && toView(member), members: store.members().map(toView),
      rights: acting.ok ? acting.value.rights : NO_RIGHTS,
      rightsOf: { cashier: store.rights('cashier'), supervisor: store.rights('supervisor'), owner: store.rights('owner') },
      demoPins: store.members().some(({ isDemo }) => isDemo) ? ports.demoStaff.map(({ name, pin }) => ({ name, pin })) : [],
    }
  }
  /** Says it to every screen, and answers with the new picture. */
  const told = (): StaffView => {
    journal.publish()
    return view()
  }
  const change = (work: () => void) => {
    db.transaction(() => {
      work()
      journal.append('staff', null, {})
    }).immediate()
  }
  const mayManage = (right: PlainRight = 'manageStaff'): Result<Actor, Refusal> => {
    const acting = actor()
    return !acting.ok || acting.value.rights[right] ? acting : refuse(refusal('RIGHT_REQUIRED'))
  }

  return {
    audit, store, view, isOn, actor, verify,
    cashierName: () => current()?.name ?? ports.unnamed(),
    async signIn({ staffId, pin }) {
      const verified = await verify(staffId, pin)
      if (!verified.ok) return verified
      session.staffId = verified.value.id
      change(() => audit.write({ action: 'sign-in', staff: verified.value }))
      return ok(told())
    },
    signOut() {
      const member = current()
      session.staffId = null
      if (member) change(() => audit.write({ action: 'sign-out', staff: member }))
      return told()
    },
    async save(input) {
      const checked = checkMember(input, store, mayManage())
      if (!checked.ok) return checked
      const pin = checked.value.pin === null ? null : await hashPin(checked.value.pin, ports.randomness.bytes(SALT_BYTES), ports.pinCost ?? PIN_COST)
      const acting = actor()
      if (!acting.ok) return acting
      const id = input.staffId ?? makeUlid(clock.now(), ports.randomness.bytes(ULID_RANDOM_BYTES))
      const member: StaffMember = { id, name: checked.value.name, role: input.role }
      const isFirst = !store.members().some(({ isDemo }) => !isDemo)
      change(() => {
        // The demo's people, whose PINs everybody knows, go with the first real one.
        for (const { id: demoId, isDemo } of store.members()) if (isDemo) store.deactivate(demoId)
        if (input.staffId === null && pin !== null) store.add(member, pin, false, clock.now())
        else store.change(member, pin)
        audit.write({ action: 'staff-saved', staff: acting.value, detail: { name: member.name, role: member.role, pin: pin === null ? null : 1 } })
      })
      if (isFirst) session.staffId = id
      return ok(told())
    },
    remove(staffId) {
      const acting = mayManage()
      if (!acting.ok) return acting
      const member = store.find(staffId)
      if (!member) return refuse(refusal('STAFF_NOT_FOUND'))
      if (isLastOwner(store, member)) return refuse(refusal('LAST_OWNER'))
      change(() => {
        store.deactivate(staffId)
        audit.write({ action: 'staff-removed', staff: acting.value, detail: { name: member.name, role: member.role } })
      })
      return ok(told())
    },
    saveRights({ role, rights }) {
      const acting = mayManage()
      if (!acting.ok) return acting
      for (const field of ['lineDiscountPercent', 'cartDiscountPercent'] as const) {
        if (!Number.isInteger(rights[field]) || rights[field] < 0 || rights[field] > 100) return refuse(refusal('PERCENT_NOT_VALID', field))
      }
      change(() => {
        store.saveRights(role, { ...store.rights(role), ...rights })
        audit.write({
          action: 'rights-changed', staff: acting.value,
          detail: { role, lineDiscountPercent: rights.lineDiscountPercent, cartDiscountPercent: rights.cartDiscountPercent },
        })
      })
      return ok(told())
    },
    async seedDemo() {
      if (!ports.isDemo()) return
      if (ports.demoStaff.length > 0 && !isOn()) {
        const pins = await Promise.all(ports.demoStaff.map(({ pin }) => hashPin(pin, ports.randomness.bytes(SALT_BYTES), DEMO_PIN_COST)))
        change(() => ports.demoStaff.forEach(({ name, role }, index) => {
          const pin = pins[index]
          const id = makeUlid(clock.now(), ports.randomness.bytes(ULID_RANDOM_BYTES))
          if (pin) store.add({ id, name, role }, pin, true, clock.now() + index)
        }))
      }
      // The demo sells from the first second: its first cashier serves.
      if (session.staffId === undefined) session.staffId = store.members().find(({ isDemo }) => isDemo)?.id
    },
  }
}

const NO_RIGHTS: RoleRights = {
  lineDiscountPercent: 0, cartDiscountPercent: 0, changePrice: false, freeLine: false, deletePending: false, openDrawer: false,
  discardParked: false, readAudit: false, manageStaff: false,
}

function createVerifier(store: StaffStore, audit: Audit, clock: Clock): Staff['verify'] {
  /** A clock set back must not lock somebody out for longer than the longest wait. */
  const waitMs = (member: StoredMember) => Math.min(member.lockedUntilMs - clock.now(), LONGEST_WAIT_MS)
  const locked = (ms: number) => refuse(refusal('PIN_LOCKED', 'pin', { seconds: String(Math.ceil(ms / 1000)) }))
  return async (staffId, pin) => {
    const member = store.find(staffId)
    if (!member) return refuse(refusal('STAFF_NOT_FOUND'))
    if (waitMs(member) > 0) return locked(waitMs(member))
    // Counted before it is compared: a hundred guesses at once cost as much as one after the other.
    const failedCount = member.failedCount + 1
    store.setTries(staffId, failedCount, clock.now() + waitAfterMs(failedCount))
    if (await isPin(pin, member.pin)) {
      store.setTries(staffId, 0, 0)
      return ok(member)
    }
    audit.write({ action: 'pin-wrong', staff: member, detail: { tries: failedCount } })
    const next = waitAfterMs(failedCount)
    return next > 0 ? locked(next) : refuse(refusal('PIN_WRONG', 'pin'))
  }
}

function checkMember(
  input: Parameters<TillApi['saveStaff']>[0], store: StaffStore, acting: Result<Actor, Refusal>,
): Result<{ name: string; pin: string | null }, Refusal> {
  if (!acting.ok) return acting
  const own = store.members().filter(({ isDemo }) => !isDemo)
  const before = input.staffId === null ? null : own.find(({ id }) => id === input.staffId)
  if (before === undefined) return refuse(refusal('STAFF_NOT_FOUND'))
  const name = checkName(input.name)
  if (!name.ok) return name
  if (name.value.length > STAFF_NAME_CHARS_MAX) return refuse(refusal('NAME_TOO_LONG', 'name'))
  const folded = name.value.toLocaleLowerCase('es')
  if (own.some((other) => other.id !== input.staffId && other.name.toLocaleLowerCase('es') === folded)) {
    return refuse(refusal('STAFF_NAME_TAKEN', 'name'))
  }
  if (own.length === 0 && input.role !== 'owner') return refuse(refusal('FIRST_IS_OWNER', 'role'))
  if (before && input.role !== 'owner' && isLastOwner(store, before)) return refuse(refusal('LAST_OWNER', 'role'))
  if (before === null && own.length >= STAFF_MAX) return refuse(refusal('STAFF_FULL', null, { most: String(STAFF_MAX) }))
  if (input.pin === null) return before === null ? refuse(refusal('PIN_NOT_VALID', 'pin')) : ok({ name: name.value, pin: null })
  const pin = checkPin(input.pin)
  return pin.ok ? ok({ name: name.value, pin: pin.value }) : pin
}

function isLastOwner(store: StaffStore, member: StaffMember): boolean {
  return member.role === 'owner' && store.members().filter(({ role }) => role === 'owner').length === 1
}

function toView({ id, name, role }: StaffMember): StaffMember {
  return { id, name, role }
}
