/** What falls comes back while the cashier goes on: screen, service, USB process, the machine. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cashierAtWindow, coreBehind, endInOrder } from './at-the-window.ts'
import { packageOnce } from './package-once.ts'
import { eventuallyFound, PackagedTill, type PackagedProgram } from './packaged-program.ts'
import { WHERE, WHY_NOT, IS_REAL } from './where.ts'
import { cash } from '../support/till-driver.ts'

const COLA = '7800104006297'
const ONLINE = /En línea/

describe.skipIf(WHY_NOT !== null || IS_REAL)(`a packaged till that falls ${WHERE}`, () => {
  let till: PackagedTill
  let program: PackagedProgram
  let page: Page

  beforeAll(async () => {
    till = new PackagedTill((await packageOnce()).executable)
    // Windows ends a process at once where others ask it first; the till must not notice.
    program = till.start({ env: { MESON_STANDIN_PLATFORM: 'win32', MESON_STANDIN_ANSWER: '1' } })
    page = await program.page()
    await online(page)
  })
  afterAll(() => till?.clear())

  const processes = (serviceName: string) =>
    program.notes('utility').filter((one) => one['serviceName'] === serviceName)

  it('opens a fallen screen again with the cart, and a new one at the second fall', async () => {
    await cashierAtWindow(page).scan(COLA)
    await expect.poll(async () => (await coreBehind(page).loadDraft()).sale).not.toBeNull()
    await crash(page)
    page = await program.page()
    await expect.poll(() => page.getByTestId('cart-line').count()).toBe(1)
    await crash(page)
    page = await program.page()
    await expect.poll(() => page.getByTestId('cart-line').count()).toBe(1)
    expect(program.notes('window')).toHaveLength(2)
    expect(program.notes('dialog').map((box) => box['message'])).toEqual([
      'La pantalla de la caja falló y se abrió de nuevo.',
      'La pantalla de la caja falló y se abrió de nuevo.',
    ])
    await cashierAtWindow(page).pay(cash()).expectIssued()
  })

  it('opens a screen again that does not answer, when the cashier says so', async () => {
    await program.tell({ emit: ['window', 'unresponsive'] })
    await eventuallyFound('a third fall', () => program.notes('renderer gone')[2])
    page = await program.page()
    await online(page)
  })

  it('starts its service again and sells meanwhile', async () => {
    process.kill(Number(processes('meson-service').at(-1)?.['pid']), 'SIGKILL')
    await cashierAtWindow(page).scan(COLA).pay(cash()).expectIssued()
    expect(processes('meson-service').length).toBeGreaterThan(1)
  })

  it('looks for USB printers in a process of its own, which may die too', async () => {
    await coreBehind(page).discoverPrinters({ network: false })
    const [first] = processes('meson-usb')
    expect(first).toBeDefined()
    process.kill(Number(first?.['pid']), 'SIGKILL')
    await eventuallyFound('the end of it', () =>
      program.notes('utility gone').find((one) => one['serviceName'] === 'meson-usb'),
    )
    await coreBehind(page).discoverPrinters({ network: false })
    expect(processes('meson-usb')).toHaveLength(2)
  })

  it('is there after the machine slept', async () => {
    await program.tell({ emit: ['powerMonitor', 'suspend'] })
    await program.tell({ emit: ['powerMonitor', 'resume'] })
    await online(page)
    await cashierAtWindow(page).scan(COLA).pay(cash()).expectIssued()
  })

  it('leaves the keys of a browser without effect', async () => {
    await cashierAtWindow(page).scan(COLA)
    for (const key of ['Control+r', 'Control+Shift+R', 'Control+w', 'Control+q', 'Control+m'])
      await page.keyboard.press(key)
    expect(await page.getByTestId('cart-line').count()).toBe(1)
    expect(program.notes('menu key')).toEqual([])
  })

  it('stays at home: no page of the internet, no second window', async () => {
    await page.evaluate(() => void open('https://example.com/'))
    await page.evaluate(() => {
      location.href = 'https://example.com/'
    })
    await eventuallyFound('the attempt', () => program.notes('navigation')[0])
    expect(program.notes('navigation')[0]).toMatchObject({ isPrevented: true })
    expect(await page.getByTestId('search').count()).toBe(1)
  })

  it('makes its backup when Windows ends the session, and stops its service by a word', async () => {
    await program.tell({ emit: ['window', 'query-session-end'] })
    await program.tell({ emit: ['window', 'session-end'] })
    // The first was killed above.
    const end = await eventuallyFound(
      'the end of the second service',
      () =>
        program.notes('utility gone').filter((one) => one['serviceName'] === 'meson-service')[1],
    )
    expect(end).toMatchObject({ code: 0, signal: null })
    await endInOrder(program)
  })
})

const online = (page: Page) => page.getByTestId('connection').filter({ hasText: ONLINE }).waitFor()

async function crash(page: Page): Promise<void> {
  const fallen = new Promise((resolve) => page.once('crash', resolve))
  const devTools = await page.context().newCDPSession(page)
  void devTools.send('Page.crash').catch(() => {})
  await fallen
}
