/**
 * Transbank POS Integrado over a serial wire. A sale is sent once; after any trouble only questions
 * are, and no new amount before the line was quiet and one question was answered in full: what was
 * under way then has arrived.
 */
import type { Log } from '#shared/core/ports.ts'
import { READY_MS, SALE_MS } from '#shared/card/attempt.ts'
import {
  CLOSE,
  LAST_SALE,
  POLL,
  saleOf,
  SALES_LIST,
  TOTALS,
  APPROVED_CODE,
  type CardAnswer,
  type CardFacts,
} from '#shared/card/messages.ts'
import {
  afterLast,
  afterList,
  beginInquiry,
  isOf,
  type CardOrder,
  type Finding,
  type Inquiry,
} from '#shared/card/proof.ts'
import { clp } from '#shared/money/clp.ts'
import type { Tally } from '#shared/shifts/shift-report.ts'
import type { Clock, WirePort } from '../kernel/ports.ts'
import type { Asked, Question } from './asking.ts'
import { openLine, type CardLine, type LineParts } from './card-line.ts'
import type { CardEars, CardHealth, CardTerminal, LookUp } from './card-terminal.ts'

interface TransbankParts {
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>
  readonly wires: WirePort
  readonly find: LineParts['find']
  readonly ears: CardEars
  /** An attempt of before ended in trouble, or may have. */
  readonly isInDoubt: boolean
  readonly log: Log
}

const LAST_MS = 15_000
const LIST_MS = 120_000
const POLL_MS = 3_000
const TOTALS_MS = 15_000
/** It speaks with the bank. */
const CLOSE_MS = 120_000
/** Nobody waits longer for the totals at the end of a shift. */
const CLEAN_MS = 30_000
/** Longer than a terminal waits before it repeats an answer nobody has acknowledged (10 s). */
const QUIET_MS = 12_000
const LOOK_MS = 500
const ASK_AGAIN_MS = 4_000
const READY_TRIES = 3

export function createTransbank({
  clock,
  ears,
  isInDoubt,
  ...parts
}: TransbankParts): CardTerminal {
  const line = openLine({
    ...parts,
    clock,
    // What was under way when it was away may still arrive.
    onOpen: () => void (isFresh = true),
    hear(answer) {
      if (answer.kind === 'step') ears.step(answer.code)
      if (answer.kind === 'sale') ears.ended(answer.code, answer.facts)
    },
  })
  let needsClean = isInDoubt
  let isFresh = true
  let isOver = false
  const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  const isQuiet = () => !line.isAsking() && line.quietMs() >= QUIET_MS
  const quiet: Asking['quiet'] = async (isWanted) => {
    while (!isOver && line.isOpen() && isWanted() && !isQuiet()) await wait(LOOK_MS)
    if (isQuiet()) isFresh = false
  }
  const ask: Ask = async (question) => {
    const how = await line.ask(question)
    if (how === 'silent') needsClean = true
    return how
  }
  const looks = createLooks(clock, ask, ears)
  const cleaned = () => void (needsClean = false)
  const isReady = async (readyMs = READY_MS): Promise<boolean> => {
    const untilMs = clock.monotonicMs() + readyMs
    const isInTime = () => !isOver && line.isOpen() && clock.monotonicMs() < untilMs
    for (let tries = 0; tries < READY_TRIES && isInTime(); tries += 1) {
      while (line.isAsking() && isInTime()) await wait(LOOK_MS)
      if (needsClean || isFresh) await quiet(isInTime)
      if (!needsClean || !isInTime()) break
      const how = await ask({ text: LAST_SALE, answerMs: LAST_MS, take: isLast })
      if (how === 'answered') needsClean = false
      else await wait(ASK_AGAIN_MS)
    }
    return isInTime() && !needsClean && !isFresh && !line.isAsking()
  }

  return {
    async charge(order: CardOrder) {
      if (!(await isReady())) return 'unsent'
      const how = await ask({
        text: saleOf({ ticket: order.ticket, amountClp: clp(order.amountClp) }),
        answerMs: SALE_MS,
        take: (answer) => answer.kind === 'sale' && isOf(order, answer.facts),
      })
      return how === 'answered' ? 'ended' : 'unknown'
    },

    lookUp: (asked) => lookUp(asked, { clock, looks, quiet, wait, isOver: () => isOver, cleaned }),

    ...createOnce(isReady, ask),

    health: () => healthOf(line),

    async close() {
      isOver = true
      await line.close()
    },
  }
}

/** Asked once, on a line that is clean before whoever closes a shift has waited too long. */
function createOnce(
  isReady: (readyMs: number) => Promise<boolean>,
  ask: Ask,
): Pick<CardTerminal, 'totals' | 'endBatch'> {
  const once = async (
    {
      isWanted = () => true,
      ...what
    }: Pick<Question, 'text' | 'answerMs'> & { readonly isWanted?: () => boolean },
    take: (answer: CardAnswer) => boolean,
  ) =>
    (await isReady(CLEAN_MS)) && isWanted()
      ? ask({ ...what, take: (answer, isAcked) => isAcked && take(answer) })
      : 'unsent'
  return {
    async totals() {
      let said: Tally | null = null
      const how = await once({ text: TOTALS, answerMs: TOTALS_MS }, (answer) => {
        if (answer.kind !== 'totals') return false
        const { code, count, sumClp: totalClp } = answer
        if (code === APPROVED_CODE) said = { count, totalClp }
        return true
      })
      return how === 'answered' ? said : null
    },
    async endBatch(isWanted) {
      let code = ''
      const how = await once({ text: CLOSE, answerMs: CLOSE_MS, isWanted }, (answer) => {
        if (answer.kind === 'closed') code = answer.code
        return answer.kind === 'closed'
      })
      if (how !== 'answered') return how === 'unsent' ? 'unsent' : 'unknown'
      return code === APPROVED_CODE ? 'closed' : 'refused'
    },
  }
}

async function healthOf(line: CardLine): Promise<CardHealth> {
  if (!line.isOpen()) return line.trouble()
  // Whoever is being asked is there.
  if (line.isAsking()) return 'ready'
  const how = await line.ask({ text: POLL, answerMs: POLL_MS, take: () => false, endsAtAck: true })
  return how === 'answered' ? 'ready' : 'away'
}

type Ask = (question: Question) => Promise<Asked>
type Look = (inquiry: Inquiry) => Promise<Finding | null>

/** Questions about a sale that was sent; null where nothing was answered. */
function createLooks(
  clock: Pick<Clock, 'monotonicMs'>,
  ask: Ask,
  ears: CardEars,
): Readonly<Record<Inquiry['asks'], Look>> {
  /** Approved counts whenever it is said; all else only as the answer to this question. */
  const proven = (finding: Finding) => {
    if (finding.kind === 'approved') ears.ended(APPROVED_CODE, finding.facts)
    return finding
  }
  const last: Look = async (inquiry) => {
    let found: Finding | null = null
    const askedAtMs = clock.monotonicMs()
    const how = await ask({
      text: LAST_SALE,
      answerMs: LAST_MS,
      take(answer, isAcked) {
        if (answer.kind !== 'last') return false
        const finding = afterLast(inquiry, answer, askedAtMs)
        if (!isAcked && finding.kind !== 'approved') return false
        found = proven(finding)
        return true
      },
    })
    return how === 'answered' ? found : null
  }
  const list: Look = async (inquiry) => {
    const sales: CardFacts[] = []
    const askedAtMs = clock.monotonicMs()
    const how = await ask({
      text: SALES_LIST,
      answerMs: LIST_MS,
      take(answer, isAcked) {
        if (!isAcked || answer.kind !== 'listed') return false
        if (answer.facts === null) return true
        const { facts } = answer
        // Said twice where our word was lost.
        if (!sales.some((known) => isSame(known, facts))) sales.push(facts)
        return false
      },
    })
    return how === 'answered' ? proven(afterList(inquiry, sales, askedAtMs)) : null
  }
  return { last, list }
}

/** In everything it says: operations are counted anew, and another terminal counts its own. */
const isSame = (one: CardFacts, other: CardFacts) => JSON.stringify(one) === JSON.stringify(other)

interface Asking {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly looks: ReturnType<typeof createLooks>
  /** Waits until nothing was said for a while, or nobody wants that any more. */
  readonly quiet: (isWanted: () => boolean) => Promise<void>
  readonly wait: (ms: number) => Promise<void>
  readonly isOver: () => boolean
  /** Nothing of before is under way any more. */
  readonly cleaned: () => void
}

async function lookUp(
  { order, knownTicket, mayRunForMs, isStillOpen }: LookUp,
  { clock, looks, quiet, wait, isOver, cleaned }: Asking,
): ReturnType<CardTerminal['lookUp']> {
  let inquiry = beginInquiry(order, knownTicket, clock.monotonicMs() + mayRunForMs)
  while (!isOver() && isStillOpen()) {
    if (inquiry.needsQuiet) await quiet(isStillOpen)
    if (isOver() || !isStillOpen()) break
    const finding = await looks[inquiry.asks](inquiry)
    if (finding?.kind === 'not-charged' || finding?.kind === 'person') {
      cleaned()
      return finding.kind
    }
    if (finding?.kind === 'ask-again') inquiry = finding.inquiry
    if (finding?.kind !== 'approved' && isStillOpen()) await wait(ASK_AGAIN_MS)
  }
  return 'ended'
}

const isLast = (answer: { readonly kind: string }, isAcked: boolean) =>
  isAcked && answer.kind === 'last'
