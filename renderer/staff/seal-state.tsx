import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SealView } from '#shared/staff/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import type { Tone } from '../actions/tone.ts'
import { useRefusalText } from '../kit/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import styles from './staff.module.css'

const TONES: Readonly<Record<SealView['state'], Tone>> = {
  none: 'info',
  whole: 'good',
  broken: 'bad',
}

const toneOf = ({ state, notes, pendingCount }: SealView): Tone =>
  state === 'whole' && notes.length + pendingCount > 0 ? 'info' : TONES[state]

/** Whether log, sales and shifts are as they were written, and the first row that is not. */
export function SealState() {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const [seal, setSeal] = useState<SealView | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [isLooking, setIsLooking] = useState(true)
  const look = useCallback(
    async (isAnew: boolean) => {
      setIsLooking(true)
      const answer = await callCore(ui, ui.port.checkSeal({ isAnew }))
      setIsLooking(false)
      if (answer === null) return
      setProblem(answer.ok ? null : answer.refusal)
      if (answer.ok) setSeal(answer.value)
    },
    [ui],
  )
  useEffect(() => void look(false), [look])
  if (problem !== null)
    return (
      <Notice tone="bad" testId="seal">
        {refusalText(problem)}
      </Notice>
    )
  if (isLooking || seal === null)
    return (
      <Notice tone="wait" testId="seal">
        {t(isLooking ? 'audit.seal.looking' : 'audit.seal.unknown')}
      </Notice>
    )
  return (
    <div className={styles.seal}>
      <Notice tone={toneOf(seal)} testId="seal">
        <SealText seal={seal} />
      </Notice>
      <Button onPress={() => void look(true)}>{t('audit.seal.again')}</Button>
    </div>
  )
}

const minuteOf = (at: EpochMs) => `${printDate(santiagoDate(at))} ${santiagoTime(at).slice(0, 5)}`

function SealText({ seal }: SealProps) {
  const { state, fault, sealedCount, pendingCount, anchor, checkedAt, notes } = seal
  const { t } = useTranslation()
  const whole = notes.length > 0 ? 'since' : 'whole'
  const what =
    fault === null ? '' : t(`audit.seal.kinds.${fault.kind ?? 'end'}`, { ref: fault.ref })
  return (
    <>
      <div>
        {fault === null
          ? t(`audit.seal.${state === 'none' ? 'none' : whole}`, { count: sealedCount })
          : t(`audit.seal.faults.${fault.code}`, {
              what,
              at: fault.at === null ? '' : minuteOf(fault.at),
            })}
      </div>
      {pendingCount > 0 && <div>{t('audit.seal.pending', { rows: pendingCount })}</div>}
      {notes.map(({ kind, at, rows }) => (
        <div key={`${kind} ${at}`}>{t(`audit.seal.notes.${kind}`, { at: minuteOf(at), rows })}</div>
      ))}
      {state !== 'none' && (
        <div>
          {t('audit.seal.checked', {
            at: minuteOf(checkedAt),
            anchor: anchor ?? '–',
            rows: sealedCount,
          })}
        </div>
      )}
    </>
  )
}

interface SealProps {
  readonly seal: SealView
}
