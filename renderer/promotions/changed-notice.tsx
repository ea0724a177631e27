import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#shared/languages/refusals.ts'
import { Button } from '../kit/button.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import styles from './promotions.module.css'

/**
 * What is wrong and says nothing at its field. Where somebody else has saved meanwhile, a key of
 * its own saves over that: the form's own, pressed twice, never does.
 */
export function ChangedNotice({
  refusal,
  shownAt,
  testId,
  onSaveOver,
}: {
  readonly refusal: Refusal | null
  readonly shownAt?: readonly string[]
  readonly testId: string
  /** `readAt`: the change that is known now. */
  readonly onSaveOver: (readAt: number) => void
}) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  // On a low screen it would lie under the form's keys.
  useEffect(() => {
    if (refusal !== null) place.current?.scrollIntoView({ block: 'end' })
  }, [refusal])
  const changedAt = Number(refusal?.params?.['changedAt'] ?? Number.NaN)
  return (
    <div ref={place} className={styles.changed}>
      <RefusalNotice refusal={refusal} testId={testId} {...(shownAt ? { shownAt } : {})} />
      {Number.isSafeInteger(changedAt) && (
        <Button data-testid="save-over" onPress={() => onSaveOver(changedAt)}>
          {t('promotions.saveOver')}
        </Button>
      )}
    </div>
  )
}
