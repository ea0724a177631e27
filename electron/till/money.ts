/** What moves money: sales, what goes back, shifts, and the card terminal. */
import type { Clp } from '#shared/money/clp.ts'
import { createCardBack } from './card/card-back.ts'
import { createCardCommands } from './card/card-commands.ts'
import { createCardWords } from './card/card-words.ts'
import { createCardsOfSale } from './card/pay-by-card.ts'
import { unattended } from './kernel/background.ts'
import { createDrawerKicks } from './printing/drawer-kicks.ts'
import { createApplyPromotions } from './promotions/apply-promotions.ts'
import { createOwnElsewhere } from './returns/ask-elsewhere.ts'
import { createChanges } from './returns/changes.ts'
import { createMayGiveBack } from './returns/may-give-back.ts'
import { createOutsideReturns } from './returns/outside-returns.ts'
import { createPermitSale } from './returns/permit-sale.ts'
import { openRefundLimits } from './returns/refund-limits.ts'
import { createReturns } from './returns/returns.ts'
import { servedBy } from './selling/hand-over.ts'
import { registerContext } from './selling/register-context.ts'
import { createSales, type Sales, type SalesPorts } from './selling/sales.ts'
import type { SaleContext } from '#shared/selling/sale/decide-sale.ts'
import type { NamedPart } from '#shared/selling/open-sale/paying.ts'
import { buyerLimitNow } from './settings/register.ts'
import { createPayOut } from './shifts/pay-out.ts'
import { createShifts } from './shifts/shifts.ts'
import type { Common, CoreParts, Serving } from './serving.ts'
import { withSpent } from './with-spent.ts'

/** What sales ask of features beside them. */
interface SalesNeighbours extends Pick<SalesPorts, 'notYet' | 'note' | 'followed'> {
  readonly creditOf: NonNullable<SaleContext['creditOf']>
}

/** A sale is one list of steps: what `createSales` is given here, in its order. */
export function openSales(
  { options, store, workers, fleet }: CoreParts,
  common: Common,
  { approvals, cashOut }: Serving,
  { creditOf, followed, ...neighbours }: SalesNeighbours,
): Sales {
  const { mailing, catalogue, settings, pages } = store
  return createSales({
    ...common,
    ...neighbours,
    hold: store.hold,
    servedBy: () => servedBy(store.staff),
    context: () => ({
      ...registerContext(store, workers.connection.isDown()),
      buyerRequiredFromClp: buyerLimitNow(store),
      creditOf,
      valeOf: fleet.desk.valeOf,
    }),
    resolveProducts: catalogue.resolveProducts,
    applyPromotions: createApplyPromotions(
      store.db,
      (command) => ({
        promotions: store.promotions.inForce(),
        priceList: store.priceLists.ofSale(command),
      }),
      store.counterTime,
    ),
    permit: withSpent(fleet.desk.spendSale, createPermitSale(store, approvals, cashOut)),
    cards: createCardsOfSale(store.cards),
    pages: { ...pages, next: () => pages.next(workers.address.id()) },
    paperRule: () => settings.read().paperRule,
    isMailed: (rut) => workers.mail.trouble() === null && mailing.reaches(rut),
    drawer: openDrawer({ options, store }),
    noteChange: approvals.noteSale,
    sold({ saleId, recipient, documentedBy, soldAt }) {
      if (documentedBy === 'receipt') mailing.sold(saleId, recipient.rut, soldAt)
    },
    followed: [
      (_, { lines }) => catalogue.noteSold(lines.flatMap((line) => line.productId ?? [])),
      ...followed,
    ],
  })
}

/** What was owed when the till fell is tried at its start. */
function openDrawer({ options, store }: Pick<CoreParts, 'options' | 'store'>) {
  const { ended, durability, rest } = store
  const drawer = createDrawerKicks({
    db: store.db,
    clock: options.clock,
    kick: () => options.printing.kickDrawer(store.currentPrinter()),
    isOver: () => ended.signal.aborted || durability.isHalted() || rest.now() !== null,
  })
  drawer.kick()
  return drawer
}

/** Returns, changes of documents, and what comes from other tills. */
export function openReturns(
  { store, workers, fleet }: CoreParts,
  common: Common,
  { approvals, cashOut }: Serving,
) {
  const { db, cards, cardRefunds, mailing, settings, today } = store
  const back = openRefundLimits(db, { ids: store.ids, settings: () => settings.read().back, today })
  const may = createMayGiveBack(store.staff, approvals, cashOut)
  const ports = {
    ...common,
    ...createCardBack({ db, desk: cards, today, refunds: cardRefunds }),
    permit: withSpent(fleet.desk.spendReturn, may.mayReturn),
    limits: back.limits,
    given: (...made: Parameters<typeof mailing.sold>) => {
      common.givenNow.note(made[0])
      mailing.sold(...made)
    },
    context: () => ({
      ...registerContext(store, workers.connection.isDown()),
      ...back.terms(),
      serviceId: workers.address.id(),
    }),
    http: workers.wire,
    isServiceThere: workers.connection.isOpen,
    needsWord: fleet.desk.needsWord,
    hold: fleet.desk.holdReturn,
    heldOf: fleet.desk.heldOf,
    nearby: fleet.desk.nearby,
  }
  const asking = { ...ports, elsewhere: createOwnElsewhere(ports) }
  const changes = createChanges({
    ...asking,
    permit: withSpent(fleet.desk.spendChange, may.mayChange),
    buyerRequiredFromClp: (): Clp => buyerLimitNow(store),
  })
  return { ...createReturns(asking), ...createOutsideReturns(asking), ...changes }
}

/** A closed shift is copied by the same hands as a closed till. */
export function openShifts(
  { options, store, workers }: CoreParts,
  common: Common,
  partsTakenNow: () => readonly NamedPart[],
) {
  const { cards, cardTotals, durability, mailing, outbox, settings } = store
  return createShifts({
    ...common,
    settings: settings.read,
    mailClosing: (reportId, at) => mailing.closed(reportId, settings.read().closingMail, at),
    mailOf: mailing.ofReport,
    maySee: store.shiftVisibility.maySee,
    freeBytes: durability.freeBytes,
    backUp: durability.backUpAtClose,
    partsTaken: partsTakenNow,
    terminalTotals: cardTotals.ofShift,
    cardWords: createCardWords(store.db, cards.attempts, store.cardRefunds),
    terminalClosing: cardTotals.closingOf,
    leaveTerminalToHand: cardTotals.leaveToHand,
    closeTerminal: (shiftId) => unattended(options.clock, cardTotals.closeAfter(shiftId)),
    isCardOpen: () => cards.attempts.open().length > 0,
    pendingCount: () => outbox.counts().pendingCount,
    kickDrawer: async () =>
      (await options.printing.kickDrawer(store.currentPrinter())).kind === 'sent',
    onCommitted() {
      // What is still unsent gets its chance before anybody counts.
      workers.connection.check()
      common.onCommitted()
    },
  })
}

export function openCards({ options, store }: CoreParts, common: Common, sales: Sales) {
  return createCardCommands({
    ...common,
    desk: store.cards,
    refunds: store.cardRefunds,
    terminals: store.terminals,
    account: store.cardAccount,
    totals: store.cardTotals,
    rehearse: sales.rehearse,
    payOut: createPayOut(store.db, options.clock),
    kickDrawer: () =>
      unattended(options.clock, options.printing.kickDrawer(store.currentPrinter())),
  })
}
