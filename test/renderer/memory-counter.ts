/**
 * Parked sales, people and approvals in memory, for the core in memory. The rules are shared/'s;
 * PINs are plain here.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { AuditRow, SealView, StaffMember } from '#shared/staff/views.ts'
import { checkScaleLayouts, DEFAULT_SCALE_LAYOUTS } from '#shared/catalogue/scale-label.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { Need } from '#shared/staff/need.ts'
import { DEFAULT_RIGHTS, mayApprove, needsOfSale, type Role } from '#shared/staff/rights.ts'
import { rightsOfPerson, type OwnRole } from '#shared/staff/roles.ts'
import { needText } from '#shared/staff/need-text.ts'
import { toRiskLine } from '#shared/staff/risk-line.ts'
import type { ProductView } from '#shared/catalogue/product.ts'
import type { CounterCommandName, CrewCommandName } from '#till/authorized-commands.ts'
import type { AllowedAction } from '#shared/receipts/views.ts'

export const PINS: Readonly<Record<Role, string>> = {
  cashier: '2580',
  supervisor: '1470',
  owner: '3690',
}

type Commands =
  | CrewCommandName
  | CounterCommandName
  | 'discardParked'
  | 'checkSeal'
  | 'printOwnerCode'

type AskedSale = Parameters<TillApi['saleNeeds']>[0]

export interface MemoryCounterPorts {
  readonly now: () => number
  readonly products: readonly ProductView[]
  readonly discard: (parkedId: string) => void
  /** The open sale, and whom its payments were taken by. */
  readonly paid: () => { readonly what: string; readonly servedBy: string | null }
  readonly handOver: (staffId: string) => void
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
  servedBy(): string | null
  /** What somebody allowed since the last sale. */
  takeAllowed(): AllowedAction[]
  permit(sale: AskedSale): readonly Need[]
}

/** As a till finds it that nobody has touched. */
const WHOLE_SEAL: SealView = {
  state: 'whole',
  checkedAt: Date.UTC(2026, 10, 20, 15, 0) as SealView['checkedAt'],
  sealedCount: 214,
  pendingCount: 0,
  fault: null,
  anchor: '1-214-5D1C0A9B77E2',
  paper: null,
  notes: [],
}

export function createMemoryCounter({
  now,
  products,
  discard,
  announce,
  paid,
  handOver,
}: MemoryCounterPorts): MemoryCounter {
  let members: readonly StaffMember[] = []
  let current: StaffMember | null = null
  let approved: Need[] = []
  let drawerOpened = 0
  let lentBy: string | null = null
  let layouts = DEFAULT_SCALE_LAYOUTS
  const audit: AuditRow[] = []
  const allowed: AllowedAction[] = []

  const nobody = { ...DEFAULT_RIGHTS.cashier, freeLine: false }
  let ownRoles: readonly OwnRole[] = []
  const rightsOf = (person: StaffMember) => rightsOfPerson(person, DEFAULT_RIGHTS, ownRoles)
  const rights = () =>
    members.length === 0 ? DEFAULT_RIGHTS.owner : current ? rightsOf(current) : nobody
  const listPrice = (productId: string) =>
    products.find(({ id }) => id === productId)?.unitGrossClp ?? null
  const riskLine = (line: AskedSale['lines'][number]) =>
    toRiskLine(line, line.productId === null ? 'free' : listPrice(line.productId))
  const needs = ({ lines, discount }: AskedSale) =>
    needsOfSale({ lines: lines.map(riskLine), discount }, rights(), approved)
  const view = () => ({
    isOn: members.length > 0,
    current,
    members,
    rights: rights(),
    rightsOf: DEFAULT_RIGHTS,
    ownRoles,
    mayChangeSettings: rights().manageStaff || lentBy !== null,
    settingsLentBy: lentBy,
    demoPins: members.map(({ name, role }) => ({ name, pin: PINS[role ?? 'cashier'] })),
  })
  const note = (
    action: AuditRow['action'],
    approverName: string | null = null,
    detail: AuditRow['detail'] = {},
  ) =>
    audit.unshift({
      seq: audit.length + 1,
      at: now() as EpochMs,
      action,
      staffName: current?.name ?? 'Camila',
      approverName,
      saleId: null,
      detail,
    })

  const api: MemoryCounter['api'] = {
    discardParked({ parkedId }) {
      discard(parkedId)
      announce('parked')
      return ok(null)
    },
    staff: view,
    async signIn({ staffId, pin, takesPayments }) {
      const member = members.find(({ id }) => id === staffId)
      if (!member || PINS[member.role ?? 'cashier'] !== pin)
        return refuse(refusal('PIN_WRONG', 'pin'))
      const { what, servedBy } = paid()
      const isAnothers = what !== '' && servedBy !== null && servedBy !== member.id
      if (isAnothers && takesPayments !== true)
        return refuse(refusal('SALE_HAS_PAYMENTS', null, { what }))
      current = member
      note('sign-in')
      if (isAnothers) note('sale-handed-over', null, { what })
      if (isAnothers) handOver(member.id)
      announce('staff')
      return ok(view())
    },
    giveBackSettings() {
      lentBy = null
      return view()
    },
    signOut() {
      lentBy = null
      note('sign-out')
      current = null
      announce('staff')
      return view()
    },
    async saveStaff({ staffId, name, role, roleIds = [] }) {
      if (members.length === 0 && role !== 'owner') return refuse(refusal('FIRST_IS_OWNER', 'role'))
      if (name.trim() === '') return refuse(refusal('NAME_REQUIRED', 'name'))
      const member: StaffMember = {
        id: staffId ?? `staff-${members.length + 1}`,
        name,
        role,
        roleIds,
      }
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
    saveRole({ roleId, ...role }) {
      const id = roleId ?? `role-${ownRoles.length + 1}`
      ownRoles = [...ownRoles.filter((other) => other.id !== id), { id, ...role }]
      return ok(view())
    },
    ownerCode: () => ok({ madeAt: null }),
    makeOwnerCode: () => Promise.resolve(ok({ code: '00000-00000-00000-00000-00000' })),
    printOwnerCode: () => Promise.resolve(ok(null)),
    useOwnerCode: () => Promise.resolve(refuse(refusal('OWNER_CODE_NONE', 'code'))),
    removeRole(roleId) {
      const having = members.filter(({ roleIds }) => roleIds.includes(roleId))
      const names = having.map(({ name }) => name).join(', ')
      if (names !== '') return refuse(refusal('ROLE_IN_USE', null, { names }))
      ownRoles = ownRoles.filter(({ id }) => id !== roleId)
      return ok(view())
    },
    scaleLayouts: () => layouts,
    saveScaleLayouts(input) {
      const checked = checkScaleLayouts(input.layouts)
      if (checked.ok) layouts = checked.value
      return checked
    },
    saleNeeds: needs,
    async approve({ staffId, pin, subject }) {
      const approver = members.find(({ id }) => id === staffId)
      if (!approver || PINS[approver.role ?? 'cashier'] !== pin)
        return refuse(refusal('PIN_WRONG', 'pin'))
      const asked: readonly Need[] =
        subject.kind === 'sale'
          ? needs(subject)
          : [
              subject.kind === 'right'
                ? subject
                : { kind: 'right', right: 'manageStaff', subject: null },
            ]
      if (!asked.every((need) => mayApprove(rightsOf(approver), need)))
        return refuse(refusal('APPROVER_TOO_LOW', 'pin', { name: approver.name }))
      if (subject.kind === 'settings') lentBy = approver.name
      else approved = [...approved, ...asked]
      note('approval', approver.name)
      for (const need of asked)
        if (need.kind !== 'right')
          allowed.push({
            action: 'discount',
            approverName: approver.name,
            detail: { what: needText(need, 'es') },
          })
      return ok({
        approvalId: `approval-${audit.length}`,
        approverName: approver.name,
        needs: asked,
      })
    },
    async openDrawer({ approvalId }) {
      if (!rights().openDrawer && approvalId === null) return refuse(refusal('RIGHT_REQUIRED'))
      drawerOpened += 1
      note('drawer-opened')
      return ok(null)
    },
    checkSeal: () => Promise.resolve(ok(WHOLE_SEAL)),
    audit: ({ limit }) => ok({ rows: audit.slice(0, limit), nextCursor: null }),
  }
  return {
    api,
    world: {
      hire() {
        members = [
          { id: 's1', name: 'Camila', role: 'cashier', roleIds: [] },
          { id: 's2', name: 'Rodrigo', role: 'supervisor', roleIds: [] },
          { id: 's3', name: 'Paula', role: 'owner', roleIds: [] },
        ]
        current = members[0] ?? null
        announce('staff')
      },
      drawerOpened: () => drawerOpened,
    },
    cashierName: () => current?.name ?? null,
    servedBy: () => current?.id ?? null,
    takeAllowed: () => allowed.splice(0),
    permit: needs,
  }
}
