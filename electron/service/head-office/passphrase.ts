/** How a passphrase is kept: scrypt with a salt of its own, its cost written beside it. */
import { scrypt, timingSafeEqual } from 'node:crypto'
import type { Random } from '../core/ports.ts'

/** 32 MiB and a tenth of a second (OWASP: N = 2^15, r = 8, p = 3 or the like). */
const COST = { N: 2 ** 15, r: 8, p: 1 } as const
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Compared with where there is nobody, so that the answer takes the same time. */
const NOBODYS = `scrypt$${COST.N}$${COST.r}$${COST.p}$${'00'.repeat(SALT_BYTES)}$${'00'.repeat(HASH_BYTES)}`

export async function hashPassphrase(random: Random, passphrase: string): Promise<string> {
  const salt = Buffer.from(random.bytes(SALT_BYTES))
  const hash = await derived(passphrase, salt, COST)
  return `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt.toString('hex')}$${hash.toString('hex')}`
}

/** Null, of nobody, is never right. */
export async function isPassphrase(passphrase: string, kept: string | null): Promise<boolean> {
  const [, cost, r, p, salt = '', hash = ''] = (kept ?? NOBODYS).split('$')
  const asked = await derived(passphrase, Buffer.from(salt, 'hex'), {
    ...{ N: Number(cost), r: Number(r), p: Number(p) },
  })
  return timingSafeEqual(asked, Buffer.from(hash, 'hex')) && kept !== null
}

type Cost = { readonly [Part in keyof typeof COST]: number }

/** One way of typing a letter with an accent is as good as the other. */
const derived = (passphrase: string, salt: Buffer, cost: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    const maxmem = 256 * cost.N * cost.r
    scrypt(passphrase.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem }, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    )
  })
