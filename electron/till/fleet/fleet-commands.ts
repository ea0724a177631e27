/** What an owner does with the tills of the shop: join, leave, let another one in, retire one. */
import type { z } from 'zod'
import type { EpochMs } from '#shared/core/brand.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  readPairingCode,
  shownPairingCode,
  type Paired,
  type tillView,
} from '#shared/fleet/contract.ts'
import { readHubAddress } from '#shared/fleet/hub-contract.ts'
import type { FleetView, ShopTillView } from '#shared/fleet/views.ts'
import { isRefusalCode } from '#shared/languages/core-words.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Randomness } from '../kernel/ports.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Handlers, Staff } from '../staff/staff-ports.ts'
import type { Edits } from './edits.ts'
import type { AskedBy, FleetClient, FleetRefusal } from './fleet-client.ts'
import { asTill, type TillCredentials } from '../settings/own-key.ts'
import { isApiKey } from '../settings/check-settings.ts'
import type { Settings } from '../settings/settings.ts'
import type { Heard } from './heard.ts'
import type { Membership, Memberships } from './membership.ts'
import type { OverruledRows } from './overruled.ts'
import type { Hub } from './hub/open-hub.ts'
import { askAgain, createClaiming, type ParkedKeeper } from './parked-asking.ts'
import type { ShopParked } from './shop-parked.ts'
import type { ShopStock } from './shop-stock.ts'
import type { ShopWorths } from './shop-worths.ts'
import { endWorths } from './worth-asking.ts'
import type { WorthClient } from './worth-client.ts'
import { boxKeyTold, newBoxKey } from './pin-box.ts'
import type { PinSharing } from './pin-sharing.ts'
import type { SaidOfKey } from './take-own-key.ts'
import type { TillKey } from './till-key.ts'

type FleetCommandName =
  | 'fleet'
  | 'joinShop'
  | 'leaveShop'
  | 'shopTills'
  | 'makeTillCode'
  | 'changeShopTill'
  | 'seeOverruled'
  | 'typeHubAddress'
  | 'claimParked'

interface FleetCommandParts {
  readonly db: TillDatabase
  readonly now: () => EpochMs
  readonly signal: AbortSignal
  readonly staff: Staff
  readonly journal: Pick<Journal, 'announceStatus'>
  readonly client: FleetClient
  readonly membership: Memberships
  readonly edits: Edits
  readonly heard: Heard
  readonly stock: ShopStock
  readonly parked: ShopParked
  readonly keeper: (id: number) => ParkedKeeper | null
  readonly hub: Pick<Hub, 'term' | 'leave' | 'view' | 'missed' | 'isLost' | 'type'>
  readonly worths: ShopWorths
  readonly worthClient: WorthClient
  readonly credentials: (membership: Membership) => TillCredentials | null
  readonly overruled: OverruledRows
  readonly key: TillKey
  readonly pins: PinSharing
  readonly randomness: Randomness
  /** Of this folder on this machine. */
  readonly installation: () => string
  /** Where the service is now; null without an address. */
  readonly origin: () => string | null
  readonly settings: Pick<Settings, 'asTill' | 'apiKey'>
  readonly onKey: () => void
  readonly takeOwnKey: (said: SaidOfKey) => Promise<void>
  readonly rut: () => string
  readonly isPractice: boolean
  readonly wake: () => void
  readonly sayAll: () => Promise<void>
}

/** Whoever was heard within this is together with the shop. */
const TOGETHER_MS = 60_000

export function createFleetCommands(parts: FleetCommandParts): Handlers<FleetCommandName> {
  const { client, signal, overruled, journal, now, hub } = parts
  const view = () => fleetView(parts)
  const claim = claimingOf(parts)
  const leave = createLeaving(parts, view, claim)
  const tills = async () => {
    const listed = await client.tills(byItself(parts), signal)
    return listed.ok ? ok(listed.value.map(tillViewOf)) : refuse(refusalOf(listed.refusal))
  }
  return {
    fleet: () => ok(view()),
    joinShop: createJoining(parts, view),
    leaveShop: (...asked) => parts.parked.holding(() => leave(...asked)),
    claimParked: ({ parkedId, isSure }) => claim(parkedId, isSure),
    shopTills: tills,
    async makeTillCode({ tillId, shopKey }, _, { actor, approverName }) {
      const by = byShop(parts, shopKey)
      if (!by.ok) return by
      const made = await client.makeCode(tillId, by.value, signal)
      if (!made.ok) return refuse(refusalOf(made.refusal))
      parts.staff.audit.write({ action: 'shop-till', staff: actor, approverName, detail: {} })
      const { code, expires_at_ms: expiresAtMs } = made.value
      return ok({ code: shownPairingCode(readPairingCode(code) ?? code), expiresAtMs })
    },
    async changeShopTill({ tillId, name, isRetired, isHub, shopKey }, _, { actor, approverName }) {
      const by = byShop(parts, shopKey)
      if (!by.ok) return by
      const change = {
        ...(name && { name }),
        ...(isRetired && { is_retired: isRetired }),
        ...(isHub !== undefined && { is_hub: isHub }),
      }
      const changed = await client.changeTill(tillId, change, by.value, signal)
      if (!changed.ok) return refuse(refusalOf(changed.refusal))
      if (isHub !== undefined) parts.wake()
      const detail = { what: `${changed.value.number} ${changed.value.name}` }
      parts.staff.audit.write({ action: 'shop-till', staff: actor, approverName, detail })
      return tills()
    },
    typeHubAddress({ address }, _, { actor, approverName }) {
      const read = address.trim() === '' ? '' : readHubAddress(address)
      if (read === null) return refuse(refusal('HUB_ADDRESS_WRONG', 'address'))
      parts.db.transaction(() => {
        hub.type(read)
        const detail = { what: read }
        parts.staff.audit.write({ action: 'shop-till', staff: actor, approverName, detail })
      })()
      parts.wake()
      return ok(view())
    },
    seeOverruled({ upToSeq }) {
      parts.db.transaction(() => overruled.see(upToSeq, now())).immediate()
      journal.announceStatus()
      return ok(view())
    },
  }
}

function createJoining(
  parts: FleetCommandParts,
  view: () => FleetView,
): Handlers<'joinShop'>['joinShop'] {
  const { client, signal, membership, key, staff, edits, stock, origin, settings } = parts
  const pair = async (typed: string | null, name: string, branch: string, boxKey: string) => {
    if (typed === null && settings.apiKey() === null) return refuse('API_KEY_MISSING')
    const code = typed === null ? await client.makeCode(null, {}, signal) : codeIn(typed)
    if (!code.ok) return code
    return client.pair(
      {
        ...{ code: code.value.code, installation_id: parts.installation(), name },
        ...(branch === '' ? {} : { branch }),
        box_key: boxKeyTold(boxKey),
      },
      signal,
    )
  }
  return async ({ code, name, branch }, _, { actor, approverName }) => {
    const where = origin()
    if (parts.isPractice) return refuse(refusal('SHOP_NOT_IN_PRACTICE'))
    if (where === null) return refuse(refusal('SHOP_SERVICE_NONE'))
    const current = membership.now()
    if (current !== null && barredBy(current, parts) === null) return refuse(refusal('SHOP_JOINED'))
    const boxKey = newBoxKey(parts.randomness)
    const paired = await pair(code, name.trim(), branch.trim(), boxKey)
    if (!paired.ok) return refuse(refusalOf(paired.refusal, 'code'))
    if (!isOwn(paired.value, parts.rut()))
      return refuse(refusal('SHOP_OF_ANOTHER', 'code', { rut: paired.value.rut }))
    const { till_id: tillId, till_key: own, key_deletes: deletes } = paired.value
    await key.keep({ tillId, key: own, deletes, boxKey })
    await staff.peppers?.forgetShop(paired.value.shop_id)
    parts.db
      .transaction(() => {
        parts.pins.forget()
        membership.join(paired.value, { origin: where, installation: parts.installation() })
        edits.noteAll()
        stock.noteAll()
        parts.parked.sayAgain()
        parts.worths.noteAll()
        const detail = { what: `${paired.value.number} ${paired.value.name}` }
        staff.audit.write({ action: 'shop-joined', staff: actor, approverName, detail })
      })
      .immediate()
    await parts.takeOwnKey({ issues: paired.value.key_issues, isProven: true })
    parts.wake()
    return ok(view())
  }
}

function claimingOf(parts: FleetCommandParts) {
  const count = parts.db.prepare<[], number>('SELECT count(*) FROM parked_sale').pluck()
  const { isLost } = parts.hub
  return createClaiming({ ...parts, isLost, count: () => count.get() ?? 0 })
}

function createLeaving(
  parts: FleetCommandParts,
  view: () => FleetView,
  claim: ReturnType<typeof createClaiming>,
): Handlers<'leaveShop'>['leaveShop'] {
  const { client, signal, membership, key, staff } = parts
  return async (_, { actor, approverName }) => {
    const current = membership.now()
    if (current === null) return ok(view())
    await parts.sayAll()
    // What it was granted without an answer is in no other hand.
    const as = parts.credentials(current)
    for (const id of [0, parts.hub.term()]) {
      const keeper = id === null ? null : parts.keeper(id)
      while (keeper !== null && (await askAgain(parts.parked, keeper, signal))?.ok === true);
    }
    // One that is not given back now stays the shop's to take: here it can only be discarded.
    for (const id of parts.parked.given()) {
      const back = await claim(id)
      if (!back.ok && back.refusal.code === 'PARKED_SHOP_AWAY') break
    }
    if (as !== null)
      await endWorths({ client: parts.worthClient, worths: parts.worths }, { as, signal })
    await parts.hub.leave(signal)
    // Without an answer it stands in the shop's list until somebody retires it there.
    await client.changeTill(current.tillId, { is_retired: true }, byItself(parts), signal)
    parts.db
      .transaction(() => {
        membership.leave()
        parts.pins.forget()
        const detail = { what: `${current.number} ${current.name}` }
        staff.audit.write({ action: 'shop-left', staff: actor, approverName, detail })
      })
      .immediate()
    await key.keep(null)
    parts.onKey()
    parts.wake()
    return ok(view())
  }
}

/** As this till, where its key is all it has. */
function byItself({ settings }: Pick<FleetCommandParts, 'settings'>): AskedBy {
  const as = settings.asTill()
  return as === null ? {} : asTill(as)
}

/**
 * What concerns other tills is asked with a key of the shop, which no till keeps: whoever owns it
 * types it, once, and it goes with this one request.
 */
function byShop(
  { settings }: Pick<FleetCommandParts, 'settings'>,
  typed: string | undefined,
): Result<AskedBy, Refusal> {
  if (settings.asTill() === null) return ok({})
  const key = typed?.trim() ?? ''
  if (key === '') return refuse(refusal('SHOP_KEY_NEEDED', 'shopKey'))
  return isApiKey(key)
    ? ok({ headers: { 'x-api-key': key } })
    : refuse(refusal('SHOP_KEY_WRONG', 'shopKey'))
}

function codeIn(typed: string): Result<{ readonly code: string }, FleetRefusal> {
  const code = readPairingCode(typed)
  return code === null ? refuse('PAIRING_CODE_INVALID') : ok({ code })
}

/** A shop is a company: no till shares with another one. */
function isOwn({ rut }: Paired, own: string): boolean {
  const [theirs, ours] = [parseRut(rut), parseRut(own)]
  return theirs.ok && ours.ok && theirs.value === ours.value
}

const CODES = {
  AWAY: 'SHOP_SERVICE_AWAY',
  UNSENT: 'SHOP_SERVICE_AWAY',
  NONE: 'SHOP_SERVICE_NONE',
  PAIRING_CODE_INVALID: 'SHOP_CODE_WRONG',
  INSTALLATION_PAIRED: 'SHOP_TILL_THERE',
  TILLS_FULL: 'SHOP_FULL',
  API_KEY_MISSING: 'API_KEY_MISSING',
  API_KEY_INVALID: 'SHOP_KEY_WRONG',
} as const

function refusalOf(code: FleetRefusal, field?: string): Refusal {
  const known = Object.hasOwn(CODES, code) ? CODES[code as keyof typeof CODES] : null
  const at =
    known === 'SHOP_CODE_WRONG' ? field : known === 'SHOP_KEY_WRONG' ? 'shopKey' : undefined
  return refusal(known ?? 'SHOP_REFUSED', at, { code })
}

const tillViewOf = ({ health, ...till }: z.output<typeof tillView>): ShopTillView => ({
  id: till.till_id,
  number: till.number,
  name: till.name,
  branch: till.branch,
  seenAt: till.seen_at_ms as EpochMs | null,
  isRetired: till.retired_at_ms !== null,
  isHub: till.is_hub === true,
  ...(health && { pendingCount: health.pending }),
  ...(health?.printer != null &&
    isRefusalCode(health.printer.code) && { printerTrouble: health.printer.code }),
})

function fleetView(parts: FleetCommandParts): FleetView {
  const { membership, edits, heard, overruled } = parts
  const current = membership.now()
  return {
    state: stateOf(current, parts),
    till: current && {
      id: current.tillId,
      number: current.number,
      name: current.name,
      branch: current.branch,
    },
    barredCode: barredBy(current, parts),
    people: current === null ? 'own' : parts.pins.state(),
    heardAt: current?.heardAt ?? null,
    toSend: current === null ? 0 : waitingOf(parts),
    toWrite: current === null ? 0 : heard.waiting() + edits.unheard(),
    overruled: current === null ? [] : overruled.unseen(),
    hub: current === null ? null : parts.hub.view(),
    asksKey: parts.settings.asTill() !== null,
    missedHub: current === null || parts.hub.term() !== null ? null : parts.hub.missed(),
  }
}

const waitingOf = ({ edits, stock, parked, worths }: FleetCommandParts): number =>
  edits.waiting() + stock.waiting() + parked.waiting() + worths.waiting()

/** Its key may be gone with the keyring of another computer. */
export function barredBy(
  current: Membership | null,
  { key, origin }: Pick<FleetCommandParts, 'key' | 'origin'>,
): string | null {
  if (current === null) return null
  if (key.of(current.tillId) === null) return 'KEY_LOST'
  // Its key is good at one service alone.
  return current.origin === origin() ? current.barredCode : 'ADDRESS_OTHER'
}

function stateOf(current: Membership | null, parts: FleetCommandParts): FleetView['state'] {
  if (current === null) return 'alone'
  const now = parts.now()
  if (barredBy(current, parts) !== null) return 'barred'
  if (current.heardAt === null) return now - current.joinedAt < TOGETHER_MS ? 'joining' : 'away'
  return now - current.heardAt < TOGETHER_MS ? 'together' : 'away'
}
