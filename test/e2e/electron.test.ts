/**
 * The same till in real Electron. Runs where the runtime is installed; the kiosk stories cover
 * everything below it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installedElectron } from '../../electron/kiosk/electron-runtime.ts'
import { ROOT } from '../support/source-files.ts'

const BINARY = installedElectron(ROOT)
const WHY_NOT =
  BINARY === null ? ' (no Electron runtime here: node node_modules/electron/install.js)' : ''

describe.skipIf(BINARY === null)(`Electron${WHY_NOT}`, () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'meson-electron-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('sells over its own scheme, hears the feed, and keeps the page in its sandbox', async () => {
    const app = await _electron.launch({
      executablePath: BINARY ?? '',
      args: [ROOT, '--data', dataDir],
    })
    const page = await app.firstWindow()
    expect(page.url()).toBe('till://app/')
    await page
      .getByTestId('connection')
      .filter({ hasText: /En línea/ })
      .waitFor()
    await page.getByTestId('product-tile').filter({ hasNotText: 'kg' }).first().click()
    await page.getByTestId('pay-button').click()
    await page.getByTestId('pay-cash').click()
    await page.getByTestId('confirm-payment').click()
    await page
      .getByTestId('issue-state')
      .filter({ hasText: /emitida.*1/i })
      .waitFor()
    expect(
      await page.evaluate(() => [
        typeof Reflect.get(globalThis, 'require'),
        typeof Reflect.get(globalThis, 'process'),
      ]),
    ).toEqual(['undefined', 'undefined'])
    await page.evaluate(() => {
      location.href = 'https://example.com/'
    })
    expect(page.url()).toBe('till://app/')
    await app.close()
  })
})
