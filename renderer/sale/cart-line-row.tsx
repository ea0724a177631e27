import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Minus, NotebookPen, Percent, Plus, Tag, Trash2 } from 'lucide-react'
import { cartLineTotal, lineDiscountClp, type CartLine } from '#shared/selling/cart/cart.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { formatQuantity } from '#shared/money/quantity.ts'
import { offersText } from '#shared/selling/cart/cart-offers.ts'
import { ariaKey, keyOf, type ActionId } from '../actions/registry.ts'
import { stepQuantity } from '../actions/selling.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button, ToolFace, type ButtonVariant } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { PressButton } from '../kit/press-button.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { discountText } from './discount-text.ts'
import styles from './sale.module.css'

/** One line; the selected one shows its tools. A refused change says why right here. */
export const CartLineRow = memo(function CartLineRow({
  line,
  isSelected,
  flash,
}: {
  readonly line: CartLine
  readonly isSelected: boolean
  /** Changes whenever the line was touched, so that the eye is drawn to it; 0 for no. */
  readonly flash: number
}) {
  const ui = useUi()
  const refusalText = useRefusalText()
  const trouble = useStore(ui.cart, (state) =>
    state.trouble?.lineNumber === line.lineNumber ? state.trouble : null,
  )
  return (
    <li
      data-line={line.lineNumber}
      data-testid="cart-line"
      className={[styles.line, isSelected && styles.lineSelected, flashClass(flash)]
        .filter(Boolean)
        .join(' ')}
    >
      <PressButton
        className={styles.lineRow ?? ''}
        aria-pressed={isSelected}
        onPress={() => ui.cart.getState().select(line.lineNumber)}
      >
        <span className={styles.lineQuantity}>{formatQuantity(line.quantity)}</span>
        <span>
          <span className={styles.lineName}>{line.name}</span>
          <LineMeta line={line} />
          {line.note !== undefined && (
            <span className={`${styles.lineMeta} ${styles.lineNote}`} data-testid="note-shown">
              {line.note}
            </span>
          )}
        </span>
        <span className={styles.lineTotal}>{formatClp(cartLineTotal(line))}</span>
      </PressButton>
      {isSelected && <LineTools line={line} />}
      {trouble && (
        <div className={styles.lineTrouble}>
          <Notice tone="bad" testId="line-trouble">
            {refusalText(trouble.refusal)}
          </Notice>
        </div>
      )}
    </li>
  )
})

/** What it costs, and what comes off it. */
function LineMeta({ line }: { readonly line: CartLine }) {
  const { t } = useTranslation()
  return (
    <span className={styles.lineMeta}>
      {line.listGrossClp !== undefined && line.listGrossClp > 0 && (
        <span className={styles.listPrice}>{formatClp(line.listGrossClp)}</span>
      )}
      <span>
        {t('cart.each', { price: formatClp(line.unitGrossClp), unit: line.unit ?? t('cart.unit') })}
      </span>
      {line.isExempt && <span className={styles.exempt}>{t('sale.exempt')}</span>}
      {line.offers !== undefined && (
        <span className={styles.lineDiscount} data-testid="line-offer">
          {`${offersText(line.offers)} ${formatClp(clp(0 - lineDiscountClp(line)))}`}
        </span>
      )}
      {line.discount !== undefined && (
        <span className={styles.lineDiscount} data-testid="line-discount">
          {discountText(t('cart.discount'), line.discount, lineDiscountClp(line))}
        </span>
      )}
    </span>
  )
}

/**
 * Two names for one animation: changing from one to the other starts it again without a new
 * element.
 */
function flashClass(flash: number): string | false | undefined {
  return flash > 0 && (flash % 2 === 0 ? styles.lineFlashEven : styles.lineFlashOdd)
}

function LineTools({ line }: { readonly line: CartLine }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { lineNumber, name } = line
  const edit = (edits: 'quantity' | 'discount' | 'price' | 'note') =>
    ui.screen.getState().open({ kind: 'line', lineNumber, edits })
  return (
    <div className={styles.lineTools}>
      <div className={styles.stepper} role="group" aria-label={t('cart.quantityOf', { name })}>
        <Button
          size="square"
          preventFocusOnPress
          aria-label={t('actions.less')}
          onPress={() => stepQuantity(ui, lineNumber, -1)}
        >
          <Minus size={20} aria-hidden="true" />
        </Button>
        <Button
          className={styles.stepperValue ?? ''}
          size="square"
          data-testid="edit-quantity"
          onPress={() => edit('quantity')}
          aria-label={t('cart.editQuantity', { quantity: formatQuantity(line.quantity) })}
        >
          {formatQuantity(line.quantity)}
        </Button>
        <Button
          size="square"
          preventFocusOnPress
          aria-label={t('actions.more')}
          onPress={() => stepQuantity(ui, lineNumber, 1)}
        >
          <Plus size={20} aria-hidden="true" />
        </Button>
      </div>
      <div className={styles.lineSide}>
        <LineTool
          action="discount"
          icon={<Percent size={20} aria-hidden="true" />}
          word={t('tools.discount')}
          onPress={() => edit('discount')}
          testId="edit-discount"
        />
        <LineTool
          action="setPrice"
          icon={<Tag size={20} aria-hidden="true" />}
          word={t('tools.price')}
          onPress={() => edit('price')}
          testId="edit-price"
        />
        <LineTool
          action="note"
          icon={<NotebookPen size={20} aria-hidden="true" />}
          word={t('tools.note')}
          onPress={() => edit('note')}
          testId="edit-note"
        />
        <LineTool
          action="remove"
          icon={<Trash2 size={20} aria-hidden="true" />}
          word={t('tools.remove')}
          name={t('cart.removeLine', { name })}
          variant="danger"
          onPress={() => ui.cart.getState().apply({ type: 'remove-line', lineNumber })}
          testId="remove-line"
        />
      </div>
    </div>
  )
}

/** Its key does the same to the selected line, which is the one that shows its tools. */
function LineTool({
  action,
  icon,
  word,
  name,
  variant = 'quiet',
  onPress,
  testId,
}: {
  readonly action: ActionId
  readonly icon: ReactNode
  readonly word: string
  readonly name?: string
  readonly variant?: ButtonVariant
  readonly onPress: () => void
  readonly testId: string
}) {
  const { t } = useTranslation()
  return (
    <Button
      variant={variant}
      size="tool"
      aria-label={name ?? t(`actions.${action}`)}
      aria-keyshortcuts={ariaKey(keyOf(action))}
      onPress={onPress}
      data-testid={testId}
    >
      <ToolFace icon={icon} keyName={keyOf(action)} word={word} />
    </Button>
  )
}
