/**
 * An authority behind HTTP: a gateway with the certificate and the envelopes of a real one, or a
 * simulated one that several processes share. What is said both ways stands in GATEWAY.md.
 */
import { z } from 'zod'
import { parseJson } from '#shared/issuing/answer-body.ts'
import { taxpayerSchema } from '#shared/issuing/document-response.ts'
import type { Country } from '../core/country.ts'
import { GatewayConnection, NO_ACCESS, type GatewayAccess } from './gateway-connection.ts'
import type {
  Authority,
  FoliosAnswer,
  FoliosWanted,
  MoreFoliosAnswer,
  NamedDocument,
  RangeAsked,
  ReceivedAnswer,
  SubmitAnswer,
  Submission,
  TaxpayerAnswer,
} from '../parts/authority.ts'

const LEASE_MS = 30_000
/** Of the lease, so that an answer that never comes is over before another process asks. */
const TIMEOUT_SHARE = 1 / 3
/** The request never left: nobody can have received it. */
const NEVER_LEFT: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']
/** It was not let in: the gateway read no more than who asks, or that he asks too much. */
const NOT_LET_IN: readonly number[] = [401, 403, 429]

const authorization = z.object({ cae: z.int().nullable(), caeExpiresOn: z.string().nullable() })
const submitted = z.object({ trackId: z.int(), authorizations: z.array(authorization) })
const received = z.object({
  documents: z.array(z.object({ trackId: z.int(), authorization }).nullable()),
})
const judged = z.object({ verdicts: z.array(z.enum(['APR', 'RCH', 'WAITING'])) })
const highest = z.object({ folios: z.array(z.int().nullable()) })
const granted = z.object({ caf: z.string().nullable() })
const taxpayer = z.object({ taxpayer: taxpayerSchema.nullable() })

type Asked<Value> =
  | { readonly kind: 'ANSWERED'; readonly value: Value }
  | { readonly kind: 'UNREACHABLE' | 'UNKNOWN'; readonly status?: number }

/** What a gateway answers that has no such call. */
const NO_SUCH_CALL: readonly (number | undefined)[] = [404, 405, 501]
/** Nothing at all, or the word of a proxy that has nothing behind it. */
const AWAY: readonly (number | undefined)[] = [undefined, ...NOT_LET_IN, 502, 503, 504]

export class HttpAuthority implements Authority {
  readonly isSimulated = false
  readonly #connection: GatewayConnection
  readonly #timeoutMs: number

  /** `leaseMs`: after it another process takes over what this one has in hand; null by default. */
  constructor(address: string, leaseMs: number | null = null, access: GatewayAccess = NO_ACCESS) {
    this.#connection = new GatewayConnection(address, access)
    this.#timeoutMs = Math.round((leaseMs ?? LEASE_MS) * TIMEOUT_SHARE)
  }

  async submit(documents: readonly Submission[]): Promise<SubmitAnswer> {
    const asked = await this.#ask('submit', { documents }, submitted)
    if (asked.kind !== 'ANSWERED') return asked
    // Argentina numbers and authorizes each: without it one would be approved and have neither.
    const isWhole = asked.value.authorizations.length === documents.length
    const mustBeWhole = documents.some(({ country }) => country === 'ARG')
    return mustBeWhole && !isWhole ? { kind: 'UNKNOWN' } : { kind: 'RECEIVED', ...asked.value }
  }

  async received(documents: readonly NamedDocument[]): Promise<ReceivedAnswer> {
    const asked = await this.#ask('received', { documents: documents.map(named) }, received)
    // One that is left out is not one the authority never got: it would be sent a second time.
    return asked.kind === 'ANSWERED' && asked.value.documents.length === documents.length
      ? { kind: 'ANSWERED', documents: asked.value.documents }
      : { kind: 'UNREACHABLE' }
  }

  async verdicts(documents: readonly { readonly documentId: string; readonly trackId: number }[]) {
    const asked = await this.#ask('verdicts', { documents }, judged)
    return asked.kind === 'ANSWERED' && asked.value.verdicts.length === documents.length
      ? ({ kind: 'ANSWERED', verdicts: asked.value.verdicts } as const)
      : ({ kind: 'UNREACHABLE' } as const)
  }

  async highestFolios(ranges: readonly RangeAsked[]): Promise<FoliosAnswer> {
    const asked = await this.#ask('folios', { ranges }, highest)
    if (asked.kind === 'ANSWERED')
      return asked.value.folios.length === ranges.length
        ? { kind: 'ANSWERED', folios: asked.value.folios }
        : { kind: 'UNKNOWN' }
    if (NO_SUCH_CALL.includes(asked.status)) return { kind: 'NOT_OFFERED' }
    return { kind: AWAY.includes(asked.status) ? 'UNREACHABLE' : 'UNKNOWN' }
  }

  async moreFolios(wanted: FoliosWanted): Promise<MoreFoliosAnswer> {
    const asked = await this.#ask('more-folios', wanted, granted)
    return asked.kind === 'ANSWERED'
      ? { kind: 'ANSWERED', caf: asked.value.caf }
      : { kind: NO_SUCH_CALL.includes(asked.status) ? 'NOT_OFFERED' : 'UNREACHABLE' }
  }

  async taxpayer(country: Country, documentNumber: string): Promise<TaxpayerAnswer> {
    const asked = await this.#ask('taxpayer', { country, documentNumber }, taxpayer)
    return asked.kind === 'ANSWERED'
      ? { kind: 'ANSWERED', taxpayer: asked.value.taxpayer }
      : { kind: 'UNREACHABLE' }
  }

  async #ask<Value>(name: string, body: object, schema: z.ZodType<Value>): Promise<Asked<Value>> {
    try {
      const { status, text } = await this.#connection.post(name, body, this.#timeoutMs)
      if (NOT_LET_IN.includes(status)) return { kind: 'UNREACHABLE', status }
      const isOk = status >= 200 && status < 300
      const read = isOk ? schema.safeParse(parseJson(text)) : null
      return read?.success === true
        ? { kind: 'ANSWERED', value: read.data }
        : { kind: 'UNKNOWN', status }
    } catch (error) {
      return { kind: NEVER_LEFT.includes(codeOf(error)) ? 'UNREACHABLE' : 'UNKNOWN' }
    }
  }
}

/** By what an authority knows a document: not its contents. */
function named({ documentId, country, documentCode, number }: NamedDocument) {
  return { documentId, country, documentCode, number }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
