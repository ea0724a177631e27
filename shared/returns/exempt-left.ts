/**
 * What of a receipt has no IVA, over all tills that give it back: one of them knows its lines, the
 * others give back an amount. Whatever the order, the notes take what was sold without IVA without
 * it, and the rest with it.
 */
import { clp, shareHalfUp, sumClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import { quantityMilli } from '../money/quantity.ts'
import type { ReturnedLine } from './return-decision.ts'
import {
  backOfDocuments,
  discountIn,
  quantityLeft,
  saleDiscountIn,
  type LeftOfReceipt,
  type ReturnableLine,
} from './return-shares.ts'

/** An amount takes its share, rounded half up; all that is left takes the rest. */
export const exemptOf = ({ clp: leftClp, exemptClp }: LeftOfReceipt, amountClp: number): Clp =>
  amountClp >= leftClp ? exemptClp : shareHalfUp(exemptClp, amountClp, leftClp)

/** Of a sold line, on the receipt. */
export const receiptClpOf = ({ grossClp, voucherClp = ZERO_CLP }: ReturnableLine) =>
  clp(grossClp - voucherClp)

/** Of a whole receipt, and what of that is left by its notes of this till. */
export const exemptOfLines = (lines: readonly ReturnableLine[]): Clp =>
  sumClp(lines.filter(({ isExempt }) => isExempt).map(receiptClpOf))
export const exemptLeftInLines = (lines: readonly ReturnableLine[]): Clp =>
  clp(
    exemptOfLines(lines) -
      sumClp(lines.map(({ returnedExemptClp = ZERO_CLP }) => returnedExemptClp)),
  )

/** On the note of a return, without IVA. */
export const exemptBack = (lines: readonly ReturnedLine[]): Clp =>
  sumClp(lines.filter(({ original }) => original.isExempt).map(noteClpOf))
const noteClpOf = ({ grossClp, voucherClp }: Pick<ReturnedLine, 'grossClp' | 'voucherClp'>) =>
  clp(grossClp - voucherClp)

/** What its own notes have taken of a kind this till knows, whatever the others were told. */
function asKnown(
  { clp: leftClp, exemptClp }: LeftOfReceipt,
  sold: readonly ReturnableLine[],
): LeftOfReceipt {
  const most = exemptLeftInLines(sold)
  const unreturned = sold.map((line) => ({ line, quantity: quantityLeft(line) }))
  const taxedClp = backOfDocuments(unreturned).receiptClp - most
  const least = Math.max(exemptClp, leftClp - taxedClp)
  return { clp: leftClp, exemptClp: clp(Math.max(0, Math.min(most, least))) }
}

/**
 * What comes back by line where amounts have taken their shares at other tills: what a kind has no
 * room for stands as the other one, so that both come to what was sold. Null: nobody knows.
 */
export function withinKinds(
  lines: readonly ReturnedLine[],
  held: LeftOfReceipt | null,
  sold: readonly ReturnableLine[],
): readonly ReturnedLine[] {
  if (held === null) return lines
  const left = asKnown(held, sold)
  const exemptClp = exemptBack(lines)
  const taxedClp = sumClp(lines.map(noteClpOf)) - exemptClp
  const tooMuchExempt = exemptClp - left.exemptClp
  if (tooMuchExempt > 0) return moved(lines, true, tooMuchExempt)
  const tooMuchTaxed = taxedClp - (left.clp - left.exemptClp)
  return tooMuchTaxed > 0 ? moved(lines, false, tooMuchTaxed) : lines
}

function moved(
  lines: readonly ReturnedLine[],
  isExempt: boolean,
  pesos: number,
): readonly ReturnedLine[] {
  let rest = pesos
  return lines.flatMap((line) => {
    const movedClp = line.original.isExempt === isExempt ? Math.min(rest, noteClpOf(line)) : 0
    const split = movedClp === 0 ? [line] : splitAt(line, clp(movedClp))
    if (split.length > 0 && split[0] !== line) rest -= movedClp
    return split
  })
}

/** Its last pesos stand as the other kind. One thousandth is no two parts: it stays as it is. */
function splitAt(line: ReturnedLine, movedClp: Clp): readonly ReturnedLine[] {
  const { original, quantity, grossClp, voucherClp } = line
  const { isExempt } = original
  if (movedClp === grossClp) return [{ ...line, original: { ...original, isExempt: !isExempt } }]
  if (quantity < 2) return [line]
  const share = Math.floor((quantity * movedClp) / grossClp)
  const last = quantityMilli(Math.min(quantity - 1, Math.max(1, share)))
  const first = {
    ...{ original, voucherClp, quantity: quantityMilli(quantity - last) },
    grossClp: clp(grossClp - movedClp),
  }
  const offClp = clp(Math.max(0, discountIn(original, first.quantity, first.grossClp)))
  const saleOffClp = saleDiscountIn(original, first.quantity, offClp)
  const after = {
    returnedQuantity: original.returnedQuantity + first.quantity,
    returnedClp: clp(original.returnedClp + first.grossClp),
    returnedSaleDiscountClp: clp((original.returnedSaleDiscountClp ?? 0) + saleOffClp),
  }
  const rest = { original: { ...original, ...after, isExempt: !isExempt }, quantity: last }
  return [first, { ...rest, grossClp: movedClp, voucherClp: ZERO_CLP }]
}
