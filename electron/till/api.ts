/** The contract of shared/bridge, answered by the store and the workers of one open core. */
import type { Clp } from '#shared/money/clp.ts'
import type { SaleId, ScreenId } from '#shared/core/brand.ts'
import { joined } from '#shared/core/joined.ts'
import { ok } from '#shared/core/result.ts'
import { openingOf } from '#shared/bridge/opening.ts'
import type { StopSignal, TillApi } from '#shared/bridge/contract.ts'
import type { Bootstrap, FeedEvent } from '#shared/bridge/views.ts'
import { parseRut, type Rut } from '#shared/rut/rut.ts'
import { buyerLimitOf } from '#shared/selling/sale/buyer-limit.ts'
import { createAuthorizedCommands } from './authorized-commands.ts'
import type { Fleet } from './fleet/open-fleet.ts'
import { guarded } from './guard.ts'
import type { Handlers } from './staff/staff-ports.ts'
import { createCustomers } from './customers/customers.ts'
import { createDoubtCommands } from './doubt-commands.ts'
import { createPeopleCommands } from './customers/people-data/people-commands.ts'
import { openPeopleParts } from './customers/people-data/people-parts.ts'
import { createCredits } from './returns/credits.ts'
import { createGuideCommands } from './onboarding/guide-commands.ts'
import { createSealCheck } from './audit/seal-check.ts'
import { createFeedPlaces } from './feeds.ts'
import { createIdentifiedSales } from './selling/identified-sales.ts'
import { createSplitSales } from './receipts/split-sales.ts'
import type { Sales } from './selling/sales.ts'
import type { SaleHold } from './selling/sale-hold.ts'
import { deleteCommand } from './issuing/steps/delete-receipt.ts'
import { createRefusedReceipts } from './issuing/outbox/refused-receipts.ts'
import { openDesk } from './devices/desk.ts'
import { createScaleCommands } from './devices/scale-commands.ts'
import type { TillOptions } from './options.ts'
import type { Store } from './store.ts'
import type { Workers } from './workers.ts'
import { heldTogether, readStatus, withHeldReason } from './till-status.ts'
import {
  openHandOuts,
  openLabels,
  openReports,
  openPrinterCommands,
  openReturns,
  openCardCommands,
  openSales,
  openSetUp,
  openShifts,
  shiftGuard,
  type CoreParts,
} from './core-parts.ts'
import { createSupportCommands } from './backup/support/support-commands.ts'
import { saveSettings } from './save-settings.ts'
import { createSettingsHistory } from './settings/settings-history.ts'
import { createUpdateCommands } from './updates/updates.ts'
import { retryCommands } from './retry-commands.ts'
import { createReplacePrinter } from './replace-printer.ts'
import { bootstrapOf, yearNow } from './bootstrap.ts'

interface ApiParts {
  readonly options: TillOptions
  readonly store: Store
  readonly workers: Workers
  readonly fleet: Fleet
}

export function createApi({ options, store, workers, fleet }: ApiParts): TillApi {
  const { settings } = store
  const buyerLimit = () => buyerLimitOf(settings.read().buyerLimits, yearNow(store))
  const isDeleted = deletedIn(store)
  const setUp = openSetUp({ store, workers })
  const needsShift = shiftGuard(store, setUp.notYet)
  const authorized = createAuthorizedCommands({
    options,
    store,
    sales: () => sales,
    ...{ wake: workers.wake, vales: fleet.desk.vales, needsShift },
  })
  const credits = createCredits(store.db, authorized.lookUps, fleet.desk.credits)
  const scale = createScaleCommands(options, store)
  const splits = openSplits(options, store, buyerLimit)
  const parts: CoreParts = { options, store, workers, authorized, needsShift }
  const guide = createGuideCommands(parts, setUp, () => bootstrapOf(parts, setUp))
  const desk = openDesk(options, store, () => sales.open.current().sale)
  const sales: Sales = openSales(parts, {
    notYet: setUp.notYet,
    note: splits.note,
    followed: [
      (_, { lines }) => store.catalogue.noteSold(lines.flatMap((line) => line.productId ?? [])),
      authorized.lookUps.sold,
      desk.thank,
    ],
    buyerLimit,
    ...{ creditOf: credits.of, valeOf: fleet.desk.valeOf, spend: fleet.desk.spendSale },
  })
  const handlers: Handlers = joined(
    { opening: (by?: ScreenId) => openingOf(api, by) },
    sales.api,
    authorized.api,
    desk.api,
    credits.api,
    scale.api,
    openReturns(parts, fleet.desk),
    openShifts(parts),
    splits.api,
    openMending(parts, isDeleted),
    deleteCommand(workers.deletions, authorized.mayDelete),
    workers.taxpayers,
    guide.api,
    createPeopleCommands(openPeopleParts(options, store, () => openBuyer(sales))),
    openPrinterCommands(parts),
    openLabels(parts),
    openHandOuts(parts),
    openReports(parts),
    readings({
      ...{ store, workers, fleet, bootstrap: guide.bootstrap },
      openSaleId: () => sales.open.current().saleId,
    }),
    openCardCommands(parts, sales),
    fleet.api,
    fleet.worthApi(authorized.lookUps, credits),
    retryCommands({ store, workers }, isDeleted),
    createDoubtCommands({ ...options, store, workers, witness: options.witness ?? null }),
    createSupportCommands({ options, store, desk: store.desk }),
    createReplacePrinter(parts),
    openOwn(options, store),
    {
      saveSettings: (input: SavedSettings) =>
        desk.followAfter(scale.followAfter(saveSettings({ store, workers }, input))),
    },
  )
  const api: TillApi = guarded(handlers, feedOf(store), store)
  return api
}

/** Features that ask for the store and the machine, and for no other feature. */
function openOwn(options: TillOptions, store: Store) {
  return joined(
    { checkSeal: createSealCheck({ ...store, clock: options.clock }) },
    createIdentifiedSales(store),
    createCustomers(store.db),
    createUpdateCommands(options, store),
  )
}

function openSplits({ clock }: TillOptions, store: Store, limitClp: () => Clp) {
  return createSplitSales({ ...store, clock, limitClp })
}

/** What a service has refused, put right. */
function openMending(
  { options, store, workers, authorized }: CoreParts,
  isDeleted: (saleId: SaleId) => boolean,
) {
  return createRefusedReceipts({
    ...store,
    ...options,
    permit: authorized.mayMend,
    exists: (saleId) => hasReceipt(store.receipts, saleId),
    isDeleted,
    limitOf: (date) => buyerLimitOf(store.settings.read().buyerLimits, Number(date.slice(0, 4))),
    onMoved: workers.wake,
  })
}

/** Whom the open sale is for; null for nobody, or half a RUT. */
function openBuyer({ open }: Sales): Rut | null {
  const rut = parseRut(open.current().sale?.customer.rut ?? '')
  return rut.ok ? rut.value : null
}

const deletedIn =
  ({ deletions }: Store) =>
  (saleId: SaleId) => {
    const deletion = deletions.load(saleId)?.deletion
    return deletion === 'asked' || deletion === 'done'
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
  | 'settingsHistory'
>

/** What is only read. */
function readings({
  store,
  workers,
  fleet,
  bootstrap,
  openSaleId,
}: Pick<CoreParts, 'store' | 'workers'> & {
  readonly fleet: Pick<Fleet, 'trouble'>
  readonly bootstrap: () => Bootstrap
  readonly openSaleId: () => SaleId | null
}): Readings {
  const { catalogue, receipts, settings } = store
  return {
    bootstrap,
    status: () => readStatus(store, workers, { openSaleId: openSaleId(), fleet: fleet.trouble() }),
    searchProducts: catalogue.search,
    productByCode: catalogue.byCode,
    bestSellers: catalogue.bestSellers,
    productSlice: catalogue.slice,
    productPictures: catalogue.tiles.pictures,
    listReceipts: receipts.list,
    receipt(saleId) {
      const found = receipts.detail(saleId)
      const held = () => heldTogether(store.outbox, workers)
      return found.ok ? ok(withHeldReason(found.value, held)) : found
    },
    settings: settings.view,
    ...createSettingsHistory(store.db, () => store.settings.read().emission),
  }
}

function feedOf({ hold, journal, ended }: Store): TillApi['feed'] {
  const places = createFeedPlaces()
  return (afterSeq, signal, by) => {
    const leave = places.take(signal)
    const events = journal.follow(afterSeq, eitherSignal(signal, ended.signal))
    return places.hold(whileThere(hold, by, events), leave)
  }
}

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

/** A sale documented by a voucher has none to mend. */
function hasReceipt(receipts: Store['receipts'], saleId: SaleId): boolean {
  const found = receipts.detail(saleId)
  return found.ok && found.value.documentedBy === 'receipt'
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
    removeEventListener(type, listener) {
      first.removeEventListener(type, listener)
      second.removeEventListener(type, listener)
    },
  }
}
