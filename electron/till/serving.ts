/** Who serves and what they may, and what every feature that writes or prints is given. */
import type { Refusal } from '#shared/languages/refusals.ts'
import { refusal } from '#shared/languages/refusals.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { Fleet } from './fleet/open-fleet.ts'
import type { TillOptions } from './options.ts'
import { chosenListOf } from './promotions/chosen-list.ts'
import type { Sales } from './selling/sales.ts'
import { registerNameOf } from './settings/register.ts'
import { createApprovals, type Approvals } from './staff/approvals.ts'
import { createCashOut } from './staff/cash-out.ts'
import { createLookUps } from './staff/look-ups.ts'
import type { Store } from './store.ts'
import { createGivenNow } from './vales/given-now.ts'
import type { Workers } from './workers.ts'

export interface CoreParts {
  readonly options: TillOptions
  readonly store: Store
  readonly workers: Workers
  readonly fleet: Fleet
}

export type Serving = ReturnType<typeof openServing>
export type Common = ReturnType<typeof commonPorts>

/** `sales`: asked when a command comes, when they are there. */
export function openServing({ options, store }: CoreParts, sales: () => Sales) {
  const { staff } = store
  const approvals = openApprovals(options, store, sales)
  return {
    approvals,
    cashOut: createCashOut(approvals.allow, staff.audit),
    lookUps: createLookUps(options.clock, staff),
    givenNow: createGivenNow(staff.turn),
  }
}

function openApprovals({ clock }: TillOptions, store: Store, sales: () => Sales): Approvals {
  return createApprovals({
    clock,
    ids: store.ids,
    db: store.db,
    staff: store.staff,
    riskSale: (sale) => ({
      ...store.catalogue.riskSale(sale, store.settings.read().labelLimitClp),
      chosenList: chosenListOf(store, sale),
    }),
    openSaleId: () => sales().open.current().saleId,
    nameOpenSale: () => nameOpenSale(sales()),
  })
}

/** The open sale's name, for what is bound to it before its first line is kept. */
function nameOpenSale({ api }: Sales): SaleId {
  const opened = api.openSale()
  if (!opened.ok) throw new Error(`the open sale has no name: ${opened.refusal.code}`)
  return opened.value.saleId
}

/** By the names that the features' ports have. */
export function commonPorts(
  { options, store, workers }: CoreParts,
  { approvals, ...serving }: Serving,
  notYet: () => Refusal | null,
) {
  const { clock, log, printing, drawSlip, drawReport, drawLabels } = options
  const { db, journal, steady, ids, staff, settings, today, shop, currentPrinter } = store
  return {
    ...{ clock, log, printing, drawSlip, drawReport, drawLabels },
    ...{ db, journal, steady, ids, staff, today, shop, currentPrinter },
    ...serving,
    allow: approvals.allow,
    printer: currentPrinter,
    troubleOf: workers.liveTroubleOf,
    wake: workers.wake,
    isPractice: store.purpose === 'practice',
    registerName: () => registerNameOf(store),
    isHalted: store.durability.isHalted,
    signal: store.ended.signal,
    /** A shop that is not set up moves no money, and one that uses shifts none without one. */
    needsShift: (): Refusal | null =>
      notYet() ??
      (settings.read().usesShifts && store.openShiftOf() === null
        ? refusal('SHIFT_REQUIRED')
        : null),
    onCommitted() {
      store.durability.sold()
      workers.wake()
    },
  }
}
