/**
 * Asks the service for the name behind a RUT. A convenience of the customer form: a sale never
 * waits for it.
 */
import { parseJson, field } from '#shared/sync/classify.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { foldToLatin1 } from '#shared/text/latin1.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { HttpPort } from '../ports.ts'

const TIMEOUT_MS = 4_000
const NAME_CHARS_MAX = 100
/** The service looks it up at the authority and says that there is none. */
const UNKNOWN_STATUSES: readonly number[] = [404, 422]

export function createTaxpayerLookup({
  http,
  isServiceThere,
  signal,
}: {
  http: HttpPort
  isServiceThere: () => boolean
  signal: AbortSignal
}): Pick<TillApi, 'lookUpTaxpayer'> {
  return {
    async lookUpTaxpayer({ rut: text }) {
      const rut = parseRut(text)
      if (!rut.ok) return { kind: 'unknown' }
      if (!isServiceThere()) return { kind: 'unavailable' }
      const outcome = await http.exchange(
        {
          method: 'GET',
          path: `/api/taxpayers/CHL/${rut.value}`,
          body: null,
          timeoutMs: TIMEOUT_MS,
        },
        signal,
      )
      if (outcome.kind !== 'answered') return { kind: 'unavailable' }
      if (UNKNOWN_STATUSES.includes(outcome.status)) return { kind: 'unknown' }
      const name = field(parseJson(outcome.bodyText), 'legal_name')
      if (outcome.status !== 200 || typeof name !== 'string') return { kind: 'unavailable' }
      const legalName = foldToLatin1(name).trim().slice(0, NAME_CHARS_MAX)
      return legalName === '' ? { kind: 'unknown' } : { kind: 'found', legalName }
    },
  }
}
