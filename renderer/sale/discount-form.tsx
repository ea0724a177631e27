import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { discountClpOf, formatRule, type DiscountRule } from '#shared/money/discount.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { clp, formatClp, type Clp } from '#shared/money/clp.ts'
import type { Change } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { SubmitButton } from '../kit/submit-button.tsx'
import { Button } from '../kit/button.tsx'
import { Segments } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { afterKeypad, Keypad } from '../kit/keypad.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { readDiscount, typeDiscount, type DiscountKind } from './read-discount.ts'
import styles from './sale.module.css'

const QUICK_PERCENTS = [5, 10, 15, 20]

interface DiscountFormProps {
  readonly title: string
  readonly lead: string
  readonly isCart?: boolean
  readonly beforeClp: Clp
  /** The one there is. */
  readonly rule: DiscountRule | undefined
  readonly onClose: () => void
  readonly onApply: (rule: DiscountRule | null) => Promise<Change>
  /** Another way to a price, above the amount. */
  readonly children?: ReactNode
}

/**
 * A discount in pesos or percent of an amount. What goes beyond the cashier's limit goes on with
 * somebody's PIN.
 */
export function DiscountForm(props: DiscountFormProps) {
  const { title, lead, isCart = false, beforeClp, rule, onClose, onApply, children } = props

  const { t } = useTranslation()
  const field = useDiscountField(rule?.kind ?? 'amount')
  const { kind, text, type, setProblem } = field
  const read = readDiscount(text, kind)
  const apply = (given: DiscountRule | null) => {
    void onApply(given).then((change) => {
      if (change === 'taken') onClose()
      else if (change !== 'asked') setProblem(change)
    })
  }
  const complain = () =>
    setProblem(refusal(kind === 'percent' ? 'PERCENT_NOT_VALID' : 'DISCOUNT_NOT_VALID', 'discount'))
  return (
    <Sheet
      title={title}
      lead={lead}
      widthRem={23}
      onClose={onClose}
      onSubmit={() => (read === 'unreadable' || text === '' ? complain() : apply(read))}
      actions={
        <>
          {rule !== undefined && (
            <Button variant="danger" onPress={() => apply(null)} data-testid="remove-discount">
              {t('discount.remove')}
            </Button>
          )}
          <SubmitButton label={t('common.apply')} testId="apply" />
        </>
      }
    >
      {children}
      <DiscountFields field={field} beforeClp={beforeClp} rule={rule} />
      <Limit isCart={isCart} />
      <Keypad corner="00" onKey={(key) => type(afterKeypad(text, key))} />
    </Sheet>
  )
}

function DiscountFields({
  field,
  beforeClp,
  rule,
}: {
  readonly field: ReturnType<typeof useDiscountField>
  readonly beforeClp: Clp
  readonly rule: DiscountRule | undefined
}) {
  const { t } = useTranslation()
  const { kind, text, problem, type, choose } = field
  const read = readDiscount(text, kind)
  const fits =
    read !== 'unreadable' && (read?.kind === 'percent' || (read?.amountClp ?? 0) <= beforeClp)
      ? read
      : null
  return (
    <>
      <Segments
        label={t('discount.kind')}
        isLabelHidden
        value={kind}
        onChange={(next) => choose(text, next)}
        options={[
          { value: 'amount', label: t('discount.amount') },
          { value: 'percent', label: t('discount.percent') },
        ]}
      />
      <Field
        label={kind === 'amount' ? t('discount.amountLabel') : t('discount.percentLabel')}
        value={text}
        onChange={type}
        refusal={problem}
        variant="display"
        inputMode="none"
        autoFocus
        maxLength={12}
        testId="discount"
        focusName="discount"
        placeholder={rule?.kind === kind ? formatRule(rule) : kind === 'amount' ? '$0' : '0 %'}
        hint={
          fits === null
            ? t('discount.hint', { amount: formatClp(beforeClp) })
            : t('discount.preview', {
                discount: formatClp(discountClpOf(fits, beforeClp)),
                amount: formatClp(clp(beforeClp - discountClpOf(fits, beforeClp))),
              })
        }
      />
      {kind === 'percent' && (
        <Segments
          label={t('discount.quick')}
          isLabelHidden
          value={text}
          onChange={(percent) => choose(percent, kind)}
          options={QUICK_PERCENTS.map((percent) => ({
            value: String(percent),
            label: `${percent} %`,
          }))}
        />
      )}
    </>
  )
}

/** What is typed, and what is wrong with it. After a choice the typing goes on in the field. */
function useDiscountField(first: DiscountKind) {
  const ui = useUi()
  const [field, setField] = useState<{ readonly text: string; readonly kind: DiscountKind }>({
    text: '',
    kind: first,
  })
  const [problem, setProblem] = useState<Refusal | null>(null)
  const choose = (text: string, kind: DiscountKind) => {
    setField({ text, kind })
    setProblem(null)
    ui.inputs.get('discount')?.focus()
  }
  const type = (next: string) => {
    setField(typeDiscount(next, field.kind))
    setProblem(null)
  }
  return { ...field, problem, type, choose, setProblem }
}

/** How far the cashier may go alone. */
function Limit({ isCart }: { readonly isCart: boolean }) {
  const ui = useUi()
  const { t } = useTranslation()
  const rights = useStore(ui.staff, (state) => state.staff?.rights)
  const percent = isCart ? rights?.cartDiscountPercent : rights?.lineDiscountPercent
  return (
    percent !== undefined &&
    percent < 100 && <p className={styles.limitHint}>{t('discount.limit', { percent })}</p>
  )
}
