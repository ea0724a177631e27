/**
 * A sale with two documents: the voucher of the card terminal for what it pays, and a boleta for
 * the rest. Every peso of every line stands on one of them.
 */
import { assert } from '../../core/result.ts'
import type { DocumentedBy, DocumentType } from '../../core/document-type.ts'
import type { ReceiptLine } from '../../issuing/receipt-document.ts'
import type { StoredTotals } from '../../issuing/receipt-lines.ts'
import {
  allocateClp,
  clp,
  formatClp,
  splitIva,
  sumClp,
  ZERO_CLP,
  type Clp,
} from '../../money/clp.ts'
import { formatQuantity, ONE_MILLI } from '../../money/quantity.ts'
import type { ExemptShare } from '../payment/emission.ts'

/** Of the contract. */
const DESCRIPTION_CHARS_MAX = 1_000

/** A line after all its discounts. */
interface PaidLine {
  readonly grossClp: number
  readonly isExempt: boolean
}

/**
 * The pesos of each line that the voucher documents. First the exempt part of the sale is shared,
 * then each kind over its lines, by largest remainder: no line is shared to more than it costs.
 */
export function voucherShares(
  lines: readonly PaidLine[],
  voucherClp: Clp,
  exemptShare: ExemptShare,
): Clp[] {
  const grossOf = (isExempt: boolean) =>
    lines.map((line) => (line.isExempt === isExempt ? line.grossClp : 0))
  const exemptClp = sum(grossOf(true))
  const taxedClp = sum(grossOf(false))
  const receiptClp = exemptClp + taxedClp - voucherClp
  assert(voucherClp >= 0 && receiptClp >= 0, 'a voucher documents no more than the sale')
  const [ofExemptClp = ZERO_CLP] =
    exemptShare === 'proportional'
      ? allocateClp(voucherClp, [exemptClp, taxedClp])
      : [clp(exemptClp - Math.min(exemptClp, receiptClp))]
  const exempt = shareOut(ofExemptClp, grossOf(true))
  const taxed = shareOut(clp(voucherClp - ofExemptClp), grossOf(false))
  return lines.map(({ isExempt }, index) => (isExempt ? exempt : taxed)[index] ?? ZERO_CLP)
}

/** Without a peso to share there may be no line of the kind. */
function shareOut(totalClp: Clp, weights: readonly number[]): readonly Clp[] {
  return totalClp === 0 ? [] : allocateClp(totalClp, weights)
}

/** IVA is a difference on each document, as it stands on its paper. */
export function documentSums(lines: readonly PaidLine[]): StoredTotals {
  const grossOf = (isExempt: boolean) =>
    clp(sum(lines.filter((line) => line.isExempt === isExempt).map(({ grossClp }) => grossClp)))
  const exentoClp = grossOf(true)
  const taxedClp = grossOf(false)
  return { ...splitIva(taxedClp), exentoClp, totalClp: clp(taxedClp + exentoClp) }
}

/** A document of a sale that has two. */
export interface SalePart extends StoredTotals {
  readonly documentedBy: DocumentedBy
  readonly documentType: DocumentType
}

/** A line that says how much of it the voucher documents. */
interface SharedLine extends PaidLine {
  readonly voucherClp: number
}

/** What stands on the boleta: also what cost nothing, which no card pays. */
export const isOnReceipt = ({ grossClp, voucherClp }: SharedLine): boolean =>
  voucherClp === 0 || voucherClp < grossClp

/** The documents of a sale, boleta first; none where one has all of it. */
export function partsOf(lines: readonly SharedLine[]): readonly SalePart[] {
  const parts = [
    partOf(
      'receipt',
      lines
        .filter(isOnReceipt)
        .map((line) => ({ ...line, grossClp: line.grossClp - line.voucherClp })),
    ),
    partOf(
      'voucher',
      lines
        .filter(({ voucherClp }) => voucherClp > 0)
        .map((line) => ({ ...line, grossClp: line.voucherClp })),
    ),
  ]
  return parts.every(({ totalClp }) => totalClp > 0) ? parts : []
}

/** A line decides the type by standing on the document, whatever it costs. */
function partOf(documentedBy: DocumentedBy, lines: readonly PaidLine[]): SalePart {
  const isExempt = lines.every((line) => line.isExempt)
  return { documentedBy, documentType: isExempt ? '41' : '39', ...documentSums(lines) }
}

/** A sale is the sum of its documents. */
export function addSums(parts: readonly StoredTotals[]): StoredTotals {
  return {
    netoClp: sumClp(parts.map(({ netoClp }) => netoClp)),
    exentoClp: sumClp(parts.map(({ exentoClp }) => exentoClp)),
    ivaClp: sumClp(parts.map(({ ivaClp }) => ivaClp)),
    totalClp: sumClp(parts.map(({ totalClp }) => totalClp)),
  }
}

/**
 * A line as the boleta has it. A part stands as one piece at its price, with the whole in words: a
 * fraction of a piece was never sold, and a discount of what the card pays was never given.
 */
export function receiptLine<Line extends ReceiptLine>(
  line: Line,
  grossClp: number,
  receiptClp: number,
): ReceiptLine {
  if (receiptClp === grossClp) return line
  const whole = `${formatQuantity(line.quantity)} ${line.unit ?? 'u'}, ${formatClp(clp(grossClp))}`
  const part = ` (parte de ${whole})`
  return {
    code: line.code,
    description: line.description.slice(0, DESCRIPTION_CHARS_MAX - part.length) + part,
    quantity: ONE_MILLI,
    unit: null,
    unitGrossClp: clp(receiptClp),
    discountClp: ZERO_CLP,
    isExempt: line.isExempt,
  }
}

/**
 * The voucher's pesos of what comes back of a line: in proportion to all that came back of it, and
 * never more than either document still has. The last part is exactly the rest of both.
 */
export function voucherShareBack(
  line: { readonly grossClp: number; readonly voucherClp: number },
  before: { readonly grossClp: number; readonly voucherClp: number },
  backClp: number,
): Clp {
  const leftVoucherClp = line.voucherClp - before.voucherClp
  const leftReceiptClp = line.grossClp - before.grossClp - leftVoucherClp
  assert(backClp <= leftVoucherClp + leftReceiptClp, 'no more comes back than was paid')
  const point =
    line.grossClp === 0
      ? 0
      : Number(
          (BigInt(line.voucherClp) * BigInt(before.grossClp + backClp)) / BigInt(line.grossClp),
        )
  const most = Math.min(backClp, leftVoucherClp)
  const least = Math.max(0, backClp - leftReceiptClp)
  return clp(Math.min(most, Math.max(least, point - before.voucherClp)))
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}
