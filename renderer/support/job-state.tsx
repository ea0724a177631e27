import { useTranslation } from 'react-i18next'
import { CircleStop } from 'lucide-react'
import type { CheckDone, RestoreDone, SupportDone, SupportTask } from '#shared/backup/views.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { useCoreWords, useRefusalText } from '../kit/use-texts.ts'
import styles from '../settings/settings.module.css'
import type { SupportState } from './use-support.ts'

/** The one piece of work under way, and how the last one ended. */
export function JobState({ support }: { readonly support: SupportState }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { job } = support
  if (job === null) return null
  if (job.isRunning) {
    const { phase = 'checking', done = 0, total = 1 } = job.progress ?? {}
    const percent = Math.floor((100 * done) / Math.max(1, total))
    return (
      <div className={styles.stack} data-testid="support-running">
        <p role="status">
          {t(`support.tasks.${job.task}`)}: {t(`support.phases.${phase}`)}
        </p>
        <progress max={100} value={percent} aria-label={t(`support.tasks.${job.task}`)} />
        {!UNSTOPPED.includes(job.task) && (
          <p>
            <Button
              onPress={() => void support.ask('here', ui.port.stopSupport())}
              data-testid="support-stop"
            >
              <CircleStop size={20} aria-hidden="true" />
              {t('support.stop')}
            </Button>
          </p>
        )}
      </div>
    )
  }
  if (job.refusal !== null)
    return (
      <Notice tone="bad" testId="support-ended">
        {refusalText(job.refusal)}
      </Notice>
    )
  // What was looked at stands where it is decided.
  if (job.done === null || job.done.task === 'look') return null
  return (
    <Notice tone={isGood(job.done) ? 'good' : 'bad'} testId="support-ended">
      <DoneText done={job.done} />
    </Notice>
  )
}

/** What is begun is finished. */
const UNSTOPPED: readonly SupportTask[] = ['restore', 'move', 'take-back']

const isGood = (done: SupportDone) =>
  done.task === 'check' || done.task === 'export'
    ? (done.task === 'check' ? done.faults.length : done.faults) === 0
    : true

function DoneText({ done }: { readonly done: SupportDone }) {
  const { t } = useTranslation()
  if (done.task === 'check') return <CheckText done={done} />
  if (done.task === 'restore') return <RestoreText done={done} />
  if (done.task === 'move') return <p>{t('support.moved', { ...done })}</p>
  if (done.task === 'take-back') return <p>{t('support.tookBack')}</p>
  if (done.task === 'copy')
    return <p>{t('support.copied', { sales: done.sales, size: sizeText(done.copyBytes) })}</p>
  if (done.task === 'export' && done.faults > 0)
    return <p>{t('support.exportedWithFaults', { file: done.file, count: done.faults })}</p>
  return 'file' in done ? <p>{t('support.written', { file: done.file })}</p> : null
}

function CheckText({ done }: { readonly done: CheckDone }) {
  const { t } = useTranslation()
  const { faults, sales, unissued, papers, freeBytes } = done
  return (
    <>
      <p>{t(faults.length === 0 ? 'support.whole' : 'support.damaged')}</p>
      {sales !== null && <p>{t('support.counts', { sales, unissued, papers })}</p>}
      <p>{t('support.free', { size: sizeText(freeBytes) })}</p>
      {faults.length > 0 && (
        <ul>
          {faults.slice(0, 5).map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </>
  )
}

export function RestoreText({ done }: { readonly done: RestoreDone }) {
  const { t } = useTranslation()
  const { sales, carriedOver, unreadable, lost, requeued, doubtfulPapers, quarantine } = done
  const words = useCoreWords().lost
  return (
    <>
      <p>{t('support.restored', { sales })}</p>
      {carriedOver > 0 && <p>{t('support.carriedOver', { count: carriedOver })}</p>}
      {unreadable > 0 && <p>{t('support.unreadable', { count: unreadable })}</p>}
      {lost.map((part) => (
        <p key={part}>{words[part]}</p>
      ))}
      {requeued > 0 && <p>{t('support.requeued', { count: requeued })}</p>}
      {doubtfulPapers > 0 && <p>{t('support.doubtfulPapers', { count: doubtfulPapers })}</p>}
      {quarantine !== null && <p>{t('support.quarantine', { folder: quarantine })}</p>}
    </>
  )
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** In powers of a thousand, as disks are sold. */
function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  const text = value >= 100 || step === 0 ? String(Math.round(value)) : value.toFixed(1)
  return `${text.replace('.', ',')} ${UNITS[step]}`
}
