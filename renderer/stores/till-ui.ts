/**
 * The screen's working parts, made once at start and handed down; a test makes them over a core in
 * memory.
 */
import { createContext, use } from 'react'
import type { SaleId, ScreenId } from '#shared/core/brand.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { Place } from '../bridge/place.ts'
import type { TillPort } from '../bridge/till-port.ts'
import type { Sounds } from '../scanner/beep.ts'
import type { ScanReading } from '../scanner/scan-detector.ts'
import { createReturnStore, type ReturnStore } from './return-store.ts'
import { createShiftStore, type ShiftStore } from './shift-store.ts'
import { createCartStore, type CartStore } from './cart-store.ts'
import { createCatalogueStore, type CatalogueStore } from './catalogue-store.ts'
import { createCustomerStore, renewCustomerList, type CustomerStore } from './customer-store.ts'
import { createCustomerListStore, type CustomerListStore } from './customer-list-store.ts'
import { createGoodsStore, type GoodsStore } from './goods-store.ts'
import { createGoodsPicks, type GoodsPicks } from './goods-picks.ts'
import type { Timers } from './draft-saver.ts'
import { createOffersStore, offersPricing, type OffersStore } from './offers-store.ts'
import { createParkedStore, type ParkedStore } from './parked-store.ts'
import { DEFAULT_TIPS } from '#shared/selling/tips/tip.ts'
import { createPaymentStore, type PaymentStore } from './payment-store.ts'
import { createPicturesStore, type PicturesStore } from './pictures-store.ts'
import { createReceiptsStore, type ReceiptsStore } from './receipts-store.ts'
import { createReportsStore, type ReportsStore } from './reports-store.ts'
import { createScreenStore, type ScreenStore } from './screen-store.ts'
import {
  createSettingsStore,
  type PreferenceStorage,
  type SettingsStore,
} from './settings-store.ts'
import { createStaffStore, isLocked, type StaffStore } from './staff-store.ts'
import { createStatusStore, type StatusStore } from './status-store.ts'

export interface TillUi {
  /** Which till this screen means; null = the shop's. */
  readonly place: Place
  readonly port: TillPort
  readonly cart: CartStore
  readonly offers: OffersStore
  readonly catalogue: CatalogueStore
  readonly goods: GoodsStore
  readonly goodsPicks: GoodsPicks
  readonly customerList: CustomerListStore
  readonly payment: PaymentStore
  readonly customers: CustomerStore
  readonly receipts: ReceiptsStore
  readonly reports: ReportsStore
  readonly returns: ReturnStore
  readonly shift: ShiftStore
  readonly screen: ScreenStore
  readonly settings: SettingsStore
  readonly status: StatusStore
  readonly staff: StaffStore
  readonly parked: ParkedStore
  readonly pictures: PicturesStore
  readonly sounds: Sounds
  /** While somebody listens, what the scanner sends is only measured: nothing is looked up. */
  readonly probe: { hear: ((reading: ScanReading) => void) | null }
  /** The goods on the scale whose weight a line has taken already, by `restingSince`. */
  readonly weighed: { restingSince: number | null }
  /**
   * Runs tasks one after another: a scan that is still being looked up comes before the pay key
   * pressed after it.
   */
  readonly inOrder: <Value>(task: () => Promise<Value>) => Promise<Value>
  /**
   * Inputs that keys and actions send the focus to, by name; a screen registers its own while it is
   * shown.
   */
  readonly inputs: Map<
    | 'search'
    | 'tendered'
    | 'reference'
    | 'customer'
    | 'customer-name'
    | 'receipts'
    | 'return-reason'
    | 'return-quantity'
    | 'discount'
    | 'weight'
    | 'goods'
    | 'settings'
    | 'shop-key'
    | 'customers',
    HTMLInputElement
  >
}

interface TillUiParts {
  readonly port: TillPort
  readonly timers: Timers
  readonly preferences: PreferenceStorage
  readonly sounds: Sounds
  readonly screenId: ScreenId
  readonly place?: Place
  /** A name for the next sale: this screen's clock and randomness. */
  readonly makeSaleId: () => SaleId
}

export function createTillUi({
  port,
  timers,
  preferences,
  sounds,
  screenId,
  place = null,
  makeSaleId,
}: TillUiParts): TillUi {
  const status = createStatusStore(port, timers)
  const offers = createOffersStore(port, () => status.getState().status?.clockSkewMs ?? null)
  const cart: CartStore = createCartStore({
    port,
    timers,
    screenId,
    makeSaleId,
    pricing: offersPricing(port, offers, () => renewCustomerList(port, cart)),
  })
  const payment = createPaymentStore(port, cart)
  // What may have been charged already stays as it was until the pay key has asked.
  offers.subscribe(() => {
    if (payment.getState().phase === 'idle') cart.getState().reprice()
  })
  status.subscribe(({ bootstrap }) => {
    const methods = bootstrap?.paymentMethods
    if (methods !== undefined && payment.getState().methods !== methods)
      payment.setState({ methods, tips: bootstrap?.tips ?? DEFAULT_TIPS })
  })
  return {
    place,
    port,
    cart,
    offers,
    catalogue: createCatalogueStore(port, timers),
    goods: createGoodsStore(port),
    goodsPicks: createGoodsPicks(),
    customerList: createCustomerListStore(port),
    payment,
    customers: createCustomerStore(port, payment, cart),
    receipts: createReceiptsStore(port, timers),
    reports: createReportsStore(),
    returns: createReturnStore(port),
    shift: createShiftStore(port),
    screen: createScreenStore(),
    settings: createSettingsStore(port, preferences),
    status,
    staff: createStaffStore(port),
    parked: createParkedStore(port),
    pictures: createPicturesStore(port, timers),
    sounds,
    probe: { hear: null },
    weighed: { restingSince: null },
    inOrder: createTurns(),
    inputs: new Map(),
  }
}

function createTurns(): TillUi['inOrder'] {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const turn = last.then(task, task)
    last = turn
    return turn
  }
}

/** Loads what the first screen needs and follows the feed until the returned function is called. */
export function startTillUi(ui: TillUi): () => void {
  const { status, catalogue, cart, staff } = ui
  const report = () => status.setState({ link: 'down' })
  const load = async () => {
    status.getState().reloadBootstrap().catch(report)
    void status.getState().refresh()
    // Codes known from before may have changed as well.
    catalogue.getState().renew()
    void ui.settings.getState().load()
    const before = staff.getState()
    await staff.getState().load()
    // Whoever has signed in meanwhile has had it read already.
    const wasLocked = isLocked(before)
    if (!wasLocked && !isLocked(staff.getState())) readServed(ui, report)
  }
  load().catch(report)
  const stopHearing = status.getState().subscribeFeed((event) => {
    hearGoods(ui, event)
    if (event === null) load().catch(report)
    else if (event.kind === 'staff') staff.getState().load().catch(report)
    // A locked counter is told nothing: what it misses is read when somebody serves.
    if (isLocked(staff.getState())) return
    hearLists(ui, event)
    if (event?.kind === 'held') cart.getState().hearHolder(event.holder ?? null)
    else if (event?.kind === 'parked') ui.parked.getState().refresh().catch(report)
  })
  const stopLink = status.subscribe(({ link }, before) => {
    if (link === before.link) return
    catalogue.getState().setFollowing(link === 'up')
    // Codes are learned only while it stands: those of the first screen at once, for who scans now.
    if (link === 'up' && before.link === 'connecting') catalogue.getState().renew()
  })
  catalogue.getState().setFollowing(status.getState().link === 'up')
  const stopFollowing = status.getState().follow()
  const stopServing = followServing(ui, report)
  // What was about to be done to a sale that is another screen's now is not done.
  const stopHolding = cart.subscribe(({ hold }, before) => {
    if (hold !== 'elsewhere' || before.hold === 'elsewhere') return
    if (ui.screen.getState().screen === 'payment') ui.screen.getState().go('sale')
    else if (ui.screen.getState().screen === 'sale') ui.screen.getState().close()
  })
  return () => {
    catalogue.getState().setFollowing(false)
    stopLink()
    stopServing()
    stopHolding()
    stopHearing()
    stopFollowing()
  }
}

/** Whoever serves is shown what they may see, and nothing of what the one before was shown. */
function followServing(ui: TillUi, report: () => void): () => void {
  const { status, catalogue, cart, staff } = ui
  return staff.subscribe((now, before) => {
    const turn = turnOf(now, before)
    if (turn.isLocked || turn.isUnlocked) void status.getState().refresh()
    if (turn.isLocked || turn.isAnother) forgetServed(ui)
    if (turn.isUnlocked) {
      void ui.settings.getState().load()
      // What sells most is told to nobody at the lock.
      catalogue.getState().readBest()
    }
    if (turn.isServed) {
      readServed(ui, report)
      hearLists(ui, null)
    }
    if (turn.isFirst) cart.getState().hearServed()
    if (!turn.isAnother) return
    cart.getState().apply({ type: 'change-cashier' })
    if (ui.screen.getState().screen === 'payment') ui.screen.getState().go('sale')
  })
}

/** What has changed of who serves. */
function turnOf(now: Serving, before: Serving) {
  const [locked, wasLocked] = [isLocked(now), isLocked(before)]
  const current = now.staff?.current ?? null
  const isAnother = current !== null && before.lastId !== null && current.id !== before.lastId
  return {
    ...{ isAnother, isLocked: locked && !wasLocked, isUnlocked: wasLocked && !locked },
    /** Somebody else than before, or after nobody, stands at the open counter. */
    isServed: !locked && (wasLocked || isAnother),
    /** Nobody was known to stand there. */
    isFirst: current !== null && before.staff?.current == null,
  }
}
type Serving = Pick<ReturnType<TillUi['staff']['getState']>, 'staff' | 'lastId'>

/** Also at a locked counter, whose grid is seen. */
function hearGoods({ catalogue, status }: TillUi, event: FeedEvent | null): void {
  if (event?.kind === 'catalogue') catalogue.getState().renew()
  // What was sold or came back is off the keys at once: one question for all of them.
  if (event?.kind === 'sale' && status.getState().bootstrap?.tilesShowStock === true)
    void catalogue.getState().refresh()
}

/** Lists that only whoever serves is shown. */
function hearLists(ui: TillUi, event: FeedEvent | null): void {
  ui.receipts.getState().hear(event)
  ui.shift.getState().hear(event)
  ui.goods.getState().hear(event)
  ui.customerList.getState().hear(event)
  if (event?.kind === 'catalogue')
    ui.offers
      .getState()
      .load()
      .catch(() => undefined)
}

/** What the core tells nobody who has not said who they are. */
function readServed(ui: TillUi, report: () => void): void {
  ui.parked.getState().refresh().catch(report)
  ui.offers.getState().load().catch(report)
  // Nobody knows how the last charge ended: the pay key asks, and nothing changes before.
  if (ui.payment.getState().phase !== 'unanswered') ui.cart.getState().load().catch(report)
}

/** The page of a locked counter keeps no receipt, report or parked sale. The open sale waits. */
function forgetServed(ui: TillUi): void {
  ui.receipts.getState().forget()
  ui.goods.getState().forget()
  ui.customerList.getState().forget()
  ui.reports.setState({ opened: null })
  ui.shift.getState().forget()
  ui.parked.getState().forget()
}

export const TillUiContext = createContext<TillUi | null>(null)

export function useUi(): TillUi {
  const ui = use(TillUiContext)
  if (ui === null) throw new Error('no TillUiContext above this component')
  return ui
}
