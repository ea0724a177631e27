/** What the customer adds for whoever serves: suggested beside the total, chosen with one press. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { clp, formatClp, type Clp } from '#shared/money/clp.ts'
import { tipClpOf, type Tip } from '#shared/selling/tips/tip.ts'
import { Button, KeyCap } from '../kit/button.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { TIP_KEYS } from '../actions/tip-actions.ts'
import { useUi } from '../stores/till-ui.ts'
import styles from './tips.module.css'

export function TipRow({ totalClp }: { readonly totalClp: Clp }) {
  const ui = useUi()
  const { t } = useTranslation()
  const tip = useStore(ui.cart, (state) => state.sale.paying.tip)
  const { isOn, percents } = useStore(ui.payment, (state) => state.tips)
  const trouble = useStore(ui.payment, (state) => state.troubles['tip'])
  // One that was taken is shown also where tips have been turned off since: it can be taken out.
  if (!isOn && tip === undefined) return null
  const set = (next: Tip | null) => ui.payment.getState().setTip(next)
  return (
    <div className={styles.tips}>
      <div className={styles.row} role="group" aria-label={t('tips.title')}>
        <Choice isChosen={tip === undefined} onPress={() => set(null)} testId="tip-none">
          {t('tips.none')}
        </Choice>
        {(isOn ? percents : []).map((percent, index) => {
          const one: Tip = { kind: 'percent', percent }
          return (
            <Choice
              key={percent}
              isChosen={tip?.kind === 'percent' && tip.percent === percent}
              onPress={() => set(one)}
              testId="tip-percent"
            >
              {t('tips.percent', { percent, amount: formatClp(tipClpOf(totalClp, one)) })}
              {index === 0 && <KeyCap name={TIP_KEYS.next} />}
            </Choice>
          )
        })}
        {isOn && (
          <Choice
            isChosen={tip?.kind === 'amount'}
            onPress={() => ui.screen.getState().open({ kind: 'tip' })}
            testId="tip-other"
          >
            {tip?.kind === 'amount'
              ? t('tips.otherIs', { amount: formatClp(clp(tip.amountClp)) })
              : t('tips.other')}
            <KeyCap name={TIP_KEYS.amount} />
          </Choice>
        )}
      </div>
      <RefusalNotice refusal={trouble} testId="tip-trouble" />
    </div>
  )
}

function Choice({
  isChosen,
  onPress,
  testId,
  children,
}: {
  readonly isChosen: boolean
  readonly onPress: () => void
  readonly testId: string
  readonly children: ReactNode
}) {
  return (
    <Button
      className={styles.choice ?? ''}
      aria-pressed={isChosen}
      data-chosen={isChosen || undefined}
      preventFocusOnPress
      onPress={onPress}
      data-testid={testId}
    >
      {children}
    </Button>
  )
}
