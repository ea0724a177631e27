/**
 * The lines of a document make its total and its taxes (spec part 2, totals rule). The totals may
 * add up among themselves and still be of another sale: the stamp signs the total, the buyer reads
 * the lines, and the taxes are what the shop declares.
 *
 * What is allowed for: every number a client sends may be rounded once. A line's net or gross
 * amount and its tax by half a peso each, a unit price by half of its last decimal for every unit,
 * the document's sums by a peso.
 */
import type { DocumentRequest, DocumentRequestItem } from '#shared/issuing/document-request.ts'
import { findTaxType } from '../catalogues/catalogues.ts'
import { apiError } from '../core/errors.ts'
import { isReceipt, isSumOfLines } from '../catalogues/document-kind.ts'
import type { Rule, RuleContext } from './rule.ts'

type Tax = NonNullable<DocumentRequestItem['taxes']>[number]
type Totals = DocumentRequest['totals']

/** IVA that the buyer pays to the authority instead of the seller, by its code in Chile. */
const RETAINED_TAXES: readonly string[] = [
  ...['15', '30', '31', '32', '33', '34', '36', '37', '38', '39', '41', '47', '48'],
]

/** In units of the document's currency. */
interface LineSum {
  /** After tax, with all of the document's own discount taken off before tax. */
  readonly least: number
  /** After tax, with the prices of the lines as the buyer pays them. */
  readonly most: number
  /** The taxes alone, between the same two ends. */
  readonly leastTax: number
  readonly mostTax: number
  /** How far a client that rounds each number once may be off. */
  readonly tolerance: number
}

/** Called where the totals balance among themselves, so that a wrong total is told once. */
export function linesMakeTheTotal(
  { document: { totals, global_taxes, currency }, items }: Parameters<Rule>[0],
  context: RuleContext,
) {
  const lines = items.filter((item) => item !== null)
  const isWhole = lines.length === items.length && !lines.some(isFree)
  if (!isSumOfLines(context.type) || totals === undefined || !isWhole || lines.length === 0)
    return []
  const taxes = totals.taxes ?? []
  // A tax that the buyer keeps back is subtracted: the lines do not say how much of it.
  if (taxes.some(({ type }) => RETAINED_TAXES.includes(type))) return []
  const sums = lineSum(
    { lines, totals, globalTaxes: global_taxes ?? [], currency: currency?.code ?? 'CLP' },
    context,
  )
  if (!isWithin(totals.total, [sums.least, sums.most], sums.tolerance)) {
    const params = { given: String(totals.total), calculated: inCents(sums.most) }
    return [apiError('INVOICE_TOTALS_MISMATCH', 'total', params)]
  }
  // A receipt's prices include its tax, and its totals need not list it.
  if (totals.taxes === undefined && isReceipt(context.type)) return []
  const given = sum(taxes.map(({ amount }) => amount))
  if (isWithin(given, [sums.leastTax, sums.mostTax], sums.tolerance)) return []
  const params = { given: String(given), calculated: inCents(sums.mostTax) }
  return [apiError('TAXES_MISMATCH', 'totals.taxes', params)]
}

const isFree = ({ quantity, unit_price }: DocumentRequestItem) => quantity <= 0 || unit_price < 0

function isWithin(value: number, [least, most]: readonly [number, number], tolerance: number) {
  return value >= least - tolerance && value <= most + tolerance
}

const inCents = (amount: number) => String(Math.round(amount * 100) / 100)

interface Summed {
  readonly lines: readonly DocumentRequestItem[]
  readonly totals: Totals
  readonly globalTaxes: NonNullable<DocumentRequest['global_taxes']>
  readonly currency: string
}

/**
 * Rates come from the catalogue and never from an amount: an invented tax would explain any total.
 */
function lineSum(
  { lines, totals, globalTaxes, currency }: Summed,
  { company }: Pick<RuleContext, 'company'>,
): LineSum {
  const factorOf = (tax: Pick<Tax, 'type' | 'rate'>) =>
    (findTaxType(company.country, tax.type)?.rate ?? tax.rate ?? 0) / 100
  const net = sum(lines.map(netOf))
  const taxOfLines = sum(lines.map((line) => netOf(line) * sum((line.taxes ?? []).map(factorOf))))
  const hasLineTaxes = lines.some(({ taxes }) => (taxes ?? []).length > 0)
  // Taxes that no line names apply to what they say they do, and to no more than there is.
  const declared = [...globalTaxes, ...(hasLineTaxes ? [] : (totals.taxes ?? []))]
  const taxOfDocument = sum(declared.map((tax) => Math.min(tax.base_amount, net) * factorOf(tax)))
  const ofLines = sum(lines.map(({ discount_amount }) => discount_amount ?? 0))
  const discount = Math.max(0, (totals.discount ?? 0) - ofLines)
  const steepest =
    1 + Math.max(0, ...[...lines.flatMap(({ taxes }) => taxes ?? []), ...declared].map(factorOf))
  const most = net + taxOfLines + taxOfDocument
  const step = currency === 'CLP' ? 1 : 0.01
  // The price of an exempt line was never divided by the tax, so nothing of it was rounded.
  const divided = hasLineTaxes
    ? lines.filter(({ taxes }) => (taxes ?? []).length > 0)
    : declared.length > 0
      ? lines
      : []
  const ofPrices =
    sum(divided.map(({ unit_price, quantity }) => quantity * halfOfLastDecimal(unit_price))) *
    steepest
  const mostTax = taxOfLines + taxOfDocument
  return {
    most,
    mostTax,
    leastTax: Math.max(0, mostTax - discount * (steepest - 1)),
    least: Math.max(0, most - discount * steepest),
    tolerance: step * (1 + lines.length) + ofPrices,
  }
}

/**
 * `1672` stands for 1671.5 to 1672.5, `1672.27` for a hundredth around it; below a millionth it is
 * floating point.
 */
function halfOfLastDecimal(price: number): number {
  for (let decimals = 0; decimals < 6; decimals += 1) {
    const scaled = price * 10 ** decimals
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6) return 0.5 / 10 ** decimals
  }
  return 0.5e-6
}

function netOf({ quantity, unit_price, discount_amount }: DocumentRequestItem): number {
  return quantity * unit_price - (discount_amount ?? 0)
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((before, amount) => before + amount, 0)
}
