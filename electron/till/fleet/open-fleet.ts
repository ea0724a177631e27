/** How this till takes part in the shop's: its parts over the open store, and its worker. */
import { createNodeHttp } from '../adapters/node-http.ts'
import { originOf } from '../settings/key-origin.ts'
import { placeOf } from '#shared/fleet/contract.ts'
import { SHARED_KINDS, type SharedKind } from '#shared/fleet/shared-records.ts'
import type { Ids } from '#shared/text/ids.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { PriceMoment } from '../catalogue/planned-prices.ts'
import type { Clock, HttpPort, HubWire, Log, Randomness } from '../kernel/ports.ts'
import type { SteadyTime } from '../kernel/steady-time.ts'
import type { Today } from '../kernel/today.ts'
import type { Settings } from '../settings/settings.ts'
import type { Staff } from '../staff/staff-ports.ts'
import { createEdits, type Edits } from './edits.ts'
import { createFactClient, type HealthNow } from './fact-telling.ts'
import { createFleetClient, type FleetClient } from './fleet-client.ts'
import { barredBy, createFleetCommands } from './fleet-commands.ts'
import { createFleetWorker, writeHeard } from './fleet-worker.ts'
import { createHeard, type Heard } from './heard.ts'
import { createLooks } from './looks.ts'
import { lastTerm } from './hub/hub-rows.ts'
import { openHub, type HubParts } from './hub/open-hub.ts'
import { createMemberships, type Membership, type Memberships } from './membership.ts'
import { createOverruledRows, type OverruledRows } from './overruled.ts'
import { createPriceFollowing } from './planned-rows.ts'
import { createRecordRows } from './record-rows.ts'
import { createPinSharing, type PinSharing } from './pin-sharing.ts'
import { createShopRecords, type ShopRecords } from './shop-records.ts'
import { createShopParked } from './shop-parked.ts'
import type { ParkedKeeper } from './parked-asking.ts'
import { createOver } from './parked-states.ts'
import { createShopFacts } from './shop-facts.ts'
import { createShopStock } from './shop-stock.ts'
import { presumeJoined } from './restored-alone.ts'
import { createTakingOwnKey } from './take-own-key.ts'
import type { TillKey } from './till-key.ts'
import { openWorths } from './open-worths.ts'
import { createWorthsInHand } from './worth-rows.ts'
import type { WorthHub } from './worth-asking.ts'

interface FleetOptions {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  /** Another wire, for tests. */
  readonly http?: HttpPort
  /** Without it this till neither is a hub of its place nor hears one. */
  readonly hubWire?: HubWire
  /** Another one than hubs have, as where several are on one computer. */
  readonly hubPort?: number
}

export interface FleetStore {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly ids: Pick<Ids, 'next' | 'saleId'>
  readonly staff: Staff
  readonly steady: SteadyTime
  readonly today: Today
  readonly ended: AbortController
  readonly purpose: string
  /** Of this folder on this machine; null where it has no identity. */
  readonly installation: string | null
  readonly isErased: (rut: string) => boolean
  readonly rut: () => string
  /** Records of the shop were written: who keeps such rows in memory reads them again. */
  readonly onWritten: (kind: SharedKind) => void
  /** Ways to pay that this till cannot be without: a card is being charged by one of them. */
  readonly heldMethods: () => readonly string[]
  /** How this till is at this moment. */
  readonly health: () => HealthNow
  /** Keeps the till's key to its shop. */
  readonly tillKey: TillKey
  readonly settings: Settings
  /** What asks the service asks with another key from here on. */
  readonly onKey: () => void
  readonly address: () => { readonly baseUrl: string | null; readonly apiKey: string | null }
}

/** As the log of this till has it: who it was stands in the log of theirs. */
const OTHER_TILL = { id: null, name: 'Otra caja' }

export type Fleet = ReturnType<typeof openFleet>

export function openFleet(options: FleetOptions, store: FleetStore) {
  const { clock, log, randomness } = options
  const { db, journal, staff, ids, steady, settings, onKey } = store
  const [now, monotonicMs] = [() => clock.now(), () => clock.monotonicMs()]
  const membership = createMemberships(db, now)
  const shop = createShopRecords(db)
  const moment = momentOf(membership, store.today)
  const { peppers } = staff
  const pins = createPinSharing({ db, peppers, membership })
  const kinds = kindsWith(pins)
  const rows = rowsOf(store, { membership, shop, pins, moment })
  const overruled = createOverruledRows(db, now)
  const { key, takeOwnKey } = keyOf(store, log)
  const http = options.http ?? createNodeHttp(store.address)
  const client = createFleetClient(http, store.rut, kinds, saysOf(db))
  const { onWritten } = store
  const common = { db, log, journal, now, membership, rows, shop, overruled, onWritten, kinds }
  const followPrices = createPriceFollowing({ ...common, monotonicMs, moment })
  const newId = () => ids.next()
  const origin = () => originOf(store.address().baseUrl)
  const onSettled = announceStock(journal)
  const stock = createShopStock({ db, now, newId, membership, shop, onSettled })
  const writeProduct = (id: string) => heard.writeProduct(id)
  const parked = createShopParked({ ...common, steady, ids, writeProduct })
  const edits = createEdits({ ...common, steady, newId, isErased: store.isErased })
  const fresh = ids.next()
  const installation = () => store.installation ?? membership.now()?.installation ?? fresh
  const credentials = credentialsOf({ key, origin, installation })
  const shared = openWorths({
    ...{ db, now, ids, membership, http, credentials },
    ...{ today: store.today, signal: store.ended.signal },
    hub: hubForWorths(() => keepers.hub.worths),
  })
  const { worths, worthClient } = shared
  const facts = createShopFacts({ db, now, membership, shop })
  const heard = createHeard({ ...common, newId, stock, parked, worths, monotonicMs })
  const looks = createLooks(db, clock)
  const keeping = {
    ...{ db, journal, looks, key, membership, parked, worths, http, client, credentials },
    ...{ shop, edits, writing: { heard, edits, stock, clock } },
  }
  const keepers = openKeepers({ ...options, ...keeping, installation })
  const { hub } = keepers
  const worker = createFleetWorker({
    ...{ hub, looks, today: store.today },
    ...{ clock, log, client, membership, edits, steady, heard, stock, parked, credentials },
    ...{ worths, worthClient, facts, factClient: createFactClient(http), health: store.health },
    ...{ randomness, followPrices, takeOwnKey },
    ...anewOf(db, { membership, heard, edits, said: [stock, parked, worths, facts, hub] }),
    pins: {
      ...{ db, log, client, membership, key, staff, peppers, credentials, randomness },
      onShared: () => [journal.announceStatus(), worker.wake()],
    },
    onChange: journal.announceStatus,
  })
  knowShop(staff, { membership, pins, isUp: worker.isUp })
  return {
    worker: { ...worker, stop: () => Promise.all([worker.stop(), hub.stop()]) },
    desk: shared.desk,
    worthApi: shared.api,
    trouble: () => troubleOf({ membership, overruled, key, origin }),
    api: createFleetCommands({
      ...{ db, now, staff, journal, client, membership, edits, heard, stock, parked, worths },
      ...{ worthClient, overruled, key, credentials, pins, ...keepers, randomness },
      ...{ installation, origin, rut: store.rut, wake: worker.wake },
      ...{ settings, onKey, takeOwnKey, sayAll: worker.sayAll, signal: store.ended.signal },
      isPractice: store.purpose === 'practice',
    }),
  }
}

/** What is spent is open before the hub is: it tells the hub, and asks it. */
const hubForWorths = (hub: () => WorthHub): WorthHub => ({
  asked: () => hub().asked(),
  isOwn: () => hub().isOwn(),
  serviceIsUp: () => hub().serviceIsUp(),
  giveBack: (...of) => hub().giveBack(...of),
})

const announceStock = (journal: Journal) => () => {
  journal.append('catalogue', null, { changed: 'stock' })
  journal.publish()
}

/** Of people nothing is asked or said while the secret of their PINs is not here. */
const kindsWith = (pins: PinSharing) => () =>
  SHARED_KINDS.filter((kind) => kind !== 'person' || pins.pepper() !== null)

interface Known extends Pick<RowParts, 'membership' | 'pins'> {
  readonly isUp: () => boolean
}

function knowShop({ shop }: Staff, { membership, pins, isUp }: Known): void {
  shop.id = () => membership.now()?.shopId ?? null
  shop.sharesPeople = () => pins.pepper() !== null
  shop.isAway = () => membership.now() !== null && !isUp()
}

const saysOf = (db: TillDatabase) => ({
  ...{ lastTerm: lastTerm(db).read, inHand: createWorthsInHand(db) },
})

function keyOf(store: FleetStore, log: Log) {
  const { db, tillKey: key } = store
  presumeJoined(db, key.isThere())
  return { key, takeOwnKey: createTakingOwnKey({ ...store, key, log }) }
}

const momentOf = (membership: Memberships, today: Today) => () => ({
  ...{ place: placeOf(membership.now()?.branch ?? null), day: today() },
})

interface RowParts {
  readonly membership: Memberships
  readonly shop: ShopRecords
  readonly pins: PinSharing
  readonly moment: () => PriceMoment
}

function rowsOf(
  { db, staff, heldMethods }: FleetStore,
  { membership, shop, pins, moment }: RowParts,
) {
  const note = db.prepare(`INSERT OR REPLACE INTO fleet_noted
    (kind, record_id, is_from_before, heard_version)
    SELECT 'person', ?, 0, version FROM fleet_membership`)
  // What was on its way may have been taken, and be over: it goes in words of its own.
  const forget = db.prepare("DELETE FROM fleet_edit WHERE kind = 'person' AND record_id = ?")
  return createRecordRows(db, {
    moment,
    heldMethods,
    people: {
      staff,
      shop: membership.now,
      pepper: pins.pepper,
      shopRole: (id) => shop.shopId('role', id),
      ownRole: (id) => shop.ownId('role', id),
      noteAgain(id) {
        forget.run(id)
        note.run(id)
      },
    },
    noteSetting: (detail) =>
      staff.audit.write({ action: 'settings-changed', staff: OTHER_TILL, detail }),
  })
}

interface Anew {
  readonly membership: Memberships
  readonly heard: Heard
  readonly edits: Edits
  readonly said: readonly { sayAgain(): void }[]
}

const anewOf = (db: TillDatabase, { membership, heard, edits, said }: Anew) => ({
  hearAnew: db.transaction((knowsMore: boolean) => {
    edits.noteAll(knowsMore)
    for (const part of said) part.sayAgain()
    membership.hearAnew()
  }).immediate,
  learn: db.transaction((kinds: string) => {
    membership.learn(kinds)
    heard.forgetOthers()
    if ((membership.now()?.version ?? 0) === 0) return
    edits.noteAll()
    membership.hearAnew()
  }).immediate,
})

type KeeperParts = FleetOptions &
  Pick<FleetStore, 'db' | 'journal'> &
  Pick<
    HubParts,
    | 'looks'
    | 'key'
    | 'membership'
    | 'parked'
    | 'worths'
    | 'http'
    | 'credentials'
    | 'installation'
    | 'shop'
    | 'edits'
  > & { readonly client: FleetClient; readonly writing: Parameters<typeof writeHeard>[0] }

/** The service, and the hub this till goes by; of one it has left nothing is asked. */
function openKeepers({ hubWire, hubPort, ...parts }: KeeperParts) {
  const { db, journal, membership, client, credentials } = parts
  const hub = openHub({
    ...{
      ...parts,
      wire: hubWire ?? null,
      port: hubPort ?? null,
      over: createOver({ db, journal }),
    },
    write: (signal) => writeHeard(parts.writing, signal),
    onChange: journal.announceStatus,
  })
  const keeper = (id: number): ParkedKeeper | null => {
    if (id !== 0) return hub.term() === id ? hub.keeper() : null
    const current = membership.now()
    const as = current && credentials(current)
    return as && { id, client, as }
  }
  return { hub, keeper }
}

interface Who {
  readonly key: TillKey
  readonly origin: () => string | null
  readonly installation: () => string
}

const credentialsOf =
  ({ key, origin, installation }: Who) =>
  ({ tillId, origin: home }: Membership) => {
    const own = key.of(tillId)
    return own === null || origin() !== home ? null : { key: own, installation: installation() }
  }

interface Troubled extends Pick<Who, 'key' | 'origin'> {
  readonly membership: Memberships
  readonly overruled: OverruledRows
}

/** What a person has to see to; null for nothing. */
function troubleOf({ membership, overruled, ...who }: Troubled) {
  const current = membership.now()
  if (current === null) return null
  const isBarred = barredBy(current, who) !== null
  const count = overruled.count()
  return isBarred || count > 0 ? { isBarred, overruled: count } : null
}
