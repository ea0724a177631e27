/**
 * Who may do what at the counter, as data, and what of a sale goes beyond it. Pure: the screen asks the core, and the
 * core asks this, both before a change and again when the sale is committed.
 */
import { discountSumOf, type RiskLine } from './risk-line.ts'

export const ROLES = ['cashier', 'supervisor', 'owner'] as const
export type Role = (typeof ROLES)[number]

export interface RoleRights {
  /** Whole percents off a single line, and off all lines together. */
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
  /** Puts cash into the drawer or takes it out, beside the sales. */
  readonly moveCash: boolean
  /** Closes a shift with more missing or left over than the shop's limit, and sees what should be there in a blind count. */
  readonly acceptDifference: boolean
  readonly readAudit: boolean
  readonly manageStaff: boolean
}

/** What a till comes with; a shop may change all but the owner's. */
export const DEFAULT_RIGHTS: Readonly<Record<Role, RoleRights>> = {
  cashier: {
    lineDiscountPercent: 10, cartDiscountPercent: 10, changePrice: false, freeLine: true, deletePending: false, openDrawer: false,
    discardParked: true, refund: false, moveCash: false, acceptDifference: false, readAudit: false, manageStaff: false,
  },
  supervisor: {
    lineDiscountPercent: 50, cartDiscountPercent: 50, changePrice: true, freeLine: true, deletePending: true, openDrawer: true,
    discardParked: true, refund: true, moveCash: true, acceptDifference: true, readAudit: true, manageStaff: false,
  },
  owner: {
    lineDiscountPercent: 100, cartDiscountPercent: 100, changePrice: true, freeLine: true, deletePending: true, openDrawer: true,
    discardParked: true, refund: true, moveCash: true, acceptDifference: true, readAudit: true, manageStaff: true,
  },
}

/** Rights that are yes or no. */
export type PlainRight = 'deletePending' | 'openDrawer' | 'discardParked' | 'refund' | 'moveCash' | 'acceptDifference' | 'readAudit' | 'manageStaff'
/** Those a PIN over the shoulder can lend for one deed. */
export const LENT_RIGHTS = ['deletePending', 'openDrawer', 'discardParked', 'refund', 'moveCash', 'acceptDifference'] as const satisfies readonly PlainRight[]
export type LentRight = (typeof LENT_RIGHTS)[number]

/** Something beyond the cashier's rights that a PIN over the shoulder can allow. */
export type Need =
  | { readonly kind: 'line-discount'; readonly lineNumber: number; readonly name: string; readonly percent: number }
  /** Ends with the last of the lines it was given for, so that it cannot pass to the next customer's. */
  | { readonly kind: 'cart-discount'; readonly percent: number; readonly throughLine: number }
  | {
    readonly kind: 'price'; readonly lineNumber: number; readonly name: string; readonly unitGrossClp: number
    readonly listGrossClp: number | null
  }
  | { readonly kind: 'free-line'; readonly lineNumber: number; readonly name: string; readonly unitGrossClp: number }
  | { readonly kind: 'right'; readonly right: PlainRight; readonly subject: string | null }

/** What of these lines goes beyond the rights and beyond what was approved already. Approving it all leaves nothing. */
export function needsOfSale(lines: readonly RiskLine[], rights: RoleRights, approved: readonly Need[]): Need[] {
  const prices = lines.map((line) => priceNeedOf(line, rights)).filter((need) => need !== null)
    .filter((need) => !approved.some((given) => allowsPrice(given, need)))
  return [...discountNeedsOf(lines, rights, approved), ...prices]
}

/**
 * A discount on the whole sale lies on all of its lines, so that is what it is when each of them is beyond the limit of a
 * line. Otherwise the lines beyond theirs are asked for one by one, and the rest together against the limit of a sale.
 */
function discountNeedsOf(lines: readonly RiskLine[], rights: RoleRights, approved: readonly Need[]): Need[] {
  const shared = Math.max(0, ...approved.flatMap((need) => (need.kind === 'cart-discount' && isOfThese(lines, need) ? [need.percent] : [])))
  const commonLimit = Math.max(rights.lineDiscountPercent, shared)
  const ownLimit = ({ lineNumber }: RiskLine) =>
    Math.max(commonLimit, ...approved.flatMap((need) => (need.kind === 'line-discount' && need.lineNumber === lineNumber ? [need.percent] : [])))
  const beyond = lines.filter((line) => isAbove([line], ownLimit(line)))
  if (beyond.length > 1 && beyond.length === lines.length) {
    const percent = percentUp(lines)
    return [cartNeed(lines, percent), ...lines.filter((line) => isAbove([line], Math.max(percent, ownLimit(line)))).map(lineNeed)]
  }
  const rest = lines.filter((line) => !isAbove([line], commonLimit))
  const isRestAbove = isAbove(rest, Math.max(rights.cartDiscountPercent, shared))
  return [...(isRestAbove ? [cartNeed(lines, percentUp(rest))] : []), ...beyond.map(lineNeed)]
}

/** May somebody with these rights allow this to another? */
export function mayApprove(rights: RoleRights, need: Need): boolean {
  switch (need.kind) {
    case 'line-discount':
      return need.percent <= rights.lineDiscountPercent
    case 'cart-discount':
      return need.percent <= rights.cartDiscountPercent
    case 'price':
      return rights.changePrice
    case 'free-line':
      return rights.freeLine
    case 'right':
      return rights[need.right]
  }
}

/**
 * Percents are rounded to pesos when they are given, once a line, and shared discounts fall on lines in whole pesos: one
 * peso a line is no discount beyond the limit.
 */
function isAbove(lines: readonly RiskLine[], limitPercent: number): boolean {
  const { beforeClp, discountClp, discountedLines } = discountSumOf(lines)
  return (discountClp - discountedLines) * 100 > limitPercent * beforeClp
}

function percentUp(lines: readonly RiskLine[]): number {
  const { beforeClp, discountClp } = discountSumOf(lines)
  return beforeClp === 0 ? 0 : Math.min(100, Math.ceil((discountClp * 100) / beforeClp))
}

function cartNeed(lines: readonly RiskLine[], percent: number): Need {
  return { kind: 'cart-discount', percent, throughLine: Math.max(...lines.map(({ lineNumber }) => lineNumber)) }
}

function lineNeed(line: RiskLine): Need {
  return { kind: 'line-discount', lineNumber: line.lineNumber, name: line.name, percent: percentUp([line]) }
}

function isOfThese(lines: readonly RiskLine[], need: { readonly throughLine: number }): boolean {
  return lines.some(({ lineNumber }) => lineNumber > 0 && lineNumber <= need.throughLine)
}

type PriceNeed = Extract<Need, { kind: 'price' | 'free-line' }>

function priceNeedOf({ lineNumber, name, unitGrossClp, list }: RiskLine, rights: RoleRights): PriceNeed | null {
  if (list === 'free') return rights.freeLine ? null : { kind: 'free-line', lineNumber, name, unitGrossClp }
  if (rights.changePrice || list === unitGrossClp) return null
  return { kind: 'price', lineNumber, name, unitGrossClp, listGrossClp: list }
}

function allowsPrice(approved: Need, need: PriceNeed): boolean {
  return approved.kind === need.kind && approved.lineNumber === need.lineNumber && approved.unitGrossClp === need.unitGrossClp
}
