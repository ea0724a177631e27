/**
 * Foreground priority: with a long queue the core has more to do than time, and commands of the
 * counter go first. For a moment after each of the counter's commands nothing new is sent or
 * printed, so that the next command finds the core idle; and while a hand is at the counter, the
 * queue goes in small steps, so that a command seldom meets one. Never for long: the queue moves on
 * even under a cashier who never stops.
 */
import type { Clock, HttpPort, PrinterPort } from './ports.ts'

/** A cashier's next key often comes within this. */
export const CALM_MS = 60
/** As long as this at a stretch; then the queue has as long a turn. */
export const CALM_STRETCH_MS = 300
/** A cashier is at it for as long as this after a command. */
export const HAND_MS = 1_000
/**
 * A step of the queue meanwhile: so many exchanges and papers begin in it, which is about 60
 * receipts a second; 10,000 are out in three minutes under a hand that never rests.
 */
export const STEP_MS = 100
export const STEP_TURNS = 12
/** A shorter queue is never in the way, and its papers are waited for. */
export const LONG_QUEUE = 30
/** The length of the queue is looked at no more often. */
const LOOK_MS = 1_000

export interface ForegroundPriority {
  /** A command of the counter came in. */
  heard(): void
  /**
   * Null when the queue may go on at once; else, while the counter is being used and the queue is
   * long, when it may.
   */
  turn(): Promise<void> | null
}

export function createForegroundPriority(
  clock: Pick<Clock, 'monotonicMs' | 'after'>,
  queueLength: () => number,
): ForegroundPriority {
  let calmUntilMs = 0
  let heardMs = Number.NEGATIVE_INFINITY
  let step = { beganMs: Number.NEGATIVE_INFINITY, turns: 0 }
  let stretchBeganMs = Number.NEGATIVE_INFINITY
  let looked = { atMs: Number.NEGATIVE_INFINITY, isLong: false }
  const isLong = (nowMs: number) => {
    if (nowMs - looked.atMs >= LOOK_MS)
      looked = { atMs: nowMs, isLong: queueLength() >= LONG_QUEUE }
    return looked.isLong
  }
  /** When the queue may go on; now counts as a turn of its step. */
  const mayGoAtMs = (nowMs: number) => {
    if (!isLong(nowMs)) return nowMs
    if (nowMs < calmUntilMs) return calmUntilMs
    if (nowMs - heardMs >= HAND_MS) return nowMs
    if (nowMs - step.beganMs >= STEP_MS) step = { beganMs: nowMs, turns: 0 }
    step.turns += 1
    return step.turns <= STEP_TURNS ? nowMs : step.beganMs + STEP_MS
  }
  const wait = async (firstMs: number): Promise<void> => {
    for (let atMs = firstMs, nowMs = clock.monotonicMs(); atMs > nowMs; atMs = mayGoAtMs(nowMs)) {
      await new Promise<void>((resolve) => {
        clock.after(atMs - nowMs, resolve)
      })
      nowMs = clock.monotonicMs()
    }
  }
  return {
    heard() {
      const nowMs = clock.monotonicMs()
      heardMs = nowMs
      // The queue's own turn after a full stretch is not taken from it.
      if (nowMs - stretchBeganMs >= 2 * CALM_STRETCH_MS) stretchBeganMs = nowMs
      calmUntilMs = Math.max(
        calmUntilMs,
        Math.min(nowMs + CALM_MS, stretchBeganMs + CALM_STRETCH_MS),
      )
    },
    turn() {
      const nowMs = clock.monotonicMs()
      const atMs = mayGoAtMs(nowMs)
      return atMs > nowMs ? wait(atMs) : null
    },
  }
}

/** What goes to the service waits for its turn before anything of it has left. */
export function sendsAfter({ turn }: Pick<ForegroundPriority, 'turn'>, http: HttpPort): HttpPort {
  return {
    mistrust: () => http.mistrust?.(),
    async exchange(request, signal) {
      const mine = turn()
      if (mine !== null) await mine
      return signal.aborted
        ? { kind: 'unsent', detail: 'called off while it waited for the counter' }
        : http.exchange(request, signal)
    },
  }
}

/** A paper waits for its turn before its printer has taken any of it. */
export function printsAfter(
  { turn }: Pick<ForegroundPriority, 'turn'>,
  printing: PrinterPort,
): PrinterPort {
  return {
    ...printing,
    async print(order, signal) {
      const mine = turn()
      if (mine !== null) await mine
      return printing.print(order, signal)
    },
  }
}
