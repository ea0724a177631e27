/**
 * Everything a service would refuse of a document for what stands in it, found before anybody is
 * charged: the shape of the contract, and texts the authority's character set does not have. What
 * hangs on stored data (folios, certificate, references) only the service knows.
 */
import { documentRequestSchema, type DocumentRequest } from './document-request.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { firstOutsideLatin1, foldToLatin1 } from '../text/latin1.ts'

/** EnvioBOLETA: UnmdItem. */
const UNIT_CHARS_MAX = 4

export function documentProblem(request: DocumentRequest): Refusal | null {
  const stranger = strangerIn(request)
  if (stranger !== null) return stranger
  const long = request.items.findIndex(
    (item) => (item.code_unit_of_measure ?? '').length > UNIT_CHARS_MAX,
  )
  if (long >= 0)
    return refusal('TEXT_TOO_LONG', `lines[${long}].unit`, { most: String(UNIT_CHARS_MAX) })
  const read = documentRequestSchema.safeParse(request)
  if (read.success) return null
  const [issue] = read.error.issues
  const place = (issue?.path ?? []).join('.')
  if (place === 'recipient.address.email') return refusal('EMAIL_NOT_VALID', 'email')
  return refusal('DOCUMENT_NOT_VALID', FIELDS[place] ?? null, { field: place })
}

/** Fields of a document by the names the screen has for them. */
const FIELDS: Readonly<Record<string, string>> = {
  'recipient.legal_name': 'legalName',
  'recipient.document_number': 'rut',
  'recipient.address.phone': 'phone',
}

function strangerIn(request: DocumentRequest): Refusal | null {
  for (const [field, text] of textsOf(request)) {
    const character = firstOutsideLatin1(foldToLatin1(text))
    if (character !== null) return refusal('NAME_NOT_LATIN1', field, { character })
  }
  return null
}

function textsOf({
  issuer,
  recipient,
  items,
  payment_method: payment,
  observations,
  additional_header_info: header = [],
  additional_footer_info: footer = [],
}: DocumentRequest): (readonly [field: string, text: string])[] {
  const all: (readonly [string, string | undefined])[] = [
    ['issuer', issuer?.legal_name],
    ['issuer', issuer?.address?.address],
    ['issuer', issuer?.address?.city],
    ['legalName', recipient.legal_name],
    ['phone', recipient.address?.phone],
    ['email', recipient.address?.email],
    ['address', recipient.address?.address],
    ['commune', recipient.address?.city],
    ['activity', recipient.tax_information?.activity],
    ['reason', observations],
    ['method', payment?.description],
    ...items.flatMap((item, index): (readonly [string, string | undefined])[] => [
      [`lines[${index}].name`, item.description],
      [`lines[${index}].unit`, item.code_unit_of_measure],
      [`lines[${index}].code`, item.code?.value],
    ]),
    ...[...header, ...footer].flatMap(({ key, value }) => [
      ['reference', key] as const,
      ['reference', value] as const,
    ]),
  ]
  return all.filter((each): each is readonly [string, string] => each[1] !== undefined)
}
