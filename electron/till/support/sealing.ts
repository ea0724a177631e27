/**
 * Sealing what leaves the shop: a stick is lost sooner or later, and what lies on it is customers'
 * names, sales and prices. AES-256-GCM under a key made from the recovery code.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
export const SALT_BYTES = 16
/** Pages of a database are text for the most part; more effort gains little here. */
const DEFLATE_LEVEL = 3

/** It was not sealed with this key, or has changed since. */
export class SealBroken extends Error {}

export interface Sealer {
  /** `what` it is goes into the seal: one thing cannot be put in another's place. */
  seal(plain: Uint8Array, what: string): Buffer
  /** `bytesMax` = no longer than this when it is unpacked. Throws SealBroken. */
  open(sealed: Uint8Array, what: string, bytesMax: number): Buffer
}

export function sealerOf(key: Uint8Array): Sealer {
  return {
    seal(plain, what) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(what))
      const body = cipher.update(deflateRawSync(plain, { level: DEFLATE_LEVEL }))
      return Buffer.concat([nonce, body, cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, what, bytesMax) {
      try {
        const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(what))
          .setAuthTag(bytes.subarray(-TAG_BYTES))
        const packed = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
        const whole = Buffer.concat([packed, decipher.final()])
        return inflateRawSync(whole, { maxOutputLength: bytesMax })
      } catch {
        throw new SealBroken(what)
      }
    },
  }
}

/** `code` as `parseCode` writes it. */
export function keyFromCode(code: string, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', code.replaceAll('-', ''), salt, 'meson copy', KEY_BYTES))
}

/** To know the right key before anything is opened with it. */
export function keyCheck(key: Uint8Array): string {
  return createHmac('sha256', key).update('meson key check').digest('hex').slice(0, 32)
}

export function isKeyOf(key: Uint8Array, check: string): boolean {
  const [own, other] = [Buffer.from(keyCheck(key)), Buffer.from(check)]
  return own.length === other.length && timingSafeEqual(own, other)
}
