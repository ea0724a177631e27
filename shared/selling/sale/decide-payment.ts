/**
 * How a sale is paid, decided: the methods of the shop, the parts to the peso, and what documents
 * the sale.
 */
import type { CommitInput } from '../inputs.ts'
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import type { IsoDate } from '../../core/brand.ts'
import type { DocumentRequest } from '../../issuing/document-request.ts'
import { PAPER_LOCALE } from '../../languages/paper-language.ts'
import { clp, formatClp, sumClp, ZERO_CLP, type Clp } from '../../money/clp.ts'
import {
  isReceiptByVoucher,
  namesItsBuyer,
  type DocumentAsked,
  type EmissionModel,
} from '../payment/emission.ts'
import {
  CASH_ID,
  CREDIT_METHOD,
  isCash,
  isCredit,
  isVale,
  VALE_METHOD,
  type PaymentMethod,
} from '../payment/payment-method.ts'
import { settlePayments, type Payment, type Tender } from '../payment/payment.ts'
import { paymentRefusal } from '../payment/payment-refusal.ts'
import { firstOutsideLatin1, foldToLatin1 } from '../../text/latin1.ts'
import { useProblem, valeName, type ValeFacts } from '../../vales/vale.ts'
import type { Credit } from '../payment/credit.ts'

export const REFERENCE_CHARS_MAX = 40

interface PaidSale extends DocumentAsked {
  readonly totalClp: Clp
  /** On top of it, for whoever serves. */
  readonly tipClp: Clp
}

/** What of earlier returns may pay, as the till knows it. */
export interface PayableReturns {
  creditOf(creditId: string): Credit | null
  /** By the code on its paper. */
  valeOf(code: string): ValeFacts | null
  readonly today: IsoDate
}

interface DecidedPayment {
  readonly payments: readonly Payment[]
  /** Of the document's total: what vouchers are the receipt of. */
  readonly voucherClp: Clp
  readonly opensDrawer: boolean
}

export function decidePayment(
  sale: PaidSale,
  given: CommitInput['payments'],
  methods: readonly PaymentMethod[],
  returns: PayableReturns,
  emission?: EmissionModel,
): Result<DecidedPayment, Refusal> {
  const tenders = readTenders(given, sale.totalClp, methods, returns)
  if (!tenders.ok) return tenders
  const settled = settlePayments(sale.totalClp, tenders.value, sale.tipClp)
  if (!settled.ok) return refuse(paymentRefusal(settled.refusal))
  const isIssuedWhole = namesItsBuyer(sale)
  const payments = settled.value.map((part, index): Payment => {
    const method = tenders.value[index]?.method
    const isVoucher = !isIssuedWhole && method !== undefined && isReceiptByVoucher(method, emission)
    return isVoucher ? { ...part, isVoucher } : part
  })
  return ok({
    payments,
    voucherClp: voucherClpOf(payments),
    opensDrawer:
      tenders.value.some(({ method }) => method.opensDrawer) ||
      settled.value.some(({ method, changeClp }) => isCredit({ id: method }) && changeClp > 0),
  })
}

function readTenders(
  given: CommitInput['payments'],
  totalClp: Clp,
  methods: readonly PaymentMethod[],
  returns: PayableReturns,
): Result<Tender[], Refusal> {
  const tenders: Tender[] = []
  for (const { method: id, amountClp, reference: text } of given) {
    if (isCredit({ id })) {
      const openClp = totalClp - fixedBeside(given, text)
      const credit = readCredit(text, amountClp ?? openClp, amountClp === null, returns, tenders)
      if (!credit.ok) return credit
      tenders.push(credit.value)
      continue
    }
    if (isVale({ id })) {
      const vale = readVale(text, amountClp, returns, tenders)
      if (!vale.ok) return vale
      tenders.push(vale.value)
      continue
    }
    const chosen = readMethod(
      methods.find((candidate) => candidate.id === id && candidate.isActive),
      text,
    )
    if (!chosen.ok) return chosen
    tenders.push({ ...chosen.value, amountClp })
  }
  return ok(tenders)
}

/** A way to pay with what was typed beside it. */
export function readMethod<Method extends PaymentMethod>(
  method: Method | undefined,
  text: string,
): Result<{ readonly method: Method; readonly reference: string }, Refusal> {
  if (method === undefined) return refuse(refusal('METHOD_UNKNOWN', 'method'))
  const reference = foldToLatin1(text).trim()
  if (method.needsReference && reference === '')
    return refuse(refusal('REFERENCE_REQUIRED', 'reference', { method: method.name }))
  if (reference.length > REFERENCE_CHARS_MAX || firstOutsideLatin1(reference) !== null)
    return refuse(refusal('REFERENCE_NOT_VALID', 'reference'))
  return ok({ method, reference })
}

/** What other parts take exactly; cash takes what is left. */
function fixedBeside(given: CommitInput['payments'], creditId: string): number {
  return given
    .filter(({ method: id, reference }) => !isCash({ id }) && reference !== creditId)
    .reduce((sum, { amountClp }) => sum + (amountClp ?? 0), 0)
}

/**
 * Found by its name, named by its id. It pays what is asked of it; left open, what is due or all it
 * has. What it has left stays its own.
 */
function readCredit(
  creditId: string,
  askedClp: number,
  isOpen: boolean,
  { creditOf }: PayableReturns,
  before: readonly Tender[],
): Result<Tender, Refusal> {
  const credit = creditOf(creditId)
  if (credit === null) return refuse(refusal('CREDIT_UNKNOWN', 'method'))
  const { name, balanceClp } = credit
  const isTwice = before.some((tender) => tender.creditId === credit.creditId)
  if (balanceClp === 0 || isTwice) return refuse(refusal('CREDIT_SPENT', 'method', { name }))
  const amountClp = isOpen ? Math.min(balanceClp, askedClp) : askedClp
  if (amountClp > balanceClp)
    return refuse(refusal('CREDIT_TOO_SMALL', 'method', { name, left: formatClp(balanceClp) }))
  return ok({
    method: { ...CREDIT_METHOD, name },
    amountClp,
    reference: '',
    creditId: credit.creditId,
  })
}

/** Named by its code, kept by its number; it pays what is asked of it, and no more than it has. */
function readVale(
  code: string,
  amountClp: number | null,
  { valeOf, today }: PayableReturns,
  before: readonly Tender[],
): Result<Tender, Refusal> {
  const vale = valeOf(code)
  if (vale === null) return refuse(refusal('VALE_UNKNOWN', 'method'))
  const reference = valeName(vale.number, vale.till)
  if (before.some((tender) => isVale(tender.method) && tender.reference === reference))
    return refuse(refusal('VALE_TWICE', 'method', { name: reference }))
  // What is left open would be whatever is due: a vale says how much it pays.
  if (amountClp === null) return refuse(refusal('VALE_AMOUNT', 'method'))
  const problem = useProblem(vale, amountClp, today)
  return problem === null ? ok({ method: VALE_METHOD, amountClp, reference }) : refuse(problem)
}

/**
 * What vouchers document of a sale: what they pay, exempt goods too (Res. Ex. SII 176/2020: taxed
 * and exempt apart); whatever else pays is the boleta's.
 */
export function voucherClpOf(payments: readonly Pick<Payment, 'isVoucher' | 'totalClp'>[]): Clp {
  return sumClp(payments.map(({ isVoucher, totalClp }) => (isVoucher ? totalClp : ZERO_CLP)))
}

/** How much each document has of a sale with two; null where one has all of it. */
export function documentedParts(
  payments: readonly Pick<Payment, 'isVoucher' | 'totalClp'>[],
): { readonly voucherClp: Clp; readonly receiptClp: Clp } | null {
  const voucherClp = voucherClpOf(payments)
  const receiptClp = clp(sumClp(payments.map(({ totalClp }) => totalClp)) - voucherClp)
  return voucherClp === 0 || receiptClp === 0 ? null : { voucherClp, receiptClp }
}

/** The document has room for one method: that of the largest part, with all of them in words. */
export function documentPayment(
  payments: readonly Payment[],
): NonNullable<DocumentRequest['payment_method']> {
  // What pays the tip alone pays nothing of the document, nor does what has a voucher of its own.
  const paying = payments.filter(({ totalClp }) => totalClp > 0)
  const byReceipt = paying.filter(({ isVoucher }) => isVoucher !== true)
  const parts = byReceipt.length === 0 ? paying : byReceipt
  const [largest] = [...parts].sort((a, b) => b.totalClp - a.totalClp)
  const description = parts.length === 1 ? (largest?.name ?? '') : partsInWords(parts)
  return { code: largest?.siiCode ?? 'OT', description }
}

/** Of the contract. */
export const WORDS_CHARS_MAX = 200
/** What had no room of its own among the words, and none of it a card's, a note's or a vale's. */
export const OTHERS = 'Otros medios'
type PartInWords = Pick<Payment, 'name' | 'siiCode' | 'totalClp'>

/**
 * All of them, to the peso: another till reads here how it comes back (returns/outside-paid.ts).
 * Where there is no room, those that do not go back as cash stand first, and the rest is one.
 */
function partsInWords(parts: readonly PartInWords[]): string {
  const words = inWords(parts)
  if (words.length <= WORDS_CHARS_MAX) return words
  const byName = Object.values(Object.groupBy(parts, ({ name }) => name)).flatMap((same = []) =>
    same.slice(0, 1).map((part) => ({ ...part, totalClp: sumClp(same.map(clpOf)) })),
  )
  const ordered = byName.toSorted((one, other) => rankInWords(one) - rankInWords(other))
  for (let named = ordered.length - 1; named > 0; named -= 1) {
    const rest = ordered.slice(named)
    const isCash = rest.every((part) => rankInWords(part) === CASHLIKE)
    const name = isCash ? OTHERS : `${CREDIT_METHOD.name} y otros`
    const shorter = inWords([
      ...ordered.slice(0, named),
      { name, totalClp: sumClp(rest.map(clpOf)) },
    ])
    if (shorter.length <= WORDS_CHARS_MAX) return shorter
  }
  return words.slice(0, WORDS_CHARS_MAX)
}

const clpOf = ({ totalClp }: Pick<Payment, 'totalClp'>) => totalClp
const inWords = (parts: readonly Pick<Payment, 'name' | 'totalClp'>[]): string =>
  parts.map(({ name, totalClp }) => `${name} ${formatClp(totalClp)}`).join(' + ')

const CASHLIKE = 3
function rankInWords({ name, siiCode }: PartInWords): number {
  if (name === VALE_METHOD.name) return 0
  if (name.startsWith(CREDIT_METHOD.name)) return 2
  return siiCode === 'TC' ? 1 : CASHLIKE
}

type PaidPart = Omit<Payment, 'siiCode'>

/**
 * The payment as the customer reads it under the total. Not tax data: the law of rounding leaves
 * the document alone.
 */
export function paymentInfo(payments: readonly PaidPart[]): { key: string; value: string }[] {
  const tipClp = sumClp(payments.map((payment) => payment.tipClp))
  const tip = tipClp === 0 ? [] : [{ key: 'Propina', value: formatClp(tipClp) }]
  return [
    ...documentsInfo(payments),
    ...tip,
    ...payments.flatMap((payment) => partInfo(payment, payments.length > 1)),
  ]
}

/** Which paper documents how much, where one does not document all of it. */
function documentsInfo(payments: readonly PaidPart[]): { key: string; value: string }[] {
  const documents = documentedParts(payments)
  if (documents === null) return []
  const { voucherClp, receiptClp } = documents
  return [
    { key: 'Total de la compra', value: formatClp(sumClp([voucherClp, receiptClp])) },
    { key: 'Va en el voucher', value: formatClp(voucherClp) },
    { key: 'Va en la boleta', value: formatClp(receiptClp) },
  ]
}

/** Amounts with their part of the tip: what the customer hands over, or the terminal charges. */
function partInfo(payment: PaidPart, isSplit: boolean): { key: string; value: string }[] {
  if (isCredit({ id: payment.method }) && payment.changeClp > 0) return leftOverInfo(payment)
  if (payment.method !== CASH_ID)
    return [{ key: labelOf(payment), value: formatClp(payment.toCollectClp) }]
  const rounding =
    payment.roundingClp > 0 ? `+${formatClp(payment.roundingClp)}` : formatClp(payment.roundingClp)
  const exactClp = clp(payment.totalClp + payment.tipClp)
  return [
    ...(isSplit ? [{ key: payment.name, value: formatClp(exactClp) }] : []),
    ...(payment.roundingClp === 0 ? [] : [{ key: 'Redondeo Ley 20.956', value: rounding }]),
    { key: 'Efectivo a pagar', value: formatClp(payment.toCollectClp) },
    { key: 'Recibido', value: formatClp(payment.tenderedClp) },
    { key: 'Vuelto', value: formatClp(payment.changeClp) },
  ]
}

function leftOverInfo({
  name,
  tenderedClp,
  roundingClp,
  changeClp,
}: PaidPart): { key: string; value: string }[] {
  return [
    { key: name, value: formatClp(tenderedClp) },
    ...(roundingClp === 0
      ? []
      : [
          {
            key: 'Redondeo Ley 20.956',
            value: roundingClp > 0 ? `+${formatClp(roundingClp)}` : formatClp(roundingClp),
          },
        ]),
    { key: 'Vuelto en efectivo', value: formatClp(changeClp) },
  ]
}

/**
 * How paper names a payment. A number typed or scanned with the method's own name before it does
 * not say that name twice.
 */
export function labelOf({ name, reference }: Pick<Payment, 'name' | 'reference'>): string {
  const saysName = fold(reference).startsWith(fold(name))
  const rest = saysName ? reference.slice(name.length).replace(/^[\s:.#-]+/, '') : reference
  return rest === '' ? name : `${name} ${rest}`
}

function fold(text: string): string {
  return text.toLocaleLowerCase(PAPER_LOCALE)
}
