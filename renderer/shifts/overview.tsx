import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ArrowDownToLine, ArrowUpFromLine, Calculator, FileText } from 'lucide-react'
import type { OpenShiftView } from '#shared/shifts/views.ts'
import { formatClp } from '#shared/money/clp.ts'
import type { CashMovement, ShiftReport } from '#shared/shifts/shift-report.ts'
import { expectedCash } from '#shared/shifts/shift-report.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { useUi } from '../stores/till-ui.ts'
import { Notice } from '../kit/notice.tsx'
import { ShiftTrouble } from './shift-trouble.tsx'
import styles from './shifts.module.css'

const ICON_PX = 20
const plain = 'plain' as const
const TOOLS = [
  {
    action: 'cashIn',
    Icon: ArrowDownToLine,
    text: 'shifts.cashIn',
    testId: 'cash-in',
    variant: plain,
  },
  {
    action: 'cashOut',
    Icon: ArrowUpFromLine,
    text: 'shifts.cashOut',
    testId: 'cash-out',
    variant: plain,
  },
  {
    action: 'readShift',
    Icon: FileText,
    text: 'shifts.readX',
    testId: 'read-shift',
    variant: plain,
  },
  {
    action: 'countShift',
    Icon: Calculator,
    text: 'shifts.count',
    testId: 'count-shift',
    variant: 'primary',
  },
] as const

/** The open shift: what should be there, what was put in and taken out, and the ways to go on. */
export function Overview({ open }: { readonly open: OpenShiftView }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.small}>
        {t('shifts.openedBy', {
          name: open.openedBy,
          date: printDate(santiagoDate(open.openedAt)),
          time: santiagoTime(open.openedAt).slice(0, 5),
        })}
      </p>
      <div className={styles.tools}>
        {TOOLS.map(({ action, Icon, text, testId, variant }) => (
          <ActionButton
            key={action}
            action={action}
            variant={variant}
            icon={<Icon size={ICON_PX} aria-hidden="true" />}
            data-testid={testId}
          >
            {t(text)}
          </ActionButton>
        ))}
      </div>
      <News />
      <ShiftTrouble />
      {open.report === null ? (
        <Notice tone="info" testId="shift-blind">
          {t('shifts.blind')}
        </Notice>
      ) : (
        <Summary report={open.report} />
      )}
      <Movements movements={open.movements} />
    </>
  )
}

function News() {
  const ui = useUi()
  const { t } = useTranslation()
  const notice = useStore(ui.shift, (state) => state.notice)
  if (notice === null) return null
  return notice === 'x-printed' ? (
    <Notice tone="good">{t('shifts.xPrinted')}</Notice>
  ) : (
    <Notice tone="wait" testId="drawer-shut">
      {t('shifts.drawerShut')}
    </Notice>
  )
}

function Summary({ report }: { readonly report: ShiftReport }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('shifts.sections')} className={styles.summary}>
      <div className={styles.figure}>
        <p className={styles.figureLabel}>{t('shifts.drawer')}</p>
        <p className={styles.figureValue} data-testid="expected-cash">
          {formatClp(expectedCash(report))}
        </p>
      </div>
      <div className={styles.figure}>
        <p className={styles.figureLabel}>
          {t('shifts.sold')} · {t('shifts.sales', { count: report.sales.count })}
        </p>
        <p className={styles.figureValue} data-testid="shift-sold">
          {formatClp(report.netClp)}
        </p>
      </div>
      <dl className={styles.methods}>
        {report.methods
          .filter(({ kind }) => kind !== 'cash')
          .map((line) => (
            <div key={line.key} className={styles.method}>
              <dt>{line.name}</dt>
              <dd>{formatClp(line.expectedClp)}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function Movements({ movements }: { readonly movements: readonly CashMovement[] }) {
  const { t } = useTranslation()
  return (
    <section className={styles.group} aria-labelledby="shift-movements">
      <h2 id="shift-movements" className={styles.groupTitle}>
        {t('shifts.movements')}
      </h2>
      {movements.length === 0 ? (
        <p className={styles.small}>{t('shifts.noMovements')}</p>
      ) : (
        <ul className={styles.movements}>
          {movements.map((movement, index) => (
            <li key={index} className={styles.movement} data-testid="movement">
              <span>{movement.reason}</span>
              <span className={styles.movementAmount}>
                {movement.kind === 'in' ? '+' : '−'}
                {formatClp(movement.amountClp)}
              </span>
              <span className={styles.small}>
                {santiagoTime(movement.at).slice(0, 5)} · {movement.by}
                {movement.approvedBy !== null &&
                  ` · ${t('shifts.approved', { name: movement.approvedBy })}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
