import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SealView } from '#shared/bridge/staff-views.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../components/button.tsx'
import { Notice, type Tone } from '../components/notice.tsx'
import { useRefusalText } from '../components/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import styles from './staff.module.css'

const TONES: Readonly<Record<SealView['state'], Tone>> = {
  none: 'info',
  whole: 'good',
  broken: 'bad',
}

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
      <Notice tone={TONES[seal.state]} testId="seal">
        <SealText seal={seal} />
      </Notice>
      <Button onPress={() => void look(true)}>{t('audit.seal.again')}</Button>
    </div>
  )
}

function SealText({ seal: { state, fault, sealedCount, anchor, checkedAt } }: SealProps) {
  const { t } = useTranslation()
  const what =
    fault === null ? '' : t(`audit.seal.kinds.${fault.kind ?? 'end'}`, { ref: fault.ref })
  const at = `${printDate(santiagoDate(checkedAt))} ${santiagoTime(checkedAt).slice(0, 5)}`
  return (
    <>
      <div>
        {fault === null
          ? t(state === 'none' ? 'audit.seal.none' : 'audit.seal.whole', { count: sealedCount })
          : t(`audit.seal.faults.${fault.code}`, { what })}
      </div>
      {state !== 'none' && (
        <div>{t('audit.seal.checked', { at, anchor: anchor ?? '–', rows: sealedCount })}</div>
      )}
    </>
  )
}

interface SealProps {
  readonly seal: SealView
}
