/** Other versions of the program: who may ask for one, and whether now is the time. */
import { z } from 'zod'
import type { UpdatesView } from '#shared/updates/contract.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { MachineUpdates, UpdateOrder } from '#shared/updates/machine-updates.ts'
import {
  mayHandOver,
  mayOfferUpdate,
  type UpdateFacts,
  type UpdateWish,
} from '#shared/updates/offer.ts'
import { parsePlace } from '#shared/updates/place.ts'
import { compareVersions } from '#shared/updates/version.ts'
import { listBackups } from '../kernel/backup-files.ts'
import type { Log } from '#shared/core/ports.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock, DeskPort } from '../kernel/ports.ts'
import type { TillFolder } from '../kernel/till-folder.ts'
import type { Settings } from '../settings/settings.ts'
import type { Handlers, Staff } from '../staff/staff-ports.ts'
import { storedSetting } from '../kernel/stored-setting.ts'

interface UpdateOptions {
  readonly desk?: DeskPort
  readonly version: string
  readonly clock: Clock
  readonly log: Log
}

interface UpdateStore {
  readonly db: TillDatabase
  readonly folder: TillFolder
  readonly staff: Staff
  readonly settings: Settings
  readonly durability: { readonly backUp: () => Promise<unknown> }
  readonly outbox: { readonly counts: () => { readonly pendingCount: number } }
  readonly printing: { readonly queueCount: () => number }
  readonly openShiftOf: () => object | null
}

type UpdateCommands = Handlers<
  'updates' | 'chooseUpdatePlace' | 'lookForUpdate' | 'fetchUpdate' | 'orderUpdate' | 'cancelUpdate'
>

export function createUpdateCommands(options: UpdateOptions, store: UpdateStore): UpdateCommands {
  const places = createPlaces(store.db)
  const ask = asker(options)
  const { audit } = store.staff
  const begin = async (what: 'look' | 'fetch'): Promise<Result<null, Refusal>> => {
    const place = places.read()
    if (place === '') return refuse(refusal('UPDATE_NO_PLACE', 'place'))
    return nothingOf(await ask({ what, place }))
  }
  return {
    async updates() {
      const machine = await ask({ what: 'view' })
      return machine.ok ? ok(viewOf(options, store, machine.value, places.read())) : machine
    },
    async chooseUpdatePlace({ place }, _, { actor, approverName }) {
      const parsed = place === '' ? null : parsePlace(place)
      if (parsed?.ok === false) return parsed
      const from = places.read()
      if (from === place) return ok(null)
      places.keep(place)
      const detail = { what: 'updatePlace', from: from || '—', to: place || '—' }
      audit.write({ action: 'settings-changed', staff: actor, approverName, detail })
      return ok(null)
    },
    lookForUpdate: () => begin('look'),
    fetchUpdate: () => begin('fetch'),
    async orderUpdate({ wish, version }, _, { actor, approverName }) {
      const machine = await ask({ what: 'view' })
      if (!machine.ok) return machine
      const facts = factsOf(options, store, wishIn(machine.value, wish))
      if (facts.there?.version !== version) return refuse(refusal('UPDATE_NOT_READY'))
      const ready = await copied(options, store, facts)
      if (!ready.ok) return ready
      const ordered = await ask({ what: 'order', version })
      if (!ordered.ok) return ordered
      audit.write({
        action: wish === 'update' ? 'update-ordered' : 'way-back-ordered',
        staff: actor,
        approverName,
        detail: { what: version, from: options.version },
      })
      return ok(null)
    },
    cancelUpdate: async () => nothingOf(await ask({ what: 'order', version: null })),
  }
}

/** What the host asks at the end of the till. */
export function createUpdates(options: UpdateOptions, store: UpdateStore) {
  return {
    /** Rejects with the code of why not; a backup of now is there when it resolves. */
    async mayReplace(): Promise<void> {
      const machine = await asker(options)({ what: 'view' })
      if (!machine.ok) throw new Error(machine.refusal.code)
      const version = machine.value.ordered?.version ?? ''
      const wish = compareVersions(version, options.version) < 0 ? 'way-back' : 'update'
      const facts = factsOf(options, store, { wish, there: machine.value.ordered })
      const may = await copied(options, store, facts)
      if (!may.ok) throw new Error(may.refusal.code)
    },
  }
}

const asker =
  ({ desk }: UpdateOptions) =>
  async (order: UpdateOrder): Promise<Result<MachineUpdates, Refusal>> =>
    (await desk?.update(order)) ?? refuse(refusal('UPDATE_NOT_HERE'))

const nothingOf = (answer: Result<MachineUpdates, Refusal>): Result<null, Refusal> =>
  answer.ok ? ok(null) : answer

function viewOf(
  options: UpdateOptions,
  store: UpdateStore,
  machine: MachineUpdates,
  place: string,
): UpdatesView {
  const mayNot = (wish: UpdateWish) => {
    const may = mayOfferUpdate(factsOf(options, store, wishIn(machine, wish)))
    return may.ok ? null : may.refusal
  }
  return { place, machine, mayNotUpdate: mayNot('update'), mayNotGoBack: mayNot('way-back') }
}

type Wished = Pick<UpdateFacts, 'wish' | 'there'>

const wishIn = ({ ready, wayBack }: MachineUpdates, wish: UpdateWish): Wished => ({
  wish,
  there: wish === 'update' ? ready : wayBack,
})

function factsOf(
  { version }: UpdateOptions,
  { db, outbox, printing, openShiftOf, settings }: UpdateStore,
  wished: Wished,
): UpdateFacts {
  const draft = db.prepare('SELECT 1 FROM draft WHERE sale_json IS NOT NULL')
  return {
    ...wished,
    here: { version, schema: Number(db.pragma('user_version', { simple: true })) },
    isSaleOpen: draft.get() !== undefined,
    unsentCount: outbox.counts().pendingCount,
    printingCount: printing.queueCount(),
    isShiftOpen: settings.read().usesShifts && openShiftOf() !== null,
  }
}

/** Asked before the backup, which takes a while, and once more with it in hand. */
async function copied(
  options: UpdateOptions,
  store: UpdateStore,
  facts: UpdateFacts,
): Promise<Result<null, Refusal>> {
  const may = mayOfferUpdate(facts)
  if (!may.ok) return may
  try {
    await store.durability.backUp()
  } catch (error) {
    options.log('backup failed', { error: String(error) })
    return refuse(refusal('UPDATE_NEEDS_BACKUP'))
  }
  const now = options.clock.now()
  // A clock that was ahead once has stamped copies no time has come to yet.
  const newest = listBackups(store.folder.backups).find(({ at }) => at <= now)
  return mayHandOver(factsOf(options, store, facts), newest === undefined ? null : now - newest.at)
}

/** Kept with the settings, as it was typed. */
function createPlaces(db: TillDatabase) {
  const stored = storedSetting(db, 'update-place')
  return {
    read: () => z.string().catch('').parse(stored.read()),
    keep: (place: string) => stored.keep(place),
  }
}
