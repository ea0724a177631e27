import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import {
  CircleHelp,
  CircleUserRound,
  HandCoins,
  ReceiptText,
  Settings,
  ShoppingBasket,
} from 'lucide-react'
import { actionById, ariaKey, type ActionId } from '../actions/registry.ts'
import { KeyCap, useKeyShortcuts } from '../components/button.tsx'
import { Mark } from '../components/mark.tsx'
import type { Screen } from '../stores/screen-store.ts'
import { useUi } from '../stores/till-ui.ts'
import styles from './app.module.css'

const ICON_PX = 24

/** Screens that belong to a place on the rail which has another name. */
const PLACES: Partial<Record<Screen, Screen>> = {
  payment: 'sale',
  result: 'sale',
  return: 'receipts',
  returned: 'receipts',
}

export function Rail() {
  const ui = useUi()
  const { t } = useTranslation()
  const place = useStore(ui.screen, ({ screen }) => PLACES[screen] ?? screen)
  const usesShifts = useStore(ui.status, ({ status }) => status?.shift !== undefined)
  const hasStaff = useStore(ui.staff, ({ staff }) => staff?.current != null)
  return (
    <nav className={styles.rail} aria-label={t('nav.title')}>
      <div className={styles.mark}>
        <Mark sizePx={44} />
      </div>
      <RailButton
        action="goSale"
        icon={<ShoppingBasket size={ICON_PX} />}
        isCurrent={place === 'sale'}
        testId="nav-sale"
      />
      <RailButton
        action="goReceipts"
        icon={<ReceiptText size={ICON_PX} />}
        isCurrent={place === 'receipts'}
        testId="nav-receipts"
      />
      {usesShifts && (
        <RailButton
          action="goShift"
          icon={<HandCoins size={ICON_PX} />}
          isCurrent={place === 'shift'}
          testId="nav-shift"
        />
      )}
      <RailButton
        action="goSettings"
        icon={<Settings size={ICON_PX} />}
        isCurrent={place === 'settings'}
        testId="nav-settings"
      />
      <StaffButton />
      <RailButton
        action="help"
        icon={<CircleHelp size={ICON_PX} />}
        isCurrent={false}
        testId="nav-help"
        className={hasStaff ? '' : (styles.railEnd ?? '')}
      />
    </nav>
  )
}

/** Who serves, and the way to hand over the counter. Nobody set up, nobody asked. */
function StaffButton() {
  const ui = useUi()
  const { t } = useTranslation()
  const staff = useStore(ui.staff, (state) => state.staff)
  const action = actionById('switchStaff')
  const ref = useKeyShortcuts(action.keys.map(ariaKey).join(' '))
  if (staff === null || !staff.isOn || staff.current === null) return null
  return (
    <Button
      ref={ref}
      className={`${styles.railButton} ${styles.railEnd}`}
      data-testid="nav-staff"
      onPress={() => action.run(ui)}
    >
      <span aria-hidden="true">
        <CircleUserRound size={ICON_PX} />
      </span>
      <span className="visually-hidden">{t('actions.switchStaff')}</span>
      <span className={styles.railName}>{staff.current.name}</span>
      <KeyCap name={action.keys[0] ?? ''} />
    </Button>
  )
}

function RailButton({
  action: id,
  icon,
  isCurrent,
  testId,
  className = '',
}: {
  readonly action: ActionId
  readonly icon: ReactNode
  readonly isCurrent: boolean
  readonly testId: string
  readonly className?: string
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const action = actionById(id)
  return (
    <Button
      ref={useKeyShortcuts(action.keys.map(ariaKey).join(' '))}
      className={`${styles.railButton} ${className}`}
      data-testid={testId}
      onPress={() => action.run(ui)}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
    >
      <span aria-hidden="true">{icon}</span>
      <span>{t(`actions.${id}`)}</span>
      <KeyCap name={action.keys[0] ?? ''} />
    </Button>
  )
}
