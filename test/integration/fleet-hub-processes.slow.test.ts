/**
 * A hub in a shop of real programs: five tills, each on a wire of its own to the service and to the
 * hub, which are cut at random; two hubs are killed for good. What is asked of them is that no
 * parked sale is charged twice, no vale pays more than it is worth, of no receipt more comes back
 * than it came to, and no till stops selling.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { cartTotals, EMPTY_CART } from '#shared/selling/cart/cart.ts'
import { orderOf } from '../support/return-till.ts'
import { IN_VALE, valeCodeIn } from '../support/vale-till.ts'
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
  readonly dataDir: string
  readonly client: TillClient
  readonly program: Program<TillReady>
  readonly toService: CutWire
  readonly toHub: CutWire
}

/** Of the owner, who types it at a till. */
let shopKey = ''
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function openTill(folder: string, name: string, service: { port: number; key: string }) {
  const [toService, toHub] = await Promise.all([startWire(), startWire()])
  toService.to(service.port)
  ends.push(toService.close, toHub.close)
  const dataDir = join(folder, name)
  const place = ['--data', dataDir, '--api', `http://127.0.0.1:${toService.port}`]
  const program = await startTill(place, { TILL_API_KEY: service.key })
  ends.push(() => program.stop())
  const client = connectTill(program.ready.url)
  await setUpAsOwner(client)
  return { name, dataDir, program, client, toService, toHub }
}

async function openShop(): Promise<readonly Till[]> {
  const folder = mkdtempSync(join(tmpdir(), 'meson-hub-'))
  ends.push(async () => rmSync(folder, { recursive: true, force: true }))
  const service = await startServiceProgram(['--port', '0', '--data', join(folder, 'service')])
  ends.push(() => service.stop())
  const port = Number(new URL(service.ready.base_url).port)
  shopKey = service.ready.keys.member
  const tills: Till[] = []
  for (let at = 0; at < TILLS; at += 1) {
    const opened = await openTill(folder, `till${at}`, { port, key: shopKey })
    const [first] = tills
    const code =
      first === undefined ? null : must(await first.client.makeTillCode({ tillId: null, shopKey }))
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
  must(await (asking ?? hub).client.changeShopTill({ tillId: hub.id, isHub: true, shopKey }))
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

interface PlayedVale {
  readonly code: string
  readonly amountClp: number
  /** By tills with and without internet. */
  spentClp: number
}

/** Vales given at one till and spent at any, as far as each may. */
function playVales(dice: Dice) {
  const vales: PlayedVale[] = []
  return {
    vales,
    async give({ client, dataDir }: Till) {
      const sold = await sellAmount(client, 'Queso', 1_000)
      const opened = await client.startReturn(sold.saleId)
      if (!opened.ok) return
      const made = await client.commitReturn(orderOf(opened.value, null, IN_VALE))
      if (!made.ok || made.value.vale === null) return
      const { number, amountClp } = made.value.vale
      vales.push({ code: valeCodeIn(dataDir, number), amountClp, spentClp: 0 })
    },
    /** Whether it paid. */
    async spend({ client }: Till): Promise<boolean> {
      const [first, ...others] = vales
      if (first === undefined) return false
      const vale = dice.pick([first, ...others])
      const amountClp = dice.between(1, vale.amountClp)
      const cart = freeCart('Pan', 1_000)
      const { saleId } = must(await client.openSale(null))
      const part = { method: 'vc', amountClp, reference: vale.code }
      const cash = { method: 'EF', amountClp: null, reference: '' }
      const order = {
        ...{ saleId, lines: cart.lines.map(({ lineNumber: _, ...line }) => line) },
        payments: amountClp < 1_000 ? [part, cash] : [part],
        ...{ expectedTotalClp: cartTotals(cart).totalClp, recipient: null },
      }
      const paid = await client.commitSale(order)
      if (!paid.ok) {
        const claimed = await client.claimWorths({ for: 'sale', saleId, payments: order.payments })
        if (!claimed.ok || !(await client.commitSale(order)).ok) return false
      }
      vale.spentClp += amountClp
      return true
    },
  }
}

interface PlayedReceipt {
  readonly till: Till
  readonly saleId: SaleId
  readonly totalClp: number
  /** By tills with and without internet. */
  backClp: number
}

/** Receipts of one till given back at any, in parts, as far as each may. */
function playReturns(dice: Dice) {
  const receipts: PlayedReceipt[] = []
  /** Pesos that came back. */
  const atItsTill = async ({ saleId }: PlayedReceipt, { client }: Till) => {
    const opened = await client.openReturn(saleId)
    const made = opened.ok ? await client.commitReturn(orderOf(opened.value, null)) : opened
    return made.ok ? made.value.totalClp : 0
  }
  const elsewhere = async ({ till, saleId }: PlayedReceipt, { client }: Till) => {
    const { documentType, folio, date, totalClp } = must(await till.client.receipt(saleId))
    const typed = { documentType: documentType as '39', folio: Number(folio), date, totalClp }
    const found = folio === null ? null : await client.lookUpOutside({ ...typed, buyerRut: '' })
    if (found?.ok !== true) return 0
    const { returnId, outside } = found.value
    const amountClp = dice.between(1, outside?.leftClp ?? 1)
    const refund = { method: 'EF', reference: '' }
    const order = { returnId, amountClp, reason: 'Producto fallado', refund, approvalId: null }
    const made = await client.commitOutsideReturn(order)
    return made.ok ? made.value.totalClp : 0
  }
  return {
    receipts,
    async sell(till: Till) {
      const { saleId, totalClp } = await sellAmount(till.client, 'Arroz', 1_000)
      receipts.push({ till, saleId, totalClp, backClp: 0 })
    },
    /** Whether it came back. */
    async giveBack(at: Till, tills: readonly Till[]): Promise<boolean> {
      const [first, ...others] = receipts.filter(({ till }) => tills.includes(till))
      if (first === undefined) return false
      const sold = dice.pick([first, ...others])
      const pesos = await (sold.till === at ? atItsTill : elsewhere)(sold, at)
      sold.backClp += pesos
      return pesos > 0
    },
  }
}

/** What happens at the tills of the shop, and what they charged of what was put aside. */
function playShop(dice: Dice) {
  const charged: string[] = []
  const { vales, give, spend } = playVales(dice)
  const { receipts, sell, giveBack } = playReturns(dice)
  const counts = { parked: 0, spentAway: 0, backAway: 0 }
  const onScreen = async (client: TillClient, cart = EMPTY_CART) => ({
    ...keptOf(cart),
    replaces: (await client.loadDraft()).sale?.saleId ?? null,
  })
  const pick = (tills: readonly Till[]) => dice.pick(tills as [Till, ...Till[]])
  const parkOne = async ({ client }: Till) => {
    counts.parked += 1
    const name = `mesa ${counts.parked}`
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
  const spendOne = async (tills: readonly Till[], away: ReadonlySet<Till>) => {
    const till = pick(tills)
    if ((await spend(till)) && away.has(till)) counts.spentAway += 1
  }
  const backOne = async (tills: readonly Till[], away: ReadonlySet<Till>) => {
    const till = pick(tills)
    if ((await giveBack(till, tills)) && away.has(till)) counts.backAway += 1
  }
  const away = new Set<Till>()
  return {
    ...{ charged, vales, receipts, counts },
    backOne: (tills: readonly Till[]) => backOne(tills, new Set()),
    spendOne: (tills: readonly Till[]) => spendOne(tills, new Set()),
    takeOne: (tills: readonly Till[]) => takeOne(pick(tills)),
    async round(tills: readonly Till[]) {
      for (const till of tills) {
        if (dice.chance(0.3)) {
          const isCut = dice.chance(0.5)
          till.toService.cut(isCut)
          away[isCut ? 'add' : 'delete'](till)
        }
        if (dice.chance(0.3)) till.toHub.cut(dice.chance(0.3))
      }
      await (dice.chance(0.5) ? parkOne : takeOne)(pick(tills))
      await (dice.chance(0.3) ? give(pick(tills)) : spendOne(tills, away))
      await (dice.chance(0.4) ? sell(pick(tills)) : backOne(tills, away))
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
    const retired = await tills[0]?.client.changeShopTill({
      tillId: hub.id,
      isRetired: true,
      shopKey,
    })
    expect(retired).toMatchObject({ ok: true })
  }
  mend(tills)
  for (let at = 0; at < 2 * ROUNDS; at += 1) {
    await shop.takeOne(tills)
    await shop.spendOne(tills)
    await shop.backOne(tills)
  }
  const { vales, receipts, counts } = shop
  expect(receipts.filter(({ totalClp, backClp }) => backClp > totalClp)).toEqual([])
  expect(receipts.filter(({ backClp }) => backClp > 0).length).toBeGreaterThan(1)
  console.log(`${receipts.length} receipts, ${counts.backAway} times back without internet`)
  expect(vales.filter(({ amountClp, spentClp }) => spentClp > amountClp)).toEqual([])
  expect(vales.filter(({ spentClp }) => spentClp > 0).length).toBeGreaterThan(1)
  console.log(`${vales.length} vales, ${counts.spentAway} times spent without internet`)
  expect(shop.charged.length).toBeGreaterThan(ROUNDS / 2)
  expect(shop.charged).toEqual([...new Set(shop.charged)])
}, 900_000)
