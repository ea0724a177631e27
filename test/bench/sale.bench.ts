/**
 * From the pay key to paper, on the embedded service as its own process and the virtual printers: how long the cashier
 * waits (commit answered), until the receipt has its folio, and until the printer has accepted the last byte; and the
 * provisional slip with the service stopped. The peer in the same run is the bare disk: one FULL commit of a row.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { TillApi } from '#shared/bridge/till-api.ts'
import type { ReceiptDetail } from '#shared/bridge/views.ts'
import { launchWithNode, startService, type ServiceReady } from '#host/embedded-service.ts'
import { openTill } from '#host/open-till.ts'
import { SOURCE_PATHS, SOURCE_SERVICE_ENTRY } from '#host/source-paths.ts'
import { cartOf, commitOf } from '../support/till-fixture.ts'
import { figuresOf, row } from './figures.ts'

const SALES = 60
const WARM_UP = 5

const folder = mkdtempSync(join(tmpdir(), 'meson-bench-'))
const service = startService(launchWithNode(process.execPath, SOURCE_SERVICE_ENTRY), join(folder, 'service'))
let ready: ServiceReady | null = await service.ready
const till = await openTill({
  paths: SOURCE_PATHS, dataDir: folder, serviceUrl: null, apiKey: null, secrets: { load: async () => null, save: async () => {} },
  embedded: { baseUrl: () => ready?.base_url ?? null, apiKey: () => ready?.keys.member ?? null }, version: 'bench', log: () => {},
})
const { api } = till
await follow(api, () => api.status().connection === 'online')
process.stdout.write('| ms | p50 | p95 | max |\n|---|---|---|---|\n')
process.stdout.write(`${row('one bare FULL commit (peer)', bareCommits())}\n`)

for (const widthMm of [80, 58]) {
  await api.saveSettings({ printerId: `virtual-${widthMm}` })
  const samples = { committed: [] as number[], issued: [] as number[], printed: [] as number[] }
  for (let sale = -WARM_UP; sale < SALES; sale += 1) {
    const { committed, issued, printed } = await sellAndWatch((detail) => detail.papers.some((paper) => paper.kind === 'receipt' && paper.state === 'sent'))
    if (sale < 0) continue
    samples.committed.push(committed)
    samples.issued.push(issued)
    samples.printed.push(printed)
  }
  process.stdout.write(`${row(`${widthMm} mm: pay key to committed`, figuresOf(samples.committed))}\n`)
  process.stdout.write(`${row(`${widthMm} mm: pay key to issued`, figuresOf(samples.issued))}\n`)
  process.stdout.write(`${row(`${widthMm} mm: pay key to last byte accepted`, figuresOf(samples.printed))}\n`)
}

ready = null
await service.kill()
till.serviceMoved()
await follow(api, () => api.status().connection === 'offline')
const slips: number[] = []
for (let sale = -WARM_UP; sale < SALES; sale += 1) {
  const { printed } = await sellAndWatch((detail) => detail.papers.some((paper) => paper.kind === 'slip' && paper.state === 'sent'))
  if (sale >= 0) slips.push(printed)
}
process.stdout.write(`${row('offline, 58 mm: pay key to last byte of the slip', figuresOf(slips))}\n`)
process.stdout.write(`peak memory of the till: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`)
await till.stop()
rmSync(folder, { recursive: true, force: true })

interface SaleTimes { readonly committed: number; readonly issued: number; readonly printed: number }

async function sellAndWatch(isPrinted: (detail: ReceiptDetail) => boolean): Promise<SaleTimes> {
  const favourites = api.searchProducts({ text: '', categoryId: null, favouritesOnly: true, limit: 8 }).filter((product) => !product.isExempt)
  const command = commitOf(api, cartOf(api, ...favourites.slice(0, 5).map((product) => product.code)))
  const startedMs = performance.now()
  const sold = api.commitSale(command)
  const committed = performance.now() - startedMs
  if (!sold.ok) throw new Error(sold.refusal.code)
  const { saleId } = sold.value
  let issued = Number.NaN
  await follow(api, () => {
    const found = api.receipt(saleId)
    if (!found.ok) throw new Error(found.refusal.code)
    if (Number.isNaN(issued) && found.value.folio !== null) issued = performance.now() - startedMs
    return isPrinted(found.value)
  })
  return { committed, issued, printed: performance.now() - startedMs }
}

/** Looks at every event of the till's feed. */
async function follow(tillApi: TillApi, holds: () => boolean): Promise<void> {
  for await (const _ of tillApi.feed(null, AbortSignal.timeout(60_000))) if (holds()) return
  throw new Error('not within a minute')
}

function bareCommits() {
  const db = new Database(join(folder, 'peer.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE t (x TEXT) STRICT')
  const insert = db.prepare('INSERT INTO t VALUES (?)')
  const samples = Array.from({ length: 200 }, () => {
    const startedMs = performance.now()
    insert.run('x'.repeat(1_000))
    return performance.now() - startedMs
  })
  db.close()
  return figuresOf(samples)
}
