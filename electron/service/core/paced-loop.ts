import type { Logger } from './log.ts'

/** Longest sleep of a loop that waits for a due time, so that a changed clock is noticed. */
const SLEEP_MS_MAX = 60_000
const PAUSE_AFTER_FAILURE_MS = 5_000

/**
 * Runs a step whenever something may be due: after `wake`, and at the time the step asked for.
 * Steps never overlap. A step that throws is logged and tried again after a pause.
 */
export class PacedLoop {
  readonly #name: string
  readonly #log: Logger
  /**
   * Does what is due and answers the milliseconds until the next due time, or null when nothing
   * waits.
   */
  readonly #step: () => Promise<number | null>
  #timer: NodeJS.Timeout | null = null
  /** When the timer fires, by the monotonic clock. */
  #timerAt = Number.POSITIVE_INFINITY
  #running: Promise<void> | null = null
  /** Wake-up asked for while a step ran. */
  #wokenAt = Number.POSITIVE_INFINITY
  #isStopped = false

  constructor(name: string, log: Logger, step: () => Promise<number | null>) {
    this.#name = name
    this.#log = log
    this.#step = step
  }

  /** Runs a step in at most `delayMs`; an earlier one that is planned already will do. */
  wake(delayMs = 0): void {
    const at = performance.now() + delayMs
    if (this.#running === null) this.#plan(at)
    else this.#wokenAt = Math.min(this.#wokenAt, at)
  }

  /** Runs one step now, after the one that is running, and waits for it; none after `stop`. */
  async runNow(): Promise<void> {
    while (this.#running !== null) await this.#running
    if (this.#isStopped) return
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#running = this.#run()
    await this.#running
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#running
  }

  #plan(at: number): void {
    if (this.#isStopped || (this.#timer !== null && this.#timerAt <= at)) return
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timerAt = at
    this.#timer = setTimeout(
      () => {
        this.#running = this.#run()
      },
      Math.min(Math.max(0, at - performance.now()), SLEEP_MS_MAX),
    )
  }

  async #run(): Promise<void> {
    this.#timer = null
    this.#wokenAt = Number.POSITIVE_INFINITY
    let delayMs: number | null
    try {
      delayMs = await this.#step()
    } catch (error) {
      this.#log.error({ err: error, loop: this.#name }, 'a background step failed')
      delayMs = PAUSE_AFTER_FAILURE_MS
    }
    this.#running = null
    this.#plan(Math.min(this.#wokenAt, performance.now() + (delayMs ?? SLEEP_MS_MAX)))
  }
}
