/** The till as a program of its desktop: its place, sleep, downloads, macOS's way to end it. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cash } from '../support/till-driver.ts'
import { cashierAtWindow, coreBehind, endInOrder } from './at-the-window.ts'
import { packageOnce } from './package-once.ts'
import { eventuallyFound, PackagedTill, type PackagedProgram } from './packaged-program.ts'
import { IS_REAL, WHERE, WHY_NOT } from './where.ts'

const COLA = '7800104006297'
const SECOND_SCREEN = { MESON_STANDIN_SECOND_SCREEN: '1' }
const PLACE = { x: 1500, y: 60, width: 1400, height: 900 }

describe.skipIf(WHY_NOT !== null || IS_REAL)(`a packaged till on its desktop ${WHERE}`, () => {
  let till: PackagedTill
  let program: PackagedProgram
  let page: Page

  beforeAll(async () => {
    till = new PackagedTill((await packageOnce()).executable)
    program = till.start({ env: SECOND_SCREEN })
    page = await program.page()
    await page
      .getByTestId('connection')
      .filter({ hasText: /En línea/ })
      .waitFor()
  })
  afterAll(() => till?.clear())

  it('asks over an unsent receipt when macOS ends it, and keeps the machine awake', async () => {
    const [service] = program
      .notes('utility')
      .filter((one) => one['serviceName'] === 'meson-service')
    const servicePid = Number(service?.['pid'])
    await program.tell({ platform: 'darwin' })
    // It is there and does not answer: the receipt waits.
    process.kill(servicePid, 'SIGSTOP')
    try {
      await cashierAtWindow(page).scan(COLA).pay(cash())
      await expect.poll(async () => (await coreBehind(page).status()).pendingCount).toBe(1)
      await program.tell({ call: ['app', 'quit'] })
      await eventuallyFound('the question', () => program.notes('beforeunload')[0])
      expect(program.notes('beforeunload')).toEqual([expect.objectContaining({ staysOpen: true })])
      expect(await coreBehind(page).bootstrap()).toMatchObject({ isDemo: true })
      await eventuallyFound('a machine kept awake', () => program.notes('powerSaveBlocker')[0])
    } finally {
      process.kill(servicePid, 'SIGCONT')
    }
    await eventuallyFound('leave to sleep', () => program.notes('powerSaveBlocker stopped')[0])
  })

  it('gives a download its place in the folder of the till', async () => {
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob(['x']))
      link.download = 'boleta.pdf'
      link.click()
    })
    const saved = await eventuallyFound('the file', () => program.notes('download saved')[0])
    const path = String(saved['path'])
    expect([basename(dirname(path)), basename(path)]).toEqual(['Mesón', 'boleta.pdf'])
  })

  it('opens where it stood, and where it is seen when that screen is gone', async () => {
    await program.tell({ call: ['window', 'moveTo', PLACE] })
    await endInOrder(program)
    const again = till.start({ env: SECOND_SCREEN })
    await again.page()
    expect(again.notes('window')[0]?.['options']).toMatchObject(PLACE)
    await again.stop()
    const without = till.start()
    await without.page()
    // What it knows of the first screen, where it stood before it was moved.
    const onFirst = { width: 1366, height: 800 }
    expect(without.notes('window')[0]?.['options']).toMatchObject(onFirst)
    expect(existsSync(join(till.dataDir, 'window.json'))).toBe(true)
    await without.stop()
  })
})
