import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { CircleAlert, CircleCheckBig, Clock, Copy, ReceiptText } from 'lucide-react'
import type { ConnectionState } from '#shared/bridge/views.ts'
import type { CommittedSale } from '#shared/bridge/sale-views.ts'
import { formatClp } from '#shared/money/clp.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { useUi } from '../stores/till-ui.ts'
import { charsOf } from '../components/fit.ts'
import { useMethodName } from '../payment/method-name.ts'
import { CopyAnswer } from '../receipts/copy-told.tsx'
import { PaperView } from '../receipts/paper.tsx'
import { issuedOf, issueTone, paperToShow, shownState } from '../receipts/state-words.ts'
import { useSteadyTone } from './steady-tone.ts'
import { useFocusAtFirst, useReceiptOf } from './use-shown-sale.ts'
import tones from '../styles/tones.module.css'
import styles from './result.module.css'
import type { ReceiptDetail } from '#shared/bridge/receipt-views.ts'

/** What the customer reads from the other side of the counter, and whether the receipt is out. */
export function ResultScreen() {
  const ui = useUi()
  const { t } = useTranslation()
  const result = useStore(ui.payment, (state) => state.result)
  const detail = useReceiptOf(result?.saleId)
  const heading = useFocusAtFirst()
  if (result === null) return null
  const paper = detail === null ? null : paperToShow(detail.papers)
  const shown = formatClp(result.changeClp > 0 ? result.changeClp : result.toCollectClp)
  return (
    <main className={styles.screen}>
      <section className={styles.main}>
        <div>
          <h1 ref={heading} tabIndex={-1} className={styles.changeLabel}>
            {t(result.changeClp > 0 ? 'result.change' : 'result.paid')}
          </h1>
          <p className={styles.change} style={charsOf(shown)} data-testid="change">
            {shown}
          </p>
        </div>
        <Sums result={result} />
        <IssueBanner result={result} detail={detail} />
        <CopyAnswer detail={detail} />
        <div className={styles.actions}>
          <ActionButton
            action="nextSale"
            variant="primary"
            size="large"
            className={styles.next ?? ''}
            data-testid="next-sale"
          />
          <ActionButton
            action="viewReceipt"
            size="large"
            icon={<ReceiptText size={22} aria-hidden="true" />}
          />
          <ActionButton
            action="copy"
            size="large"
            icon={<Copy size={22} aria-hidden="true" />}
            isDisabled={detail?.folio == null && result.documentedBy === 'receipt'}
          />
        </div>
      </section>
      <aside className={styles.paperSide} aria-label={t('result.paper')} tabIndex={0}>
        <PaperView paper={paper} />
      </aside>
    </main>
  )
}

function Sums({ result }: { readonly result: CommittedSale }) {
  const { t } = useTranslation()
  const nameOf = useMethodName()
  const isSplit = result.payments.length > 1
  const [first] = result.payments
  const sums: readonly (readonly [string, string])[] = [
    // Paid to the peso by one method: the total stands large above already, so say by what.
    isPlain(result) && first
      ? [nameOf({ id: first.method, name: first.name }), formatClp(first.tenderedClp)]
      : [t('result.total'), formatClp(result.totalClp)],
    ...(result.roundingClp === 0
      ? []
      : [
          [
            t('payment.rounding'),
            (result.roundingClp > 0 ? '+' : '') + formatClp(result.roundingClp),
          ] as const,
        ]),
    ...(isSplit
      ? result.payments.map(
          ({ method, name, tenderedClp }) =>
            [nameOf({ id: method, name }), formatClp(tenderedClp)] as const,
        )
      : []),
    ...(isSplit || result.changeClp === 0
      ? []
      : [[t('result.tendered'), formatClp(result.tenderedClp)] as const]),
  ]
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

function isPlain({ payments, changeClp, roundingClp }: CommittedSale): boolean {
  return payments.length === 1 && changeClp === 0 && roundingClp === 0
}

/** Either issued, with its number, or saved and pending. Never anything between. */
function IssueBanner({
  result,
  detail,
}: {
  readonly result: CommittedSale
  readonly detail: ReceiptDetail | null
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const state =
    detail === null ? (result.documentedBy === 'voucher' ? 'none' : 'queued') : shownState(detail)
  const tone = useSteadyTone(issueTone(state), result.soldOffline || detail?.soldOffline === true)
  const Icon = tone === 'good' ? CircleCheckBig : tone === 'bad' ? CircleAlert : Clock
  const connection = useStore(ui.status, ({ status }) => status?.connection ?? 'checking')
  const words = resultWords(result, detail, connection)
  return (
    <div className={`${styles.state} ${tones[tone]}`} role="status" data-testid="issue-state">
      <Icon size={40} strokeWidth={1.7} aria-hidden="true" />
      <div>
        <p className={styles.stateTitle}>
          {state === 'numbered' && detail?.folio != null
            ? t(issuedOf(detail), { folio: detail.folio })
            : t(words.title)}
        </p>
        <p className={styles.stateText}>{t(words.text)}</p>
      </div>
    </div>
  )
}

const WAITING = {
  offline: 'result.offlineText',
  trouble: 'result.troubleText',
  slow: 'result.slowText',
  checking: 'result.slowText',
  online: 'result.slowText',
} as const

function resultWords(
  result: CommittedSale,
  detail: ReceiptDetail | null,
  connection: ConnectionState,
) {
  if (result.documentedBy === 'voucher')
    return { title: 'result.voucher', text: 'result.voucherText' } as const
  const state = detail === null ? null : shownState(detail)
  if (state === 'deleted' || state === 'deleting')
    return { title: `issue.${state}.name`, text: `issue.${state}.text` } as const
  if (detail?.issueState === 'rejected' || detail?.issueState === 'attention') {
    return { title: 'result.attention', text: 'result.attentionText' } as const
  }
  if (detail?.folio != null) return { title: 'result.pending', text: 'result.issuedText' } as const
  const hasSlip = result.soldOffline || detail?.soldOffline === true
  // What the bar below says of the connection is not contradicted here.
  return {
    title: 'result.pending',
    text: hasSlip ? WAITING[connection] : 'result.sendingText',
  } as const
}
