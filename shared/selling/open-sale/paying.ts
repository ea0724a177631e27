/**
 * How the open sale is being paid: parts taken, and what is typed for the next one. Pure; it is a
 * part of the open sale.
 */
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { AMOUNT_CLP_MAX, formatClp, clp, ZERO_CLP, type Clp } from '../../money/clp.ts'
import {
  CASH_ID,
  CREDIT_METHOD,
  DEFAULT_METHODS,
  isCash,
  isCredit,
  isOfReturn,
  isVale,
  VALE_METHOD,
  type PaymentMethod,
  type PaymentMethodId,
} from '../payment/payment-method.ts'
import {
  dueBy,
  PAYMENTS_MAX,
  settlePayments,
  type Payment,
  type Tender,
} from '../payment/payment.ts'
import { paymentRefusal } from '../payment/payment-refusal.ts'
import { tipClpOf, type Tip } from '../tips/tip.ts'
import type { Credit } from '../payment/credit.ts'

export interface Paying {
  /** The method the next amount is paid by. */
  readonly method: PaymentMethodId
  /** Parts already taken, in order; each has its amount. */
  readonly given: readonly Tender[]
  /** What the cashier typed, digits only; empty means exactly what is left. */
  readonly tendered: string
  readonly reference: string
  /** What the customer adds for whoever serves; absent: nothing. */
  readonly tip?: Tip
}

export const NOT_PAYING: Paying = { method: CASH_ID, given: [], tendered: '', reference: '' }

/** Digits kept of what is typed as money received: more than the till's largest amount has. */
export const TENDERED_DIGITS_MAX = 10

/** The document's total and the tip on it: what the parts have to come to. */
export function payableOf(totalClp: Clp, { tip }: Pick<Paying, 'tip'>): Clp {
  return clp(Math.min(totalClp + tipClpOf(totalClp, tip), AMOUNT_CLP_MAX))
}

/** The tip taken or, with null, none. What is typed as money stays. */
export function withTipOf({ tip: _, ...paying }: Paying, tip: Tip | null): Paying {
  return tip === null ? paying : { ...paying, tip }
}

/** The shop's active methods, as the core told them. */
export type Methods = readonly PaymentMethod[]

export function chosenMethod(methods: Methods, { method }: Pick<Paying, 'method'>): PaymentMethod {
  const found =
    methods.find((candidate) => candidate.id === method) ?? methods[0] ?? DEFAULT_METHODS[0]
  if (!found) throw new Error('a till always takes cash')
  return found
}

export interface NextMethod {
  readonly method: PaymentMethodId
  readonly methods: Methods
  /** Asked, and pressed again: what is typed is to go. */
  readonly isMeant?: boolean | undefined
}

/**
 * What is typed belongs to the method it was typed under. Before another one's turn it is a part of
 * the payment; where it cannot be one, the cashier is asked, and nothing goes unsaid.
 */
export function withMethod(
  paying: Paying,
  totalClp: Clp,
  { method, methods, isMeant = false }: NextMethod,
): Result<Paying, Refusal> {
  if (paying.method === method) return ok(paying)
  const kept = isMeant ? ok(withNothingOf(paying)) : withTypedAsPart(paying, totalClp, methods)
  if (kept.ok) return ok({ ...kept.value, method })
  return refuse(
    refusal('TYPED_OF_OTHER_METHOD', 'tenderedClp', {
      typed: typedText(paying),
      method: chosenMethod(methods, paying).name,
      next: chosenMethod(methods, { method }).name,
    }),
  )
}

const withNothingOf = (paying: Paying): Paying => ({ ...paying, tendered: '', reference: '' })

/** What is typed as one part of several; refused where it pays all there is, or has a fault. */
function withTypedAsPart(
  paying: Paying,
  totalClp: Clp,
  methods: Methods,
): Result<Paying, Refusal | null> {
  if (typedText(paying) === '') return ok(withNothingOf(paying))
  const dueClp = dueBy(payableOf(totalClp, paying), paying.given, chosenMethod(methods, paying))
  if (Number(paying.tendered) >= dueClp) return refuse(null)
  const taken = withPart(paying, totalClp, methods)
  return taken.ok ? ok({ ...taken.value, method: paying.method }) : taken
}

function typedText({ tendered, reference }: Paying): string {
  const amountClp = Number(tendered)
  return [amountClp > 0 ? formatClp(clp(amountClp)) : '', reference.trim()]
    .filter((word) => word !== '')
    .join(' ')
}

export function withTendered(paying: Paying, text: string): Paying {
  return {
    ...paying,
    tendered: text
      .replace(/\D/g, '')
      .replace(/^0+(?=\d)/, '')
      .slice(0, TENDERED_DIGITS_MAX),
  }
}

export interface TakenCredit {
  readonly credit: Credit
  /** What it has beyond the sale is wanted in cash. */
  readonly takesRest: boolean
}

export interface OfferedVale {
  readonly name: string
  readonly code: string
  readonly balanceClp: Clp
}

/**
 * A vale pays what is still due, or all it has; of goods alone, so without the tip. Taken again, it
 * is taken for what is due by then. A part that is only typed comes first.
 */
export function withVale(
  typed: Paying,
  totalClp: Clp,
  { name, code, balanceClp }: OfferedVale,
  methods: Methods,
): Result<Paying, Refusal> {
  const paying = partFirst(typed, totalClp, methods)
  const given = paying.given.filter(({ reference }) => reference !== code)
  const amountClp = clp(Math.min(balanceClp, dueBy(totalClp, given, VALE_METHOD)))
  if (amountClp < 1)
    return refuse(paymentRefusal({ code: 'PAYMENT_ABOVE_DUE', name, dueClp: amountClp }))
  if (given.length >= PAYMENTS_MAX) return refuse(refusal('PAYMENTS_TOO_MANY', 'tenderedClp'))
  const method = { ...VALE_METHOD, name: `${VALE_METHOD.name} ${name}` }
  return ok(
    withStillTyped(
      { ...paying, given: [...given, { method, amountClp, reference: code }] },
      totalClp,
    ),
  )
}

const partFirst = (paying: Paying, totalClp: Clp, methods: Methods): Paying => {
  const taken = withTypedAsPart(paying, totalClp, methods)
  return taken.ok ? taken.value : paying
}

/** Cash on the counter stays typed while something is due; a card is asked for the rest. */
function withStillTyped(paying: Paying, totalClp: Clp): Paying {
  const dueClp = dueBy(payableOf(totalClp, paying), paying.given, { id: paying.method })
  return paying.method === CASH_ID && dueClp > 0 ? paying : { ...paying, tendered: '' }
}

/**
 * A credit note pays what is still due of the goods, or all it has; the rest stays its own, unless
 * it is wanted in cash. Taken again, it is taken for what is due by then. A part that is only typed
 * comes first.
 */
export function withCredit(
  typed: Paying,
  totalClp: Clp,
  { credit: { creditId, name, balanceClp }, takesRest }: TakenCredit,
  methods: Methods,
): Result<Paying, Refusal> {
  const paying = partFirst(typed, totalClp, methods)
  const given = paying.given.filter((tender) => tender.creditId !== creditId)
  const method = { ...CREDIT_METHOD, name }
  const dueClp = dueBy(totalClp, given, method)
  if (dueClp < 1) return refuse(paymentRefusal({ code: 'PAYMENT_ABOVE_DUE', name, dueClp }))
  if (given.length >= PAYMENTS_MAX) return refuse(refusal('PAYMENTS_TOO_MANY', 'tenderedClp'))
  const amountClp = takesRest ? balanceClp : clp(Math.min(balanceClp, dueClp))
  const part = { method, amountClp, reference: '', creditId }
  return ok(withStillTyped({ ...paying, given: [...given, part] }, totalClp))
}

/** A card that the terminal has charged, as the open sale takes it. */
export interface ChargedCard {
  readonly attemptId: string
  readonly amountClp: Clp
  /** As the terminal says it. */
  readonly reference: string
}

/**
 * In the place of the part it was charged for, or as one of its own. What is typed goes where that
 * is what was charged, and stays where it is another amount or other money. The same card again
 * changes nothing.
 */
export function withCard(
  paying: Paying,
  { attemptId, amountClp, reference }: ChargedCard,
  method: PaymentMethod,
): Paying {
  const { given } = paying
  if (given.some((tender) => tender.attemptId === attemptId)) return paying
  const part: Tender = { method, amountClp, reference, attemptId }
  const at = given.findIndex(
    (tender) =>
      tender.attemptId === undefined &&
      tender.method.id === method.id &&
      tender.amountClp === amountClp,
  )
  if (at >= 0) return { ...paying, given: given.with(at, part) }
  const isTyped =
    paying.method === method.id &&
    (paying.tendered === '' || Number(paying.tendered) === Number(amountClp))
  return { ...(isTyped ? withNothingOf(paying) : paying), given: [...given, part] }
}

/** Its money went back on the terminal. */
export function withoutCard(paying: Paying, attemptId: string): Paying {
  return { ...paying, given: paying.given.filter((tender) => tender.attemptId !== attemptId) }
}

/** The typed amount taken as one part of several, and the method that most likely pays the rest. */
export function withPart(paying: Paying, totalClp: Clp, methods: Methods): Result<Paying, Refusal> {
  const method = chosenMethod(methods, paying)
  const amountClp = Number(paying.tendered)
  if (paying.tendered === '' || amountClp < 1)
    return refuse(refusal('TENDERED_NOT_VALID', 'tenderedClp'))
  const reference = referenceProblem(method, paying.reference)
  if (reference) return refuse(reference)
  const payableClp = payableOf(totalClp, paying)
  const dueClp = dueBy(payableClp, paying.given, method)
  if (amountClp > dueClp && !isCash(method)) {
    return refuse(paymentRefusal({ code: 'PAYMENT_ABOVE_DUE', name: method.name, dueClp }))
  }
  const given = withTender(
    paying.given,
    { method, amountClp, reference: paying.reference.trim() },
    payableClp,
  )
  if (given.length >= PAYMENTS_MAX) return refuse(refusal('PAYMENTS_TOO_MANY', 'tenderedClp'))
  const next = isCash(method)
    ? methods.find((other) => !isCash(other) && other.isActive)
    : methods.find(isCash)
  return ok({ ...paying, given, method: (next ?? method).id, tendered: '', reference: '' })
}

export function referenceProblem(method: PaymentMethod, reference: string): Refusal | null {
  const isMissing = method.needsReference && reference.trim() === ''
  return isMissing ? refusal('REFERENCE_REQUIRED', 'reference', { method: method.name }) : null
}

/**
 * Everything handed over, with what is being typed; nothing is typed and nothing is due = the parts
 * alone.
 */
export function tendersOf(totalClp: Clp, paying: Paying, methods: Methods): readonly Tender[] {
  const method = chosenMethod(methods, paying)
  const { given, tendered, reference } = paying
  const payableClp = payableOf(totalClp, paying)
  if (given.length > 0 && tendered === '' && dueBy(payableClp, given, method) === 0) return given
  return withTender(
    given,
    { method, amountClp: tendered === '' ? null : Number(tendered), reference: reference.trim() },
    payableClp,
  )
}

/**
 * What parts already taken are too much by, once the sale has shrunk under them; cash gives it back
 * as change, and so does the value of a return that pays alone.
 */
export function takenAboveClp(payableClp: Clp, given: readonly Tender[]): Clp {
  if (given.every(({ method }) => isCredit(method))) return ZERO_CLP
  const exact = given.filter(({ method }) => !isCash(method))
  return clp(Math.max(0, takenClp(exact) - payableClp))
}

function takenClp(tenders: readonly Tender[]): number {
  return tenders.reduce((sum, { amountClp }) => sum + (amountClp ?? 0), 0)
}

/** The payment as it stands while typing: settled, or what is missing. */
export function settleTyped(
  totalClp: Clp,
  paying: Paying,
  methods: Methods,
): Result<readonly Payment[], Refusal> {
  const payableClp = payableOf(totalClp, paying)
  const aboveClp = takenAboveClp(payableClp, paying.given)
  if (aboveClp > 0)
    return refuse(
      refusal('PAYMENTS_TAKEN_ABOVE', 'tenderedClp', {
        taken: formatClp(clp(payableClp + aboveClp)),
        total: formatClp(payableClp),
        over: formatClp(aboveClp),
      }),
    )
  const settled = settlePayments(
    totalClp,
    tendersOf(totalClp, paying, methods),
    tipClpOf(totalClp, paying.tip),
  )
  return settled.ok ? settled : refuse(paymentRefusal(settled.refusal))
}

/** A part that was taken by something else than cash: it cannot be given back out of the drawer. */
export function partsTakenElsewhere({ given }: Pick<Paying, 'given'>): readonly Tender[] {
  return given.filter(({ method }) => !isCash(method) && !isOfReturn(method))
}

/** As much of a part as names it. */
export interface NamedPart extends Pick<Tender, 'amountClp' | 'reference' | 'attemptId'> {
  readonly method: Pick<PaymentMethod, 'id' | 'name'>
}

/**
 * Parts in words, `Tarjeta $1.000, Efectivo $500`; empty when nothing was taken. They go into the
 * log and onto screens: of a vale its name, never the code that spends it; of a card that the
 * terminal charged nothing it said.
 */
export function partsText(parts: readonly NamedPart[]): string {
  const isSecret = ({ method, attemptId }: NamedPart) => isVale(method) || attemptId !== undefined
  return parts
    .map((part) =>
      [part.method.name, isSecret(part) ? '' : part.reference, formatClp(clp(part.amountClp ?? 0))]
        .filter((word) => word !== '')
        .join(' '),
    )
    .join(', ')
}

/** Cash goes in one part: more of it is added to what was handed over before. */
function withTender(given: readonly Tender[], tender: Tender, totalClp: Clp): readonly Tender[] {
  const before = isCash(tender.method) ? given.find(({ method }) => isCash(method)) : undefined
  if (!before) return [...given, tender]
  const amountClp =
    (before.amountClp ?? 0) + (tender.amountClp ?? dueBy(totalClp, given, tender.method))
  return given.map((other) => (other === before ? { ...before, amountClp } : other))
}
