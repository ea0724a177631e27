/**
 * The open sale at the counter, as a pure reducer: the screen shows it, the draft stores it, the
 * tests replay it.
 */
import { isMeasured, isWeight } from '../../catalogue/by-measure.ts'
import { isPriceAsked, type ProductView } from '../../catalogue/product.ts'
import type { EpochMs, ProductId } from '../../core/brand.ts'
import type { ReceiptType } from '../../core/document-type.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { documentTypeOf, receiptTotals, type ReceiptTotals } from '../../issuing/receipt-lines.ts'
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { AMOUNT_CLP_MAX, clp, type Clp, formatClp, sumClp, ZERO_CLP } from '../../money/clp.ts'
import {
  checkRule,
  type DiscountRule,
  formatRule,
  ownDiscountOf,
  priceSale,
} from '../../money/discount.ts'
import {
  lineGross,
  ONE_MILLI,
  QUANTITY_MILLI_MAX,
  quantityMilli,
  type QuantityMilli,
} from '../../money/quantity.ts'
import { priceProblem } from '../../money/unit-price.ts'
import type { LineOffer } from '../../promotions/promotion.ts'
import { checkName } from '../../text/check-name.ts'
import { foldToLatin1 } from '../../text/latin1.ts'
import { requireLatin1 } from '../../text/require-latin1.ts'
import { type PriceListed, withList } from './price-listed.ts'

export const CART_LINES_MAX = 1_000

/** With the longest name it stays far below the 1,000 characters of a document's description. */
export const NOTE_CHARS_MAX = 60

export interface CartLine {
  /**
   * Number of the line inside this cart; never reused, so a late key press cannot hit another line.
   */
  readonly lineNumber: number
  /** Null for a free-amount line. */
  readonly productId: ProductId | null
  readonly code: string
  readonly name: string
  readonly unit: string | null
  readonly unitGrossClp: Clp
  readonly isExempt: boolean
  readonly quantity: QuantityMilli
  /** As it was given; its pesos follow from the line as it is now. */
  readonly discount?: DiscountRule | undefined
  /** The catalogue's price, present only where the cashier charges another one. */
  readonly listGrossClp?: Clp | undefined
  /** What the customer wants to read under the product. Printed. */
  readonly note?: string | undefined
  /** The scale's label it came from, and whether the screen saw a scanner read it. */
  readonly label?: { readonly code: string; readonly isScanned: boolean } | undefined
  /** Of its product, for promotions of a whole category. */
  readonly categoryId?: string | undefined
  /** What promotions take off it; counted anew after each change (shared/promotions). */
  readonly offers?: readonly LineOffer[] | undefined
}

export interface Cart extends PriceListed {
  readonly lines: readonly CartLine[]
  readonly nextLineNumber: number
  /**
   * Of the whole sale, beside the lines' own: taken off what those leave, also off what is scanned
   * later.
   */
  readonly discount?: DiscountRule | undefined
  /** When its first line came: the promotions of that moment are charged. */
  readonly offersAt?: EpochMs | undefined
}

export const EMPTY_CART: Cart = { lines: [], nextLineNumber: 1 }

export type CartAction =
  | {
      readonly type: 'add-product'
      readonly product: ProductView
      readonly quantity?: QuantityMilli
      /** For a scale's label; typed unless said. */
      readonly isScanned?: boolean
    }
  | {
      readonly type: 'add-free-line'
      readonly name: string
      readonly unitGrossClp: number
      readonly isExempt: boolean
    }
  | { readonly type: 'set-quantity'; readonly lineNumber: number; readonly quantity: QuantityMilli }
  | {
      readonly type: 'set-discount'
      readonly lineNumber: number
      readonly discount: DiscountRule | null
    }
  /** A rule of the sale. What the lines have of their own stays. */
  | { readonly type: 'set-cart-discount'; readonly discount: DiscountRule | null }
  | { readonly type: 'set-price'; readonly lineNumber: number; readonly unitGrossClp: number }
  | { readonly type: 'set-note'; readonly lineNumber: number; readonly note: string }
  /** By hand, whoever buys; null: that of the customer again. */
  | { readonly type: 'set-price-list'; readonly priceListId: string | null }
  | { readonly type: 'remove-line'; readonly lineNumber: number }
  | { readonly type: 'clear' }

/** The cart after an action, or why it stays as it was. */
export function applyToCart(cart: Cart, action: CartAction): Result<Cart, Refusal> {
  switch (action.type) {
    case 'add-product':
      return addProduct(cart, action.product, {
        given: action.quantity ?? action.product.weighed,
        isScanned: action.isScanned ?? false,
      })
    case 'add-free-line':
      return addFreeLine(cart, action.name, action.unitGrossClp, action.isExempt)
    case 'set-quantity':
      return changeLine(cart, action.lineNumber, (line) => withQuantity(line, action.quantity))
    case 'set-discount':
      return changeLine(cart, action.lineNumber, (line) => withDiscount(line, action.discount))
    case 'set-cart-discount':
      return discountCart(cart, action.discount)
    case 'set-price':
      return changeLine(cart, action.lineNumber, (line) => withPrice(line, action.unitGrossClp))
    case 'set-note':
      return changeLine(cart, action.lineNumber, (line) => withNote(line, action.note))
    case 'set-price-list':
      return ok(withList(cart, 'priceListId', action.priceListId))
    case 'remove-line':
      return removeLine(cart, action.lineNumber)
    case 'clear':
      return ok({ lines: [], nextLineNumber: cart.nextLineNumber })
  }
}

/** What the line costs after its own discount; the one of the whole sale stands apart. */
export function cartLineTotal(line: CartLine): Clp {
  return clp(lineGross(line.unitGrossClp, line.quantity) - lineDiscountClp(line))
}

/** What its own rule, or else its promotions, take off a line. */
export function lineDiscountClp(
  line: Pick<CartLine, 'unitGrossClp' | 'quantity' | 'discount' | 'offers'>,
): Clp {
  return ownDiscountOf(line, lineGross(line.unitGrossClp, line.quantity))
}

interface CartTotals extends ReceiptTotals {
  /** Null while the cart is empty. */
  readonly documentType: ReceiptType | null
  /** Gross, of the lines' own rules and promotions. */
  readonly lineDiscountsClp: Clp
  /** The part of them that promotions save. */
  readonly offersClp: Clp
  /** Gross, of the rule of the sale. */
  readonly saleDiscountClp: Clp
  /** What the rule of the sale is taken off: the lines after their own discounts. */
  readonly saleDiscountBaseClp: Clp
}

export function cartTotals(cart: Pick<Cart, 'lines' | 'discount'>): CartTotals {
  const sale = priceSale(cart.lines, cart.discount)
  const totals = receiptTotals(
    sale.lines.map(({ beforeClp, ownDiscountClp, saleDiscountClp }, index) => ({
      beforeDiscountClp: beforeClp,
      discountClp: clp(ownDiscountClp + saleDiscountClp),
      isExempt: cart.lines[index]?.isExempt ?? false,
    })),
  )
  return {
    ...totals,
    documentType: cart.lines.length === 0 ? null : documentTypeOf(cart.lines),
    lineDiscountsClp: sumClp(sale.lines.map(({ ownDiscountClp }) => ownDiscountClp)),
    offersClp: sumClp(
      cart.lines.map((line) =>
        line.discount === undefined && line.offers !== undefined ? lineDiscountClp(line) : ZERO_CLP,
      ),
    ),
    saleDiscountClp: sale.saleDiscountClp,
    saleDiscountBaseClp: sale.saleDiscountBaseClp,
  }
}

/**
 * The same thing again goes on its line, as long as nobody gave that line a discount, a price or a
 * note of its own. What is measured needs its measure, and each measuring is a line: a wrong weight
 * is then put right without touching another.
 */
function addProduct(
  cart: Cart,
  product: ProductView,
  { given, isScanned }: { readonly given: QuantityMilli | undefined; readonly isScanned: boolean },
): Result<Cart, Refusal> {
  if (isPriceAsked(product))
    return refuse(refusal('PRICE_FIRST', 'unitGrossClp', { name: product.name }))
  const label = product.label === undefined ? undefined : { code: product.label, isScanned }
  const isByMeasure = isMeasured(product.unit)
  if (given === undefined && isByMeasure) {
    return refuse(
      refusal(isWeight(product.unit) ? 'WEIGHT_REQUIRED' : 'MEASURE_REQUIRED', 'quantity'),
    )
  }
  const quantity = given ?? ONE_MILLI
  const same = isByMeasure
    ? undefined
    : cart.lines.find(
        (line) =>
          line.productId === product.id &&
          line.unitGrossClp === product.unitGrossClp &&
          line.discount === undefined &&
          line.listGrossClp === undefined &&
          line.note === undefined &&
          line.label?.isScanned === label?.isScanned,
      )
  if (same) {
    const sum = same.quantity + quantity
    if (sum > QUANTITY_MILLI_MAX) return refuse(refusal('QUANTITY_TOO_LARGE', 'quantity'))
    return changeLine(cart, same.lineNumber, (line) => withQuantity(line, quantityMilli(sum)))
  }
  return append(cart, {
    productId: product.id,
    code: product.code,
    name: product.name,
    unit: product.unit,
    unitGrossClp: product.unitGrossClp,
    isExempt: product.isExempt,
    quantity,
    categoryId: product.categoryId,
    ...(label === undefined ? {} : { label }),
  })
}

function addFreeLine(
  cart: Cart,
  name: string,
  unitGrossClp: number,
  isExempt: boolean,
): Result<Cart, Refusal> {
  const checked = checkName(name)
  if (!checked.ok) return checked
  const problem = priceProblem(unitGrossClp)
  if (problem !== null) return refuse(problem)
  return append(cart, {
    productId: null,
    code: '',
    name: checked.value,
    unit: null,
    unitGrossClp: clp(unitGrossClp),
    isExempt,
    quantity: ONE_MILLI,
  })
}

function append(cart: Cart, line: Omit<CartLine, 'lineNumber'>): Result<Cart, Refusal> {
  if (cart.lines.length >= CART_LINES_MAX) return refuse(refusal('CART_TOO_LONG'))
  return withinLimit({
    ...cart,
    lines: [...cart.lines, { ...line, lineNumber: cart.nextLineNumber }],
    nextLineNumber: cart.nextLineNumber + 1,
  })
}

function changeLine(
  cart: Cart,
  lineNumber: number,
  change: (line: CartLine) => Result<CartLine, Refusal>,
): Result<Cart, Refusal> {
  const line = cart.lines.find((candidate) => candidate.lineNumber === lineNumber)
  if (!line) return refuse(refusal('LINE_NOT_FOUND'))
  const changed = change(line)
  if (!changed.ok) return changed
  return withinLimit({
    ...cart,
    lines: cart.lines.map((other) => (other === line ? changed.value : other)),
  })
}

function withQuantity(line: CartLine, quantity: QuantityMilli): Result<CartLine, Refusal> {
  return stillAbove({ ...line, quantity }, 'quantity')
}

/**
 * A percent fits any line. An amount that the changed line would not cover is refused and not cut
 * down: somebody agreed on those pesos with the customer, and the way out (another discount, or
 * none) is on the same line.
 */
function stillAbove(line: CartLine, field: string): Result<CartLine, Refusal> {
  const { discount } = line
  const before = lineGross(line.unitGrossClp, line.quantity)
  if (discount?.kind !== 'amount' || discount.amountClp <= before) return ok(line)
  const params = { discount: formatRule(discount), lineTotal: formatClp(before) }
  return refuse(refusal('DISCOUNT_OUTGROWS_LINE', field, params))
}

function withDiscount(
  { discount: _, ...line }: CartLine,
  given: DiscountRule | null,
): Result<CartLine, Refusal> {
  const rule = checkRule(given)
  if (!rule.ok) return rule
  if (rule.value === undefined) return ok(line)
  const before = lineGross(line.unitGrossClp, line.quantity)
  if (rule.value.kind === 'amount' && rule.value.amountClp > before) {
    return refuse(refusal('DISCOUNT_ABOVE_LINE', 'discount', { lineTotal: formatClp(before) }))
  }
  return ok({ ...line, discount: rule.value })
}

/** Another price than the catalogue's; going back to it leaves no trace on the line. */
function withPrice(line: CartLine, unitGrossClp: number): Result<CartLine, Refusal> {
  const problem = priceProblem(unitGrossClp)
  if (problem !== null) return refuse(problem)
  const { listGrossClp, ...rest } = line
  const list = line.productId === null ? undefined : (listGrossClp ?? line.unitGrossClp)
  const isList = list === undefined || list === unitGrossClp
  const priced = {
    ...rest,
    unitGrossClp: clp(unitGrossClp),
    ...(isList ? {} : { listGrossClp: list }),
  }
  return stillAbove(priced, 'unitGrossClp')
}

function withNote({ note: _, ...line }: CartLine, text: string): Result<CartLine, Refusal> {
  const note = foldToLatin1(text).replace(/\s+/g, ' ').trim()
  if (note.length > NOTE_CHARS_MAX) return refuse(refusal('NOTE_TOO_LONG', 'note'))
  const printable = requireLatin1(note, 'note')
  if (!printable.ok) return printable
  return ok(note === '' ? line : { ...line, note })
}

function discountCart(
  { discount: _, ...cart }: Cart,
  given: DiscountRule | null,
): Result<Cart, Refusal> {
  const rule = checkRule(given)
  if (!rule.ok) return rule
  if (rule.value === undefined) return ok(cart)
  if (cart.lines.length === 0) return refuse(refusal('CART_EMPTY', 'discount'))
  const { saleDiscountBaseClp } = priceSale(cart.lines, undefined)
  if (rule.value.kind === 'amount' && rule.value.amountClp > saleDiscountBaseClp) {
    return refuse(
      refusal('DISCOUNT_ABOVE_CART', 'discount', { total: formatClp(saleDiscountBaseClp) }),
    )
  }
  return ok({ ...cart, discount: rule.value })
}

/**
 * Anything may be taken out, whatever was agreed for the sale: its amount then stops at what is
 * left. With the last line goes the rule, which was for this customer.
 */
function removeLine(cart: Cart, lineNumber: number): Result<Cart, Refusal> {
  const lines = cart.lines.filter((line) => line.lineNumber !== lineNumber)
  if (lines.length === cart.lines.length) return refuse(refusal('LINE_NOT_FOUND'))
  return ok(
    lines.length === 0 ? { lines, nextLineNumber: cart.nextLineNumber } : { ...cart, lines },
  )
}

function withinLimit(cart: Cart): Result<Cart, Refusal> {
  return isWithinLimit(cart.lines) ? ok(cart) : refuse(refusal('CART_TOTAL_TOO_LARGE'))
}

/**
 * Whether the lines can be added up at all; asked of every cart that arrives from outside as well.
 */
export function isWithinLimit(
  lines: readonly { readonly unitGrossClp: number; readonly quantity: number }[],
): boolean {
  let total = 0
  for (const line of lines) {
    const milliPesos = BigInt(line.unitGrossClp) * BigInt(line.quantity)
    if (milliPesos / 1000n > BigInt(AMOUNT_CLP_MAX)) return false
    total += Number(milliPesos / 1000n) + 1
  }
  return total <= AMOUNT_CLP_MAX
}
