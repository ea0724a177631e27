/**
 * A shop's days at a terminal over the internet, in simulated time: the till's own desk and driver
 * on a database, the played service, and an internet and a program that fail. What cards have paid
 * judges.
 */
import Database from 'better-sqlite3'
import { isOpen, isPaid } from '#shared/card/attempt.ts'
import { partsOfRefund } from '#shared/card/refund.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { orderIdOf } from '#till/card/attempts.ts'
import { createCardDesk, type CardDesk } from '#till/card/card-desk.ts'
import { createCardRefunds } from '#till/card/card-refunds.ts'
import { createPoint } from '#till/card/point.ts'
import { CARD_SCHEMA } from '#till/card/schema.ts'
import type { HttpOutcome, HttpPort } from '#till/kernel/ports.ts'
import { askPlayed, playedPoint, POINT_TERMINAL, POINT_TOKEN } from '../support/point-service.ts'
import { seededDie } from '../support/zod-inputs.ts'
import { quickClock } from './quick-clock.ts'

/** One of what keeps a card from being charged twice, taken out from outside. */
export type PointSafeguard =
  | 'own key'
  | 'attempt on disk'
  | 'asking what became of it'
  | 'own key and look of a refund'
  | 'refund on disk'

export interface PointDays {
  readonly seed: number
  readonly sales: number
  readonly without?: PointSafeguard
}

const [SECOND_MS, MINUTE_MS, NIGHT_MS, DAY_MS] = [1_000, 60_000, 43_200_000, 86_400_000]
const TRIES = 3

export async function playPointDays({ seed, sales, without }: PointDays) {
  const world = openWorld(seed, without)
  const { clock } = world
  let till = openTill(world)
  let isDone = false
  const live = async () => {
    const mine = till
    for (let sale = world.served; sale < sales && !mine.isDead(); sale = world.served) {
      await serve(world, mine, `sale-${sale}` as SaleId)
      if (!mine.isDead()) world.served += 1
    }
    if (!mine.isDead()) isDone = true
  }
  world.onCrash = () => {
    void till.desk.close()
    if (without === 'refund on disk') world.db.exec("DELETE FROM card_refund WHERE state = 'asked'")
    if (without === 'attempt on disk')
      world.db.exec("DELETE FROM card_attempt WHERE state IN ('asked', 'unknown')")
    clock.after(world.die(5) === 0 ? NIGHT_MS : 4 * SECOND_MS, () => {
      till = openTill(world)
      void live()
    })
  }
  void live()
  await clock.run(() => isDone || clock.monotonicMs() > sales * DAY_MS)
  await Promise.race([till.desk.close(), Promise.resolve()])
  const judged = judge(world, isDone)
  world.db.close()
  return judged
}

const ACCOUNT = '42'

type World = ReturnType<typeof openWorld>

function openWorld(seed: number, without: PointSafeguard | undefined) {
  const clock = quickClock()
  const db = new Database(':memory:')
  db.exec(
    `CREATE TABLE sale (id TEXT UNIQUE, document_type TEXT, change_of TEXT, original_id TEXT,
      shift_id TEXT); CREATE TABLE sale_payment (sale_id TEXT, method TEXT, total_clp INTEGER);
      CREATE TABLE parked_sale (open_sale_id TEXT); CREATE TABLE open_shift (id TEXT)`,
  )
  db.exec(CARD_SCHEMA)
  const die = seededDie(seed)
  const world = {
    ...{ clock, db, die, without, served: 0, faults: 0, persons: 0, refunds: 0 },
    point: playedPoint({ nowMs: clock.monotonicMs }),
    onCrash: () => {},
    /** One in so many. */
    hit(sides: number): boolean {
      const isHit = die(sides) === 0
      if (isHit) world.faults += 1
      return isHit
    },
  }
  return world
}

/** Loses requests and answers, keeps them waiting, and is away for minutes. */
function badInternet(world: World): HttpPort {
  const { clock, point, die, hit } = world
  const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  let awayUntilMs = 0
  let count = 0
  return {
    async exchange(request): Promise<HttpOutcome> {
      await wait(20 + die(300))
      if (hit(400)) awayUntilMs = clock.monotonicMs() + die(8 * MINUTE_MS)
      if (clock.monotonicMs() < awayUntilMs) return { kind: 'unsent', detail: 'away' }
      if (hit(40)) return { kind: 'unanswered', detail: 'lost on the way' }
      if (hit(40)) await wait(die(9 * SECOND_MS))
      const isRefund = /\/refund$/.test(request.path)
      const isSpoilt =
        world.without === 'own key' ||
        (isRefund && world.without === 'own key and look of a refund')
      const headers = isSpoilt ? { 'X-Idempotency-Key': `${count++}` } : request.headers
      const answer = askPlayed(point, POINT_TOKEN, { ...request, ...(headers && { headers }) })
      if (hit(40)) return { kind: 'unanswered', detail: 'lost on the way back' }
      const isHidden = world.without === 'own key and look of a refund'
      return isHidden && answer.kind === 'answered'
        ? { ...answer, bodyText: answer.bodyText.replace('"refunds"', '"hidden"') }
        : answer
    },
  }
}

function openTill(world: World) {
  const { clock, db, without } = world
  let isDead = false
  const crash = () => {
    if (isDead) return
    isDead = true
    world.onCrash()
  }
  const http = badInternet(world)
  const desk: CardDesk = createCardDesk({
    ...{ db, clock },
    randomness: { bytes: (count) => Uint8Array.from({ length: count }, () => world.die(256)) },
    journal: { announceStatus: () => undefined },
    log: () => undefined,
    config: () => ({ kind: 'point', method: 'TC', terminalId: POINT_TERMINAL }),
    accountOf: () => ACCOUNT,
    open(_, ears) {
      const terminal = createPoint({
        ...{ clock, http, terminalId: POINT_TERMINAL, log: () => undefined },
        ears: {
          ...ears,
          ended(code, facts) {
            if (world.hit(50)) throw new Error('the disk is full')
            const isOurs = ears.ended(code, facts)
            if (world.hit(50)) crash()
            return isOurs
          },
        },
      })
      return without === 'asking what became of it'
        ? { ...terminal, lookUp: async () => 'not-charged' }
        : terminal
    },
    isHalted: () => isDead,
  })
  const refunds = createCardRefunds({
    ...{ db, clock, desk, accountOf: () => ACCOUNT, log: () => undefined },
    ids: { next: () => `refund-${(world.refunds += 1)}` },
    journal: { announceStatus: () => undefined },
    isOver: () => isDead,
  })
  desk.start()
  refunds.follow()
  return { desk, refunds, crash, isDead: () => isDead }
}
type OpenTill = ReturnType<typeof openTill>

/** One customer: charged until it is paid, handed over once. */
async function serve(world: World, till: OpenTill, saleId: SaleId): Promise<void> {
  const { clock, db, die } = world
  const { attempts } = till.desk
  const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  const isSold = db.prepare<[string]>('SELECT 1 FROM sale WHERE id = ?').get(saleId) !== undefined
  if (isSold) return
  for (let tries = 0; tries <= TRIES && !till.isDead(); tries += 1) {
    await settled(world, till, saleId, wait)
    if (till.isDead()) return
    const [paid] = attempts.paidOf(saleId)
    if (paid !== undefined) {
      if (world.hit(50)) return till.crash()
      db.transaction(() => {
        db.prepare('INSERT INTO sale (id) VALUES (?)').run(saleId)
        if (!attempts.move(paid, 'settled')) throw new Error('paid twice')
      })()
      giveBack(world, till, saleId)
      return
    }
    if (tries === TRIES || attempts.open().length > 0) continue
    customer(world)
    const attempt = attempts.create({
      attemptId: `${saleId}-${clock.monotonicMs()}`,
      ...{ saleId, amountClp: clp(1_000 + die(50_000)), terminal: POINT_TERMINAL, method: 'TC' },
    })
    if (world.hit(50)) return till.crash()
    if (world.hit(25)) clock.after(die(60 * SECOND_MS), till.crash)
    cashier(world, till, attempt.attemptId)
    await till.desk.charge(attempt)
  }
}

/** Some customers bring all of it back, or a part: on disk first, as a return is. */
function giveBack({ db, point, die, hit }: World, till: OpenTill, saleId: SaleId): void {
  if (die(4) !== 0) return
  point.refundsAs = die(20) === 0 ? 'failed' : 'processed'
  for (const returnId of [`${saleId}-a`, `${saleId}-b`] as SaleId[]) {
    const refundable = till.refunds.refundable(saleId)
    const leftClp = refundable[0]?.amountClp ?? 0
    // Often the same amount twice: each is its own.
    const backClp = clp(die(2) === 0 ? leftClp : Math.min(500, leftClp))
    const parts = partsOfRefund(refundable, backClp)
    if (parts !== null) db.transaction(() => till.refunds.ask(returnId, parts))()
  }
  if (hit(10)) return till.crash()
  till.refunds.follow()
}

/** Holds a card to whatever the terminal shows, at some time, or walks away. */
function customer({ clock, point, die, hit }: World): void {
  clock.after(2_000 + die(20_000), point.show)
  const kind = die(100)
  if (kind >= 95) return
  clock.after(5_000 + die(150_000), () => {
    if (point.live() === undefined) return
    if (hit(60)) return point.end('action_required')
    point.end(kind < 80 ? 'processed' : kind < 90 ? 'failed' : 'canceled')
  })
}

/** Loses patience with a terminal, whether it has taken the charge or not. */
function cashier({ clock, die }: World, { desk }: OpenTill, attemptId: string): void {
  if (die(8) !== 0) return
  clock.after(4_000 + die(40_000), () => {
    const attempt = desk.attempts.byId(attemptId)
    const orderId = attempt === undefined || !isOpen(attempt.state) ? null : orderIdOf(attempt)
    if (orderId !== null) void desk.connected()?.terminal.cancel?.(attemptId, orderId)
  })
}

/** Until somebody knows how the last attempt ended; a person looks at the account. */
async function settled(
  { clock, point, ...world }: World,
  till: OpenTill,
  saleId: SaleId,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  const untilMs = clock.monotonicMs() + 30 * MINUTE_MS
  for (;;) {
    const last = till.desk.attempts.newestOf(saleId)
    if (till.isDead() || last === undefined || !isOpen(last.state)) return
    if (clock.monotonicMs() > untilMs) return
    if (last.state === 'person') {
      world.persons += 1
      // What stays on the terminal's screen is cancelled there before anybody says it was not paid.
      if (point.live()?.status === 'action_required') point.end('canceled')
      const isPaidFor = point.paid.has(last.attemptId)
      till.desk.move(last, isPaidFor ? 'approved-by-hand' : 'declined-by-hand')
    } else await wait(2 * SECOND_MS)
  }
}

function judge({ db, point, faults, served }: World, isDone: boolean) {
  const rows = db
    .prepare<[], { readonly id: string; readonly saleId: string; readonly state: never }>(
      'SELECT id, sale_id AS saleId, state FROM card_attempt',
    )
    .all()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const perSale = new Map<string, number>()
  for (const [reference, count] of point.paid) {
    const sale = reference.split('-').slice(0, 2).join('-')
    perSale.set(sale, (perSale.get(sale) ?? 0) + count)
  }
  const knows = (reference: string) => {
    const state = byId.get(reference)?.state
    return state !== undefined && (isPaid(state) || state === 'settled' || isOpen(state))
  }
  const asked = db
    .prepare<[], { readonly id: string; readonly state: string; readonly amountClp: number }>(
      'SELECT id, state, amount_clp AS amountClp FROM card_refund',
    )
    .all()
  const made = point.orders().flatMap(({ refunds }) => refunds)
  const backClp = made.filter(({ status }) => status === 'processed')
  const sumOf = (list: readonly { readonly amountClp: number }[]) =>
    list.reduce((sum, one) => sum + one.amountClp, 0)
  const saidDone = asked.filter(({ state }) => state === 'done')
  const mayBe = asked.filter(({ state }) => state !== 'refused')
  const taken = rows.filter(({ state }) => state === 'settled' || isPaid(state))
  return {
    ...{ isDone, faults, served, orders: point.orders().length, refunds: backClp.length },
    wrong: {
      chargedTwice: [...perSale.values()].filter((count) => count > 1).length,
      chargedUnknown: [...point.paid.keys()].filter((reference) => !knows(reference)).length,
      /** More went back than was asked for, or a refund under way that nobody knows of. */
      refundedTwice: Math.max(0, sumOf(backClp) - sumOf(mayBe)),
      /** The till says that money went back which did not. */
      refundedInWordOnly: Math.max(0, sumOf(saidDone) - sumOf(backClp)),
      handedOverUncharged: taken.filter(({ id }) => !point.paid.has(id)).length,
    },
  }
}
