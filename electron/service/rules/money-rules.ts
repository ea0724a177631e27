import { findTaxType, isCurrency } from '../catalogues/catalogues.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import { totalInPesos } from '../catalogues/credited-reference.ts'
import { linesMakeTheTotal } from './line-sum-rule.ts'
import type { Rule, RuleContext } from './rule.ts'

/** Amounts are compared in hundredths: below that is floating point, not money. */
const STEPS_PER_UNIT = 100
/** House decisions, "amounts"; the schema of Chilean lines has as many. */
const PRICE_DECIMALS_MAX = 6

/**
 * Spec part 2, totals rule: among themselves and with the lines. Totals without their
 * own list of taxes carry none.
 */
export const totalsBalance: Rule = (input, context) => {
  const { totals } = input.document
  if (totals === undefined) return []
  const taxes = (totals.taxes ?? []).reduce((sum, tax) => sum + tax.amount, 0)
  const calculated = toSteps(totals.sub_total + taxes - (totals.discount ?? 0)) / STEPS_PER_UNIT
  if (toSteps(totals.total) === toSteps(calculated)) return linesMakeTheTotal(input, context)
  const params = { given: String(totals.total), calculated: String(calculated) }
  return [apiError('INVOICE_TOTALS_MISMATCH', 'total', params)]
}

/** Spec part 2, tax rate rule, for lines, document taxes and totals alike. */
export const taxesAreKnown: Rule = ({ document, items }, context) => [
  ...items.flatMap((item, index) =>
    (item?.taxes ?? []).flatMap((tax, at) =>
      taxErrors(tax, `items[${index}].taxes[${at}]`, context),
    ),
  ),
  ...(document.global_taxes ?? []).flatMap((tax, at) =>
    taxErrors(tax, `global_taxes[${at}]`, context),
  ),
  ...(document.totals?.taxes ?? []).flatMap((tax, at) =>
    taxErrors(tax, `totals.taxes[${at}]`, context),
  ),
]

function taxErrors(
  tax: { type: string; rate?: number | undefined },
  field: string,
  context: RuleContext,
): ApiError[] {
  const type = findTaxType(context.company.country, tax.type)
  if (type === null) return [apiError('TAX_TYPE_NOT_FOUND', `${field}.type`, { type: tax.type })]
  const lacksRate = type.rate_source === 'CLIENT' && tax.rate === undefined
  return lacksRate ? [apiError('TAX_RATE_REQUIRED', `${field}.rate`, { type: tax.type })] : []
}

/** Types 34 and 41 are for what the tax does not reach. */
export const exemptDocumentsCarryNoTax: Rule = ({ document, items }, { type }) => {
  if (type.kind !== 'EXEMPT_RECEIPT' && type.kind !== 'EXEMPT_INVOICE') return []
  const lines = items.flatMap((item, index) =>
    (item?.taxes ?? []).length > 0 ? [apiError('TAX_NOT_ALLOWED', `items[${index}].taxes`)] : [],
  )
  return (document.totals?.taxes ?? []).length > 0
    ? [...lines, apiError('TAX_NOT_ALLOWED', 'totals.taxes')]
    : lines
}

export const currencyIsKnown: Rule = ({ document: { currency } }) =>
  currency === undefined || isCurrency(currency.code)
    ? []
    : [apiError('CURRENCY_NOT_FOUND', 'currency.code', { code: currency.code })]

/**
 * Pesos have no cents: the XML of the authority has integer amounts. Net unit prices may have
 * decimals.
 */
export const pesosAreWhole: Rule = ({ document: { currency, totals } }) => {
  if (currency?.code !== 'CLP' || totals === undefined) return []
  const amounts: readonly (readonly [string, number | undefined])[] = [
    ['totals.sub_total', totals.sub_total],
    ['totals.discount', totals.discount],
    ['totals.total', totals.total],
    ...(totals.taxes ?? []).map(
      (tax, index) => [`totals.taxes[${index}].amount`, tax.amount] as const,
    ),
  ]
  return amounts.flatMap(([field, amount]) =>
    amount === undefined || Number.isSafeInteger(amount)
      ? []
      : [apiError('AMOUNT_NOT_WHOLE', field, { currency: 'CLP' })],
  )
}

/** The stamp says the total in pesos, whatever the document's currency. */
export const totalHasRoomInTheStamp: Rule = ({ document: { totals, currency } }, { company }) =>
  company.country === 'CHL' &&
  totals !== undefined &&
  currency !== undefined &&
  !Number.isSafeInteger(totalInPesos({ totals, currency }))
    ? [apiError('AMOUNT_TOO_LARGE', 'totals.total')]
    : []

export const totalsAreNotNegative: Rule = ({ document: { totals } }, { type }) => {
  if (totals === undefined) return []
  const errors = (['sub_total', 'discount', 'total'] as const).flatMap((key) =>
    (totals[key] ?? 0) < 0 ? [apiError('AMOUNT_NEGATIVE', `totals.${key}`)] : [],
  )
  const isReceipt = type.kind === 'RECEIPT' || type.kind === 'EXEMPT_RECEIPT'
  return isReceipt && totals.total >= 0 && totals.total < 1
    ? [...errors, apiError('TOTAL_TOO_SMALL', 'totals.total')]
    : errors
}

/**
 * The schema of Chilean lines knows no negative amount: returns are a credit note, never a negative
 * quantity.
 */
export const linesAreWorthSomething: Rule = ({ items }) =>
  items.flatMap((item, index) => {
    if (item === null) return []
    const field = `items[${index}]`
    const errors: ApiError[] = []
    if (item.quantity <= 0) errors.push(apiError('QUANTITY_NOT_POSITIVE', `${field}.quantity`))
    if (item.unit_price < 0) errors.push(apiError('AMOUNT_NEGATIVE', `${field}.unit_price`))
    if (Number(item.unit_price.toFixed(PRICE_DECIMALS_MAX)) !== item.unit_price) {
      const params = { limit: String(PRICE_DECIMALS_MAX) }
      errors.push(apiError('TOO_MANY_DECIMALS', `${field}.unit_price`, params))
    }
    const discount = item.discount_amount ?? 0
    if (discount < 0) errors.push(apiError('AMOUNT_NEGATIVE', `${field}.discount_amount`))
    const worth = item.quantity * item.unit_price
    // Net prices are rounded; a line discounted to nothing may be a peso off.
    if (errors.length === 0 && discount > worth + 1)
      errors.push(apiError('DISCOUNT_ABOVE_LINE', `${field}.discount_amount`))
    return errors
  })

function toSteps(amount: number): number {
  return Math.round(amount * STEPS_PER_UNIT)
}
