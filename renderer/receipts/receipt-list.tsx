import type { TFunction } from 'i18next'
import { memo, useCallback, useEffect, useRef } from 'react'
import { Button } from 'react-aria-components'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ArrowLeft, CircleCheckBig, Mail, MailCheck, MailWarning, SearchX } from 'lucide-react'
import type { SaleId } from '#shared/core/brand.ts'
import { isInvoice } from '#shared/core/document-type.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { santiagoTime } from '#shared/time/santiago.ts'
import { useUi } from '../stores/till-ui.ts'
import { keyOf } from '../actions/registry.ts'
import { isFromReport } from '../actions/report-actions.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { KeyCap } from '../kit/button.tsx'
import { Segments } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { useMethodName } from '../payment/method-name.ts'
import { EmptyState, Tag } from '../kit/notice.tsx'
import { Unread } from '../kit/unread.tsx'
import { HeldWords, RetryHeld, useHeld } from './held-together.tsx'
import { LatePapers } from './paper-question.tsx'
import { dayAndMonth, folioOf, issueTone, shownState, titleOf } from '../actions/state-words.ts'
import { SeenNote } from '../kit/seen-note.tsx'
import { useSteadyRows } from './steady-rows.ts'
import rowStyles from '../styles/rows.module.css'
import styles from './receipts.module.css'
import type { ReceiptRow } from '#shared/receipts/views.ts'

export function ReceiptList() {
  const ui = useUi()
  const { t } = useTranslation()
  const text = useStore(ui.receipts, (state) => state.text)
  return (
    <section className={styles.listSide} aria-label={t('receipts.title')}>
      <div className={styles.listHead}>
        <h1 className={styles.title}>{t('receipts.title')}</h1>
        <BackToReport />
        <Field
          label={t('receipts.search')}
          value={text}
          onChange={(next) => ui.receipts.getState().setText(next)}
          maxLength={80}
          placeholder={t('receipts.searchPlaceholder')}
          focusName="receipts"
          testId="receipts-search"
          keyName={keyOf('searchReceipts')}
        />
        <Filter />
        <SeenNote />
        <HeldTogether />
        <LatePapers />
        <ActionButton action="returnOutside" variant="quiet" data-testid="return-outside" />
        <ActionButton action="openVales" variant="quiet" data-testid="open-vales" />
      </div>
      <Rows />
    </section>
  )
}

function BackToReport() {
  const ui = useUi()
  const isFrom = useStore(ui.reports, () => isFromReport(ui))
  return isFrom ? (
    <ActionButton
      action="backToReport"
      icon={<ArrowLeft size={20} aria-hidden="true" />}
      data-testid="back-to-report"
    />
  ) : null
}

function Filter() {
  const ui = useUi()
  const { t } = useTranslation()
  const { onlyPending, onlyUnprinted, onlyAttention } = useStore(ui.receipts)
  const attentionCount = useStore(ui.status, (state) => state.status?.attentionCount ?? 0)
  const pendingCount = useStore(ui.status, ({ status }) =>
    status === null ? 0 : status.pendingCount + status.deletingCount,
  )
  const unprintedCount = useStore(ui.status, (state) => state.status?.unprintedCount ?? 0)
  return (
    <Segments
      label={t('receipts.filter')}
      isLabelHidden
      value={
        onlyAttention ? 'attention' : onlyUnprinted ? 'unprinted' : onlyPending ? 'pending' : 'all'
      }
      onChange={(value) => {
        if (value === 'attention') void ui.receipts.getState().setOnlyAttention(true)
        else if (value === 'unprinted') void ui.receipts.getState().setOnlyUnprinted(true)
        else ui.receipts.getState().setOnlyPending(value === 'pending')
      }}
      options={[
        { value: 'all', label: t('receipts.all') },
        {
          value: 'pending',
          label: (
            <>
              {t('receipts.pending', { count: pendingCount })}
              <KeyCap name={keyOf('onlyPending')} />
            </>
          ),
          testId: 'only-pending',
        },
        // Nobody needs a filter for what is in order.
        ...(unprintedCount > 0 || onlyUnprinted
          ? [
              {
                value: 'unprinted' as const,
                label: t('receipts.unprinted', { count: unprintedCount }),
                testId: 'only-unprinted',
              },
            ]
          : []),
        ...(attentionCount > 0 || onlyAttention
          ? [
              {
                value: 'attention' as const,
                label: t('receipts.attention', { count: attentionCount }),
                testId: 'only-attention',
              },
            ]
          : []),
      ]}
    />
  )
}

const ROW_HEIGHT_PX = 76

function Rows() {
  const ui = useUi()
  const {
    rows: latest,
    rowsFor,
    phase,
    selected,
    text,
    onlyPending,
    onlyUnprinted,
    onlyAttention,
  } = useStore(ui.receipts)
  const { rows, meant, hand } = useSteadyRows(latest, rowsFor)
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 6,
  })
  const choose = useCallback(
    (saleId: SaleId, isByHand: boolean) => {
      void ui.receipts.getState().select((isByHand ? meant.current : null) ?? saleId)
    },
    [ui, meant],
  )
  const items = virtualizer.getVirtualItems()
  useMoreRows(items.at(-1)?.index ?? 0, rows.length)

  if (phase === 'failed') return <Failed />
  if (phase === 'ready' && rows.length === 0) {
    return (
      <NoRows
        isSearch={text !== ''}
        isPending={onlyPending}
        isUnprinted={onlyUnprinted}
        isAttention={onlyAttention}
      />
    )
  }
  return (
    <div ref={scroller} className={styles.list} tabIndex={-1} {...hand}>
      <div
        className={styles.rows}
        style={{ height: virtualizer.getTotalSize() }}
        role="list"
        aria-busy={phase === 'loading'}
      >
        {items.map((item) => {
          const row = rows[item.index]
          return (
            row && (
              <div
                key={row.saleId}
                className={styles.rowPlace}
                role="listitem"
                aria-setsize={rows.length}
                aria-posinset={item.index + 1}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <Row onChoose={choose} row={row} isSelected={row.saleId === selected} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

/** The next page is asked for when this many rows are left below. */
const ROWS_AHEAD = 20

/** The next page is asked for before the last row is on the screen. */
function useMoreRows(lastIndex: number, count: number): void {
  const ui = useUi()
  useEffect(() => {
    if (lastIndex >= count - ROWS_AHEAD) void ui.receipts.getState().loadMore()
  }, [ui, lastIndex, count])
}

function Failed() {
  const ui = useUi()
  const { t } = useTranslation()
  return <Unread title={t('receipts.failed')} onRetry={() => void ui.receipts.getState().load()} />
}

interface RowProps {
  readonly row: ReceiptRow
  readonly isSelected: boolean
  readonly onChoose: (saleId: SaleId, isByHand: boolean) => void
}

const Row = memo(function Row({ row, isSelected, onChoose }: RowProps) {
  const { t } = useTranslation()
  const nameOf = useMethodName()
  const state = shownState(row)
  return (
    <Button
      className={styles.row ?? ''}
      aria-current={isSelected}
      data-testid="receipt-row"
      onPress={({ pointerType }) =>
        onChoose(row.saleId, pointerType !== 'keyboard' && pointerType !== 'virtual')
      }
    >
      <span className={styles.rowFolio}>
        {row.folio !== null ? t(folioOf(row), { folio: row.folio }) : t(titleOf(row))}
      </span>
      <span className={rowStyles.rowTotal}>
        {formatClp(row.documentType === '61' ? clp(-row.totalClp) : row.totalClp)}
      </span>
      <span className={rowStyles.rowMeta}>
        {/* What came back is worth more than the hour, and both do not fit beside the state. */}
        {row.isTrial === true && `${t('receipts.isTrial')} · `}
        {dayAndMonth(row.soldAt)}
        {row.returnedClp > 0
          ? ` · ${backOf(t, row)}`
          : ` ${santiagoTime(row.soldAt).slice(0, 5)} · ${row.payments.length === 0 ? t('change.ofDocument') : row.payments.map(({ method, name }) => nameOf({ id: method, name })).join(' + ')}`}
      </span>
      <span className={`${rowStyles.rowState} ${styles.rowMarks}`}>
        <MailMark mail={row.mail} />
        {/* A green word beside a red one would be read instead of it. */}
        {row.isUnprinted && issueTone(state) === 'good' ? (
          <Tag tone="bad" testId="receipt-unprinted">
            {t('receipts.isUnprinted')}
          </Tag>
        ) : (
          <Tag tone={issueTone(state)} testId="receipt-state">
            {t(`issue.${state}.name`)}
          </Tag>
        )}
      </span>
    </Button>
  )
})

const MAIL_ICONS = { sent: MailCheck, waiting: Mail, failed: MailWarning } as const

/** Its shape says it too, not its colour alone. */
function MailMark({ mail }: Pick<ReceiptRow, 'mail'>) {
  const { t } = useTranslation()
  if (mail === null) return null
  const Icon = MAIL_ICONS[mail]
  return (
    <Icon
      size={18}
      role="img"
      aria-label={t(`mail.marks.${mail}`)}
      className={styles.mailMark}
      data-mail={mail}
      data-testid="receipt-mail"
    />
  )
}

interface NoRowsProps {
  readonly isSearch: boolean
  readonly isPending: boolean
  readonly isUnprinted: boolean
  readonly isAttention: boolean
}

function NoRows({ isSearch, isPending, isUnprinted, isAttention }: NoRowsProps) {
  const { t } = useTranslation()
  if (isSearch)
    return (
      <EmptyState icon={<SearchX size={30} />} title={t('receipts.nothingFound')}>
        {t('receipts.nothingFoundHint')}
      </EmptyState>
    )
  if (isAttention) {
    return (
      <EmptyState icon={<CircleCheckBig size={30} />} title={t('receipts.noneAttention')}>
        {t('receipts.noneAttentionHint')}
      </EmptyState>
    )
  }
  if (isUnprinted) {
    return (
      <EmptyState icon={<CircleCheckBig size={30} />} title={t('receipts.noneUnprinted')}>
        {t('receipts.noneUnprintedHint')}
      </EmptyState>
    )
  }
  if (isPending)
    return (
      <EmptyState icon={<CircleCheckBig size={30} />} title={t('receipts.nonePending')}>
        {t('receipts.nonePendingHint')}
      </EmptyState>
    )
  return (
    <EmptyState icon={<CircleCheckBig size={30} />} title={t('receipts.none')}>
      {t('receipts.noneHint')}
    </EmptyState>
  )
}

/** Of a return, that it was undone; of a sale, how much of it came back. */
function backOf(
  t: TFunction,
  { documentType, returnedClp, totalClp, isChanged }: ReceiptRow,
): string {
  if (isChanged === true)
    return t(isInvoice(documentType) ? 'change.wasForReceipt' : 'change.wasForInvoice')
  if (documentType === '61') return t('returns.undone')
  return returnedClp === totalClp
    ? t('returns.returnedWhole')
    : t('returns.returned', { amount: formatClp(returnedClp) })
}

function HeldTogether() {
  const { t } = useTranslation()
  const held = useHeld()
  if (held.length === 0) return null
  return (
    <section className={styles.question} aria-label={t('held.title')} data-testid="held-together">
      <h2 className={styles.questionTitle}>{t('held.title')}</h2>
      <HeldWords held={held} />
      <div className={styles.questionAnswers}>
        <RetryHeld testId="retry-held" />
      </div>
    </section>
  )
}
