/**
 * What a paper that nobody has asks of whoever stands at the counter: one question, two answers.
 */
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { PaperWord } from '#shared/paper/print-moves.ts'
import { santiagoTime } from '#shared/time/santiago.ts'
import { dayAndMonth } from '../actions/state-words.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { useCodeText } from '../kit/use-texts.ts'
import styles from './receipts.module.css'
import type { PaperView, ReceiptDetail } from '#shared/receipts/views.ts'

type Asking = 'unknown' | 'asking' | 'failed'
const WORDS = {
  unknown: ['came-out', 'did-not'],
  asking: ['print', 'drop'],
  failed: ['print', 'drop'],
} as const satisfies Readonly<Record<Asking, readonly PaperWord[]>>

export function PaperQuestions({ detail }: { readonly detail: ReceiptDetail }) {
  if (!detail.isUnprinted) return null
  const asking = detail.papers.filter(
    (paper): paper is PaperView & { readonly state: Asking } => paper.state in WORDS,
  )
  return (
    <>
      {asking.map((paper) => (
        <Question key={paper.jobId} paper={paper} />
      ))}
      {detail.papers
        .filter(({ state, trouble }) => state === 'waiting' && trouble !== null)
        .map((paper) => (
          <Notice key={paper.jobId} tone="bad" testId="paper-waits">
            <Why paper={paper} />
          </Notice>
        ))}
    </>
  )
}

function Question({ paper }: { readonly paper: PaperView & { readonly state: Asking } }) {
  const ui = useUi()
  const { t } = useTranslation()
  const isBusy = useStore(ui.receipts, (state) => state.isBusy)
  const [yes, no] = WORDS[paper.state]
  const say = (word: PaperWord) => void ui.receipts.getState().settlePaper(paper.jobId, word)
  return (
    <section
      className={styles.question}
      aria-label={t(`paperAsks.${paper.state}.title`)}
      data-testid="paper-question"
    >
      <h3 className={styles.questionTitle}>{t(`paperAsks.${paper.state}.title`)}</h3>
      <p>
        {t(`paper.${paper.kind}`)}. <Why paper={paper} /> {t(`paperAsks.${paper.state}.text`)}
      </p>
      <div className={styles.questionAnswers}>
        <Button
          variant="primary"
          isDisabled={isBusy}
          onPress={() => say(yes)}
          data-testid={`paper-${yes}`}
        >
          {t(`paperAsks.${yes}`)}
        </Button>
        <Button isDisabled={isBusy} onPress={() => say(no)} data-testid={`paper-${no}`}>
          {t(`paperAsks.${no}`)}
        </Button>
      </div>
    </section>
  )
}

function Why({ paper }: { readonly paper: PaperView }) {
  const text = useCodeText()(paper.trouble)
  return paper.trouble === 'PRINT_UNKNOWN' ? null : text
}

/**
 * Papers that waited for a printer so long that their customers have left: how many, from when, and
 * one answer for all.
 */
export function LatePapers() {
  const ui = useUi()
  const { t } = useTranslation()
  const late = useStore(ui.status, (state) => state.status?.latePapers ?? null)
  if (late === null) return null
  const say = (word: 'print' | 'drop') => void ui.receipts.getState().settleLatePapers(word)
  return (
    <section
      className={styles.question}
      aria-label={t('latePapers.title')}
      data-testid="late-papers"
    >
      <p>
        {t('latePapers.lead', {
          count: late.count,
          day: dayAndMonth(late.since),
          time: santiagoTime(late.since).slice(0, 5),
        })}
      </p>
      <div className={styles.questionAnswers}>
        <Button variant="primary" onPress={() => say('print')} data-testid="late-print">
          {t('latePapers.print', { count: late.count })}
        </Button>
        <Button onPress={() => say('drop')} data-testid="late-drop">
          {t('latePapers.drop')}
        </Button>
      </div>
    </section>
  )
}
