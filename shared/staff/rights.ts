/**
 * Who may do what at the counter, as data, and what of a sale goes beyond it. Pure: the screen asks
 * the core, and the core asks this, both before a change and again when the sale is committed.
 */
import { percentIn, percentOf, type DiscountRule } from '../money/discount.ts'
import { clp, type Clp } from '../money/clp.ts'
import { ONE_MILLI } from '../money/quantity.ts'
import { covers, LENT_RIGHTS, type LineNeed, type Need } from './need.ts'
import { priceRisk, type RiskLine, type RiskPrice, type RiskSale } from './risk-line.ts'
import { lineText, shownText } from './shown-thing.ts'

export const ROLES = ['cashier', 'supervisor', 'owner'] as const
export type Role = (typeof ROLES)[number]

export interface RoleRights {
  /** Whole percents: the largest discount of a line's own, and of one on the whole sale. */
  readonly lineDiscountPercent: number
  readonly cartDiscountPercent: number
  readonly changePrice: boolean
  readonly freeLine: boolean
  readonly deletePending: boolean
  /** Opens the drawer without a sale. */
  readonly openDrawer: boolean
  readonly discardParked: boolean
  /** Takes back what was sold and gives money for it. */
  readonly refund: boolean
  /**
   * Goes beyond the shop's limits with it: a large vale, much money for receipts nobody confirmed;
   * voids a vale, and takes one after the data were put back.
   */
  readonly beyondLimits: boolean
  /** Puts cash into the drawer or takes it out, beside the sales. */
  readonly moveCash: boolean
  /**
   * Closes a shift with more missing or left over than the shop's limit, and sees what should be
   * there in a blind count.
   */
  readonly acceptDifference: boolean
  /** Charges a sale with an invoice instead of a receipt. */
  readonly invoice: boolean
  /** Sees every receipt, where the shop shows others only the latest. */
  readonly seeReceipts: boolean
  readonly readAudit: boolean
  /** What the shop takes, and what it earns by it. */
  readonly readReports: boolean
  /** Products, their prices and the shelves they stand on, for good. */
  readonly editCatalogue: boolean
  /** Counts, receives and corrects what there is of a product. */
  readonly stock: boolean
  /** Keeps promotions and price lists. */
  readonly promotions: boolean
  /** The list of customers: what it says of them, and what they bought. */
  readonly customers: boolean
  readonly manageStaff: boolean
}

/** What an owner switches on and off for a role, beside its percents. */
export const SWITCHED_RIGHTS = ['changePrice', ...LENT_RIGHTS, 'seeReceipts'] as const
export type SwitchedRight = (typeof SWITCHED_RIGHTS)[number]

/** All of them or none. */
const allRights = (percent: number, isGiven: boolean): RoleRights => ({
  lineDiscountPercent: percent,
  cartDiscountPercent: percent,
  changePrice: isGiven,
  freeLine: isGiven,
  deletePending: isGiven,
  openDrawer: isGiven,
  discardParked: isGiven,
  refund: isGiven,
  beyondLimits: isGiven,
  moveCash: isGiven,
  acceptDifference: isGiven,
  invoice: isGiven,
  seeReceipts: isGiven,
  readAudit: isGiven,
  readReports: isGiven,
  editCatalogue: isGiven,
  stock: isGiven,
  promotions: isGiven,
  customers: isGiven,
  manageStaff: isGiven,
})
export const NO_RIGHTS = allRights(0, false)

/** What a till comes with; a shop may change all but the owner's. */
export const DEFAULT_RIGHTS: Readonly<Record<Role, RoleRights>> = {
  cashier: { ...allRights(10, false), freeLine: true, discardParked: true, invoice: true },
  supervisor: { ...allRights(50, true), manageStaff: false, beyondLimits: false },
  owner: allRights(100, true),
}

/**
 * What of this sale goes beyond the rights and beyond what was allowed already. Allowing it all
 * leaves nothing.
 */
export function needsOfSale(sale: RiskSale, rights: RoleRights, allowed: readonly Need[]): Need[] {
  const price = priceRisk(sale)
  const ofSale = saleNeedOf(sale, price, rights)
  const ofLines = sale.lines.flatMap((line, index): (Need | null)[] => {
    const { beforeClp, ownDiscountClp } = price.lines[index] ?? {
      beforeClp: clp(0),
      ownDiscountClp: clp(0),
    }
    return [
      discountNeedOf(line, beforeClp, ownDiscountClp, rights),
      priceNeedOf(line, rights),
      labelNeedOf(line, beforeClp, sale.labelLimitClp, rights),
      partNeedOf(line, rights),
    ]
  })
  return [invoiceNeedOf(sale, rights), listNeedOf(sale, rights), ofSale, ...ofLines]
    .filter((need) => need !== null)
    .filter((need) => !allowed.some((each) => covers(each, need)))
}

function invoiceNeedOf(sale: RiskSale, rights: RoleRights): Need | null {
  if (sale.isInvoice !== true || rights.invoice) return null
  return { kind: 'right', right: 'invoice', subject: null, thing: thingOf(sale) }
}

/** The list of the customer needs nobody; another one is for who keeps them. */
function listNeedOf(sale: RiskSale, rights: RoleRights): Need | null {
  if (sale.chosenList === undefined || rights.promotions) return null
  const { name, savesClp: amountClp } = sale.chosenList
  return { kind: 'right', right: 'promotions', subject: name, amountClp, thing: thingOf(sale) }
}

function thingOf({ thing, lines, discount }: RiskSale): string {
  return thing ?? shownText({ lines, discount })
}

/**
 * Each rule is judged by what it is taken off: the line's own by the line, that of the sale by what
 * the lines' own leave.
 */
function saleNeedOf(
  sale: RiskSale,
  { lines, saleDiscountBaseClp: baseClp, saleDiscountClp: discountClp }: RiskPrice,
  rights: RoleRights,
): Need | null {
  const { discount: rule } = sale
  if (rule === undefined) return null
  const combined = lines.filter((line) => line.ownDiscountClp > 0 && line.saleDiscountClp > 0)
  const limitPercent = combinedLimit(rights)
  const isCombinedBeyond = combined.some(
    (line) => offOf(line) > percentOf(line.beforeClp, limitPercent),
  )
  if (!isCombinedBeyond && !isBeyond(rule, baseClp, discountClp, rights.cartDiscountPercent))
    return null
  const percents = combined.map((line) =>
    percentIn({ kind: 'amount', amountClp: offOf(line) }, line.beforeClp),
  )
  return {
    kind: 'cart-discount',
    rule,
    percent: percentIn(rule, baseClp),
    discountClp,
    baseClp,
    combinedPercent: Math.max(0, ...percents),
    thing: thingOf(sale),
  }
}

const offOf = ({ ownDiscountClp, saleDiscountClp }: RiskPrice['lines'][number]) =>
  ownDiscountClp + saleDiscountClp

/** Two discounts on one line are one to whoever pays: together no more than the larger limit. */
function combinedLimit({ lineDiscountPercent, cartDiscountPercent }: RoleRights): number {
  return Math.max(lineDiscountPercent, cartDiscountPercent)
}

function discountNeedOf(
  line: RiskLine,
  beforeClp: Clp,
  discountClp: Clp,
  rights: RoleRights,
): Need | null {
  const { discount: rule } = line
  if (rule === undefined || !isBeyond(rule, beforeClp, discountClp, rights.lineDiscountPercent))
    return null
  return {
    kind: 'line-discount',
    ...lineIn(line),
    rule,
    percent: percentIn(rule, beforeClp),
    discountClp,
  }
}

/**
 * A percent as it was given; an amount when it is above what the limit's percent, rounded to a
 * peso, would take off.
 */
function isBeyond(
  rule: DiscountRule,
  beforeClp: Clp,
  discountClp: Clp,
  limitPercent: number,
): boolean {
  return rule.kind === 'percent'
    ? rule.percent > limitPercent
    : discountClp > percentOf(beforeClp, limitPercent)
}

/** May somebody with these rights allow this to another? */
export function mayApprove(rights: RoleRights, need: Need): boolean {
  switch (need.kind) {
    case 'line-discount':
      return need.percent <= rights.lineDiscountPercent
    case 'cart-discount':
      return (
        need.percent <= rights.cartDiscountPercent && need.combinedPercent <= combinedLimit(rights)
      )
    case 'price':
    case 'label':
      return rights.changePrice
    case 'free-line':
    case 'part':
      return rights.freeLine
    case 'right':
      return rights[need.right]
  }
}

type PriceNeed = Extract<Need, { kind: 'price' | 'free-line' }>

function priceNeedOf(line: RiskLine, rights: RoleRights): PriceNeed | null {
  const { unitGrossClp, list } = line
  if (list === 'free')
    return rights.freeLine ? null : { kind: 'free-line', ...lineIn(line), unitGrossClp }
  if (rights.changePrice || list === unitGrossClp || line.isPriceBefore === true) return null
  return { kind: 'price', ...lineIn(line), unitGrossClp, listGrossClp: list }
}

/**
 * A label states its price itself. Whether it was scanned only the screen could say, so the limit
 * is the same for all of them.
 */
function labelNeedOf(
  line: RiskLine,
  beforeClp: Clp,
  limitClp: number | undefined,
  rights: RoleRights,
): Need | null {
  if (line.label?.carries !== 'price' || rights.changePrice) return null
  const isWhole = line.quantity % ONE_MILLI === 0
  if (isWhole && (limitClp === undefined || beforeClp <= limitClp)) return null
  return { kind: 'label', ...lineIn(line), unitGrossClp: line.unitGrossClp }
}

/** A price that stands nowhere, as a free amount has. */
function partNeedOf(line: RiskLine, rights: RoleRights): Need | null {
  const isPart = line.isPiece === true && line.quantity % ONE_MILLI !== 0
  if (!isPart || rights.freeLine) return null
  return { kind: 'part', ...lineIn(line), unitGrossClp: line.unitGrossClp }
}

type LinePart = Pick<LineNeed, 'lineNumber' | 'productId' | 'name' | 'quantity' | 'thing'>

function lineIn(line: RiskLine): LinePart {
  const { lineNumber, productId, name, quantity, thing = lineText(line) } = line
  return { lineNumber, productId, name, quantity, thing }
}
