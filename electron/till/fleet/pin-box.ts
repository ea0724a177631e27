/**
 * The secret of the shop's PINs, closed for one till: X25519 with a key made for this box alone,
 * HKDF over both keys, the shop and the till, AES-256-GCM.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import type { Randomness } from '../kernel/ports.ts'

/** What stands before the 32 bytes of a private key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** For which till of which shop: it opens nowhere else. */
interface BoxFor {
  readonly shopId: string
  readonly tillId: string
}

export const newBoxKey = ({ bytes }: Randomness) => Buffer.from(bytes(KEY_BYTES)).toString('hex')

/** The half that is told, as base64url. */
export const boxKeyTold = (boxKey: string) =>
  createPublicKey(privateKey(boxKey)).export({ format: 'jwk' }).x ?? ''

/** Null for a key that is the half of none. */
export function closeBox(
  secret: Uint8Array,
  theirs: string,
  place: BoxFor,
  randomness: Randomness,
): string | null {
  const once = newBoxKey(randomness)
  const told = boxKeyTold(once)
  const iv = Buffer.from(randomness.bytes(IV_BYTES))
  const key = keyOrNone(privateKey(once), theirs, { ...place, once: told, theirs })
  if (key === null) return null
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const closed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([Buffer.from(told, 'base64url'), iv, closed, cipher.getAuthTag()]).toString(
    'base64',
  )
}

/** Null for what nobody closed for this till. */
export function openBox(box: string, boxKey: string, place: BoxFor): Buffer | null {
  const bytes = Buffer.from(box, 'base64')
  const [ivAt, endAt] = [KEY_BYTES, bytes.length - TAG_BYTES]
  const once = bytes.subarray(0, ivAt).toString('base64url')
  try {
    const key = keyOf(privateKey(boxKey), once, { ...place, once, theirs: boxKeyTold(boxKey) })
    const iv = bytes.subarray(ivAt, ivAt + IV_BYTES)
    const cipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    cipher.setAuthTag(bytes.subarray(endAt))
    return Buffer.concat([cipher.update(bytes.subarray(ivAt + IV_BYTES, endAt)), cipher.final()])
  } catch {
    return null
  }
}

const privateKey = (boxKey: string) =>
  createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.from(boxKey, 'hex')]),
    ...{ format: 'der', type: 'pkcs8' },
  })

interface Sides extends BoxFor {
  readonly once: string
  readonly theirs: string
}

/** Whoever says a point of low order would know the key of any box. */
function keyOrNone(...asked: Parameters<typeof keyOf>): Buffer | null {
  try {
    return keyOf(...asked)
  } catch {
    return null
  }
}

function keyOf(own: KeyObject, told: string, { shopId, tillId, once, theirs }: Sides): Buffer {
  const jwk = { kty: 'OKP', crv: 'X25519', x: told }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const shared = diffieHellman({ privateKey: own, publicKey })
  const info = JSON.stringify(['pin secret', shopId, tillId, once, theirs])
  return Buffer.from(hkdfSync('sha256', shared, '', info, KEY_BYTES))
}
