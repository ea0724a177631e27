/**
 * The features of one open till, in order, bottom to top: each is given what its ports name, out of
 * the store, the workers and the features below it, and answers its rows of the contract.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import { openingOf } from '#shared/bridge/opening.ts'
import type { SaleId, ScreenId } from '#shared/core/brand.ts'
import { joined } from '#shared/core/joined.ts'
import { createSealCheck } from './audit/seal-check.ts'
import { createSupportCommands } from './backup/support/support-commands.ts'
import { goodsCommands } from './catalogue/goods-commands.ts'
import { createProductCommands } from './catalogue/product-commands.ts'
import { stockCommands } from './catalogue/stock/stock-commands.ts'
import { customerCommands } from './customers/customer-commands.ts'
import { createCustomers } from './customers/customers.ts'
import { createPeopleCommands } from './customers/people-data/people-commands.ts'
import { openPeopleParts } from './customers/people-data/people-parts.ts'
import { createMailCommands } from './delivery/mail/mail-commands.ts'
import { openDesk } from './devices/desk.ts'
import { createScaleCommands } from './devices/scale-commands.ts'
import { createDoubtCommands } from './doubt-commands.ts'
import { guarded } from './guard.ts'
import { importCommands } from './importing/import-commands.ts'
import { deleteCommand } from './issuing/steps/delete-receipt.ts'
import { createMayMend } from './issuing/outbox/may-mend.ts'
import { createRefusedReceipts } from './issuing/outbox/refused-receipts.ts'
import { createGuideCommands } from './onboarding/guide-commands.ts'
import { createGiftCommand } from './printing/gift.ts'
import { createLabelCommands } from './printing/labels.ts'
import { createOpenDrawer } from './printing/open-drawer.ts'
import { createCodePrint } from './printing/print-owner-code.ts'
import { createPrinterCommands } from './printing/printer-commands.ts'
import { createReprint } from './printing/reprint.ts'
import { promotionCommands } from './promotions/promotion-commands.ts'
import { createMayDelete } from './receipts/may-delete.ts'
import { createSplitSales } from './receipts/split-sales.ts'
import { createReplacePrinter } from './replace-printer.ts'
import { createReportCommands } from './reports/report-commands.ts'
import { retryCommands } from './retry-commands.ts'
import { createCredits } from './returns/credits.ts'
import { saveSettings } from './save-settings.ts'
import { createIdentifiedSales } from './selling/identified-sales.ts'
import { openParked } from './selling/parked/open-parked.ts'
import type { Sales } from './selling/sales.ts'
import { createSignIn } from './selling/sign-in.ts'
import { buyerLimitNow } from './settings/register.ts'
import { createCrewCommands } from './staff/crew-commands.ts'
import type { Handlers } from './staff/staff-ports.ts'
import { createUpdateCommands } from './updates/updates.ts'
import { valeCommands } from './vales/vale-commands.ts'
import { createValePapers } from './vales/vale-papers.ts'
import { bootstrapOf } from './bootstrap.ts'
import { feedOf } from './feeds.ts'
import { openCards, openReturns, openSales, openShifts } from './money.ts'
import { openReadings } from './readings.ts'
import { partsTaken } from './card/parts-taken.ts'
import { parseRut, type Rut } from '#shared/rut/rut.ts'
import { buyerLimitOf } from '#shared/selling/sale/buyer-limit.ts'
import { openSetUp } from './settings/open-set-up.ts'
import { commonPorts, openServing, type Common, type CoreParts, type Serving } from './serving.ts'
import type { Store } from './store.ts'

export function openCore(core: CoreParts): TillApi {
  const { options, store, workers, fleet } = core
  const setUp = openSetUp(store, workers)
  const serving = openServing(core, () => sales)
  const { approvals, lookUps } = serving
  const common = commonPorts(core, serving, setUp.notYet)
  const parked = openParked(common, approvals, () => sales)
  const credits = createCredits(store.db, lookUps, fleet.desk.credits)
  const splits = createSplitSales({ ...common, limitClp: () => buyerLimitNow(store) })
  const scale = createScaleCommands(options, store)
  const desk = openDesk(options, store, () => sales.open.current().sale)
  const sales: Sales = openSales(core, common, serving, {
    notYet: setUp.notYet,
    note: splits.note,
    followed: [lookUps.sold, desk.thank],
    creditOf: credits.of,
  })
  const guide = createGuideCommands(core, setUp, () => bootstrapOf(core, setUp))
  const isDeleted = deletedIn(store)
  const handlers: Handlers = joined(
    {
      opening: (by?: ScreenId) =>
        openingOf(api, store.staff.actor().ok ? store.journal.newestSeq() : 0, by),
    },
    people(core, serving, sales),
    goods(core, serving),
    sales.api,
    parked.api,
    openReturns(core, common, serving),
    credits.api,
    valeCommands(approvals, { ...store, ...common, shop: fleet.desk.vales }),
    openShifts(core, common, () => partsTaken(sales, parked.partsTaken(), store)),
    splits.api,
    openCards(core, common, sales),
    fleet.api,
    fleet.worthApi(lookUps, credits),
    receipts(core, common, serving, isDeleted),
    papers(core, common),
    desk.api,
    scale.api,
    machine(core),
    guide.api,
    openReadings(core, {
      bootstrap: guide.bootstrap,
      openSaleId: () => sales.open.current().saleId,
    }),
    {
      saveSettings: (input: SavedSettings) =>
        desk.followAfter(scale.followAfter(saveSettings(core, input))),
    },
  )
  const api: TillApi = guarded(handlers, feedOf(store), store)
  return api
}

type SavedSettings = Parameters<TillApi['saveSettings']>[0]

/** Who serves, and whom the shop knows. */
function people({ options, store, workers }: CoreParts, { approvals }: Serving, sales: Sales) {
  return joined(
    createCrewCommands(store.staff, approvals),
    createSignIn(store.staff, approvals, () => sales),
    createCustomers(store.db),
    customerCommands(approvals, { ...store, clock: options.clock }),
    createPeopleCommands(openPeopleParts(options, store, () => buyerOf(sales))),
    createIdentifiedSales(store),
    workers.taxpayers,
  )
}

/** What is sold, and at which price. */
function goods({ store }: CoreParts, { approvals }: Serving) {
  return joined(
    goodsCommands(store),
    createProductCommands(approvals.allow, store),
    stockCommands(store),
    importCommands(approvals, store),
    promotionCommands(store),
  )
}

/** What becomes of a receipt after its sale. */
function receipts(
  { options, store, workers, fleet }: CoreParts,
  common: Common,
  { approvals }: Serving,
  isDeleted: (saleId: SaleId) => boolean,
) {
  const { settings, cardRefunds, staff } = store
  const mayDelete = createMayDelete({ ...common, cardProblem: cardRefunds.deletionProblem })
  return joined(
    createRefusedReceipts({
      ...store,
      ...options,
      permit: createMayMend(staff, approvals),
      exists: (saleId) => hasReceipt(store.receipts, saleId),
      isDeleted,
      limitOf: (date) => buyerLimitOf(settings.read().buyerLimits, Number(date.slice(0, 4))),
      onMoved: workers.wake,
    }),
    deleteCommand(workers.deletions, mayDelete, fleet.desk.takeWhole),
    retryCommands({ store, workers }, isDeleted),
  )
}

/** What comes out of the printer beside sales, or goes out by mail. */
function papers({ options, store, workers }: CoreParts, common: Common) {
  const { settings, printers, printing, testPages, shiftVisibility } = store
  return joined(
    createPrinterCommands(
      {
        ...common,
        printers,
        store: printing,
        seesPaper: shiftVisibility.seesPaper,
        goOn: workers.goOn,
        onRemoved: settings.forgetPrinter,
        scalePath: () => settings.read().scale?.path ?? null,
      },
      testPages,
    ),
    createReplacePrinter({ store, workers }),
    createReprint(store, workers),
    createOpenDrawer(options.printing, store, common.cashOut),
    createLabelCommands(common),
    createGiftCommand(common),
    createCodePrint(common),
    createValePapers(common),
    createMailCommands({ ...store, ...workers.mail, clock: options.clock }),
    createReportCommands({
      ...common,
      reports: store.reports,
      hidden: shiftVisibility.hidden,
      limits: () => settings.read().buyerLimits,
      facts: () => ({
        shop: store.shop(),
        registerName: common.registerName(),
        madeBy: store.staff.cashierName(),
        madeAt: options.clock.now(),
      }),
    }),
  )
}

/** What keeps the till going: its seal, its copies, its program. */
function machine({ options, store, workers }: CoreParts) {
  return joined(
    { checkSeal: createSealCheck({ ...store, clock: options.clock }) },
    createDoubtCommands({ ...options, store, workers, witness: options.witness ?? null }),
    createSupportCommands({ options, store, desk: store.desk }),
    createUpdateCommands(options, store),
  )
}

/** Whom the open sale is for; null for nobody, or half a RUT. */
function buyerOf({ open }: Sales): Rut | null {
  const rut = parseRut(open.current().sale?.customer.rut ?? '')
  return rut.ok ? rut.value : null
}

const deletedIn =
  ({ deletions }: Store) =>
  (saleId: SaleId) => {
    const deletion = deletions.load(saleId)?.deletion
    return deletion === 'asked' || deletion === 'done'
  }

/** A sale documented by a voucher has none to mend. */
function hasReceipt(receipts: Store['receipts'], saleId: SaleId): boolean {
  const found = receipts.detail(saleId)
  return found.ok && found.value.documentedBy === 'receipt'
}
