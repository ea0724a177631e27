/**
 * From a folder of practice to a shop of one's own, through the kiosk's real wire: one press, two
 * tills, and from the next start on the shop is what opens.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { must } from '../../test/support/must.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { FIXTURE_SHOP } from '../../test/support/till-fixture.ts'
import { MAIL_ACCOUNT } from '../../test/support/fake-mail.ts'
import { connectTill, sellAmount } from '../../test/support/till-client.ts'
import { startKiosk, type KioskHost } from '../kiosk/kiosk-host.ts'
import { homeOf, makeShopInside, practiceOf, shopInside } from './beside-folders.ts'
import { SOURCE_CHECK_WORKER, SOURCE_PATHS } from './source-paths.ts'

let dataDir: string
let host: KioskHost | null
const OWN = { ...FIXTURE_SHOP, rut: '77654321-7' }
const MAIL = {
  ...{ host: 'smtp.example.com', port: 465, security: 'tls' as const },
  ...{ user: 'tienda', senderName: '', senderAddress: 'tienda@example.com', replyTo: '' },
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'meson-own-shop-'))
  writeFileSync(join(dataDir, 'index.html'), '<!doctype html><title>Mesón</title>')
  host = null
})
afterEach(async () => {
  await host?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** As `npm start` begins: a new folder is for practice. */
async function start() {
  host = await startIn(dataDir)
  const { url } = host
  return {
    home: connectTill(url),
    shop: connectTill(url, 'shop'),
    there: connectTill(url, 'practice'),
  }
}

const startIn = (folder: string) =>
  startKiosk({
    paths: { ...SOURCE_PATHS, rendererDir: dataDir },
    ...{ checkWorkerFile: SOURCE_CHECK_WORKER, dataDir: folder, port: 0 },
    ...{ apiUrl: null, apiKey: null, version: 'test', log: () => {} },
    // It dies at once: nobody waits for it.
    launchService: () => ({
      stdout: new PassThrough(),
      onExit: (listener) => queueMicrotask(() => listener(1)),
      stop() {},
    }),
  })

const pendingOf = async (till: ReturnType<typeof connectTill>) => (await till.status()).pendingCount

it('is opened with one command, beside a practice that goes on, and is the one that opens next', async () => {
  const { home, shop, there } = await start()
  expect(await home.bootstrap()).toMatchObject({ isDemo: true, mayOpenShop: true })
  await sellAmount(home, 'De práctica', 1_990)
  // Until it is opened there is only the practice, whatever a page says.
  expect(await shop.bootstrap()).toMatchObject({ isDemo: true })
  must(await home.openOwnShop())
  const begun = await shop.bootstrap()
  expect(begun).toMatchObject({ isDemo: false, guide: 'open', mayPractise: true, printers: [] })
  expect(begun.shop.rut).toBe('')
  must(await shop.saveSettings({ shop: OWN }))
  must(await shop.saveMailAccount({ account: MAIL, password: 'secreta' }))
  // There and back as often as one likes; a page that was open before is still in the practice.
  must(await shop.enterPractice())
  must(await there.openOwnShop())
  expect([await pendingOf(home), await pendingOf(there), await pendingOf(shop)]).toEqual([1, 1, 0])
  await host?.stop()

  const next = await start()
  expect(host?.dataDir).toBe(shopInside(dataDir))
  expect(await next.home.bootstrap()).toMatchObject({ isDemo: false, shop: OWN, guide: 'open' })
  expect(must(await next.home.mailAccount())).toMatchObject({ hasPassword: true, trouble: null })
  expect(await next.home.openOwnShop()).toMatchObject({ refusal: { code: 'OWN_SHOP_NOT_HERE' } })
  // And what was practised is where it was, one press away.
  must(await next.home.enterPractice())
  expect(await pendingOf(next.there)).toBe(1)
  expect(existsSync(join(shopInside(dataDir), 'practica'))).toBe(false)
})

it('leaves the practice as it was where the shop cannot be made', async () => {
  const { home } = await start()
  // A file lies where its folder would be.
  writeFileSync(shopInside(dataDir), '')
  expect(await home.openOwnShop()).toMatchObject({ refusal: { code: 'OWN_SHOP_NOT_OPENED' } })
  rmSync(shopInside(dataDir))
  // Killed before its database was there: still a practice, and asked for once more it is made.
  makeShopInside(dataDir)
  expect(homeOf(dataDir)).toBe(dataDir)
  must(await home.openOwnShop())
  expect(homeOf(dataDir)).toBe(shopInside(dataDir))
})

it('keeps what its owner types before the next start: the key, and the mail’s password', async () => {
  const { home, shop } = await start()
  must(await home.openOwnShop())
  must(
    await shop.saveSettings({
      shop: OWN,
      serviceUrl: 'http://127.0.0.1:1',
      apiKey: 'secret-key-1',
    }),
  )
  must(await shop.saveMailAccount({ account: MAIL_ACCOUNT, password: 'secreta' }))
  await host?.stop()
  const next = await start()
  expect((await next.home.bootstrap()).missing).toEqual(['test', 'emission'])
  expect(must(await next.home.mailAccount())).toMatchObject({ hasPassword: true, trouble: null })
})

it('killed before it was written what the folder is for is a shop all the same, begun by whoever chose it', async () => {
  makeShopInside(dataDir)
  mkdirSync(join(shopInside(dataDir), 'till'), { recursive: true })
  openDatabase(tillFolder(shopInside(dataDir)).database).close()
  const { home } = await start()
  expect(await home.bootstrap()).toMatchObject({ isDemo: false, guide: 'open' })
})

it('is not made in a folder of its name in which another till lies', async () => {
  host = await startIn(shopInside(dataDir))
  await sellAmount(connectTill(host.url), 'De otra caja', 1_990)
  await host.stop()
  const { home } = await start()
  expect(await home.openOwnShop()).toMatchObject({ refusal: { code: 'OWN_SHOP_NOT_OPENED' } })
  expect(homeOf(dataDir)).toBe(dataDir)
})

it('takes no folder for its own that only has the name', () => {
  mkdirSync(join(shopInside(dataDir), 'till'), { recursive: true })
  writeFileSync(join(shopInside(dataDir), 'till', 'till.db'), '')
  expect(homeOf(dataDir)).toBe(dataDir)
  expect(practiceOf(shopInside(dataDir))).toBe(join(shopInside(dataDir), 'practica'))
})

it('has a practice of its own where the one around it is sealed by the system', () => {
  makeShopInside(dataDir)
  expect(practiceOf(shopInside(dataDir))).toBe(dataDir)
  mkdirSync(join(dataDir, 'till'), { recursive: true })
  writeFileSync(join(dataDir, 'till', 'pin-pepper'), 'sealed:AAAA')
  expect(practiceOf(shopInside(dataDir))).toBe(join(shopInside(dataDir), 'practica'))
})
