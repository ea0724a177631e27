import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ShiftRow } from '#shared/shifts/views.ts'
import { formatClp } from '#shared/money/clp.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Tag } from '../kit/notice.tsx'
import rowStyles from '../styles/rows.module.css'
import styles from './shifts.module.css'

/** Closed shifts, the latest first; each opens its Z. */
export function History() {
  const ui = useUi()
  const { t } = useTranslation()
  const { rows, nextCursor, phase, shown } = useStore(ui.shift)
  const { show, loadMore } = ui.shift.getState()
  return (
    <aside className={styles.history} aria-labelledby="shift-history">
      <h2 id="shift-history" className={styles.historyTitle}>
        {t('shifts.history')}
      </h2>
      {rows.length === 0 && (
        <p className={styles.small}>
          {t(phase === 'failed' ? 'shifts.historyFailed' : 'shifts.noHistory')}
        </p>
      )}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={row.shiftId}>
            <Button
              variant="quiet"
              isWide
              className={styles.row ?? ''}
              aria-current={
                shown?.report.shift.shiftId === row.shiftId && shown.report.kind === 'Z'
              }
              onPress={() => void show(row.shiftId)}
              data-testid="shift-row"
            >
              <Row row={row} />
            </Button>
          </li>
        ))}
      </ul>
      {nextCursor !== null && (
        <Button onPress={() => void callCore(ui, loadMore())}>{t('shifts.more')}</Button>
      )}
    </aside>
  )
}

function Row({ row }: { readonly row: ShiftRow }) {
  const { t } = useTranslation()
  const when = {
    date: printDate(santiagoDate(row.closedAt)).slice(0, 5),
    time: santiagoTime(row.closedAt).slice(0, 5),
    name: row.closedBy,
  }
  return (
    <>
      <span className={styles.rowName}>{t('shifts.row', { number: row.number })}</span>
      <span className={rowStyles.rowTotal}>{formatClp(row.netClp)}</span>
      <span className={rowStyles.rowMeta}>{t('shifts.closedBy', when)}</span>
      <span className={rowStyles.rowState}>
        {row.pendingNow > 0 ? (
          <Tag tone="wait">{t('shifts.pendingNow', { count: row.pendingNow })}</Tag>
        ) : (
          <Tag tone={row.differenceClp === 0 ? 'good' : 'wait'}>
            {row.differenceClp === 0 ? t('shifts.noDifference') : formatClp(row.differenceClp)}
          </Tag>
        )}
      </span>
      {row.mail !== null && (
        <span className={styles.rowMail}>
          <Tag tone={row.mail === 'sent' ? 'good' : 'wait'}>{t(`shifts.mail.${row.mail}`)}</Tag>
        </span>
      )}
    </>
  )
}
