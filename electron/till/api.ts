/** The contract of shared/bridge, answered by the store and the workers of one open core. */
import { santiagoDate } from '#shared/time/santiago.ts'
import { isRefusalCode, refusal, type Refusal } from '#shared/core/refusals.ts'
import type { EpochMs, SaleId, ScreenId } from '#shared/core/brand.ts'
import { joined } from '#shared/core/joined.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { openingOf } from '#shared/bridge/opening.ts'
import type { StopSignal, TillApi } from '#shared/bridge/contract.ts'
import type { Bootstrap, FeedEvent, HeldTogether, TillStatus } from '#shared/bridge/views.ts'
import { buyerLimitOf } from '#shared/sale/buyer-limit.ts'
import type { SaleContext } from '#shared/sale/decide-sale.ts'
import { missingLimitYear } from '#shared/sale/identified-sales.ts'
import { createCounter, servedBy, type Counter } from './authorized-commands.ts'
import { guarded } from './guard.ts'
import { createCustomers } from './customers/customers.ts'
import { createCredits } from './returns/credits.ts'
import { createOutsideReturns, type OutsideReturns } from './returns/outside-returns.ts'
import { createReturns, type Returns, type ReturnsPorts } from './returns/returns.ts'
import { createShifts, type Shifts } from './shifts/shifts.ts'
import { createIdentifiedSales } from './sales/identified-sales.ts'
import { createSplitSales } from './sales/split-sales.ts'
import { createSales, type Sales } from './sales/sales.ts'
import type { SaleHold } from './sales/sale-hold.ts'
import type { Connection } from './sync/connection/connection.ts'
import { deleteCommand } from './sync/steps/delete-receipt.ts'
import { createPrinterCommands } from './print/printer-commands.ts'
import { createRefusedReceipts } from './sync/outbox/refused-receipts.ts'
import { createScaleCommands } from './scale/scale-commands.ts'
import { saveSettings } from './settings/save-settings.ts'
import { createSetUp, type SetUp } from './settings/set-up.ts'
import type { DocumentType } from '#shared/document/document-type.ts'
import type { TillOptions } from './options.ts'
import { fallbackOf, type Store } from './store.ts'
import type { Workers } from './workers.ts'

export function createApi(options: TillOptions, store: Store, workers: Workers): TillApi {
  const { receipts, settings, printers, currentPrinter } = store
  const buyerLimit = () => buyerLimitOf(settings.read().buyerLimits, yearNow(options))
  const isDeleted = (saleId: SaleId) => {
    const deletion = store.deletions.load(saleId)?.deletion
    return deletion === 'asked' || deletion === 'done'
  }
  const credits = createCredits(store.db)
  const setUp = openSetUp({ store, workers })
  const needsShift = shiftGuard(store, setUp.notYet)
  const counter = createCounter({
    options,
    store,
    sales: () => sales,
    wake: workers.wake,
    needsShift,
  })
  const scale = createScaleCommands(options, store)
  const today = () => santiagoDate(options.clock.now())
  const splits = createSplitSales({ ...store, clock: options.clock, today, limitClp: buyerLimit })
  const sales: Sales = createSales({
    db: store.db,
    journal: store.journal,
    clock: options.clock,
    randomness: options.randomness,
    printer: currentPrinter,
    today,
    isHalted: store.safety.isHalted,
    needsShift,
    notYet: setUp.notYet,
    note: splits.note,
    hold: store.hold,
    servedBy: () => servedBy(store.staff),
    log: options.log,
    noteChange: counter.approvals.noteSale,
    permit: (command) => counter.approvals.permitSale(command.saleId, command),
    onCommitted() {
      store.safety.sold()
      workers.wake()
    },
    context: () => ({
      ...issuing(store),
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
  // The counter answers for the charge: it notes what was sold on top of it.
  const { commitSale: _, ...saleCommands } = sales.api
  const core: Omit<TillApi, 'opening' | 'feed'> = joined(
    saleCommands,
    counter.api,
    scale.api,
    openReturns({ options, store, workers, counter, needsShift }),
    openShifts({ options, store, workers, counter, needsShift }),
    { credits: credits.open },
    createIdentifiedSales(store),
    splits.api,
    createRefusedReceipts({
      store: store.outbox,
      clock: options.clock,
      exists: (saleId) => hasReceipt(receipts, saleId),
      isDeleted,
      onMoved: workers.wake,
    }),
    deleteCommand(workers.deletions, counter.mayDelete),
    createCustomers(store.db),
    workers.taxpayers,
    setUp.api,
    createPrinterCommands(
      {
        ...options,
        printers,
        store: store.printing,
        troubleOf: workers.liveTroubleOf,
        wake: workers.wake,
        goOn: workers.goOn,
        currentPrinter,
        onRemoved: settings.forgetPrinter,
        staff: store.staff,
        scalePath: () => settings.read().scale?.path ?? null,
        isPractice: store.purpose === 'practice',
      },
      store.testPages,
    ),
    readings({ store, workers, bootstrap: () => bootstrapOf({ options, store }, setUp) }),
    retryCommands({ store, workers }, isDeleted),
    {
      saveSettings: (input: SavedSettings) =>
        scale.followAfter(saveSettings({ store, workers }, input)),
    },
  )
  return guarded(
    {
      ...core,
      opening: (by) => openingOf(core, by),
      feed: (afterSeq, signal, by) =>
        whileThere(
          store.hold,
          by,
          store.journal.follow(afterSeq, eitherSignal(signal, store.ended.signal)),
        ),
    },
    store.staff,
  )
}

type SavedSettings = Parameters<TillApi['saveSettings']>[0]

type Readings = Pick<
  TillApi,
  | 'bootstrap'
  | 'status'
  | 'searchProducts'
  | 'productByCode'
  | 'bestSellers'
  | 'productSlice'
  | 'productPictures'
  | 'listReceipts'
  | 'receipt'
  | 'settings'
>

/** What is only read. */
function readings({
  store,
  workers,
  bootstrap,
}: Pick<CoreParts, 'store' | 'workers'> & { readonly bootstrap: () => Bootstrap }): Readings {
  const { catalogue, receipts, settings } = store
  return {
    bootstrap,
    status: () => readStatus(store, workers),
    searchProducts: catalogue.search,
    productByCode: catalogue.byCode,
    bestSellers: catalogue.bestSellers,
    productSlice: catalogue.slice,
    productPictures: catalogue.tiles.pictures,
    listReceipts: receipts.list,
    receipt: receipts.detail,
    settings: settings.view,
  }
}

function bootstrapOf(
  { options, store }: Pick<CoreParts, 'options' | 'store'>,
  setUp: SetUp,
): Bootstrap {
  const { catalogue, settings, printers, currentPrinter, shop } = store
  const { registerNumber, paymentMethods, buyerLimits } = settings.read()
  const thisYear = yearNow(options)
  const isDemo = store.purpose === 'practice'
  return {
    shop: shop(),
    registerName: `Caja ${registerNumber}`,
    cashierName: store.staff.cashierName(),
    categories: catalogue.categories(),
    printers: printers.known(),
    printerId: currentPrinter().id,
    paymentMethods: paymentMethods.filter((method) => method.isActive),
    buyerRequiredFromClp: buyerLimitOf(buyerLimits, thisYear),
    isDemo,
    missing: setUp.missing(),
    missingLimitYear: isDemo ? null : missingLimitYear(buyerLimits, thisYear),
    version: options.version,
  }
}

const yearNow = ({ clock }: Pick<TillOptions, 'clock'>) =>
  Number(santiagoDate(clock.now()).slice(0, 4))

/** A screen is there as long as it listens. */
async function* whileThere(
  hold: SaleHold,
  by: ScreenId | undefined,
  events: AsyncIterable<FeedEvent>,
): AsyncIterable<FeedEvent> {
  const leave = by === undefined ? () => undefined : hold.arrive(by)
  try {
    yield* events
  } finally {
    leave()
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
function openReturns({
  options,
  store,
  workers,
  counter,
  needsShift,
}: CoreParts): Returns & OutsideReturns {
  const { settings } = store
  const ports: ReturnsPorts = {
    db: store.db,
    journal: store.journal,
    clock: options.clock,
    randomness: options.randomness,
    printer: store.currentPrinter,
    today: () => santiagoDate(options.clock.now()),
    isHalted: store.safety.isHalted,
    permit: counter.mayReturn,
    needsShift,
    onCommitted() {
      store.safety.sold()
      workers.wake()
    },
    context: () => ({
      registerName: String(settings.read().registerNumber),
      registerNumber: settings.read().registerNumber,
      cashierName: store.staff.cashierName(),
      paymentMethods: settings.read().paymentMethods,
      serviceIsDown: workers.connection.isDown(),
      serviceId: workers.address.id(),
      ...issuing(store),
    }),
  }
  return {
    ...createReturns(ports),
    ...createOutsideReturns({
      ...ports,
      http: workers.wire,
      isServiceThere: workers.connection.isOpen,
      signal: store.ended.signal,
    }),
  }
}

/**
 * Shifts stand on the same parts as well; a closed one is copied by the same hands as a closed
 * till.
 */
function openShifts({ options, store, workers, counter }: CoreParts): Shifts {
  const { safety, settings, currentPrinter } = store
  return createShifts({
    db: store.db,
    journal: store.journal,
    clock: options.clock,
    randomness: options.randomness,
    settings: settings.read,
    registerName: () => String(settings.read().registerNumber),
    allow: counter.approvals.allow,
    staff: store.staff,
    printer: currentPrinter,
    freeBytes: safety.freeBytes,
    backUp: safety.backUpAtClose,
    isHalted: safety.isHalted,
    partsTaken: counter.partsTaken,
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

/**
 * Who signs, and where: a branch sends its own address, which the receipt then shows as "Sucursal".
 */
function issuing({ shop, settings }: Store): Pick<SaleContext, 'issuer' | 'branchOffice'> {
  const { rut, legalName, address, commune } = shop()
  const { branchOffice } = settings.read()
  return {
    branchOffice,
    issuer: { rut, legalName, ...(branchOffice === 0 ? {} : { place: { address, commune } }) },
  }
}

/** A shop that is not set up moves no money, and one that uses shifts none without one. */
function shiftGuard(
  { openShiftOf, settings }: Store,
  notYet: () => Refusal | null,
): () => Refusal | null {
  return () =>
    notYet() ??
    (settings.read().usesShifts && openShiftOf() === null ? refusal('SHIFT_REQUIRED') : null)
}

/** As the log says it. */
const TESTED = {
  ours: 'empresa confirmada',
  unlisted: 'empresa no listada',
  other: 'clave de otra empresa',
} as const

/** A test of the connection writes who made it, and lets go what waited for it. */
function openSetUp({ store, workers }: Pick<CoreParts, 'store' | 'workers'>): SetUp {
  const { db, purpose, settings, staff } = store
  return createSetUp({
    db,
    purpose,
    settings,
    address: workers.address,
    http: workers.wire,
    manager: staff.settingsRight.manager,
    note: ({ actor, approverName }, company) =>
      staff.audit.write({
        action: 'service-tested',
        staff: actor,
        approverName,
        detail: { what: TESTED[company] },
      }),
    onReady() {
      workers.connection.check()
      workers.wake()
    },
  })
}

function retryCommands(
  parts: Pick<CoreParts, 'store' | 'workers'>,
  isDeleted: (saleId: SaleId) => boolean,
): Pick<TillApi, 'retryNow' | 'retryHeld'> {
  return {
    retryNow: (saleId) =>
      isDeleted(saleId) ? refuse(refusal('RECEIPT_DELETED')) : retryNow(parts, saleId),
    retryHeld() {
      tryAgain(parts.workers)
      return null
    },
  }
}

/** A person presses: whatever of this sale waits, for the service or for the printer, goes now. */
function retryNow(
  { store, workers }: Pick<CoreParts, 'store' | 'workers'>,
  saleId: SaleId,
): ReturnType<TillApi['retryNow']> {
  const found = store.receipts.detail(saleId)
  if (!found.ok) return found
  if (found.value.documentedBy === 'receipt') store.outbox.retryNow(saleId)
  store.printing.retryOriginal(saleId)
  tryAgain(workers)
  return ok(null)
}

/** Nothing is held against anybody any longer. */
function tryAgain(workers: Workers): void {
  workers.connection.check()
  workers.mended()
  workers.wake()
  workers.readNow()
}

/** A sale documented by a voucher has none to mend. */
function hasReceipt(receipts: Store['receipts'], saleId: SaleId): boolean {
  const found = receipts.detail(saleId)
  return found.ok && found.value.documentedBy === 'receipt'
}

/**
 * Time the law gives to issue what was sold in an outage, from the moment the connection is back.
 */
const ISSUE_WITHIN_MS = 3_600_000

function issueDeadline(connection: Connection, oldestPendingAt: EpochMs | null): EpochMs | null {
  const isAway = connection.state() === 'offline' || connection.state() === 'checking'
  if (oldestPendingAt === null || isAway) return null
  return (Math.max(oldestPendingAt, connection.returnedAt() ?? 0) + ISSUE_WITHIN_MS) as EpochMs
}

function readStatus(
  { printing, outbox, safety, settings, printers, currentPrinter, openShiftOf }: Store,
  workers: Workers,
): TillStatus {
  const { connection, address, troubleOf } = workers
  const trouble = troubleOf(currentPrinter().id)
  const counts = outbox.counts()
  return {
    connection: connection.shown(),
    connectionCause: connection.cause(),
    lastAnswerAt: connection.lastAnswerAt(),
    ...counts,
    issueDeadlineAt: issueDeadline(connection, counts.oldestPendingAt),
    clockSkewMs: connection.skewMs(),
    folioStock: outbox.folios.stock(address.id()),
    closedTypes: workers.closedTypes(),
    heldTogether: heldTogether(outbox, workers),
    printerId: currentPrinter().id,
    printerTrouble: trouble !== null && isRefusalCode(trouble) ? trouble : null,
    printQueueCount: printing.queueCount(),
    fallbackPrinterId:
      trouble === null || printing.queueCount() === 0
        ? null
        : (fallbackOf({ settings, printers }, currentPrinter().id)?.id ?? null),
    unprintedCount: printing.unprintedCount(),
    latePapers: printing.latePapers(),
    paperIsLow: workers.isPaperLow(currentPrinter().id),
    diskIsLow: safety.diskIsLow(),
    ...(settings.read().usesShifts ? { shift: openShiftOf() } : {}),
  }
}

/**
 * What a person is told of brakes that hold several receipts; nothing of an outage, which the
 * connection tells.
 */
function heldTogether(
  { waitingByType }: Store['outbox'],
  { connection, closedTypes, refusedTogether }: Workers,
): TillStatus['heldTogether'] {
  const lane = connection.state() === 'trouble' ? TURNED_AWAY[connection.cause() ?? ''] : undefined
  const [refused, closed] = [refusedTogether(), closedTypes()]
  // With a long queue counting takes a while, and nearly always there is nothing to count for.
  if (lane === undefined && refused.length === 0 && closed.length === 0) return []
  const waiting = waitingByType()
  const held = (
    kind: HeldTogether['kind'],
    documentTypes: readonly DocumentType[],
    detail = '',
  ): HeldTogether => ({
    kind,
    documentTypes,
    detail,
    count: waiting.reduce(
      (sum, { type, count }) => sum + (documentTypes.includes(type) ? count : 0),
      0,
    ),
  })
  return [
    ...(lane === undefined
      ? []
      : [
          held(
            lane,
            waiting.map(({ type }) => type),
          ),
        ]),
    ...refused.map(({ types, text }) => held('refused', types, text)),
    ...(closed.length === 0 ? [] : [held('type', closed)]),
  ].filter(({ count }) => count > 0)
}
const TURNED_AWAY: Readonly<Record<string, 'key' | 'company'>> = {
  API_KEY_REFUSED: 'key',
  COMPANY_REFUSED: 'company',
}

/** A feed ends with its listener or with the database it reads from; the screen then asks again. */
function eitherSignal(first: StopSignal, second: StopSignal): StopSignal {
  return {
    get aborted() {
      return first.aborted || second.aborted
    },
    addEventListener(type, listener) {
      first.addEventListener(type, listener)
      second.addEventListener(type, listener)
    },
  }
}
