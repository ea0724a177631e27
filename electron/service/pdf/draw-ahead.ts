/**
 * Draws while nobody asks for anything: one PDF at a time, and none while a document is being
 * created or a PDF is asked for.
 */

/** So long must it have been quiet. A till asks sooner than that, and is drawn for at once. */
const QUIET_MS = 20
/** More documents than this and the oldest are left to whoever asks. */
const WAITING_MAX = 100

export class DrawAhead {
  readonly #waiting: (() => Promise<unknown>)[] = []
  #timer: NodeJS.Timeout | null = null
  #drawing: Promise<void> | null = null
  #busyWith = 0
  #isStopped = false

  /** Work that is not to be delayed. */
  async during<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#busyWith += 1
    this.#forgetTimer()
    try {
      return await work()
    } finally {
      this.#busyWith -= 1
      this.#plan()
    }
  }

  /** Drawn when it is quiet, the last one first: it is the likeliest to be asked for. */
  offer(draw: () => Promise<unknown>): void {
    if (this.#waiting.length >= WAITING_MAX) this.#waiting.shift()
    this.#waiting.push(draw)
    this.#plan()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#forgetTimer()
    await this.#drawing
  }

  #plan(): void {
    if (this.#isStopped || this.#busyWith > 0 || this.#drawing !== null) return
    if (this.#timer !== null || this.#waiting.length === 0) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#drawing = this.#draw()
    }, QUIET_MS)
  }

  async #draw(): Promise<void> {
    while (this.#busyWith === 0 && !this.#isStopped) {
      const next = this.#waiting.pop()
      if (next === undefined) break
      // Who asks for it later is told what is wrong with it.
      await next().catch(() => {})
    }
    this.#drawing = null
    this.#plan()
  }

  #forgetTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
