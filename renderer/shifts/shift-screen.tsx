import { useEffect, useRef, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useUi } from '../stores/till-ui.ts'
import { SubmitButton } from '../kit/submit-button.tsx'
import { Unread } from '../kit/unread.tsx'
import { CountForm } from './count-form.tsx'
import { CountResult } from './count-result.tsx'
import { History } from './history.tsx'
import { OpeningFields } from './opening-form.tsx'
import { Overview } from './overview.tsx'
import { ReportPane } from './report-pane.tsx'
import { openNow } from '../actions/shift-actions.ts'
import styles from './shifts.module.css'

/** The shift at this counter, from its float to its Z; the closed ones beside it. */
export function ShiftScreen() {
  const ui = useUi()
  useEffect(() => {
    const { load, leaveReport } = ui.shift.getState()
    // Whoever comes back comes back to the shift, not to a report read before.
    leaveReport()
    void load()
  }, [ui])
  // Whoever counts needs the room, and no sums of before to count towards.
  const isCounting = useStore(
    ui.shift,
    ({ view, stage, shown }) => view?.open != null && stage !== 'overview' && shown === null,
  )
  return (
    <main className={styles.screen} data-alone={isCounting || undefined}>
      <section className={styles.side}>
        <Title />
        <Stage />
      </section>
      {!isCounting && <History />}
    </main>
  )
}

function Title() {
  const ui = useUi()
  const { t } = useTranslation()
  const { view, stage, shown, justClosed } = useStore(ui.shift)
  const heading = useRef<HTMLHeadingElement>(null)
  const open = view?.open ?? null
  const place = shown !== null ? `report ${shown.report.reportId}` : open === null ? 'none' : stage
  // A new stage is a new page: whoever hears the screen starts at its title. Fields that lead take
  // the focus themselves.
  useEffect(() => {
    if (place !== 'none' && place !== 'count') heading.current?.focus()
  }, [place])
  const title =
    shown !== null
      ? justClosed !== null
        ? t('shifts.closed', { number: justClosed })
        : shown.report.kind === 'Z'
          ? t('shifts.report', { number: shown.report.shift.number })
          : t('shifts.reportX')
      : open === null
        ? t('shifts.none')
        : stage === 'count'
          ? t('shifts.countTitle')
          : stage === 'result'
            ? t('shifts.resultTitle')
            : t('shifts.open', { number: open.number })
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.title} data-testid="shift-title">
      {title}
    </h1>
  )
}

function Stage() {
  const ui = useUi()
  const { t } = useTranslation()
  const { view, phase, stage, counted, shown } = useStore(ui.shift)
  if (view === null) {
    if (phase !== 'failed') return <p className={styles.small}>{t('common.loading')}</p>
    return (
      <Unread title={t('shifts.historyFailed')} onRetry={() => void ui.shift.getState().load()} />
    )
  }
  if (shown !== null) return <ReportPane kept={shown} />
  if (view.open === null) return <Opening />
  if (stage === 'count') return <CountForm open={view.open} />
  if (stage === 'result' && counted !== null) return <CountResult counted={counted} />
  return <Overview open={view.open} />
}

function Opening() {
  const ui = useUi()
  const { t } = useTranslation()
  const isBusy = useStore(ui.shift, (state) => state.work === 'busy')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void openNow(ui)
  }
  return (
    <form className={styles.opening} noValidate onSubmit={submit}>
      <p className={styles.small}>{t('shifts.noneLead')}</p>
      <OpeningFields />
      <SubmitButton
        label={t('shifts.openAction')}
        size="large"
        isDisabled={isBusy}
        testId="open-shift"
      />
    </form>
  )
}
