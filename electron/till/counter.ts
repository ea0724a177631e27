/** The counter around a sale: who serves, what needs whose PIN, which sales lie aside. */
import type { SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { CommitReturnInput } from '#shared/bridge/returns.ts'
import type { TillApi } from '#shared/bridge/till-api.ts'
import type { ReturnDecision } from '#shared/returns/decide-return.ts'
import type { TillDatabase } from './db/open-database.ts'
import { createParked } from './parked/parked.ts'
import { createApprovals, type Approvals, type Leave } from './staff/approvals.ts'
import type { Audit } from './staff/audit.ts'
import type { Sales } from './sales/sales.ts'
import type { Store, TillOptions } from './till.ts'

type CounterCommands = 'parkSale' | 'parkedSales' | 'recallSale' | 'discardParked' | 'staff' | 'signIn' | 'signOut' | 'saveStaff'
  | 'commitSale' | 'scaleLayouts' | 'saveScaleLayouts' | 'removeStaff' | 'saveRights' | 'saleNeeds' | 'approve' | 'openDrawer' | 'audit' | 'saveDraft' | 'saveProduct' | 'reprint'

export interface Counter {
  readonly approvals: Approvals
  /** Deleting a pending receipt: who answers for it. Noted as asked for; what comes of it stands at the receipt. */
  mayDelete(saleId: SaleId, approvalId: string | null): Result<{ readonly askedBy: string }, Refusal>
  /** Taking back what was sold; run the answer with the return, in its transaction. */
  mayReturn(command: CommitReturnInput): Result<(decision: ReturnDecision) => void, Refusal>
  readonly api: Pick<TillApi, CounterCommands>
}

export interface CounterPorts {
  readonly options: TillOptions
  readonly store: Store
  /** Asked when a command comes, when the sales are there. */
  readonly sales: () => Sales
  readonly wake: () => void
  /** Why no money may go back now; null when it may. */
  readonly needsShift: () => Refusal | null
}

export function createCounter({ options, store, sales, wake, needsShift }: CounterPorts): Counter {
  const { db, journal, staff, catalogue, currentPrinter } = store
  const { clock, randomness } = options
  const approvals = createApprovals({
    db, clock, randomness, staff, riskLines: catalogue.riskLines, openSale: () => sales().openSale(),
  })
  const answerFor = createAnswer(db)
  const parked = createParked({ db, journal, clock, randomness, cashierName: staff.cashierName })

  /** Written first: a drawer that opened unseen is the case the log is for. */
  const openDrawer = async (approvalId: string | null): Promise<Result<null, Refusal>> => {
    const noted = answerFor(approvals, 'openDrawer', null, approvalId, ({ actor, approverName }) =>
      staff.audit.write({ action: 'drawer-opened', staff: actor, approverName }))
    if (!noted.ok) return noted
    const outcome = await options.printing.kickDrawer(currentPrinter())
    return outcome.kind === 'sent' ? ok(null) : refuse(refusal('DRAWER_NOT_OPENED'))
  }
  const mayDelete: Counter['mayDelete'] = (saleId, approvalId) => {
    const closed = needsShift()
    if (closed !== null) return refuse(closed)
    const noted = answerFor(approvals, 'deletePending', saleId, approvalId, ({ actor, approverName }) =>
      staff.audit.write({ action: 'receipt-deleted', staff: actor, approverName, saleId }))
    return noted.ok ? ok({ askedBy: [noted.value.actor.name, noted.value.approverName].filter(Boolean).join(', ') }) : noted
  }

  const mayReturn: Counter['mayReturn'] = ({ originalId, approvalId }) => {
    const leave = approvals.allow('refund', originalId, approvalId)
    return leave.ok ? ok((decision) => noteReturn(staff.audit, leave.value, decision)) : leave
  }

  const discardParked = (parkedId: string, approvalId: string | null): Result<null, Refusal> => {
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
  }

  const api: Counter['api'] = {
    parkSale: parked.park,
    parkedSales: parked.list,
    recallSale: parked.recall,
    discardParked: ({ parkedId, approvalId }) => discardParked(parkedId, approvalId),
    staff: staff.view,
    signIn: staff.signIn,
    signOut: staff.signOut,
    saveStaff: staff.save,
    removeStaff: staff.remove,
    saveRights: staff.saveRights,
    saleNeeds: approvals.saleNeeds,
    approve: approvals.approve,
    openDrawer: ({ approvalId }) => openDrawer(approvalId),
    audit({ cursor, limit }) {
      const leave = approvals.allow('readAudit', null, null)
      return leave.ok ? ok(staff.audit.page(cursor, limit)) : leave
    },
    ...watchedCommands(approvals, { options, store, sales, wake, needsShift }),
  }
  return { approvals, mayDelete, mayReturn, api }
}

function noteReturn(audit: Audit, { actor, approverName, used }: Leave, { returnId, totals, payment, reason }: ReturnDecision): void {
  used()
  audit.write({
    action: 'returned', staff: actor, approverName, saleId: returnId, detail: { what: reason, totalClp: totals.totalClp, method: payment.name },
  })
}

/** A right is used and its row written in one transaction. */
function createAnswer(db: TillDatabase) {
  return (
    approvals: Approvals, right: 'openDrawer' | 'deletePending', subject: string | null, approvalId: string | null, write: (leave: Leave) => void,
  ): Result<Leave, Refusal> => {
    const leave = approvals.allow(right, subject, approvalId)
    if (leave.ok) {
      db.transaction(() => {
        leave.value.used()
        write(leave.value)
      }).immediate()
    }
    return leave
  }
}

type WatchedCommands = 'saveDraft' | 'saveProduct' | 'reprint' | 'commitSale' | 'scaleLayouts' | 'saveScaleLayouts'

/** What others do, with the question who does it before and the row in the log beside. */
function watchedCommands(approvals: Approvals, { store, sales, wake }: CounterPorts): Pick<TillApi, WatchedCommands> {
  const { staff, catalogue, currentPrinter } = store
  return {
    saveDraft(cart) {
      if (staff.isOn()) approvals.noteCart(sales().loadDraft(), cart as unknown as ReturnType<Sales['loadDraft']>)
      sales().saveDraft(cart)
    },
    commitSale(command) {
      const sold = sales().commitSale(command)
      if (sold.ok) catalogue.noteSold(command.lines.flatMap((line) => line.productId ?? []))
      return sold
    },
    scaleLayouts: catalogue.scale.layouts,
    saveScaleLayouts({ layouts }) {
      const leave = approvals.allow('manageStaff', null, null)
      return leave.ok ? catalogue.scale.saveLayouts(layouts) : leave
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
}
