/** Saving settings: whose they are, what stands against it, the log, and what follows from it. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { departsFromModel } from '#shared/selling/payment/emission.ts'
import { fieldClosedTo, ownersFieldIn } from '#shared/settings/who-may-change.ts'
import { cardSettingProblem, type Standing } from './card/card-setting.ts'
import { giveToChosen } from './printing/no-printer.ts'
import { portProblem } from './devices/scale-commands.ts'
import type { Giver } from './staff/staff-ports.ts'
import type { Store } from './store.ts'
import { refuseCompanyChange } from './issuing/outbox/refused-receipts.ts'
import type { Workers } from './workers.ts'

type Input = Parameters<TillApi['saveSettings']>[0]

const standingOf = ({
  cardRefunds,
  purpose,
  settings,
  cards,
  terminals,
  issuerRut,
}: Store): Standing => ({
  isPractice: purpose === 'practice',
  rut: issuerRut(),
  now: settings.read(),
  attempts: cards.attempts,
  isTaken: terminals.isTaken,
  isRefundOpen: () => cardRefunds.open().length > 0,
})

export async function saveSettings(
  { store, workers }: { readonly store: Store; readonly workers: Workers },
  input: Input,
) {
  const who = whoSaves(store, input)
  if (!who.ok) return who
  const problem = await standsAgainst(store, input)
  if (problem !== null) return refuse(problem)
  const { actor: staff, approverName } = who.value
  const saved = await store.settings.save(input, (changes) => {
    for (const detail of changes)
      store.staff.audit.write({ action: 'settings-changed', staff, approverName, detail })
  })
  if (saved.ok) await follow(store, workers, input)
  return saved
}

type Saver = Omit<Giver, 'rights'>

function whoSaves(store: Store, input: Input): Result<Saver, Refusal> {
  const owned = ownersFieldIn(input)
  const actor = store.staff.actor()
  const manager: Result<Saver, Refusal> =
    owned !== null
      ? store.staff.settingsRight.manager(owned)
      : actor.ok
        ? ok({ actor: actor.value, approverName: null, isOwner: actor.value.isOwner })
        : actor
  if (!manager.ok) return manager
  const { approverName, isOwner } = manager.value
  const isLent = approverName !== null
  const isOwnersWord = departsFromModel(input.paymentMethods ?? [], store.settings.read())
  const closed =
    fieldClosedTo(input, { isOwner, isLent }) ??
    (isOwnersWord && (isLent || !isOwner) ? 'paymentMethods' : null)
  return closed === null ? manager : refuse(refusal('OWNER_REQUIRED', closed))
}

async function standsAgainst(store: Store, input: Input): Promise<Refusal | null> {
  const unfinished = store.outbox.unfinishedCount()
  const waits = refuseCompanyChange(input.shop?.rut, store.issuerRut(), unfinished)
  if (waits !== null) return waits
  const portTaken = input.scale == null ? null : await portProblem(input.scale, store)
  const problem = portTaken ?? cardSettingProblem(input, standingOf(store))
  if (problem !== null) return problem
  const openShift = input.usesShifts === false ? store.openShiftOf() : null
  return openShift === null
    ? null
    : refusal('SHIFT_STILL_OPEN', 'usesShifts', { number: String(openShift.number) })
}

async function follow(store: Store, workers: Workers, input: Input): Promise<void> {
  if (input.cardTerminal !== undefined) await store.cards.follow()
  // What waited for a printer goes to the first one that is chosen.
  if (input.printerId !== undefined && giveToChosen(store) > 0) workers.wake()
  if (input.serviceUrl !== undefined || input.apiKey !== undefined) workers.connection.check()
  if (input.serviceUrl !== undefined || input.shop !== undefined) workers.wake()
}
