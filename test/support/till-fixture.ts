/** A till core for tests: real SQLite in a temporary folder, fakes only at the ports. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { makeSaleId, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import { applyToCart, cartTotals, EMPTY_CART, type Cart } from '#shared/cart/cart.ts'
import type { CommitInput } from '#shared/bridge/commands.ts'
import type { SaveSaleInput } from '#shared/bridge/open-sale.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { SaleIds } from '#shared/bridge/sale-views.ts'
import { newSale } from '#shared/open-sale/open-sale.ts'
import { ONE_MILLI } from '#shared/money/quantity.ts'
import type { PaymentMethodId } from '#shared/payment/payment-method.ts'
import type {
  Clock,
  HttpOutcome,
  HttpPort,
  HttpRequest,
  PrinterPort,
  PrintOrder,
  PrintOutcome,
} from '#till/ports.ts'
import { createCatalogue, type DemoCatalogue } from '#till/catalogue/catalogue.ts'
import { openDatabase, type TillDatabase } from '#till/db/open-database.ts'
import { createJournal } from '#till/journal.ts'
import { tillFolder } from '#till/durability/till-folder.ts'
import { fingerprintOf } from '#till/settings/key-origin.ts'
import { createTill, type Till } from '#till/till.ts'
import { systemRandomness } from '#till/adapters/system.ts'
import type { ReceiptDetail, ShopView } from '#shared/bridge/views.ts'
import type { PrinterConfig } from '#shared/bridge/printers.ts'
import type { TillOptions } from '#till/options.ts'

export const NOON = Date.UTC(2026, 10, 20, 15, 0) as EpochMs

/** Real work that is still under way after this long hangs: the test fails and names it. */
const REAL_WORK_MS_MAX = 30_000
/**
 * Turns of the event loop without real work after which nothing more happens at this moment of till
 * time.
 */
const QUIET_TURNS = 2
/** Node's names for files being read, written, synced and closed on its own threads. */
const FILE_WORK: ReadonlySet<string> = new Set(['FSReqPromise', 'FSReqCallback', 'CloseReq'])
/** `until` asks at least this often, for a condition that reads the clock itself. */
const ASK_EVERY_MS = 1_000

/**
 * Till time, which passes only where nothing real is under way: a busy machine makes a test slow,
 * never another test. Files count by themselves; what else takes real time (a service that runs in
 * the test) is named with `waitFor`.
 */
export interface ManualClock extends Clock {
  /** Moves time and runs what falls due, in order, letting promises and files end in between. */
  advance(ms: number): Promise<void>
  /** Moves time to what falls due next, by `ms` at most. */
  advanceToNext(ms: number): Promise<void>
  /** Till time stands still until this is done. */
  waitFor<T>(work: Promise<T>): Promise<T>
  /** Somebody sets the computer's clock; steady time goes on. */
  jumpWallClock(ms: number): void
}

export function manualClock(start: EpochMs = NOON): ManualClock {
  let elapsedMs = 0
  let jumpedMs = 0
  let timers: { at: number; callback: () => void }[] = []
  let named = 0
  const nextUntil = (untilMs: number) =>
    timers.filter((timer) => timer.at <= untilMs).sort((a, b) => a.at - b.at)[0]
  const advance = async (ms: number) => {
    const untilMs = elapsedMs + ms
    await settle(() => named > 0)
    for (let next = nextUntil(untilMs); next; next = nextUntil(untilMs)) {
      const due = next
      timers = timers.filter((timer) => timer !== due)
      elapsedMs = Math.max(elapsedMs, due.at)
      due.callback()
      await settle(() => named > 0)
    }
    elapsedMs = untilMs
  }
  return {
    now: () => (start + elapsedMs + jumpedMs) as EpochMs,
    jumpWallClock(ms) {
      jumpedMs += ms
    },
    monotonicMs: () => elapsedMs,
    after(delayMs, callback) {
      const timer = { at: elapsedMs + delayMs, callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance,
    async advanceToNext(ms) {
      await settle(() => named > 0)
      const next = nextUntil(elapsedMs + ms)
      await advance(next === undefined ? ms : Math.max(0, next.at - elapsedMs))
    },
    async waitFor(work) {
      named += 1
      return work.finally(() => {
        named -= 1
      })
    },
  }
}

/**
 * Lets everything end that needs no till time: promises that wait for promises, files, and what a
 * test has named.
 */
async function settle(isNamedUnderWay: () => boolean): Promise<void> {
  const hangsAtMs = performance.now() + REAL_WORK_MS_MAX
  for (let quiet = 0; quiet < QUIET_TURNS; ) {
    await new Promise((resolve) => setImmediate(resolve))
    const underWay = process.getActiveResourcesInfo().filter((name) => FILE_WORK.has(name))
    if (isNamedUnderWay()) underWay.push('named by the test')
    quiet = underWay.length === 0 ? quiet + 1 : 0
    if (performance.now() > hangsAtMs)
      throw new Error(`real work does not end: ${underWay.join(', ')}`)
  }
}

export interface FakeService extends HttpPort {
  /** Answers every request; replace it to change the weather. */
  answer: (request: HttpRequest) => HttpOutcome | Promise<HttpOutcome>
  readonly requests: HttpRequest[]
  readonly created: () => { reference: string; folio: number; body: string }[]
}

interface FakeDocument {
  id: string
  reference: string
  folio: number
  body: string
  type: string
}
interface FakeBody {
  external_reference: string
  invoice_type: string
  invoice_date?: string
  items?: unknown[]
  totals: { total: number }
}

export const UNREACHABLE: HttpOutcome = { kind: 'unsent', detail: 'ECONNREFUSED' }
export const LOST: HttpOutcome = { kind: 'unanswered', detail: 'ECONNRESET' }

/** An honest small service behind the wire port: unique references, contiguous folios, PDFs. */
export function fakeService(): FakeService {
  const documents = new Map<string, FakeDocument>()
  const folios = new Map<string, number>()
  const answered = (status: number, body: unknown): HttpOutcome => ({
    kind: 'answered',
    status,
    bodyText: JSON.stringify(body),
    headers: {},
  })
  const view = ({ id, reference, folio, body }: FakeDocument) => {
    const { invoice_type: type, invoice_date: date, items, totals } = JSON.parse(body) as FakeBody
    return {
      id,
      number: folio,
      status: 'APR',
      external_reference: reference,
      total: totals.total,
      invoice_type: Number(type),
      invoice_date: date,
      items: items ?? [],
    }
  }
  const service: FakeService = {
    requests: [],
    created: () =>
      [...documents.values()].map(({ reference, folio, body }) => ({ reference, folio, body })),
    answer(request) {
      if (request.path === '/api/tax-types') return answered(200, [])
      if (request.path === '/api/companies')
        return answered(200, [{ id: 'c1', document_number: '76192083-9' }])
      if (request.path.startsWith('/api/companies/c1/enumeration/list')) {
        return answered(200, {
          data: ['39', '41', '61'].map((type) => ({
            id: `r${type}`,
            id_document_type: type,
            enumeration_from: 1,
            enumeration_end: 5_000,
            next_number_to_use: (folios.get(type) ?? 0) + 1,
            date_end: '2027-05-20',
            status: 'ACT',
          })),
        })
      }
      if (request.path.startsWith('/api/invoices/validate')) return answered(200, { valid: true })
      if (request.method === 'POST') {
        const text = Buffer.from(request.body ?? []).toString('utf8')
        const body = JSON.parse(text) as FakeBody
        const existing = documents.get(body.external_reference)
        if (existing)
          return answered(409, { code: 'DUPLICATE_EXTERNAL_REFERENCE', document_id: existing.id })
        const folio = (folios.get(body.invoice_type) ?? 0) + 1
        folios.set(body.invoice_type, folio)
        const document = {
          id: `00000000-0000-4000-8000-${String(documents.size + 1).padStart(12, '0')}`,
          reference: body.external_reference,
          folio,
          body: text,
          type: body.invoice_type,
        }
        documents.set(document.reference, document)
        return answered(201, view(document))
      }
      if (request.path.includes('/download-base64/')) {
        return answered(200, {
          filename: 'x.pdf',
          content: Buffer.from('%PDF-1.7 receipt').toString('base64'),
          content_type: 'application/pdf',
        })
      }
      const found = [...documents.values()].find(
        (document) =>
          request.path.endsWith(document.id) ||
          request.path === `/api/invoices/${document.type}/${document.folio}`,
      )
      return found ? answered(200, view(found)) : answered(404, {})
    },
    async exchange(request) {
      service.requests.push(request)
      return service.answer(request)
    },
  }
  return service
}

export interface FakePrinter extends PrinterPort {
  readonly printed: PrintOrder[]
  answer: (order: PrintOrder) => PrintOutcome
}

export function fakePrinter(): FakePrinter {
  const printer: FakePrinter = {
    printed: [],
    answer: () => ({
      kind: 'sent',
      escpos: new Uint8Array([27, 64]),
      paperPng: new Uint8Array(),
      stampReadable: true,
    }),
    async print(order) {
      const outcome = printer.answer(order)
      if (outcome.kind === 'sent') printer.printed.push(order)
      return outcome
    },
    discover: async () => [],
    kickDrawer: async () => ({ kind: 'failed', code: 'RASTER_CRASHED', detail: 'not used' }),
    models: () => [],
    printTestPage: async () => ({ kind: 'failed', code: 'RASTER_CRASHED', detail: 'not used' }),
    close: async () => {},
  }
  return printer
}

export const PRINTER: PrinterConfig = {
  id: 'virtual-80',
  name: 'Virtual',
  widthMm: 80,
  dots: 576,
  transport: { kind: 'virtual' },
  hasCutter: true,
  hasDrawer: true,
}

/** Products in the shelves of a shop, as its owner would have entered them. */
export function stockShop(db: TillDatabase, catalogue: DemoCatalogue): void {
  const clock = manualClock()
  createCatalogue(db, createJournal(db, clock), clock, systemRandomness).seed(catalogue)
}

export interface ShopLeft {
  readonly shop: ShopView
  readonly url: string
  readonly key: string
  readonly catalogue: DemoCatalogue
}

/**
 * A shop's folder as its owner leaves it: the shop's name, its products, and a connection that has
 * been tested.
 */
export function setUpShop(dataDir: string, { shop, url, key, catalogue }: ShopLeft): void {
  const { database, backups } = tillFolder(dataDir)
  // Backups beside a file that is gone are a shop's that was set up long ago: the till says what is
  // lost.
  if (existsSync(database) || existsSync(backups)) return
  // Under another name until it is whole: a test may be killed in between.
  const made = `${database}.set-up`
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 })
  writeFileSync(made, shopTemplate({ shop, url, key, catalogue }))
  renameSync(made, database)
}

const shopTemplates = new Map<string, Buffer>()

/** The file of such a shop: every migration is run once a worker, and copied from then on. */
function shopTemplate(left: ShopLeft): Buffer {
  const name = JSON.stringify(left)
  const known = shopTemplates.get(name)
  if (known !== undefined) return known
  const folder = mkdtempSync(join(tmpdir(), 'meson-shop-'))
  try {
    const file = join(folder, 'till.db')
    const db = openDatabase(file)
    const tested = { url: left.url, rut: left.shop.rut, key: fingerprintOf(left.key) }
    db.prepare("INSERT INTO setting (key, value_json) VALUES ('till', ?)").run(
      JSON.stringify({ shop: left.shop, tested }),
    )
    stockShop(db, left.catalogue)
    db.close()
    const template = readFileSync(file)
    shopTemplates.set(name, template)
    return template
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const FIXTURE_SHOP: ShopView = {
  rut: '76192083-9',
  legalName: 'Almacén SpA',
  tradeName: 'Almacén',
  address: 'Calle 1',
  commune: 'Ñuñoa',
}
export const FIXTURE_SERVICE = { url: 'http://127.0.0.1:1', key: 'key-for-tests' }

export const FIXTURE_CATALOGUE: DemoCatalogue = {
  categories: [{ id: 'a', name: 'Abarrotes', hue: 10 }],
  products: [
    {
      code: '7801040000037',
      name: 'Café molido',
      unitGrossClp: 1996,
      categoryId: 'a',
      isFavourite: true,
    },
    { code: '101', name: 'Pan (kg)', unitGrossClp: 1890, categoryId: 'a', unit: 'kg' },
    { code: '201', name: 'Pasaje', unitGrossClp: 1600, categoryId: 'a', isExempt: true },
  ],
}

export interface TillFixture {
  readonly dataDir: string
  readonly clock: ManualClock
  readonly service: FakeService
  readonly printer: FakePrinter
  /** A shop's till that is set up, unless `isSetUp` is false or there is an embedded service. */
  open(changes?: Partial<TillOptions> & { readonly isSetUp?: boolean }): Promise<Till>
  /**
   * Moves time from one event to the next until something holds; fails after `limitMs` of till
   * time.
   */
  until(condition: () => boolean, limitMs?: number): Promise<void>
  close(): Promise<void>
}

export function tillFixture(): TillFixture {
  const dataDir = mkdtempSync(join(tmpdir(), 'meson-till-'))
  const opened: Till[] = []
  const fixture: TillFixture = {
    dataDir,
    clock: manualClock(),
    service: fakeService(),
    printer: fakePrinter(),
    async open({ isSetUp = true, ...changes } = {}) {
      const catalogue = changes.demoCatalogue ?? FIXTURE_CATALOGUE
      if (isSetUp && (changes.embedded ?? null) === null) {
        setUpShop(changes.dataDir ?? dataDir, { shop: FIXTURE_SHOP, ...FIXTURE_SERVICE, catalogue })
      }
      const till = await createTill({
        dataDir,
        clock: fixture.clock,
        randomness: systemRandomness,
        printing: fixture.printer,
        printers: [PRINTER],
        drawSlip: async () => Buffer.from('%PDF-1.7 slip'),
        drawReport: async () => Buffer.from('%PDF-1.7 report'),
        secrets: { load: async () => null, save: async () => {} },
        apiKeyFromHost: FIXTURE_SERVICE.key,
        serviceUrlFromHost: FIXTURE_SERVICE.url,
        embedded: null,
        demoShop: FIXTURE_SHOP,
        demoCatalogue: FIXTURE_CATALOGUE,
        rendererDir: join(dataDir, 'no-screens'),
        version: '0.0.0',
        log: () => {},
        http: fixture.service,
        ...changes,
      })
      opened.push(till)
      return till
    },
    async until(condition, limitMs = 120_000) {
      const endsMs = fixture.clock.monotonicMs() + limitMs
      if (!condition()) await fixture.clock.advance(0)
      while (!condition()) {
        const leftMs = endsMs - fixture.clock.monotonicMs()
        if (leftMs <= 0)
          throw new Error(`still not true after ${limitMs} ms of till time: ${String(condition)}`)
        await fixture.clock.advanceToNext(Math.min(leftMs, ASK_EVERY_MS))
      }
    },
    async close() {
      for (const till of opened) await till.stop().catch(() => {})
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return fixture
}

/** A cart of products by code, one of each; of what is weighed, one kilo. */
export function cartOf(api: TillApi, ...codes: string[]): Cart {
  return codes.reduce<Cart>((cart, code) => {
    const product = api.productByCode(code)
    if (!product.ok) throw new Error(product.refusal.code)
    const next = applyToCart(cart, {
      type: 'add-product',
      product: product.value,
      quantity: product.value.weighed ?? ONE_MILLI,
    })
    if (!next.ok) throw new Error(next.refusal.code)
    return next.value
  }, EMPTY_CART)
}

/** The open sale's name and reference, made now if it has none. */
export function openedOf(api: Pick<TillApi, 'openSale'>): SaleIds {
  const opened = api.openSale()
  if (!opened.ok) throw new Error(opened.refusal.code)
  return opened.value
}

/** A cart as the open sale a screen keeps, paid by nothing yet. */
export function keptOf(
  cart: Cart,
  saleId = makeSaleId(NOON, systemRandomness.bytes(ULID_RANDOM_BYTES)),
): SaveSaleInput {
  return { sale: { ...newSale(saleId), cart }, replaces: null }
}

/** What the screen sends for a cart when the pay key is pressed. */
export function commitOf(
  api: TillApi,
  cart: Cart,
  method: PaymentMethodId = 'EF',
  tenderedClp: number | null = null,
): CommitInput {
  return {
    saleId: openedOf(api).saleId,
    lines: cart.lines.map(({ lineNumber: _, ...line }) => line),
    discount: cart.discount,
    payments: [{ method, amountClp: tenderedClp, reference: '' }],
    expectedTotalClp: cartTotals(cart).totalClp,
    recipient: null,
  }
}

/** Sells one of each product for exact cash, bread when none is named. */
export function sellOf(api: TillApi, ...codes: string[]): SaleId {
  const sold = api.commitSale(commitOf(api, cartOf(api, ...(codes.length > 0 ? codes : ['101']))))
  if (!sold.ok) throw new Error(sold.refusal.code)
  return sold.value.saleId
}

export function receiptOf(api: TillApi, saleId: SaleId): ReceiptDetail {
  const found = api.receipt(saleId)
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value
}
