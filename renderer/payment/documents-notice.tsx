import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { cartTotals, type Cart } from '#shared/selling/cart/cart.ts'
import { priceSale } from '#shared/money/discount.ts'
import type { StoredTotals } from '#shared/issuing/receipt-lines.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { settleTyped, type Methods, type Paying } from '#shared/selling/open-sale/paying.ts'
import {
  DEFAULT_EXEMPT_SHARE,
  namesItsBuyer,
  type ExemptShare,
} from '#shared/selling/payment/emission.ts'
import { voucherClpOf } from '#shared/selling/sale/decide-payment.ts'
import { documentSums, voucherShares } from '#shared/selling/sale/voucher-part.ts'
import { useUi } from '../stores/till-ui.ts'
import { Notice } from '../kit/notice.tsx'
import { useDocumentAsked, usePaying } from './use-paying.ts'
import styles from './payment.module.css'

/**
 * Which paper documents how much, said before the money is taken: the terminal is charged with
 * these amounts, taxed and exempt apart.
 */
export function DocumentsNotice({ cart }: { readonly cart: Cart }) {
  const { t } = useTranslation()
  const { paying, methods } = usePaying()
  const asked = useDocumentAsked()
  const exemptShare = useStore(
    useUi().status,
    (state) => state.bootstrap?.exemptShare ?? DEFAULT_EXEMPT_SHARE,
  )
  const documents = documentsOf(cart, paying, methods, exemptShare)
  if (documents === null) return null
  const { receipt, voucher } = documents
  const said = (): string[] => {
    if (asked.isInvoice) return [t('payment.proof.invoice')]
    const limit = formatClp(clp(asked.buyerRequiredFromClp))
    if (namesItsBuyer(asked)) return [t('payment.proof.receipt', { limit })]
    const sums = { receipt: formatClp(receipt.totalClp), voucher: formatClp(voucher.totalClp) }
    const exempt = { receipt: formatClp(receipt.exentoClp), voucher: formatClp(voucher.exentoClp) }
    const taxed = formatClp(clp(voucher.totalClp - voucher.exentoClp))
    const isShared = receipt.totalClp > 0
    const hasExempt = receipt.exentoClp + voucher.exentoClp > 0
    return [
      ...(isShared ? [t('payment.documents', sums)] : []),
      ...(isShared && hasExempt ? [t('payment.exemptOf', exempt)] : []),
      ...(hasExempt ? [t('payment.keyIn', { taxed, exempt: exempt.voucher })] : []),
    ]
  }
  const sentences = said()
  if (sentences.length === 0) return null
  return (
    <div className={styles.split}>
      <Notice tone="info" testId="sale-documents">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
    </div>
  )
}

/**
 * As the core will share it where the voucher is the receipt; null while the parts do not pay the
 * sale, or no such card pays.
 */
function documentsOf(
  cart: Cart,
  paying: Paying,
  methods: Methods,
  exemptShare: ExemptShare,
): { readonly receipt: StoredTotals; readonly voucher: StoredTotals } | null {
  const settled = settleTyped(cartTotals(cart).totalClp, paying, methods)
  if (!settled.ok) return null
  const vouchers = methods.filter(({ isVoucherTheReceipt }) => isVoucherTheReceipt)
  const voucherClp = voucherClpOf(
    settled.value.map(({ method, totalClp }) =>
      vouchers.some(({ id }) => id === method) ? { totalClp, isVoucher: true } : { totalClp },
    ),
  )
  if (voucherClp === 0) return null
  const lines = priceSale(cart.lines, cart.discount).lines.map(
    ({ beforeClp, ownDiscountClp, saleDiscountClp }, index) => ({
      grossClp: beforeClp - ownDiscountClp - saleDiscountClp,
      isExempt: cart.lines[index]?.isExempt ?? false,
    }),
  )
  const shares = voucherShares(lines, voucherClp, exemptShare)
  const sumsOf = (clpOf: (grossClp: number, shareClp: number) => number) =>
    documentSums(
      lines.map((line, index) => ({ ...line, grossClp: clpOf(line.grossClp, shares[index] ?? 0) })),
    )
  return {
    receipt: sumsOf((grossClp, shareClp) => grossClp - shareClp),
    voucher: sumsOf((_, shareClp) => shareClp),
  }
}
