/**
 * Until when the IVA of goods that come back is taken off: six months from the sale (DL 825, art.
 * 21 N° 2, with the term of art. 70, second paragraph). After that a credit note still gives the
 * money back and corrects the receipt, but the shop keeps owing the tax.
 */
import type { IsoDate } from '../core/brand.ts'
import { addMonths } from '../time/calendar.ts'
import type { ReturnableLine } from './return-shares.ts'

const IVA_BACK_MONTHS = 6

/** The last day; the last of the month where the month has no such day. */
export function lastDayForIva(sold: IsoDate): IsoDate {
  return addMonths(sold, IVA_BACK_MONTHS)
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
