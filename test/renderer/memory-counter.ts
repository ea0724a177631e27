/** Parked sales, people and approvals in memory, for the core in memory. The rules are shared/'s; PINs are plain here. */
import type { TillApi } from '#shared/bridge/till-api.ts'
import type { AuditRow, ParkedSaleView, StaffMember } from '#shared/bridge/staff-views.ts'
import type { AllowedDeed, ProductView } from '#shared/bridge/views.ts'
import { cartTotals, EMPTY_CART, type Cart } from '#shared/cart/cart.ts'
import { checkScaleLayouts, DEFAULT_SCALE_LAYOUTS } from '#shared/catalogue/scale-label.ts'
import { nextParkedNumber } from '#shared/cart/parked.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { refusal } from '#shared/core/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { DEFAULT_RIGHTS, mayApprove, needsOfSale, type Need, type Role } from '#shared/staff/rights.ts'
import { needText } from '#shared/staff/need-text.ts'
import { toRiskLine } from '#shared/staff/risk-line.ts'

export const PINS: Readonly<Record<Role, string>> = { cashier: '2580', supervisor: '1470', owner: '3690' }

type Commands = 'parkSale' | 'parkedSales' | 'recallSale' | 'discardParked' | 'staff' | 'signIn' | 'signOut' | 'saveStaff' | 'removeStaff'
  | 'scaleLayouts' | 'saveScaleLayouts' | 'saveRights' | 'saleNeeds' | 'approve' | 'openDrawer' | 'audit'

export interface MemoryCounterPorts {
  readonly now: () => number
  readonly products: readonly ProductView[]
  readonly setDraft: (cart: Cart) => void
  readonly announce: (kind: 'parked' | 'staff') => void
}

export interface MemoryCounter {
  readonly api: Pick<TillApi, Commands>
  readonly world: {
    /** People with the PINs above; the cashier serves. */
    hire(): void
    readonly drawerOpened: () => number
  }
  cashierName(): string | null
  /** What somebody allowed since the last sale. */
  takeAllowed(): AllowedDeed[]
  permit(lines: Parameters<TillApi['saleNeeds']>[0]['lines']): readonly Need[]
}

export function createMemoryCounter({ now, products, setDraft, announce }: MemoryCounterPorts): MemoryCounter {
  let parked: { view: ParkedSaleView; cart: Cart }[] = []
  let members: readonly StaffMember[] = []
  let current: StaffMember | null = null
  let approved: Need[] = []
  let drawerOpened = 0
  let made = 0
  let layouts = DEFAULT_SCALE_LAYOUTS
  const audit: AuditRow[] = []
  const allowed: AllowedDeed[] = []

  const nobody = { ...DEFAULT_RIGHTS.cashier, freeLine: false }
  const rights = () => (members.length === 0 ? DEFAULT_RIGHTS.owner : current ? DEFAULT_RIGHTS[current.role] : nobody)
  const listPrice = (productId: string) => products.find(({ id }) => id === productId)?.unitGrossClp ?? null
  const needs = (lines: Parameters<TillApi['saleNeeds']>[0]['lines']) =>
    needsOfSale(lines.map((line) => toRiskLine(line, line.productId === null ? 'free' : listPrice(line.productId))), rights(), approved)
  const view = () => ({
    isOn: members.length > 0, current, members, rights: rights(), rightsOf: DEFAULT_RIGHTS,
    demoPins: members.map(({ name, role }) => ({ name, pin: PINS[role] })),
  })
  const park = (cart: Cart, name: string): ParkedSaleView => {
    made += 1
    const parkedView: ParkedSaleView = {
      id: `parked-${made}`, number: nextParkedNumber(parked.map((other) => other.view.number)), name, lineCount: cart.lines.length,
      totalClp: cartTotals(cart).totalClp, parkedAt: now() as EpochMs, parkedBy: current?.name ?? 'Camila', products: cart.lines.slice(0, 3).map((line) => line.name),
    }
    parked = [...parked, { view: parkedView, cart }]
    return parkedView
  }
  const note = (action: AuditRow['action'], approverName: string | null = null, detail: AuditRow['detail'] = {}) => audit.unshift({
    seq: audit.length + 1, at: now() as EpochMs, action, staffName: current?.name ?? 'Camila', approverName, saleId: null, detail,
  })

  const api: MemoryCounter['api'] = {
    parkSale({ cart, name }) {
      const aside = park(cart as unknown as Cart, name)
      setDraft(EMPTY_CART)
      announce('parked')
      return ok(aside)
    },
    parkedSales: () => parked.map((each) => each.view),
    recallSale({ parkedId, cart }) {
      const found = parked.find((each) => each.view.id === parkedId)
      if (!found) return refuse(refusal('PARKED_NOT_FOUND'))
      parked = parked.filter((each) => each !== found)
      if (cart.lines.length > 0) park(cart as unknown as Cart, '')
      setDraft(found.cart)
      announce('parked')
      return ok(found.cart)
    },
    discardParked({ parkedId }) {
      parked = parked.filter((each) => each.view.id !== parkedId)
      announce('parked')
      return ok(null)
    },
    staff: view,
    async signIn({ staffId, pin }) {
      const member = members.find(({ id }) => id === staffId)
      if (!member || PINS[member.role] !== pin) return refuse(refusal('PIN_WRONG', 'pin'))
      current = member
      note('sign-in')
      announce('staff')
      return ok(view())
    },
    signOut() {
      note('sign-out')
      current = null
      announce('staff')
      return view()
    },
    async saveStaff({ staffId, name, role }) {
      if (members.length === 0 && role !== 'owner') return refuse(refusal('FIRST_IS_OWNER', 'role'))
      const member: StaffMember = { id: staffId ?? `staff-${members.length + 1}`, name, role }
      members = [...members.filter(({ id }) => id !== member.id), member]
      current ??= member
      announce('staff')
      return ok(view())
    },
    removeStaff(staffId) {
      members = members.filter(({ id }) => id !== staffId)
      announce('staff')
      return ok(view())
    },
    saveRights: () => ok(view()),
    scaleLayouts: () => layouts,
    saveScaleLayouts(input) {
      const checked = checkScaleLayouts(input.layouts)
      if (checked.ok) layouts = checked.value
      return checked
    },
    saleNeeds: ({ lines }) => needs(lines),
    async approve({ staffId, pin, subject }) {
      const approver = members.find(({ id }) => id === staffId)
      if (!approver || PINS[approver.role] !== pin) return refuse(refusal('PIN_WRONG', 'pin'))
      const asked: readonly Need[] = subject.kind === 'sale' ? needs(subject.lines) : [{ kind: 'right', right: subject.right, subject: subject.subject }]
      if (!asked.every((need) => mayApprove(DEFAULT_RIGHTS[approver.role], need))) return refuse(refusal('APPROVER_TOO_LOW', 'pin', { name: approver.name }))
      approved = [...approved, ...asked]
      note('approval', approver.name)
      for (const need of asked) if (need.kind !== 'right') allowed.push({ action: 'discount', approverName: approver.name, detail: { what: needText(need, 'es') } })
      return ok({ approvalId: `approval-${audit.length}`, approverName: approver.name, needs: asked })
    },
    async openDrawer({ approvalId }) {
      if (!rights().openDrawer && approvalId === null) return refuse(refusal('RIGHT_REQUIRED'))
      drawerOpened += 1
      note('drawer-opened')
      return ok(null)
    },
    audit: ({ limit }) => ok({ rows: audit.slice(0, limit), nextCursor: null }),
  }
  return {
    api,
    world: {
      hire() {
        members = [
          { id: 's1', name: 'Camila', role: 'cashier' }, { id: 's2', name: 'Rodrigo', role: 'supervisor' }, { id: 's3', name: 'Paula', role: 'owner' },
        ]
        current = members[0] ?? null
        announce('staff')
      },
      drawerOpened: () => drawerOpened,
    },
    cashierName: () => current?.name ?? null,
    takeAllowed: () => allowed.splice(0),
    permit: needs,
  }
}
