/**
 * A shop's day at the card terminal in simulated time: the till's own desk and driver on a
 * database, a played terminal, and a wire, a disk and a program that fail. The bank's ledger
 * judges.
 */
import Database from 'better-sqlite3'
import { isOpen, isPaid } from '#shared/card/attempt.ts'
import { ACK, frameOf } from '#shared/card/frame.ts'
import { clp } from '#shared/money/clp.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { Attempt } from '#till/card/attempts.ts'
import { createCardDesk, type CardDesk } from '#till/card/card-desk.ts'
import type { CardEars, CardTerminal } from '#till/card/card-terminal.ts'
import { createCardTotals, type CardTotals } from '#till/card/card-totals.ts'
import { openTerminal } from '#till/card/open-terminal.ts'
import { CARD_SCHEMA } from '#till/card/schema.ts'
import { playedCable, TRANSBANK, type Carry } from '../support/played-cable.ts'
import { NO_POINT } from '../support/point-service.ts'
import { seededDie } from '../support/zod-inputs.ts'
import { quickClock, type QuickClock } from './quick-clock.ts'

/** One of what keeps a card from being charged twice, taken out from outside. */
export const SAFEGUARDS = [
  'check byte',
  'own ticket and amount',
  'asking what became of it',
  'attempt on disk',
  'stored before acknowledged',
  'sent once',
] as const
export type Safeguard = (typeof SAFEGUARDS)[number]

export interface Day {
  readonly seed: number
  readonly sales: number
  /** What comes in the middle of a sale waits at the terminal for its end. */
  readonly queues?: boolean
  /** Somebody sells, and closes, on the terminal itself. */
  readonly byHand?: boolean
  readonly without?: Safeguard
}

export interface Judged {
  readonly sales: number
  readonly faults: number
  readonly chargedTwice: number
  readonly chargedUnknown: number
  readonly handedOverUncharged: number
  /** Answers the till said that it had received, and had on no disk. */
  readonly acknowledgedUnstored: number
  /** Closes of the terminal that erased the proof of what nobody knew the end of. */
  readonly erasedOpen: number
  /** Closes the terminal confirmed. */
  readonly ends: number
  readonly askedPerson: number
  readonly leftOpen: number
}

const CONFIG = { ...TRANSBANK, closes: 'with-shift' } as const
const SHIFT = 'shift'
/** Sales between the ends of two shifts, about. */
const SALES_A_SHIFT = 12
const isClose = (bytes: Uint8Array) => String.fromCharCode(...bytes).includes('\u00020500||')
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
const START_MS = 4_000
const LOOK_MS = 2_000
const TRIES = 3
/** Of a sale, with its ticket. */
const ANSWER = /0210\|\d\d\|\d*\|\d*\|(\d{6})\|/
const UNSTORED: readonly string[] = ['asked', 'unknown']
/** The second digit of an answer's code. */
const CODE_AT = 7

export async function playDay(day: Day): Promise<Judged> {
  const world = openWorld(day)
  let till = openTill(world)
  let isDone = false
  const live = async () => {
    const mine = till
    for (let sale = 0; sale < day.sales && !mine.isDead(); sale += 1) await serve(world, mine, sale)
    if (!mine.isDead()) isDone = true
  }
  world.onCrash = () => {
    void till.desk.close()
    if (day.without === 'attempt on disk')
      world.db.exec("DELETE FROM card_attempt WHERE state IN ('asked', 'unknown')")
    world.clock.after(START_MS, () => {
      till = openTill(world)
      void live()
    })
  }
  void live()
  await world.clock.run(() => isDone || world.clock.monotonicMs() > day.sales * HOUR_MS)
  const judged = judge(world, day.sales)
  await Promise.race([till.desk.close(), Promise.resolve()])
  world.db.close()
  return judged
}

type World = ReturnType<typeof openWorld>

function openWorld({ seed, queues = false, byHand = false, without }: Day) {
  const die = seededDie(seed)
  const clock: QuickClock = quickClock()
  const db = new Database(':memory:')
  db.exec(`CREATE TABLE sale (seq INTEGER PRIMARY KEY, id TEXT UNIQUE, sold_at_ms INTEGER,
      document_type TEXT, change_of TEXT);
    CREATE TABLE parked_sale (open_sale_id TEXT);
    CREATE TABLE shift (id TEXT, number INTEGER);
    CREATE TABLE receipt_deletion (sale_id TEXT, state TEXT, settled_at_ms INTEGER,
      shift_id TEXT);
    CREATE TABLE sale_payment (sale_id TEXT, sii_code TEXT, total_clp INTEGER, tip_clp INTEGER);`)
  db.exec(`CREATE TABLE open_shift (id TEXT); INSERT INTO open_shift VALUES ('${SHIFT}')`)
  db.exec(CARD_SCHEMA)
  const cable = playedCable(clock, { queues })
  const world = {
    ...{ clock, db, cable, die, byHand, without },
    faults: 0,
    persons: 0,
    unstored: 0,
    ends: 0,
    erasedOpen: 0,
    tickets: new Map<string, number>(),
    onCrash: () => {},
    crash: () => {},
    /** One in so many. */
    hit(sides: number): boolean {
      const isHit = die(sides) === 0
      if (isHit) world.faults += 1
      return isHit
    },
  }
  const mendsCheck = without === 'check byte'
  const [toTerminal, toTill] = [badWire(world, false, false), badWire(world, true, mendsCheck)]
  let hearing = ''
  cable.toTill = (bytes, deliver) =>
    toTill(bytes, (arrived) => {
      hearing = String.fromCharCode(...arrived)
      deliver(arrived)
      hearing = ''
    })
  const stateOf = db
    .prepare<[string], string>('SELECT state FROM card_attempt WHERE ticket = ?')
    .pluck()
  const openCount = db
    .prepare<[], number>(
      "SELECT count(*) FROM card_attempt WHERE state IN ('asked', 'unknown', 'person')",
    )
    .pluck()
  cable.toTerminal = (bytes, deliver) => {
    const [, ticket = ''] = bytes[0] === ACK ? (ANSWER.exec(hearing) ?? []) : []
    if (isClose(bytes) && openCount.get() !== 0) world.erasedOpen += 1
    if (UNSTORED.includes(stateOf.get(ticket) ?? '')) world.unstored += 1
    toTerminal(bytes, deliver)
  }
  return world
}

/** Loses, damages, delays; says twice; never overtakes. */
function badWire(
  world: Pick<World, 'hit' | 'die' | 'clock'>,
  repeats: boolean,
  mends: boolean,
): Carry {
  let lastMs = 0
  return (bytes, deliver) => {
    if (world.hit(26)) return
    const sent = Uint8Array.from(bytes)
    if (world.hit(26)) {
      // Half of it where it hurts: 01, declined, becomes 00.
      const isCode = world.die(2) === 0 && sent.length > CODE_AT
      const index = isCode ? CODE_AT : world.die(sent.length)
      sent[index] = (sent[index] ?? 0) ^ (1 << (isCode ? 0 : world.die(7)))
    }
    const arrived = mends ? withCheck(sent) : sent
    const lateMs = world.hit(50) ? world.die(9_000) : world.die(20)
    const nowMs = world.clock.monotonicMs()
    lastMs = Math.max(lastMs, nowMs + 5 + lateMs)
    world.clock.after(lastMs - nowMs, () => deliver(arrived))
    if (!repeats || !world.hit(50)) return
    lastMs += world.die(3_000)
    world.clock.after(lastMs - nowMs, () => deliver(arrived))
  }
}

/** As if the till did not look at it. */
function withCheck(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 3 || bytes[0] !== 0x02 || bytes.at(-2) !== 0x03) return bytes
  return frameOf(String.fromCharCode(...bytes.subarray(1, -2)))
}

interface OpenTill {
  readonly desk: CardDesk
  readonly totals: CardTotals
  isDead(): boolean
  crash(): void
}

function openTill(world: World): OpenTill {
  const { clock, db, cable, without } = world
  let isDead = false
  const crash = () => {
    if (isDead) return
    isDead = true
    world.onCrash()
  }
  const desk: CardDesk = createCardDesk({
    ...{ db, clock },
    randomness: { bytes: (count) => Uint8Array.from({ length: count }, () => world.die(256)) },
    journal: { announceStatus: () => undefined },
    log: () => undefined,
    config: () => CONFIG,
    accountOf: () => null,
    open(config, ears, isInDoubt) {
      const parts = {
        ...{ clock, wires: cable.wires, point: NO_POINT },
        ...{ isTaken: () => false, log: () => undefined },
      }
      const heard = without === undefined ? ears : sabotagedEars(world, desk, ears)
      const fallible = diskFails(world, heard, crash)
      return sabotaged(openTerminal(parts, config, fallible, isInDoubt), without)
    },
    isHalted: () => isDead,
  })
  desk.start()
  const totals = createCardTotals({
    ...{ db, clock, desk, isHalted: () => isDead },
    onClosed: () => void (world.ends += 1),
  })
  return { desk, totals, isDead: () => isDead, crash }
}

/** Full now and then; and the program dies between the disk and the wire. */
function diskFails(world: World, ears: CardEars, crash: () => void): CardEars {
  return {
    ...ears,
    ended(code, facts) {
      if (world.hit(50)) throw new Error('the disk is full')
      const isOurs = ears.ended(code, facts)
      if (!world.hit(50)) return isOurs
      crash()
      throw new Error('killed')
    },
  }
}

function sabotagedEars({ clock, without }: World, desk: CardDesk, ears: CardEars): CardEars {
  if (without === 'own ticket and amount')
    return {
      ...ears,
      ended(code, facts) {
        const [open] = desk.attempts.open()
        const { ticket, amountClp } = open ?? facts
        return ears.ended(code, { ...facts, ticket, amountClp })
      },
    }
  if (without !== 'stored before acknowledged') return ears
  return {
    ...ears,
    ended(code, facts) {
      clock.after(MINUTE_MS / 6, () => {
        try {
          ears.ended(code, facts)
        } catch {
          // The program had ended by then.
        }
      })
      return true
    },
  }
}

function sabotaged(terminal: CardTerminal, without: Safeguard | undefined): CardTerminal {
  if (without === 'asking what became of it')
    return { ...terminal, lookUp: async () => 'not-charged' }
  if (without !== 'sent once') return terminal
  return {
    ...terminal,
    async charge(order) {
      const how = await terminal.charge(order)
      return how === 'unknown' ? terminal.charge(order) : how
    },
  }
}

const saleIdOf = (sale: number) => `sale-${sale}` as SaleId

/** One customer, from where the disk says they are: charged until it is paid, handed over once. */
async function serve(world: World, till: OpenTill, sale: number): Promise<void> {
  const { clock, db } = world
  const saleId = saleIdOf(sale)
  const isSold = db.prepare<[string]>('SELECT 1 FROM sale WHERE id = ?').get(saleId) !== undefined
  if (isSold) return
  const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  for (let tries = 0; tries < TRIES && !till.isDead(); tries += 1) {
    await ended(world, till, saleId, wait)
    if (till.isDead()) return
    if (tries === 0 && world.die(SALES_A_SHIFT) === 0) await endShift(till)
    if (till.isDead()) return
    const [paid] = till.desk.attempts.paidOf(saleId)
    if (paid !== undefined) return handOver(world, till, paid)
    if (till.desk.attempts.open().length > 0) continue
    trouble(world, till)
    const amountClp = clp(1_000 + world.die(50_000))
    world.cable.terminal.plan.outcome = world.die(100) < 85 ? '00' : '01'
    world.cable.terminal.plan.cardMs = 2_000 + world.die(40_000)
    const attempt = till.desk.attempts.create({
      attemptId: `${saleId}-${clock.monotonicMs()}-${tries}`,
      ...{ saleId, amountClp, terminal: '11ca:0204:V1', method: 'TC' },
    })
    world.tickets.set(attempt.ticket, sale)
    if (world.hit(50)) return till.crash()
    await till.desk.charge(attempt)
    await wait(200)
  }
  await ended(world, till, saleId, wait)
  const [paid] = till.isDead() ? [] : till.desk.attempts.paidOf(saleId)
  if (paid !== undefined) handOver(world, till, paid)
}

/** What the shift's end does at the terminal, on the same bad wire. */
async function endShift({ totals }: OpenTill): Promise<void> {
  await totals.ask(SHIFT)
  // Nobody waits for it: the next card comes meanwhile.
  void totals.closeAfter(SHIFT)
}

/** Until somebody knows how the last attempt ended; a person reads the paper as it is. */
async function ended(
  world: World,
  till: OpenTill,
  saleId: SaleId,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  const untilMs = world.clock.monotonicMs() + 30 * MINUTE_MS
  for (;;) {
    const last = till.desk.attempts.newestOf(saleId)
    if (till.isDead() || last === undefined || !isOpen(last.state)) return
    if (world.clock.monotonicMs() > untilMs) return
    if (last.state === 'person') {
      world.persons += 1
      const isCharged = world.cable.terminal.bank.some(({ ticket }) => ticket === last.ticket)
      till.desk.move(last, isCharged ? 'approved-by-hand' : 'declined-by-hand')
    } else await wait(LOOK_MS)
  }
}

/** The goods go over the counter in the transaction that takes the card. */
function handOver({ db, hit }: World, till: OpenTill, paid: Attempt): void {
  if (hit(50)) return till.crash()
  db.transaction(() => {
    db.prepare('INSERT INTO sale (id) VALUES (?)').run(paid.saleId)
    if (!till.desk.attempts.move(paid, 'settled')) throw new Error('paid twice')
  })()
}

/** What happens while the card is at the terminal. */
function trouble(world: World, till: OpenTill): void {
  const { clock, cable, hit, die } = world
  if (hit(25))
    clock.after(die(20_000), () => {
      cable.pullOut()
      clock.after(500 + die(20_000), cable.plugIn)
    })
  if (hit(50)) clock.after(die(20_000), till.crash)
  if (!world.byHand || die(10) > 0) return
  const { sellByHand, closeByHand } = cable.terminal
  clock.after(die(6_000), () => (die(10) < 8 ? sellByHand(7_777) : closeByHand()))
}

function judge(
  { db, cable, faults, persons, unstored, erasedOpen, ends, tickets }: World,
  sales: number,
): Judged {
  const rows = db
    .prepare<[], Pick<Attempt, 'ticket' | 'state' | 'saleId'>>(
      'SELECT ticket, state, sale_id AS saleId FROM card_attempt',
    )
    .all()
  const stateOf = new Map(rows.map((row) => [row.ticket, row.state]))
  const charged = cable.terminal.bank.map(({ ticket }) => ticket)
  const perSale = new Map<number, number>()
  for (const ticket of charged) {
    const sale = tickets.get(ticket) ?? -1
    perSale.set(sale, (perSale.get(sale) ?? 0) + 1)
  }
  const knows = (ticket: string) => {
    const state = stateOf.get(ticket)
    return state !== undefined && (isPaid(state) || state === 'settled' || isOpen(state))
  }
  const settled = rows.filter(({ state }) => state === 'settled' || isPaid(state))
  return {
    ...{ sales, faults, askedPerson: persons, acknowledgedUnstored: unstored, erasedOpen, ends },
    chargedTwice: [...perSale.values()].filter((count) => count > 1).length,
    chargedUnknown: charged.filter((ticket) => !knows(ticket)).length,
    handedOverUncharged: settled.filter(({ ticket }) => !charged.includes(ticket)).length,
    leftOpen: rows.filter(({ state }) => isOpen(state)).length,
  }
}
