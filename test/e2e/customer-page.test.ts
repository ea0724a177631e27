/** The kiosk's customer page: opened by a button, in another window of the same browser. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_CHROMIUM, openChromium } from '../support/chromium.ts'
import { startTill, type Program, type TillReady } from '../support/programs.ts'
import { connectTill } from '../support/till-client.ts'
import { sendScan } from '../support/scan-in-page.ts'

const COLA = '7800104006297'
const OWNER_PIN = '3690'

describe.skipIf(NO_CHROMIUM !== null)("the kiosk's customer page", () => {
  let folder: string
  let browser: Browser
  let till: Program<TillReady>
  let page: Page

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'meson-customer-'))
    till = await startTill(['--data', folder])
    browser = await openChromium()
    page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    await page.goto(till.ready.url)
    await page.getByTestId('search').waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await till?.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  it('shows what is scanned in the other window', async () => {
    const core = connectTill(till.ready.url)
    const owner = (await core.staff()).members.find(({ role }) => role === 'owner')
    await core.signIn({ staffId: owner?.id ?? '', pin: OWNER_PIN })
    await page.keyboard.press('F10')
    await page.getByText('Pantallas y computador').first().click()
    const opening = page.waitForEvent('popup')
    await page.getByTestId('open-customer').click()
    const customers = await opening
    await customers.locator('[data-view=idle]').waitFor()
    expect(await customers.locator('#root').innerText()).toContain('Bienvenidos')
    await page.keyboard.press('F8')
    await page.getByTestId('search').waitFor()
    await page.evaluate(sendScan, COLA)
    await customers.locator('[data-view=sale]').waitFor()
    expect(await customers.locator('#root').innerText()).toMatch(
      /Bebida cola[\s\S]*Total\s+\$1\.990/,
    )
  })
})
