/** A cashier without a single right, at a counter with something to do for every one of them. */
import type { CommandName } from '#shared/bridge/contract.ts'
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import type { Till } from '#till/till.ts'
import { cartOf, keptOf, sellOf, UNREACHABLE, type TillFixture } from './till-fixture.ts'
import type { TillOptions } from '#till/options.ts'

/**
 * What a cashier without the right meets, command by command. `pin`: its control asks for a PIN
 * over the shoulder.
 * `settings`: its part of the settings is opened by the owner's PIN. `hidden`: it is not offered,
 * and why.
 */
export type Decision =
  | 'pin'
  | 'settings'
  | { readonly hidden: string }
  | { readonly pinAsIn: string }

export const DECISIONS = {
  commitSale: 'pin',
  chargeCard: { pinAsIn: 'commitSale: what the sale needs is asked before a card is charged' },
  settleCard: { pinAsIn: 'discardParked, on the page of a charge nobody knows the end of' },
  giveBackCard: { pinAsIn: 'settleCard' },
  checkCard: { pinAsIn: 'settleCard' },
  saveProduct: 'pin',
  discardParked: 'pin',
  openDrawer: 'pin',
  commitReturn: 'pin',
  commitOutsideReturn: 'pin',
  undoReturn: 'pin',
  changeDocument: 'pin',
  vales: {
    hidden: 'what the shop owes is read by who gives it back; one is looked up by its code',
  },
  voidVale: { hidden: 'it stands in the list of vales' },
  printVale: { hidden: 'a copy is printed from the list of vales' },
  acceptVale: { pinAsIn: 'undoReturn, and at the payment it comes after a restore only' },
  deleteReceipt: 'pin',
  setAside: { pinAsIn: 'deleteReceipt: the same right, at a receipt that is stuck' },
  resendFixed: { pinAsIn: 'deleteReceipt' },
  adoptId: { pinAsIn: 'deleteReceipt' },
  savePrinter: 'pin',
  moveCash: 'pin',
  countShift: 'pin',
  closeShift: 'pin',
  readShift: 'pin',
  shiftFile: 'pin',
  addPrinter: 'settings',
  removePrinter: 'settings',
  saveSettings: 'settings',
  settingsHistory: 'settings',
  saveScaleLayouts: 'settings',
  tryScale: 'settings',
  saveStaff: 'settings',
  removeStaff: 'settings',
  saveRights: 'settings',
  saveRole: 'settings',
  ownerCode: 'settings',
  makeOwnerCode: 'settings',
  printOwnerCode: 'settings',
  removeRole: 'settings',
  testService: 'settings',
  ownCompany: 'settings',
  identifiedSales: 'settings',
  identifiedSalesFile: 'settings',
  audit: {
    hidden:
      'what others did is read by who signs in for it: a log lent over a shoulder shows a cashier everybody’s doings',
  },
  moveTile: {
    hidden:
      'the grid is arranged before the shop opens: its button would only be in the way of who sells',
  },
  setProductPicture: { hidden: 'as moveTile, from the same dialog' },
  checkSeal: { hidden: 'it stands in the log, which is read by who signs in for it' },
  report: { hidden: 'what the shop earns is read by who signs in for it, as the log is' },
  printReport: { hidden: 'as report' },
  goods: {
    hidden:
      'the catalogue is a place of its own for who answers for its prices: what a cashier needs of it, a product nobody knows, stands at the counter',
  },
  saveGoods: { hidden: 'as goods' },
  priceHistory: { hidden: 'as goods' },
  previewBulk: { hidden: 'as goods' },
  applyBulk: { hidden: 'as goods' },
  printLabels: { hidden: 'as goods' },
  labelSheets: { hidden: 'as goods' },
  undoBulk: { hidden: 'as goods' },
  importing: { hidden: 'as goods' },
  sendImport: { hidden: 'as goods' },
  arrangeImport: { hidden: 'as goods' },
  importRows: { hidden: 'as goods' },
  acceptImport: { hidden: 'as goods' },
  cancelImport: { hidden: 'as goods' },
  stockByCode: { hidden: 'as goods: what there is of it is counted by who answers for it' },
  stockMoves: { hidden: 'as stockByCode' },
  setStock: { hidden: 'as stockByCode' },
  moveStock: { hidden: 'as stockByCode' },
  promotions: { hidden: 'prices of everybody are kept by who answers for them' },
  savePromotion: { hidden: 'as promotions' },
  switchPromotion: { hidden: 'as promotions' },
  priceLists: { hidden: 'as promotions' },
  savePriceList: { hidden: 'as promotions' },
  archivePriceList: { hidden: 'as promotions' },
  archiveProduct: { hidden: 'as goods' },
  customers: {
    hidden:
      'a list of everybody is read by who answers for it: whom a cashier sells to is found by RUT or name at the counter',
  },
  saveCustomer: { hidden: 'as customers' },
  archiveCustomer: { hidden: 'as customers' },
  customerHistory: { hidden: 'as customers' },
  exportCustomers: { hidden: 'as customers' },
  saveCategory: { hidden: 'as goods' },
  moveCategory: { hidden: 'as goods' },
  addExampleCategories: { hidden: 'as goods' },
} as const satisfies Partial<Record<CommandName, Decision>>

export type Decided = keyof typeof DECISIONS
export type PinCommand = {
  [Name in Decided]: (typeof DECISIONS)[Name] extends 'pin' ? Name : never
}[Decided]

export interface Rightless {
  readonly till: Till
  /** With a folio; none of it has come back. */
  readonly issuedId: SaleId
  /** A credit note with a folio. */
  readonly noteId: SaleId
  /** Sold while the service was away. */
  readonly pendingId: SaleId
  readonly parkedId: string
  readonly shiftId: string
}

export const COFFEE = '7801040000037'
export const RIGHTLESS_PINS = { owner: '3690', cashier: '2580' } as const
/** Of another till, as its paper says. */
export const OUTSIDE = {
  documentType: '39',
  folio: 9001,
  date: '2026-11-18' as IsoDate,
  totalClp: 11_900,
  buyerRut: '',
} as const

/** `eventually` resolves once what it is given is true. */
export async function rightlessCashier(
  fixture: TillFixture,
  changes: Partial<TillOptions>,
  eventually: (isSo: () => boolean) => Promise<unknown>,
): Promise<Rightless> {
  const till = await fixture.open({ pinCost: 4, ...changes })
  const { api } = till
  fixture.printer.discover = async () =>
    api.bootstrap().printers.map((config) => ({ config, present: true, trouble: null }))
  await eventually(() => api.status().connection === 'online')
  const issuedId = sellOf(api, COFFEE)
  const soldId = sellOf(api, COFFEE)
  await eventually(() => api.status().pendingCount === 0)
  const opened = must(await api.openReturn(soldId))
  const { saleId: noteId } = must(
    api.commitReturn({
      returnId: opened.returnId,
      originalId: soldId,
      lines: opened.lines.map(({ lineNumber, quantity }) => ({ lineNumber, quantity })),
      reason: 'Producto fallado',
      refund: { method: 'vc', reference: '' },
      approvalId: null,
      expectedTotalClp: opened.totalClp,
    }),
  )
  must(await api.printVale({ number: 1, approvalId: null }))
  await eventually(() => api.status().pendingCount === 0)
  fixture.service.answer = () => UNREACHABLE
  const pendingId = sellOf(api, COFFEE)
  await eventually(() => api.status().connection === 'offline')
  must(await api.saveSettings({ usesShifts: true, countsBlind: true }))
  const shift = must(api.openShift({ shiftId: api.shift().nextId, floatClp: 30_000 }))
  const parked = must(api.parkSale({ ...keptOf(cartOf(api, COFFEE)), name: 'Mesa 1' }))
  for (const [name, role] of [
    ['Paula', 'owner'],
    ['Camila', 'cashier'],
  ] as const) {
    must(await api.saveStaff({ staffId: null, name, role, pin: RIGHTLESS_PINS[role] }))
  }
  must(api.saveRights({ role: 'cashier', rights: NO_RIGHTS }))
  const staffId = api.staff().members.find(({ name }) => name === 'Camila')?.id ?? ''
  must(await api.signIn({ staffId, pin: RIGHTLESS_PINS.cashier }))
  return {
    till,
    issuedId,
    noteId,
    pendingId,
    parkedId: parked.id,
    shiftId: shift.open?.shiftId ?? '',
  }
}

export const NO_RIGHTS = {
  lineDiscountPercent: 0,
  cartDiscountPercent: 0,
  changePrice: false,
  freeLine: false,
  deletePending: false,
  openDrawer: false,
  discardParked: false,
  refund: false,
  beyondLimits: false,
  moveCash: false,
  acceptDifference: false,
  invoice: false,
  seeReceipts: false,
}

function must<Value>(answer: Result<Value, Refusal>): Value {
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.value
}
