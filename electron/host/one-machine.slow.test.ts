/** A shop that was opened out of a practice has the machine at once, not from the next start on. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refusal } from '#shared/languages/refusals.ts'
import { refuse } from '#shared/core/result.ts'
import { PLACE_HEADER, SCREEN_HEADER } from '#shared/bridge/screen-header.ts'
import { DEFAULT_DESK, type Desk } from '#shared/devices/desk.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { beginTill, type OpenedTill } from './begin-till.ts'
import { shopInside } from './beside-folders.ts'
import { SOURCE_CHECK_WORKER, SOURCE_PATHS } from './source-paths.ts'
import { secretNames, secretsBy } from '#till/kernel/till-secrets.ts'

const SCREENS = [{ id: '7', label: 'HDMI', isCashiers: false }]
const WANTED: Desk = { ...DEFAULT_DESK, fillsScreen: true }
let dataDir: string
let core: OpenedTill
let handle: (request: Request) => Promise<Response>
let wanted: Desk[]

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'meson-machine-'))
  writeFileSync(join(dataDir, 'index.html'), '<!doctype html><title>Mesón</title>')
  wanted = []
  const kept = { load: async () => null, save: async () => {} }
  const begun = beginTill({
    paths: { ...SOURCE_PATHS, rendererDir: dataDir },
    ...{ checkWorkerFile: SOURCE_CHECK_WORKER, dataDir, version: 'test', log: () => {} },
    ...{ apiUrl: null, apiKey: null },
    ...secretsBy(secretNames, () => kept),
    service: {
      ...{ baseUrl: () => null, apiKey: () => null },
      ...{ start: async () => {}, stop: async () => {} },
    },
    desk: {
      want: (desk) => void wanted.push(desk),
      screens: async () => SCREENS as never,
      update: async () => refuse(refusal('UPDATE_NOT_READY')),
    },
  })
  handle = begun.handle
  core = await begun.open(() => false)
})
afterEach(async () => {
  await core.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const HOME = { [SCREEN_HEADER]: 'one' }
const SHOP = { ...HOME, [PLACE_HEADER]: 'shop' }
/** `headers` none: the customer's screen, which knows of no place. */
async function ask(headers: Record<string, string>, name: string, input?: unknown) {
  const answer = await handle(
    new Request(`http://127.0.0.1/trpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: input === undefined ? null : JSON.stringify(input),
    }),
  )
  const { result } = (await answer.json()) as { readonly result: { readonly data: unknown } }
  return result.data
}

it('has the machine’s screens, and what it wants of the machine is what counts', async () => {
  expect(await ask(HOME, 'openOwnShop')).toMatchObject({ ok: true })
  expect(await ask(SHOP, 'desk')).toEqual({ host: 'window', screens: SCREENS })
  await ask(SHOP, 'saveSettings', { desk: WANTED })
  expect(wanted.at(-1)).toEqual(WANTED)
  // Whatever somebody practises with: the machine is the shop's.
  await ask(HOME, 'saveSettings', { desk: DEFAULT_DESK })
  expect(wanted.at(-1)).toEqual(WANTED)
})

it('is what the customer’s screen shows, which is in no place', async () => {
  const shop = { rut: '76192083-9', legalName: 'Propia SpA', tradeName: 'La Propia' }
  const customers = () => ask({}, 'customerView', { seen: null })
  expect(await customers()).not.toMatchObject({ shopName: 'La Propia' })
  await ask(HOME, 'openOwnShop')
  await ask(SHOP, 'saveSettings', { shop: { ...shop, address: 'Calle 1', commune: 'Ñuñoa' } })
  expect(await customers()).toMatchObject({ shopName: 'La Propia' })
  expect(await ask(HOME, 'customerView', { seen: null })).not.toMatchObject({
    shopName: 'La Propia',
  })
})

it('is copied when the machine’s session ends', async () => {
  await ask(HOME, 'openOwnShop')
  await core.till.backUp()
  const copies = readdirSync(tillFolder(shopInside(dataDir)).backups)
  expect(copies.filter((name) => name.endsWith('.db'))).toHaveLength(1)
})
