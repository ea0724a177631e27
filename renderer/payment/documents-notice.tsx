import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { cartTotals, type Cart } from '#shared/selling/cart/cart.ts'
import { priceSale } from '#shared/money/discount.ts'
import { formatClp } from '#shared/money/clp.ts'
import { settleTyped, type Methods, type Paying } from '#shared/selling/open-sale/paying.ts'
import { DEFAULT_EXEMPT_SHARE, type ExemptShare } from '#shared/selling/payment/emission.ts'
import { voucherClpOf } from '#shared/selling/sale/decide-payment.ts'
import { partsOf, voucherShares, type SalePart } from '#shared/selling/sale/voucher-part.ts'
import { useUi } from '../stores/till-ui.ts'
import { Notice } from '../kit/notice.tsx'
import { usePaying } from './use-paying.ts'
import styles from './payment.module.css'

/**
 * Which paper documents how much, said before the money is taken: the terminal is charged with
 * these amounts, taxed and exempt apart.
 */
export function DocumentsNotice({ cart }: { readonly cart: Cart }) {
  const { t } = useTranslation()
  const { paying, methods } = usePaying()
  const exemptShare = useStore(
    useUi().status,
    (state) => state.bootstrap?.exemptShare ?? DEFAULT_EXEMPT_SHARE,
  )
  const [receipt, voucher] = documentsOf(cart, paying, methods, exemptShare)
  if (receipt === undefined || voucher === undefined) return null
  const sums = { receipt: formatClp(receipt.totalClp), voucher: formatClp(voucher.totalClp) }
  const exempt = { receipt: formatClp(receipt.exentoClp), voucher: formatClp(voucher.exentoClp) }
  return (
    <div className={styles.split}>
      <Notice tone="info" testId="sale-documents">
        <p>{t('payment.documents', sums)}</p>
        {receipt.exentoClp + voucher.exentoClp > 0 && <p>{t('payment.exemptOf', exempt)}</p>}
      </Notice>
    </div>
  )
}

/** As the core will share it; nothing while the parts do not pay the sale. */
function documentsOf(
  cart: Cart,
  paying: Paying,
  methods: Methods,
  exemptShare: ExemptShare,
): readonly SalePart[] {
  const settled = settleTyped(cartTotals(cart).totalClp, paying, methods)
  if (!settled.ok) return []
  const vouchers = methods.filter(({ isVoucherTheReceipt }) => isVoucherTheReceipt)
  const voucherClp = voucherClpOf(
    settled.value.map(({ method, totalClp }) =>
      vouchers.some(({ id }) => id === method) ? { totalClp, isVoucher: true } : { totalClp },
    ),
  )
  const lines = priceSale(cart.lines, cart.discount).lines.map(
    ({ beforeClp, ownDiscountClp, saleDiscountClp }, index) => ({
      grossClp: beforeClp - ownDiscountClp - saleDiscountClp,
      isExempt: cart.lines[index]?.isExempt ?? false,
    }),
  )
  const shares = voucherShares(lines, voucherClp, exemptShare)
  return partsOf(lines.map((line, index) => ({ ...line, voucherClp: shares[index] ?? 0 })))
}
