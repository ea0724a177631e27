import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { CalendarClock } from 'lucide-react'
import type { EpochMs } from '#shared/core/brand.ts'
import { foliosEnding } from '#shared/issuing/folio-expiry.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { useUi } from '../stores/till-ui.ts'
import { showing, Warning } from './indicator.tsx'

/** For whoever can do something about it, days before a range of folios ends. */
export const FoliosEnding = showing(['folioStock'], function FoliosEnding({ status }) {
  const ui = useUi()
  const { t } = useTranslation()
  const isManager = useStore(ui.staff, ({ staff }) => staff?.mayChangeSettings === true)
  const ending = foliosEnding(status?.folioStock ?? [], santiagoDate(browserNowMs() as EpochMs))
  if (ending === null || !isManager) return null
  const words = {
    name: t(`foliosEnding.types.${ending.documentType}`),
    date: printDate(ending.expiresOn),
  }
  const text = t(ending.isOver ? 'foliosEnding.over' : 'foliosEnding.soon', words)
  return (
    <Warning
      icon={CalendarClock}
      text={text}
      more={t('foliosEnding.text')}
      testId="folios-ending"
    />
  )
})
