import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { BadgeAlert } from 'lucide-react'
import type { EpochMs } from '#shared/core/brand.ts'
import { certificateEnding } from '#shared/issuing/certificate-end.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { useUi } from '../stores/till-ui.ts'
import { showing, Warning } from './indicator.tsx'

/** For whoever can do something about it, days before the company's certificate ends. */
export const CertificateEnding = showing(
  ['certificateEndsAt'],
  function CertificateEnding({ status }) {
    const ui = useUi()
    const { t } = useTranslation()
    const isManager = useStore(ui.staff, ({ staff }) => staff?.mayChangeSettings === true)
    const now = browserNowMs() as EpochMs
    const ending = certificateEnding(status?.certificateEndsAt ?? null, now)
    if (ending === null || !isManager) return null
    const { isOver, daysLeft: count } = ending
    const text = isOver
      ? t('certificateEnding.over')
      : count === 0
        ? t('certificateEnding.today')
        : t('certificateEnding.soon', { count })
    return (
      <Warning
        icon={BadgeAlert}
        text={text}
        more={t('certificateEnding.text')}
        testId="certificate-ending"
      />
    )
  },
)
