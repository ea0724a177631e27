/**
 * From the pay key to paper, on the embedded service as its own process, for the virtual printers
 * and a strict printer on the network: how long the cashier waits (commit answered), until the
 * receipt has its folio, until the first band comes out, and until the printer has accepted the
 * last byte; and the provisional slip with the service stopped. The peers in the same run are the
 * bare disk, one FULL commit of a row, and pdftoppm of one of the same PDFs. `--usb` measures in an
 * emulated machine with a USB printer instead; `--sales N` makes a series shorter, `--minutes M`
 * ends the emulated one in time.
 *
 * By its parts, ms, of 61 at 80 mm: charge 3, until it is sent 3, folio 6, its PDF a moment later
 * 16, drawing 11, stamp read back 6, bytes and picture 3; the rest, 13, is what each step has on
 * disk before the next: the PDF, the paper's two files, three commits.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import Database from 'better-sqlite3'
import type { TillApi } from '#shared/bridge/contract.ts'
import { startService, type ServiceReady } from '#host/embedded-service.ts'
import { launchWithNode } from '#host/node-service.ts'
import { openTill } from '#host/open-till.ts'
import { SOURCE_SERVICE_ENTRY } from '#host/source-paths.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { BENCH_TILL } from './bench-till.ts'
import { FakePrinter } from '../integration/fake-printer.ts'
import { PINS } from '../support/crew.ts'
import { must } from '../support/must.ts'
import { WIDTHS } from '../support/paper-samples.ts'
import { cartOf, commitOf } from '../support/till-fixture.ts'
import { figuresOf, row } from './figures.ts'
import { has, pdftoppm } from './print.ts'

const { values: asked } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- sale [--usb] [--sales N] [--minutes N]',
    options: {
      usb: { kind: 'flag' },
      sales: { kind: 'number', from: 1, to: 100_000 },
      minutes: { kind: 'number', from: 1, to: 1_440, first: 30 },
    },
  },
  process,
  3,
)
const SALES = asked.sales ?? 60
const WARM_UP = 5
const PATIENCE_MS = 60_000
/** What a figure may be off by; looking costs the till a fifth of a millisecond. */
const LOOK_EVERY_MS = 2

async function benchHere(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'meson-bench-'))
  const service = startService(
    launchWithNode(process.execPath, SOURCE_SERVICE_ENTRY),
    join(folder, 'service'),
  )
  let ready: ServiceReady | null = await service.ready
  const till = await openTill({
    ...BENCH_TILL,
    dataDir: folder,
    embedded: { baseUrl: () => ready?.base_url ?? null, apiKey: () => ready?.keys.member ?? null },
  })
  const { api } = till
  const paula = api.staff().members.find(({ role }) => role === 'owner')
  must(await api.signIn({ staffId: paula?.id ?? '', pin: PINS.owner }))
  const fakes: FakePrinter[] = []
  const printers: { name: string; id: string; fake: FakePrinter | null }[] = WIDTHS.map(
    (width) => ({ name: `virtual, ${width} mm`, id: `virtual-${width}`, fake: null }),
  )
  for (const width of WIDTHS) {
    const fake = await FakePrinter.start()
    fakes.push(fake)
    const added = api.addPrinter({
      name: '',
      address: { kind: 'tcp', host: '127.0.0.1', port: fake.port },
      modelId: `generic-${width}`,
    })
    printers.push({ name: `tcp, ${width} mm`, id: must(added).id, fake })
  }
  await follow(api, () => api.status().connection === 'online')
  process.stdout.write('| ms | p50 | p95 | max |\n|---|---|---|---|\n')
  process.stdout.write(`${row('one bare FULL commit (peer)', bareCommits(folder))}\n`)
  const series = async (kind: 'receipt' | 'slip') => {
    for (const { name, id, fake } of printers) {
      await api.saveSettings({ printerId: id })
      tell(`${name}${kind === 'slip' ? ', offline' : ''}`, kind, await sell(api, fake, kind))
    }
  }
  await series('receipt')
  tellParts(tillFolder(folder).database)
  await tellPdftoppm(folder)
  ready = null
  await service.kill()
  till.serviceMoved()
  await follow(api, () => api.status().connection === 'offline')
  await series('slip')
  process.stdout.write(
    'The virtual printer takes a paper at once: its first band is its last byte.\n',
  )
  process.stdout.write(
    `peak memory of the till: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`,
  )
  await till.stop()
  for (const fake of fakes) await fake.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** When the till asked the service for what, from the charge on, and how long it answered. */
function tellParts(file: string): void {
  const db = new Database(file, { readonly: true })
  const asked = db
    .prepare<[], { readonly request: string; readonly atMs: number; readonly tookMs: number }>(
      `SELECT a.request, a.at_ms - s.sold_at_ms AS atMs, a.duration_ms AS tookMs
        FROM sale s JOIN attempt a ON a.sale_id = s.id WHERE a.request NOT LIKE 'GET by-id%'`,
    )
    .all()
  db.close()
  for (const [request, all] of Map.groupBy(asked, (each) => each.request)) {
    const [at, took] = [all.map(({ atMs }) => atMs), all.map(({ tookMs }) => tookMs)].map(figuresOf)
    process.stdout.write(`${request}: asked ${at?.p50} ms after the charge, ${took?.p50} ms\n`)
  }
}

/** Of the last receipt, where the program is there. */
async function tellPdftoppm(folder: string): Promise<void> {
  const dir = join(tillFolder(folder).folder, 'pdf')
  const name = readdirSync(dir).filter((file) => file.endsWith('-80.pdf'))[0]
  if (name === undefined || !has('pdftoppm')) return
  const took: number[] = []
  for (let round = 0; round < SALES; round += 1) {
    const startedMs = performance.now()
    await pdftoppm(join(dir, name), join(folder, 'poppler'))
    took.push(performance.now() - startedMs)
  }
  process.stdout.write(`${row('pdftoppm -mono of a receipt, 80 mm (peer)', figuresOf(took))}\n`)
}

type Step = 'committed' | 'issued' | 'firstBand' | 'lastByte'
const STEPS: Readonly<Record<Step, string>> = {
  committed: 'committed',
  issued: 'issued',
  firstBand: 'first band printed',
  lastByte: 'last byte accepted',
}
type Samples = Readonly<Record<Step, number[]>>

function tell(where: string, kind: 'receipt' | 'slip', samples: Samples): void {
  for (const step of ['committed', 'issued', 'firstBand', 'lastByte'] as const) {
    if (samples[step].length === 0) continue
    const name = `${where}: pay key to ${STEPS[step]}${kind === 'slip' && step !== 'committed' ? ' of the slip' : ''}`
    process.stdout.write(`${row(name, figuresOf(samples[step]))}\n`)
  }
}

/**
 * A series of sales, one after the other; `fake` tells when the first band comes out, where there
 * is one.
 */
async function sell(
  api: TillApi,
  fake: FakePrinter | null,
  kind: 'receipt' | 'slip',
): Promise<Samples> {
  const samples: Samples = { committed: [], issued: [], firstBand: [], lastByte: [] }
  for (let sale = -WARM_UP; sale < SALES; sale += 1) {
    const times = await sellAndWatch(api, fake, kind)
    if (sale < 0) continue
    samples.committed.push(times.committed)
    samples.lastByte.push(times.lastByte)
    if (times.issued !== null) samples.issued.push(times.issued)
    if (times.firstBand !== null) samples.firstBand.push(times.firstBand)
  }
  return samples
}

interface SaleTimes {
  readonly committed: number
  readonly issued: number | null
  readonly firstBand: number | null
  readonly lastByte: number
}

async function sellAndWatch(
  api: TillApi,
  fake: FakePrinter | null,
  kind: 'receipt' | 'slip',
): Promise<SaleTimes> {
  const favourites = api
    .searchProducts({ text: '', categoryId: null, favouritesOnly: true, limit: 8 })
    .filter((product) => !product.isExempt)
  const command = commitOf(
    api,
    cartOf(api, ...favourites.slice(0, 5).map((product) => product.code)),
  )
  const seen: { firstBand: number | null; issued: number | null } = {
    firstBand: null,
    issued: null,
  }
  const startedMs = performance.now()
  if (fake !== null) {
    fake.onPrint = ({ kind: printed }) => {
      if (printed === 'raster') seen.firstBand ??= performance.now() - startedMs
    }
  }
  const sold = api.commitSale(command)
  const committed = performance.now() - startedMs
  if (!sold.ok) throw new Error(sold.refusal.code)
  const { saleId } = sold.value
  await watch(() => {
    const found = api.receipt(saleId)
    if (!found.ok) throw new Error(found.refusal.code)
    if (found.value.folio !== null) seen.issued ??= performance.now() - startedMs
    return found.value.papers.some(
      (paper) => paper.kind === kind && (paper.state === 'sent' || paper.state === 'printed'),
    )
  })
  return { committed, ...seen, lastByte: performance.now() - startedMs }
}

/** The feed rests between two messages, which suits a screen and not a stopwatch. */
async function watch(holds: () => boolean): Promise<void> {
  const givenUpAtMs = performance.now() + PATIENCE_MS
  while (!holds()) {
    if (performance.now() > givenUpAtMs) throw new Error('not within a minute')
    await wait(LOOK_EVERY_MS)
  }
}

/** Looks at every event of the till's feed. */
async function follow(tillApi: TillApi, holds: () => boolean): Promise<void> {
  for await (const _ of tillApi.feed(null, AbortSignal.timeout(PATIENCE_MS))) if (holds()) return
  throw new Error('not within a minute')
}

function bareCommits(folder: string) {
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

if (asked.usb === true) {
  const { benchUsbSales } = await import('./sale-usb.ts')
  process.stdout.write(`${await benchUsbSales(asked.sales ?? 30, asked.minutes)}\n`)
} else {
  await benchHere()
}
