/**
 * The electronic stamp (TED) of a Chilean document: data block DD in fixed order, signed
 * SHA1withRSA with the private key of the folio range over its flattened ISO-8859-1 bytes. It is
 * not an XMLDSIG signature.
 */
import { sign, verify, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { assert } from '#shared/core/result.ts'
import { firstOutsideLatin1 } from '#shared/text/latin1.ts'
import { publicKeyOf } from './caf.ts'
import { elementText, elementXml, escapeXml, flattenXml } from './xml-text.ts'

/** RSR and IT1 hold this many characters, counted before escaping. */
const TEXT_CHARS_MAX = 40

export interface TedData {
  /** `76192083-9` */
  readonly issuerRut: string
  readonly documentCode: number
  readonly folio: number
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly recipientRut: string
  readonly recipientName: string
  /** Whole pesos. */
  readonly totalClp: number
  readonly firstItem: string
  readonly cafXml: string
  /** `YYYY-MM-DDThh:mm:ss`, Chilean time. */
  readonly stampedAt: string
}

/**
 * Signs the stamp. The texts are Latin-1 already: the issuing rules refuse anything else with a
 * code.
 */
export function buildTed(data: TedData, rangeKey: KeyObject): string {
  const dd = dataBlock(data)
  return stampOf(dd, sign('sha1', signedBytes(dd), rangeKey))
}

/** The same stamp, signed in a thread of the pool: for many at once, on every processor. */
export async function buildTedAside(data: TedData, rangeKey: KeyObject): Promise<string> {
  const dd = dataBlock(data)
  return stampOf(dd, await signAside('sha1', signedBytes(dd), rangeKey))
}

const signAside: (algorithm: string, bytes: Buffer, key: KeyObject) => Promise<Buffer> =
  promisify(sign)

function dataBlock(data: TedData): string {
  assert(Number.isSafeInteger(data.folio) && data.folio >= 1, 'a stamp needs a folio')
  assert(Number.isSafeInteger(data.totalClp) && data.totalClp >= 0, 'a stamp needs whole pesos')
  return (
    `<DD><RE>${data.issuerRut}</RE><TD>${data.documentCode}</TD><F>${data.folio}</F><FE>${data.date}</FE>` +
    `<RR>${data.recipientRut}</RR><RSR>${stampText(data.recipientName)}</RSR><MNT>${data.totalClp}</MNT>` +
    `<IT1>${stampText(data.firstItem)}</IT1>${data.cafXml}<TSTED>${data.stampedAt}</TSTED></DD>`
  )
}

function stampOf(dd: string, signature: Buffer): string {
  const text = signature.toString('base64')
  return `<TED version="1.0">${dd}<FRMT algoritmo="SHA1withRSA">${text}</FRMT></TED>`
}

interface VerifiedTed {
  readonly isSignatureValid: boolean
  readonly issuerRut: string | null
  readonly documentCode: number
  readonly folio: number
  readonly date: string | null
  readonly recipientRut: string | null
  readonly recipientName: string | null
  readonly totalClp: number
  readonly firstItem: string | null
  /** The folio lies in the range its authorization names, for the same issuer and type. */
  readonly isInAuthorizedRange: boolean
}

/**
 * Reads a stamp the way an inspector does: with nothing but its own text. Null when it is no stamp
 * at all.
 */
export function verifyTed(tedXml: string): VerifiedTed | null {
  const dd = elementXml(tedXml, 'DD')
  const caf = elementXml(tedXml, 'CAF')
  const signature = elementText(tedXml, 'FRMT')
  const modulus = elementText(caf ?? '', 'M')
  const exponent = elementText(caf ?? '', 'E')
  if (dd === null || caf === null || signature === null || modulus === null || exponent === null)
    return null
  const head = dd.slice(0, dd.indexOf('<CAF'))
  const number = (xml: string, name: string) => Number(elementText(xml, name) ?? Number.NaN)
  const folio = number(head, 'F')
  const documentCode = number(head, 'TD')
  const issuerRut = elementText(head, 'RE')
  return {
    isSignatureValid: isSignedBy(dd, signature, publicKeyOf(modulus, exponent)),
    issuerRut,
    documentCode,
    folio,
    date: elementText(head, 'FE'),
    recipientRut: elementText(head, 'RR'),
    recipientName: elementText(head, 'RSR'),
    totalClp: number(head, 'MNT'),
    firstItem: elementText(head, 'IT1'),
    isInAuthorizedRange:
      elementText(caf, 'RE') === issuerRut &&
      number(caf, 'TD') === documentCode &&
      folio >= number(caf, 'D') &&
      folio <= number(caf, 'H'),
  }
}

function isSignedBy(dd: string, signature: string, key: KeyObject): boolean {
  return verify('sha1', signedBytes(dd), key, Buffer.from(signature, 'base64'))
}

/**
 * Latin-1 would silently mangle anything else, and the signature would be over the mangled text.
 */
function signedBytes(dd: string): Buffer {
  const flat = flattenXml(dd)
  assert(firstOutsideLatin1(flat) === null, 'a stamp holds Latin-1 characters only')
  return Buffer.from(flat, 'latin1')
}

function stampText(text: string): string {
  return escapeXml(text.slice(0, TEXT_CHARS_MAX))
}
