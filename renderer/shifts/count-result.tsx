import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { LockKeyhole } from 'lucide-react'
import type { CardWords } from '#shared/shifts/card-words.ts'
import { isUnsettled } from '#shared/shifts/refund-ways.ts'
import type { CountView } from '#shared/shifts/views.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { NOTE_CHARS_MAX, REASON_CHARS_MAX } from '#shared/shifts/shift.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { ShiftTrouble } from './shift-trouble.tsx'
import styles from './shifts.module.css'

/**
 * What was counted beside what should be there; what closing with it takes; and what is still to be
 * issued.
 */
export function CountResult({ counted }: { readonly counted: CountView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { reason, note, trouble, work, view } = useStore(ui.shift)
  const hasTerminal = useStore(ui.status, ({ bootstrap }) => bootstrap?.cardTerminal != null)
  const { setReason, setNote, go } = ui.shift.getState()
  const { needsReason, needsSupervisor, pendingCount, cardWords } = counted
  return (
    <div className={styles.result}>
      <Lines counted={counted} />
      {needsReason && (
        <Field
          label={t('shifts.differenceReason')}
          value={reason}
          onChange={setReason}
          maxLength={REASON_CHARS_MAX}
          autoFocus
          testId="difference-reason"
          refusal={trouble?.field === 'reason' ? trouble : null}
        />
      )}
      {needsSupervisor && view !== null && (
        <Notice tone="wait" testId="needs-supervisor">
          {t('shifts.supervisor', { limit: formatClp(clp(view.differenceLimitClp)) })}
        </Notice>
      )}
      {pendingCount > 0 && (
        <>
          <Notice tone="wait" testId="shift-pending">
            {t('shifts.pending', { count: pendingCount })}
          </Notice>
          <Field
            label={t('shifts.note')}
            value={note}
            onChange={setNote}
            maxLength={NOTE_CHARS_MAX}
            testId="shift-note"
            refusal={trouble?.field === 'note' ? trouble : null}
          />
        </>
      )}
      {cardWords !== undefined && <WordsNotice words={cardWords} />}
      {work === 'busy' && hasTerminal && (
        <Notice tone="wait" testId="asking-terminal">
          {t('shifts.askingTerminal')}
        </Notice>
      )}
      <ShiftTrouble fields={['reason', 'note']} />
      <div className={styles.tools}>
        <ActionButton
          action="countShift"
          variant="primary"
          size="large"
          isDisabled={work === 'busy'}
          data-testid="close-shift"
          icon={<LockKeyhole size={22} aria-hidden="true" />}
        >
          {work === 'busy' ? t('shifts.closing') : t('shifts.closeAction')}
        </ActionButton>
        <Button size="large" onPress={() => go('count')} data-testid="recount">
          {t('shifts.recount')}
        </Button>
      </div>
    </div>
  )
}

function WordsNotice({ words }: { readonly words: CardWords }) {
  const { t } = useTranslation()
  const { byHand, contradicted, refunds = [] } = words
  const open = refunds.filter(isUnsettled).length
  // What somebody has seen to is told by the Z alone.
  if (byHand.count + contradicted.length + open === 0) return null
  return (
    <Notice tone={contradicted.length + open === 0 ? 'wait' : 'bad'} testId="card-words">
      {byHand.count > 0 && (
        <p>{t('shifts.cardWords', { count: byHand.count, amount: formatClp(byHand.totalClp) })}</p>
      )}
      {open > 0 && <p>{t('shifts.cardRefunds', { count: open })}</p>}
      {contradicted.length > 0 && <p>{t('shifts.cardsDenied', { count: contradicted.length })}</p>}
    </Notice>
  )
}

function Lines({ counted: { result } }: { readonly counted: CountView }) {
  const { t } = useTranslation()
  const { differenceClp, largestClp } = result
  const words =
    differenceClp < 0
      ? t('shifts.short', { amount: formatClp(clp(-differenceClp)) })
      : t('shifts.over', { amount: formatClp(differenceClp) })
  return (
    <>
      <p
        className={styles.verdict}
        role="status"
        data-testid="count-verdict"
        data-tone={largestClp === 0 ? 'good' : 'wait'}
      >
        {largestClp === 0 ? t('shifts.exact') : words}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('shifts.method')}</th>
            <th scope="col">{t('shifts.expected')}</th>
            <th scope="col">{t('shifts.counted')}</th>
            <th scope="col">{t('shifts.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {result.lines.map((line) => (
            <tr key={line.key} data-testid={`counted-${line.key}`}>
              <th scope="row">{line.name}</th>
              <td>{formatClp(line.expectedClp)}</td>
              <td>
                {line.countedClp === null ? t('shifts.notCounted') : formatClp(line.countedClp)}
              </td>
              <td>{line.countedClp === null ? '—' : formatClp(line.differenceClp)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
