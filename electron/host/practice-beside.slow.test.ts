/**
 * The practice beside a shop, through the kiosk's real wire: two tills in two folders behind one
 * address, and nothing done in one is in the other.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PLACE_HEADER } from '#shared/bridge/screen-header.ts'
import { must } from '../../test/support/must.ts'
import { FIXTURE_SHOP } from '../../test/support/till-fixture.ts'
import { connectTill, sellAmount } from '../../test/support/till-client.ts'
import { startKiosk, type KioskHost } from '../kiosk/kiosk-host.ts'
import { SOURCE_CHECK_WORKER, SOURCE_PATHS } from './source-paths.ts'

let dataDir: string
let host: KioskHost
let launched: (readonly string[])[]
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'meson-practice-'))
  launched = []
  writeFileSync(join(dataDir, 'index.html'), '<!doctype html><title>Mesón</title>')
  host = await start()
})
afterEach(async () => {
  await host.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Another than the demo's. */
const OWN = { ...FIXTURE_SHOP, rut: '77654321-7' }

/** An empty folder, and a service that is asked for and never comes up. */
const start = () =>
  startKiosk({
    paths: { ...SOURCE_PATHS, rendererDir: dataDir },
    ...{ checkWorkerFile: SOURCE_CHECK_WORKER, dataDir, port: 0 },
    ...{ apiUrl: null, apiKey: null, asksFirst: true, version: 'test', log: () => {} },
    launchService(words) {
      launched.push(words)
      let isOver: (code: number) => void = () => {}
      return {
        stdout: new PassThrough(),
        onExit: (listener) => void (isOver = listener),
        stop: () => isOver(0),
      }
    },
  })

const numberOf = async (till: ReturnType<typeof connectTill>) => (await till.status()).pendingCount

it('is entered with one command; what is sold there is in no book of the shop', async () => {
  const shop = connectTill(host.url)
  expect(await shop.bootstrap()).toMatchObject({
    guide: 'choose',
    isDemo: false,
    mayPractise: true,
  })
  must(await shop.saveSettings({ shop: OWN }))
  const practice = connectTill(host.url, 'practice')
  // Nobody has been let in: a header alone makes no folder.
  await expect(practice.bootstrap()).rejects.toThrow()
  expect(existsSync(join(dataDir, 'practica'))).toBe(false)
  must(await shop.enterPractice())
  const there = await practice.bootstrap()
  expect(there).toMatchObject({ isDemo: true, missing: [] })
  expect(there).not.toHaveProperty('mayPractise')
  expect(there.shop.rut).not.toBe(OWN.rut)
  await sellAmount(practice, 'Algo', 1_990)
  expect([await numberOf(practice), await numberOf(shop)]).toEqual([1, 0])
  expect(await shop.bootstrap()).toMatchObject({ shop: OWN, isDemo: false })
  const database = readFileSync(join(dataDir, 'till', 'till.db'))
  expect(database.includes('Algo')).toBe(false)
  // Its service lies in its own folder too.
  const folders = launched.map((words) => words[words.indexOf('--data') + 1])
  expect(folders).toEqual([join(dataDir, 'practica', 'service')])
})

it('is there again after a restart for the page that stood in it, and the shop begins as a shop', async () => {
  must(await connectTill(host.url).enterPractice())
  await sellAmount(connectTill(host.url, 'practice'), 'Algo', 1_990)
  await host.stop()
  host = await start()
  expect(await connectTill(host.url).bootstrap()).toMatchObject({ isDemo: false, guide: 'choose' })
  expect(await numberOf(connectTill(host.url, 'practice'))).toBe(1)
})

it('hears only its own word: another place is the shop', async () => {
  const { origin, hash } = new URL(host.url)
  const authorization = `Bearer ${new URLSearchParams(hash.slice(1)).get('token')}`
  const headers = { authorization, [PLACE_HEADER]: 'somewhere' }
  const answer = await fetch(`${origin}/trpc/bootstrap`, { headers })
  expect(await answer.json()).toMatchObject({ result: { data: { isDemo: false } } })
})
