/**
 * The shop's database is ruined. Whoever opens the till reads what happened and which backups there
 * are, or which copies on a stick, presses once, and sells; no command line, no other program.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#till/adapters/system.ts'
import { CODE_BYTES, makeCode } from '#shared/text/recovery-code.ts'
import { makeBackup } from '#till/backup/durability/make-backup.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { beginPlace } from '#till/backup/support/copies-on-medium.ts'
import { keyFromCode } from '#till/backup/support/copy-key.ts'
import { makeSecondCopy } from '#till/backup/support/second-copy.ts'
import { QUIET } from '#till/backup/support/work.ts'
import { launchWithNode } from '#host/node-service.ts'
import {
  SOURCE_CHECK_WORKER,
  SOURCE_PATHS,
  SOURCE_ROOT,
  SOURCE_SERVICE_ENTRY,
} from '#host/source-paths.ts'
import { buildScreens } from '../../electron/kiosk/build-parts.ts'
import { startKiosk, type KioskHost, type KioskOptions } from '../../electron/kiosk/kiosk-host.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { connectTill, sellAmount } from '../support/till-client.ts'
import { visibleHands } from './visible-hands.ts'

const codeOf = (chance: number) => makeCode(new Uint8Array(CODE_BYTES).fill(chance))
const CODE = codeOf(7)
const OTHER_CODE = codeOf(8)

describe.skipIf(NO_CHROMIUM !== null)(
  `a till whose database is ruined${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'meson-rescue-'))
    const [shop, ruined] = [join(folder, 'shop'), join(folder, 'ruined')]
    const [dataDir, stick] = [join(shop, 'data'), join(shop, 'stick')]
    let browser: Browser
    const hosts: KioskHost[] = []
    beforeAll(async () => {
      await buildScreens(SOURCE_ROOT, () => {})
      browser = await sharedChromium()
      for (const each of [dataDir, stick]) mkdirSync(each, { recursive: true })
      const host = await start()
      await sell(host)
      const { database, backups } = tillFolder(dataDir)
      makeBackup({
        databaseFile: database,
        backupDir: backups,
        at: systemClock.now(),
        reason: 'asked',
      })
      await sealOn(stick)
      await Promise.all(hosts.splice(0).map((one) => one.stop()))
      writeFileSync(database, 'zzz\n')
      rmSync(`${database}-wal`, { force: true })
      cpSync(shop, ruined, { recursive: true })
    })
    beforeEach(() => {
      rmSync(shop, { recursive: true })
      cpSync(ruined, shop, { recursive: true })
    })
    afterEach(async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await Promise.all(hosts.splice(0).map((one) => one.stop()))
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    const sealOn = (chosen: string) => {
      beginPlace(chosen)
      const { database: databaseFile, copying: workDir } = tillFolder(dataDir)
      const [key, at] = [keyFromCode(CODE), systemClock.now()]
      return makeSecondCopy({ databaseFile, workDir, chosen, key, at }, QUIET)
    }
    const start = async (others: Partial<KioskOptions> = {}) => {
      const host = await startKiosk({
        paths: SOURCE_PATHS,
        checkWorkerFile: SOURCE_CHECK_WORKER,
        launchService: launchWithNode(process.execPath, SOURCE_SERVICE_ENTRY),
        dataDir,
        port: 0,
        apiUrl: null,
        apiKey: null,
        version: 'test',
        log: () => {},
        ...others,
      })
      hosts.push(host)
      return host
    }
    const sell = ({ url }: KioskHost) => sellAmount(connectTill(url), 'Pan', 1_990)

    it('reads what happened, presses once, and sells', async () => {
      const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
      const hands = visibleHands(page)
      const opened = Promise.withResolvers<unknown>()
      const starting = start({
        hasWindow: () => true,
        onOpen: ({ url }) => opened.resolve(page.goto(url)),
      })
      await opened.promise
      await page.waitForURL('**/rescue.html')
      await hands.read('La caja no puede abrir sus ventas')
      await hands.read('Última venta')
      await hands.read('Último folio')
      await hands.press('Restaurar este respaldo')
      await hands.read('La caja está de vuelta')
      await hands.read('No se pudo leer nada de los datos anteriores')
      const host = await starting
      await hands.press('Abrir la caja')
      await page.waitForURL('**/')
      await hands.read('Cobrar')
      await sell(host)
      expect(existsSync(tillFolder(dataDir).quarantine)).toBe(true)
    })

    it('has lost its backups too: a stick and the code on paper bring it back', async () => {
      rmSync(tillFolder(dataDir).backups, { recursive: true })
      let plugged: readonly string[] = []
      const page = await browser.newPage({ viewport: { width: 1024, height: 600 } })
      const hands = visibleHands(page)
      const opened = Promise.withResolvers<unknown>()
      const starting = start({
        hasWindow: () => true,
        onOpen: ({ url }) => opened.resolve(page.goto(url)),
        findMedia: async () => plugged,
      })
      await opened.promise
      await page.waitForURL('**/rescue.html')
      await hands.read('No se encontró ninguna copia')
      plugged = [stick]
      await hands.press('Buscar otra vez')
      await hands.read('Hay 1 copia que se abre con su código')
      await hands.fill('Código de esas copias', OTHER_CODE)
      await hands.press('Ver las copias')
      await hands.read('Ese código no abre esta copia')
      await page.getByTestId('rescue-code').fill(CODE)
      await page.keyboard.press('Enter')
      await hands.read('Último folio')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
        'Restaurar este respaldo',
      )
      await page.keyboard.press('Enter')
      await hands.read('La caja está de vuelta')
      const host = await starting
      await page.keyboard.press('Enter')
      await page.waitForURL('**/')
      await hands.read('Cobrar')
      await sell(host)
    })

    it('ends with a sentence that names this program when nobody is there', async () => {
      await expect(start()).rejects.toMatchObject({
        code: 'DATABASE_BROKEN',
        message: expect.stringContaining('npm run till -- restore') as unknown,
      })
    })

    it('ends when the window is closed instead', async () => {
      const closed = new AbortController()
      const asked = Promise.withResolvers<string>()
      const ending = start({
        hasWindow: () => true,
        closed: closed.signal,
        onOpen: ({ url }) => asked.resolve(url),
      })
      const url = new URL(await asked.promise)
      const token = new URLSearchParams(url.hash.slice(1)).get('token')
      const view = await fetch(`${url.origin}/rescue/view`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(await view.json()).toMatchObject({
        fault: 'DATABASE_BROKEN',
        backups: [{ facts: { sales: 1 } }, { facts: { sales: 1 } }],
      })
      expect((await fetch(`${url.origin}/rescue/view`)).status).toBe(401)
      closed.abort()
      await expect(ending).rejects.toMatchObject({ code: 'DATABASE_BROKEN' })
    })
  },
)
