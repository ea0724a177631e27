import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { clp, formatClp, type Clp } from '#shared/money/clp.ts'
import type { Change } from '../actions/counter.ts'
import { percentOf } from '../actions/selling.ts'
import { useUi } from '../app/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Segments } from '../components/choices.tsx'
import { Field } from '../components/field.tsx'
import { afterKeypad, Keypad } from '../components/keypad.tsx'
import { Sheet } from '../components/sheet.tsx'
import styles from './sale.module.css'

const QUICK_PERCENTS = [5, 10, 15, 20]

/** A discount in pesos or percent of an amount. What goes beyond the cashier's limit goes on with somebody's PIN. */
export function DiscountForm({ title, lead, isCart = false, beforeClp, discountClp, onClose, onApply }: {
  readonly title: string
  readonly lead: string
  readonly isCart?: boolean
  readonly beforeClp: Clp
  readonly discountClp: Clp
  readonly onClose: () => void
  readonly onApply: (discountClp: number) => Promise<Change>
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const rights = useStore(ui.staff, (state) => state.staff?.rights)
  const limitPercent = isCart ? rights?.cartDiscountPercent : rights?.lineDiscountPercent
  const [kind, setKind] = useState<'amount' | 'percent'>('amount')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Refusal | null>(null)
  const type = (next: string) => {
    setText(next.trim())
    setProblem(null)
  }
  const amount = amountOf(text, kind, beforeClp)
  const apply = (value: number | null) => {
    if (value === null) return setProblem(refusal(kind === 'percent' ? 'PERCENT_NOT_VALID' : 'DISCOUNT_NOT_VALID', 'discountClp'))
    void onApply(value).then((change) => {
      if (change === 'taken') onClose()
      else if (change !== 'asked') setProblem(change)
    })
  }
  return (
    <Sheet
      title={title} lead={lead} widthRem={23} onClose={onClose}
      onSubmit={() => (text === '' ? onClose() : apply(amount))}
      actions={(
        <>
          {discountClp > 0 && <Button look="danger" onPress={() => apply(0)}>{t('discount.remove')}</Button>}
          <Button look="primary" isWide type="submit" data-testid="apply">{t('common.apply')}</Button>
        </>
      )}
    >
      <Segments
        label={t('discount.kind')} isLabelHidden value={kind}
        onChange={(next) => { setKind(next); type('') }}
        options={[{ value: 'amount', label: t('discount.amount') }, { value: 'percent', label: t('discount.percent') }]}
      />
      <Field
        label={kind === 'amount' ? t('discount.amountLabel') : t('discount.percentLabel')} value={text} onChange={type}
        refusal={problem} look="display" inputMode="none" autoFocus maxLength={12} testId="discount"
        placeholder={kind === 'amount' ? formatClp(discountClp) : '0'}
        hint={amount !== null && amount <= beforeClp && text !== ''
          ? t('discount.preview', { amount: formatClp(clp(beforeClp - amount)), discount: formatClp(clp(amount)) })
          : t('discount.hint', { amount: formatClp(beforeClp) })}
      />
      {kind === 'percent' && (
        <Segments
          label={t('discount.quick')} isLabelHidden value={text} onChange={type}
          options={QUICK_PERCENTS.map((percent) => ({ value: String(percent), label: `${percent} %` }))}
        />
      )}
      {limitPercent !== undefined && limitPercent < 100 && <p className={styles.limitHint}>{t('discount.limit', { percent: limitPercent })}</p>}
      <Keypad corner="00" onKey={(key) => type(afterKeypad(text, key))} />
    </Sheet>
  )
}

/** Whole pesos of what is typed, or null when it is no number. */
function amountOf(text: string, kind: 'amount' | 'percent', beforeClp: Clp): number | null {
  // A point stands between thousands: 1.5 is no amount in pesos, and surely not fifteen.
  if (kind === 'amount') return /^\$?(\d{1,9}|\d{1,3}(\.\d{3}){1,2})$/.test(text) ? Number(text.replace(/[.$]/g, '')) : null
  return /^\d{1,3}$/.test(text) && Number(text) <= 100 ? percentOf(beforeClp, Number(text)) : null
}
