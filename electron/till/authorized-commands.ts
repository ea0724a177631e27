/** The counter around a sale: who serves, what needs whose PIN, which sales lie aside. */
import type { SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { StaffMember } from '#shared/bridge/staff-views.ts'
import type { OpenSale } from '#shared/open-sale/open-sale.ts'
import { changedFields } from '#shared/settings/changed-fields.ts'
import { isCredit } from '#shared/payment/payment-method.ts'
import type { Tender } from '#shared/payment/payment.ts'
import { partsText } from '#shared/open-sale/paying.ts'
import type { OutsideFacts, ReturnDecision } from '#shared/returns/decide-return.ts'
import type { TillDatabase } from './db/open-database.ts'
import { createParked, type Parked } from './parked/parked.ts'
import { createApprovals, type Approvals, type Leave } from './staff/approvals.ts'
import type { Audit } from './staff/audit.ts'
import type { Sales } from './sales/sales.ts'
import type { Staff } from './staff/staff-ports.ts'
import type { TillOptions } from './options.ts'
import type { Store } from './store.ts'

type CounterCommands =
  | 'parkSale'
  | 'parkedSales'
  | 'recallSale'
  | 'discardParked'
  | 'staff'
  | 'signIn'
  | 'signOut'
  | 'giveBackSettings'
  | 'saveStaff'
  | 'commitSale'
  | 'scaleLayouts'
  | 'saveScaleLayouts'
  | 'removeStaff'
  | 'saveRights'
  | 'saleNeeds'
  | 'approve'
  | 'openDrawer'
  | 'audit'
  | 'saveProduct'
  | 'reprint'
  | 'moveTile'
  | 'setProductPicture'

export interface Counter {
  /** What was taken for sales nobody has charged yet, open or aside, but for values of returns. */
  partsTaken(): readonly Tender[]
  readonly approvals: Approvals
  /**
   * Deleting a pending receipt: who answers for it. Noted as asked for; what comes of it stands at
   * the receipt.
   */
  mayDelete(
    saleId: SaleId,
    approvalId: string | null,
  ): Result<{ readonly askedBy: string }, Refusal>
  /** Taking back what was sold; run the answer with the return, in its transaction. */
  mayReturn(
    subject: SaleId,
    approvalId: string | null,
  ): Result<(decision: ReturnDecision) => void, Refusal>
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
  const approvals = createApprovals({
    ...options,
    db,
    staff,
    riskSale: catalogue.riskSale,
    openSaleId: () => sales().open.current().saleId,
    nameOpenSale: () => nameOpenSale(sales()),
  })
  const answerFor = createAnswer(db)
  const parked = openParked(store, options, sales, approvals.noteSale)

  /** Written first: a drawer that opened unseen is the case the log is for. */
  const openDrawer = async (approvalId: string | null): Promise<Result<null, Refusal>> => {
    const noted = answerFor(approvals, 'openDrawer', null, approvalId, ({ actor, approverName }) =>
      staff.audit.write({ action: 'drawer-opened', staff: actor, approverName }),
    )
    if (!noted.ok) return noted
    const outcome = await options.printing.kickDrawer(currentPrinter())
    return outcome.kind === 'sent' ? ok(null) : refuse(refusal('DRAWER_NOT_OPENED'))
  }
  const mayDelete: Counter['mayDelete'] = (saleId, approvalId) => {
    const closed = needsShift()
    if (closed !== null) return refuse(closed)
    const noted = answerFor(
      approvals,
      'deletePending',
      saleId,
      approvalId,
      ({ actor, approverName }) =>
        staff.audit.write({ action: 'receipt-deleted', staff: actor, approverName, saleId }),
    )
    return noted.ok
      ? ok({
          askedBy: [noted.value.actor.name, noted.value.approverName].filter(Boolean).join(', '),
        })
      : noted
  }

  const mayReturn: Counter['mayReturn'] = (subject, approvalId) => {
    const leave = approvals.allow('refund', subject, approvalId)
    return leave.ok ? ok((decision) => noteReturn(staff.audit, leave.value, decision)) : leave
  }

  const discardParked = (parkedId: string, approvalId: string | null): Result<null, Refusal> => {
    const leave = approvals.allow('discardParked', parkedId, approvalId)
    if (!leave.ok) return leave
    const { actor, approverName, used } = leave.value
    const discarded = db
      .transaction(() => {
        const gone = parked.discard(parkedId)
        if (!gone.ok) return gone
        used()
        const { number, lineCount, totalClp, taken } = gone.value
        const detail = {
          number,
          lines: lineCount,
          totalClp,
          ...(taken === '' ? {} : { what: taken }),
        }
        staff.audit.write({ action: 'parked-discarded', staff: actor, approverName, detail })
        return ok(null)
      })
      .immediate()
    journal.publish()
    return discarded
  }

  const api: Counter['api'] = {
    parkSale: parked.park,
    parkedSales: parked.list,
    recallSale: parked.recall,
    discardParked: ({ parkedId, approvalId }) => discardParked(parkedId, approvalId),
    staff: staff.view,
    signIn: (input) =>
      staff.signIn(input, (member) =>
        handOver(sales(), staff, member, input.takesPayments === true),
      ),
    signOut: staff.signOut,
    giveBackSettings: staff.giveBackSettings,
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
  return { approvals, mayDelete, mayReturn, partsTaken: () => partsTaken(sales(), parked), api }
}

function openParked(
  { db, journal, staff }: Store,
  { clock, randomness }: TillOptions,
  sales: () => Sales,
  noteChange: Approvals['noteSale'],
): Parked {
  const parked = createParked({
    db,
    journal,
    clock,
    randomness,
    cashierName: staff.cashierName,
    sales,
    servedBy: () => servedBy(staff),
    noteParked: (sale) => noteParked(staff, sale),
    noteChange,
    noteRecalled: (sale, parkedBy) => noteRecalled(staff, sale, parkedBy),
  })
  // Behind a locked counter no sale changes hands: whoever takes it up has typed a PIN.
  const served = <Value>(work: () => Result<Value, Refusal>): Result<Value, Refusal> => {
    const actor = staff.actor()
    return actor.ok ? work() : actor
  }
  return {
    ...parked,
    park: (input, by) => served(() => parked.park(input, by)),
    recall: (input, by) => served(() => parked.recall(input, by)),
  }
}

function partsTaken({ open }: Sales, parked: Parked): readonly Tender[] {
  const given = [...(open.current().sale?.paying.given ?? []), ...parked.partsTaken()]
  return given.filter(({ method }) => !isCredit(method))
}

/** The open sale's name, for what is bound to it before its first line is kept. */
function nameOpenSale({ api }: Sales): SaleId {
  const opened = api.openSale()
  if (!opened.ok) throw new Error(`the open sale has no name: ${opened.refusal.code}`)
  return opened.value.saleId
}

/** Who serves, by the people set up; null while there are none, or nobody serves. */
export function servedBy(staff: Staff): string | null {
  const actor = staff.actor()
  return actor.ok ? actor.value.id : null
}

/**
 * Payments already taken are somebody's word: whoever goes on with them says so, and it is written
 * down.
 */
function handOver(
  { open }: Sales,
  staff: Staff,
  member: StaffMember,
  takesPayments: boolean,
): Result<() => void, Refusal> {
  const row = open.current()
  const parts = row.sale?.paying.given ?? []
  if (parts.length === 0 || row.servedBy === null || row.servedBy === member.id)
    return ok(() => undefined)
  if (!takesPayments) return refuse(refusal('SALE_HAS_PAYMENTS', null, { what: partsText(parts) }))
  return ok(() => {
    open.keep({ ...row, servedBy: member.id })
    staff.audit.write({
      action: 'sale-handed-over',
      staff: member,
      saleId: row.saleId,
      detail: { what: partsText(parts), from: staff.store.find(row.servedBy ?? '')?.name ?? '' },
    })
  })
}

function noteParked(staff: Staff, { saleId, paying }: OpenSale): void {
  const actor = staff.actor()
  if (paying.given.length === 0 || !actor.ok) return
  staff.audit.write({
    action: 'payment-parked',
    staff: actor.value,
    saleId,
    detail: { what: partsText(paying.given) },
  })
}

/** Payments change hands through the shelf as well as at the counter. */
function noteRecalled(staff: Staff, { saleId, paying }: OpenSale, parkedBy: string): void {
  const actor = staff.actor()
  if (paying.given.length === 0 || !actor.ok || actor.value.name === parkedBy) return
  staff.audit.write({
    action: 'sale-handed-over',
    staff: actor.value,
    saleId,
    detail: { what: partsText(paying.given), from: parkedBy },
  })
}

function noteReturn(
  audit: Audit,
  { actor, approverName, used }: Leave,
  decision: ReturnDecision,
): void {
  const { documentType, returnId, totals, payment, reason, outside } = decision
  used()
  audit.write({
    action: documentType === '56' ? 'return-undone' : 'returned',
    staff: actor,
    approverName,
    saleId: returnId,
    detail: {
      what: reason,
      totalClp: totals.totalClp,
      method: payment.name,
      ...(outside === null ? {} : { receipt: outsideText(outside) }),
    },
  })
}

/** Whose word it is that there was such a receipt. */
function outsideText({ documentType, folio, check }: OutsideFacts): string {
  const receipt = `${documentType === '41' ? 'Boleta exenta' : 'Boleta'} N° ${folio} de otra caja`
  if (check === 'confirmed') return `${receipt}, confirmada por el servicio`
  return `${receipt}, según lo escrito: ${check === 'not-found' ? 'el servicio no la conoce' : 'el servicio no respondió'}`
}

/** A right is used and its row written in one transaction. */
function createAnswer(db: TillDatabase) {
  return (
    approvals: Approvals,
    right: 'openDrawer' | 'deletePending',
    subject: string | null,
    approvalId: string | null,
    write: (leave: Leave) => void,
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

type WatchedCommands =
  | 'saveProduct'
  | 'reprint'
  | 'commitSale'
  | 'scaleLayouts'
  | 'saveScaleLayouts'
  | 'moveTile'
  | 'setProductPicture'

/** What others do, with the question who does it before and the row in the log beside. */
function watchedCommands(
  approvals: Approvals,
  { store, sales, wake }: CounterPorts,
): Pick<TillApi, WatchedCommands> {
  const { db, staff, catalogue, currentPrinter } = store
  return {
    commitSale(command, by) {
      const sold = sales().api.commitSale(command, by)
      if (sold.ok) catalogue.noteSold(command.lines.flatMap((line) => line.productId ?? []))
      return sold
    },
    scaleLayouts: catalogue.scale.layouts,
    saveScaleLayouts({ layouts }) {
      const manager = staff.settingsRight.manager()
      if (!manager.ok) return manager
      const before = catalogue.scale.layouts()
      const saved = catalogue.scale.saveLayouts(layouts)
      if (!saved.ok) return saved
      const { actor, approverName } = manager.value
      for (const detail of changedFields({ scaleLayouts: before }, { scaleLayouts: saved.value }))
        staff.audit.write({ action: 'settings-changed', staff: actor, approverName, detail })
      return saved
    },
    moveTile(input) {
      const leave = approvals.allow('manageStaff', null, null)
      return leave.ok ? catalogue.tiles.move(input) : leave
    },
    setProductPicture(input) {
      const leave = approvals.allow('manageStaff', null, null)
      return leave.ok ? catalogue.tiles.setPicture(input) : leave
    },
    saveProduct(input) {
      // A product made at the counter carries any price, as a free amount does.
      const leave = approvals.allow('freeLine', null, input.approvalId ?? null)
      if (!leave.ok) return leave
      return db
        .transaction(() => {
          const saved = catalogue.save(input)
          if (saved.ok) leave.value.used()
          return saved
        })
        .immediate()
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
