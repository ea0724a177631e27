/** PINs as scrypt hashes, made and compared off the counter's thread. */
import { scrypt, timingSafeEqual } from 'node:crypto'

/**
 * log2 of scrypt's N, with r = 8 and p = 3: what OWASP asks for, in 32 MB instead of the 128 MB of
 * its N = 2^17, p = 1. A PIN of four digits is protected by the waits; the hash keeps a copied
 * database from telling at once.
 */
export const PIN_COST = 15
/** From this cost on it is done three times over; hashes of before were made once. */
const THRICE_FROM_COST = 15
export const SALT_BYTES = 16
const HASH_BYTES = 32
const BLOCK_SIZE = 8

export interface StoredPin {
  readonly hash: Uint8Array
  readonly salt: Uint8Array
  readonly cost: number
}

export async function hashPin(pin: string, salt: Uint8Array, cost: number): Promise<StoredPin> {
  return { hash: await derive(pin, salt, cost), salt, cost }
}

export async function isPin(pin: string, stored: StoredPin): Promise<boolean> {
  return timingSafeEqual(await derive(pin, stored.salt, stored.cost), stored.hash)
}

function derive(pin: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  const N = 2 ** cost
  return new Promise((resolve, reject) => {
    scrypt(
      pin,
      salt,
      HASH_BYTES,
      { N, r: BLOCK_SIZE, p: cost >= THRICE_FROM_COST ? 3 : 1, maxmem: 256 * N * BLOCK_SIZE },
      (error, key) => (error ? reject(error) : resolve(key)),
    )
  })
}
