import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PriceHistory } from '#shared/catalogue/goods.ts'
import { marginTenths } from '#shared/catalogue/decide-goods.ts'
import { checkDigitOf } from '#shared/catalogue/decide-product.ts'
import type { ProductId } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { clp, formatClp, IVA_RATE_PERCENT } from '#shared/money/clp.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { Field } from '../kit/field.tsx'
import { priceIn, PriceField } from '../kit/price-field.tsx'
import { useUi } from '../stores/till-ui.ts'
import type { PartProps } from './goods-draft.ts'
import styles from './goods.module.css'

/** Codes as people separate them. */
export function codesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((code) => code !== '')
}

/** What only the owner sees: further barcodes, what it costs, and what is left of the price. */
export function CodesAndCost({
  draft,
  change,
  at,
}: PartProps & { readonly at: (field: string) => Refusal | null }) {
  const { t } = useTranslation()
  const wrong = codesIn(draft.moreCodes).filter((code) => checkDigitOf(code)?.isRight === false)
  const margin = marginTenths(
    priceIn(draft.price),
    draft.cost === '' ? null : Number(draft.cost),
    draft.isExempt ? 0 : IVA_RATE_PERCENT,
  )
  return (
    <div className={styles.formRow}>
      <Field
        label={t('goodsEdit.moreCodes')}
        value={draft.moreCodes}
        onChange={(moreCodes) => change({ moreCodes })}
        refusal={at('moreCodes')}
        hint={
          wrong.length === 0
            ? t('goodsEdit.moreCodesHint')
            : t('goodsEdit.moreWrong', { codes: wrong.join(', ') })
        }
        testId="goods-more-codes"
        maxLength={1_000}
      />
      <PriceField
        label={t('goodsEdit.cost')}
        typed={draft.cost}
        onType={(cost) => change({ cost })}
        refusal={at('costNetClp')}
        hint={
          margin === null
            ? t('goodsEdit.costHint')
            : t('goodsEdit.margin', { percent: (margin / 10).toFixed(1).replace('.', ',') })
        }
        testId="goods-cost"
      />
    </div>
  )
}

/** Nothing until it has been read, and nothing where the price never changed. */
export function PastPrices({ productId }: { readonly productId: ProductId }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [prices, setPrices] = useState<PriceHistory | null>(null)
  useEffect(() => {
    let isShown = true
    ui.port.priceHistory({ productId }).then(
      (answer) => isShown && answer.ok && setPrices(answer.value),
      () => undefined,
    )
    return () => void (isShown = false)
  }, [ui, productId])
  if (prices === null || prices.changes.length + prices.planned.length === 0) return null
  return (
    <section aria-label={t('goodsEdit.prices')}>
      <h3 className={styles.partTitle}>{t('goodsEdit.prices')}</h3>
      <ul className={styles.prices} data-testid="past-prices">
        {prices.planned.map(({ from, place, priceClp }) => (
          <li key={`${from} ${place}`}>
            {t('goodsEdit.pricePlanned', {
              date: dayText(from),
              price: priceClp === null ? t('goodsEdit.planEnds') : formatClp(clp(priceClp)),
              place: place === '' ? t('goodsEdit.everywhere') : place,
            })}
          </li>
        ))}
        {prices.changes.map(({ at, fromGrossClp, toGrossClp }, index) => (
          <li key={`${at} ${index}`}>
            {t('goodsEdit.priceChange', {
              date: dayText(santiagoDate(at)),
              from: formatClp(fromGrossClp),
              to: formatClp(toGrossClp),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}

const dayText = (day: string) => day.split('-').toReversed().join('-')
