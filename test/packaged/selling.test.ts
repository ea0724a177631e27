/** What a shop installs: sold, issued, printed, killed, opened again; nothing lost. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakePrinter } from '../integration/fake-printer.ts'
import { cash } from '../support/till-driver.ts'
import { cashierAtWindow, coreBehind, printOver, signInOwner } from './at-the-window.ts'
import { hashOfFolder, packageOnce, type Packaged } from './package-once.ts'
import { PackagedTill, REAL_PROGRAM, eventuallyFound } from './packaged-program.ts'
import { WHERE, WHY_NOT } from './where.ts'

const COLA = '7800104006297'
const EXEMPT = 'Carga tarjeta de transporte'

describe.skipIf(WHY_NOT !== null)(`the packaged till ${WHERE}`, () => {
  let packaged: Packaged
  let till: PackagedTill
  let page: Page
  let printer: FakePrinter
  let before: string

  beforeAll(async () => {
    packaged = await packageOnce()
    before = hashOfFolder(packaged.resourcesDir)
    till = new PackagedTill(packaged.executable)
    printer = await FakePrinter.start()
    page = await till.start().page()
    await online(page)
  })
  afterAll(async () => {
    await till?.clear()
    await printer?.stop()
  })

  it('sells by scan and by touch, both types, and prints on both widths and over TCP', async () => {
    const cashier = cashierAtWindow(page)
    const core = coreBehind(page)
    await cashier.scan(COLA).pay(cash(5_000)).expectIssued().expectPrinted('receipt')
    expect(papersIn(till.dataDir)).toContain('escpos')

    await core.saveSettings({ printerId: 'virtual-58' })
    await page.getByTestId('next-sale').click()
    await page.getByTestId('search').fill(EXEMPT)
    await page.getByTestId('product-tile').filter({ hasText: EXEMPT }).first().click()
    await page.getByTestId('cart-line').first().waitFor()
    await cashier.pay(cash()).expectIssued().expectPrinted('receipt')

    await signInOwner(core)
    await printOver(core, 'Cocina', printer.port)
    await cashier.scan(COLA).pay(cash()).expectIssued().expectPrinted('receipt')
    await eventuallyFound('a paper', () => printer.papers[0])
    const { rows } = await core.listReceipts({ cursor: null, limit: 10 })
    expect(rows.map((row) => row.documentType)).toEqual(['39', '41', '39'])
  })

  it('killed in the middle of a sale: every receipt and the open cart are there again', async () => {
    await cashierAtWindow(page).scan(COLA, COLA)
    const running = till.programs.at(-1)
    await coreHas(page, 2)
    await running?.kill()
    const again = till.start()
    page = await again.page()
    const { rows } = await coreBehind(page).listReceipts({ cursor: null, limit: 10 })
    expect(rows.map(({ folio }) => folio)).toHaveLength(3)
    expect(await page.getByTestId('cart-line').count()).toBe(1)
    await online(page)
    await cashierAtWindow(page).pay(cash()).expectIssued().expectPrinted('receipt')
  })

  it('ends in order, with a backup and nothing of it left running', async () => {
    const running = till.programs.at(-1)
    expect(await running?.stop()).toEqual({ code: 0, signal: null })
    expect(readdirSync(join(till.dataDir, 'till', 'backups')).length).toBeGreaterThan(0)
    if (REAL_PROGRAM === null)
      expect(running?.notes('utility gone')).toMatchObject([
        { serviceName: 'meson-core', code: 0, signal: null },
        { serviceName: 'meson-service', code: 0, signal: null },
      ])
  })

  it('leaves what is installed as it was', () => {
    expect(hashOfFolder(packaged.resourcesDir)).toBe(before)
  })
})

const online = (page: Page) =>
  page
    .getByTestId('connection')
    .filter({ hasText: /En línea/ })
    .waitFor()

function papersIn(dataDir: string): string[] {
  const folder = join(dataDir, 'till', 'paper')
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((name) => name.split('.').at(-1) ?? '')
}

async function coreHas(page: Page, pieces: number): Promise<void> {
  await expect
    .poll(async () => {
      const { sale } = await coreBehind(page).loadDraft()
      return sale?.cart.lines.reduce((sum, line) => sum + Number(line.quantity) / 1_000, 0)
    })
    .toBe(pieces)
}
