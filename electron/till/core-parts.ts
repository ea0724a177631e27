/** The parts of the core, each given what it needs of the store and the workers. */
import { santiagoDate } from '#shared/time/santiago.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import type { SaleContext } from '#shared/sale/decide-sale.ts'
import type { Clp } from '#shared/money/clp.ts'
import { servedBy } from './hand-over.ts'
import { createPrinterCommands } from './print/printer-commands.ts'
import { createSales, type Sales, type SalesPorts } from './sales/sales.ts'
import type { AuthorizedCommands } from './authorized-commands.ts'
import { createOutsideReturns, type OutsideReturns } from './returns/outside-returns.ts'
import { createReturns, type Returns, type ReturnsPorts } from './returns/returns.ts'
import { createShifts, type Shifts } from './shifts/shifts.ts'
import { createSetUp, type SetUp } from './settings/set-up.ts'
import type { TillOptions } from './options.ts'
import type { Store } from './store.ts'
import type { Workers } from './workers.ts'

export interface CoreParts {
  readonly options: TillOptions
  readonly store: Store
  readonly workers: Workers
  readonly authorized: AuthorizedCommands
  /** Why nothing may be sold, given back or deleted now; null when it may. */
  readonly needsShift: () => Refusal | null
}

/** What the sales ask of their neighbours. */
interface SalesNeighbours extends Required<Pick<SalesPorts, 'notYet' | 'note'>> {
  readonly buyerLimit: () => Clp
  readonly creditOf: NonNullable<SaleContext['creditOf']>
}

export function openSales(
  { options, store, workers, authorized, needsShift }: CoreParts,
  { notYet, note, buyerLimit, creditOf }: SalesNeighbours,
): Sales {
  const { settings } = store
  return createSales({
    db: store.db,
    journal: store.journal,
    clock: options.clock,
    ids: store.ids,
    printer: store.currentPrinter,
    today: () => santiagoDate(options.clock.now()),
    isHalted: store.durability.isHalted,
    needsShift,
    notYet,
    note,
    hold: store.hold,
    servedBy: () => servedBy(store.staff),
    log: options.log,
    asKnown: store.catalogue.asKnown,
    noteChange: authorized.approvals.noteSale,
    permit: (command) => authorized.approvals.permitSale(command.saleId, command),
    onCommitted() {
      store.durability.sold()
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
      creditOf,
    }),
  })
}

export function openPrinterCommands({ options, store, workers }: CoreParts) {
  return createPrinterCommands(
    {
      printing: options.printing,
      clock: options.clock,
      ids: store.ids,
      printers: store.printers,
      store: store.printing,
      troubleOf: workers.liveTroubleOf,
      wake: workers.wake,
      goOn: workers.goOn,
      currentPrinter: store.currentPrinter,
      onRemoved: store.settings.forgetPrinter,
      staff: store.staff,
      scalePath: () => store.settings.read().scale?.path ?? null,
      isPractice: store.purpose === 'practice',
    },
    store.testPages,
  )
}

/** Returns stand on the same parts as sales, and are counted with them for the next backup. */
export function openReturns({
  options,
  store,
  workers,
  authorized,
  needsShift,
}: CoreParts): Returns & OutsideReturns {
  const { settings } = store
  const ports: ReturnsPorts = {
    db: store.db,
    journal: store.journal,
    clock: options.clock,
    ids: store.ids,
    printer: store.currentPrinter,
    today: () => santiagoDate(options.clock.now()),
    isHalted: store.durability.isHalted,
    permit: authorized.mayReturn,
    needsShift,
    onCommitted() {
      store.durability.sold()
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
export function openShifts({ options, store, workers, authorized }: CoreParts): Shifts {
  const { durability, settings, currentPrinter } = store
  return createShifts({
    db: store.db,
    journal: store.journal,
    clock: options.clock,
    ids: store.ids,
    settings: settings.read,
    registerName: () => String(settings.read().registerNumber),
    allow: authorized.approvals.allow,
    staff: store.staff,
    printer: currentPrinter,
    freeBytes: durability.freeBytes,
    backUp: durability.backUpAtClose,
    isHalted: durability.isHalted,
    partsTaken: authorized.partsTaken,
    pendingCount: () => store.outbox.counts().pendingCount,
    kickDrawer: async () => (await options.printing.kickDrawer(currentPrinter())).kind === 'sent',
    onCommitted() {
      // What is still unsent gets its chance before anybody counts.
      workers.connection.check()
      durability.sold()
      workers.wake()
    },
  })
}

/**
 * Who signs, and where: a branch sends its own address, which the receipt then shows as "Sucursal".
 */
export function issuing({ shop, settings }: Store): Pick<SaleContext, 'issuer' | 'branchOffice'> {
  const { rut, legalName, address, commune } = shop()
  const { branchOffice } = settings.read()
  return {
    branchOffice,
    issuer: { rut, legalName, ...(branchOffice === 0 ? {} : { place: { address, commune } }) },
  }
}

/** A shop that is not set up moves no money, and one that uses shifts none without one. */
export function shiftGuard(
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
export function openSetUp({ store, workers }: Pick<CoreParts, 'store' | 'workers'>): SetUp {
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
