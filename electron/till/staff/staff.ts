/**
 * Who serves at this counter, and who may. A till without people sells at once, with all rights and
 * nobody asked.
 */
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { DEFAULT_RIGHTS, NO_RIGHTS } from '#shared/staff/rights.ts'
import type { StaffMember, StaffView } from '#shared/bridge/staff-views.ts'
import { createAudit } from './audit.ts'
import { createLentSettings } from './lent-settings.ts'
import { createPeople } from './people.ts'
import { createStaffStore } from './staff-store.ts'
import type { Actor, StaffPorts, Staff } from './staff-ports.ts'
import { createVerifier } from './verify-pin.ts'

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
    return member
      ? ok({ id: member.id, name: member.name, rights: store.rights(member.role) })
      : refuse(refusal('SIGN_IN_REQUIRED'))
  }
  const verify = createVerifier(ports, store, audit)
  const settingsRight = createLentSettings({ session, clock, actor })
  const view = (): StaffView => {
    const member = current()
    const acting = actor()
    return {
      isOn: isOn(),
      current: member && toView(member),
      members: store.members().map(toView),
      rights: acting.ok ? acting.value.rights : NO_RIGHTS,
      rightsOf: {
        cashier: store.rights('cashier'),
        supervisor: store.rights('supervisor'),
        owner: store.rights('owner'),
      },
      mayChangeSettings: settingsRight.manager().ok,
      settingsLentBy: settingsRight.lentBy(),
      demoPins: store.members().some(({ isDemo }) => isDemo)
        ? ports.demoStaff.map(({ name, pin }) => ({ name, pin }))
        : [],
    }
  }
  /** Says it to every screen, and answers with the new picture. */
  const publishView = (): StaffView => {
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
    ...createPeople({ ports, store, audit, manager: settingsRight.manager, change, publishView }),
    settingsRight,
    audit,
    store,
    view,
    isOn,
    actor,
    verify,
    cashierName: () => current()?.name ?? ports.unnamed(),
    async signIn({ staffId, pin }, handOver = () => ok(() => undefined)) {
      const verified = await verify(staffId, pin, null)
      if (!verified.ok) return verified
      const handed = handOver(verified.value)
      if (!handed.ok) return handed
      session.staffId = verified.value.id
      settingsRight.giveBack()
      change(() => {
        audit.write({ action: 'sign-in', staff: verified.value })
        handed.value()
      })
      return ok(publishView())
    },
    signOut() {
      const member = current()
      session.staffId = null
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

function toView({ id, name, role }: StaffMember): StaffMember {
  return { id, name, role }
}
