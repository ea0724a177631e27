import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { formatClp } from '#shared/money/clp.ts'
import { lookUpPrice } from '../actions/scanning.ts'
import { addProduct } from '../actions/selling.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { StockLeft } from '../kit/stock-left.tsx'
import styles from './sale.module.css'
import { isPriceAsked, type ProductView } from '#shared/catalogue/product.ts'

/** Scan a code, or type one or a name, to read prices aloud; nothing is added unless asked. */
export function PriceDialog({
  answer,
}: {
  readonly answer: Result<readonly ProductView[], Refusal> | null
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const close = ui.screen.getState().close
  const [code, setCode] = useState('')
  const ask = () => {
    setCode('')
    void lookUpPrice(ui, code)
  }
  const found = answer?.ok ? answer.value : []
  const [only, ...others] = found
  const add = (product: ProductView) => {
    addProduct(ui, product)
    close()
  }
  const isOne = only !== undefined && others.length === 0
  return (
    <Sheet
      title={t('price.title')}
      lead={t('price.lead')}
      onSubmit={ask}
      actions={
        isOne ? (
          <Button variant="primary" isWide onPress={() => add(only)} data-testid="price-add">
            {t('price.add')}
          </Button>
        ) : undefined
      }
    >
      <Field
        label={t('price.code')}
        value={code}
        onChange={setCode}
        autoFocus
        maxLength={64}
        testId="price-code"
        refusal={answer !== null && !answer.ok && code === '' ? answer.refusal : null}
      />
      <div role="status">
        {found.length > 0 && (
          <ul className={styles.answers}>
            {found.map((product) => (
              <Answer key={product.id} product={product} onAdd={isOne ? null : add} />
            ))}
          </ul>
        )}
      </div>
    </Sheet>
  )
}

/** A product and its price; where there are several, each with a key that adds it. */
function Answer({
  product,
  onAdd,
}: {
  readonly product: ProductView
  readonly onAdd: ((product: ProductView) => void) | null
}) {
  const { t } = useTranslation()
  return (
    <li className={styles.answer} data-many={onAdd !== null || undefined}>
      <span className={styles.answerName}>{product.name}</span>
      <span className={styles.answerPrice}>
        {isPriceAsked(product) ? t('goods.asked') : formatClp(product.unitGrossClp)}
        {product.unit !== null && <span className={styles.tileUnit}> / {product.unit}</span>}
      </span>
      <StockLeft product={product} />
      {product.isExempt && <span className={styles.exempt}>{t('sale.exempt')}</span>}
      {onAdd !== null && (
        <Button
          aria-label={t('price.addNamed', { name: product.name })}
          onPress={() => onAdd(product)}
        >
          {t('price.addShort')}
        </Button>
      )}
    </li>
  )
}
