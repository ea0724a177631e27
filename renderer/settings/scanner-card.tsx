import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScanBarcode } from 'lucide-react'
import type { SettingsView } from '#shared/settings/views.ts'
import {
  proposePauseMs,
  SCANNER_PAUSE_MS_DEFAULT,
  SCANNER_PAUSE_MS_MAX,
} from '#shared/catalogue/scanner-pause.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Notice, RefusalNotice, Tag } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { Sheet } from '../kit/sheet.tsx'
import type { ScanReading } from '../scanner/scan-detector.ts'
import { SectionFrame } from '../kit/section.tsx'
import styles from './settings.module.css'

const CHOICES_MS = [100, SCANNER_PAUSE_MS_DEFAULT, 250, 400, SCANNER_PAUSE_MS_MAX]
/** One scan may be lucky. */
const READINGS_MIN = 3
const READINGS_SHOWN = 5

/** How long the reader may pause inside a code, and a try that measures it. */
export function ScannerCard({ settings }: { readonly settings: SettingsView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [isTrying, setTrying] = useState(false)
  const { scannerPauseMs } = settings
  const choices = [...new Set([...CHOICES_MS, scannerPauseMs])].sort((a, b) => a - b)
  const save = (pauseMs: number) => {
    void callCore(
      ui,
      ui.settings
        .getState()
        .save({ scannerPauseMs: pauseMs })
        .then((refused) => ({ refused })),
    ).then((answer) => {
      setProblem(answer?.refused ?? null)
      setSaved(answer?.refused === null)
    })
  }
  return (
    <SectionFrame title={t('scanner.title')} lead={t('scanner.lead')}>
      <ChoiceList
        label={t('scanner.pause')}
        value={String(scannerPauseMs)}
        testId="scanner-pause"
        onChange={(value) => save(Number(value))}
        choices={choices.map((ms) => ({
          value: String(ms),
          label: t(ms === SCANNER_PAUSE_MS_DEFAULT ? 'scanner.usualMs' : 'scanner.ms', { ms }),
        }))}
      />
      <RefusalNotice refusal={problem} />
      <div className={styles.formEnd}>
        <Button onPress={() => setTrying(true)} data-testid="try-scanner">
          <ScanBarcode size={20} aria-hidden="true" />
          {t('scanner.try')}
        </Button>
        {isSaved && (
          <span role="status">
            <Tag tone="good">{t('common.saved')}</Tag>
          </span>
        )}
      </div>
      {isTrying && (
        <TrySheet pauseMs={scannerPauseMs} onUse={save} onClose={() => setTrying(false)} />
      )}
    </SectionFrame>
  )
}

function TrySheet({
  pauseMs,
  onUse,
  onClose,
}: {
  readonly pauseMs: number
  readonly onUse: (pauseMs: number) => void
  readonly onClose: () => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const readings = useReadings(ui)
  const missing = READINGS_MIN - readings.length
  const longestMs = Math.round(Math.max(0, ...readings.map((reading) => reading.pauseMs)))
  const proposedMs = proposePauseMs(longestMs)
  const isDone = missing <= 0
  return (
    <Sheet
      title={t('scanner.try')}
      lead={t('scanner.tryLead')}
      onClose={onClose}
      actions={
        isDone &&
        proposedMs !== pauseMs && (
          <Button
            variant="primary"
            isWide
            autoFocus
            onPress={() => {
              onUse(proposedMs)
              onClose()
            }}
            data-testid="use-pause"
          >
            {t('scanner.use', { ms: proposedMs })}
          </Button>
        )
      }
    >
      <div aria-live="polite" className={styles.stack}>
        {readings.length === 0 && <Notice tone="plain">{t('scanner.nothing')}</Notice>}
        {readings.length > 0 && (
          <ul className={styles.stack}>
            {readings
              .slice(-READINGS_SHOWN)
              .map(({ code, strokeMs, pauseMs: longest, end }, index) => (
                <li key={index} data-testid="scanner-reading">
                  <b>{code}</b>{' '}
                  {t('scanner.reading', {
                    strokeMs: Math.round(strokeMs),
                    pauseMs: Math.round(longest),
                    end,
                  })}
                </li>
              ))}
          </ul>
        )}
        {readings.length > 0 && (
          <Verdict
            missing={missing}
            longestMs={longestMs}
            proposedMs={proposedMs}
            pauseMs={pauseMs}
          />
        )}
      </div>
    </Sheet>
  )
}

/** What the scans say of the pause. */
function Verdict({
  missing,
  longestMs,
  proposedMs,
  pauseMs,
}: {
  readonly missing: number
  readonly longestMs: number
  readonly proposedMs: number
  readonly pauseMs: number
}) {
  const { t } = useTranslation()
  const isDone = missing <= 0
  return (
    <>
      {!isDone && (
        <Notice tone="info" testId="scanner-more">
          {t('scanner.more', { count: missing })}
        </Notice>
      )}
      {longestMs > SCANNER_PAUSE_MS_MAX && (
        <Notice tone="bad">{t('scanner.tooSlow', { longestMs, ms: SCANNER_PAUSE_MS_MAX })}</Notice>
      )}
      {isDone && proposedMs === pauseMs && longestMs <= pauseMs && (
        <Notice tone="good" testId="scanner-fits">
          {t('scanner.fits', { longestMs, ms: pauseMs })}
        </Notice>
      )}
      {isDone && proposedMs !== pauseMs && (
        <Notice tone="wait" testId="scanner-change">
          {t('scanner.change', { longestMs, from: pauseMs, ms: proposedMs })}
        </Notice>
      )}
    </>
  )
}

/** What the reader sends while this is open; none of it is looked up. */
function useReadings(ui: TillUi): readonly ScanReading[] {
  const [readings, setReadings] = useState<readonly ScanReading[]>([])
  useEffect(() => {
    ui.probe.hear = (reading) => setReadings((before) => [...before, reading])
    return () => {
      ui.probe.hear = null
    }
  }, [ui])
  return readings
}
