/** The counter around a sale: who serves, what needs whose PIN, which sales lie aside. */
import { refusal } from '#shared/core/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/till-api.ts'
import { createParked } from './parked/parked.ts'
import { createApprovals, type Approvals } from './staff/approvals.ts'
import type { Sales } from './sales/sales.ts'
import type { Store, TillOptions } from './till.ts'

type CounterCommands = 'parkSale' | 'parkedSales' | 'recallSale' | 'discardParked' | 'staff' | 'signIn' | 'signOut' | 'saveStaff'
  | 'removeStaff' | 'saveRights' | 'saleNeeds' | 'approve' | 'openDrawer' | 'audit' | 'saveDraft' | 'saveProduct' | 'reprint'

export interface Counter {
  readonly approvals: Approvals
  readonly api: Pick<TillApi, CounterCommands>
}

export interface CounterPorts {
  readonly options: TillOptions
  readonly store: Store
  /** Asked when a command comes, when the sales are there. */
  readonly sales: () => Sales
  readonly wake: () => void
}

export function createCounter({ options, store, sales, wake }: CounterPorts): Counter {
  const { db, journal, staff, catalogue, currentPrinter } = store
  const { clock, randomness } = options
  const approvals = createApprovals({
    db, clock, randomness, staff, riskLines: catalogue.riskLines, openSale: () => sales().openSale(),
  })
  const parked = createParked({ db, journal, clock, randomness, cashierName: staff.cashierName })

  const api: Counter['api'] = {
    parkSale: parked.park,
    parkedSales: parked.list,
    recallSale: parked.recall,
    discardParked({ parkedId, approvalId }) {
      const leave = approvals.allow('discardParked', parkedId, approvalId)
      if (!leave.ok) return leave
      const { actor, approverName, used } = leave.value
      const discarded = db.transaction(() => {
        const gone = parked.discard(parkedId)
        if (!gone.ok) return gone
        used()
        const { number, lineCount, totalClp } = gone.value
        staff.audit.write({ action: 'parked-discarded', staff: actor, approverName, detail: { number, lines: lineCount, totalClp } })
        return ok(null)
      }).immediate()
      journal.publish()
      return discarded
    },
    staff: staff.view,
    signIn: staff.signIn,
    signOut: staff.signOut,
    saveStaff: staff.save,
    removeStaff: staff.remove,
    saveRights: staff.saveRights,
    saleNeeds: approvals.saleNeeds,
    approve: approvals.approve,
    async openDrawer({ approvalId }) {
      const leave = approvals.allow('openDrawer', null, approvalId)
      if (!leave.ok) return leave
      const { actor, approverName, used } = leave.value
      // Written first: a drawer that opened unseen is the case the log is for.
      db.transaction(() => {
        used()
        staff.audit.write({ action: 'drawer-opened', staff: actor, approverName })
      }).immediate()
      const outcome = await options.printing.kickDrawer(currentPrinter())
      return outcome.kind === 'sent' ? ok(null) : refuse(refusal('DRAWER_NOT_OPENED'))
    },
    audit({ cursor, limit }) {
      const leave = approvals.allow('readAudit', null, null)
      return leave.ok ? ok(staff.audit.page(cursor, limit)) : leave
    },
    saveDraft(cart) {
      if (staff.isOn()) approvals.noteCart(sales().loadDraft(), cart as unknown as ReturnType<Sales['loadDraft']>)
      sales().saveDraft(cart)
    },
    saveProduct(input) {
      const actor = staff.actor()
      if (!actor.ok) return actor
      // A product made at the counter carries any price, as a free amount does.
      return actor.value.rights.freeLine ? catalogue.save(input) : refuse(refusal('RIGHT_REQUIRED'))
    },
    reprint(saleId) {
      const actor = staff.actor()
      if (!actor.ok) return actor
      const queued = store.printing.queueCopy(saleId, currentPrinter())
      if (!queued.ok) return queued
      staff.audit.write({ action: 'receipt-copied', staff: actor.value, saleId })
      wake()
      return queued
    },
  }
  return { approvals, api }
}
