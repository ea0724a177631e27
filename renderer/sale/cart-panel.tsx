import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { BadgePercent, Inbox, Layers, PauseCircle, ShoppingBasket, Trash2 } from 'lucide-react'
import { cartTotals, type Cart } from '#shared/selling/cart/cart.ts'
import { partsText } from '#shared/selling/open-sale/paying.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { showLastResult } from '../actions/selling.ts'
import { actionById, ariaKey } from '../actions/registry.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button, KeyCap } from '../kit/button.tsx'
import { EmptyState, Notice } from '../kit/notice.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { CartLineRow } from './cart-line-row.tsx'
import { discountLabel } from './discount-text.ts'
import styles from './sale.module.css'

export function CartPanel() {
  const ui = useUi()
  const { t } = useTranslation()
  const cart = useStore(ui.cart, (state) => state.cart)
  const isEmpty = cart.lines.length === 0
  const sells = useStore(ui.status, ({ bootstrap }) => (bootstrap?.missing.length ?? 0) === 0)
  return (
    <section className={styles.cart} aria-label={t('cart.title')}>
      <header className={styles.cartHead}>
        <h2 className={styles.cartTitle}>
          {t('cart.title')}
          {!isEmpty && (
            <span className={styles.cartCount}>
              {t('cart.lineCount', { count: cart.lines.length })}
            </span>
          )}
        </h2>
        <div className={styles.cartTools}>
          {isEmpty ? (
            <ActionButton
              action="openDrawer"
              variant="quiet"
              word={t('tools.drawer')}
              icon={<Inbox size={20} aria-hidden="true" />}
              data-testid="open-drawer"
            />
          ) : (
            <CartTools />
          )}
        </div>
      </header>
      <WaitingSales />
      {isEmpty ? (
        <EmptyState
          icon={<ShoppingBasket size={32} />}
          title={t(sells ? 'cart.empty' : 'cart.notYet')}
        >
          {t('cart.emptyHint')}
          <LastResult />
        </EmptyState>
      ) : (
        <CartLines cart={cart} />
      )}
      <CartFoot cart={cart} />
    </section>
  )
}

/** The way back to what was just charged: who loads the page again still owes the change. */
function LastResult() {
  const ui = useUi()
  const { t } = useTranslation()
  const charged = useStore(ui.cart, (state) => state.charged)
  if (charged === null) return null
  const sums = { total: formatClp(charged.totalClp), change: formatClp(charged.changeClp) }
  return (
    <p>
      <Button variant="quiet" onPress={() => showLastResult(ui)} data-testid="last-result">
        {t(charged.changeClp > 0 ? 'cart.lastWithChange' : 'cart.last', sums)}
      </Button>
    </p>
  )
}

function CartTools() {
  const { t } = useTranslation()
  return (
    <>
      <ActionButton
        action="park"
        variant="quiet"
        word={t('tools.park')}
        icon={<PauseCircle size={20} aria-hidden="true" />}
        data-testid="park"
      />
      <ActionButton
        action="cartDiscount"
        variant="quiet"
        word={t('tools.wholeSale')}
        icon={<BadgePercent size={20} aria-hidden="true" />}
      />
      <ActionButton
        action="clearCart"
        variant="danger"
        word={t('tools.clear')}
        icon={<Trash2 size={20} aria-hidden="true" />}
      />
    </>
  )
}

/** The way back to the sales that wait; nothing while none does. */
function WaitingSales() {
  const ui = useUi()
  const { t } = useTranslation()
  const count = useStore(ui.parked, ({ sales }) => sales.filter(({ shop }) => !shop?.taken).length)
  if (count === 0) return null
  const action = actionById('parkedSales')
  return (
    <Button
      variant="plain"
      className={styles.waiting ?? ''}
      data-testid="parked-count"
      aria-keyshortcuts={action.keys.map(ariaKey).join(' ')}
      onPress={() => action.run(ui)}
    >
      <Layers size={20} aria-hidden="true" />
      <span className={styles.waitingText}>{t('parked.waiting', { count })}</span>
      <KeyCap name={action.keys[0] ?? ''} />
    </Button>
  )
}

function CartLines({ cart }: { readonly cart: Cart }) {
  const ui = useUi()
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const selected = useStore(ui.cart, (state) => state.selectedLine)
  const touched = useStore(ui.cart, (state) => state.touched)

  useEffect(() => {
    list.current?.querySelector(`[data-line="${selected}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [selected, touched])

  return (
    <ul ref={list} className={styles.lines} aria-label={t('cart.lines')} tabIndex={-1}>
      {cart.lines.map((line) => (
        <CartLineRow
          key={line.lineNumber}
          line={line}
          isSelected={line.lineNumber === selected}
          flash={touched?.lineNumber === line.lineNumber ? touched.count : 0}
        />
      ))}
    </ul>
  )
}

function CartFoot({ cart }: { readonly cart: Cart }) {
  const ui = useUi()
  const { t } = useTranslation()
  const totals = cartTotals(cart)
  const trouble = useStore(ui.cart, (state) =>
    state.trouble?.lineNumber === null ? state.trouble : null,
  )
  const refusalText = useRefusalText()
  const given = useStore(ui.cart, (state) => state.sale.paying.given)
  return (
    <footer className={styles.foot}>
      {trouble && (
        <Notice tone="bad" testId="cart-trouble">
          {refusalText(trouble.refusal)}
        </Notice>
      )}
      {given.length > 0 && (
        <Notice tone="info" testId="cart-taken">
          {t('openSale.taken', { what: partsText(given) })}
        </Notice>
      )}
      {cart.lines.length > 0 && <Sums cart={cart} totals={totals} />}
      <div className={styles.total}>
        <span className={styles.totalLabel}>{t('cart.total')}</span>
        <span className={styles.totalValue} data-testid="cart-total" aria-live="polite">
          {formatClp(totals.totalClp)}
        </span>
      </div>
      {/* Still pressed for the word why nothing is charged. */}
      <ActionButton
        action="pay"
        variant="primary"
        size="large"
        isWide
        aria-disabled={totals.totalClp < 1}
        data-testid="pay-button"
      />
    </footer>
  )
}

/** What the total is made of. */
function Sums({
  cart,
  totals,
}: {
  readonly cart: Cart
  readonly totals: ReturnType<typeof cartTotals>
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.sums}>
      {totals.offersClp > 0 && (
        <Sum
          label={t('cart.offers')}
          amountClp={0 - totals.offersClp}
          isDiscount
          testId="offers-saved"
        />
      )}
      {totals.lineDiscountsClp > totals.offersClp && (
        <Sum
          label={t('cart.discounts')}
          amountClp={totals.offersClp - totals.lineDiscountsClp}
          isDiscount
        />
      )}
      {cart.discount !== undefined && (
        <Sum
          label={discountLabel(t('cart.saleDiscount'), cart.discount)}
          amountClp={0 - totals.saleDiscountClp}
          isDiscount
          testId="sale-discount"
        />
      )}
      {totals.netoClp > 0 && <Sum label={t('cart.neto')} amountClp={totals.netoClp} />}
      {totals.ivaClp > 0 && <Sum label={t('cart.iva')} amountClp={totals.ivaClp} />}
      {totals.exentoClp > 0 && <Sum label={t('cart.exento')} amountClp={totals.exentoClp} />}
    </div>
  )
}

function Sum({
  label,
  amountClp,
  isDiscount = false,
  testId,
}: {
  readonly label: string
  readonly amountClp: number
  readonly isDiscount?: boolean
  readonly testId?: string
}) {
  return (
    <div className={isDiscount ? styles.sumsDiscount : undefined} data-testid={testId}>
      <span>{label}</span>
      <span>{formatClp(clp(amountClp))}</span>
    </div>
  )
}
