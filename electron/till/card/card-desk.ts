/**
 * The attempts at the card terminal: on disk before anything leaves, sent once, asked about until
 * something is proven, and counted in their sale in the sale's own transaction.
 */
import { APPROVED_CODE } from '#shared/card/messages.ts'
import {
  isOpen,
  mayRunForMs,
  OWN_CODES,
  PERSON_AFTER_MS,
  type CardState,
  type CardView,
} from '#shared/card/attempt.ts'
import { placeName, type CardTerminalConfig } from '#shared/card/config.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { Log } from '#shared/core/ports.ts'
import { unattended } from '../kernel/background.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock, Randomness } from '../kernel/ports.ts'
import {
  createAttempts,
  orderIdOf,
  viewOf,
  type Attempt,
  type Attempts,
  type Ending,
} from './attempts.ts'
import type { CardEars, CardHealth, CardTerminal } from './card-terminal.ts'

interface CardDeskPorts {
  readonly db: TillDatabase
  readonly clock: Clock
  readonly randomness: Randomness
  readonly journal: Pick<Journal, 'announceStatus'>
  readonly log: Log
  readonly config: () => CardTerminalConfig | null
  /** Whose account the terminal's service is asked with; null for none. */
  readonly accountOf: () => string | null
  readonly open: (config: CardTerminalConfig, ears: CardEars, isInDoubt: boolean) => CardTerminal
  /** Nothing read or written can be relied on any more: nothing is stored, so nothing is said. */
  readonly isHalted: () => boolean
}

export interface CardDesk {
  readonly attempts: Attempts
  /** Follows the settings, and goes on with what nobody knew the end of. */
  start(): void
  /** The settings may name another one. */
  follow(): Promise<void>
  /** The terminal whose amounts go to it by themselves; null without one. */
  current(): CardTerminalConfig | null
  /** The terminal itself. */
  connected(): Connected | null
  /** Sends it. Resolves once nobody has to wait for it: ended, or unknown how. */
  charge(attempt: Attempt): Promise<Attempt>
  /** Moves it in a transaction of its own, and tells the screens. */
  move(attempt: Attempt, to: CardState, ending?: Ending, beside?: () => void): boolean
  /** Somebody has seen to it that the other side says otherwise. */
  check(attempt: Attempt, by: string, beside: () => void): void
  /** A person may say how it ended. */
  asksPerson(attempt: Attempt): boolean
  view(attempt: Attempt): CardView
  /** What screens show: open attempts, paid ones without a sale, the open sale's last declined. */
  cards(openSaleId: SaleId | null): readonly CardView[]
  health(): Promise<CardHealth>
  /** Nothing is asked or stored any more. */
  isOver(): boolean
  close(): Promise<void>
}

const WRITE_AGAIN_MS = 1_000
/** What only a person can say now is asked for more and more seldom. */
const [LOOK_AGAIN_MS, LOOK_SELDOM_MS] = [1_500, 60_000]
/** So long the other side is asked of what a person has ended. */
const UNSAID_MS = 3 * 86_400_000

interface Connected {
  readonly config: CardTerminalConfig
  readonly terminal: CardTerminal
}

export function createCardDesk(ports: CardDeskPorts): CardDesk {
  const { clock, journal } = ports
  const moves = createMoves(ports)
  const { attempts, now } = moves
  const steps = new Map<string, string>()
  let connected: Connected | null = null

  const ears = createEars(ports, moves, (code) => {
    const open = connected === null ? undefined : attempts.openAt(placeName(connected.config))
    if (open !== undefined) steps.set(open.attemptId, code)
    journal.announceStatus()
  })
  const follow = async () => {
    const wanted = moves.isOver() ? null : ports.config()
    if (JSON.stringify(wanted) === JSON.stringify(connected?.config ?? null)) return
    const before = connected
    connected = null
    if (before !== null) moves.left.add(before.terminal)
    await before?.terminal.close()
    if (wanted === null || moves.isOver()) return
    const open = attempts.open().filter(({ terminal }) => terminal === placeName(wanted))
    const terminal = ports.open(wanted, ears, open.length > 0)
    connected = { config: wanted, terminal }
    const unsaid = attempts.unsaid(placeName(wanted), clock.now() - UNSAID_MS)
    for (const attempt of [...open, ...unsaid])
      unattended(clock, recover(ports, moves, attempt, terminal))
  }
  const asksPerson = (attempt: Attempt) => mayAnswer(ports, moves, attempt, connected)
  const view = (attempt: Attempt): CardView =>
    viewOf(attempt, {
      leftClp: attempts.sumOf(attempt.attemptId, attempt.amountClp).leftClp,
      step: steps.get(attempt.attemptId) ?? null,
      asksPerson: asksPerson(attempt),
      unknownForS: isOpen(attempt.state) ? unknownForS(attempt, clock.now()) : null,
    })

  return {
    ...{ attempts, check: moves.check, isOver: moves.isOver },
    start: () => unattended(clock, follow()),
    follow,
    current: () => connected?.config ?? null,
    connected: () => connected,
    async charge(attempt) {
      if (connected === null) return attempt
      const { terminal } = connected
      const told = moves.whenNot(attempt, 'asked')
      journal.announceStatus()
      unattended(clock, run(ports, moves, attempt, terminal))
      await told
      steps.delete(attempt.attemptId)
      return now(attempt)
    },
    move: moves.move,
    asksPerson,
    view,
    cards(openSaleId) {
      const last = openSaleId === null ? undefined : attempts.newestOf(openSaleId)
      const isDeclined = last?.state === 'declined' || last?.state === 'declined-by-hand'
      const shown = [...attempts.open(), ...attempts.paidHere(), ...attempts.contradicted()]
      return (isDeclined ? [...shown, last] : shown).map(view)
    },
    health: async () => (await connected?.terminal.health()) ?? 'absent',
    async close() {
      const before = connected
      connected = null
      moves.end()
      await before?.terminal.close()
    },
  }
}

/** The terminal had its time, by either clock, or is another one now. */
function mayAnswer(
  { clock }: CardDeskPorts,
  { unknownFrom }: Moves,
  { attemptId, state, terminal, unknownSince }: Attempt,
  connected: Connected | null,
): boolean {
  if (state !== 'unknown') return state === 'person'
  const isAsked = connected !== null && placeName(connected.config) === terminal
  const waitedMs = clock.monotonicMs() - (unknownFrom.get(attemptId) ?? Infinity)
  const byWallMs = clock.now() - (unknownSince ?? 0)
  return !isAsked || waitedMs >= PERSON_AFTER_MS || byWallMs >= PERSON_AFTER_MS
}

function unknownForS({ unknownSince }: Attempt, now: number): number | null {
  return unknownSince === null ? null : Math.max(0, Math.floor((now - unknownSince) / 1_000))
}

type Moves = ReturnType<typeof createMoves>

/** What is written of attempts, and who waits for it. */
function createMoves(ports: CardDeskPorts) {
  const { db, clock, journal, log } = ports
  const attempts = createAttempts(ports)
  const inTransaction = db.transaction((work: () => boolean) => work())
  const waiting = new Set<() => void>()
  let isOver = false
  const now = (attempt: Attempt) => attempts.byId(attempt.attemptId) ?? attempt
  const look = () => [...waiting].forEach((each) => each())
  const move: CardDesk['move'] = (attempt, to, ending, beside) => {
    const isMoved = inTransaction.immediate(() => {
      const isDone = attempts.move(attempt, to, ending)
      if (isDone) beside?.()
      return isDone
    })
    if (isMoved) {
      journal.announceStatus()
      look()
    }
    return isMoved
  }
  return {
    attempts,
    check(attempt: Attempt, by: string, beside: () => void): void {
      inTransaction.immediate(() => {
        attempts.check(attempt.attemptId, by)
        beside()
        return true
      })
      journal.announceStatus()
    },
    /** By a clock that nobody sets back: from when this till has asked what became of it. */
    unknownFrom: new Map<string, number>(),
    /** Nobody asks them any more. */
    left: new WeakSet<CardTerminal>(),
    now,
    move,
    isOver: () => isOver,
    /** Nobody waits for it, so a disk that takes nothing now is asked again. */
    async moveInTime(attempt: Attempt, to: CardState, ending?: Ending): Promise<void> {
      while (!isOver && !ports.isHalted()) {
        try {
          return void move(attempt, to, ending)
        } catch (error) {
          log('a card attempt could not be written', { error: String(error) })
          await new Promise<void>((resolve) => clock.after(WRITE_AGAIN_MS, resolve))
        }
      }
    },
    /** Resolves once it is another one, or nothing is written any more. */
    whenNot: (attempt: Attempt, state: CardState) =>
      new Promise<void>((resolve) => {
        const lookAgain = () => {
          if (!isOver && now(attempt).state === state) return
          waiting.delete(lookAgain)
          resolve()
        }
        waiting.add(lookAgain)
      }),
    end() {
      isOver = true
      look()
    },
  }
}

function createEars(
  { isHalted, journal, accountOf }: CardDeskPorts,
  { attempts, move, isOver }: Moves,
  step: CardEars['step'],
): CardEars {
  const mayStore = () => {
    if (isOver() || isHalted()) throw new Error('nothing can be stored now')
  }
  return {
    step,
    placed(attemptId, orderId) {
      mayStore()
      attempts.place(attemptId, orderId, accountOf())
    },
    ended(code, facts) {
      mayStore()
      const attempt = attempts.byTicket(facts.ticket)
      if (attempt === undefined || attempt.amountClp !== facts.amountClp) return false
      // What was approved stays so, whatever is said of it late: no move leads from there.
      const isMoved =
        code === APPROVED_CODE
          ? move(attempt, 'approved', { code, facts })
          : move(attempt, 'declined', { code })
      if (!isMoved && facts.orderId !== undefined) {
        attempts.hear(attempt.attemptId, { code, facts })
        journal.announceStatus()
      }
      return true
    },
  }
}

async function run(ports: CardDeskPorts, moves: Moves, attempt: Attempt, terminal: CardTerminal) {
  const how = await terminal.charge(attempt)
  if (moves.isOver()) return
  if (how === 'unsent') await moves.moveInTime(attempt, 'declined', { code: OWN_CODES.unsent })
  else if (isOpen(moves.now(attempt).state)) await recover(ports, moves, attempt, terminal)
}

async function recover(
  { clock, journal }: CardDeskPorts,
  moves: Moves,
  attempt: Attempt,
  terminal: CardTerminal,
) {
  const { attempts, now, moveInTime, isOver } = moves
  moves.unknownFrom.set(attempt.attemptId, clock.monotonicMs())
  if (now(attempt).state === 'asked') await moveInTime(attempt, 'unknown')
  clock.after(PERSON_AFTER_MS, journal.announceStatus)
  for (let looks = 0; ; looks += 1) {
    const found = await terminal.lookUp({
      order: attempt,
      knownTicket: attempts.knownBefore(attempt),
      orderId: orderIdOf(now(attempt)),
      mayRunForMs: mayRunForMs(attempt.askedAt, clock.now()),
      askedAgoMs: () => clock.now() - attempt.askedAt,
      isStillOpen: () => !isOver() && isOpen(now(attempt).state),
    })
    if (found === 'not-charged')
      await moveInTime(attempt, 'declined', { code: OWN_CODES.notCharged })
    if (found === 'person') await moveInTime(attempt, 'person')
    if (!isToFollow(now(attempt), clock.now())) return
    const pauseMs = Math.min(LOOK_AGAIN_MS * 2 ** looks, LOOK_SELDOM_MS)
    await new Promise<void>((resolve) => clock.after(pauseMs, resolve))
    if (isOver() || moves.left.has(terminal)) return
  }
}

/** Whoever has its number may still say how it ended, also what only a person knew before. */
function isToFollow(attempt: Attempt, now: number): boolean {
  const isLate = !isOpen(attempt.state) && now - attempt.askedAt >= UNSAID_MS
  return attempt.code === null && orderIdOf(attempt) !== null && !isLate
}
