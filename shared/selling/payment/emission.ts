/**
 * How a shop documents what is paid by card, as it has told the tax authority or has not ("Modelo
 * de Emisión de Boletas"): each sale counts once in the Registro de Compras y Ventas, either by its
 * boleta or by the voucher of the terminal.
 */
import { refusal, type Refusal } from '../../languages/refusals.ts'
import type { IsoDate } from '../../core/brand.ts'
import { isCardTerminal, type PaymentMethod } from './payment-method.ts'

/**
 * `every-sale`: declared, a boleta whatever the means of payment. `card-voucher`: nothing was
 * declared, so the card voucher is the boleta of what it pays, and a second one would declare it
 * twice.
 */
export const EMISSION_MODELS = ['every-sale', 'card-voucher'] as const
export type EmissionModel = (typeof EMISSION_MODELS)[number]

/**
 * Which document has the exempt goods of a sale paid partly by card: each its proportion, or the
 * boleta as many of them as it has room for. The authority's texts name no rule.
 */
export const EXEMPT_SHARES = ['proportional', 'receipt-first'] as const
export type ExemptShare = (typeof EXEMPT_SHARES)[number]
export const DEFAULT_EXEMPT_SHARE: ExemptShare = 'proportional'

export interface Emission {
  readonly model: EmissionModel
  /** The day on which the owner said so. */
  readonly since: IsoDate
}

/** What a till goes by that nobody has asked: one to practise with. */
const UNASKED_MODEL: EmissionModel = 'every-sale'

/** May its voucher stand for the boleta at all? Nothing but a card terminal prints one. */
export function mayBeReceipt(
  method: Pick<PaymentMethod, 'siiCode'>,
  model: EmissionModel | undefined = UNASKED_MODEL,
): boolean {
  return model === 'card-voucher' && isCardTerminal(method)
}

/** The voucher of this method is the boleta of what it pays. */
export function isReceiptByVoucher(
  method: Pick<PaymentMethod, 'siiCode' | 'isVoucherTheReceipt'>,
  model: EmissionModel | undefined,
): boolean {
  return method.isVoucherTheReceipt && mayBeReceipt(method, model)
}

export interface DocumentAsked {
  readonly isInvoice: boolean
  readonly totalClp: number
  readonly buyerRequiredFromClp: number
}

/**
 * An invoice, and a boleta that has to name its buyer, documents all of the sale whatever the
 * model: a voucher names nobody, so it only proves that was paid. Sharing the sale makes neither
 * smaller.
 */
export function namesItsBuyer(sale: DocumentAsked): boolean {
  return sale.isInvoice || sale.totalClp >= sale.buyerRequiredFromClp
}

/** A method as the counter has it, under the model: its voucher documents what it pays here. */
export function isReceiptHere(
  { isVoucherTheReceipt }: Pick<PaymentMethod, 'isVoucherTheReceipt'>,
  sale: DocumentAsked,
): boolean {
  return isVoucherTheReceipt && !namesItsBuyer(sale)
}

/** The ways to pay as they are under a model that was just chosen. */
export function methodsUnder(
  model: EmissionModel | undefined,
  methods: readonly PaymentMethod[],
): PaymentMethod[] {
  return methods.map((method) => ({ ...method, isVoucherTheReceipt: mayBeReceipt(method, model) }))
}

/** What stands against these methods under this model; null when nothing does. */
export function emissionProblem(
  methods: readonly PaymentMethod[],
  model: EmissionModel | undefined,
): Refusal | null {
  const misplaced = methods.find(
    (method) => method.isVoucherTheReceipt && !mayBeReceipt(method, model),
  )
  if (misplaced === undefined) return null
  const code = isCardTerminal(misplaced) ? 'VOUCHER_DECLARED' : 'VOUCHER_CARD_ONLY'
  return refusal(code, 'paymentMethods', { method: misplaced.name })
}

/**
 * Some method is to say other than the model, and did not so far: as much the owner's word as the
 * model itself, for it decides what is declared.
 */
export function departsFromModel(
  methods: readonly PaymentMethod[],
  { paymentMethods, emission }: Standing,
): boolean {
  const isAsBefore = ({ id, siiCode, isVoucherTheReceipt }: PaymentMethod) =>
    paymentMethods.some(
      (before) =>
        before.id === id &&
        before.siiCode === siiCode &&
        before.isVoucherTheReceipt === isVoucherTheReceipt,
    )
  return methods.some(
    (method) =>
      method.isVoucherTheReceipt !== mayBeReceipt(method, emission?.model) && !isAsBefore(method),
  )
}

interface Standing {
  readonly paymentMethods: readonly PaymentMethod[]
  readonly emission: Emission | null
}
