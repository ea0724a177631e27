/**
 * Ways to pay, as data of the shop. Cash is one of them and the only one the rounding law knows.
 */
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { foldToLatin1 } from '../../text/latin1.ts'
import { requireLatin1 } from '../../text/require-latin1.ts'

/** MedioPago codes of the tax authority. */
export const MEDIO_PAGO = ['EF', 'TC', 'PE', 'CH', 'CF', 'LT', 'OT'] as const
export type MedioPago = (typeof MEDIO_PAGO)[number]

/** Names a method in the sale's rows for ever: `EF`, `TC`, `VALE`. */
export type PaymentMethodId = string

export interface PaymentMethod {
  readonly id: PaymentMethodId
  /** As the shop says it and the receipt prints it. */
  readonly name: string
  readonly siiCode: MedioPago
  readonly opensDrawer: boolean
  /** The number of the operation, cheque or voucher has to be typed. */
  readonly needsReference: boolean
  /**
   * The card terminal's voucher is the receipt (valid as boleta): issuing another would declare the
   * sale twice. Only under the emission model that says so (emission.ts).
   */
  readonly isVoucherTheReceipt: boolean
  readonly isActive: boolean
}

/** A card as a voucher of it is remembered. */
export type VoucherCard = Pick<PaymentMethod, 'id' | 'name' | 'siiCode'>

/**
 * The one method that is cash: rounded by law, and the only one that gives change. Always there,
 * always active.
 */
export const CASH_ID = 'EF'
/**
 * The value of a return, named by its note's number or its buyer's RUT and spent at this till in as
 * many sales as it lasts. No shop has it in its list: it is offered while there is one.
 */
export const CREDIT_ID = 'NC'
export const METHODS_MAX = 12
const ID_FORM = /^[A-Z0-9]{1,8}$/
const NAME_CHARS_MAX = 24

/** A terminal that charges cards, and prints the voucher of what it charged. */
export function isCardTerminal(method: Pick<PaymentMethod, 'siiCode'>): boolean {
  return method.siiCode === 'TC'
}

export function isCash(method: Pick<PaymentMethod, 'id'>): boolean {
  return method.id === CASH_ID
}

const PLAIN = {
  opensDrawer: false,
  needsReference: false,
  isVoucherTheReceipt: false,
  isActive: true,
} as const

export const CREDIT_METHOD: PaymentMethod = {
  ...PLAIN,
  id: CREDIT_ID,
  name: 'Nota de crédito',
  siiCode: 'OT',
}

export function isCredit(method: Pick<PaymentMethod, 'id'>): boolean {
  return method.id === CREDIT_ID
}

/**
 * A vale: the value of a return on paper, spent in as many sales as it lasts. Small letters: no
 * method of a shop's own can be called so.
 */
export const VALE_ID = 'vc'

export const VALE_METHOD: PaymentMethod = {
  ...PLAIN,
  id: VALE_ID,
  name: 'Vale de devolución',
  siiCode: 'OT',
}

export function isVale(method: Pick<PaymentMethod, 'id'>): boolean {
  return method.id === VALE_ID
}

/** What a return was worth: nothing was handed over for it, nothing goes back without it. */
export function isOfReturn(method: Pick<PaymentMethod, 'id'>): boolean {
  return isCredit(method) || isVale(method)
}

/**
 * `Nota de crédito N° 12`; before it has its folio, the end of its reference tells it from others.
 */
export function creditName(folio: number | null, creditId: string): string {
  return `${CREDIT_METHOD.name} ${folio === null ? creditId.slice(-6) : `N° ${folio}`}`
}

/** Each has its word in every language, under `methods`: the compiler names what lacks. */
export type DefaultMethodId = typeof CASH_ID | 'TC' | 'PE' | 'VALE'

/** What a shop starts with; its emission model says whether the card's voucher is the receipt. */
export const DEFAULT_METHODS: readonly (PaymentMethod & { readonly id: DefaultMethodId })[] = [
  { ...PLAIN, id: CASH_ID, name: 'Efectivo', siiCode: 'EF', opensDrawer: true },
  { ...PLAIN, id: 'TC', name: 'Tarjeta', siiCode: 'TC' },
  { ...PLAIN, id: 'PE', name: 'Transferencia', siiCode: 'PE', needsReference: true },
  { ...PLAIN, id: 'VALE', name: 'Cupón', siiCode: 'OT', needsReference: true },
]

/** Added by the shop itself, which says whether it is a card terminal. */
export function isOwnMethod({ id }: Pick<PaymentMethod, 'id'>): boolean {
  return !DEFAULT_METHODS.some((method) => method.id === id)
}

/** A transfer that calls itself a card terminal would have a voucher that counts. */
const isOtherKind = ({ id, siiCode }: PaymentMethod) =>
  id !== CASH_ID && DEFAULT_METHODS.some((one) => one.id === id && one.siiCode !== siiCode)

/** The list as it may be stored, or what is wrong with it. */
export function checkMethods(
  methods: readonly PaymentMethod[],
): Result<readonly PaymentMethod[], Refusal> {
  const field = 'paymentMethods'
  if (methods.length > METHODS_MAX)
    return refuse(refusal('METHODS_TOO_MANY', field, { limit: String(METHODS_MAX) }))
  const seen = new Set<string>()
  const checked: PaymentMethod[] = []
  for (const method of methods) {
    const name = foldToLatin1(method.name).trim().slice(0, NAME_CHARS_MAX)
    if (name === '') return refuse(refusal('NAME_REQUIRED', field))
    const printable = requireLatin1(name, field)
    if (!printable.ok) return printable
    if (!ID_FORM.test(method.id) || isCredit(method) || isOtherKind(method))
      return refuse(refusal('METHOD_ID_NOT_VALID', field))
    if (seen.has(method.id)) return refuse(refusal('METHOD_TWICE', field, { name }))
    seen.add(method.id)
    checked.push({ ...method, name })
  }
  const cash = checked.find(isCash)
  if (!cash?.isActive || cash.siiCode !== 'EF' || cash.isVoucherTheReceipt || cash.needsReference) {
    return refuse(refusal('METHOD_CASH_REQUIRED', field))
  }
  return ok(checked)
}
