import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import {
  CircleAlert,
  Clock,
  HandCoins,
  HardDrive,
  OctagonPause,
  Ticket,
  Trash2,
} from 'lucide-react'
import type { EpochMs } from '#shared/core/brand.ts'
import { formatClp } from '#shared/money/clp.ts'
import { santiagoTime } from '#shared/time/santiago.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { useCodeText } from '../kit/use-texts.ts'
import { Tag } from '../kit/notice.tsx'
import { PressButton } from '../kit/press-button.tsx'
import { useLasting, useOlderThan } from '../kit/use-lasting.ts'
import { HeldWords, RetryHeld } from '../receipts/held-together.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './app.module.css'
import { CertificateEnding } from './certificate-ending.tsx'
import { FleetTroubleKey } from './fleet-trouble.tsx'
import { FoliosEnding } from './folios-ending.tsx'
import { Explained, LeadsAway, showing, Warning } from './indicator.tsx'
import { OneRow } from './one-row.tsx'
import { PrinterIndicator, Unprinted } from './printer-indicator.tsx'

/**
 * Always there, on every screen: the connection and, apart from it, what is still to be issued.
 * Nothing here blocks a sale.
 */
export function StatusBar() {
  const ui = useUi()
  const { t } = useTranslation()
  const status = useStore(ui.status, (state) => state.status)
  const bootstrap = useStore(ui.status, (state) => state.bootstrap)
  return (
    <footer className={styles.status} aria-label={t('status.title')}>
      <OneRow>
        <Connection status={status} />
        {/* Before the first answer nothing is known, and "nothing pending" would be a claim. */}
        {status !== null && (
          <>
            <Pending status={status} />
            <Deleting status={status} />
            <Held status={status} />
            <PrinterIndicator status={status} />
            <Unprinted status={status} />
          </>
        )}
        <Shift status={status} />
        <Folios status={status} />
        <SecondCopy status={status} />
        <Disk status={status} />
        <CopyProven status={status} />
        {status !== null && status.attentionCount > 0 && (
          <PressButton
            className={`${styles.indicator} ${styles.toneBad}`}
            onPress={() => showAttention(ui)}
            data-testid="attention-count"
          >
            <CircleAlert size={18} aria-hidden="true" />
            {t('status.attention', { count: status.attentionCount })}
          </PressButton>
        )}
        <FoliosEnding status={status} />
        <CertificateEnding status={status} />
        <FleetTroubleKey status={status} />
        <MissingLimit />
      </OneRow>
      {bootstrap && (
        <p className={styles.who}>
          {bootstrap.isDemo && <Tag tone="info">{t('status.demo')}</Tag>}{' '}
          <span className={styles.shopName}>{bootstrap.shop.tradeName}</span>
          <span className={styles.whoExtra}>
            {bootstrap.shop.tradeName !== '' && ' · '}
            {bootstrap.registerName}
          </span>
          {bootstrap.cashierName !== '' && (
            <span className={styles.whoExtra}> · {bootstrap.cashierName}</span>
          )}
        </p>
      )}
    </footer>
  )
}

/**
 * From January on, until somebody with the right to it enters the year's 135 UF; not before the
 * shop sells at all, when there is nothing it could matter to.
 */
function MissingLimit() {
  const ui = useUi()
  const { t } = useTranslation()
  const year = useStore(ui.status, ({ bootstrap }) => bootstrap?.missingLimitYear ?? null)
  const mayEnter = useStore(ui.staff, ({ staff }) => staff?.mayChangeSettings === true)
  const isSelling = useStore(ui.status, ({ bootstrap }) => bootstrap?.missing.length === 0)
  const isGuided = useStore(ui.screen, ({ screen }) => screen === 'guide')
  const limitClp = useStore(ui.status, ({ bootstrap }) => bootstrap?.buyerRequiredFromClp ?? null)
  if (year === null || limitClp === null || !mayEnter || !isSelling || isGuided) return null
  const show = () => {
    ui.settings.setState({ section: 'identified' })
    ui.screen.getState().go('settings')
  }
  const title = t('identified.missing', { year })
  const label = (
    <>
      <CircleAlert size={18} aria-hidden="true" />
      {title}
    </>
  )
  return (
    <Explained tone="wait" testId="missing-limit" title={title} label={label}>
      <p>{t('identified.missingMeans')}</p>
      <p>{t('identified.missingUntil', { amount: formatClp(limitClp) })}</p>
      <LeadsAway onPress={show} testId="enter-limit">
        {t('identified.enter')}
      </LeadsAway>
    </Explained>
  )
}

/** A clock further off than this may date a sale on the wrong day. */
const SKEW_WARNING_MS = 120_000

const Connection = showing(
  ['connection', 'connectionCause', 'clockSkewMs'],
  function Connection({ status }) {
    const { t } = useTranslation()
    const codeText = useCodeText()
    const state = status?.connection ?? 'checking'
    const cause = status?.connectionCause ?? null
    const skewMs = status?.clockSkewMs ?? 0
    const isSkewed = Math.abs(skewMs) > SKEW_WARNING_MS
    const isAway = useLasting(state === 'offline' || state === 'trouble')
    const isSlow = state === 'slow'
    return (
      <Explained
        tone={isAway || isSlow || isSkewed ? 'wait' : null}
        testId="connection"
        title={t(`connection.${state}.name`)}
        label={
          <>
            <span className={styles.dot} data-state={state} aria-hidden="true" />
            {t(`connection.${state}.name`)}
            {isSkewed && <span data-testid="clock-warning">· {t('connection.skewName')}</span>}
          </>
        }
      >
        <p>{codeText(cause) ?? t(`connection.${state}.text`)}</p>
        {isSkewed && (
          <p>{t('connection.skew', { minutes: Math.round(Math.abs(skewMs) / 60_000) })}</p>
        )}
        <LastAnswer />
      </Explained>
    )
  },
)

function LastAnswer() {
  const ui = useUi()
  const { t } = useTranslation()
  const at = useStore(ui.status, (state) => state.status?.lastAnswerAt ?? null)
  return at === null ? null : (
    <p className={styles.popoverMeta}>
      {t('connection.lastAnswer', { time: santiagoTime(at).slice(0, 5) })}
    </p>
  )
}

const AGE_REFRESH_MS = 20_000

const Pending = showing(
  ['pendingCount', 'hasPending', 'oldestPendingAt', 'issueDeadlineAt'],
  function Pending({ status }) {
    const ui = useUi()
    const { t } = useTranslation()
    const count = status?.pendingCount ?? 0
    // Behind the lock it is said that receipts wait, and not how many.
    const isUntold = status?.hasPending === true
    const oldest = status?.oldestPendingAt ?? null
    const isLate = useOlderThan(oldest)
    return (
      <PressButton
        className={[styles.indicator, count > 0 && isLate && styles.toneWait]
          .filter(Boolean)
          .join(' ')}
        data-testid="pending-count"
        data-count={count}
        onPress={() => showReceipts(ui, count > 0)}
      >
        {count > 0 && <Clock size={18} aria-hidden="true" />}
        {count === 0
          ? t(`status.${isUntold ? 'somePending' : 'nonePending'}`)
          : t('status.pending', { count })}
        {count > 0 && <PendingTimes oldest={oldest} deadline={status?.issueDeadlineAt ?? null} />}
      </PressButton>
    )
  },
)

/** Asked for, and the answer lost: money goes back or not once the service has said which. */
const Deleting = showing(['deletingCount'], function Deleting({ status }) {
  const ui = useUi()
  const { t } = useTranslation()
  const count = status?.deletingCount ?? 0
  if (count === 0) return null
  return (
    <PressButton
      className={`${styles.indicator} ${styles.toneWait}`}
      data-testid="deleting-count"
      onPress={() => showReceipts(ui, true)}
    >
      <Trash2 size={18} aria-hidden="true" />
      {t('status.deleting', { count })}
    </PressButton>
  )
})

/** How long the oldest has waited, and how long the law still lets it wait. */
function PendingTimes({
  oldest,
  deadline,
}: {
  readonly oldest: EpochMs | null
  readonly deadline: EpochMs | null
}) {
  const { t } = useTranslation()
  const nowMs = useNow(AGE_REFRESH_MS, oldest)
  const age = oldest === null ? null : ageParts(nowMs - oldest)
  const leftMs = deadline === null ? null : deadline - nowMs
  return (
    <>
      {age !== null && (
        <span className={styles.age}>· {t(`age.${age.unit}`, { count: age.count })}</span>
      )}
      {leftMs !== null && (
        <span data-testid="issue-deadline">
          ·{' '}
          {leftMs > 0
            ? t('status.deadline', { count: Math.ceil(leftMs / 60_000) })
            : t('status.late')}
        </span>
      )}
    </>
  )
}

/** Several receipts that wait for one thing: what, how many, what to do, and the button. */
const Held = showing(['heldTogether'], function Held({ status }) {
  const { t } = useTranslation()
  const held = status?.heldTogether ?? []
  if (held.length === 0) return null
  const count = held.reduce((sum, each) => sum + each.count, 0)
  return (
    <Explained
      tone="bad"
      testId="held"
      title={t('held.title')}
      label={
        <>
          <OctagonPause size={18} aria-hidden="true" />
          {t('status.held', { count })}
        </>
      }
    >
      <HeldWords held={held} />
      <RetryHeld testId="retry-held-here" hasKey={false} />
    </Explained>
  )
})

/**
 * Which shift is open, where shifts are used; and that none is, because then nothing can be sold.
 */
const Shift = showing(['shift'], function Shift({ status }) {
  const ui = useUi()
  const { t } = useTranslation()
  const shift = status?.shift
  // Behind the lock only that there is one is told.
  if (shift === undefined || shift?.number === 0) return null
  return (
    <PressButton
      className={[styles.indicator, shift === null && styles.toneWait].filter(Boolean).join(' ')}
      data-testid="shift-status"
      onPress={() => ui.screen.getState().go('shift')}
    >
      <HandCoins size={18} aria-hidden="true" />
      {shift === null ? t('shifts.statusNone') : t('shifts.statusOpen', { number: shift.number })}
    </PressButton>
  )
})

/** Somebody uses a copy of this till's folder: two tills with the same sales. */
const CopyProven = showing(['copyProven'], function CopyProven({ status }) {
  const { t } = useTranslation()
  const count = status?.copyProven?.count ?? 0
  if (count === 0) return null
  return (
    <Explained
      tone="bad"
      testId="copy-proven"
      title={t('status.copyProven')}
      label={
        <>
          <CircleAlert size={18} aria-hidden="true" />
          {t('status.copyProven')}
        </>
      }
    >
      <p>{t('status.copyProvenText', { count })}</p>
    </Explained>
  )
})

/** Low while there is time to do something; full when nothing can be saved any more. */
const Disk = showing(['diskIsLow', 'diskIsFull'], function Disk({ status }) {
  const { t } = useTranslation()
  const isFull = status?.diskIsFull === true
  if (!isFull && status?.diskIsLow !== true) return null
  const title = t(isFull ? 'status.diskFull' : 'status.disk')
  return (
    <Explained
      tone={isFull ? 'bad' : 'wait'}
      testId="disk"
      title={title}
      label={
        <>
          <HardDrive size={18} aria-hidden="true" />
          {title}
        </>
      }
    >
      <p>{t(isFull ? 'status.diskFullText' : 'status.diskText')}</p>
    </Explained>
  )
})

/** Only when they run low: nobody needs a figure that is fine. */
const Folios = showing(['folioStock'], function Folios({ status }) {
  const { t } = useTranslation()
  const low = status?.folioStock.find((stock) => stock.isLow)
  if (low === undefined) return null
  const { documentType: type, left } = low
  const text =
    type === '61'
      ? t('returns.folios', { left })
      : type === '56'
        ? t('returns.debitFolios', { left })
        : t('status.folios', { left, type })
  return <Warning icon={Ticket} text={text} more={t('status.foliosText')} testId="folio-stock" />
})

function showReceipts(ui: ReturnType<typeof useUi>, onlyPending: boolean): void {
  ui.receipts.getState().setOnlyPending(onlyPending)
  ui.screen.getState().go('receipts')
}

/** All of them and nothing else, the latest opened: whoever presses it wants to settle them. */
function showAttention(ui: ReturnType<typeof useUi>): void {
  void ui.receipts.getState().setOnlyAttention(true, true)
  ui.screen.getState().go('receipts')
}

/** The time, renewed now and then and whenever `occasion` changes. */
function useNow(refreshMs: number, occasion: unknown): number {
  const [nowMs, setNowMs] = useState(() => browserNowMs())
  useEffect(() => {
    setNowMs(browserNowMs())
    const timer = setInterval(() => setNowMs(browserNowMs()), refreshMs)
    return () => clearInterval(timer)
  }, [refreshMs, occasion])
  return nowMs
}

/** An age in the largest unit that fits, never negative: clocks of a till may jump. */
function ageParts(ageMs: number): {
  readonly unit: 'now' | 'minutes' | 'hours' | 'days'
  readonly count: number
} {
  const minutes = Math.floor(Math.max(0, ageMs) / 60_000)
  if (minutes < 1) return { unit: 'now', count: 0 }
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  if (minutes < 48 * 60) return { unit: 'hours', count: Math.floor(minutes / 60) }
  return { unit: 'days', count: Math.floor(minutes / (24 * 60)) }
}

/** The copy on the stick is older than the owner wants. */
const SecondCopy = showing(['secondCopyDays'], function SecondCopy({ status }) {
  const { t } = useTranslation()
  const days = status?.secondCopyDays ?? null
  if (days === null) return null
  const title = t('support.due', { count: days })
  return <Warning icon={HardDrive} text={title} more={t('support.dueText')} testId="second-copy" />
})
