/**
 * What is spent once over all tills of a shop, as this till has it (shared/fleet/worth-contract.ts
 * says the rule). A vale is in this till's hand until it begins to be told: that is written down
 * before the request leaves. From then on it is spent by a claim that the service has granted, in
 * the transaction of the sale; a claim of which nothing came ends, and is told so.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  WORTHS_SAID_MAX,
  type SaidWorth,
  type ToldWorth,
  type WorthKind,
  type WorthRestore,
} from '#shared/fleet/worth-contract.ts'
import type { Amounts } from '#shared/fleet/worth.ts'
import { HELD_AT_TILL_MS } from '#shared/fleet/day-limits.ts'
import { SALES_LENT_DAYS } from '#shared/fleet/hub-worth-contract.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { asLetters } from '#shared/text/checked-letters.ts'
import type { Ids } from '#shared/text/ids.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Memberships } from './membership.ts'
import { createWorthsTaken, type WorthsTaken } from './worth-taken.ts'
import {
  createWorthRows,
  createWorthsWaiting,
  restoredWorths,
  type OwnWorth,
  type TillClaim,
  type WorthRows,
} from './worth-rows.ts'

/** Reads one of this till's own, by its number or sale. */
export interface WorthSource {
  /** As it is told, with what is left; `later`: not yet; null: nothing is left of it. */
  said(ownId: string): SaidWorth | 'later' | null
}

export interface Wanted {
  readonly kind: WorthKind
  readonly worthId: string
  /** Null where this till did not give it. */
  readonly ownId: string | null
  /** Null: all that is left. */
  readonly takes: Amounts | null
  /** What the open sale calls it. */
  readonly named: string
  /** Told along by whoever asks: no till has given it. */
  readonly along?: SaidWorth
}

export interface ShopWorthsParts {
  readonly db: TillDatabase
  readonly now: () => EpochMs
  readonly ids: Pick<Ids, 'next'>
  readonly membership: Memberships
  readonly sources: Readonly<Partial<Record<WorthKind, WorthSource>>>
}

/** Being told, for the first time or again. */
interface SayingWorths {
  readonly worths: readonly ToldWorth[]
  readonly own: readonly OwnWorth[]
}

export type ShopWorths = ReturnType<typeof createShopWorths>

/** So long a receipt that was told is known as such: a hub that is away gives it back late. */
const SALES_KEPT_MS = 2 * SALES_LENT_DAYS * DAY_MS

/** So long what is no open sale may take to come about, and a sale that is not saved yet. */
const OPEN_MS = 60_000
/** And so long a return may lie open: another till waits for it. */
const RETURN_OPEN_MS = 10 * 60_000

export function createShopWorths(parts: ShopWorthsParts) {
  const { db, membership, sources } = parts
  const rows = createWorthRows(db)
  const asks = ({ kind, ownId }: Pick<Wanted, 'kind' | 'ownId'>): boolean => {
    if (ownId === null) return membership.now() !== null
    const own = rows.own(kind, ownId)
    return own !== null && own.state !== 'new'
  }
  const taken = createWorthsTaken(db)
  const granted = (deed: string, { kind, worthId }: Wanted) =>
    rows
      .claimsOf(kind, worthId)
      .find((claim) => claim.deed === deed && claim.state === 'granted') ?? null
  return {
    asks,
    isOfShop: () => membership.now() !== null,
    /** Of a receipt that was told of lately, which a hub may have: also after its shop was left. */
    isSaleTold: (worthId: string) => rows.isSaleTold(worthId, parts.now() - SALES_KEPT_MS),
    /** What the service said of one that was granted. */
    factsOf: (kind: WorthKind, worthId: string): string | null =>
      rows.claimsOf(kind, worthId).find(({ facts }) => facts !== '')?.facts ?? null,
    spend: spending(parts, { rows, asks, granted }),
    ...telling(parts, { rows, taken }),
    ...tellingHub(db, { rows, sources, taken }),
    ...claiming(parts, { rows, granted }),
    ...{ endStale: createEnding(parts, rows), waiting: createWorthsWaiting(db) },
    endOpen: db.transaction(() => {
      for (const { key, takes } of rows.openClaims()) rows.moveClaim(key, 'ended', takes)
    }).immediate,
    /** What was taken of what this till gave. In the caller's transaction. */
    keep: taken.keep,
    withTaken: taken.told,
    ...whatWaits(parts, rows),
    ...ofReturns(db, rows),
    ...{ unsaidOf: rows.unsaidOf, claimSaid: rows.claimSaid },
    /** The shop was joined: what was given while this till was alone goes up too. */
    noteAll() {
      rows.noteOwn()
      rows.sayOwnAgain()
      rows.sayClaimsAgain()
    },
    /** The service's database was put back. In the caller's transaction. */
    sayAgain() {
      rows.sayOwnAgain()
      rows.sayClaimsAgain()
    },
  }
}

interface SpendingParts {
  readonly rows: WorthRows
  readonly asks: (wanted: Pick<Wanted, 'kind' | 'ownId'>) => boolean
  readonly granted: (deed: string, wanted: Wanted) => TillClaim | null
}

/** What to write in the transaction of what spends them; refused where a word is lacking. */
function spending({ membership }: ShopWorthsParts, { rows, asks, granted }: SpendingParts) {
  const isKnown = ({ kind, worthId }: Wanted) =>
    rows.claimsOf(kind, worthId).some(({ facts }) => facts !== '')
  return (deed: string, wanted: readonly Wanted[]): Result<() => void, Refusal> => {
    const used: { readonly key: string; readonly takes: Amounts }[] = []
    for (const each of wanted) {
      // Of another till, known by what was granted before this one left its shop.
      if (each.ownId === null && membership.now() === null && isKnown(each))
        return refuse(refusal('WORTH_LEFT_SHOP'))
      if (!asks(each)) continue
      const claim = granted(deed, each)
      const takes = each.takes ?? claim?.takes ?? {}
      if (claim === null || !covers(claim.takes ?? {}, takes))
        return refuse(refusal('WORTH_ASKS_SHOP'))
      // What ends altogether takes the whole: what another till only held comes back to nobody.
      const whole =
        each.takes === null && each.ownId !== null ? rows.own(each.kind, each.ownId) : null
      used.push({ key: claim.key, takes: whole?.said?.parts ?? takes })
    }
    return ok(() => {
      for (const { key, takes } of used) rows.moveClaim(key, 'used', takes)
      for (const { key, takes, deed: other } of rows.openClaims())
        if (other === deed) rows.moveClaim(key, 'ended', takes)
    })
  }
}

const covers = (claimed: Amounts, asked: Amounts): boolean =>
  Object.entries(asked).every(([part, amount]) => amount <= (claimed[part] ?? 0))

function ofReturns(db: TillDatabase, rows: WorthRows) {
  return {
    heldFor: (deed: string): TillClaim | null =>
      rows.openClaims().find((claim) => claim.deed === deed && claim.state === 'granted') ?? null,
    /** Of a receipt, so much of that part this till has taken itself. */
    spentHere: (worthId: string, part: string): number =>
      rows
        .claimsOf('sale', worthId)
        .reduce((sum, { state, takes }) => sum + (state === 'used' ? (takes?.[part] ?? 0) : 0), 0),
    /** Of one receipt one return lies open at this till: the later one. */
    endReturnsOf: db.transaction((worthId: string) => {
      for (const { key, worthId: of, kind, takes } of rows.openClaims())
        if (kind === 'sale' && of === worthId) rows.moveClaim(key, 'ended', takes)
    }).immediate,
  }
}

function whatWaits({ db, ids }: ShopWorthsParts, rows: WorthRows) {
  const restored = restoredWorths(db)
  /** Until the till starts again: words that the service does not take hold up no other. */
  const notTaken = new Set<string>()
  return {
    /** As it is told that the data were put back, each time the same; null: nothing is told. */
    restored(): WorthRestore | null {
      const kept = restored.read()
      if (kept === null) return null
      const told = { ...kept, restore_id: kept.restore_id ?? ids.next() }
      if (kept.restore_id === null) restored.keep(told)
      return told
    },
    restoredTold: () => restored.keep(null),
    unsaidClaim: () => rows.unsaidClaims().find(({ key }) => !notTaken.has(key)) ?? null,
    claimNotTaken: (key: string) => void notTaken.add(key),
  }
}

interface Telling extends Pick<ShopWorthsParts, 'sources'> {
  readonly rows: WorthRows
  readonly taken: WorthsTaken
}

/** What it gave and spent, for the hub: beside what the service is told, never instead. */
function tellingHub(db: TillDatabase, { rows, sources }: Telling) {
  return {
    /** Null where none waits. What was in this till's hand is that hub's to grant from here. */
    nextForHub: db.transaction((term: number): SayingWorths | null => {
      const [worths, own]: [ToldWorth[], OwnWorth[]] = [[], []]
      for (const row of rows.unsaidAtHub(term)) {
        const { kind, ownId } = row
        const said = row.said ?? sources[kind]?.said(ownId) ?? null
        // What is nothing is dropped where the service is told.
        if (said === 'later' || said === null) continue
        if (row.state === 'new') rows.toHub(kind, ownId, said, term)
        worths.push({ ...said, taken: [] })
        own.push({ ...row, said })
        if (worths.length >= WORTHS_SAID_MAX) break
      }
      return worths.length === 0 ? null : { worths, own }
    }).immediate,
    toldHub: db.transaction(({ own }: SayingWorths, term: number) => {
      for (const { kind, ownId } of own) rows.hubSaid(kind, ownId, term)
    }).immediate,
    /** Surely none of them arrived. */
    untoldHub: db.transaction(({ own }: SayingWorths, term: number) => {
      for (const { kind, ownId, state } of own)
        if (state === 'new') rows.notAtHub(kind, ownId, term)
    }).immediate,
    unsaidClaimAtHub: (term: number): TillClaim | null => rows.unsaidClaimsAtHub(term)[0] ?? null,
    unsaidOfAtHub: (term: number, { kind, worthId }: Pick<Wanted, 'kind' | 'worthId'>) =>
      rows.unsaidClaimsAtHub(term).filter((one) => one.kind === kind && one.worthId === worthId),
    claimHubSaid: rows.claimHubSaid,
    askHub: rows.askHub,
    /** Whether a hub that was asked may have granted it. */
    mayBeAtHub: (key: string): boolean => (rows.claim(key)?.keeper ?? 0) > 0,
  }
}

function telling(
  { db, sources, now }: ShopWorthsParts,
  { rows, taken }: Pick<Telling, 'rows' | 'taken'>,
) {
  /** Until the till starts again: what the service does not take holds up no other. */
  const refused = new Set<string>()
  let most = WORTHS_SAID_MAX
  const next = db.transaction((): SayingWorths | null => {
    const [worths, own]: [ToldWorth[], OwnWorth[]] = [[], []]
    for (const row of rows.unsaid()) {
      const { kind, ownId } = row
      if (refused.has(`${kind} ${ownId}`)) continue
      const said = row.said ?? sources[kind]?.said(ownId) ?? null
      if (said === 'later') continue
      if (said === null) {
        rows.dropOwn(kind, ownId)
        continue
      }
      // Also of data that were put back: by its id it is known which hub may have it.
      if (row.said === null) rows.putOwn(kind, ownId, 'sent', said)
      // From here on it is in this till's hand no more, whatever becomes of what the hub is told:
      // the service lends it to that hub.
      if (row.keeper > 0) rows.hubSaid(kind, ownId, row.keeper)
      worths.push(taken.told(said))
      own.push({ ...row, said })
      if (worths.length >= most) break
    }
    return worths.length === 0 ? null : { worths, own }
  })
  return {
    /** Null where none waits. Notes that they are being told. */
    next: next.immediate,
    told: db.transaction(({ own }: SayingWorths) => {
      most = WORTHS_SAID_MAX
      for (const { kind, ownId, said } of own) {
        rows.putOwn(kind, ownId, 'known', said)
        if (said !== null) taken.settle(kind, said.worth_id)
      }
      if (own.some(({ kind }) => kind === 'sale')) rows.forgetSales(now() - SALES_KEPT_MS)
    }).immediate,
    /** The service takes them in no form: which one of them it is shows by halves. */
    notTaken({ own }: SayingWorths) {
      const [only] = own
      if (own.length === 1 && only !== undefined) refused.add(`${only.kind} ${only.ownId}`)
      most = Math.ceil(own.length / 2)
    },
    /** Surely none of them arrived. One that was on its way before may have, then. */
    untold: db.transaction(({ own }: SayingWorths) => {
      for (const { kind, ownId, state } of own)
        if (state === 'new') rows.putOwn(kind, ownId, 'new', null)
    }).immediate,
  }
}

interface Claiming {
  readonly rows: WorthRows
  readonly granted: (deed: string, wanted: Wanted) => TillClaim | null
}

function claiming({ db, now, ids, sources }: ShopWorthsParts, { rows, granted }: Claiming) {
  return {
    /** Told along with a claim, where the service may not know of it. */
    toTellAlong({ kind, ownId, along }: Wanted): SaidWorth | null {
      if (along !== undefined) return along
      const own = ownId === null ? null : rows.own(kind, ownId)
      if (ownId === null || own === null || own.state === 'known') return null
      if (own.keeper > 0) rows.hubSaid(kind, ownId, own.keeper)
      const said = own.said ?? sources[kind]?.said(ownId) ?? null
      if (said === 'later' || said === null) return null
      if (own.said === null) rows.putOwn(kind, ownId, 'sent', said)
      return said
    },
    /** The key is written down before it is asked with. Null: it is granted already. */
    ask: db.transaction((deed: string, wanted: Wanted): Asked | null => {
      const { kind, worthId, takes, named } = wanted
      const before = granted(deed, wanted)
      if (before !== null && covers(before.takes ?? {}, takes ?? {})) return null
      const asked = rows
        .claimsOf(kind, worthId)
        .find((claim) => claim.deed === deed && claim.state === 'asked')
      if (asked !== undefined && JSON.stringify(asked.takes) === JSON.stringify(takes))
        return { key: asked.key, isNew: false }
      // Another amount is another question; what was granted for the first one comes back.
      for (const over of [before, asked])
        if (over != null) rows.moveClaim(over.key, 'ended', over.takes)
      const key = ids.next()
      rows.makeClaim({ key, kind, worthId, deed, named, takes, madeAtMs: now() })
      return { key, isNew: true }
    }).immediate,
    /** True where it is this till's to spend now. */
    grant(key: string, wanted: Wanted, answer: Granted): boolean {
      const { kind, ownId } = wanted
      return db
        .transaction(() => {
          // It may have ended meanwhile: its end is told.
          if (rows.claim(key)?.state !== 'asked') return false
          rows.grantClaim(key, answer.takes, answer.facts)
          // What a hub grants the service may not have heard of.
          if (ownId !== null && !answer.isByHub) {
            const said = answer.said ?? rows.own(kind, ownId)?.said ?? null
            rows.putOwn(kind, ownId, 'known', said)
          }
          return true
        })
        .immediate()
    },
    /** Nobody has heard of it, or it was refused: there is nothing to end. */
    dropAsked(key: string) {
      if (rows.claim(key)?.state === 'asked') rows.dropClaim(key)
    },
  }
}

interface Asked {
  readonly key: string
  readonly isNew: boolean
}
interface Granted {
  readonly takes: Amounts
  readonly facts: string
  /** As the service has it of this till. */
  readonly said: SaidWorth | null
  readonly isByHub: boolean
}

/** What was asked for and will not come about any more ends; one look at the open sale. */
function createEnding({ db, now }: ShopWorthsParts, rows: WorthRows): () => void {
  const draft = db.prepare<[], { readonly saleId: string | null; readonly sale: string | null }>(
    'SELECT open_sale_id AS saleId, sale_json AS sale FROM draft',
  )
  /** Of before the start nobody is in the middle of anything but the open sale. */
  let hasBegun = false
  const end = db.transaction(() => {
    const open = rows.openClaims()
    const { saleId = null, sale = null } = draft.get() ?? {}
    for (const { key, deed, named, madeAtMs, takes } of open) {
      const isOpen = deed === saleId && sale !== null && asLetters(sale).includes(asLetters(named))
      const openMs = isReturnDeed(deed) ? RETURN_OPEN_MS : OPEN_MS
      const isFresh = hasBegun && Math.abs(now() - madeAtMs) < openMs
      const isElse = saleId !== null && deed !== saleId && isSaleDeed(deed)
      const isOld = Math.abs(now() - madeAtMs) >= HELD_AT_TILL_MS
      if (isOld || (!isOpen && (!isFresh || isElse))) rows.moveClaim(key, 'ended', takes)
    }
  })
  return () => {
    if (!hasBegun || rows.openClaims().length > 0) end.immediate()
    hasBegun = true
  }
}

const isReturnDeed = (deed: string): boolean => deed.startsWith('return ')
/** Of what else is done with one its name has a space in it. */
const isSaleDeed = (deed: string): boolean => !deed.includes(' ')
