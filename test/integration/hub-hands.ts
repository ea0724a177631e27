/** Three tills of one shop, the second one the hub of their place, and what they do with vales. */
import { beforeEach, expect } from 'vitest'
import { createHubWire } from '#till/adapters/hub-wire.ts'
import { must } from '../support/must.ts'
import {
  COFFEE,
  cut,
  joined,
  one,
  said,
  settled,
  two,
  useTwoTills,
  view,
  wait,
  world,
} from './fleet-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import { atService, giveVale } from './worth-hands.ts'

export let three: PlayedTill
export function useThreeTills(): void {
  useTwoTills()
  beforeEach(async () => {
    three = await world.open()
    await joined()
    await world.join(one, three)
    await settled(one, two, three)
  })
}

export const idOf = (played: PlayedTill) => view(played).till?.id ?? ''
/** Chosen at the first, and heard by these. */
export async function hubIs(played: PlayedTill, ...tills: readonly PlayedTill[]): Promise<void> {
  must(await said(one, one.till.api.changeShopTill({ tillId: idOf(played), isHub: true })))
  const { number } = view(played).till ?? { number: 0 }
  await world.until(() =>
    tills.every((each) => view(each).hub?.number === number && view(each).hub?.isHeard === true),
  )
}
/** Of vales and credit notes. */
export const lentAtService = async () =>
  (
    await world.service.storage.read
      .selectFrom('fleet_worths')
      .select('lent_term')
      .where('kind', '<>', 'sale')
      .execute()
  ).map(({ lent_term: term }) => term)
/** The hub has heard what it was lent. */
export const lent = () => wait(6_000)
export async function away(...tills: readonly PlayedTill[]): Promise<void> {
  cut(true, ...tills)
  await world.until(() => tills.every((each) => view(each).state === 'away'), 120_000)
}
/**
 * Internet is there again, and each has found it for its shop and for its counter: the two look for
 * it apart, and a counter that has not goes by the hub alone.
 */
export async function online(...tills: readonly PlayedTill[]): Promise<void> {
  cut(false, ...tills)
  await world.until(
    () =>
      tills.every(
        (each) => view(each).state === 'together' && each.till.api.status().connection === 'online',
      ),
    600_000,
  )
}
/** Spent at the service, by all claims on it that stand. */
export const spentClp = async () =>
  (await atService())
    .filter(({ state }) => state === 'used')
    .reduce((sum, { takes }) => sum + (JSON.parse(takes) as { clp: number }).clp, 0)

/** Never heard again, and taken off the list by the first, which has internet from here on. */
export async function lost(...tills: readonly PlayedTill[]): Promise<void> {
  const ids = tills.map(idOf)
  for (const { till } of tills) await till.stop()
  cut(false, one)
  await world.until(() => view(one).state === 'together')
  for (const tillId of ids)
    must(await said(one, one.till.api.changeShopTill({ tillId, isRetired: true })))
}

/** A vale of the first, in the hands of the hub, the second; all are without internet. */
export async function lentAndAway() {
  await hubIs(two, one, two, three)
  const given = giveVale(one, COFFEE)
  await settled(one, two, three)
  await lent()
  expect(await lentAtService()).toEqual([expect.any(Number)])
  await away(one, two, three)
  return given
}

interface Kept {
  readonly hub?: { readonly term: number; readonly key: string }
}
/** What a till's key to the hub says there, as its own program never would. */
export async function atHub(kept: string | null, tillId: string, path: string, body: object) {
  const { hub } = JSON.parse(kept ?? '{}') as Kept
  const addresses = view(two).hub?.addresses.filter((each) => each.startsWith('127.')) ?? []
  const identity = `${hub?.term}.${tillId}`
  const http = createHubWire().dial(() => ({
    ...{ identity, key: hub?.key ?? '', addresses, name: null },
  }))
  return http.exchange(
    { method: 'POST', path, body: Buffer.from(JSON.stringify(body)), timeoutMs: 3_000 },
    new AbortController().signal,
  )
}
