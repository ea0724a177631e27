/** A fault in native code ends the core and nothing else: the window stands, the cart is there. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IS_LONG } from '../support/thoroughness.ts'
import { cash } from '../support/till-driver.ts'
import { cashierAtWindow, coreBehind, endInOrder } from './at-the-window.ts'
import { packageOnce } from './package-once.ts'
import { eventuallyFound, PackagedTill, type PackagedProgram } from './packaged-program.ts'
import { IS_REAL, WHERE, WHY_NOT } from './where.ts'

const COLA = '7800104006297'
const FELL = 'El programa de la caja falló y se abrió de nuevo.'
const HUNG = 'El programa de la caja dejó de responder y se abrió de nuevo.'
/** More falls than a core may have in a minute. */
const FALLS = 6

describe.skipIf(WHY_NOT !== null || IS_REAL)(`a packaged core that falls ${WHERE}`, () => {
  let till: PackagedTill
  let program: PackagedProgram
  let page: Page

  beforeEach(async () => {
    till = new PackagedTill((await packageOnce()).executable)
    program = till.start()
    page = await program.page()
    await online(page)
  })
  afterEach(() => till.clear())

  const cores = () =>
    program.notes('utility').filter(({ serviceName }) => serviceName === 'meson-core')
  const fault = () => process.kill(Number(cores().at(-1)?.['pid']), 'SIGSEGV')
  const isBack = (falls: number) =>
    eventuallyFound('the sentence', () => said(program).filter((box) => box === FELL)[falls - 1])

  it('comes back in the middle of a sale: same window, same cart, sold, issued, printed', async () => {
    await cashierAtWindow(page).scan(COLA, COLA)
    await expect.poll(async () => (await coreBehind(page).loadDraft()).sale).not.toBeNull()
    fault()
    await isBack(1)
    await online(page)
    expect(await page.getByTestId('cart-line').count()).toBe(1)
    expect(program.notes('window')).toHaveLength(1)
    expect(program.notes('reload')).toEqual([])
    await cashierAtWindow(page).pay(cash()).expectIssued().expectPrinted('receipt')
    const log = readFileSync(join(till.dataDir, 'logs', 'caja.log'), 'utf8')
    expect(log).toMatch(/"message":"the core fell"/)
    // The service went on: only the core was another process.
    const services = program
      .notes('utility')
      .filter((one) => one['serviceName'] === 'meson-service')
    expect([services.length, cores().length]).toEqual([1, 2])
    await endInOrder(program)
    expect(readdirSync(join(till.dataDir, 'till', 'backups')).length).toBeGreaterThan(0)
  })

  // Half a minute of silence: `npm run test:long`. What decides it has its own tests.
  it.skipIf(!IS_LONG)('hangs in the middle of a sale: ended, and back with its cart', async () => {
    await cashierAtWindow(page).scan(COLA)
    await expect.poll(async () => (await coreBehind(page).loadDraft()).sale).not.toBeNull()
    process.kill(Number(cores().at(-1)?.['pid']), 'SIGSTOP')
    await eventuallyFound('the sentence', () => said(program).find((box) => box === HUNG))
    await online(page)
    expect(await page.getByTestId('cart-line').count()).toBe(1)
    expect([program.notes('window').length, cores().length]).toEqual([1, 2])
    await cashierAtWindow(page).pay(cash()).expectIssued()
  })

  it('falls while a sale is being charged: charged once, and the screen says so', async () => {
    for (const [round, delayMs] of [0, 5, 20].entries()) {
      await cashierAtWindow(page).scan(COLA)
      await page.keyboard.press('F12')
      await page.getByTestId('pay-cash').click()
      await page.getByTestId('tendered').fill('')
      const pressed = page.getByTestId('confirm-payment').click()
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      fault()
      await pressed
      await isBack(round + 1)
      await chargedAtLast(page)
      const { rows } = await coreBehind(page).listReceipts({ cursor: null, limit: 10 })
      expect(rows).toHaveLength(round + 1)
      await page.getByTestId('next-sale').click()
    }
  })

  it('that falls again and again ends the till with a sentence, and the next start is free', async () => {
    await cashierAtWindow(page).scan(COLA)
    await expect.poll(async () => (await coreBehind(page).loadDraft()).sale).not.toBeNull()
    for (let fall = 1; fall <= FALLS; fall += 1) {
      await eventuallyFound('a core', () => cores()[fall - 1])
      fault()
    }
    expect(await program.ended).toEqual({ code: 1, signal: null })
    expect(said(program).at(-1)).toMatch(/La caja falla una y otra vez/)
    const again = till.start()
    const opened = await again.page()
    await opened.getByTestId('cart-line').first().waitFor()
  })
})

/** What every box has said, messages and errors. */
const said = (program: PackagedProgram) =>
  program.notes('dialog').map((box) => String(box['message'] ?? box['text']))

const online = (page: Page) =>
  page
    .getByTestId('connection')
    .filter({ hasText: /En línea/ })
    .waitFor()

/** Whatever the screen knows about the charge: pressed again until it is done. */
async function chargedAtLast(page: Page): Promise<void> {
  await eventuallyFound('the result', async () => {
    if (await page.getByTestId('next-sale').isVisible()) return true
    // It may go away under the hand, or not take a press yet.
    await page
      .getByTestId('confirm-payment')
      .click({ timeout: 500 })
      .catch(() => {})
    return null
  })
}
