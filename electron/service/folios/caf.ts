/**
 * Folio authorizations (CAF). A real one is issued and signed by the tax authority; the demo makes
 * its own with key id
 * 666, the mark by which Chilean software knows an authorization that no authority ever signed.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto'
import { TEST_KEY_ID } from '../companies/production.ts'
import { escapeXml } from './xml-text.ts'

interface CafRequest {
  readonly issuerRut: string
  readonly issuerName: string
  readonly documentCode: number
  readonly firstFolio: number
  readonly lastFolio: number
  /** `YYYY-MM-DD` */
  readonly authorizedOn: string
  /** By default the mark of what no authority signed. */
  readonly keyId?: number
}

interface IssuedCaf {
  /** The `CAF` element, which stamps embed byte for byte. */
  readonly cafXml: string
  readonly privateKeyPem: string
}

/**
 * Real authorizations carry 512-bit keys; a longer one would not fit the stamp of 58 mm paper as
 * well.
 */
export const RANGE_KEY_BITS = 512
const NAME_CHARS_MAX = 40

/** Authorizes a range the way the authority would, signed by the demo's own authority key. */
export function issueTestCaf(request: CafRequest, authorityKey: KeyObject): IssuedCaf {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: RANGE_KEY_BITS })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const data =
    `<DA><RE>${request.issuerRut}</RE><RS>${escapeXml(request.issuerName.slice(0, NAME_CHARS_MAX))}</RS>` +
    `<TD>${request.documentCode}</TD><RNG><D>${request.firstFolio}</D><H>${request.lastFolio}</H></RNG>` +
    `<FA>${request.authorizedOn}</FA><RSAPK><M>${toBase64(n)}</M><E>${toBase64(e)}</E></RSAPK>` +
    `<IDK>${request.keyId ?? TEST_KEY_ID}</IDK></DA>`
  const signature = sign('sha1', Buffer.from(data, 'latin1'), authorityKey).toString('base64')
  return {
    cafXml: `<CAF version="1.0">${data}<FRMA algoritmo="SHA1withRSA">${signature}</FRMA></CAF>`,
    privateKeyPem: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  }
}

export function makeAuthorityKeyPem(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
}

export function readPrivateKey(pem: string): KeyObject {
  return createPrivateKey(pem)
}

/** The public key an authorization names by modulus and exponent, both Base64. */
export function publicKeyOf(modulus: string, exponent: string): KeyObject {
  const toUrl = (base64: string) => Buffer.from(base64, 'base64').toString('base64url')
  return createPublicKey({
    key: { kty: 'RSA', n: toUrl(modulus), e: toUrl(exponent) },
    format: 'jwk',
  })
}

function toBase64(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('base64')
}
