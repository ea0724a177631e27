/**
 * Shop and practice at one counter, each with its service, on real wires: the shop's documents go
 * on being sent while somebody practises, each with its own key, and the printer and the drawer are
 * the shop's alone.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { clp } from '#shared/money/clp.ts'
import { must } from '../../test/support/must.ts'
import {
  connectTill,
  eventually,
  sellAmount,
  type TillClient,
} from '../../test/support/till-client.ts'
import { FIXTURE_CATALOGUE, FIXTURE_SHOP, setUpShop } from '../../test/support/till-fixture.ts'
import { FakePrinter } from '../../test/integration/fake-printer.ts'
import { recordingService } from '../../test/support/recording-service.ts'
import { startKiosk } from '../kiosk/kiosk-host.ts'
import { SOURCE_CHECK_WORKER, SOURCE_PATHS } from './source-paths.ts'

const SHOP_KEY = 'key-of-the-shop'
const PRACTICE_KEY = 'key-of-the-practice'

async function openBoth() {
  const dataDir = mkdtempSync(join(tmpdir(), 'meson-apart-'))
  writeFileSync(join(dataDir, 'index.html'), '<!doctype html><title>Mesón</title>')
  const [own, practised, printer] = await Promise.all([
    recordingService(),
    recordingService(),
    FakePrinter.start({ saysPrinted: true, takesOne: true }),
  ])
  setUpShop(dataDir, {
    ...{ shop: FIXTURE_SHOP, url: own.url, key: SHOP_KEY },
    catalogue: FIXTURE_CATALOGUE,
  })
  const host = await startKiosk({
    paths: { ...SOURCE_PATHS, rendererDir: dataDir },
    ...{ checkWorkerFile: SOURCE_CHECK_WORKER, dataDir, port: 0 },
    ...{ apiUrl: own.url, apiKey: SHOP_KEY, version: 'test', log: () => {} },
    launchService() {
      const stdout = new PassThrough()
      const keys = { owner: PRACTICE_KEY, member: PRACTICE_KEY }
      stdout.write(
        `${JSON.stringify({ ready: 'service', base_url: practised.url, companies: [], keys })}\n`,
      )
      let isOver: (code: number) => void = () => {}
      return { stdout, onExit: (listener) => void (isOver = listener), stop: () => isOver(0) }
    },
  })
  onTestFinished(async () => {
    await host.stop()
    await Promise.all([own.stop(), practised.stop(), printer.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  })
  const [shop, there] = [connectTill(host.url), connectTill(host.url, 'practice')]
  return { dataDir, own, practised, printer, shop, there }
}

const pending = (till: TillClient, count: number) =>
  eventually(
    () => till.status(),
    ({ pendingCount }) => pendingCount === count,
  )
const printsAt = async (till: TillClient, { port }: FakePrinter) => {
  const address = { kind: 'tcp', host: '127.0.0.1', port } as const
  const model = 'generic-80'
  const { id } = must(await till.addPrinter({ name: 'La del mesón', address, modelId: model }))
  must(await till.saveSettings({ printerId: id }))
}

it('sends what waits in the shop while somebody practises, and each only to its own service', async () => {
  const { own, practised, shop, there } = await openBoth()
  own.isAway = true
  await sellAmount(shop, 'De la tienda', 1_990)
  await pending(shop, 1)
  must(await shop.enterPractice())
  await sellAmount(there, 'De práctica', 2_990)
  await pending(there, 0)
  expect((await shop.status()).pendingCount).toBe(1)
  own.isAway = false
  await pending(shop, 0)
  expect([own.sold(), practised.sold()]).toEqual([['De la tienda'], ['De práctica']])
  expect([...own.keys]).toEqual([SHOP_KEY])
  expect([...practised.keys]).toEqual([PRACTICE_KEY])
})

/** A paper that waits in the queue of its till, of no document. */
const readShift = async (till: TillClient) => {
  must(await till.readShift({ approvalId: null }))
}
const waitsToPrint = (till: TillClient, count: number) =>
  eventually(
    () => till.status(),
    ({ printQueueCount }) => printQueueCount === count,
  )
const papersOf = (folder: string) =>
  readdirSync(join(folder, 'till', 'paper')).filter((name) => name.endsWith('.png')).length

it('has no printer and no drawer of the shop, whatever its own settings say', async () => {
  const { dataDir, printer, shop, there } = await openBoth()
  must(await shop.enterPractice())
  const { members } = await there.staff()
  const paula = members.find(({ name }) => name === 'Paula')
  must(await there.signIn({ staffId: paula?.id ?? '', pin: '3690' }))
  for (const till of [shop, there]) {
    await printsAt(till, printer)
    must(await till.saveSettings({ usesShifts: true }))
    must(await till.openShift({ shiftId: (await till.shift()).nextId, floatClp: clp(0) }))
  }
  const out: string[] = []
  printer.onPrint = ({ kind }) => out.push(kind)
  must(await there.openDrawer({ approvalId: null }))
  const found = await there.discoverPrinters({ network: false })
  const { printTestPage } = there
  const { id } = found.find(({ config }) => config.transport.kind === 'tcp')?.config ?? { id: '' }
  must(await printTestPage({ printerId: id }))
  await readShift(there)
  await waitsToPrint(there, 0)
  expect([papersOf(join(dataDir, 'practica')), out]).toEqual([2, []])
  // The shop's is there for the shop all the while.
  must(await shop.openDrawer({ approvalId: null }))
  await readShift(shop)
  await eventually(
    () => Promise.resolve(printer.papers.length),
    (count) => count === 1,
  )
  expect([out[0], printer.garbage]).toEqual(['drawer', []])
})
