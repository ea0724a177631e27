/** The hub of this till's place: whether it is this till, and how it is heard. */
import { HUB_PORT, hubIdentity, type HubAnswer } from '#shared/fleet/hub-contract.ts'
import type { HubNews, HubWord } from '#shared/fleet/hub-news-contract.ts'
import type { HubView, MissedHubView } from '#shared/fleet/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Clock, HttpPort, HubListener, HubTarget, HubWire, Log } from '../../kernel/ports.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { createFleetClient, speakerOf } from '../fleet-client.ts'
import type { TillCredentials } from '../../settings/own-key.ts'
import type { Looks } from '../looks.ts'
import type { Membership, Memberships } from '../membership.ts'
import { createParkedSaying, type ParkedKeeper } from '../parked-asking.ts'
import type { ShopParked } from '../shop-parked.ts'
import { SLICE_REST_MS, UNTIL_WOKEN_MS, type Step } from '../step.ts'
import type { ShopWorths } from '../shop-worths.ts'
import type { TillKey } from '../till-key.ts'
import { NO_KEY, tellHub, type AskedHub, type WorthHub } from '../worth-asking.ts'
import { createWorthClient } from '../worth-client.ts'
import { createHubNews, createHubVisiting } from './hub-client.ts'
import type { Edits } from '../edits.ts'
import type { ShopRecords } from '../shop-records.ts'
import { createHubBoard } from './hub-board.ts'
import { createHubDesk } from './hub-desk.ts'
import { createHubKeep } from './hub-keep.ts'
import { createHubLending } from './hub-lending.ts'
import { createHubWorths } from './lending-step.ts'
import { createHubWords, type HubWords } from './hub-words.ts'
import { createHubWorthDesk } from './hub-worths.ts'
import { createHubRows, leavingHub, type HubRows, type KnownHub } from './hub-rows.ts'

export interface HubParts {
  readonly db: TillDatabase
  readonly clock: Clock
  readonly log: Log
  readonly looks: Looks
  readonly key: TillKey
  readonly membership: Memberships
  readonly parked: ShopParked
  readonly worths: ShopWorths
  /** To the service. */
  readonly http: HttpPort
  /** Without it this till neither is a hub nor hears one. */
  readonly wire: HubWire | null
  readonly port: number | null
  readonly over: (parkedId: string) => void
  readonly credentials: (membership: Membership) => TillCredentials | null
  /** Of this folder on this machine. */
  readonly installation: () => string
  readonly shop: ShopRecords
  readonly edits: Pick<Edits, 'collect'>
  /** Writes what has come, in slices. */
  readonly write: (signal: AbortSignal) => Promise<void>
  readonly onChange: () => void
}

export interface Hub {
  /** It answered last. */
  isUp(): boolean
  /** The service is heard, or it is not: what the hub's word was ends with the service's. */
  serviceIsUp(isUp: boolean): void
  /** The service was put back. In the caller's transaction. */
  sayAgain(): void
  /** Neither is there one, nor waits anything for the end of another. */
  isNone(): boolean
  /** Of which this till goes by; null for none. */
  term(): number | null
  keeper(): ParkedKeeper | null
  view(): HubView | null
  /** Chosen for its place, and silent for so long that its term has ended. */
  missed(): MissedHubView | null
  /** Whatever its hub took up itself nobody can say. */
  isLost(term: number): boolean
  /** Instead of where the hub says it is; empty: there. */
  type(address: string): void
  /** The service is asked for the hub, the hub is heard, what is lent is asked for and given. */
  steps(): readonly [Step, Step, Step]
  readonly worths: WorthHub
  /** This till leaves its shop: said to the service, as far as it answers. */
  leave(signal: AbortSignal): Promise<void>
  stop(): Promise<void>
}

/** How often the service is asked which till is the hub. */
const VISIT_EVERY_MS = 20_000
/** How often the hub is asked what is new; it is on the same wire, and holds no question. */
const NEWS_EVERY_MS = 2_000

export function openHub(parts: HubParts): Hub {
  const { db, clock, key, membership, wire } = parts
  const rows = createHubRows({ db, over: parts.over })
  const keep = createHubKeep(db, () => clock.now())
  const [board, lending] = [createHubBoard(db), createHubLending(db)]
  const desk = createHubDesk({ rows, key, keep, board, worths: createHubWorthDesk(db) })
  const words = createHubWords(db, parts.shop)
  const member = () => {
    const now = membership.now()
    return now?.installation === parts.installation() ? now : null
  }
  const isHere = () => member() !== null
  const target = targetOf(rows, key, member)
  const link = { isUp: false, isServiceUp: false, newsHeard: 0 }
  const http = httpToHub({ rows, desk, target, far: wire?.dial(target) ?? null })
  const client = createFleetClient(
    http,
    () => '',
    () => [],
  )
  const term = () => rows.now()?.term ?? null
  const keeper = (): ParkedKeeper | null => {
    const id = target() === null ? null : term()
    return id === null ? null : { id, client, as: NO_KEY }
  }
  const heard = () => (keeper() === null ? null : term())
  const lent = createHubWorths(parts, {
    rows,
    lending,
    link,
    client: createWorthClient(http),
    heard,
  })
  const listening = createListening(parts, { rows, desk, isHere })
  const visit = createVisit(parts, { rows, addresses: listening.addresses })
  return {
    isUp: () => link.isUp && term() !== null,
    sayAgain: lending.giveAllBack,
    isNone: rows.isNone,
    serviceIsUp(isUp) {
      link.isServiceUp = isUp
      link.newsHeard += 1
      if (isUp) db.transaction(words.end).immediate()
    },
    term,
    keeper,
    type: rows.type,
    view: () => viewOf(rows, link.isUp, listening.addresses()),
    ...{ missed: visit.missed, isLost: rows.isLost },
    worths: lent.worths,
    steps: () => [
      async (signal) => {
        await listening.settle()
        const rest = await visit.step(signal)
        await listening.settle()
        return rest
      },
      newsing(parts, { rows, keeper, link, http, words, askedWorths: lent.asked }),
      lent.step,
    ],
    async leave(signal) {
      db.transaction(leavingHub(db)).immediate()
      await lent.giveAllBack(signal)
      await visit.step(signal)
    },
    stop: listening.stop,
  }
}

interface HubEnds {
  readonly rows: HubRows
  readonly desk: ReturnType<typeof createHubDesk>
  readonly target: () => HubTarget | null
  readonly far: HttpPort | null
}

/** This till itself where it is the hub. */
const httpToHub = ({ rows, desk, target, far }: HubEnds): HttpPort => ({
  async exchange(request, signal) {
    const to = target()
    if (to === null || far === null) return { kind: 'unsent', detail: 'no hub' }
    if (rows.now()?.isOwn !== true) return far.exchange(request, signal)
    const body = JSON.parse(new TextDecoder().decode(request.body ?? undefined)) as unknown
    const { status, body: answer } = desk.answer(to.identity, request.path, body)
    return { kind: 'answered', status, bodyText: JSON.stringify(answer), headers: {} }
  },
})

const nameOf = ({ term, tillId }: KnownHub) => hubIdentity(term, tillId)

/** One that was typed stands instead of all hints. */
const whereOf = (rows: HubRows, now: KnownHub) => {
  const typed = rows.typed()
  return typed === ''
    ? { addresses: now.addresses, name: nameOf(now) }
    : { addresses: [typed], name: null }
}

function targetOf(
  rows: HubRows,
  key: TillKey,
  member: () => Membership | null,
): () => HubTarget | null {
  return () => {
    const [now, keys, own] = [rows.now(), key.hub(), member()]
    if (now === null || own === null || keys?.term !== now.term) return null
    const identity = hubIdentity(now.term, own.tillId)
    return { identity, key: keys.key, ...whereOf(rows, now) }
  }
}

/** Listens while this till is the hub, and no longer; a copy of its disk is not this till. */
function createListening({ wire, port, log }: HubParts, { rows, desk, isHere }: Answering) {
  let listener: HubListener | null = null
  let term = 0
  let isOver = false
  const stop = async () => {
    const before = listener
    listener = null
    await before?.stop()
  }
  return {
    addresses: () => listener?.addresses() ?? [],
    async settle() {
      const now = rows.now()
      if (now?.isOwn !== true || isOver || !isHere()) return stop()
      // Of another term it has another name.
      if (term !== now.term) await stop()
      if (listener !== null || wire === null) return
      term = now.term
      listener = await wire.listen({ port: port ?? HUB_PORT, name: nameOf(now), ...desk })
      if (listener === null) log('no other till can reach this hub: nothing can listen here', {})
      if (isOver) await stop()
    },
    async stop() {
      isOver = true
      await stop()
    },
  }
}

interface Answering {
  readonly rows: HubRows
  readonly desk: ReturnType<typeof createHubDesk>
  readonly isHere: () => boolean
}

interface Visiting {
  readonly rows: HubRows
  readonly addresses: () => readonly string[]
}

/** Of a service that has none of it. */
const NO_HUBS: HubAnswer = { hub: null, over: [], lost: [], missed: null, was_told: false }

interface Visit {
  readonly step: Step
  readonly missed: () => MissedHubView | null
}

function createVisit(parts: HubParts, { rows, addresses }: Visiting): Visit {
  const { membership, key, onChange } = parts
  const ask = createHubVisiting(parts.http)
  let missed: HubAnswer['missed'] = null
  const step: Step = async (signal) => {
    const speaker = speakerOf(parts)
    if (speaker === null) return UNTIL_WOKEN_MS
    const { now, as } = speaker
    const before = rows.now()
    const said = rows.toSay()
    const answer = await ask({ ...said, addresses: [...addresses()] }, as, signal)
    const isNone = !answer.ok && answer.refusal === 'NONE' && before === null
    if (!answer.ok && !isNone) return VISIT_EVERY_MS
    const told = answer.ok ? answer.value : NO_HUBS
    if (membership.now()?.tillId !== now.tillId) return 0
    if (told.hub !== null)
      await key.keepHub({ term: told.hub.term, key: told.hub.key, tills: told.hub.tills })
    missed = told.missed
    rows.answered(said, told, now.tillId)
    const after = rows.now()
    if (after?.term === before?.term) return VISIT_EVERY_MS
    onChange()
    // What it has left is said at once: others may wait for it.
    return SLICE_REST_MS
  }
  return {
    step,
    missed: () =>
      missed && { number: missed.number, name: missed.name, since: missed.since_ms as EpochMs },
  }
}

interface Hearing {
  readonly askedWorths: () => AskedHub | null
  readonly rows: HubRows
  readonly keeper: () => ParkedKeeper | null
  readonly link: { isUp: boolean; isServiceUp: boolean }
  readonly http: HttpPort
  readonly words: HubWords
}

function newsing(
  { membership, parked, worths, edits, write, onChange, ...parts }: HubParts,
  { rows, keeper, link, http, words, askedWorths }: Hearing,
): Step {
  const ask = createHubNews(http)
  const keep = keepingNews({ parked, edits, ...parts }, { rows, link, words })
  const say = createParkedSaying(parked)
  const isHeard = (isUp: boolean) => {
    if (link.isUp !== isUp) onChange()
    link.isUp = isUp
  }
  const sayWorths = async (signal: AbortSignal) => {
    const at = askedWorths()
    return at && (await tellHub(worths, at, { takesNew: !link.isServiceUp, signal }))
  }
  /** One thing that waits for the hub. False where nothing does, or it was not taken. */
  const sayNext = async (to: ParkedKeeper, signal: AbortSignal) => {
    for (const next of [() => say({ ...to, takesNew: true }, signal), () => sayWorths(signal)]) {
      const told = await next()
      if (told?.ok === false) isHeard(false)
      if (told?.ok === true && told.value !== false) return true
    }
    return false
  }
  return async (signal) => {
    // A till alone is woken by what it joins.
    if (membership.now() === null) return UNTIL_WOKEN_MS
    const [now, to] = [rows.now(), keeper()]
    if (now === null || to === null) {
      link.isUp = false
      return NEWS_EVERY_MS
    }
    // What a person changed just now goes on too.
    while (!link.isServiceUp && !signal.aborted && edits.collect());
    const own = link.isServiceUp ? null : words.toSay(now.term)
    const said = own && { after: words.heardUpTo(), said: [...own] }
    const answer = await ask({ after: now.version, words: said }, signal)
    if (signal.aborted) return 0
    isHeard(answer.ok)
    if (!answer.ok) return NEWS_EVERY_MS
    const isMore = keep(now, own, answer.value)
    if (answer.value.words.length > 0) await write(signal)
    if (isMore) return SLICE_REST_MS
    return (await sayNext(to, signal)) ? SLICE_REST_MS : NEWS_EVERY_MS
  }
}

/** True where the hub is to be heard again at once. `own`: the words it was told, null for none. */
function keepingNews(
  { db, parked, edits }: Pick<HubParts, 'db' | 'parked' | 'edits'>,
  { rows, link, words }: Pick<Hearing, 'rows' | 'link' | 'words'>,
) {
  return db.transaction((at: KnownHub, own: readonly HubWord[] | null, news: HubNews): boolean => {
    if (rows.now()?.term !== at.term) return true
    parked.keep(news.parked, at.term)
    if (news.version !== at.version) rows.heard(news.version)
    if (own !== null) words.said(at.term, own)
    // The service may have been heard meanwhile.
    if (own !== null && !link.isServiceUp) {
      // What was changed before a word was heard is not said to come after it.
      while (edits.collect());
      words.hear(news.words, news.words_seq)
    }
    return news.has_more || news.words.length > 0
  }).immediate
}

function viewOf(rows: HubRows, isUp: boolean, addresses: readonly string[]): HubView | null {
  const now = rows.now()
  if (now === null) return null
  const { number, name, isOwn } = now
  const shown = isOwn ? addresses : now.addresses
  return { number, name, isOwn, isHeard: isUp, addresses: shown, typed: rows.typed() }
}
