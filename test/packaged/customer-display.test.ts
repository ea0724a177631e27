/** The customer's screen of the installed program: what it shows, may ask, and when it is there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_DESK } from '#shared/devices/desk.ts'
import { cash } from '../support/till-driver.ts'
import { cashierAtWindow, coreBehind, signInOwner } from './at-the-window.ts'
import { packageOnce } from './package-once.ts'
import { eventuallyFound, PackagedTill, type PackagedProgram } from './packaged-program.ts'
import { IS_REAL, WHERE, WHY_NOT } from './where.ts'

const COLA = '7800104006297'
const ON = { ...DEFAULT_DESK, customerDisplay: { isOn: true, screenId: null } }

describe.skipIf(WHY_NOT !== null || IS_REAL)(`the customer's screen ${WHERE}`, () => {
  let till: PackagedTill
  let program: PackagedProgram
  let page: Page
  let customers: Page

  beforeAll(async () => {
    till = new PackagedTill((await packageOnce()).executable)
    program = till.start()
    page = await program.page()
    const core = coreBehind(page)
    await signInOwner(core)
    const saved = await core.saveSettings({ desk: ON })
    if (!saved.ok) throw new Error(saved.refusal.code)
  })
  afterAll(() => till?.clear())

  it('comes when the second screen is plugged in, there and nowhere else', async () => {
    expect(program.notes('window')).toHaveLength(1)
    expect((await coreBehind(page).desk()).screens).toHaveLength(1)
    await program.tell({ secondScreen: true })
    customers = await program.customerPage()
    await customers.locator('[data-view=idle]').waitFor()
    expect(program.notes('window')[1]?.['options']).toMatchObject({
      ...{ x: 1366, y: 0, width: 1920, height: 1080 },
      ...{ focusable: false, fullscreen: true },
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
    })
    expect((await coreBehind(page).desk()).screens.map(({ isCashiers }) => isCashiers)).toEqual([
      true,
      false,
    ])
  })

  it('shows goods and total as they are scanned, the change, and thanks', async () => {
    await cashierAtWindow(page).scan(COLA, COLA)
    await customers.locator('[data-view=sale]').waitFor()
    await customers.getByText(/^2 .*× \$/).waitFor()
    await cashierAtWindow(page).pay(cash(20_000))
    await customers.locator('[data-view=thanks]').waitFor()
    const said = await customers.locator('#root').innerText()
    expect(said).toMatch(/Recibido\s+\$20\.000/)
    expect(said).toMatch(/Vuelto\s+\$\d/)
  })

  it('gets nothing else from the core, whatever it asks', async () => {
    const asked = ['listReceipts', 'settings', 'staff', 'commitSale', 'feed', 'customerView']
    const statuses = await customers.evaluate(
      (names) =>
        Promise.all(
          names.map(async (name) => {
            const body = name === 'customerView' ? '{"seen":null}' : '{}'
            const headers = { 'content-type': 'application/json' }
            const answer = await fetch(`/trpc/${name}`, { method: 'POST', headers, body })
            return answer.status
          }),
        ),
      asked,
    )
    expect(statuses).toEqual([403, 403, 403, 403, 403, 200])
    expect(await customers.evaluate(() => fetch('/paper/x.png').then(({ status }) => status))).toBe(
      403,
    )
  })

  it('goes with the screen and comes with it, and the core may fall meanwhile', async () => {
    const gone = new Promise((resolve) => customers.once('close', resolve))
    await program.tell({ secondScreen: false })
    await gone
    await program.tell({ secondScreen: true })
    await eventuallyFound('a third window', () => program.notes('window')[2])
    customers = await program.customerPage()
    const core = program.notes('utility').find(({ serviceName }) => serviceName === 'meson-core')
    process.kill(Number(core?.['pid']), 'SIGSEGV')
    await customers.locator('[data-view=idle]').waitFor()
  })

  it('opens at sign-in and takes the whole screen when the owner says so, and lets go', async () => {
    const file = join(till.folder, '.config', 'autostart', 'meson-caja.desktop')
    const core = coreBehind(page)
    await signInOwner(core)
    await core.saveSettings({ desk: { ...ON, startsWithSystem: true, fillsScreen: true } })
    const text = await eventuallyFound('the file', () =>
      existsSync(file) ? readFileSync(file, 'utf8') : null,
    )
    expect(text).toContain(`meson-caja" "--data" "${till.dataDir}" "--practice"\n`)
    expect(program.notes('kiosk')).toMatchObject([{ isKiosk: true }])
    await core.saveSettings({ desk: ON })
    await eventuallyFound('the window as before', () => program.notes('kiosk')[1])
    expect(existsSync(file)).toBe(false)
  })

  it('does not keep a till open that is closed', async () => {
    await program.tell({ call: ['window', 'close'] })
    expect(await program.ended).toEqual({ code: 0, signal: null })
  })
})
