/** The parts of the core, each given what it needs of the store and the workers. */
import { joined } from '#shared/core/joined.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import type { SaleContext } from '#shared/selling/sale/decide-sale.ts'
import type { Clp } from '#shared/money/clp.ts'
import { buyerLimitOf } from '#shared/selling/sale/buyer-limit.ts'
import { servedBy } from './hand-over.ts'
import { unattended } from './kernel/background.ts'
import { createCardBack } from './card/card-back.ts'
import { createCardCommands } from './card/card-commands.ts'
import { createCardWords } from './card/card-words.ts'
import { createPayOut } from './shifts/pay-out.ts'
import { createCardsOfSale } from './card/pay-by-card.ts'
import { createLabelCommands } from './printing/labels.ts'
import { createPrinterCommands } from './printing/printer-commands.ts'
import { createApplyPromotions } from './promotions/apply-promotions.ts'
import { createMailCommands } from './delivery/mail/mail-commands.ts'
import { createDrawerKicks, type DrawerKicks } from './printing/drawer-kicks.ts'
import { createGiftCommand } from './printing/gift.ts'
import { createCodePrint } from './printing/print-owner-code.ts'
import { createReportCommands } from './reports/report-commands.ts'
import { createSales, type Sales, type SalesPorts } from './selling/sales.ts'
import type { AuthorizedCommands } from './authorized-commands.ts'
import { createChanges, type Changes } from './returns/changes.ts'
import { createOwnElsewhere } from './returns/ask-elsewhere.ts'
import { createOutsideReturns, type OutsideReturns } from './returns/outside-returns.ts'
import { openRefundLimits } from './returns/refund-limits.ts'
import { createReturns, type Returns } from './returns/returns.ts'
import { createShifts, type Shifts } from './shifts/shifts.ts'
import { createSetUp, type SetUp } from './settings/set-up.ts'
import { createValePapers } from './vales/vale-papers.ts'
import type { TillOptions } from './options.ts'
import type { Store } from './store.ts'
import { withSpent, type SpentReturns } from './with-spent.ts'
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
interface SalesNeighbours extends Required<Pick<SalesPorts, 'notYet' | 'note' | 'followed'>> {
  readonly buyerLimit: () => Clp
  readonly creditOf: NonNullable<SaleContext['creditOf']>
  readonly valeOf: NonNullable<SaleContext['valeOf']>
  /** What is spent once over all tills of a shop: in this till's hand, or refused. */
  readonly spend: SalesPorts['permit']
}

export function openSales(
  parts: CoreParts,
  { buyerLimit, creditOf, valeOf, spend, ...neighbours }: SalesNeighbours,
): Sales {
  const { options, store, workers, authorized } = parts
  return createSales({
    ...moneyPorts(parts),
    ...neighbours,
    hold: store.hold,
    servedBy: () => servedBy(store.staff),
    log: options.log,
    resolveProducts: store.catalogue.resolveProducts,
    applyPromotions: createApplyPromotions(store.db, (command) => ({
      promotions: store.promotions.inForce(),
      priceList: store.priceLists.ofSale(command),
    })),
    noteChange: authorized.approvals.noteSale,
    sold: ({ saleId, recipient, documentedBy, soldAt }) => {
      if (documentedBy === 'receipt') store.mailing.sold(saleId, recipient.rut, soldAt)
    },
    permit: withSpent(spend, authorized.permitSale),
    cards: createCardsOfSale(store.cards),
    pages: { ...store.pages, next: () => store.pages.next(workers.address.id()) },
    context: () => ({
      ...registerContext(parts),
      buyerRequiredFromClp: buyerLimit(),
      creditOf,
      valeOf,
    }),
    paperRule: () => store.settings.read().paperRule,
    isMailed: (rut) => workers.mail.trouble() === null && store.mailing.reaches(rut),
    drawer: openDrawer(parts),
  })
}

export function openCardCommands(parts: CoreParts, { rehearse }: Sales) {
  const { options, store, authorized, needsShift } = parts
  const { cards: desk, cardRefunds: refunds, ids, staff, terminals, cardAccount: account } = store
  return createCardCommands({
    ...{ desk, refunds, ids, staff, terminals, account, totals: store.cardTotals, rehearse },
    allow: authorized.approvals.allow,
    ...{ cashOut: authorized.cashOut, needsShift },
    payOut: createPayOut(store.db, options.clock),
    kickDrawer: () =>
      unattended(options.clock, options.printing.kickDrawer(store.currentPrinter())),
    isPractice: store.purpose === 'practice',
    isHalted: store.durability.isHalted,
  })
}

/** What was owed when the till fell is tried at its start. */
function openDrawer({ options, store }: CoreParts): DrawerKicks {
  const drawer = createDrawerKicks({
    db: store.db,
    clock: options.clock,
    kick: () => options.printing.kickDrawer(store.currentPrinter()),
    isOver: () =>
      store.ended.signal.aborted || store.durability.isHalted() || store.rest.now() !== null,
  })
  drawer.kick()
  return drawer
}

export function openPrinterCommands({ options, store, workers }: CoreParts) {
  return createPrinterCommands(
    {
      printing: options.printing,
      clock: options.clock,
      today: store.today,
      ids: store.ids,
      printers: store.printers,
      store: store.printing,
      seesPaper: store.shiftVisibility.seesPaper,
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

export function openLabels(parts: CoreParts) {
  const { options, store } = parts
  return createLabelCommands({ ...oncePorts(parts), db: store.db, drawLabels: options.drawLabels })
}

/** What a customer takes home besides the paper of the sale. */
export function openHandOuts(parts: CoreParts) {
  return joined(openGifts(parts), openCodePrint(parts), openMail(parts), openValePapers(parts))
}

function openMail({ options, store, workers }: CoreParts) {
  return createMailCommands({ ...store, ...workers.mail, clock: options.clock })
}

function openGifts(parts: CoreParts) {
  const { options, store } = parts
  return createGiftCommand({
    ...oncePorts(parts),
    db: store.db,
    shop: store.shop,
    drawSlip: options.drawSlip,
  })
}

function openCodePrint(parts: CoreParts) {
  const { options, store } = parts
  return createCodePrint({
    ...oncePorts(parts),
    clock: options.clock,
    today: store.today,
    staff: store.staff,
    shop: store.shop,
    drawReport: options.drawReport,
  })
}

function openValePapers(parts: CoreParts) {
  const { options, store, authorized } = parts
  return createValePapers({
    ...oncePorts(parts),
    db: store.db,
    clock: options.clock,
    today: store.today,
    staff: store.staff,
    allow: authorized.approvals.allow,
    givenNow: authorized.givenNow,
    shop: store.shop,
    registerName: () => registerNameOf(store),
    drawSlip: options.drawSlip,
  })
}

export function openReports(parts: CoreParts) {
  const { options, store } = parts
  return createReportCommands({
    ...oncePorts(parts),
    reports: store.reports,
    hidden: store.shiftVisibility.hidden,
    today: store.today,
    limits: () => store.settings.read().buyerLimits,
    log: options.log,
    drawReport: options.drawReport,
    facts: () => ({
      shop: store.shop(),
      registerName: registerNameOf(store),
      madeBy: store.staff.cashierName(),
      madeAt: options.clock.now(),
    }),
  })
}

/** Of a paper of which nothing is kept. */
function oncePorts({ options, store, workers }: CoreParts) {
  return {
    ids: store.ids,
    printing: options.printing,
    currentPrinter: store.currentPrinter,
    troubleOf: workers.liveTroubleOf,
    isPractice: store.purpose === 'practice',
  }
}

/** Returns stand on the same parts as sales, and are counted with them for the next backup. */
export function openReturns(
  parts: CoreParts,
  { spendReturn, needsWord }: SpentReturns,
): Returns & OutsideReturns & Changes {
  const { store, workers, authorized } = parts
  const back = openRefundLimits(store.db, {
    ids: store.ids,
    settings: () => store.settings.read().back,
    today: store.today,
  })
  const ports = {
    ...moneyPorts(parts),
    permit: withSpent(spendReturn, authorized.mayReturn),
    limits: back.limits,
    ...createCardBack({
      ...{ db: store.db, desk: store.cards, today: store.today },
      refunds: store.cardRefunds,
    }),
    given: (...made: Parameters<typeof store.mailing.sold>) => {
      authorized.givenNow.note(made[0])
      store.mailing.sold(...made)
    },
    context: () => ({
      ...registerContext(parts),
      ...back.terms(),
      serviceId: workers.address.id(),
    }),
    http: workers.wire,
    isServiceThere: workers.connection.isOpen,
    needsWord,
    signal: store.ended.signal,
  }
  const asking = { ...ports, elsewhere: createOwnElsewhere(ports) }
  const changes = createChanges({
    ...asking,
    permit: authorized.mayChange,
    buyerRequiredFromClp: () =>
      buyerLimitOf(store.settings.read().buyerLimits, Number(ports.today().slice(0, 4))),
  })
  return { ...createReturns(asking), ...createOutsideReturns(asking), ...changes }
}

/**
 * Shifts stand on the same parts as well; a closed one is copied by the same hands as a closed
 * till.
 */
export function openShifts(parts: CoreParts): Shifts {
  const { options, store, workers, authorized } = parts
  const { durability, settings, currentPrinter } = store
  const ports = writingPorts(parts)
  return createShifts({
    ...ports,
    settings: settings.read,
    registerName: () => registerNameOf(store),
    mailClosing: (reportId, at) => store.mailing.closed(reportId, settings.read().closingMail, at),
    mailOf: store.mailing.ofReport,
    maySee: store.shiftVisibility.maySee,
    allow: authorized.approvals.allow,
    cashOut: authorized.cashOut,
    staff: store.staff,
    freeBytes: durability.freeBytes,
    backUp: durability.backUpAtClose,
    partsTaken: authorized.partsTaken,
    terminalTotals: store.cardTotals.ofShift,
    cardWords: createCardWords(store.db, store.cards.attempts, store.cardRefunds),
    terminalClosing: store.cardTotals.closingOf,
    leaveTerminalToHand: store.cardTotals.leaveToHand,
    closeTerminal: (shiftId) => unattended(options.clock, store.cardTotals.closeAfter(shiftId)),
    isCardOpen: () => store.cards.attempts.open().length > 0,
    pendingCount: () => store.outbox.counts().pendingCount,
    kickDrawer: async () => (await options.printing.kickDrawer(currentPrinter())).kind === 'sent',
    onCommitted() {
      // What is still unsent gets its chance before anybody counts.
      workers.connection.check()
      ports.onCommitted()
    },
  })
}

/** What everything stands on that writes a fact: the books, and who is told once it is on disk. */
function writingPorts({ options, store, workers }: CoreParts) {
  return {
    db: store.db,
    journal: store.journal,
    clock: options.clock,
    ids: store.ids,
    printer: store.currentPrinter,
    isHalted: store.durability.isHalted,
    onCommitted() {
      store.durability.sold()
      workers.wake()
    },
  }
}

/** The same for what is sold or given back: of a day, and only while a shift allows it. */
function moneyPorts(parts: CoreParts) {
  return { ...writingPorts(parts), today: parts.store.today, needsShift: parts.needsShift }
}

/** The till as a sale or return is decided and signed by it, read at that moment. */
function registerContext({ store, workers }: CoreParts) {
  const { registerNumber, paymentMethods, emission, exemptShare, tips, asksPurpose } =
    store.settings.read()
  return {
    ...issuing(store),
    registerName: registerNameOf(store),
    registerNumber,
    paymentMethods,
    emission: emission?.model,
    exemptShare,
    tips,
    asksPurpose,
    cashierName: store.staff.cashierName(),
    serviceIsDown: workers.connection.isDown(),
  }
}

/** Paper says «Caja: 1», so the name is the number alone. */
function registerNameOf({ settings }: Store): string {
  return String(settings.read().registerNumber)
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
  unnamed: 'clave aceptada, tienda sin RUT',
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
