/**
 * Who takes the goods and what for, as Res. Ex. SII 121 of 19-12-2024 asks of the invoices of
 * supermarkets and restaurants since 01-03-2025: the RUT of whoever carries the buyer's e-RUT,
 * compared with their identity card, and the purpose in the invoice's detail. Read in secondary
 * sources; whether a supermarket has to write the purpose as well they say differently, so both
 * are asked wherever the shop says that it is one of them.
 */
import type { CommitInput } from '../inputs.ts'
import type { DocumentRequest } from '../../issuing/document-request.ts'
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { formatRut, parseRut, type Rut } from '../../rut/rut.ts'
import { foldToLatin1 } from '../../text/latin1.ts'
import { requireLatin1 } from '../../text/require-latin1.ts'

export const PURPOSE_FIELDS = ['bearerRut', 'purpose'] as const
export type PurposeField = (typeof PURPOSE_FIELDS)[number]
export const PURPOSE_CHARS_MAX = 60

interface InvoicePurpose {
  readonly bearerRut: Rut
  readonly purpose: string
}

/** Null where this shop's invoices do not ask. */
export function decidePurpose(
  recipient: CommitInput['recipient'],
  isAsked: boolean,
): Result<InvoicePurpose | null, Refusal> {
  if (!isAsked) return ok(null)
  const typed = recipient?.bearerRut ?? ''
  if (typed.trim() === '') return refuse(refusal('INVOICE_BEARER_REQUIRED', 'bearerRut'))
  const bearerRut = parseRut(typed)
  if (!bearerRut.ok) return refuse(refusal(bearerRut.refusal, 'bearerRut'))
  const purpose = foldToLatin1(recipient?.purpose ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  if (purpose === '') return refuse(refusal('INVOICE_PURPOSE_REQUIRED', 'purpose'))
  if (purpose.length > PURPOSE_CHARS_MAX)
    return refuse(refusal('TEXT_TOO_LONG', 'purpose', { most: String(PURPOSE_CHARS_MAX) }))
  const printable = requireLatin1(purpose, 'purpose')
  return printable.ok ? ok({ bearerRut: bearerRut.value, purpose }) : printable
}

const BEARER = 'RUT de quien compra'
const MARK = ' - Motivo: '

/** The bearer among the shop's own rows, the purpose in the detail: with the first line. */
export function withPurpose(
  request: DocumentRequest,
  told: InvoicePurpose | null,
): DocumentRequest {
  if (told === null) return request
  const { items, additional_header_info: header = [] } = request
  return {
    ...request,
    items: items.map((item, index) =>
      index > 0 ? item : { ...item, description: described(item.description, told.purpose) },
    ),
    additional_header_info: [...header, { key: BEARER, value: formatRut(told.bearerRut) }],
  }
}

/** A name as long as may be gives way, never the purpose. */
const described = (description: string, purpose: string) => {
  const said = `${MARK}${purpose}`
  return `${description.slice(0, 1_000 - said.length)}${said}`
}

/** The lines of an invoice as they were sold: a boleta in its place says no purpose. */
export function withoutPurpose(
  items: DocumentRequest['items'],
  { additional_header_info: header = [] }: Pick<DocumentRequest, 'additional_header_info'>,
): DocumentRequest['items'] {
  if (!header.some(({ key }) => key === BEARER)) return items
  return items.map((item, index) => {
    const at = index > 0 ? -1 : item.description.lastIndexOf(MARK)
    return at < 0 ? item : { ...item, description: item.description.slice(0, at) }
  })
}
