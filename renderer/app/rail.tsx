import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import {
  ChartColumn,
  CircleHelp,
  CircleUserRound,
  HandCoins,
  ReceiptText,
  Package,
  Settings,
  Users,
  ShoppingBasket,
} from 'lucide-react'
import { actionById, ariaKey, type ActionId } from '../actions/registry.ts'
import { ToolFace } from '../kit/button.tsx'
import { PressButton } from '../kit/press-button.tsx'
import { Mark } from '../kit/mark.tsx'
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

/** Shift is offered where the shop uses shifts, catalogue and reports to whoever may. */
const WAYS = [
  { to: 'sale', action: 'goSale', Icon: ShoppingBasket },
  { to: 'receipts', action: 'goReceipts', Icon: ReceiptText },
  { to: 'shift', action: 'goShift', Icon: HandCoins },
  { to: 'goods', action: 'goGoods', Icon: Package },
  { to: 'customers', action: 'goCustomers', Icon: Users },
  { to: 'reports', action: 'goReports', Icon: ChartColumn },
  { to: 'settings', action: 'goSettings', Icon: Settings },
] as const

export function Rail() {
  const ui = useUi()
  const { t } = useTranslation()
  const place = useStore(ui.screen, ({ screen }) => PLACES[screen] ?? screen)
  const usesShifts = useStore(ui.status, ({ status }) => status?.shift !== undefined)
  const mayKeepGoods = useStore(
    ui.staff,
    ({ staff }) => staff?.rights.editCatalogue === true || staff?.rights.stock === true,
  )
  const mayRead = useStore(ui.staff, ({ staff }) => staff?.rights.readReports === true)
  const maySeeCustomers = useStore(ui.staff, ({ staff }) => staff?.rights.customers === true)
  const isOffered = {
    customers: maySeeCustomers,
    sale: true,
    receipts: true,
    shift: usesShifts,
    goods: mayKeepGoods,
    reports: mayRead,
    settings: true,
  }
  const hasStaff = useStore(ui.staff, ({ staff }) => staff?.current != null)
  return (
    <nav className={styles.rail} aria-label={t('nav.title')}>
      <div className={styles.mark}>
        <Mark sizePx={44} />
      </div>
      {WAYS.filter(({ to }) => isOffered[to]).map(({ to, action, Icon }) => (
        <RailButton
          key={to}
          action={action}
          icon={<Icon size={ICON_PX} aria-hidden="true" />}
          isCurrent={place === to}
          testId={`nav-${to}`}
        />
      ))}
      <StaffButton />
      <RailButton
        action="help"
        icon={<CircleHelp size={ICON_PX} aria-hidden="true" />}
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
  if (staff === null || !staff.isOn || staff.current === null) return null
  return (
    <PressButton
      aria-keyshortcuts={action.keys.map(ariaKey).join(' ')}
      className={`${styles.railButton} ${styles.railEnd}`}
      data-testid="nav-staff"
      onPress={() => action.run(ui)}
    >
      <span className="visually-hidden">{t('actions.switchStaff')}</span>
      <ToolFace
        icon={<CircleUserRound size={ICON_PX} aria-hidden="true" />}
        keyName={action.keys[0] ?? ''}
        word={<span className={styles.railName}>{staff.current.name}</span>}
      />
    </PressButton>
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
    <PressButton
      aria-keyshortcuts={action.keys.map(ariaKey).join(' ')}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${styles.railButton} ${className}`}
      data-testid={testId}
      onPress={() => action.run(ui)}
    >
      <ToolFace icon={icon} keyName={action.keys[0] ?? ''} word={t(`actions.${id}`)} />
    </PressButton>
  )
}
