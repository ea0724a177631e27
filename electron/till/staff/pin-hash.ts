/** PINs as scrypt hashes, made and compared off the counter's thread. */
import { createHmac, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * log2 of scrypt's N, with r = 8 and p = 3: what OWASP asks for, in 32 MB instead of the 128 MB of
 * its N = 2^17, p = 1. A PIN of four digits is protected by the waits; the hash keeps a copied
 * database from telling at once.
 */
export const PIN_COST = 15
/** From this cost on it is done three times over; hashes of before were made once. */
const THRICE_FROM_COST = 15
export const SALT_BYTES = 16

/** A secret of this machine that goes into the hashes: see pin-pepper.ts. */
export interface Pepper {
  /** To know it again without showing it. */
  readonly id: string
  readonly key: Buffer
}

export interface StoredPin {
  readonly hash: Uint8Array
  readonly salt: Uint8Array
  readonly cost: number
  /** Of the pepper that went into it; empty for none. */
  readonly pepperId: string
}

export async function hashPin(
  pin: string,
  salt: Uint8Array,
  cost: number,
  pepper: Pepper | null = null,
): Promise<StoredPin> {
  const hash = await derive(peppered(pin, pepper), salt, cost)
  return { hash, salt, cost, pepperId: pepper?.id ?? '' }
}

export async function isPin(
  pin: string,
  stored: StoredPin,
  pepper: Pepper | null = null,
): Promise<boolean> {
  const text = peppered(pin, stored.pepperId === '' ? null : pepper)
  return timingSafeEqual(await derive(text, stored.salt, stored.cost), stored.hash)
}

function peppered(pin: string, pepper: Pepper | null): string {
  return pepper === null ? pin : createHmac('sha256', pepper.key).update(pin).digest('hex')
}

const HASH_BYTES = 32
const BLOCK_SIZE = 8

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
