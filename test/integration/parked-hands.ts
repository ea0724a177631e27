/** What is done with parked sales at the tills of a shop, and to the wire beneath. */
import { renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { vi } from 'vitest'
import { EMPTY_CART } from '#shared/selling/cart/cart.ts'
import { presumeParkedSaid } from '#till/fleet/shop-parked.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { must } from '../support/must.ts'
import { cartOf, commitOf, keptOf } from '../support/till-fixture.ts'
import type { PlayedTill } from './fleet-world.ts'
import { COFFEE, one, said, view, world } from './fleet-hands.ts'

export const PARKED = '/api/fleet/parked'
export const CLAIMS = '/api/fleet/parked-claims'

export const onScreen = ({ till }: PlayedTill, cart = EMPTY_CART) => ({
  ...keptOf(cart),
  replaces: till.api.loadDraft().sale?.saleId ?? null,
})
export const park = (played: PlayedTill, name: string) =>
  must(played.till.api.parkSale({ ...onScreen(played, cartOf(played.till.api, COFFEE)), name }))
export const waiting = ({ till }: PlayedTill) =>
  till.api.parkedSales().filter(({ shop }) => !shop?.taken)
export const names = (...tills: readonly PlayedTill[]) =>
  tills.flatMap((played) => waiting(played).map(({ name }) => name))
export const claim = (played: PlayedTill, parkedId: string) =>
  said(played, played.till.api.claimParked({ parkedId }))
export const recall = (played: PlayedTill, parkedId: string) =>
  played.till.api.recallSale({ ...onScreen(played), parkedId })
export async function take(played: PlayedTill, parkedId: string) {
  const claimed = await claim(played, parkedId)
  return claimed.ok ? recall(played, parkedId) : claimed
}
export async function sell(played: PlayedTill, parkedId: string): Promise<void> {
  const { cart } = must(await take(played, parkedId))
  must(played.till.api.commitSale(commitOf(played.till.api, cart)))
}
export const codeOf = (
  answer: { readonly ok: boolean } & Partial<{ refusal: { code: string } }>,
) => (answer.ok ? 'ok' : answer.refusal?.code)
export const thrownAway = (played: PlayedTill, parkedId: string) =>
  codeOf(played.till.api.discardParked({ parkedId, approvalId: null }))
export const atService = () =>
  world.service.storage.read.selectFrom('fleet_parked').selectAll().execute()

export const leave = (played: PlayedTill) => said(played, played.till.api.leaveShop())
export const join = (played: PlayedTill, name: string, branch = '') =>
  said(played, played.till.api.joinShop({ code: null, name, branch }))
/** Another till's owner ends its key. */
export async function retire(played: PlayedTill): Promise<void> {
  const tillId = view(played).till?.id ?? ''
  must(await said(one, one.till.api.changeShopTill({ tillId, isRetired: true })))
  await world.until(() => view(played).state === 'barred')
}

type Handle = (request: Request) => Promise<Response>
/** What the service is asked on a path is answered by that; `null` lets it pass. */
export function between(
  answer: (asked: string, request: Request, handle: Handle) => Promise<Response> | null,
): () => void {
  const { service } = world.service
  const handle = service.handle.bind(service)
  const spy = vi
    .spyOn(service, 'handle')
    .mockImplementation(
      (request) => answer(new URL(request.url).pathname, request, handle) ?? handle(request),
    )
  return () => spy.mockImplementation(handle)
}
export const answered = (status: number, body: object = {}) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }))

/** The till's data as a backup holds it. */
export function backedUpTill({ fixture }: PlayedTill): () => void {
  const file = tillFolder(fixture.dataDir).database
  const db = new Database(file)
  db.exec(`VACUUM INTO '${file}.copy'`)
  db.close()
  return () => {
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
    renameSync(`${file}.copy`, file)
    const restored = new Database(file)
    presumeParkedSaid(restored)
    restored.close()
  }
}
export async function putBack(played: PlayedTill, restore: () => void): Promise<PlayedTill> {
  await played.till.stop()
  restore()
  const { key } = played.kept
  const fleetSecret = { load: async () => key, save: async () => {} }
  return world.open({ dataDir: played.fixture.dataDir, fleetSecret })
}
