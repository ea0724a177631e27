import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ArrowLeft, Copy, FileDown } from 'lucide-react'
import type { KeptReport } from '#shared/shifts/views.ts'
import { readingDeed } from '#shared/staff/deeds.ts'
import type { TerminalClosing } from '#shared/shifts/terminal-totals.ts'
import { PAPER_LOCALE } from '#shared/languages/paper-language.ts'
import { reportPaper } from '#shared/shifts/report-paper.ts'
import type { ReportSection } from '#shared/paper/report-layout.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { callCore, withDeed } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Notice, Tag } from '../kit/notice.tsx'
import type { Tone } from '../actions/tone.ts'
import { offer } from '../kit/save-pdf.tsx'
import { ClosingMail } from './closing-mail.tsx'
import { ShiftTrouble } from './shift-trouble.tsx'
import styles from './shifts.module.css'

/**
 * A report as it was printed, in the words of the paper; what has become of it since stands above.
 */
export function ReportPane({ kept }: { readonly kept: KeptReport }) {
  const ui = useUi()
  const { t } = useTranslation()
  const shop = useStore(ui.status, (state) => state.bootstrap?.shop)
  const { justClosed, work } = useStore(ui.shift)
  const { report, paper, mail, terminalClosing, pendingNow } = kept
  if (shop === undefined) return null
  const { about, sections } = reportPaper(report, shop, 80)
  return (
    <>
      {justClosed !== null && <Closed />}
      <div className={styles.tools}>
        <ActionButton action="leaveCount" icon={<ArrowLeft size={20} aria-hidden="true" />}>
          {t('shifts.back')}
        </ActionButton>
        {report.kind === 'Z' && (
          <Button
            isDisabled={work === 'busy'}
            onPress={() => void ui.shift.getState().reprint()}
            data-testid="reprint-report"
          >
            <Copy size={19} aria-hidden="true" />
            {t('shifts.reprint')}
          </Button>
        )}
        <SaveFile shiftId={report.shift.shiftId} isClosed={report.kind === 'Z'} />
        {paper !== null && (
          <Tag tone={paperTone(paper)} testId="report-paper">
            {t(`print.${paper}.name`)}
          </Tag>
        )}
        {terminalClosing !== null && (
          <Tag tone={TERMINAL_TONES[terminalClosing]} testId="terminal-closing">
            {t(`shifts.terminal.${terminalClosing}`)}
          </Tag>
        )}
        {pendingNow > 0 && <Tag tone="wait">{t('shifts.pendingNow', { count: pendingNow })}</Tag>}
      </div>
      {mail !== null && <ClosingMail mail={mail} />}
      <ShiftTrouble />
      <article
        className={styles.report}
        lang={PAPER_LOCALE}
        aria-label={
          report.kind === 'Z'
            ? t('shifts.report', { number: report.shift.number })
            : t('shifts.reportX')
        }
        data-testid="report"
      >
        <p className={styles.small}>
          {about.map(({ label, value }) => `${label}: ${value}`).join(' · ')}
        </p>
        <div className={styles.sections}>
          {sections.map((section) => (
            <Section key={section.title} section={section} />
          ))}
        </div>
      </article>
    </>
  )
}

function Section({ section: { title, rows, remark } }: { readonly section: ReportSection }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.sectionTitle}>{title}</h2>
      <dl>
        {rows.map(({ kind, label, value }, index) => (
          <div key={index} className={styles.reportRow} data-kind={kind}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {remark !== undefined && remark !== '' && <p className={styles.small}>{remark}</p>}
    </section>
  )
}

/** The shift is closed and on disk; the copy of the data is on its way, and nobody waits for it. */
function Closed() {
  const ui = useUi()
  const { t } = useTranslation()
  const backup = useStore(ui.shift, (state) => state.view?.backup ?? null)
  return (
    <>
      <Notice tone="good" testId="shift-closed">
        {t('shifts.closedLead')}
      </Notice>
      {backup !== null && (
        <Notice tone={BACKUP_TONES[backup]} testId="shift-backup">
          {t(`shifts.backup.${backup}`)}
        </Notice>
      )}
    </>
  )
}

const TERMINAL_TONES = {
  ...{ open: 'wait', asked: 'wait', closed: 'good', refused: 'bad' },
  'by-hand': 'wait',
} as const satisfies Record<TerminalClosing, Tone>
const BACKUP_TONES = { running: 'wait', made: 'good', failed: 'bad', 'left-out': 'info' } as const

function paperTone(state: NonNullable<KeptReport['paper']>): Tone {
  if (state === 'printed' || state === 'sent') return 'good'
  return state === 'failed' || state === 'unknown' ? 'bad' : 'wait'
}

/** Every document and movement, for a spreadsheet. */
function SaveFile({ shiftId, isClosed }: { readonly shiftId: string; readonly isClosed: boolean }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [isFailed, setFailed] = useState(false)
  const isBlind = useStore(
    ui.shift,
    ({ view }) => view?.open?.shiftId === shiftId && view.open.report === null,
  )
  const save = async (approvalId: string | null) => {
    const file = await callCore(ui, ui.port.shiftFile({ shiftId, approvalId }))
    setFailed(file?.ok !== true)
    if (file?.ok === true)
      offer(new Blob([file.value.text], { type: 'text/csv;charset=utf-8' }), file.value.fileName)
  }
  // Before a blind count its sums are a supervisor's to see, as the X itself is.
  const press = () => {
    if (isClosed || !isBlind) void save(null)
    else withDeed(ui, readingDeed(shiftId), (approvalId) => void save(approvalId))
  }
  return (
    <>
      <Button onPress={press} data-testid="save-csv">
        <FileDown size={19} aria-hidden="true" />
        {t('shifts.csv')}
      </Button>
      {isFailed && <Notice tone="wait">{t('shifts.csvFailed')}</Notice>}
    </>
  )
}
