/** Who serves at this counter, and who may. A till without people sells at once, with all rights and nobody asked. */
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { LONGEST_WAIT_MS, waitAfterMs } from '#shared/staff/pin.ts'
import { DEFAULT_RIGHTS, type Role, type RoleRights } from '#shared/staff/rights.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { StaffMember, StaffView } from '#shared/bridge/staff-views.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Journal } from '../journal.ts'
import type { Clock, Randomness } from '../ports.ts'
import { createAudit, type Audit } from './audit.ts'
import { createLentSettings, type LentSettings, type SettingsLoan } from './lent-settings.ts'
import { createPeople } from './people.ts'
import { isPin } from './pin-hash.ts'
import { createStaffStore, type StaffStore, type StoredMember } from './staff-store.ts'

/** Who serves: `undefined` since the start of the program, null while the counter is locked. Outlives the database. */
export interface CounterSession { staffId: string | null | undefined; settingsLoan?: SettingsLoan | null }

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

export type HandOver = (member: StaffMember) => Result<() => void, Refusal>

export interface Staff {
  /** The owner's settings, their own or lent. */
  readonly settingsRight: LentSettings
  readonly audit: Audit
  readonly store: StaffStore
  view: TillApi['staff']
  /** `handOver` may refuse whoever has typed their PIN; what it answers runs with the sign-in, in its transaction. */
  signIn(input: Parameters<TillApi['signIn']>[0], handOver?: HandOver): ReturnType<TillApi['signIn']>
  signOut: TillApi['signOut']
  giveBackSettings: TillApi['giveBackSettings']
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
  const settingsRight = createLentSettings({ session, clock, actor })
  const view = (): StaffView => {
    const member = current()
    const acting = actor()
    return {
      isOn: isOn(), current: member && toView(member), members: store.members().map(toView),
      rights: acting.ok ? acting.value.rights : NO_RIGHTS,
      rightsOf: { cashier: store.rights('cashier'), supervisor: store.rights('supervisor'), owner: store.rights('owner') },
      mayChangeSettings: settingsRight.manager().ok, settingsLentBy: settingsRight.lentBy(),
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

  return {
    ...createPeople({ ports, store, audit, manager: settingsRight.manager, change, told }),
    settingsRight, audit, store, view, isOn, actor, verify,
    cashierName: () => current()?.name ?? ports.unnamed(),
    async signIn({ staffId, pin }, handOver = () => ok(() => undefined)) {
      const verified = await verify(staffId, pin)
      if (!verified.ok) return verified
      const handed = handOver(verified.value)
      if (!handed.ok) return handed
      session.staffId = verified.value.id
      settingsRight.giveBack()
      change(() => {
        audit.write({ action: 'sign-in', staff: verified.value })
        handed.value()
      })
      return ok(told())
    },
    signOut() {
      const member = current()
      session.staffId = null
      settingsRight.giveBack()
      if (member) change(() => audit.write({ action: 'sign-out', staff: member }))
      return told()
    },
    giveBackSettings() {
      settingsRight.giveBack()
      return told()
    },
  }
}

const NO_RIGHTS: RoleRights = {
  lineDiscountPercent: 0, cartDiscountPercent: 0, changePrice: false, freeLine: false, deletePending: false, openDrawer: false,
  discardParked: false, refund: false, moveCash: false, acceptDifference: false, readAudit: false, manageStaff: false,
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

function toView({ id, name, role }: StaffMember): StaffMember {
  return { id, name, role }
}
