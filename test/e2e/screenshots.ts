/**
 * `npm run screenshots`: the pictures of the README, taken from a real till that really sells. The gallery of every
 * screen and size, on a core in memory, is `node test/renderer/screenshots.ts --out DIR`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openChromium } from '../support/chromium.ts'
import { startTill } from '../support/programs.ts'
import { ROOT } from '../support/source-files.ts'

const target = join(ROOT, 'resources', 'screenshots')
const dataDir = mkdtempSync(join(tmpdir(), 'meson-pictures-'))
mkdirSync(target, { recursive: true })
const till = await startTill(['--data', dataDir])
const browser = await openChromium()
try {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
  const take = async (name: string) => {
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(target, `${name}.png`), animations: 'disabled' })
  }
  await page.goto(till.ready.url)
  await page.getByTestId('connection').filter({ hasText: /En línea/ }).waitFor()
  for (const tile of [0, 1, 3, 5, 1]) await page.getByTestId('product-tile').nth(tile).click()
  await page.getByTestId('cart-line').nth(3).waitFor()
  await take('venta')
  await page.getByTestId('pay-button').click()
  await page.getByTestId('pay-cash').click()
  await page.getByTestId('tendered').fill('20000')
  await take('cobro')
  await page.getByTestId('confirm-payment').click()
  await page.getByTestId('issue-state').filter({ hasText: /emitida/ }).waitFor()
  await page.getByTestId('paper-image').first().waitFor()
  await take('resultado')
  await page.getByTestId('next-sale').click()
  await page.getByTestId('nav-receipts').click()
  await page.getByTestId('receipt-row').first().click()
  await page.getByTestId('paper-image').first().waitFor()
  await take('boletas')
} finally {
  await browser.close()
  await till.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
