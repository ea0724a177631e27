import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { TicketCheck } from 'lucide-react'
import { formatClp } from '#shared/money/clp.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button, KeyCap } from '../components/button.tsx'
import styles from './returns.module.css'

/** Most that fit beside the methods; whoever has an older one finds it in Receipts. */
const SHOWN_MAX = 4

/** Values of returns this till still owes: each pays whole, once. */
export function CreditButtons() {
  const ui = useUi()
  const { t } = useTranslation()
  const credits = useStore(ui.payment, (state) => state.credits)
  const given = useStore(ui.cart, (state) => state.sale.paying.given)
  // What pays already stands among the parts, with its own way back.
  const left = credits.filter(
    ({ creditId }) => !given.some((tender) => tender.creditId === creditId),
  )
  if (left.length === 0) return null
  return (
    <div className={styles.credits} role="group" aria-label={t('returns.credits')}>
      {left.slice(0, SHOWN_MAX).map((credit, index) => (
        <Button
          key={credit.creditId}
          className={styles.credit ?? ''}
          onPress={() => ui.payment.getState().toggleCredit(credit)}
          data-testid="use-credit"
        >
          <TicketCheck size={20} aria-hidden="true" />
          <span className={styles.creditName}>{credit.name}</span>
          <span className={styles.creditAmount}>{formatClp(credit.amountClp)}</span>
          {index === 0 && <KeyCap name="Shift+F2" />}
        </Button>
      ))}
    </div>
  )
}
