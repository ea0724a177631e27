/**
 * Commands that ask for a right or are written to the log: staff, approvals, parked sales, drawer,
 * prices.
 */
import { discardingDeed, type DeedOfRight } from '#shared/staff/deeds.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { AuditAction, AuditRow } from '#shared/bridge/staff-views.ts'
import { SHORT_NAMES } from '#shared/document/short-names.ts'
import { isOfReturn } from '#shared/payment/payment-method.ts'
import type { Tender } from '#shared/payment/payment.ts'
import type { TillDatabase } from './db/open-database.ts'
import { createParked, type Parked } from './parked/parked.ts'
import { createApprovals, type Approvals, type Permission } from './staff/approvals.ts'
import type { Audit } from './staff/audit.ts'
import type { Sales } from './sales/sales.ts'
import type { TillOptions } from './options.ts'
import type { Store } from './store.ts'
import type { AskedDeletion } from './sync/outbox/deletion-store.ts'
import { auditedCommands } from './audited-commands.ts'
import { customerCommands, type CustomerCommandName } from './customers/customer-commands.ts'
import { goodsCommands, type GoodsCommandName } from './catalogue/goods-commands.ts'
import { stockCommands, type StockCommandName } from './catalogue/stock/stock-commands.ts'
import { importCommands, type ImportCommandName } from './catalogue/import/import-commands.ts'
import { promotionCommands, type PromotionCommandName } from './promotions/promotion-commands.ts'
import { chosenListOf } from './promotions/chosen-list.ts'
import { handOver, noteParked, noteRecalled, servedBy } from './hand-over.ts'
import { printDate } from '#shared/time/calendar.ts'
import { valeName } from '#shared/vales/vale.ts'
import { valeCommands, type ValeCommandName } from './vales/vale-commands.ts'
import type { NewVale, OutsideFacts, ReturnDecision } from '#shared/returns/return-decision.ts'

/** Who there is, who serves, and what each may. */
export type CrewCommandName =
  | 'staff'
  | 'signIn'
  | 'signOut'
  | 'giveBackSettings'
  | 'saveStaff'
  | 'removeStaff'
  | 'saveRights'
  | 'saveRole'
  | 'removeRole'
  | 'ownerCode'
  | 'makeOwnerCode'
  | 'useOwnerCode'

export type CounterCommandName =
  | 'scaleLayouts'
  | 'saveScaleLayouts'
  | 'saleNeeds'
  | 'approve'
  | 'openDrawer'
  | 'audit'

type AuthorizedCommandName =
  | CrewCommandName
  | 'parkSale'
  | 'parkedSales'
  | 'recallSale'
  | 'discardParked'
  | 'commitSale'
  | CounterCommandName
  | 'saveProduct'
  | 'reprint'
  | 'moveTile'
  | 'setProductPicture'
  | CustomerCommandName
  | GoodsCommandName
  | ImportCommandName
  | PromotionCommandName
  | StockCommandName
  | ValeCommandName

export interface AuthorizedCommands {
  /** What was taken for sales nobody has charged yet, open or aside, but for values of returns. */
  partsTaken(): readonly Tender[]
  readonly approvals: Approvals
  /**
   * Deleting a pending receipt: who answers for it. Noted as asked for; what comes of it stands at
   * the receipt.
   */
  mayDelete(saleId: SaleId, approvalId: string | null): Result<AskedDeletion, Refusal>
  /** Taking back what was sold; run the answer with the return, in its transaction. */
  mayReturn(
    deed: DeedOfRight,
    approvalId: string | null,
  ): Result<(decision: ReturnDecision) => void, Refusal>
  /** What a person does about a receipt that is stuck. Run the answer in its transaction. */
  mayMend(
    saleId: SaleId,
    approvalId: string | null,
  ): Result<(action: AuditAction, detail: AuditRow['detail']) => void, Refusal>
  readonly api: Pick<TillApi, AuthorizedCommandName>
}

export interface AuthorizedCommandsPorts {
  readonly options: TillOptions
  readonly store: Store
  /** Asked when a command comes, when the sales are there. */
  readonly sales: () => Sales
  readonly wake: () => void
  /** Why no money may go back now; null when it may. */
  readonly needsShift: () => Refusal | null
}

export function createAuthorizedCommands(ports: AuthorizedCommandsPorts): AuthorizedCommands {
  const { options, store, sales } = ports
  const { staff } = store
  const approvals = createApprovals({
    clock: options.clock,
    ids: store.ids,
    db: store.db,
    staff,
    riskSale: (sale) => ({
      ...store.catalogue.riskSale(sale, store.settings.read().labelLimitClp),
      chosenList: chosenListOf(store, sale),
    }),
    openSaleId: () => sales().open.current().saleId,
    nameOpenSale: () => nameOpenSale(sales()),
  })
  const parked = openParked(ports, approvals.noteSale)
  const discardParked = createDiscard(store, approvals, parked)
  const openDrawer = createOpenDrawer(ports, approvals)
  const api: AuthorizedCommands['api'] = {
    parkSale: parked.park,
    parkedSales: parked.list,
    recallSale: parked.recall,
    discardParked: ({ parkedId, approvalId }) => discardParked(parkedId, approvalId),
    staff: staff.view,
    signIn: (input) =>
      staff.signIn(input, (member) => {
        const handed = handOver(sales(), staff, member, input.takesPayments === true)
        if (!handed.ok || servedBy(staff) === member.id) return handed
        return ok(() => {
          approvals.endAll()
          handed.value()
        })
      }),
    signOut() {
      // What was allowed was allowed to whoever stood there.
      approvals.endAll()
      return staff.signOut()
    },
    giveBackSettings: staff.giveBackSettings,
    saveStaff: staff.save,
    removeStaff: staff.remove,
    saveRights: staff.saveRights,
    saveRole: staff.saveRole,
    removeRole: staff.removeRole,
    ownerCode: staff.ownerCode,
    makeOwnerCode: staff.makeOwnerCode,
    useOwnerCode: staff.useOwnerCode,
    saleNeeds: approvals.saleNeeds,
    approve: approvals.approve,
    openDrawer: ({ approvalId }) => openDrawer(approvalId),
    audit({ cursor, limit }) {
      const permission = approvals.allow({ right: 'readAudit', subject: null }, null)
      return permission.ok ? ok(staff.audit.page(cursor, limit)) : permission
    },
    ...auditedCommands(approvals, ports),
    ...goodsCommands(approvals, store),
    ...customerCommands(approvals, { ...store, clock: options.clock }),
    ...importCommands(approvals, store),
    ...promotionCommands(approvals, store),
    ...stockCommands(approvals, store),
    ...valeCommands(approvals, { ...store, clock: options.clock }),
  }
  return {
    approvals,
    ...createMayDo(ports, approvals),
    partsTaken: () => partsTaken(sales(), parked),
    api,
  }
}

/** Written first: a drawer that opened unseen is the case the log is for. */
function createOpenDrawer({ options, store }: AuthorizedCommandsPorts, approvals: Approvals) {
  const { db, staff, currentPrinter } = store
  const useRight = createUseRight(db)
  return async (approvalId: string | null): Promise<Result<null, Refusal>> => {
    const noted = useRight(approvals, 'openDrawer', null, approvalId, ({ actor, approverName }) =>
      staff.audit.write({ action: 'drawer-opened', staff: actor, approverName }),
    )
    if (!noted.ok) return noted
    const outcome = await options.printing.kickDrawer(currentPrinter())
    return outcome.kind === 'sent' ? ok(null) : refuse(refusal('DRAWER_NOT_OPENED'))
  }
}

function createMayDo(
  { store, needsShift }: AuthorizedCommandsPorts,
  approvals: Approvals,
): Pick<AuthorizedCommands, 'mayDelete' | 'mayReturn' | 'mayMend'> {
  const { audit } = store.staff
  return {
    mayDelete(saleId, approvalId) {
      const closed = needsShift()
      if (closed !== null) return refuse(closed)
      const permission = approvals.allow({ right: 'deletePending', subject: saleId }, approvalId)
      if (!permission.ok) return permission
      const { actor, approverName, used } = permission.value
      return ok({
        askedBy: [actor.name, approverName].filter(Boolean).join(', '),
        note() {
          used()
          audit.write({ action: 'receipt-deleted', staff: actor, approverName, saleId })
        },
      })
    },
    mayReturn(deed, approvalId) {
      const permission = approvals.allow(deed, approvalId)
      return permission.ok
        ? ok((decision) => noteReturn(audit, permission.value, decision))
        : permission
    },
    mayMend(saleId, approvalId) {
      const permission = approvals.allow({ right: 'deletePending', subject: saleId }, approvalId)
      if (!permission.ok) return permission
      const { actor, approverName, used } = permission.value
      return ok((action, detail) => {
        used()
        audit.write({ action, staff: actor, approverName, saleId, detail })
      })
    },
  }
}

function createDiscard({ db, journal, staff }: Store, approvals: Approvals, parked: Parked) {
  return (parkedId: string, approvalId: string | null): Result<null, Refusal> => {
    const takenClp = parked.find(parkedId)?.takenClp ?? 0
    const permission = approvals.allow(discardingDeed({ id: parkedId, takenClp }), approvalId)
    if (!permission.ok) return permission
    const { actor, approverName, used } = permission.value
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
}

function openParked(
  { store, options, sales }: AuthorizedCommandsPorts,
  noteChange: Approvals['noteSale'],
): Parked {
  const { db, journal, staff, ids } = store
  const { clock } = options
  const parked = createParked({
    db,
    journal,
    clock,
    ids,
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
  return given.filter(({ method }) => !isOfReturn(method))
}

/** The open sale's name, for what is bound to it before its first line is kept. */
function nameOpenSale({ api }: Sales): SaleId {
  const opened = api.openSale()
  if (!opened.ok) throw new Error(`the open sale has no name: ${opened.refusal.code}`)
  return opened.value.saleId
}

function noteReturn(
  audit: Audit,
  { actor, approverName, used }: Permission,
  decision: ReturnDecision,
): void {
  const { documentType, returnId, totals, payments, reason, outside, vale } = decision
  used()
  audit.write({
    action: documentType === '56' ? 'return-undone' : 'returned',
    staff: actor,
    approverName,
    saleId: returnId,
    detail: {
      what: reason,
      totalClp: totals.totalClp,
      method: payments.map(({ name }) => name).join(' + '),
      ...(vale === null ? {} : { vale: valeText(vale) }),
      ...(outside === null ? {} : { receipt: outsideText(outside) }),
    },
  })
}

/** With its end, which stands under no seal anywhere else. */
function valeText({ number, expiresOn }: NewVale): string {
  const until = expiresOn === null ? 'sin vencimiento' : `hasta ${printDate(expiresOn)}`
  return `${valeName(number)}, ${until}`
}

/** Whose word it is that there was such a receipt. */
function outsideText({ documentType, folio, check, sameFolio }: OutsideFacts): string {
  const receipt = `${SHORT_NAMES[documentType]} N° ${folio} de otra caja`
  const before =
    sameFolio === undefined ? '' : `; antes como ${SHORT_NAMES[sameFolio.documentType]} N° ${folio}`
  return `${receipt}, ${OUTSIDE_WORDS[check]}${before}`
}

const OUTSIDE_WORDS: Readonly<Record<OutsideFacts['check'], string>> = {
  confirmed: 'confirmada por el servicio',
  'not-found': 'según lo escrito: el servicio no la conoce',
  'not-asked': 'según lo escrito: el servicio no respondió',
}

/** A right is used and its row written in one transaction. */
function createUseRight(db: TillDatabase) {
  return (
    approvals: Approvals,
    right: 'openDrawer',
    subject: string | null,
    approvalId: string | null,
    write: (permission: Permission) => void,
  ): Result<Permission, Refusal> => {
    const permission = approvals.allow({ right, subject }, approvalId)
    if (permission.ok) {
      db.transaction(() => {
        permission.value.used()
        write(permission.value)
      }).immediate()
    }
    return permission
  }
}
