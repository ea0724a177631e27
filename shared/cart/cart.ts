/** The open sale at the counter, as a pure reducer: the screen shows it, the draft stores it, the tests replay it. */
import type { ProductId } from '../core/brand.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { refusal, type Refusal } from '../core/refusals.ts'
import { documentTypeOf, receiptTotals, type ReceiptTotals } from '../document/receipt-lines.ts'
import { toGrossLine } from '../document/receipt-document.ts'
import { allocateClp, AMOUNT_CLP_MAX, clp, formatClp, sumClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import { lineGross, ONE_MILLI, QUANTITY_MILLI_MAX, quantityMilli, type QuantityMilli } from '../money/quantity.ts'
import { firstOutsideLatin1, foldToLatin1 } from '../text/latin1.ts'
import type { ProductView, ReceiptType } from '../bridge/views.ts'

export const CART_LINES_MAX = 1_000
export const NAME_CHARS_MAX = 80
/** With the longest name it stays far below the 1,000 characters of a document's description. */
export const NOTE_CHARS_MAX = 60
/** Dearest single thing a counter sells; more is a typing mistake. */
export const UNIT_GROSS_CLP_MAX = 500_000_000

export interface CartLine {
  /** Number of the line inside this cart; never reused, so a late key press cannot hit another line. */
  readonly lineNumber: number
  /** Null for a free-amount line. */
  readonly productId: ProductId | null
  readonly code: string
  readonly name: string
  readonly unit: string | null
  readonly unitGrossClp: Clp
  readonly isExempt: boolean
  readonly quantity: QuantityMilli
  readonly discountClp: Clp
  /** The catalogue's price, present only where the cashier charges another one. */
  readonly listGrossClp?: Clp | undefined
  /** What the customer wants to read under the product. Printed. */
  readonly note?: string | undefined
}

export interface Cart {
  readonly lines: readonly CartLine[]
  readonly nextLineNumber: number
}

export const EMPTY_CART: Cart = { lines: [], nextLineNumber: 1 }

export type CartAction =
  | { readonly type: 'add-product'; readonly product: ProductView; readonly quantity?: QuantityMilli }
  | { readonly type: 'add-free-line'; readonly name: string; readonly unitGrossClp: number; readonly isExempt: boolean }
  | { readonly type: 'set-quantity'; readonly lineNumber: number; readonly quantity: QuantityMilli }
  | { readonly type: 'set-discount'; readonly lineNumber: number; readonly discountClp: number }
  /** Shared out over the lines to the peso: the document then carries line discounts only. Replaces what they had. */
  | { readonly type: 'set-cart-discount'; readonly discountClp: number }
  | { readonly type: 'set-price'; readonly lineNumber: number; readonly unitGrossClp: number }
  | { readonly type: 'set-note'; readonly lineNumber: number; readonly note: string }
  | { readonly type: 'remove-line'; readonly lineNumber: number }
  | { readonly type: 'clear' }

/** The cart after an action, or why it stays as it was. */
export function applyToCart(cart: Cart, action: CartAction): Result<Cart, Refusal> {
  switch (action.type) {
    case 'add-product':
      return addProduct(cart, action.product, action.quantity ?? ONE_MILLI)
    case 'add-free-line':
      return addFreeLine(cart, action.name, action.unitGrossClp, action.isExempt)
    case 'set-quantity':
      return changeLine(cart, action.lineNumber, (line) => withQuantity(line, action.quantity))
    case 'set-discount':
      return changeLine(cart, action.lineNumber, (line) => withDiscount(line, action.discountClp))
    case 'set-cart-discount':
      return discountCart(cart, action.discountClp)
    case 'set-price':
      return changeLine(cart, action.lineNumber, (line) => withPrice(line, action.unitGrossClp))
    case 'set-note':
      return changeLine(cart, action.lineNumber, (line) => withNote(line, action.note))
    case 'remove-line':
      return removeLine(cart, action.lineNumber)
    case 'clear':
      return ok({ lines: [], nextLineNumber: cart.nextLineNumber })
  }
}

/** What the line costs after its discount. */
export function cartLineTotal(line: CartLine): Clp {
  return clp(lineGross(line.unitGrossClp, line.quantity) - line.discountClp)
}

export interface CartTotals extends ReceiptTotals {
  /** Null while the cart is empty. */
  readonly documentType: ReceiptType | null
  readonly grossDiscountClp: Clp
}

export function cartTotals(cart: Cart): CartTotals {
  const totals = receiptTotals(cart.lines.map(toGrossLine))
  const grossDiscountClp = clp(cart.lines.reduce((sum, line) => sum + line.discountClp, 0))
  return { ...totals, grossDiscountClp, documentType: cart.lines.length === 0 ? null : documentTypeOf(cart.lines) }
}

/** The same thing again goes on its line, as long as nobody gave that line a discount, a price or a note of its own. */
function addProduct(cart: Cart, product: ProductView, quantity: QuantityMilli): Result<Cart, Refusal> {
  const same = cart.lines.find((line) =>
    line.productId === product.id && line.unitGrossClp === product.unitGrossClp && line.discountClp === 0
    && line.listGrossClp === undefined && line.note === undefined)
  if (same) {
    const sum = same.quantity + quantity
    if (sum > QUANTITY_MILLI_MAX) return refuse(refusal('QUANTITY_TOO_LARGE', 'quantity'))
    return changeLine(cart, same.lineNumber, (line) => withQuantity(line, quantityMilli(sum)))
  }
  return append(cart, {
    productId: product.id, code: product.code, name: product.name, unit: product.unit,
    unitGrossClp: product.unitGrossClp, isExempt: product.isExempt, quantity, discountClp: ZERO_CLP,
  })
}

function addFreeLine(cart: Cart, name: string, unitGrossClp: number, isExempt: boolean): Result<Cart, Refusal> {
  const checked = checkName(name)
  if (!checked.ok) return checked
  if (!isPrice(unitGrossClp)) return refuse(refusal('PRICE_NOT_VALID', 'unitGrossClp'))
  return append(cart, {
    productId: null, code: '', name: checked.value, unit: null, unitGrossClp: clp(unitGrossClp), isExempt,
    quantity: ONE_MILLI, discountClp: ZERO_CLP,
  })
}

function append(cart: Cart, line: Omit<CartLine, 'lineNumber'>): Result<Cart, Refusal> {
  if (cart.lines.length >= CART_LINES_MAX) return refuse(refusal('CART_TOO_LONG'))
  return withinLimit({
    lines: [...cart.lines, { ...line, lineNumber: cart.nextLineNumber }],
    nextLineNumber: cart.nextLineNumber + 1,
  })
}

function changeLine(cart: Cart, lineNumber: number, change: (line: CartLine) => Result<CartLine, Refusal>): Result<Cart, Refusal> {
  const line = cart.lines.find((candidate) => candidate.lineNumber === lineNumber)
  if (!line) return refuse(refusal('LINE_NOT_FOUND'))
  const changed = change(line)
  if (!changed.ok) return changed
  return withinLimit({ ...cart, lines: cart.lines.map((other) => (other === line ? changed.value : other)) })
}

/** A smaller quantity may leave a discount above the line; that is refused like typing such a discount. */
function withQuantity(line: CartLine, quantity: QuantityMilli): Result<CartLine, Refusal> {
  return withDiscount({ ...line, quantity }, line.discountClp)
}

function withDiscount(line: CartLine, discountClp: number): Result<CartLine, Refusal> {
  if (!Number.isSafeInteger(discountClp) || discountClp < 0) return refuse(refusal('DISCOUNT_NOT_VALID', 'discountClp'))
  const before = lineGross(line.unitGrossClp, line.quantity)
  if (discountClp > before) return refuse(refusal('DISCOUNT_ABOVE_LINE', 'discountClp', { lineTotal: formatClp(before) }))
  return ok({ ...line, discountClp: clp(discountClp) })
}

/** Another price than the catalogue's; going back to it leaves no trace on the line. */
function withPrice(line: CartLine, unitGrossClp: number): Result<CartLine, Refusal> {
  if (!isPrice(unitGrossClp)) return refuse(refusal('PRICE_NOT_VALID', 'unitGrossClp'))
  const { listGrossClp, ...rest } = line
  const list = line.productId === null ? undefined : listGrossClp ?? line.unitGrossClp
  const isList = list === undefined || list === unitGrossClp
  const priced = { ...rest, unitGrossClp: clp(unitGrossClp), ...(isList ? {} : { listGrossClp: list }) }
  return withDiscount(priced, line.discountClp)
}

function isPrice(unitGrossClp: number): boolean {
  return Number.isSafeInteger(unitGrossClp) && unitGrossClp >= 1 && unitGrossClp <= UNIT_GROSS_CLP_MAX
}

function withNote({ note: _, ...line }: CartLine, text: string): Result<CartLine, Refusal> {
  const note = foldToLatin1(text).replace(/\s+/g, ' ').trim()
  if (note.length > NOTE_CHARS_MAX) return refuse(refusal('NOTE_TOO_LONG', 'note'))
  const stranger = firstOutsideLatin1(note)
  if (stranger !== null) return refuse(refusal('NAME_NOT_LATIN1', 'note', { character: stranger }))
  return ok(note === '' ? line : { ...line, note })
}

function discountCart(cart: Cart, discountClp: number): Result<Cart, Refusal> {
  if (!Number.isSafeInteger(discountClp) || discountClp < 0) return refuse(refusal('DISCOUNT_NOT_VALID', 'discountClp'))
  if (cart.lines.length === 0) return refuse(refusal('CART_EMPTY', 'discountClp'))
  const before = cart.lines.map((line) => lineGross(line.unitGrossClp, line.quantity))
  const limit = sumClp(before)
  if (discountClp > limit) return refuse(refusal('DISCOUNT_ABOVE_CART', 'discountClp', { total: formatClp(limit) }))
  const shares = allocateClp(clp(discountClp), before)
  return ok({ ...cart, lines: cart.lines.map((line, index) => ({ ...line, discountClp: shares[index] ?? ZERO_CLP })) })
}

function removeLine(cart: Cart, lineNumber: number): Result<Cart, Refusal> {
  const lines = cart.lines.filter((line) => line.lineNumber !== lineNumber)
  return lines.length === cart.lines.length ? refuse(refusal('LINE_NOT_FOUND')) : ok({ ...cart, lines })
}

function withinLimit(cart: Cart): Result<Cart, Refusal> {
  let total = 0
  for (const line of cart.lines) {
    const milliPesos = BigInt(line.unitGrossClp) * BigInt(line.quantity)
    if (milliPesos / 1000n > BigInt(AMOUNT_CLP_MAX)) return refuse(refusal('CART_TOTAL_TOO_LARGE'))
    total += Number(milliPesos / 1000n) + 1
  }
  return total > AMOUNT_CLP_MAX ? refuse(refusal('CART_TOTAL_TOO_LARGE')) : ok(cart)
}

/** A name as it may stand on a tax document: respelled to Latin-1, trimmed, 1 to 80 characters. */
export function checkName(text: string, field = 'name'): Result<string, Refusal> {
  const name = foldToLatin1(text).trim()
  if (name === '') return refuse(refusal('NAME_REQUIRED', field))
  if (name.length > NAME_CHARS_MAX) return refuse(refusal('NAME_TOO_LONG', field))
  const stranger = firstOutsideLatin1(name)
  return stranger === null ? ok(name) : refuse(refusal('NAME_NOT_LATIN1', field, { character: stranger }))
}
