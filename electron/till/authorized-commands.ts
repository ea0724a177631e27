/**
 * Commands that ask for a right or are written to the log: staff, approvals, parked sales, drawer,
 * prices.
 */
import { discardingDeed } from '#shared/staff/deeds.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { isOfReturn } from '#shared/selling/payment/payment-method.ts'
import type { NamedPart } from '#shared/selling/open-sale/paying.ts'
import { createParked, type Parked } from './selling/parked/parked.ts'
import { createApprovals, type Approvals } from './staff/approvals.ts'
import type { Handlers, Staff } from './staff/staff-ports.ts'
import { createCashOut, type CashOut } from './staff/cash-out.ts'
import { createMayDo, type MayDo } from './may-do.ts'
import type { Sales } from './selling/sales.ts'
import type { TillOptions } from './options.ts'
import type { Store } from './store.ts'
import { auditedCommands } from './audited-commands.ts'
import { customerCommands, type CustomerCommandName } from './customers/customer-commands.ts'
import { goodsCommands, type GoodsCommandName } from './catalogue/goods-commands.ts'
import { stockCommands, type StockCommandName } from './catalogue/stock/stock-commands.ts'
import { importCommands, type ImportCommandName } from './importing/import-commands.ts'
import { promotionCommands, type PromotionCommandName } from './promotions/promotion-commands.ts'
import { chosenListOf } from './promotions/chosen-list.ts'
import { handOver, noteParked, noteRecalled, servedBy } from './hand-over.ts'
import { createLookUps, type LookUps } from './staff/look-ups.ts'
import { createGivenNow, type GivenNow } from './vales/given-now.ts'
import type { ValeShop } from './vales/vale-shop.ts'
import { valeCommands, type ValeCommandName } from './vales/vale-commands.ts'

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

export interface AuthorizedCommands extends MayDo {
  /**
   * What was taken for sales nobody has charged yet, open or aside, and by cards that are in no
   * sale; but for values of returns.
   */
  partsTaken(): readonly NamedPart[]
  readonly approvals: Approvals
  readonly givenNow: GivenNow
  readonly lookUps: LookUps
  readonly api: Handlers<AuthorizedCommandName>
}

export interface AuthorizedCommandsPorts {
  readonly options: TillOptions
  readonly store: Store
  /** Asked when a command comes, when the sales are there. */
  readonly sales: () => Sales
  readonly wake: () => void
  readonly vales: ValeShop
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
  const lookUps = createLookUps(options.clock, staff)
  const cashOut = createCashOut(approvals.allow, staff.audit)
  const parked = openParked(ports, approvals.noteSale)
  const discardParked = createDiscard(store, approvals, parked)
  const openDrawer = createOpenDrawer(ports, cashOut)
  const api: AuthorizedCommands['api'] = {
    parkSale: parked.park,
    parkedSales: parked.list,
    recallSale: parked.recall,
    discardParked: ({ parkedId, approvalId }) => discardParked(parkedId, approvalId),
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
    ...crewCommands(staff),
    saleNeeds: approvals.saleNeeds,
    approve: approvals.approve,
    openDrawer: ({ approvalId }) => openDrawer(approvalId),
    audit: ({ cursor, limit }) => ok(staff.audit.page(cursor, limit)),
    ...auditedCommands(approvals, ports),
    ...goodsCommands(store),
    ...customerCommands(approvals, { ...store, clock: options.clock }),
    ...importCommands(approvals, store),
    ...promotionCommands(store),
    ...stockCommands(store),
    ...valeCommands(approvals, { ...store, clock: options.clock, lookUps, shop: ports.vales }),
  }
  return {
    approvals,
    givenNow: createGivenNow(staff.turn),
    lookUps,
    ...createMayDo(ports, approvals, cashOut),
    partsTaken: () => partsTaken(sales(), parked, store),
    api,
  }
}

/** Who there is, as the parts of the staff answer by themselves. */
function crewCommands(staff: Staff): Handlers<Exclude<CrewCommandName, 'signIn' | 'signOut'>> {
  return {
    staff: staff.view,
    giveBackSettings: staff.giveBackSettings,
    saveStaff: staff.save,
    removeStaff: staff.remove,
    saveRights: staff.saveRights,
    saveRole: staff.saveRole,
    removeRole: staff.removeRole,
    ownerCode: staff.ownerCode,
    makeOwnerCode: staff.makeOwnerCode,
    useOwnerCode: staff.useOwnerCode,
  }
}

/** Written first: a drawer that opened unseen is the case the log is for. */
function createOpenDrawer({ options, store }: AuthorizedCommandsPorts, cashOut: CashOut) {
  const { db, currentPrinter } = store
  return async (approvalId: string | null): Promise<Result<null, Refusal>> => {
    const deed = { right: 'openDrawer', subject: null } as const
    const out = cashOut({ way: 'drawer', deed, cashClp: 0 }, approvalId)
    if (!out.ok) return out
    db.transaction(() => out.value.write({})).immediate()
    const outcome = await options.printing.kickDrawer(currentPrinter())
    return outcome.kind === 'sent' ? ok(null) : refuse(refusal('DRAWER_NOT_OPENED'))
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

function partsTaken(
  { open }: Sales,
  parked: Parked,
  { cards, settings }: Pick<Store, 'cards' | 'settings'>,
): readonly NamedPart[] {
  const given = [...(open.current().sale?.paying.given ?? []), ...parked.partsTaken()]
  const { paymentMethods } = settings.read()
  // A sale may have been put aside, or charged otherwise, before its card was known to have paid.
  const unclaimed = cards.attempts
    .paid()
    .filter(({ attemptId }) => !given.some((part) => part.attemptId === attemptId))
    .map(({ attemptId, method: id, amountClp }) => {
      const { name } = paymentMethods.find((method) => method.id === id) ?? { name: id }
      return { method: { id, name }, amountClp, reference: '', attemptId }
    })
  return [...given.filter(({ method }) => !isOfReturn(method)), ...unclaimed]
}

/** The open sale's name, for what is bound to it before its first line is kept. */
function nameOpenSale({ api }: Sales): SaleId {
  const opened = api.openSale()
  if (!opened.ok) throw new Error(`the open sale has no name: ${opened.refusal.code}`)
  return opened.value.saleId
}
