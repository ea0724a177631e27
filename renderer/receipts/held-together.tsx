/**
 * Receipts that wait for one thing together: what it is, how many, what to do, and one button that
 * tries again.
 */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { RotateCw } from 'lucide-react'
import type { HeldTogether as Held } from '#shared/issuing/status.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import styles from './held-together.module.css'

/** The answer to a try is soon there, or the same trouble is told again. */
const TRIED_MS = 5_000
const NOTHING: readonly Held[] = []

export function useHeld(): readonly Held[] {
  const ui = useUi()
  return useStore(ui.status, (state) => state.status?.heldTogether ?? NOTHING)
}

export function HeldWords({ held }: { readonly held: readonly Held[] }) {
  const { t } = useTranslation()
  return held.map(({ kind, documentTypes, count, detail }) => (
    <div key={`${kind} ${documentTypes.join()}`} className={styles.held}>
      <p>{t(`held.${kind}.lead`, { count, types: documentTypes.join(', ') })}</p>
      {detail !== '' && <p className={styles.heldSays}>{t('held.says', { detail })}</p>}
      <p>{t(`held.${kind}.todo`)}</p>
    </div>
  ))
}

/** In the status bar it stands on every screen, and its key belongs to the receipts. */
export function RetryHeld({
  testId,
  hasKey = true,
}: {
  readonly testId: string
  readonly hasKey?: boolean
}) {
  const { t } = useTranslation()
  const ui = useUi()
  const tries = useStore(ui.receipts, (state) => state.heldTries)
  const [isTried, setIsTried] = useState(false)
  useEffect(() => {
    if (tries === null) return
    setIsTried(true)
    const timer = setTimeout(() => setIsTried(false), TRIED_MS)
    return () => clearTimeout(timer)
  }, [tries])
  return (
    <>
      {hasKey ? (
        <ActionButton
          action="retryHeld"
          variant="primary"
          icon={<RotateCw size={19} aria-hidden="true" />}
          data-testid={testId}
        />
      ) : (
        <Button
          variant="primary"
          onPress={() => void ui.receipts.getState().retryHeld()}
          data-testid={testId}
        >
          <RotateCw size={19} aria-hidden="true" />
          {t('actions.retryHeld')}
        </Button>
      )}
      {isTried && (
        <p role="status" data-testid="held-tried">
          {t('held.tried')}
        </p>
      )}
    </>
  )
}
