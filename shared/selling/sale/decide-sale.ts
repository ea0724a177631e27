/**
 * The decision of a sale: given what the cashier asks and what the till knows, either everything
 * that has to be written, or a refusal. Pure; the caller writes the decision in one transaction.
 */
import type { EpochMs, ExternalReference, IsoDate, SaleId } from '../../core/brand.ts'
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import type { CommitInput } from '../inputs.ts'
import { CART_LINES_MAX } from '../cart/cart.ts'
import { checkName } from '../../text/check-name.ts'
import { formatRule, isRule, priceSale, type DiscountRule } from '../../money/discount.ts'
import type { DocumentRequest } from '../../issuing/document-request.ts'
import {
  counterInfo,
  toDocumentRequest,
  toGrossLine,
  type ReceiptLine,
  type ReceiptParty,
} from '../../issuing/receipt-document.ts'
import { documentProblem } from '../../issuing/document-problem.ts'
import { receiptTotals, saleTypeOf, type StoredTotals } from '../../issuing/receipt-lines.ts'
import { clp, formatClp, sumClp, ZERO_CLP, type Clp } from '../../money/clp.ts'
import { lineGross, quantityMilli } from '../../money/quantity.ts'
import { notesSpent, type NoteSpent } from '../payment/credit.ts'
import type { LabelledText } from '../../paper/paper-model.ts'
import type { Payment } from '../payment/payment.ts'
import { DEFAULT_EXEMPT_SHARE, type EmissionModel, type ExemptShare } from '../payment/emission.ts'
import type { PaymentMethod } from '../payment/payment-method.ts'
import { DEFAULT_TIPS, tipProblem, type TipSetting } from '../tips/tip.ts'
import { decideNamed } from './decide-named.ts'
import { withPurpose } from './invoice-purpose.ts'
import {
  decidePayment,
  documentPayment,
  paymentInfo,
  type PayableReturns,
} from './decide-payment.ts'
import { foldToLatin1 } from '../../text/latin1.ts'
import { offersText } from '../cart/cart-offers.ts'
import { listPriceOf, type LineOffer } from '../../promotions/promotion.ts'
import { requireLatin1 } from '../../text/require-latin1.ts'
import { isInvoice, type DocumentedBy, type DocumentType } from '../../core/document-type.ts'
import {
  addSums,
  isOnReceipt,
  partsOf,
  receiptLine,
  voucherShares,
  type SalePart,
} from './voucher-part.ts'

export interface SaleContext {
  /** The sale whose payment screen is open, with the reference made for it. */
  readonly open: { readonly saleId: SaleId; readonly externalReference: ExternalReference } | null
  readonly now: EpochMs
  readonly date: IsoDate
  readonly issuer: ReceiptParty
  readonly branchOffice: number
  readonly registerName: string
  readonly cashierName: string
  /**
   * From this total on the buyer has to be named: 135 UF, fixed once a year (Res. Ex. SII 44/2025).
   */
  readonly buyerRequiredFromClp: number
  /** Invoices of this shop say who takes the goods and what for. */
  readonly asksPurpose?: boolean
  readonly paymentMethods: readonly PaymentMethod[]
  /** Without it a boleta is issued for every sale. */
  readonly emission?: EmissionModel | undefined
  /** Which document has the exempt goods of a sale that a voucher documents in part. */
  readonly exemptShare?: ExemptShare
  /** Without it this till takes no tips. */
  readonly tips?: TipSetting
  /** Credit notes that a payment may name; without it there are none. */
  readonly creditOf?: PayableReturns['creditOf']
  /** By the code on its paper; without it the till has given none. */
  readonly valeOf?: PayableReturns['valeOf']
  /** The service is known to be out of reach, so the customer gets a provisional slip now. */
  readonly serviceIsDown: boolean
}

interface SaleLine extends ReceiptLine {
  readonly productId: string | null
  readonly grossClp: number
  readonly note: string | null
  /** The catalogue's price where another one is charged. */
  readonly listGrossClp: number | null
  /** Its own rule, as it was given. */
  readonly discount: DiscountRule | null
  /** The part of `discountClp` that is its share of the discount on the whole sale. */
  readonly saleDiscountClp: Clp
  /** The promotions it owes its price to; together with the sale's share they are all of it. */
  readonly offers: readonly LineOffer[]
  /** The part of `grossClp` that a voucher documents beside a boleta. */
  readonly voucherClp: Clp
}

export interface SaleDecision {
  readonly saleId: SaleId
  readonly externalReference: ExternalReference
  readonly documentType: DocumentType
  readonly soldAt: EpochMs
  readonly date: IsoDate
  readonly lines: readonly SaleLine[]
  /** The sum of its documents. */
  readonly totals: StoredTotals
  /** Of a sale that a voucher and a boleta document together: both, the boleta first. */
  readonly parts: readonly SalePart[]
  /** On the whole sale, as it was given; null for none. */
  readonly discount: DiscountRule | null
  readonly payments: readonly Payment[]
  /** Credit notes among them. */
  readonly notes: readonly NoteSpent[]
  readonly documentedBy: DocumentedBy
  readonly recipient: ReceiptParty
  /** Null when a voucher documents the sale: there is nothing to issue. */
  readonly request: DocumentRequest | null
  readonly printsSlip: boolean
  readonly opensDrawer: boolean
}

const payableOf = ({ creditOf, valeOf, date: today }: SaleContext): PayableReturns => ({
  creditOf: creditOf ?? (() => null),
  valeOf: valeOf ?? (() => null),
  today,
})

export function decideSale(
  command: CommitInput,
  context: SaleContext,
): Result<SaleDecision, Refusal> {
  if (context.open === null || context.open.saleId !== command.saleId)
    return refuse(refusal('SALE_NOT_OPEN'))
  const decided = decideLines(command)
  if (!decided.ok) return decided
  const lines = decided.value
  const amounts = decideAmounts(command, lines, context.tips)
  if (!amounts.ok) return amounts
  const { totals, tipClp } = amounts.value
  const wantsInvoice = command.isInvoice === true
  const { buyerRequiredFromClp } = context
  const paid = decidePayment(
    { totalClp: totals.totalClp, tipClp, isInvoice: wantsInvoice, buyerRequiredFromClp },
    command.payments,
    context.paymentMethods,
    payableOf(context),
    context.emission,
  )
  if (!paid.ok) return paid
  const named = decideNamed(command.recipient, {
    ...context,
    wantsInvoice,
    totalClp: totals.totalClp,
  })
  if (!named.ok) return named
  const { recipient, purpose } = named.value
  const { payments, voucherClp, opensDrawer } = paid.value
  const documentedBy = voucherClp === totals.totalClp ? 'voucher' : 'receipt'
  const shared = documentedBy === 'voucher' ? lines : withVoucher(lines, voucherClp, context)
  const parts = partsOf(shared)
  const { discount = null } = command
  const documentType = parts[0]?.documentType ?? saleTypeOf(lines, wantsInvoice)
  const source = {
    documentType,
    lines: shared,
    payments,
    recipient,
    externalReference: context.open.externalReference,
    saleDiscount: saleDiscountInfo(discount, lines),
  }
  const request = withPurpose(requestOf(source, context), purpose)
  // What no service would take is not charged; a voucher's sale prints the same texts.
  const problem = documentProblem(request)
  if (problem !== null) return refuse(problem)
  return ok({
    ...context.open,
    documentType,
    soldAt: context.now,
    date: context.date,
    lines: shared,
    totals: totalsOf(parts, totals),
    parts,
    discount,
    payments,
    notes: notesSpent(payments, payableOf(context).creditOf),
    documentedBy,
    recipient,
    request: documentedBy === 'voucher' ? null : request,
    printsSlip: context.serviceIsDown || documentedBy === 'voucher',
    opensDrawer,
  })
}

const totalsOf = (parts: readonly SalePart[], whole: StoredTotals) =>
  parts.length === 0 ? whole : addSums(parts)

/** As the screen said it would come to, with a tip beside it. */
function decideAmounts(
  { expectedTotalClp, tipClp: typedTipClp = 0 }: CommitInput,
  lines: readonly SaleLine[],
  tips: SaleContext['tips'] = DEFAULT_TIPS,
) {
  const totals = receiptTotals(lines.map(toGrossLine))
  if (totals.totalClp < 1) return refuse(refusal('CART_TOTAL_ZERO'))
  if (totals.totalClp !== expectedTotalClp)
    return refuse(refusal('TOTAL_CHANGED', null, { total: formatClp(totals.totalClp) }))
  const tipClp = clp(typedTipClp)
  const noTip = tipProblem(totals.totalClp, tipClp, tips)
  return noTip === null ? ok({ totals, tipClp }) : refuse(noTip)
}

/** What the voucher does not document of them is the boleta's. */
function withVoucher(
  lines: readonly SaleLine[],
  voucherClp: Clp,
  { exemptShare = DEFAULT_EXEMPT_SHARE }: SaleContext,
): readonly SaleLine[] {
  const shares = voucherShares(lines, voucherClp, exemptShare)
  return lines.map((line, index) => ({ ...line, voucherClp: shares[index] ?? ZERO_CLP }))
}

interface RequestParts {
  readonly documentType: DocumentType
  readonly lines: readonly SaleLine[]
  readonly payments: readonly Payment[]
  readonly recipient: ReceiptParty
  readonly externalReference: ExternalReference
  readonly saleDiscount: LabelledText | null
}

function requestOf(
  { documentType, lines, payments, recipient, externalReference, saleDiscount }: RequestParts,
  context: SaleContext,
): DocumentRequest {
  return toDocumentRequest({
    documentType,
    externalReference,
    date: context.date,
    branchOffice: context.branchOffice,
    issuer: context.issuer,
    recipient,
    lines: lines
      .filter(isOnReceipt)
      .map((line) => receiptLine(withNote(line), line.grossClp, line.grossClp - line.voucherClp)),
    payment: documentPayment(payments),
    headerInfo: [
      ...counterInfo(context),
      // Paid at the counter: such an invoice is not assigned, so nothing of it is signed for.
      ...(isInvoice(documentType) ? [{ key: 'Condición de pago', value: 'Contado' }] : []),
    ],
    footerInfo: [
      ...offersInfo(lines),
      ...(saleDiscount === null ? [] : [{ key: saleDiscount.label, value: saleDiscount.value }]),
      ...paymentInfo(payments),
    ],
  })
}

/**
 * The discount on the whole sale in words. The document itself carries it as shares on its lines,
 * to the peso: the contract has no discount of a document, and on a 39 with exempt lines the
 * authority has no single rule for one.
 */
function saleDiscountInfo(
  rule: DiscountRule | null,
  lines: readonly Pick<SaleLine, 'saleDiscountClp'>[],
): LabelledText | null {
  if (rule === null) return null
  const saleDiscountClp = lines.reduce((sum, line) => sum + line.saleDiscountClp, 0)
  const given = rule.kind === 'percent' ? ` (${formatRule(rule)})` : ''
  return {
    label: `Incluye descuento a la venta${given}`,
    value: formatClp(clp(0 - saleDiscountClp)),
  }
}

/** All that promotions save: each line's name and pesos stand under it. */
function offersInfo(lines: readonly SaleLine[]): { key: string; value: string }[] {
  const savedClp = sumClp(
    lines.flatMap(({ offers }) =>
      offers
        .filter(({ unitGrossClp }) => unitGrossClp === undefined)
        .map(({ discountClp }) => discountClp),
    ),
  )
  return savedClp === 0 ? [] : [{ key: 'Ahorró con promociones', value: formatClp(savedClp) }]
}

/**
 * The contract has no field for a note nor for the name of a discount; a description takes 1,000
 * characters and prints in full.
 */
function withNote(line: SaleLine): ReceiptLine {
  const listClp = listPriceOf(line.offers)
  const names = listClp === undefined ? offersText(line.offers) : ''
  const parts = [line.description, foldToLatin1(line.note ?? ''), names]
  return {
    ...line,
    ...(listClp === undefined ? {} : { unitGrossClp: listClp, discountClp: line.saleDiscountClp }),
    description: parts
      .filter((part) => part !== '')
      .join(' - ')
      .slice(0, 1_000),
  }
}

function decideLines({
  lines,
  discount,
}: Pick<CommitInput, 'lines' | 'discount'>): Result<SaleLine[], Refusal> {
  if (lines.length === 0) return refuse(refusal('CART_EMPTY'))
  if (lines.length > CART_LINES_MAX) return refuse(refusal('CART_TOO_LONG'))
  if (hasNumberTwice(lines)) return refuse(refusal('LINE_NUMBER_TWICE'))
  if (discount !== undefined && !isRule(discount))
    return refuse(refusal('DISCOUNT_NOT_VALID', 'discount'))
  const decided: ReceiptLine[] = []
  for (const [index, line] of lines.entries()) {
    const checked = decideLine(line, index)
    if (!checked.ok) return checked
    decided.push(checked.value)
  }
  const price = priceSale(
    decided.map((line, index) => {
      const { discount: own, offers } = lines[index] ?? {}
      return { ...line, discount: own, offers }
    }),
    discount,
  )
  return ok(
    decided.map((line, index): SaleLine => {
      const asked = lines[index]
      const { beforeClp, ownDiscountClp, saleDiscountClp } = price.lines[index] ?? NO_PRICE
      const discountClp = clp(ownDiscountClp + saleDiscountClp)
      return {
        ...line,
        discountClp,
        saleDiscountClp,
        grossClp: beforeClp - discountClp,
        discount: asked?.discount ?? null,
        productId: asked?.productId ?? null,
        note: asked?.note ?? null,
        // Of what has no price in the catalogue there is none to remember.
        listGrossClp: asked?.listGrossClp || null,
        offers: offersOf(asked),
        voucherClp: ZERO_CLP,
      }
    }),
  )
}

/** A rule somebody gave stands instead of them. */
function offersOf(line: CommitInput['lines'][number] | undefined): readonly LineOffer[] {
  return line?.discount === undefined ? (line?.offers ?? []) : []
}

const NO_PRICE = { beforeClp: ZERO_CLP, ownDiscountClp: ZERO_CLP, saleDiscountClp: ZERO_CLP }

/** Approvals name a line by its number: two lines of one number could share one. */
export function hasNumberTwice(
  lines: readonly { readonly lineNumber?: number | undefined }[],
): boolean {
  const numbers = lines.flatMap(({ lineNumber }) => lineNumber ?? [])
  return new Set(numbers).size < numbers.length
}

function decideLine(
  line: CommitInput['lines'][number],
  index: number,
): Result<ReceiptLine, Refusal> {
  const name = checkName(line.name, `lines[${index}].name`)
  if (!name.ok) return name
  if (line.unitGrossClp < 1)
    return refuse(refusal('PRICE_FIRST', `lines[${index}].unitGrossClp`, { name: name.value }))
  const printable = requireLatin1(foldToLatin1(line.note ?? ''), `lines[${index}].note`)
  if (!printable.ok) return printable
  if (line.discount !== undefined && !isRule(line.discount)) {
    return refuse(refusal('DISCOUNT_NOT_VALID', `lines[${index}].discount`))
  }
  const quantity = quantityMilli(line.quantity)
  const unitGrossClp = clp(line.unitGrossClp)
  const before = lineGross(unitGrossClp, quantity)
  if (line.discount?.kind === 'amount' && line.discount.amountClp > before) {
    return refuse(
      refusal('DISCOUNT_ABOVE_LINE', `lines[${index}].discount`, { lineTotal: formatClp(before) }),
    )
  }
  return ok({
    code: line.code,
    description: name.value,
    quantity,
    unit: line.unit,
    unitGrossClp,
    discountClp: ZERO_CLP,
    isExempt: line.isExempt,
  })
}
