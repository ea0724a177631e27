/**
 * A hub in a shop of real programs: five tills, each on a wire of its own to the service and to the
 * hub, which are cut at random; two hubs are killed for good. What is asked of them is that no
 * parked sale is charged twice, and that no till stops selling.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { EMPTY_CART } from '#shared/selling/cart/cart.ts'
import { createDice, type Dice } from '../sim/dice.ts'
import { must } from '../support/must.ts'
import {
  startServiceProgram,
  startTill,
  type Program,
  type TillReady,
} from '../support/programs.ts'
import { setUpAsOwner } from '../support/shop-owner.ts'
import {
  charge,
  connectTill,
  freeCart,
  sellAmount,
  type TillClient,
} from '../support/till-client.ts'
import { keptOf } from '../support/till-fixture.ts'
import { waitFor } from '../support/wait-for.ts'
import { startWire, type CutWire } from './cut-wire.ts'

const TILLS = 5
const ROUNDS = 24
const PATIENT = { timeout: 120_000, interval: 200 }

interface Till {
  readonly name: string
  readonly id: string
  readonly client: TillClient
  readonly program: Program<TillReady>
  readonly toService: CutWire
  readonly toHub: CutWire
}

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function openTill(folder: string, name: string, service: { port: number; key: string }) {
  const [toService, toHub] = await Promise.all([startWire(), startWire()])
  toService.to(service.port)
  ends.push(toService.close, toHub.close)
  const place = ['--data', join(folder, name), '--api', `http://127.0.0.1:${toService.port}`]
  const program = await startTill(place, { TILL_API_KEY: service.key })
  ends.push(() => program.stop())
  const client = connectTill(program.ready.url)
  await setUpAsOwner(client)
  return { name, program, client, toService, toHub }
}

async function openShop(): Promise<readonly Till[]> {
  const folder = mkdtempSync(join(tmpdir(), 'meson-hub-'))
  ends.push(async () => rmSync(folder, { recursive: true, force: true }))
  const service = await startServiceProgram(['--port', '0', '--data', join(folder, 'service')])
  ends.push(() => service.stop())
  const port = Number(new URL(service.ready.base_url).port)
  const tills: Till[] = []
  for (let at = 0; at < TILLS; at += 1) {
    const opened = await openTill(folder, `till${at}`, { port, key: service.ready.keys.member })
    const [first] = tills
    const code =
      first === undefined ? null : must(await first.client.makeTillCode({ tillId: null }))
    const joined = await opened.client.joinShop({
      ...{ code: code?.code ?? null, name: `Caja ${at + 1}`, branch: '' },
    })
    const id = must(joined).till?.id ?? ''
    must(await opened.client.typeHubAddress({ address: `127.0.0.1:${opened.toHub.port}` }))
    tills.push({ ...opened, id })
  }
  return tills
}

const hubOf = async ({ client }: Till) => must(await client.fleet()).hub

/** Chosen at the first of them, and every wire to the hub leads there. */
async function choose(hub: Till, tills: readonly Till[]): Promise<void> {
  const [asking] = tills
  must(await (asking ?? hub).client.changeShopTill({ tillId: hub.id, isHub: true }))
  const port = await waitFor(async () => {
    const own = await hubOf(hub)
    expect(own).toMatchObject({ isOwn: true })
    expect(own?.addresses).not.toEqual([])
    return Number(own?.addresses[0]?.split(':')[1])
  }, PATIENT)
  for (const { toHub } of tills) toHub.to(port)
  await waitFor(async () => {
    for (const till of tills) expect(await hubOf(till)).toMatchObject({ isHeard: true })
  }, PATIENT)
}

/** What happens at the tills of the shop, and what they charged of what was put aside. */
function playShop(dice: Dice) {
  const charged: string[] = []
  let parked = 0
  const onScreen = async (client: TillClient, cart = EMPTY_CART) => ({
    ...keptOf(cart),
    replaces: (await client.loadDraft()).sale?.saleId ?? null,
  })
  const pick = (tills: readonly Till[]) => dice.pick(tills as [Till, ...Till[]])
  const parkOne = async ({ client }: Till) => {
    parked += 1
    const name = `mesa ${parked}`
    must(await client.parkSale({ ...(await onScreen(client, freeCart(name, 1_000))), name }))
  }
  const takeOne = async ({ client }: Till) => {
    const waiting = (await client.parkedSales()).filter(({ shop }) => !shop?.taken)
    const [first, ...others] = waiting
    if (first === undefined) return
    const one = dice.pick([first, ...others])
    const claimed = await client.claimParked({ parkedId: one.id })
    if (!claimed.ok) return
    const screen = await onScreen(client)
    const recalled = await client.recallSale({ ...screen, parkedId: one.id })
    if (!recalled.ok) return
    await charge(client, recalled.value.cart)
    charged.push(one.name)
  }
  return {
    charged,
    takeOne: (tills: readonly Till[]) => takeOne(pick(tills)),
    async round(tills: readonly Till[]) {
      for (const { toService, toHub } of tills) {
        if (dice.chance(0.3)) toService.cut(dice.chance(0.5))
        if (dice.chance(0.3)) toHub.cut(dice.chance(0.3))
      }
      await (dice.chance(0.5) ? parkOne : takeOne)(pick(tills))
      // Whatever is cut, each of them sells.
      await sellAmount(pick(tills).client, 'Pan', 990)
    },
  }
}

const mend = (tills: readonly Till[]) => {
  for (const { toService, toHub } of tills) for (const wire of [toService, toHub]) wire.cut(false)
}

it('sells nothing twice and never stops, with wires cut at random and two hubs lost', async () => {
  const shop = playShop(createDice('five tills'))
  let tills = await openShop()
  for (const isLost of [true, true, false]) {
    mend(tills)
    const hub = tills.at(-1)
    if (hub === undefined) throw new Error('no till is left')
    await choose(hub, tills)
    for (let at = 0; at < ROUNDS; at += 1) await shop.round(tills)
    if (!isLost) break
    // Lost with all it kept, while wires are cut; later its owner takes it off the list.
    await hub.program.kill()
    tills = tills.filter((till) => till !== hub)
    for (let at = 0; at < ROUNDS / 4; at += 1) await shop.round(tills)
    mend(tills)
    const retired = await tills[0]?.client.changeShopTill({ tillId: hub.id, isRetired: true })
    expect(retired).toMatchObject({ ok: true })
  }
  mend(tills)
  for (let at = 0; at < 2 * ROUNDS; at += 1) await shop.takeOne(tills)
  expect(shop.charged.length).toBeGreaterThan(ROUNDS / 2)
  expect(shop.charged).toEqual([...new Set(shop.charged)])
}, 900_000)
