/** What a document is looked for by, as it is kept beside its body. */
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import type { Country } from '../core/country.ts'
import { readTaxNumber } from '../rules/tax-numbers.ts'
import type { DocumentRow } from '../storage/tables.ts'

/** By this name a till says on the paper which one it is. */
const TILL_KEY = 'Caja'

type SearchFacts = Pick<DocumentRow, 'issued_on' | 'recipient_number' | 'total_cents' | 'till'>

export function searchFactsOf(request: DocumentRequest, country: Country): SearchFacts {
  const info = request.additional_header_info ?? []
  return {
    issued_on: request.invoice_date,
    recipient_number: recipientNumber(request.recipient.document_number, country),
    total_cents: centsOf(request.totals.total),
    till: info.find(({ key }) => key === TILL_KEY)?.value ?? null,
  }
}

/** However it is spelt; null for nobody in particular. */
export function recipientNumber(given: string, country: Country): string | null {
  const number = readTaxNumber(country, given) ?? given.trim()
  return number === ANONYMOUS_RUT ? null : number
}

/** No amount a document may have is larger. */
export const centsOf = (amount: number) =>
  Math.min(Math.round(amount * 100), Number.MAX_SAFE_INTEGER)
