/**
 * `npm run bench -- shop [--only import|reports|stock|customers] [--receipts N] [--products N]
 * [--customers N]`: a list of products taken in, reports over a year of sales, movements of stock
 * and customers looked for, each beside bare SQLite on the same rows in the same run; and what a
 * scan notices of a report.
 *
 * A year of totals without kept sums, by its parts, ms of processor a 50,000 receipts: documents by
 * day and type 76, payments 82, tips 22, hours 22, what is refused, waits, was on trial or deleted
 * 5. Reading the sales alone is 8 of it, with their payments 21: the rest is SQLite's sorter, which
 * takes a microsecond a row, however few its groups; day by day, or by one key, it is no faster.
 * With kept sums 19 in all.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import Database from 'better-sqlite3'
import type { TillApi } from '#shared/bridge/contract.ts'
import { REPORT_PARTS, type ReportInput } from '#shared/reports/views.ts'
import { IMPORT_PART_BYTES } from '#shared/catalogue/import/limits.ts'
import { STOCK_LINES_MAX } from '#shared/catalogue/stock.ts'
import type { IsoDate, ProductId } from '#shared/core/brand.ts'
import { EMPTY_CART } from '#shared/selling/cart/cart.ts'
import { addDays } from '#shared/time/calendar.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { systemClock } from '#till/adapters/system.ts'
import { createImportPort } from '#till/importing/import-thread.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { readReport } from '#till/reports/read-report.ts'
import { createReportPort, type ReportThread } from '#till/reports/report-thread.ts'
import { buildKiosk } from '../../electron/kiosk/build-parts.ts'
import { must } from '../support/must.ts'
import { ROOT } from '../support/source-files.ts'
import { cartOf, keptOf } from '../support/till-fixture.ts'
import { fillShop, shopProducts } from './counter-shop.ts'
import { figuresOf, row, type Figures } from './figures.ts'
import { openBenchTill } from './queue-shop.ts'
import { fillCustomers, searchCustomers } from './shop-customers.ts'
import { addShopPast, DAYS } from './shop-past.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage:
      'npm run bench -- shop [--only PART] [--receipts N] [--products N] [--customers N] [--rounds N]',
    options: {
      only: { kind: 'text' },
      receipts: { kind: 'number', from: 1, to: 10_000_000, first: 200_000 },
      products: { kind: 'number', from: 1, to: 1_000_000, first: 50_000 },
      customers: { kind: 'number', from: 1, to: 1_000_000, first: 20_000 },
      rounds: { kind: 'number', from: 1, to: 1_000, first: 20 },
    },
  },
  process,
  3,
)
const { receipts: RECEIPTS, products: PRODUCTS, rounds: ROUNDS } = values
/** As it ships: from its sources a thread would take their types off first. */
const WORKER = join(await buildKiosk(ROOT, () => {}), 'backup-worker.js')
const [SCANS, SCAN_EVERY_MS] = [300, 10] as const
const COFFEE = '7801040000037'
/** What nobody could ask less of the same rows. */
const BARE: Record<ReportInput['part'], string> = {
  totals: `SELECT document_type, count(*), sum(total_clp) FROM sale
    WHERE date BETWEEN @from AND @to GROUP BY 1`,
  products: `SELECT l.product_id, sum(l.gross_clp) FROM sale s JOIN sale_line l ON l.sale_id = s.id
    WHERE s.date BETWEEN @from AND @to GROUP BY 1`,
  documents: `SELECT r.issue_state, count(*) FROM sale s JOIN receipt r ON r.sale_id = s.id
    WHERE s.date BETWEEN @from AND @to GROUP BY 1`,
}

/**
 * The groups that totals of days are made of, bare: what SQLite takes for them, whoever asks and
 * whatever is done with them.
 */
const BARE_GROUPS = [
  `SELECT date, document_type, documented_by, cashier_name, count(*), sum(total_clp), min(seq)
    FROM sale WHERE date BETWEEN @from AND @to GROUP BY 1, 2, 3, 4`,
  `SELECT p.method, p.is_voucher, count(*), sum(p.total_clp), sum(p.rounding_clp), max(p.name)
    FROM sale s CROSS JOIN sale_payment p ON p.sale_id = s.id
    WHERE s.date BETWEEN @from AND @to GROUP BY 1, 2`,
  `SELECT sold_at_ms / 3600000, count(*), sum(total_clp)
    FROM sale WHERE date BETWEEN @from AND @to GROUP BY 1`,
]

/** The sale of the counter, in each till. */
const OPEN = keptOf(EMPTY_CART)
const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = mkdtempSync(join(tmpdir(), 'meson-bench-shop-'))
const ratio = (one: number, other: number) => (one / other).toFixed(2)

try {
  say('| ms | p50 | p95 | max |\n|---|---|---|---|')
  for (const [name, run] of Object.entries({
    import: benchImport,
    reports: benchReports,
    stock: benchStock,
    customers: benchCustomers,
  }))
    if (values.only === undefined || values.only === name) await run(join(folder, name))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function benchImport(dataDir: string): Promise<void> {
  const products = shopProducts(PRODUCTS)
  const till = await openBenchTill(dataDir, { importing: createImportPort(WORKER) })
  const text = [
    'code;name;price;cost',
    ...products.map(
      ({ code, name, unitGrossClp }) =>
        `${code};${name};${unitGrossClp};${Math.trunc(unitGrossClp / 2)}`,
    ),
  ].join('\n')
  const { api } = till
  const startedMs = performance.now()
  sendList(api, Buffer.from(text))
  const working = (phase: string) => () => must(api.importing())?.phase === phase
  const reading = await scansWhile(api, working('reading'))
  must(api.acceptImport({ importId: 'bench' }))
  const writing = await scansWhile(api, working('writing'))
  const tookMs = performance.now() - startedMs
  const done = must(api.importing())?.done
  await till.stop()
  const bareMs = bareImport(join(dataDir, 'bare'), products)
  say(row('scan and save while a list is read', figuresOf(reading)))
  say(row('scan and save while it is written', figuresOf(writing)))
  say(
    `import of ${PRODUCTS}: ${tookMs.toFixed(0)} ms with ${done?.created} made; the same rows bare ` +
      `${bareMs.toFixed(0)} ms: ratio ${ratio(tookMs, bareMs)}\n`,
  )
}

function sendList(api: TillApi, bytes: Buffer): void {
  for (let offset = 0; offset < bytes.length; offset += IMPORT_PART_BYTES)
    must(
      api.sendImport({
        importId: 'bench',
        name: 'lista.csv',
        offset,
        totalBytes: bytes.length,
        base64: bytes.subarray(offset, offset + IMPORT_PART_BYTES).toString('base64'),
      }),
    )
}

/** One transaction on an empty file of the same schema, its triggers with it. */
function bareImport(dataDir: string, products: ReturnType<typeof shopProducts>): number {
  const startedMs = performance.now()
  fillShop(dataDir, products)
  return performance.now() - startedMs
}

async function benchReports(dataDir: string): Promise<void> {
  fillShop(dataDir, shopProducts(PRODUCTS))
  const { database, reportSums } = tillFolder(dataDir)
  addShopPast(database, RECEIPTS, systemClock.now())
  let made: ReportThread | null = null
  const port = createReportPort(WORKER, systemClock)
  const till = await openBenchTill(dataDir, { reporting: (...of) => (made = port(...of)) })
  const thread = made as ReportThread | null
  if (thread === null) throw new Error('a till has a thread of reports')
  const today = santiagoDate(systemClock.now())
  const year = { from: addDays(today, 1 - DAYS), to: today }
  const asked = async (days: { readonly from: IsoDate; readonly to: IsoDate }) => {
    const startedMs = performance.now()
    await thread.read({ part: 'totals', ...days, limits: [] })
    return (performance.now() - startedMs).toFixed(0)
  }
  // As a screen does: it begins with today, which starts the thread.
  const first = { day: await asked({ from: today, to: today }), year: await asked(year) }
  const groups = bareGroups(database, year)
  const keptFromMs = performance.now()
  let isKeeping = true
  const keeping = thread.catchUp().finally(() => (isKeeping = false))
  const beside = await scansWhile(till.api, () => isKeeping)
  await keeping
  say(row('scan and save while sums are made', figuresOf(beside)))
  say(
    `before anything is kept: a day ${first.day} ms, a year ${first.year} ms; kept after ` +
      `${(performance.now() - keptFromMs).toFixed(0)} ms, ${(statSync(reportSums).size / 1e6).toFixed(0)} MB`,
  )
  say(`the groups of a year bare: ${groups.toFixed(0)} ms\n`)
  const ranges = {
    day: { from: today, to: today },
    month: { from: addDays(today, -29), to: today },
    year,
    'from one day of it to another': { from: addDays(year.from, 17), to: addDays(today, -13) },
  }
  for (const part of REPORT_PARTS)
    for (const [name, range] of Object.entries(ranges))
      await compare(`${part}, ${name}`, thread, database, { part, ...range })
  await scansBeside(till.api, thread, year)
  await till.stop()
}

function bareGroups(file: string, year: { readonly from: IsoDate; readonly to: IsoDate }): number {
  const db = openDatabase(file)
  const startedMs = performance.now()
  for (const sql of BARE_GROUPS) db.prepare(sql).all(year)
  const tookMs = performance.now() - startedMs
  db.close()
  return tookMs
}

/** In turns with plain sums over the same rows, and with the report read from them without any. */
async function compare(name: string, thread: ReportThread, file: string, input: ReportInput) {
  const db = openDatabase(file)
  const bare = db.prepare(BARE[input.part])
  const order = { ...input, limits: [{ year: 2026, limitClp: 5_000_000 as never }] }
  const took: Record<'here' | 'bare' | 'rows', number[]> = { here: [], bare: [], rows: [] }
  const timed = async (into: number[], work: () => unknown) => {
    const startedMs = performance.now()
    await work()
    into.push(performance.now() - startedMs)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    await timed(took.here, () => thread.read(order))
    await timed(took.bare, () => bare.all({ from: input.from, to: input.to }))
    if (round % 5 === 0) await timed(took.rows, () => readReport(db, order))
  }
  db.close()
  const [here, plain] = [figuresOf(took.here), figuresOf(took.bare)]
  say(row(name, here))
  say(
    `| its rows bare | ${plain.p50.toFixed(1)} | ${plain.p95.toFixed(1)} | report / bare ` +
      `${ratio(here.p50, plain.p50)}; unkept ${figuresOf(took.rows).p50.toFixed(0)} ms |`,
  )
}

/** In turns: a while without a report, a while with one after the other. */
async function scansBeside(
  api: TillApi,
  thread: ReportThread,
  range: { readonly from: IsoDate; readonly to: IsoDate },
): Promise<void> {
  const took = { alone: [] as number[], beside: [] as number[] }
  for (let turn = 0; turn < 6; turn += 1) {
    let left = SCANS / 3
    let isAsking = turn % 2 === 1
    const asking = (async () => {
      while (isAsking) await thread.read({ part: 'products', ...range, limits: [] })
    })()
    took[isAsking ? 'beside' : 'alone'].push(...(await scansWhile(api, () => left-- > 0)))
    isAsking = false
    await asking
  }
  const [alone, beside]: readonly Figures[] = [figuresOf(took.alone), figuresOf(took.beside)]
  if (alone === undefined || beside === undefined) return
  say(row('scan and save, no report running', alone))
  say(row('scan and save beside reports of a year without pause', beside))
  say(`p95 with / without: ${ratio(beside.p95, alone.p95)}\n`)
}

/** As a cashier does: a scan and its save, again and again. */
async function scansWhile(api: TillApi, goesOn: () => boolean): Promise<number[]> {
  const code = api.productByCode(COFFEE).ok ? COFFEE : (shopProducts(1)[0]?.code ?? '')
  const carts = [cartOf(api, code), cartOf(api, code, code)]
  const took: number[] = []
  while (goesOn()) {
    const cart = carts[took.length % 2] ?? EMPTY_CART
    const fromMs = performance.now()
    must(api.productByCode(code))
    must(api.saveDraft({ ...OPEN, sale: { ...OPEN.sale, cart } }))
    took.push(performance.now() - fromMs)
    await new Promise((resolve) => setTimeout(resolve, SCAN_EVERY_MS))
  }
  return took
}

async function benchStock(dataDir: string): Promise<void> {
  fillShop(dataDir, shopProducts(PRODUCTS))
  const till = await openBenchTill(dataDir)
  const peer = new Database(tillFolder(dataDir).database)
  peer.pragma('synchronous = FULL')
  const insert = peer.prepare(`INSERT INTO stock_move (id, product_id, kind, quantity_milli, at_ms,
    staff_name, reason) VALUES (?, ?, 'received', 1000, ?, 'Ana', 'Guía')`)
  const bare = peer.transaction((move: number, ids: readonly string[]) => {
    ids.forEach((id, at) => insert.run(`bare-${move}-${at}`, id, systemClock.now()))
  })
  const took = { here: [] as number[], bare: [] as number[] }
  for (let move = 0; move < ROUNDS * 2; move += 1) {
    const ids = Array.from(
      { length: STOCK_LINES_MAX },
      (_, at) => `bench-${(move * STOCK_LINES_MAX + at) % PRODUCTS}`,
    )
    const startedMs = performance.now()
    must(
      till.api.moveStock({
        moveId: `move-${move}`,
        kind: 'received',
        lines: ids.map((id) => ({ productId: id as ProductId, milli: 1_000 })),
        reason: 'Guía',
        switchesOn: true,
      }),
    )
    took.here.push(performance.now() - startedMs)
    const bareMs = performance.now()
    bare.immediate(move, ids)
    took.bare.push(performance.now() - bareMs)
  }
  peer.close()
  await till.stop()
  const [here, plain] = [figuresOf(took.here), figuresOf(took.bare)]
  say(row(`${STOCK_LINES_MAX} products received`, here))
  say(row('the same movements bare', plain))
  say(`received / bare: p50 ${ratio(here.p50, plain.p50)}, p95 ${ratio(here.p95, plain.p95)}\n`)
}

async function benchCustomers(dataDir: string): Promise<void> {
  fillShop(dataDir, shopProducts(10))
  const { database } = tillFolder(dataDir)
  fillCustomers(database, values.customers)
  const till = await openBenchTill(dataDir)
  const took = searchCustomers(till.api, database, ROUNDS)
  // One thread: a scan waits for one search at the most, and is then what it was before.
  let left = SCANS
  const between = await scansWhile(till.api, () => {
    till.api.findCustomers({ text: 'nadie', limit: 6 })
    return left-- > 0
  })
  await till.stop()
  const bare = figuresOf(took.bare)
  for (const [name, samples] of [
    ['a page of the list of customers', took.list],
    ['a customer at the counter', took.counter],
  ] as const) {
    const here = figuresOf(samples)
    say(row(name, here))
    say(`| / bare | p50 ${ratio(here.p50, bare.p50)} | p95 ${ratio(here.p95, bare.p95)} | |`)
  }
  say(row('bare LIKE over the names alone', bare))
  say(row('scan and save between searches', figuresOf(between)))
}
