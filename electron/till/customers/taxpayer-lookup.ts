/**
 * Asks the service for the name behind a RUT. A convenience of the customer form: a sale never
 * waits for it.
 */
import { parseJson, field } from '#shared/issuing/classify.ts'
import { parseRut, type Rut } from '#shared/rut/rut.ts'
import { foldToLatin1 } from '#shared/text/latin1.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { TaxpayerAnswer } from '#shared/customers/buyer-views.ts'
import { INVOICE_CHARS } from '#shared/selling/sale/decide-recipient.ts'
import type { HttpPort } from '../kernel/ports.ts'

const TIMEOUT_MS = 4_000
/** The service looks it up at the authority and says that there is none. */
const UNKNOWN_STATUSES: readonly number[] = [404, 422]

/** How much of each stands on the paper it is for. */
type Chars = Readonly<Record<'legalName' | 'activity' | 'address' | 'commune', number>>

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
      return askForTaxpayer(http, rut.value, INVOICE_CHARS, signal)
    },
  }
}

export async function askForTaxpayer(
  http: HttpPort,
  rut: Rut,
  chars: Chars,
  signal: AbortSignal,
): Promise<TaxpayerAnswer> {
  const path = `/api/taxpayers/CHL/${rut}`
  const outcome = await http.exchange(
    { method: 'GET', path, body: null, timeoutMs: TIMEOUT_MS },
    signal,
  )
  if (outcome.kind !== 'answered') return { kind: 'unavailable' }
  if (UNKNOWN_STATUSES.includes(outcome.status)) return { kind: 'unknown' }
  const told = parseJson(outcome.bodyText)
  if (outcome.status !== 200 || typeof field(told, 'legal_name') !== 'string')
    return { kind: 'unavailable' }
  const legalName = textIn(told, 'legal_name', chars.legalName)
  return legalName === ''
    ? { kind: 'unknown' }
    : { kind: 'found', legalName, ...placeIn(told, chars) }
}

function placeIn(
  told: unknown,
  chars: Chars,
): { activity?: string; address?: string; commune?: string } {
  const house = field(told, 'address')
  const street = ['street', 'street_number'].map((name) => textIn(house, name, 200)).join(' ')
  const texts = {
    activity: textIn(told, 'primary_activity', chars.activity),
    address: street.trim().slice(0, chars.address),
    commune: textIn(told, 'district', chars.commune),
  }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

function textIn(told: unknown, name: string, charsMax: number): string {
  const text = field(told, name)
  const whole = typeof text === 'string' ? foldToLatin1(text).trim() : ''
  // Not cut inside a word: it stands on a document.
  return whole.length <= charsMax ? whole : whole.slice(0, charsMax + 1).replace(/\s*\S*$/, '')
}
