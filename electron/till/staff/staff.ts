/**
 * Who serves at this counter, and who may. A till without people sells at once, with all rights and
 * nobody asked.
 */
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { LONGEST_WAIT_MS, waitAfterMs } from '#shared/staff/pin.ts'
import { DEFAULT_RIGHTS, NO_RIGHTS } from '#shared/staff/rights.ts'
import type { StaffMember, StaffView } from '#shared/bridge/staff-views.ts'
import { createAudit, type Audit } from './audit.ts'
import { createLentSettings } from './lent-settings.ts'
import { createPeople } from './people.ts'
import { hashPin, isPin, PIN_COST, SALT_BYTES } from './pin-hash.ts'
import { createStaffStore, type StaffStore, type StoredMember } from './staff-store.ts'
import type { Actor, StaffPorts, Staff } from './staff-ports.ts'

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

function createVerifier(
  { clock, randomness, pinCost = PIN_COST }: StaffPorts,
  store: StaffStore,
  audit: Audit,
): Staff['verify'] {
  /**
   * A clock set back must not lock somebody out for longer than the longest wait, which runs from
   * when it is seen.
   */
  const waitMs = ({ id, failedCount, lockedUntilMs }: StoredMember) => {
    const latestMs = clock.now() + LONGEST_WAIT_MS
    if (lockedUntilMs > latestMs) store.setTries(id, failedCount, latestMs)
    return Math.min(lockedUntilMs, latestMs) - clock.now()
  }
  const locked = (ms: number) =>
    refuse(refusal('PIN_LOCKED', 'pin', { seconds: String(Math.ceil(ms / 1000)) }))
  /** Whose PIN is still the one that was compared, after a moment in which anything was saved. */
  const stillOf = ({ id, pin }: StoredMember) => {
    const still = store.find(id)
    return still !== null && Buffer.from(still.pin.hash).equals(pin.hash) ? still : null
  }
  const verify: Staff['verify'] = async (staffId, pin) => {
    const member = store.find(staffId)
    if (!member) return refuse(refusal('STAFF_NOT_FOUND'))
    const lockedMs = waitMs(member)
    if (lockedMs > 0) return locked(lockedMs)
    // Counted before it is compared: a hundred guesses at once cost as much as one after the other.
    const failedCount = member.failedCount + 1
    store.setTries(staffId, failedCount, clock.now() + waitAfterMs(failedCount))
    const isRight = await isPin(pin, member.pin)
    // Another PIN meanwhile: what was compared says nothing about it.
    if (stillOf(member) === null) return verify(staffId, pin)
    if (isRight) {
      store.setTries(staffId, 0, 0)
      // Only now is the PIN at hand: a hash of an older till is made again as they are made today.
      if (member.pin.cost < pinCost && !member.isDemo) {
        const anew = await hashPin(pin, randomness.bytes(SALT_BYTES), pinCost)
        const still = stillOf(member)
        if (still === null) return verify(staffId, pin)
        store.change(still, anew)
      }
      const now = store.find(staffId)
      return now === null ? refuse(refusal('STAFF_NOT_FOUND')) : ok(now)
    }
    audit.write({ action: 'pin-wrong', staff: member, detail: { tries: failedCount } })
    const next = waitAfterMs(failedCount)
    return next > 0 ? locked(next) : refuse(refusal('PIN_WRONG', 'pin'))
  }
  return verify
}

function toView({ id, name, role }: StaffMember): StaffMember {
  return { id, name, role }
}
