import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { AUTHORIZATION_CHARS_MAX } from '#shared/card/contract.ts'
import { formatClp } from '#shared/money/clp.ts'
import { cardDueClp } from '../actions/card-actions.ts'
import { chargeByHand } from '../actions/selling.ts'
import { Field } from '../kit/field.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { SubmitButton } from '../kit/submit-button.tsx'
import { useSending } from '../kit/use-sending.ts'
import { useUi } from '../stores/till-ui.ts'
import { ScannedAtCard } from './card-notice.tsx'
import styles from './card.module.css'

/** The till does not reach the terminal: its amount is typed there, and its paper says the rest. */
export function CardByHandDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const [authorization, setAuthorization] = useState('')
  const { problem, setProblem, send } = useSending()
  useStore(ui.cart, ({ sale }) => sale)
  const dueClp = cardDueClp(ui)
  return (
    <Sheet
      title={t('card.byHand')}
      lead={t('card.byHandLead')}
      onSubmit={() => send(() => chargeByHand(ui, authorization))}
      actions={<SubmitButton label={t('card.authorized')} testId="card-by-hand-done" />}
    >
      {dueClp !== null && (
        <p className={styles.amount} data-testid="card-by-hand-amount">
          {formatClp(dueClp)}
        </p>
      )}
      <ScannedAtCard />
      <Field
        label={t('card.authorization')}
        value={authorization}
        maxLength={AUTHORIZATION_CHARS_MAX}
        autoFocus
        onChange={(text) => {
          setAuthorization(text)
          setProblem(null)
        }}
        refusal={problem}
        testId="card-by-hand-authorization"
      />
    </Sheet>
  )
}
