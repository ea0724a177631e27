/** A sale as the screen of a return shows it: what may come back, and until when with its IVA. */
import type { ReturnableSale } from './views.ts'
import type { PaymentView } from '../selling/payment/payment.ts'
import type { EpochMs, IsoDate, SaleId } from '../core/brand.ts'
import type { SaleType } from '../core/document-type.ts'
import { ZERO_CLP, type Clp } from '../money/clp.ts'
import { ANONYMOUS_RUT } from '../rut/rut.ts'
import type { RefundLimits } from './refund-limits.ts'
import { waysBackOf } from './decide-return.ts'
import { ivaTooLate } from './iva-deadline.ts'
import type { OriginalSale } from './return-decision.ts'

/** With what only the screen wants to know. */
export interface SoldOriginal extends OriginalSale {
  readonly soldAt: EpochMs
  readonly totalClp: Clp
  readonly returnedClp: Clp
  readonly payments: readonly Pick<PaymentView, 'method' | 'name' | 'totalClp'>[]
  /** Digits of what was noted of the voucher that is its receipt; empty for any other sale. */
  readonly voucherNumber: string
}

/** Of a sale that has been found returnable. */
export function toReturnable(
  sale: SoldOriginal,
  returnId: SaleId,
  today: IsoDate,
  limits: RefundLimits,
  backElsewhereClp: Clp = ZERO_CLP,
): ReturnableSale {
  const { saleId, date, lines, recipient } = sale
  return {
    returnId,
    originalId: saleId,
    documentType: sale.documentType as SaleType,
    folio: sale.folio as ReturnableSale['folio'],
    date,
    soldAt: sale.soldAt,
    totalClp: sale.totalClp,
    returnedClp: sale.returnedClp,
    payments: sale.payments,
    lines,
    ...waysBackOf(sale, backElsewhereClp),
    limits,
    backElsewhereClp,
    customerName: recipient.rut === ANONYMOUS_RUT ? null : recipient.legalName,
    documentedBy: sale.documentedBy,
    voucherNumber: sale.voucherNumber,
    voucherCard: sale.voucherCard ?? null,
    ivaTooLateSince: ivaTooLate(date, today, lines),
  }
}

/** The number of a voucher, as noted at the sale; empty where none documents anything of it. */
export function voucherNumberOf(
  payments: readonly Pick<PaymentView, 'reference' | 'isVoucher'>[],
): string {
  const voucher = payments.find(({ isVoucher }) => isVoucher)
  return (voucher?.reference ?? '').replace(/\D/g, '')
}
