import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clp, formatClp } from '#shared/money/clp.ts'
import { REASON_CHARS_MAX } from '#shared/shifts/shift.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { useStore } from 'zustand'
import { moveCash } from '../actions/shift-actions.ts'
import type { CashOrder } from '../stores/screen-store.ts'
import { useUi } from '../stores/till-ui.ts'
import { SubmitButton } from '../kit/submit-button.tsx'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { KeyedCash } from '../kit/typed-clp.tsx'
import { numberIn } from '../stores/typed-count.ts'
import styles from './shifts.module.css'

/** Cash that goes into the drawer or out of it beside the sales: how much, and what for. */
export function MovementDialog({
  move,
  typed,
}: {
  readonly move: 'in' | 'out'
  readonly typed: (CashOrder & { readonly problem: Refusal | null }) | null
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const work = useStore(ui.shift, (state) => state.work)
  const { amount, setAmount, reason, setReason, problem, change, submit, at } = useMovement(
    move,
    typed,
  )
  const shown = Number.isSafeInteger(numberIn(amount)) ? formatClp(clp(numberIn(amount))) : '$0'
  return (
    <Sheet
      title={t(`shifts.movementTitle.${move}`)}
      onSubmit={submit}
      actions={
        <SubmitButton
          label={t(`shifts.moveAction.${move}`, { amount: shown })}
          isDisabled={work === 'busy'}
          testId="move-cash"
        />
      }
    >
      <KeyedCash
        label={t('shifts.amount')}
        typed={amount}
        onType={(typed) => change(() => setAmount(typed))}
        testId="movement-amount"
        refusal={at('amountClp')}
      />
      <Field
        label={t('shifts.reason')}
        value={reason}
        onChange={(text) => change(() => setReason(text))}
        maxLength={REASON_CHARS_MAX}
        refusal={at('reason')}
        testId="movement-reason"
      />
      <ReasonPresets
        move={move}
        reason={reason}
        onChoose={(text) => change(() => setReason(text))}
      />
      {problem?.field !== 'amountClp' && problem?.field !== 'reason' && (
        <RefusalNotice refusal={problem} />
      )}
      {work === 'unanswered' && <Notice tone="bad">{t('shifts.unanswered')}</Notice>}
    </Sheet>
  )
}

function useMovement(
  move: 'in' | 'out',
  typed: (CashOrder & { readonly problem: Refusal | null }) | null,
) {
  const ui = useUi()
  // Of this dialog for good: an order whose answer got lost goes again as the same one.
  const [movementId] = useState(() => typed?.movementId ?? ui.shift.getState().view?.nextId ?? '')
  const [amount, setAmount] = useState(typed === null ? '' : String(typed.amountClp))
  const [reason, setReason] = useState(typed?.reason ?? '')
  const [problem, setProblem] = useState<Refusal | null>(typed?.problem ?? null)
  const change = (work: () => void) => {
    work()
    setProblem(null)
  }
  const submit = () => moveCash(ui, { movementId, kind: move, amountClp: numberIn(amount), reason })
  const at = (field: string) => (problem?.field === field ? problem : null)
  return { amount, setAmount, reason, setReason, problem, change, submit, at }
}

function ReasonPresets({
  move,
  reason,
  onChoose,
}: {
  readonly move: 'in' | 'out'
  readonly reason: string
  readonly onChoose: (reason: string) => void
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.presets} role="group" aria-label={t('shifts.reasonPresets')}>
      {(['a', 'b', 'c'] as const).map((which) => {
        const text = t(`shifts.reasons.${move}.${which}`)
        return (
          <Button
            key={which}
            aria-pressed={reason === text}
            onPress={() => onChoose(text)}
            data-testid="movement-preset"
          >
            {text}
          </Button>
        )
      })}
    </div>
  )
}
