/**
 * The owner's settings, lent to whoever serves by a PIN over the shoulder: for one visit to the
 * settings, for as long as the same person serves, and for a quarter of an hour at most. Kept in
 * memory: a restart ends it.
 */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { Clock } from '../kernel/ports.ts'
import type { Actor, CounterSession, SettingsLoan, LentSettings } from './staff-ports.ts'

/** Long enough to set up a till with somebody beside, too short to be forgotten open. */
export const LENT_MS = 15 * 60_000

interface LentSettingsPorts {
  readonly session: CounterSession
  readonly clock: Clock
  readonly actor: () => Result<Actor, Refusal>
  /** As they are now; null for whoever has left the shop, who lends nothing. */
  readonly lender: (staffId: string) => Pick<Actor, 'rights' | 'isOwner'> | null
}

export function createLentSettings({
  session,
  clock,
  actor,
  lender,
}: LentSettingsPorts): LentSettings {
  const loan = (): SettingsLoan | null => {
    const { settingsLoan, staffId = null } = session
    if (settingsLoan == null || settingsLoan.toStaffId !== staffId) return null
    if (lender(settingsLoan.approver.id)?.rights.manageStaff !== true) return null
    return isOver(settingsLoan, clock) ? null : settingsLoan
  }
  return {
    lentBy: () => loan()?.approver.name ?? null,
    lend({ id, name }) {
      session.settingsLoan = {
        toStaffId: session.staffId ?? null,
        approver: { id, name },
        madeAt: clock.now(),
        untilMonotonicMs: clock.monotonicMs() + LENT_MS,
      }
    },
    giveBack() {
      session.settingsLoan = null
    },
    manager(field) {
      const acting = actor()
      if (!acting.ok) return acting
      const { rights, isOwner } = acting.value
      if (rights.manageStaff)
        return ok({ actor: acting.value, approverName: null, rights, isOwner })
      const approver = loan()?.approver
      const own = approver === undefined ? null : lender(approver.id)
      return approver === undefined || own === null
        ? refuse(refusal('OWNER_REQUIRED', field ?? null))
        : ok({ actor: acting.value, approverName: approver.name, ...own })
    },
  }
}

/** Steady time stands still while a machine sleeps, and the wall clock can be set: by either. */
function isOver({ madeAt, untilMonotonicMs }: SettingsLoan, clock: Clock): boolean {
  const ageMs = clock.now() - madeAt
  return clock.monotonicMs() >= untilMonotonicMs || ageMs < 0 || ageMs >= LENT_MS
}
