/** The page of a receipt on a phone: the shop's logo, the total large, nothing over the edge. */
import { readFileSync } from 'node:fs'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newToken, startPages, type PageWorld } from '../integration/receipt-page-world.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'

const LOGO = readFileSync('resources/service/demo-logo.png')
const ATTACK = '<img src=x onerror=alert(1)>'

describe.skipIf(NO_CHROMIUM !== null)('the page of a receipt', () => {
  let world: PageWorld
  let page: Page
  const [plain, dearest] = [newToken(), newToken()]

  beforeAll(async () => {
    world = await startPages()
    await world.storage.write((db) => db.updateTable('companies').set({ logo: LOGO }).execute())
    await world.issue('P-1', plain, [
      { name: 'Pan amasado', unitGrossClp: 1_990, quantityMilli: 2_000, discountClp: 480 },
      { name: ATTACK, unitGrossClp: 500 },
    ])
    await world.issue('P-2', dearest, [{ name: 'W'.repeat(80), unitGrossClp: 4_999_999 }])
    page = await (await sharedChromium()).newPage()
    await page.route('https://boletas.example.cl/**', async (route) => {
      const answer = await world.visit(new URL(route.request().url()).pathname)
      const headers = Object.fromEntries(answer.headers)
      await route.fulfill({ status: answer.status, headers, body: await answer.text() })
    })
  })
  afterAll(async () => {
    await page?.close()
    await world?.close()
  })

  it.each([
    [320, 'light', plain, '$4.000'],
    [390, 'dark', plain, '$4.000'],
    [320, 'dark', dearest, '$4.999.999'],
  ] as const)('is whole and read at %s, %s', async (width, colorScheme, token, total) => {
    await page.setViewportSize({ width, height: 640 })
    await page.emulateMedia({ colorScheme })
    await page.goto(`https://boletas.example.cl/r/${token}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const logo = page.locator('.logo')
    expect(await logo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
    const large = page.locator('.total strong')
    expect(await large.innerText()).toBe(total)
    const { y = 999, height = 0 } = (await large.boundingBox()) ?? {}
    expect(y + height).toBeLessThan(400)
    expect(await page.locator('main').innerText()).toContain('Gracias por su compra.')
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate(() =>
      (window as unknown as { readonly axe: typeof axe }).axe.run(document),
    )
    expect(violations.map(({ id }) => id)).toEqual([])
  })

  it('says what was saved, and a name is letters', async () => {
    await page.goto(`https://boletas.example.cl/r/${plain}`)
    expect(await page.locator('.total b').innerText()).toBe('Ahorró $480')
    expect(await page.locator('main').innerText()).toContain(ATTACK)
    expect(await page.locator('img').count()).toBe(1)
  })
})
