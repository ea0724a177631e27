/**
 * Takes the gallery: every screen of the till at the sizes it is made for, on a core in memory.
 * `node test/renderer/screenshots.ts --out DIR [--sizes 1024x768,1366x768] [--scheme light|dark]`
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openChromium } from '../support/chromium.ts'
import { buildRenderer } from './build-renderer.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import { UNKNOWN_CODE } from './memory-shop.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'out/screenshots' },
    sizes: { type: 'string', default: '1024x768,1366x768,1920x1080,800x1280' },
    scheme: { type: 'string', default: 'light' },
  },
})
const colorScheme = values.scheme === 'dark' ? 'dark' : 'light'
mkdirSync(values.out, { recursive: true })
const root = await buildRenderer()
const browser = await openChromium()
try {
  for (const size of values.sizes.split(',')) {
    const [width = 1024, height = 768] = size.split('x').map(Number)
    const counter = await openCounter(browser, root, { viewport: { width, height }, colorScheme })
    const take = async (name: string) => {
      await counter.page.evaluate(() => document.fonts.ready)
      await counter.page.screenshot({ path: join(values.out, `${name}-${size}-${colorScheme}.png`), animations: 'disabled' })
    }
    await sell(counter, take)
    await payInParts(counter, take)
    await lookBack(counter, take)
    await counter.close()
    process.stderr.write(`${size} ${colorScheme}: ready\n`)
  }
} finally {
  await browser.close()
  rmSync(root, { recursive: true, force: true })
}

async function sell(counter: Counter, take: (name: string) => Promise<void>): Promise<void> {
  await take('sale-empty')
  for (const tile of [24, 13, 6, 6, 0]) await counter.tap('product-tile', tile)
  await take('sale')
  await counter.tap('edit-discount')
  await counter.type('discount', '490')
  await take('discount')
  await counter.press('Enter', 'F6')
  await counter.type('quantity', '0')
  await counter.press('Enter')
  await take('quantity')
  await counter.press('Escape')
  await counter.type('search', 'pa')
  await counter.see('product-tile', 'Palta')
  await take('search')
  await counter.scan(UNKNOWN_CODE)
  await counter.page.getByTestId('create-product').waitFor()
  await take('unknown-code')
  await counter.tap('create-product')
  await counter.type('product-name', 'Alfajor de maicena')
  await take('create-product')
  await counter.press('Escape', 'F1')
  await take('shortcuts')
  await counter.press('Escape', 'F12')
  await counter.type('customer-rut', '76192083-8')
  await counter.type('customer-legalName', 'Ana Pérez')
  await counter.type('tendered', '5000')
  await counter.tap('confirm-payment')
  await take('payment-trouble')
  await counter.type('customer-rut', '76192083-9')
  await counter.type('tendered', '50000')
  await take('payment')
  await counter.tap('pay-card')
  await take('payment-card')
  await counter.tap('pay-cash')
  await counter.tap('confirm-payment')
  await counter.page.getByTestId('paper-image').waitFor()
  await take('result')
}

async function payInParts(counter: Counter, take: (name: string) => Promise<void>): Promise<void> {
  await counter.press('Enter')
  for (const tile of [3, 9, 4]) await counter.tap('product-tile', tile)
  await counter.press('F12')
  await counter.type('customer-legalName', 'ana p')
  await counter.page.getByTestId('customer-suggestion').waitFor()
  await take('payment-customers')
  await counter.tap('customer-suggestion')
  await counter.tap('pay-PE')
  await counter.type('reference', '00471123')
  await counter.type('tendered', '3000')
  await counter.tap('add-payment')
  await counter.tap('pay-card')
  await counter.type('tendered', '1500')
  await counter.tap('add-payment')
  await counter.tap('pay-cash')
  await counter.type('tendered', '1000')
  await take('payment-parts')
  await counter.tap('confirm-payment')
  await counter.page.getByTestId('paper-image').waitFor()
  await take('result-parts')
  await counter.press('F9')
  await counter.tap('receipt-row')
  await counter.page.getByTestId('paper-image').first().waitFor()
  await take('receipt-parts')
  await counter.press('F8')
  await counter.tap('product-tile', 4)
  await counter.press('F12')
  await counter.tap('pay-TV')
  await take('payment-voucher')
  await counter.tap('confirm-payment')
  await counter.page.getByTestId('paper-image').waitFor()
  await take('result-voucher')
}

async function lookBack(counter: Counter, take: (name: string) => Promise<void>): Promise<void> {
  const { world } = counter.till
  for (let sale = 0; sale < 12; sale += 1) {
    if (sale === 9) world.setOnline(false)
    await counter.press('Enter')
    await counter.tap('product-tile', sale)
    await counter.tap('product-tile', sale + 5)
    await counter.press('F12')
    await counter.tap('confirm-payment')
    await counter.page.getByTestId('next-sale').waitFor()
  }
  world.setPrinterTrouble('PAPER_OUT')
  await counter.page.getByTestId('paper-image').waitFor()
  await take('result-offline')
  world.setNewest('attention', 'DOCUMENT_UNKNOWN_ID')
  await counter.press('F9')
  await counter.tap('receipt-row')
  await counter.see('detail-state', 'Requiere')
  await take('receipt-attention')
  await counter.tap('receipt-row', 1)
  await counter.see('detail-state', 'Pendiente')
  await counter.tap('delete-receipt')
  await counter.type('delete-reason', 'El cliente se arrepintió')
  await take('delete')
  await counter.tap('delete-confirm')
  await counter.see('detail-state', 'Eliminada')
  await take('receipt-deleted')
  await counter.tap('receipt-row', 4)
  await counter.page.getByTestId('paper-image').waitFor()
  await take('receipts')
  await counter.press('F10')
  await counter.page.getByTestId('test-page-usb-04b8-0e15').waitFor()
  await take('settings')
}
