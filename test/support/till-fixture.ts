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
import { createIds } from '#shared/text/ids.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { makeSaleId, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import { applyToCart, cartTotals, EMPTY_CART, type Cart } from '#shared/selling/cart/cart.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { SaveSaleInput } from '#shared/selling/kept-sale.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { SaleIds } from '#shared/selling/views.ts'
import { newSale } from '#shared/selling/open-sale/open-sale.ts'
import { ONE_MILLI } from '#shared/money/quantity.ts'
import type { PaymentMethodId } from '#shared/selling/payment/payment-method.ts'
import { createCatalogue, type DemoCatalogue } from '#till/catalogue/catalogue.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import type { TillDatabase } from '#till/kernel/database.ts'
import { createJournal } from '#till/kernel/journal.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { fingerprintOf } from '#till/settings/key-origin.ts'
import { createTill, type Till } from '#till/till.ts'
import { systemRandomness } from '#till/adapters/system.ts'
import type { ShopView } from '#shared/core/shop.ts'
import type { TillOptions } from '#till/options.ts'
import type { SecretStore } from '#till/kernel/ports.ts'
import {
  fakePrinter,
  fakeService,
  PRINTER,
  type FakePrinter,
  type FakeService,
} from './fake-ports.ts'
import { fakeMail, type FakeMail } from './fake-mail.ts'
import { manualClock, NOON, type ManualClock } from './manual-clock.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

export { manualClock, NOON, type ManualClock } from './manual-clock.ts'
export {
  fakePrinter,
  fakeService,
  LOST,
  PRINTED,
  PRINTER,
  UNREACHABLE,
  type FakePrinter,
  type FakeService,
} from './fake-ports.ts'

/** `until` asks at least this often, for a condition that reads the clock itself. */
const ASK_EVERY_MS = 1_000

/** Products in the shelves of a shop, as its owner would have entered them. */
export function stockShop(db: TillDatabase, catalogue: DemoCatalogue): void {
  const clock = manualClock()
  createCatalogue({
    db,
    journal: createJournal({ db, clock }),
    clock,
    ids: createIds(clock, systemRandomness),
  }).seed(catalogue)
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
      JSON.stringify({ shop: left.shop, tested, emission: DECLARED }),
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

/** The shop declared a receipt for every sale. */
export const DECLARED = { model: 'every-sale', since: '2026-01-02' }

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
  readonly mail: FakeMail
  /** A shop's till that is set up, unless `isSetUp` is false or there is an embedded service. */
  open(
    changes?: Partial<TillOptions> & { readonly isSetUp?: boolean; readonly isSealed?: boolean },
  ): Promise<Till>
  /**
   * Moves time from one event to the next until something holds; fails after `limitMs` of till
   * time.
   */
  until(condition: () => boolean, limitMs?: number): Promise<void>
  close(): Promise<void>
}

export function tillFixture(service = fakeService()): TillFixture {
  const dataDir = mkdtempSync(join(tmpdir(), 'meson-till-'))
  const opened: Till[] = []
  const secret = secretInMemory()
  const fixture: TillFixture = {
    dataDir,
    clock: manualClock(),
    service,
    printer: fakePrinter(join(tillFolder(dataDir).folder, 'paper')),
    mail: fakeMail(),
    async open({ isSetUp = true, isSealed = true, ...changes } = {}) {
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
        drawLabels: async () => Buffer.from('%PDF-1.7 labels'),
        serviceKey: { load: async () => null, save: async () => {} },
        apiKeyFromHost: FIXTURE_SERVICE.key,
        serviceUrlFromHost: FIXTURE_SERVICE.url,
        embedded: null,
        demoShop: FIXTURE_SHOP,
        demoCatalogue: FIXTURE_CATALOGUE,
        rendererDir: join(dataDir, 'no-screens'),
        version: '0.0.0',
        log: () => {},
        http: fixture.service,
        mailing: fixture.mail,
        ...(isSealed ? { ownSecret: secret } : {}),
        // Its real cost is the matter of pin-hash.test.ts; here it was most of the time.
        pinCost: 4,
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

/** Sealed as every till is that people use: what changes a guarded row has to go with its seal. */
function secretInMemory(): SecretStore {
  let stored: string | null = null
  return { load: async () => stored, save: async (value) => void (stored = value) }
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
