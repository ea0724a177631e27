/**
 * Who is let in while there is more to do than can be done. Whoever is let in is answered in time;
 * everybody else is told at once to come back, instead of waiting with all the others for an answer
 * that his till no longer reads. How many are inside at a time follows from how long they take.
 */

export interface AdmissionSettings {
  /** An answer that took longer says that too many are inside. */
  readonly targetMs: number
  /** How many are let in before anything is known, at the least and at the most. */
  readonly first: number
  readonly least: number
  readonly most: number
}

/** After an answer that took too long this share of them is let in. */
const CUT = 0.8
/** Of the target: what is faster leaves room for another one. */
const ROOM_BELOW = 0.5
/** Those who are below their share come in though it is full; so many times the limit in all. */
const OVER_LIMIT_MAX = 2
/** Of its share: for a company whose neighbours took all that their client has. */
const OVER_SHARE_MAX = 2

interface Inside {
  count: number
  /** Of each company of the client. */
  readonly companies: Map<string, number>
}

export class Admission {
  readonly #settings: AdmissionSettings
  readonly #nowMs: () => number
  readonly #clients = new Map<string, Inside>()
  #limit: number
  #inside = 0
  #refused = 0
  #cutAtMs = Number.NEGATIVE_INFINITY

  /** `nowMs`: a clock that nobody sets. */
  constructor(settings: AdmissionSettings, nowMs: () => number) {
    this.#settings = settings
    this.#nowMs = nowMs
    this.#limit = settings.first
  }

  /** Answers what is called once the work is done, or null for who has to come back. */
  enter(client: string, company: string): (() => void) | null {
    if (!this.#mayEnter(client, company)) {
      this.#refused += 1
      return null
    }
    const mine = this.#clients.get(client) ?? { count: 0, companies: new Map<string, number>() }
    this.#clients.set(client, mine)
    this.#inside += 1
    mine.count += 1
    mine.companies.set(company, (mine.companies.get(company) ?? 0) + 1)
    const enteredAtMs = this.#nowMs()
    return () => this.#leave(client, company, enteredAtMs)
  }

  state(): { readonly limit: number; readonly inside: number; readonly refused: number } {
    return { limit: this.#limit, inside: this.#inside, refused: this.#refused }
  }

  /**
   * While there is room, anybody. When it is full, who has less than his share: clients share the
   * limit evenly, and the companies of a client what it has, however many keys each of them uses.
   */
  #mayEnter(client: string, company: string): boolean {
    if (this.#inside < this.#limit) return true
    if (this.#inside >= this.#limit * OVER_LIMIT_MAX) return false
    const mine = this.#clients.get(client)
    const share = evenly(this.#limit, this.#clients.size + (mine === undefined ? 1 : 0))
    if (mine === undefined) return true
    const ofCompany = mine.companies.get(company) ?? 0
    const companies = mine.companies.size + (ofCompany === 0 ? 1 : 0)
    return ofCompany < evenly(share, companies) && mine.count < share * OVER_SHARE_MAX
  }

  #leave(client: string, company: string, enteredAtMs: number): void {
    this.#follow(this.#nowMs() - enteredAtMs)
    this.#inside -= 1
    const mine = this.#clients.get(client)
    if (mine === undefined) return
    mine.count -= 1
    const left = (mine.companies.get(company) ?? 0) - 1
    if (left > 0) mine.companies.set(company, left)
    else mine.companies.delete(company)
    if (mine.count === 0) this.#clients.delete(client)
  }

  #follow(tookMs: number): void {
    const { targetMs, least, most } = this.#settings
    const nowMs = this.#nowMs()
    if (tookMs > targetMs) {
      // Those who left in the meantime had come in before it was cut.
      if (nowMs - this.#cutAtMs < targetMs) return
      this.#cutAtMs = nowMs
      this.#limit = Math.max(least, Math.floor(this.#limit * CUT))
    } else if (tookMs < targetMs * ROOM_BELOW && this.#inside * 2 > this.#limit)
      this.#limit = Math.min(most, this.#limit + 1)
  }
}

const evenly = (limit: number, among: number) => Math.max(1, Math.floor(limit / among))
