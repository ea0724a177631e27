/**
 * Until when the IVA of goods that come back is taken off: six months from the sale (DL 825, art.
 * 21 N° 2, with the term of art. 70, second paragraph). After that a credit note still gives the
 * money back and corrects the receipt, but the shop keeps owing the tax.
 */
import type { IsoDate } from '../core/brand.ts'
import type { ReturnableLine } from './return-shares.ts'

export const IVA_BACK_MONTHS = 6

/** The last day; the last of the month where the month has no such day. */
export function lastDayForIva(sold: IsoDate): IsoDate {
  const [year = 0, month = 1, day = 1] = sold.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + IVA_BACK_MONTHS + 1, 0))
  return `${lastOfMonth.toISOString().slice(0, 8)}${String(Math.min(day, lastOfMonth.getUTCDate())).padStart(2, '0')}` as IsoDate
}

/** The last day when it has passed and something taxed is left to come back; else null. */
export function ivaTooLate(
  sold: IsoDate,
  today: IsoDate,
  lines: readonly Pick<ReturnableLine, 'isExempt' | 'quantity' | 'returnedQuantity'>[],
): IsoDate | null {
  const last = lastDayForIva(sold)
  return today > last &&
    lines.some((line) => !line.isExempt && line.returnedQuantity < line.quantity)
    ? last
    : null
}
