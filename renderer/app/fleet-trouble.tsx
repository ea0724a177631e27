import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Link2 } from 'lucide-react'
import { PressButton } from '../kit/press-button.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './app.module.css'
import { showing } from './indicator.tsx'

/** For whoever may see to it: what was changed here and did not stay, or a till that is out. */
export const FleetTroubleKey = showing(['fleet'], function FleetTroubleKey({ status }) {
  const ui = useUi()
  const { t } = useTranslation()
  const isManager = useStore(ui.staff, ({ staff }) => staff?.mayChangeSettings === true)
  const trouble = status?.fleet
  if (trouble === undefined || !isManager) return null
  const { isBarred, overruled: count } = trouble
  return (
    <PressButton
      className={`${styles.indicator} ${isBarred ? styles.toneBad : styles.toneWait}`}
      onPress={() => {
        ui.settings.setState({ section: 'tills' })
        ui.screen.getState().go('settings')
      }}
      data-testid="fleet-trouble"
    >
      <Link2 size={18} aria-hidden="true" />
      {isBarred ? t('status.fleetBarred') : t('status.fleetOverruled', { count })}
    </PressButton>
  )
})
