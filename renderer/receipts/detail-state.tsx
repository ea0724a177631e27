import { useTranslation } from 'react-i18next'
import { refusalTextOf } from '#shared/languages/refusals-of-notes.ts'
import { isRefusalIn, refusal } from '#shared/languages/refusals.ts'
import { laterState } from '#shared/selling/sale/later-states.ts'
import { santiagoTime } from '#shared/time/santiago.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'
import { useCoreWords, useDocumentWords } from '../kit/use-texts.ts'
import tones from '../styles/tones.module.css'
import {
  deletionProblemOf,
  issuedOf,
  issueTone,
  shownState,
  stateTextOf,
} from '../actions/state-words.ts'
import styles from './receipts.module.css'

/**
 * The state in words, what it means, and the last thing that went wrong while it is not yet right.
 */
export function StateBox({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation()
  const say = useDocumentWords()
  const cause = useCause(detail)
  const state = shownState(detail)
  const note = detail.deletionNote
  const later = state === 'numbered' ? laterState(detail.authorityStatus) : null
  return (
    <div
      className={`${styles.stateBox} ${tones[issueTone(state)]}`}
      role="status"
      data-testid="detail-state"
    >
      <p className={styles.stateName}>
        {state === 'numbered' && detail.folio !== null
          ? t(issuedOf(detail), { folio: detail.folio })
          : say(t(`issue.${state}.name`))}
      </p>
      <p>{say(t(stateTextOf(detail, state), { where: detail.lastErrorText ?? '' }))}</p>
      {detail.isTrial === true && <p data-testid="receipt-trial">{t('receipts.ofTrial')}</p>}
      {later !== null && (
        <p data-testid="later-state">{t(`later.${later}`, { code: detail.authorityStatus })}</p>
      )}
      {note !== null && detail.deletion !== 'refused' && (
        <p>
          {t('delete.note', {
            by: note.askedBy,
            time: santiagoTime(note.askedAt).slice(0, 5),
            reason: note.reason,
          })}
        </p>
      )}
      {cause !== null && <p>{cause}</p>}
      {detail.attempts > 1 && detail.folio === null && (
        <p>{t('receipts.attempts', { count: detail.attempts })}</p>
      )}
    </div>
  )
}

function useCause(detail: ReceiptDetail): string | null {
  const words = useCoreWords()
  const { issueState, lastErrorCode, lastErrorText, deletion } = detail
  if (deletion === 'done' || deletion === 'asked') return null
  // Its text says where it is; what to do about it was done.
  if (lastErrorCode === 'SERVICE_CHANGED' && detail.setAsideReason !== null) return null
  const refused = deletionProblemOf(detail)
  if (refused !== null && isRefusalIn(words, refused))
    return refusalTextOf(refusal(refused), words, detail.documentType)
  if (issueState === 'numbered' || lastErrorCode === null) return null
  if (!isRefusalIn(words, lastErrorCode)) return lastErrorText
  return refusalTextOf(
    refusal(lastErrorCode, null, { detail: lastErrorText ?? '' }),
    words,
    detail.documentType,
  )
}
