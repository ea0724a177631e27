/**
 * Two tills of one shop, on the real programs and in a real browser: an owner joins them with what
 * the screens say, and one price, one stock and one list of parked sales are kept through an
 * outage.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { NO_CHROMIUM, openChromium } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { setUpAsOwner } from '../support/shop-owner.ts'
import { startServiceProgram, startTill } from '../support/programs.ts'
import type { Program, ServiceReady, TillReady } from '../support/programs.ts'
import {
  cashierAt,
  connectTill,
  eventually,
  receiptOf,
  type TillClient,
} from '../support/till-client.ts'
import { cash, driveTill } from '../support/till-driver.ts'
import { screenHands, type BehindTheScreen } from '../renderer/counter-hands.ts'

const COLA = '7800104006297'

/** The story looks at the cores itself. */
const BEHIND: BehindTheScreen = {
  papers: async () => [],
  setOnline: async () => {},
  restart: async () => {},
}

interface Counter {
  readonly program: Program<TillReady>
  readonly client: TillClient
  readonly page: Page
}

describe.skipIf(NO_CHROMIUM !== null)(
  `two tills of one shop${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    let folder: string
    let browser: Browser
    let service: Program<ServiceReady>
    let port = '0'
    let one: Counter
    let two: Counter

    const startService = async () => {
      service = await startServiceProgram(['--port', port, '--data', join(folder, 'service')])
      port = new URL(service.ready.base_url).port
    }
    const openCounter = async (name: string): Promise<Counter> => {
      const place = ['--data', join(folder, name), '--api', service.ready.base_url]
      const program = await startTill(place, { TILL_API_KEY: service.ready.keys.member })
      const client = connectTill(program.ready.url)
      await setUpAsOwner(client)
      const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
      page.setDefaultTimeout(30_000)
      await page.goto(program.ready.url)
      await page.getByTestId('search').waitFor()
      return { program, client, page }
    }
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'meson-two-tills-'))
      browser = await openChromium()
      await startService()
      one = await openCounter('one')
      two = await openCounter('two')
    })
    afterAll(async () => {
      await browser?.close()
      for (const counter of [one, two]) await counter?.program.kill().catch(() => {})
      await service?.kill().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    })

    const goodsOf = async ({ client }: Counter, code: string): Promise<GoodsRow> => {
      const window = { filter: 'sold', categoryId: null, offset: 0, limit: 20 } as const
      const [row] = must(await client.goods({ text: code, ...window })).rows
      if (row === undefined) throw new Error(`no ${code}`)
      return row
    }
    const priced = (counter: Counter, clp: number) =>
      eventually(
        async () => (await goodsOf(counter, COLA)).unitGrossClp,
        (now) => now === clp,
      )
    const stocked = (counter: Counter, milli: number) =>
      eventually(
        async () => (await goodsOf(counter, COLA)).stock?.milli,
        (now) => now === milli,
      )
    const reprice = async (counter: Counter, unitGrossClp: number) => {
      const { id: productId, moreCodes, ...rest } = await goodsOf(counter, COLA)
      const product = { ...rest, productId, moreCodes: [...moreCodes], unitGrossClp }
      must(await counter.client.saveGoods(product))
    }
    const showTills = async ({ page }: Counter) => {
      const { origin } = new URL(page.url())
      expect(origin).not.toBe('')
      await page.keyboard.press('F10')
      await page.getByTestId('settings-search').fill('varias cajas')
      await page
        .getByRole('button', { name: /Cajas del negocio/ })
        .first()
        .click()
    }

    it('join by what the screens say', async () => {
      await showTills(one)
      await one.page.getByTestId('fleet-name').fill('Caja de la entrada')
      await one.page.getByTestId('fleet-first').click()
      await one.page.getByTestId('fleet-together').or(one.page.getByTestId('fleet-away')).waitFor()
      await one.page.getByTestId('shop-key').fill(service.ready.keys.member)
      await one.page.getByTestId('add-till').click()
      const code = await one.page.getByTestId('recovery-code').locator('output').textContent()
      await showTills(two)
      await two.page.getByTestId('fleet-name').fill('Caja del fondo')
      await two.page.getByTestId('fleet-code').fill(code ?? '')
      await two.page.getByTestId('fleet-join').click()
      await two.page.getByTestId('shop-till-2').waitFor()
      await expect(two.page.getByTestId('shop-till-1').textContent()).resolves.toContain(
        'Caja de la entrada',
      )
    })

    it('have one price and one stock, through an outage of the service', async () => {
      const { id: productId } = await goodsOf(one, COLA)
      const received = { kind: 'received', reason: '', switchesOn: true } as const
      const lines = [{ productId, milli: 10_000 }]
      must(await one.client.moveStock({ moveId: 'm1', ...received, lines }))
      await stocked(two, 10_000)
      await reprice(one, 2_490)
      await priced(two, 2_490)
      await cashierAt(two.client).scan(COLA).pay(cash())
      await stocked(one, 9_000)
      await service.kill()
      await reprice(two, 2_590)
      await cashierAt(one.client).scan(COLA).pay(cash())
      await cashierAt(two.client).scan(COLA).pay(cash())
      await startService()
      await priced(one, 2_590)
      await Promise.all([stocked(one, 7_000), stocked(two, 7_000)])
    })

    const waiting = async ({ client }: Counter) =>
      (await client.parkedSales()).filter(({ shop }) => !shop?.taken).map(({ name }) => name)
    const stockNow = async (counter: Counter) => (await goodsOf(counter, COLA)).stock?.milli

    it('have what was parked once, give back what the other sold, and go on without the service', async () => {
      await two.page.keyboard.press('F8')
      await two.page.getByTestId('search').waitFor()
      await cashierAt(one.client).scan(COLA).park('Rosa')
      // Taken up, and sold, at the other counter, by what its screen shows.
      await two.page.getByTestId('parked-count').click()
      const rosa = two.page.getByTestId('parked-sale').filter({ hasText: 'Rosa' })
      await two.page.getByRole('heading', { name: 'Caja de la entrada' }).waitFor()
      await rosa.click()
      await two.page.getByTestId('cart-line').waitFor()
      await driveTill(screenHands(two, BEHIND)).pay(cash())
      const { rows } = await two.client.listReceipts({ cursor: null, limit: 1 })
      const saleId = rows[0]?.saleId ?? ('' as SaleId)
      await eventually(
        () => one.client.parkedSales(),
        (sales) => sales[0]?.shop?.taken?.till === 'Caja del fondo',
      )
      // What the other sold comes back here, by its folio, and no peso of it twice.
      const sold = await eventually(
        () => receiptOf(two.client, saleId),
        ({ folio }) => folio !== null,
      )
      const paper = {
        ...({ documentType: '39', folio: sold.folio ?? 0, totalClp: sold.totalClp } as const),
        ...{ date: santiagoDate(sold.soldAt), buyerRut: '' },
      }
      const refund = { method: 'EF', reference: '' }
      const order = { reason: 'Fallado', refund, approvalId: null }
      const found = must(await one.client.lookUpOutside(paper))
      const { returnId } = found
      must(await one.client.commitOutsideReturn({ returnId, amountClp: 1_000, ...order }))
      await eventually(
        async () => (await one.client.status()).pendingCount,
        (count) => count === 0,
      )
      // For a moment it is in the other till's hand: until the shop has heard that it gave back.
      const left = must(
        await eventually(
          () => two.client.openReturn(saleId),
          ({ ok }) => ok,
        ),
      )
      expect(left.backElsewhereClp).toBe(1_000)
      const twice = await two.client.commitReturn({
        ...{ returnId: left.returnId, originalId: saleId, expectedTotalClp: left.totalClp },
        lines: left.lines.map(({ lineNumber, quantity }) => ({ lineNumber, quantity })),
        ...order,
      })
      expect(twice).toMatchObject({ ok: false, refusal: { code: 'OUTSIDE_TOO_MUCH' } })
      // Without the service each has what it parked itself.
      await service.kill()
      await cashierAt(one.client).scan(COLA).park('Pedro')
      await cashierAt(two.client).scan(COLA).park('Eva')
      expect([await waiting(one), await waiting(two)]).toEqual([['Pedro'], ['Eva']])
      await cashierAt(one.client).recall('Pedro').pay(cash())
      await startService()
      await eventually(
        () => waiting(one),
        (names) => names.join() === 'Eva',
      )
      expect(await waiting(two)).toEqual(['Eva'])
      await eventually(
        async () => [await stockNow(one), await stockNow(two)],
        ([here, there]) => here === 5_000 && there === 5_000,
      )
    })
  },
)
