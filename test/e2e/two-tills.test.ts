/**
 * Two tills of one shop, on the real programs and in a real browser: an owner joins them with what
 * the screens say, and one price, one stock and one list of customers are kept through an outage.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { NO_CHROMIUM, openChromium } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { setUpAsOwner } from '../support/shop-owner.ts'
import { startServiceProgram, startTill } from '../support/programs.ts'
import type { Program, ServiceReady, TillReady } from '../support/programs.ts'
import { cashierAt, connectTill, eventually, type TillClient } from '../support/till-client.ts'
import { cash } from '../support/till-driver.ts'

const COLA = '7800104006297'

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
  },
)
