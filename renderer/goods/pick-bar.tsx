import { useTranslation } from 'react-i18next'
import { X } from 'lucide-react'
import { BULK_ROWS_MAX } from '#shared/catalogue/bulk-change.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { Button } from '../kit/button.tsx'
import { countOf } from '../stores/goods-picks.ts'
import type { usePicks } from './use-picks.ts'
import styles from './cells.module.css'

interface OfPicks {
  readonly of: ReturnType<typeof usePicks>
}

/** The box over the boxes: all that was found, or nothing. */
export function PickAll({ of: { picks, total, all, clear } }: OfPicks) {
  const { t } = useTranslation()
  const count = countOf(picks, total)
  const isSome = count > 0 && count < total
  return (
    <label className={`${styles.pick} ${styles.pickHead}`}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box !== null) box.indeterminate = isSome
        }}
        checked={count > 0 && count === total}
        onChange={count > 0 ? clear : all}
        aria-label={t('goodsPicks.allFound')}
        data-testid="pick-all"
      />
    </label>
  )
}

/** What is done with the marked rows stands where the heads stood: nothing jumps. */
export function PickBar({ of }: OfPicks) {
  const { t } = useTranslation()
  const { picks, total, all, clear } = of
  const count = countOf(picks, total)
  return (
    <div className={styles.pickBar} role="group" aria-label={t('goodsPicks.bar')}>
      <PickAll of={of} />
      <span aria-hidden="true">{t('goodsPicks.count', { count })}</span>
      {count < total && (
        <Button variant="quiet" onPress={all} keepsFocus data-testid="pick-found">
          {t('goodsPicks.all', { total })}
        </Button>
      )}
      <span className={styles.pickTools}>
        <ActionButton action="labelGoods" data-testid="label-picked" />
        <ActionButton action="changeGoods" data-testid="change-picked" />
        <Button
          variant="quiet"
          size="square"
          aria-label={t('goodsPicks.clear')}
          onPress={clear}
          data-testid="pick-none"
        >
          <X size={20} aria-hidden="true" />
        </Button>
      </span>
    </div>
  )
}

/** Said aloud as it changes; there before anything is marked. */
export function PickCount({ of: { picks, total } }: OfPicks) {
  const { t } = useTranslation()
  const count = countOf(picks, total)
  const isFull = !picks.isAllBut && count >= BULK_ROWS_MAX
  return (
    <p
      className={isFull ? styles.pickFull : 'visually-hidden'}
      role="status"
      data-testid="pick-count"
    >
      {isFull ? t('goodsPicks.full', { count }) : t('goodsPicks.count', { count })}
    </p>
  )
}
