/**
 * Who serves at this counter, and who may. A till without people sells at once, with all rights and
 * nobody asked.
 */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { DEFAULT_RIGHTS, NO_RIGHTS } from '#shared/staff/rights.ts'
import type { StaffMember, StaffView } from '#shared/staff/views.ts'
import { createAudit } from '../audit/audit.ts'
import { createLentSettings } from './lent-settings.ts'
import { seedDemo } from './demo-staff.ts'
import { createOwnerCode } from './owner-code.ts'
import { createPeople } from './people.ts'
import { createPeppering } from './people-parts.ts'
import { createStaffStore, type StaffStore } from './staff-store.ts'
import type { Actor, StaffPorts, Staff, StaffShop } from './staff-ports.ts'
import { createVerifier } from './verify-pin.ts'

export function createStaff(ports: StaffPorts): Staff {
  const { db, journal, clock, session } = ports
  const store = createStaffStore(db, ports.isDemo)
  const audit = createAudit(db, clock)
  const { current, serve, ...serving } = whoServes(ports, store)
  const shop: StaffShop = { isAway: () => false, id: () => null, sharesPeople: () => false }
  const peppering = createPeppering(ports, shop)
  const verify = createVerifier({ ports, peppering, store, audit })
  const settingsRight = createLentSettings({
    session,
    clock,
    actor: serving.actor,
    lender: lenderOf(store),
  })
  const view = (): StaffView => ({
    ...viewOf(ports, store),
    isOn: serving.isOn(),
    current: current(),
    isShared: shop.sharesPeople(),
    rights: rightsNow(serving.actor()),
    mayChangeSettings: settingsRight.manager().ok,
    settingsLentBy: settingsRight.lentBy(),
  })
  /** Says it to every screen, and answers with the new picture. */
  const publishView = (): StaffView => {
    journal.publish()
    return view()
  }
  const change = changing(ports)
  const { manager } = settingsRight
  const parts = { ports, peppering, store, shop, audit, manager, verify, change, publishView }
  return {
    ...createPeople(parts),
    ...createOwnerCode({ ...parts, db }),
    seedDemo: () => seedDemo({ ports, store, change }),
    settingsRight,
    audit,
    store,
    shop,
    peppers: ports.peppers ?? null,
    endServing: createEnding(ports, settingsRight, serve),
    view,
    verify,
    ...serving,
    async signIn({ staffId, pin }, handOver = () => ok(() => undefined)) {
      const verified = await verify(staffId, pin, null)
      if (!verified.ok) return verified
      const handed = handOver(verified.value)
      if (!handed.ok) return handed
      serve(verified.value.id)
      settingsRight.giveBack()
      change(() => {
        audit.write({ action: 'sign-in', staff: verified.value })
        handed.value()
      })
      return ok(publishView())
    },
    signOut() {
      const member = current()
      serve(null)
      settingsRight.giveBack()
      if (member) change(() => audit.write({ action: 'sign-out', staff: member }))
      return publishView()
    },
    giveBackSettings() {
      settingsRight.giveBack()
      return publishView()
    },
  }
}

const lenderOf = (store: StaffStore) => (staffId: string) => {
  const person = store.find(staffId)
  return person && { rights: store.rightsOf(person), isOwner: person.role === 'owner' }
}

function createEnding(
  { db, clock, session }: StaffPorts,
  settingsRight: Staff['settingsRight'],
  serve: (staffId: string | null) => void,
): Staff['endServing'] {
  const endApprovals = db.prepare(
    'UPDATE approval SET expires_at_ms = ? WHERE approver_id = ? AND used_at_ms IS NULL',
  )
  return (staffId) => {
    endApprovals.run(clock.now(), staffId)
    if (session.settingsLoan?.approver.id === staffId) settingsRight.giveBack()
    if (session.staffId !== staffId) return
    serve(null)
    settingsRight.giveBack()
  }
}

/** A change of the people and its announcement, in one transaction. */
const changing =
  ({ db, journal }: StaffPorts) =>
  (work: () => void): void =>
    db
      .transaction(() => {
        work()
        journal.append('staff', null, {})
      })
      .immediate()

/** Who acts now, and under which name. */
function whoServes({ session, unnamed }: StaffPorts, store: StaffStore) {
  let turn = {}
  const isOn = () => store.members().length > 0
  const current = (): StaffMember | null => {
    const member = session.staffId == null ? null : store.find(session.staffId)
    return member && toView(member)
  }
  return {
    isOn,
    current,
    serve(staffId: string | null) {
      session.staffId = staffId
      turn = {}
    },
    turn: () => turn,
    cashierName: () => current()?.name ?? unnamed(),
    actor(): Result<Actor, Refusal> {
      if (!isOn())
        return ok({ id: null, name: unnamed(), rights: DEFAULT_RIGHTS.owner, isOwner: true })
      const member = current()
      return member
        ? ok({
            id: member.id,
            name: member.name,
            rights: store.rightsOf(member),
            isOwner: member.role === 'owner',
          })
        : refuse(refusal('SIGN_IN_REQUIRED'))
    },
  }
}

const rightsNow = (actor: Result<Actor, Refusal>) => (actor.ok ? actor.value.rights : NO_RIGHTS)

/** What a screen shows of the people, whoever serves. */
function viewOf(
  { demoStaff }: StaffPorts,
  store: StaffStore,
): Pick<StaffView, 'members' | 'rightsOf' | 'ownRoles' | 'demoPins'> {
  const members = store.members()
  return {
    members: members.map(toView),
    rightsOf: {
      cashier: store.rights('cashier'),
      supervisor: store.rights('supervisor'),
      owner: store.rights('owner'),
    },
    ownRoles: store.roles.all(),
    demoPins: members.some(({ isDemo }) => isDemo)
      ? demoStaff.map(({ name, pin }) => ({ name, pin }))
      : [],
  }
}

function toView({ id, name, role, roleIds }: StaffMember): StaffMember {
  return { id, name, role, roleIds }
}
