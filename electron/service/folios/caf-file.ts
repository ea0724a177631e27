/**
 * A folio authorization as the tax authority hands it out: the XML file with the `CAF` element and
 * the private key of its range.
 */
import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { AMOUNT_CLP_MAX } from '#shared/money/clp.ts'
import { STAMP_BYTES_MAX } from '#shared/paper/stamp-arrangement.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import { publicKeyOf, RANGE_KEY_BITS, readPrivateKey } from './caf.ts'
import { buildTed } from './ted.ts'
import { elementText, elementXml } from './xml-text.ts'

export interface CafFile {
  /** `76192083-9` */
  readonly issuerRut: string
  readonly documentCode: number
  readonly firstFolio: number
  readonly lastFolio: number
  /** `YYYY-MM-DD` */
  readonly authorizedOn: string
  /** Which of its keys the authority signed it with (`IDK`). */
  readonly keyId: number
  /** The `CAF` element, byte for byte: stamps carry it, signed as it is. */
  readonly cafXml: string
  readonly privateKeyPem: string
}

/** What is wrong with a file: the element that is missing, or does not fit. */
type CafProblem =
  | ('CAF' | 'RE' | 'TD' | 'RNG' | 'FA' | 'RSAPK' | 'IDK' | 'FRMA' | 'RSASK')
  /** The key of the range: with it no stamp fits the paper. */
  | 'LONG_KEY'

const FOLIO_MAX = 9_999_999_999
export const CAF_BYTES_MAX = 64 * 1024

/** What is wrong, as the owner of the file is told it. */
export function cafError(problem: CafProblem): ApiError {
  return problem === 'LONG_KEY'
    ? apiError('CAF_KEY_TOO_LONG', 'caf_xml', { bits: String(RANGE_KEY_BITS) })
    : apiError('CAF_NOT_VALID', 'caf_xml', { element: problem })
}

/**
 * Reads the file; its bytes are ISO-8859-1, as the authority writes it. Whether the authority
 * signed it is asked where it is loaded (`authority-keys.ts`).
 */
export function readCafFile(text: string): Result<CafFile, CafProblem> {
  const cafXml = text.length > CAF_BYTES_MAX ? null : elementXml(text, 'CAF')
  if (cafXml === null) return refuse('CAF')
  const textOf = (name: string) => elementText(cafXml, name)?.trim() ?? ''
  const numberOf = (name: string) => (/^\d{1,10}$/.test(textOf(name)) ? Number(textOf(name)) : 0)
  const [firstFolio, lastFolio] = [numberOf('D'), numberOf('H')]
  const isRight = {
    RE: /^\d{7,8}-[\dK]$/.test(textOf('RE')),
    TD: numberOf('TD') > 0,
    RNG: firstFolio >= 1 && lastFolio >= firstFolio && lastFolio <= FOLIO_MAX,
    // A day that no calendar has would never come: the range would be taken and give no folio.
    FA: z.iso.date().safeParse(textOf('FA')).success,
    IDK: numberOf('IDK') > 0,
    FRMA: textOf('FRMA') !== '',
  }
  const wrong = (Object.keys(isRight) as (keyof typeof isRight)[]).find((name) => !isRight[name])
  if (wrong !== undefined) return refuse(wrong)
  const privateKeyPem = elementText(text, 'RSASK')?.trim() ?? ''
  const isItsKey = keyFits(privateKeyPem, textOf('M'), textOf('E'))
  if (isItsKey !== true) return refuse(isItsKey)
  const caf = {
    issuerRut: textOf('RE'),
    documentCode: numberOf('TD'),
    firstFolio,
    lastFolio,
    authorizedOn: textOf('FA'),
    keyId: numberOf('IDK'),
    cafXml,
    privateKeyPem,
  }
  if (fitsPaper(caf)) return ok(caf)
  return refuse(bitsOf(textOf('M')) > RANGE_KEY_BITS ? 'LONG_KEY' : 'CAF')
}

const bitsOf = (modulus: string) => Buffer.from(modulus, 'base64').length * 8

const LONGEST = 'X'.repeat(40)

/**
 * Every stamp carries the authorization: with a long key or name in it each receipt would have its
 * folio and never a paper.
 */
function fitsPaper({ issuerRut, documentCode, lastFolio, authorizedOn, ...caf }: CafFile): boolean {
  const said = { issuerRut, documentCode, folio: lastFolio, date: authorizedOn }
  const to = { recipientRut: issuerRut, recipientName: LONGEST, firstItem: LONGEST }
  const stampedAt = `${authorizedOn}T00:00:00`
  const data = { ...said, ...to, totalClp: AMOUNT_CLP_MAX, cafXml: caf.cafXml, stampedAt }
  try {
    const ted = buildTed(data, readPrivateKey(caf.privateKeyPem))
    return Buffer.byteLength(ted, 'latin1') <= STAMP_BYTES_MAX
  } catch {
    return false
  }
}

/** True when the key is the private half of the one that the authorization names. */
function keyFits(pem: string, modulus: string, exponent: string): true | 'RSASK' | 'RSAPK' {
  if (modulus === '' || exponent === '') return 'RSAPK'
  try {
    const named = publicKeyOf(modulus, exponent).export({ format: 'der', type: 'spki' })
    const own = createPublicKey(readPrivateKey(pem).export({ format: 'pem', type: 'pkcs1' }))
    return own.export({ format: 'der', type: 'spki' }).equals(named) ? true : 'RSASK'
  } catch {
    return 'RSASK'
  }
}
