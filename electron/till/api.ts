/** The table of contents of shared/bridge, answered by the store and the workers of one open core. */
import { santiagoDate } from '#shared/time/santiago.ts'
import { isRefusalCode, refusal, type Refusal } from '#shared/core/refusals.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { StopSignal, TillApi } from '#shared/bridge/till-api.ts'
import type { TillStatus } from '#shared/bridge/views.ts'
import { buyerLimitOf } from '#shared/sale/buyer-limit.ts'
import { createCounter, type Counter } from './counter.ts'
import { createCustomers } from './customers/customers.ts'
import { createCredits } from './returns/credits.ts'
import { createReturns, type Returns } from './returns/returns.ts'
import { createShifts, type Shifts } from './shifts/shifts.ts'
import { createSales, type Sales } from './sales/sales.ts'
import type { Connection } from './sync/connection.ts'
import { deleteCommand } from './sync/delete-receipt.ts'
import { createPrinterCommands } from './print/printer-commands.ts'
import { fallbackOf } from './till.ts'
import { createRefusedReceipts, refuseCompanyChange } from './sync/refused-receipts.ts'
import type { Store, TillOptions, Workers } from './till.ts'

export function createApi(options: TillOptions, store: Store, workers: Workers): TillApi {
  const { catalogue, receipts, settings, printers, currentPrinter, shop } = store
  const buyerLimit = () => buyerLimitOf(settings.read().buyerLimits, Number(santiagoDate(options.clock.now()).slice(0, 4)))
  const isDeleted = (saleId: SaleId) => {
    const deletion = store.deletions.load(saleId)?.deletion
    return deletion === 'asked' || deletion === 'done'
  }
  const credits = createCredits(store.db)
  const needsShift = shiftGuard(store)
  const counter = createCounter({ options, store, sales: () => sales, wake: workers.wake, needsShift })
  const sales: Sales = createSales({
    db: store.db, journal: store.journal, clock: options.clock, randomness: options.randomness, printer: currentPrinter,
    today: () => santiagoDate(options.clock.now()), isHalted: store.safety.isHalted, needsShift,
    permit: ({ saleId, lines }) => counter.approvals.permitSale(saleId, lines),
    onCommitted() {
      store.safety.sold()
      workers.wake()
    },
    context: () => ({
      issuer: { rut: shop().rut, legalName: shop().legalName },
      branchOffice: settings.read().branchOffice,
      // Paper says «Caja: 1», so the name is the number alone.
      registerName: String(settings.read().registerNumber),
      registerNumber: settings.read().registerNumber,
      cashierName: store.staff.cashierName(),
      paymentMethods: settings.read().paymentMethods,
      buyerRequiredFromClp: buyerLimit(),
      serviceIsDown: workers.connection.isDown(),
      creditOf: credits.of,
    }),
  })
  return {
    ...sales,
    ...openReturns({ options, store, workers, counter, needsShift }),
    ...openShifts({ options, store, workers, counter, needsShift }),
    credits: credits.open,
    ...counter.api,
    ...createRefusedReceipts({
      store: store.outbox, clock: options.clock, exists: (saleId) => hasReceipt(receipts, saleId), isDeleted, onMoved: workers.wake,
    }),
    ...deleteCommand(workers.deletions, counter.mayDelete),
    ...createCustomers(store.db),
    ...workers.taxpayers,
    bootstrap: () => ({
      shop: shop(), registerName: `Caja ${settings.read().registerNumber}`, cashierName: store.staff.cashierName(), categories: catalogue.categories(),
      printers: printers.known(), printerId: currentPrinter().id,
      paymentMethods: settings.read().paymentMethods.filter((method) => method.isActive), buyerRequiredFromClp: buyerLimit(),
      isDemo: workers.address.isEmbedded(), version: options.version,
    }),
    status: () => readStatus(store, workers),
    searchProducts: catalogue.search, productByCode: catalogue.byCode, bestSellers: catalogue.bestSellers, productSlice: catalogue.slice,
    listReceipts: receipts.list, receipt: receipts.detail,
    retryNow(saleId) {
      const found = receipts.detail(saleId)
      if (!found.ok) return found
      if (isDeleted(saleId)) return refuse(refusal('RECEIPT_DELETED'))
      if (found.value.documentedBy === 'receipt') store.outbox.retryNow(saleId)
      store.printing.retryOriginal(saleId)
      workers.connection.check()
      workers.wake()
      return ok(null)
    },
    settings: settings.view,
    ...createPrinterCommands({
      ...options, printers, store: store.printing, troubleOf: workers.liveTroubleOf, wake: workers.wake,
    }, store.testPages),
    saveSettings: (input) => saveSettings({ store, workers, counter }, input),
    feed: (afterSeq, signal) => store.journal.follow(afterSeq, eitherSignal(signal, store.ended.signal)),
  }
}

interface CoreParts {
  readonly options: TillOptions
  readonly store: Store
  readonly workers: Workers
  readonly counter: Counter
  /** Why nothing may be sold, given back or deleted now; null when it may. */
  readonly needsShift: () => Refusal | null
}

/** Returns stand on the same parts as sales, and are counted with them for the next backup. */
function openReturns({ options, store, workers, counter, needsShift }: CoreParts): Returns {
  const { settings } = store
  return createReturns({
    db: store.db, journal: store.journal, clock: options.clock, randomness: options.randomness, printer: store.currentPrinter,
    today: () => santiagoDate(options.clock.now()), isHalted: store.safety.isHalted, permit: counter.mayReturn, needsShift,
    onCommitted() {
      store.safety.sold()
      workers.wake()
    },
    context: () => ({
      registerName: String(settings.read().registerNumber), registerNumber: settings.read().registerNumber,
      cashierName: store.staff.cashierName(), paymentMethods: settings.read().paymentMethods,
      serviceIsDown: workers.connection.isDown(), serviceId: workers.address.id(),
    }),
  })
}

/** Shifts stand on the same parts as well; a closed one is copied by the same hands as a closed till. */
function openShifts({ options, store, workers, counter }: CoreParts): Shifts {
  const { safety, settings, currentPrinter } = store
  return createShifts({
    db: store.db, journal: store.journal, clock: options.clock, randomness: options.randomness, settings: settings.read,
    registerName: () => String(settings.read().registerNumber), allow: counter.approvals.allow, staff: store.staff, printer: currentPrinter,
    freeBytes: safety.freeBytes, backUp: safety.backUpAtClose, isHalted: safety.isHalted,
    pendingCount: () => store.outbox.counts().pendingCount,
    kickDrawer: async () => (await options.printing.kickDrawer(currentPrinter())).kind === 'sent',
    onCommitted() {
      // What is still unsent gets its chance before anybody counts.
      workers.connection.check()
      safety.sold()
      workers.wake()
    },
  })
}

/** A shop that uses shifts moves no money without one. */
function shiftGuard({ openShiftOf, settings }: Store): () => Refusal | null {
  return () => (settings.read().usesShifts && openShiftOf() === null ? refusal('SHIFT_REQUIRED') : null)
}

/** Where the receipts go, in whose name, and what counts as money: not for whoever stands at the counter. */
const OWNERS_SETTINGS = ['serviceUrl', 'apiKey', 'shop', 'paymentMethods', 'buyerLimits', 'lockAfterMinutes', 'usesShifts', 'countsBlind', 'differenceLimitClp'] as const

async function saveSettings({ store, workers, counter }: Omit<CoreParts, 'options' | 'needsShift'>, input: Parameters<TillApi['saveSettings']>[0]) {
  const { settings, shop, outbox } = store
  const owned = OWNERS_SETTINGS.find((field) => input[field] !== undefined)
  if (owned !== undefined && !counter.approvals.allow('manageStaff', null, null).ok) return refuse(refusal('OWNER_REQUIRED', owned))
  const waits = refuseCompanyChange(input.shop?.rut, shop().rut, outbox.unfinishedCount())
  if (waits !== null) return refuse(waits)
  const openShift = input.usesShifts === false ? store.openShiftOf() : null
  if (openShift !== null) return refuse(refusal('SHIFT_STILL_OPEN', 'usesShifts', { number: String(openShift.number) }))
  const saved = await settings.save(input)
  if (!saved.ok) return saved
  if (input.serviceUrl !== undefined || input.apiKey !== undefined) workers.connection.check()
  if (input.serviceUrl !== undefined || input.shop !== undefined) workers.wake()
  return saved
}

/** A sale documented by a voucher has none to mend. */
function hasReceipt(receipts: Store['receipts'], saleId: SaleId): boolean {
  const found = receipts.detail(saleId)
  return found.ok && found.value.documentedBy === 'receipt'
}

/** Time the law gives to issue what was sold in an outage, from the moment the connection is back. */
const ISSUE_WITHIN_MS = 3_600_000

function issueDeadline(connection: Connection, oldestPendingAt: EpochMs | null): EpochMs | null {
  const isAway = connection.state() === 'offline' || connection.state() === 'checking'
  if (oldestPendingAt === null || isAway) return null
  return (Math.max(oldestPendingAt, connection.returnedAt() ?? 0) + ISSUE_WITHIN_MS) as EpochMs
}

function readStatus({ printing, outbox, safety, settings, printers, currentPrinter, openShiftOf }: Store, workers: Workers): TillStatus {
  const { connection, address, troubleOf, closedTypes } = workers
  const trouble = troubleOf(currentPrinter().id)
  const counts = outbox.counts()
  return {
    connection: connection.state(),
    connectionCause: connection.cause(),
    lastAnswerAt: connection.lastAnswerAt(),
    ...counts,
    issueDeadlineAt: issueDeadline(connection, counts.oldestPendingAt),
    clockSkewMs: connection.skewMs(),
    folioStock: outbox.folios.stock(address.id()),
    closedTypes: closedTypes(),
    printerId: currentPrinter().id,
    printerTrouble: trouble !== null && isRefusalCode(trouble) ? trouble : null,
    printQueueCount: printing.queueCount(),
    fallbackPrinterId: trouble === null || printing.queueCount() === 0 ? null
      : fallbackOf({ settings, printers }, currentPrinter().id)?.id ?? null,
    diskIsLow: safety.diskIsLow(),
    ...(settings.read().usesShifts ? { shift: openShiftOf() } : {}),
  }
}

/** A feed ends with its listener or with the database it reads from; the screen then asks again. */
function eitherSignal(first: StopSignal, second: StopSignal): StopSignal {
  return {
    get aborted() { return first.aborted || second.aborted },
    addEventListener(type, listener) {
      first.addEventListener(type, listener)
      second.addEventListener(type, listener)
    },
  }
}
