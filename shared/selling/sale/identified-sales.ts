/**
 * The sales from 135 UF on, as the law wants them listed since June 2025: date, RUT and amount of
 * each.
 */
import { z } from 'zod'
import type { IsoDate, SaleId } from '../../core/brand.ts'
import type { Clp } from '../../money/clp.ts'
import { csvText } from '../../text/csv.ts'
import { printDate } from '../../time/calendar.ts'
import type { BuyerLimit } from './buyer-limit.ts'

export const identifiedSalesInput = z.object({ year: z.int().min(2000).max(2999) })

export interface IdentifiedSale {
  readonly saleId: SaleId
  readonly date: IsoDate
  /** Of the document; null while it has none, and for a voucher that is the receipt. */
  readonly folio: number | null
  readonly documentType: '39' | '41'
  readonly documentedBy: 'receipt' | 'voucher'
  readonly rut: string
  readonly legalName: string
  readonly totalClp: Clp
}

export interface IdentifiedSales {
  readonly year: number
  /** The limit of that year. */
  readonly limitClp: Clp
  /** The oldest first. */
  readonly rows: readonly IdentifiedSale[]
}

const HEADINGS = ['fecha', 'RUT', 'monto', 'nombre', 'documento', 'folio']

export function identifiedSalesCsv({ rows }: IdentifiedSales): string {
  return csvText([
    HEADINGS,
    ...rows.map(({ date, rut, totalClp, legalName, documentType, documentedBy, folio }) => [
      printDate(date),
      rut,
      totalClp,
      legalName,
      documentedBy === 'voucher' ? 'voucher' : documentType,
      folio ?? '',
    ]),
  ])
}

/** From this day of December on the UF of the 31st is published. */
const NEXT_YEAR_FROM = '12-10'

/**
 * The year whose figure nobody has entered: from the first of January on the last known one is only
 * a guess. The next year's is asked for as soon as it can be known.
 */
export function missingLimitYear(limits: readonly BuyerLimit[], today: IsoDate): number | null {
  const year = Number(today.slice(0, 4))
  const asked = today.slice(5) < NEXT_YEAR_FROM ? [year] : [year, year + 1]
  return asked.find((each) => !limits.some((limit) => limit.year === each)) ?? null
}
