/**
 * The tax authority of tests and demonstrations: receives, judges and knows a few taxpayers. Its
 * mood can be set while it runs (sandbox switch), so that outages and rejections can be rehearsed.
 */
import { DAY_MS, utcDate } from '#shared/time/calendar.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Clock, Random } from '../core/ports.ts'
import type { Country } from '../core/country.ts'
import type {
  Authority,
  Authorization,
  MoreFoliosAnswer,
  Submission,
  Taxpayer,
  Verdict,
} from '../parts/authority.ts'

interface AuthorityMood {
  isReachable: boolean
  verdict: Verdict
}

const CAE_VALID_DAYS = 10
const TRACK_ID_BYTES = 5
const CAE_DIGITS = 14

export class SimulatedAuthority implements Authority {
  readonly #clock: Clock
  readonly #random: Random
  readonly #taxpayers: ReadonlyMap<string, Taxpayer>
  readonly isSimulated: boolean = true
  readonly mood: AuthorityMood = { isReachable: true, verdict: 'APR' }

  constructor(
    clock: Clock,
    random: Random,
    taxpayers: readonly { readonly country: Country; readonly taxpayer: Taxpayer }[],
  ) {
    this.#clock = clock
    this.#random = random
    this.#taxpayers = new Map(
      taxpayers.map(({ country, taxpayer }) => [
        `${country}:${taxpayer.document_number}`,
        taxpayer,
      ]),
    )
  }

  submit(documents: readonly Submission[]) {
    if (!this.mood.isReachable) return Promise.resolve({ kind: 'UNREACHABLE' } as const)
    const authorizations = documents.map((document) => this.#authorize(document))
    return Promise.resolve({
      kind: 'RECEIVED',
      trackId: this.#number(TRACK_ID_BYTES),
      authorizations,
    } as const)
  }

  /** It answers at once, or not at all: whatever was cut off, it never had. */
  received(documents: readonly unknown[]) {
    if (!this.mood.isReachable) return Promise.resolve({ kind: 'UNREACHABLE' } as const)
    return Promise.resolve({ kind: 'ANSWERED', documents: documents.map(() => null) } as const)
  }

  verdicts(documents: readonly unknown[]) {
    if (!this.mood.isReachable) return Promise.resolve({ kind: 'UNREACHABLE' } as const)
    return Promise.resolve({
      kind: 'ANSWERED',
      verdicts: documents.map(() => this.mood.verdict),
    } as const)
  }

  /** It keeps no books. */
  highestFolios(ranges: readonly unknown[]) {
    if (!this.mood.isReachable) return Promise.resolve({ kind: 'UNREACHABLE' } as const)
    return Promise.resolve({ kind: 'ANSWERED', folios: ranges.map(() => null) } as const)
  }

  moreFolios(): Promise<MoreFoliosAnswer> {
    return Promise.resolve({ kind: 'NOT_OFFERED' })
  }

  taxpayer(country: Country, documentNumber: string) {
    if (!this.mood.isReachable) return Promise.resolve({ kind: 'UNREACHABLE' } as const)
    const taxpayer = this.#taxpayers.get(`${country}:${documentNumber}`) ?? null
    return Promise.resolve({ kind: 'ANSWERED', taxpayer } as const)
  }

  #authorize({ country }: Submission): Authorization {
    if (country !== 'ARG') return { cae: null, caeExpiresOn: null }
    const cae = 10 ** (CAE_DIGITS - 1) + (this.#number(6) % 10 ** (CAE_DIGITS - 1))
    const expiresAt = (this.#clock.now() + CAE_VALID_DAYS * DAY_MS) as EpochMs
    return { cae, caeExpiresOn: utcDate(expiresAt) }
  }

  #number(bytes: number): number {
    return this.#random.bytes(bytes).reduce((value, byte) => value * 256 + byte, 0)
  }
}
