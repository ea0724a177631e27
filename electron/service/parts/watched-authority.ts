/** The authority, with what became of each question counted, and since when it has not answered. */
import type { Clock } from '../core/ports.ts'
import type { Authority } from './authority.ts'
import type { Metrics } from './metrics.ts'

export class WatchedAuthority implements Authority {
  readonly #authority: Authority
  readonly #clock: Clock
  readonly #metrics: Pick<Metrics, 'authority'> | null
  #isAsked = false
  #awaySinceMs: number | null = null

  constructor(authority: Authority, clock: Clock, metrics: Pick<Metrics, 'authority'> | null) {
    this.#authority = authority
    this.#clock = clock
    this.#metrics = metrics
  }

  get isSimulated(): boolean {
    return this.#authority.isSimulated
  }

  readonly submit: Authority['submit'] = (...asked) =>
    this.#watch('submit', this.#authority.submit(...asked))
  readonly received: Authority['received'] = (...asked) =>
    this.#watch('received', this.#authority.received(...asked))
  readonly verdicts: Authority['verdicts'] = (...asked) =>
    this.#watch('verdicts', this.#authority.verdicts(...asked))
  readonly highestFolios: Authority['highestFolios'] = (...asked) =>
    this.#watch('folios', this.#authority.highestFolios(...asked))
  readonly moreFolios: Authority['moreFolios'] = (...asked) =>
    this.#watch('more-folios', this.#authority.moreFolios(...asked))
  readonly taxpayer: Authority['taxpayer'] = (...asked) =>
    this.#watch('taxpayer', this.#authority.taxpayer(...asked))

  /** Null before it was asked anything; 0 while it answers. */
  awayS(): number | null {
    if (!this.#isAsked) return null
    return this.#awaySinceMs === null ? 0 : (this.#clock.now() - this.#awaySinceMs) / 1000
  }

  async #watch<Answer extends { readonly kind: string }>(
    call: string,
    asked: Promise<Answer>,
  ): Promise<Answer> {
    const answer = await asked
    const isAway = answer.kind === 'UNREACHABLE' || answer.kind === 'UNKNOWN'
    this.#isAsked = true
    this.#awaySinceMs = isAway ? (this.#awaySinceMs ?? this.#clock.now()) : null
    this.#metrics?.authority(call, answer.kind)
    return answer
  }
}
