import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Copy, ReceiptText } from 'lucide-react'
import type { ActionId } from '../actions/registry.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { charsOf } from '../kit/fit.ts'
import { CopyAnswer } from '../receipts/copy-told.tsx'
import { PaperView } from '../receipts/paper.tsx'
import { usePrintLabel } from '../receipts/print-label.ts'
import { paperToShow } from '../actions/state-words.ts'
import { useFocusAtFirst } from './use-shown-sale.ts'
import styles from './result.module.css'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

interface Outcome {
  readonly heading: ReactNode
  /** Read from the other side of the counter. */
  readonly figure: string
  readonly figureTestId: string
  /** Under the figure. */
  readonly remark?: ReactNode
  readonly detail: ReceiptDetail | null
  /** Sums, and whether the document is out. */
  readonly children: ReactNode
  readonly next: {
    readonly action: ActionId
    readonly testId: string
    /** Other words than the action's own. */
    readonly words?: string
  }
  /** What comes later is told below the key that goes on: it stays under the finger. */
  readonly told?: ReactNode
  readonly view: ActionId
  readonly copy: ActionId
  readonly mayCopy: boolean
  /** Further papers. */
  readonly more?: ReactNode
  readonly paperLabel: string
  /** Above the paper. */
  readonly beside?: ReactNode
}

/** What a sale or a return came to: one figure in large, what is done next, the paper beside. */
export function OutcomeScreen(outcome: Outcome) {
  const { detail, figure } = outcome
  const heading = useFocusAtFirst()
  const { t } = useTranslation()
  const printLabel = usePrintLabel(detail)
  return (
    <main className={styles.screen}>
      <section className={styles.main}>
        <div>
          <h1 ref={heading} tabIndex={-1} className={styles.changeLabel}>
            {outcome.heading}
          </h1>
          <p className={styles.change} style={charsOf(figure)} data-testid={outcome.figureTestId}>
            {figure}
          </p>
          {outcome.remark}
        </div>
        {outcome.children}
        <ActionButton
          action={outcome.next.action}
          variant="primary"
          size="large"
          className={styles.next ?? ''}
          data-testid={outcome.next.testId}
        >
          {outcome.next.words}
        </ActionButton>
        {outcome.told}
        <CopyAnswer detail={detail} />
        <div className={styles.actions}>
          <ActionButton
            action={outcome.view}
            size="large"
            icon={<ReceiptText size={22} aria-hidden="true" />}
          />
          <ActionButton
            action={outcome.copy}
            size="large"
            icon={<Copy size={22} aria-hidden="true" />}
            isDisabled={!outcome.mayCopy}
            {...printLabel}
            data-testid="copy"
          />
          {outcome.more}
        </div>
      </section>
      <aside className={styles.paperSide} aria-label={outcome.paperLabel} tabIndex={0}>
        {outcome.beside}
        {detail?.receiptPrintState === 'unwanted' ? (
          <p>{t('pages.nothingPrinted')}</p>
        ) : (
          <PaperView paper={detail === null ? null : paperToShow(detail.papers)} />
        )}
      </aside>
    </main>
  )
}

/** Sums in small, each with its name. */
export function Sums({ sums }: { readonly sums: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.sums}>
      {sums.map(([label, value], index) => (
        <div key={index} className={styles.sum}>
          <dt className={styles.sumLabel}>{label}</dt>
          <dd className={styles.sumValue}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
