/**
 * A secret that goes into the hash of every PIN and lies where the service's key lies, never in the
 * database or a backup: a copy of the file alone says no PIN, however many are tried on it.
 */
import { createHmac } from 'node:crypto'
import type { Log } from '#shared/core/ports.ts'
import type { Randomness, SecretStore } from '../kernel/ports.ts'
import type { LostPepper } from './lost-pepper.ts'
import type { Pepper } from './pin-hash.ts'

const PEPPER_BYTES = 32
const PEPPER = /^[0-9a-f]{64}$/
const OF_SHOP = /^shop ([\w-]{1,64}) ([0-9a-f]{64})$/
const ID_DIGITS = 16

/** This machine's, and one of each shop it has been a till of: people keep their PINs. */
export interface Peppers {
  /** Goes into a new hash, in that shop or (null) alone. */
  now(shopId: string | null): Pepper
  /** That a hash was made with; null where it is not here. */
  of(pepperId: string): Pepper | null
  ofShop(shopId: string): Pepper | null
  /** What this till would share with a shop that has none: the same each time it is asked. */
  offer(shopId: string): Pepper
  /** On disk before it is used. */
  keepOfShop(shopId: string, pepper: Pepper): Promise<void>
  /** Whoever joins anew takes what the shop has by then; this one still opens what it closed. */
  forgetShop(shopId: string): Promise<void>
}

interface PepperPorts {
  readonly lost?: LostPepper
  readonly log?: Log
}

const NEVER_ASKED: LostPepper = { isAsked: () => false, forget: () => {}, putAside: () => '' }

/**
 * Made at the first start. Null where the host keeps none, or where it is kept and cannot be opened
 * now: another one would make every PIN wrong for good. Only one that the open keyring does not
 * know, and that support was asked about, makes way for another. Throws what the disk says.
 */
export async function loadPepper(
  secrets: SecretStore | undefined,
  randomness: Randomness,
  { lost = NEVER_ASKED, log = () => {} }: PepperPorts = {},
): Promise<Peppers | null> {
  if (secrets === undefined) return null
  const stored = await secrets.load()
  if (stored !== null) {
    lost.forget()
    const read = readPeppers(stored)
    return read && peppersOf(secrets, read)
  }
  if ((await secrets.isClosed?.()) === true) {
    if (!lost.isAsked() || (await secrets.isLost?.()) !== true) return null
    lost.putAside()
    log('the secret of the PINs did not open and was put aside; another was made', {})
  }
  const made = Buffer.from(randomness.bytes(PEPPER_BYTES)).toString('hex')
  await secrets.save(made)
  return peppersOf(secrets, { own: made, shops: [] })
}

interface StoredPeppers {
  readonly own: string
  /** A shop left and joined anew may have had several; the last one is in use. */
  readonly shops: readonly (readonly [shopId: string, key: string])[]
}

/** A line of this machine's own, and one of each shop. Null where anything else stands there. */
export function readPeppers(text: string): StoredPeppers | null {
  const [own = '', ...lines] = text.split('\n')
  const shops = lines.map((line) => OF_SHOP.exec(line))
  if (!PEPPER.test(own) || shops.includes(null)) return null
  return { own, shops: shops.map((found) => [found?.[1] ?? '', found?.[2] ?? '']) }
}

/** Of a shop that was left to be joined anew: no shop is called so. */
const LEFT = '-'

function peppersOf(secrets: SecretStore, stored: StoredPeppers): Peppers {
  const own = pepperOf(stored.own)
  let shops = stored.shops.map(([shopId, key]) => ({ shopId, pepper: pepperOf(key) }))
  const ofShop = (shopId: string) => shops.findLast((one) => one.shopId === shopId)?.pepper ?? null
  const keep = async (next: typeof shops) => {
    const lines = next.map(({ shopId, pepper }) => `shop ${shopId} ${pepper.key.toString('hex')}`)
    await secrets.save([stored.own, ...lines].join('\n'))
    shops = next
  }
  return {
    now: (shopId) => (shopId === null ? null : ofShop(shopId)) ?? own,
    of: (pepperId) =>
      [own, ...shops.map(({ pepper }) => pepper)].find(({ id }) => id === pepperId) ?? null,
    ofShop,
    offer(shopId) {
      // Of one shop alone: what another one was given opens nothing here.
      const isGiven = shops.some((one) => one.shopId !== shopId && one.pepper.id === own.id)
      return isGiven ? pepperOf(derived(own, shopId)) : own
    },
    keepOfShop: (shopId, pepper) => keep([...shops, { shopId, pepper }]),
    async forgetShop(shopId) {
      if (ofShop(shopId) === null) return
      await keep(shops.map((one) => (one.shopId === shopId ? { ...one, shopId: LEFT } : one)))
    },
  }
}

const derived = ({ key }: Pepper, shopId: string) =>
  createHmac('sha256', key).update(`shop ${shopId}`).digest('hex')

export function pepperOf(text: string): Pepper {
  const key = Buffer.from(text, 'hex')
  return { key, id: createHmac('sha256', key).update('id').digest('hex').slice(0, ID_DIGITS) }
}
