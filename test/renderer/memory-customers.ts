/** Customers and payment methods of the shop in memory. */
import type { CustomerView } from '#shared/customers/buyer-views.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { customerQuery } from '#shared/customers/customer.ts'
import { foldName } from '#shared/catalogue/search-words.ts'
import type { ReceiptParty } from '#shared/issuing/receipt-document.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import type { Emission } from '#shared/selling/payment/emission.ts'
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { decideSplit, namedRut } from '#shared/selling/sale/split-sale.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import { VOUCHER_CARD } from '../support/card-method.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

/** A shop whose second card terminal prints vouchers that are the receipt. */
export const METHODS = [...DEFAULT_METHODS, VOUCHER_CARD]
export const EMISSION: Emission = { model: 'card-voucher', since: '2026-01-02' as IsoDate }
export const BUYER_LIMIT = { year: 2025, limitClp: 5_186_253 }

export function createMemoryCustomers(): {
  remember(buyer: ReceiptParty): void
  find: TillApi['findCustomers']
} {
  const known = new Map<string, CustomerView>()
  return {
    remember({ rut, legalName, phone = '', email = '' }) {
      if (rut !== ANONYMOUS_RUT) known.set(rut, { rut, legalName, phone, email })
    },
    find({ text, limit }) {
      const query = customerQuery(text)
      if (query.kind === 'nothing') return []
      return [...known.values()]
        .filter((customer) =>
          query.kind === 'rut'
            ? customer.rut.replace('-', '').startsWith(query.start)
            : query.words.every((word) => foldName(customer.legalName).includes(word)),
        )
        .slice(0, limit)
    },
  }
}

/** What was sold here today may be parts of the sale that is asked about. */
export function splitAmong(
  receipts: readonly ReceiptDetail[],
  { rut, totalClp }: Parameters<TillApi['splitSale']>[0],
  at: EpochMs,
): ReturnType<TillApi['splitSale']> {
  const cashierName = 'Camila'
  const earlier = receipts
    .filter(({ returnOf, deletion }) => returnOf === null && deletion !== 'done')
    .map((sold) => ({
      rut: sold.customer?.rut ?? null,
      cashierName,
      at: sold.soldAt,
      totalClp: clp(sold.totalClp - sold.returnedClp),
    }))
  return decideSplit(
    { rut: namedRut(rut), totalClp, at, cashierName },
    earlier,
    clp(BUYER_LIMIT.limitClp),
  )
}

/** What the service knows of a taxpayer. */
export async function lookUp(
  rut: string,
  isOnline: boolean,
): ReturnType<TillApi['lookUpTaxpayer']> {
  if (!isOnline) return { kind: 'unavailable' }
  return rut === '76192083-9'
    ? { kind: 'found', legalName: 'Comercial Los Aromos SpA' }
    : { kind: 'unknown' }
}
