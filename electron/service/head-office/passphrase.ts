/** How a passphrase is kept: scrypt with a salt of its own, its cost written beside it. */
import { scrypt, timingSafeEqual } from 'node:crypto'
import type { Random } from '../core/ports.ts'

/** 32 MiB and a tenth of a second (OWASP: N = 2^15, r = 8, p = 3 or the like). */
export const PASSPHRASE_COST = 2 ** 15
const [BLOCKS, LANES] = [8, 1]
const SALT_BYTES = 16
const HASH_BYTES = 32
const written = (cost: number, salt: Buffer, hash: Buffer) =>
  `scrypt$${cost}$${BLOCKS}$${LANES}$${salt.toString('hex')}$${hash.toString('hex')}`

export async function hashPassphrase(
  random: Random,
  passphrase: string,
  cost: number,
): Promise<string> {
  const salt = Buffer.from(random.bytes(SALT_BYTES))
  return written(cost, salt, await derived(passphrase, salt, { N: cost, r: BLOCKS, p: LANES }))
}

/**
 * Null, of nobody, is never right, and compared with nothing at that cost, so that the answer takes
 * the same time.
 */
export async function isPassphrase(
  passphrase: string,
  kept: string | null,
  cost: number,
): Promise<boolean> {
  const nobodys = () => written(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES))
  const [, N, r, p, salt = '', hash = ''] = (kept ?? nobodys()).split('$')
  const asked = await derived(passphrase, Buffer.from(salt, 'hex'), {
    ...{ N: Number(N), r: Number(r), p: Number(p) },
  })
  return timingSafeEqual(asked, Buffer.from(hash, 'hex')) && kept !== null
}

type Cost = Readonly<Record<'N' | 'r' | 'p', number>>

/** One way of typing a letter with an accent is as good as the other. */
const derived = (passphrase: string, salt: Buffer, cost: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    const maxmem = 256 * cost.N * cost.r
    scrypt(passphrase.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem }, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    )
  })
