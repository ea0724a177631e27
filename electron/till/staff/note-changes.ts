/** What vanishes from an open sale, or becomes less, is written to the log. */
import type { SaleId } from '#shared/core/brand.ts'
import { cartLineTotal, type CartLine } from '#shared/selling/cart/cart.ts'
import { sumClp } from '#shared/money/clp.ts'
import { formatQuantity } from '#shared/money/quantity.ts'
import type { Tender } from '#shared/selling/payment/payment.ts'
import { isCash, isOfReturn } from '#shared/selling/payment/payment-method.ts'
import type { OpenSale } from '#shared/selling/open-sale/open-sale.ts'
import { partsText } from '#shared/selling/open-sale/paying.ts'
import type { Staff } from './staff-ports.ts'

/** What became of an open sale, as far as something may have vanished from it. */
export interface SaleThen {
  readonly saleId: SaleId
  readonly cart: {
    readonly lines: readonly Pick<
      CartLine,
      'lineNumber' | 'productId' | 'name' | 'quantity' | 'unitGrossClp'
    >[]
  }
  readonly paying: { readonly given: readonly TakenPart[] }
}

type TakenPart = Pick<Tender, 'amountClp' | 'reference'> & {
  readonly method: Pick<Tender['method'], 'id'>
}

export function noteSale(staff: Staff, before: OpenSale | null, after: SaleThen | null): void {
  if (before === null) return
  const actor = staff.actor()
  // Also while the counter is locked: what vanishes then has nobody's name, and is written down all
  // the same.
  const { id, name } = actor.ok ? actor.value : { id: null, name: staff.cashierName() }
  const { saleId } = before
  const still = after?.saleId === saleId ? after : null
  noteDroppedParts(staff, { id, name }, before, still)
  if (!staff.isOn()) return
  const kept = new Map((still?.cart.lines ?? []).map((line) => [line.lineNumber, line]))
  noteLowered(staff, { id, name }, before, kept)
  // Another product under the same number is another line.
  const gone = before.cart.lines.filter((line) => !isSameGoods(line, kept.get(line.lineNumber)))
  if (gone.length === 0) return
  const totalClp = sumClp(gone.map(cartLineTotal))
  const isAll = gone.length === before.cart.lines.length && gone.length > 1
  staff.audit.write({
    action: isAll ? 'cart-cleared' : 'line-removed',
    staff: { id, name },
    saleId,
    detail: isAll
      ? { lines: gone.length, totalClp }
      : {
          what: gone
            .map((line) => line.name)
            .join(', ')
            .slice(0, 200),
          totalClp,
        },
  })
}

/**
 * Money that was taken and belongs to no sale any more: somebody will ask for it. With nobody set
 * up as well.
 */
function noteDroppedParts(
  staff: Staff,
  actor: { readonly id: string | null; readonly name: string },
  before: OpenSale,
  after: SaleThen | null,
): void {
  const kept = [...(after?.paying.given ?? [])]
  // Each stands for one: of two cards charged alike, one may be gone.
  const isKept = (part: Tender) => {
    const at = kept.findIndex((other) => isSamePart(part, other))
    if (at >= 0) kept.splice(at, 1)
    return at >= 0
  }
  const gone = before.paying.given.filter((part) => !isOfReturn(part.method) && !isKept(part))
  if (gone.length === 0) return
  const totalClp = gone.reduce((sum, { amountClp }) => sum + (amountClp ?? 0), 0)
  staff.audit.write({
    action: 'payment-dropped',
    staff: actor,
    saleId: before.saleId,
    detail: { what: partsText(gone), totalClp },
  })
}

function isSamePart(before: TakenPart, after: TakenPart): boolean {
  if (before.method.id !== after.method.id) return false
  // Cash that was added to is one larger part now; left open it is what is due.
  if (isCash(before.method))
    return after.amountClp === null || after.amountClp >= (before.amountClp ?? 0)
  return before.amountClp === after.amountClp && before.reference === after.reference
}

function isSameGoods(
  before: CartLine,
  after: SaleThen['cart']['lines'][number] | undefined,
): boolean {
  return after !== undefined && after.productId === before.productId && after.name === before.name
}

/**
 * Fewer of something than were scanned: the same way out as a removed line, one piece at a time. Or
 * a free amount made smaller, which has no price in the catalogue that the charge could be compared
 * with.
 */
function noteLowered(
  staff: Staff,
  actor: { readonly id: string | null; readonly name: string },
  { saleId, cart }: OpenSale,
  after: ReadonlyMap<number, SaleThen['cart']['lines'][number]>,
): void {
  for (const line of cart.lines) {
    const now = after.get(line.lineNumber)
    if (now === undefined || !isSameGoods(line, now)) continue
    if (line.productId === null && now.unitGrossClp < line.unitGrossClp) {
      const detail = { what: line.name, fromClp: line.unitGrossClp, toClp: now.unitGrossClp }
      staff.audit.write({ action: 'price-change', staff: actor, saleId, detail })
    }
    if (now.quantity >= line.quantity) continue
    staff.audit.write({
      action: 'quantity-lowered',
      staff: actor,
      saleId,
      detail: {
        what: line.name,
        from: formatQuantity(line.quantity),
        to: formatQuantity(now.quantity),
        totalClp: cartLineTotal(line) - cartLineTotal({ ...line, quantity: now.quantity }),
      },
    })
  }
}
