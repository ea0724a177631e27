/**
 * `npm run screenshots`: the pictures of the README, taken from a real till that really sells. The
 * gallery of every screen and size, on a core in memory, is `node test/renderer/screenshots.ts
 * --out DIR`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { setUpAsOwner } from '../support/shop-owner.ts'
import { connectTill } from '../support/till-client.ts'
import { openChromium } from '../support/chromium.ts'
import { toPalettePng } from '../support/palette-png.ts'
import { startServiceProgram, startTill } from '../support/programs.ts'
import { ROOT } from '../support/source-files.ts'
import { showManual, showRescue } from './manual-pictures.ts'
import { visibleHands } from './visible-hands.ts'
import { tapProduct } from '../support/tap-product.ts'

askedOrEnd(parseArgs, { usage: 'npm run screenshots', options: {} }, process)
const target = join(ROOT, 'resources', 'screenshots')
const dataDir = mkdtempSync(join(tmpdir(), 'meson-pictures-'))
const COLA = '7800104006297'
const RICE = '7800104009625'
/** As a supplier's spreadsheet comes: its own column order, one price that is none. */
const PRICE_LIST = `Producto;Cód. barras;Precio;Rubro
Bebida cola 1,5 L;${COLA};$ 1.990;Bebidas
Arroz grado 1;${RICE};1690;Abarrotes
Té de boldo;T-1;990;Infusiones
Mate;T-2;gratis;Infusiones`
const [SUPERVISOR_PIN, OWNER_PIN] = ['1470', '3690']
mkdirSync(target, { recursive: true })
const browser = await openChromium()
try {
  await demoShop(browser)
  await withoutService(browser)
  await showRescue(browser, join(dataDir, 'away'), take)
  await showManual(browser, take)
} finally {
  await browser.close()
  rmSync(dataDir, { recursive: true, force: true })
}

async function demoShop(chromium: Browser): Promise<void> {
  const till = await startTill(['--data', join(dataDir, 'demo')])
  try {
    const page = await openPage(chromium, till.ready.url, 1366, 768)
    await sell(page)
    await park(page)
    await lookBack(page)
    await aShift(page)
    await theCatalogue(page)
    await page.close()
    const tablet = await openPage(chromium, till.ready.url, 768, 1024)
    for (const tile of [2, 6, 4]) await tapProduct(tablet, tile)
    await take(tablet, 'tableta')
    await tablet.close()
  } finally {
    await till.stop()
  }
}

async function openPage(
  chromium: Browser,
  url: string,
  width: number,
  height: number,
): Promise<Page> {
  const page = await chromium.newPage({ viewport: { width, height }, reducedMotion: 'reduce' })
  await page.goto(url)
  await page
    .getByTestId('connection')
    .filter({ hasText: /En línea/ })
    .waitFor()
  await page.getByTestId('product-tile').first().waitFor()
  return page
}

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ animations: 'disabled' })
  writeFileSync(join(target, `${name}.png`), await toPalettePng(png))
  process.stderr.write(`${name}.png\n`)
}

async function sell(page: Page): Promise<void> {
  const hands = visibleHands(page)
  await page.getByTestId('search').fill('pan')
  await page.getByTestId('product-tile').filter({ hasText: 'Pan amasado' }).first().waitFor()
  await take(page, 'buscar')
  await page.keyboard.press('Escape')
  // The grid is whole again before its tiles are counted.
  await page.getByTestId('product-tile').first().filter({ hasText: 'Marraqueta' }).waitFor()
  for (const tile of [0, 1, 3, 5, 1]) await tapProduct(page, tile)
  await page.getByTestId('cart-line').nth(3).waitFor()
  await take(page, 'venta')
  await page.getByTestId('edit-discount').click()
  await page.getByTestId('discount').fill('300')
  await take(page, 'descuento')
  await hands.press('Aplicar')
  await page.getByTestId('needs').waitFor()
  await take(page, 'autorizar')
  await page.getByTestId('pin').fill(SUPERVISOR_PIN)
  await page.keyboard.press('Enter')
  await page.getByTestId('needs').waitFor({ state: 'detached' })
  await hands.press('Cobrar', 'Tarjeta')
  await page.getByTestId('tendered').fill('3000')
  await hands.press('Agregar pago', 'Efectivo')
  await page.getByTestId('tendered').fill('20000')
  await take(page, 'cobro')
  await page.getByTestId('customer-rut').fill('12.345.678-5')
  await page.getByTestId('customer-legalName').fill('Ana Pérez')
  await page.getByTestId('customer-phone').fill('+56 9 5555 0123')
  await page.getByTestId('customer-email').fill('ana.perez@correo.cl')
  await take(page, 'cliente')
  await hands.press('Confirmar pago')
  await page
    .getByTestId('issue-state')
    .filter({ hasText: /emitida/ })
    .waitFor()
  await page.getByTestId('paper-image').first().waitFor()
  await take(page, 'resultado')
  await hands.press('Siguiente venta')
}

async function park(page: Page): Promise<void> {
  const hands = visibleHands(page)
  for (const [name, codes] of [
    ['Sra. Rosa', [COLA, RICE]],
    ['Mesa 4', [RICE, RICE, COLA]],
  ] as const) {
    for (const code of codes) await hands.scan(code)
    await page.getByTestId('cart-line').nth(1).waitFor()
    await hands.press('En espera')
    await page.getByTestId('parked-name').fill(name)
    await hands.press('Dejar en espera')
    await hands.read('Lista para vender')
  }
  await hands.press('2 ventas en espera')
  await page.getByTestId('parked-sale').nth(1).waitFor()
  await take(page, 'espera')
  await page.getByTestId('parked-sale').first().click()
  await hands.press('Cobrar', 'Confirmar pago')
  await page
    .getByTestId('issue-state')
    .filter({ hasText: /emitida/ })
    .waitFor()
}

async function lookBack(page: Page): Promise<void> {
  await page.getByTestId('nav-receipts').click()
  await page.getByTestId('receipt-row').nth(1).click()
  await page.getByTestId('allowed').waitFor()
  await page.getByTestId('paper-image').first().waitFor()
  await take(page, 'boletas')
  await takeBack(page)
  await page.getByTestId('nav-settings').click()
  await page.getByTestId('set-up-virtual-80').waitFor()
  await take(page, 'ajustes')
  await page.getByTestId('set-up-virtual-80').click()
  await page.getByTestId('save-printer').waitFor()
  await take(page, 'impresora')
  await page.keyboard.press('Escape')
  await page.getByTestId('settings-nav-appearance').click()
  await page.getByText('Oscura').click()
  await page.getByTestId('nav-sale').click()
  for (const tile of [3, 6, 8]) await tapProduct(page, tile)
  await take(page, 'oscuro')
  await page.getByTestId('nav-settings').click()
  await page.getByText('Clara', { exact: true }).click()
  await page.getByTestId('nav-sale').click()
  await page.keyboard.press('Shift+Delete')
  await page.getByTestId('apply').click()
}

async function takeBack(page: Page): Promise<void> {
  await page.getByTestId('return-receipt').click()
  for (const line of [0, 2]) await page.getByTestId('back-more').nth(line).click()
  await page.getByTestId('reason-preset').nth(1).click()
  await take(page, 'devolver')
  await page.getByTestId('confirm-return').click()
  // What is allowed is this sum and this way back, so it is asked for last.
  await page.getByTestId('pin').fill(SUPERVISOR_PIN)
  await page.keyboard.press('Enter')
  await page.getByTestId('paper-image').first().waitFor()
  await take(page, 'devuelto')
}

async function aShift(page: Page): Promise<void> {
  const hands = visibleHands(page)
  await hands.read('Lista para vender')
  await page.keyboard.press('Shift+F1')
  await page.getByTestId('person').filter({ hasText: 'Paula' }).click()
  await page.getByTestId('pin').fill(OWNER_PIN)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByTestId('nav-settings').click()
  await page.getByTestId('settings-nav-shifts').click()
  await page.getByText('Usar turnos').click()
  await page.getByTestId('save-section').click()
  await page.getByTestId('section-state').filter({ hasText: 'Guardado' }).waitFor()
  await page.getByTestId('nav-shift').click()
  await page.getByTestId('shift-float').fill('30000')
  await page.keyboard.press('Enter')
  await page
    .getByTestId('shift-status')
    .filter({ hasText: /Turno 1/ })
    .waitFor()
  for (const way of ['Efectivo', 'Tarjeta', 'Efectivo']) {
    await page.getByTestId('nav-sale').click()
    for (const code of [COLA, RICE]) await hands.scan(code)
    await page.getByTestId('cart-line').nth(1).waitFor()
    await hands.press('Cobrar', way, 'Confirmar pago')
    await page
      .getByTestId('issue-state')
      .filter({ hasText: /emitida/ })
      .waitFor()
  }
  await page.getByTestId('nav-shift').click()
  await page.getByTestId('expected-cash').waitFor()
  await page.keyboard.press('F3')
  await page.getByTestId('movement-amount').fill('20000')
  await page.getByTestId('movement-reason').fill('Depósito al banco')
  await page.keyboard.press('Enter')
  await page.getByTestId('movement').waitFor()
  await take(page, 'turno')
  await page.keyboard.press('F12')
  await page.getByTestId('piece-10000').fill('1')
  await page.getByTestId('piece-1000').fill('7')
  await page.getByTestId('piece-500').fill('2')
  await take(page, 'arqueo')
  await page.keyboard.press('F12')
  await page.getByTestId('count-verdict').waitFor()
  await take(page, 'diferencia')
}

async function theCatalogue(page: Page): Promise<void> {
  await page.keyboard.press('Shift+F9')
  await page.getByTestId('goods-row').nth(5).waitFor()
  await take(page, 'catalogo')
  await page.keyboard.press('F6')
  await page.getByText('Elegir archivo').waitFor()
  await page.setInputFiles('input[type=file]', {
    name: 'lista.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(PRICE_LIST, 'latin1'),
  })
  await page.getByText('«gratis» no es un monto').waitFor()
  await take(page, 'importar')
  await page.keyboard.press('Escape')
  await page.getByTestId('nav-reports').click()
  await page.getByTestId('table-short-products').waitFor()
  await page.evaluate(() => document.fonts.ready)
  await take(page, 'informes')
}

/** The service is another program, and it is away. */
async function withoutService(chromium: Browser): Promise<void> {
  const service = await startServiceProgram(['--port', '0', '--data', join(dataDir, 'service')])
  const till = await startTill(['--data', join(dataDir, 'away'), '--api', service.ready.base_url], {
    TILL_API_KEY: service.ready.keys.member,
  })
  await setUpAsOwner(connectTill(till.ready.url))
  try {
    const page = await openPage(chromium, till.ready.url, 1366, 768)
    const hands = visibleHands(page)
    await service.kill()
    for (const code of [COLA, RICE]) await hands.scan(code)
    await hands.press('Cobrar', '$5.000', 'Confirmar pago')
    await page
      .getByTestId('connection')
      .filter({ hasText: /Sin conexión/ })
      .waitFor()
    await page
      .getByTestId('issue-state')
      .filter({ hasText: /pendiente/ })
      .waitFor()
    await page.getByTestId('paper-image').first().waitFor()
    await take(page, 'pendiente')
  } finally {
    await till.stop()
  }
}
