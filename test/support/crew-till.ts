/** A till with an owner, a supervisor and a cashier: who serves, who allows, what the log says. */
import { beforeEach } from 'vitest'
import type { TillApi } from '#shared/bridge/contract.ts'
import { applyToCart, type Cart, type CartAction } from '#shared/selling/cart/cart.ts'
import { PINS } from './crew.ts'
import { must } from './must.ts'
import { cartOf, commitOf } from './till-fixture.ts'
import { tillPerTest } from './till-per-test.ts'

export { PINS }
type Role = keyof typeof PINS
type CashierRights = Parameters<TillApi['saveRights']>[0]['rights']

/** A cart after each of these, which all have to be taken. */
export const change = (cart: Cart, ...actions: CartAction[]): Cart =>
  actions.reduce((before, action) => must(applyToCart(before, action)), cart)

/** A till nobody is set up at, and what is done to it. */
export function staffTillPerTest() {
  const { fixture, till, api } = tillPerTest({ pinCost: 4 })
  const ids: Record<string, string> = {}
  const coffee = () => cartOf(api, '7801040000037')
  return {
    fixture,
    till,
    api,
    /** Of whoever has this role. */
    idOf: (role: Role) => ids[role] ?? '',
    async hire(name: string, role: Role) {
      const saved = must(await api.saveStaff({ staffId: null, name, role, pin: PINS[role] }))
      ids[role] = saved.members.find((member) => member.name === name)?.id ?? ''
    },
    serve: (role: Role) => api.signIn({ staffId: ids[role] ?? '', pin: PINS[role] }),
    /** As the screen sends it, with the line numbers approvals are bound to. */
    commit: (cart: Cart) => api.commitSale({ ...commitOf(api, cart), lines: [...cart.lines] }),
    approve: (cart: Cart, role: Role, pin: string = PINS[role]) =>
      api.approve({
        staffId: ids[role] ?? '',
        pin,
        subject: { kind: 'sale', lines: [...cart.lines], discount: cart.discount },
      }),
    auditRows: () => must(api.audit({ cursor: null, limit: 200 })).rows,
    coffee,
    halfOff: () =>
      change(coffee(), {
        type: 'set-discount',
        lineNumber: 1,
        discount: { kind: 'amount', amountClp: 998 },
      }),
  }
}

/** The same with its people, and the cashier serving. */
export function crewTillPerTest() {
  const till = staffTillPerTest()
  beforeEach(async () => {
    await till.hire('Paula', 'owner')
    await till.hire('Rodrigo', 'supervisor')
    await till.hire('Camila', 'cashier')
    await till.serve('cashier')
  })
  return {
    ...till,
    /** A cashier's rights as these say; what no cashier may have is not sent. */
    limitCashier(rights: Partial<CashierRights>) {
      const {
        readAudit: _a,
        readReports: _r,
        editCatalogue: _e,
        stock: _s,
        manageStaff: _m,
        ...own
      } = till.api.staff().rightsOf.cashier
      must(till.api.saveRights({ role: 'cashier', rights: { ...own, ...rights } }))
    },
  }
}
