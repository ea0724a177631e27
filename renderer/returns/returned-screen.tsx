import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { CircleAlert, CircleCheckBig, Clock, Copy, ReceiptText } from 'lucide-react'
import type { CommittedReturn } from '#shared/bridge/returns.ts'
import { formatClp } from '#shared/money/clp.ts'
import { CREDIT_ID, isCash } from '#shared/payment/payment-method.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { useUi } from '../stores/till-ui.ts'
import { charsOf } from '../components/fit.ts'
import { useMethodName } from '../payment/method-name.ts'
import { CopyAnswer } from '../receipts/copy-told.tsx'
import { PaperView } from '../receipts/paper.tsx'
import { issueTone, paperToShow, shownState } from '../receipts/state-words.ts'
import results from '../result/result.module.css'
import { useSteadyTone } from '../result/steady-tone.ts'
import { useFocusAtFirst, useReceiptOf } from '../result/use-shown-sale.ts'
import tones from '../styles/tones.module.css'
import type { ReceiptDetail } from '#shared/bridge/receipt-views.ts'

/** The money to hand over, in large, and whether the credit note is out. */
export function ReturnedScreen() {
  const ui = useUi()
  const { t } = useTranslation()
  const result = useStore(ui.returns, (state) => state.result)
  const detail = useReceiptOf(result?.saleId)
  const heading = useFocusAtFirst()
  if (result === null) return null
  const isKept = result.payments[0]?.method === CREDIT_ID
  return (
    <main className={results.screen}>
      <section className={results.main}>
        <div>
          <h1 ref={heading} tabIndex={-1} className={results.changeLabel}>
            <Way result={result} />
          </h1>
          <p
            className={results.change}
            style={charsOf(formatClp(result.toCollectClp))}
            data-testid="handed-over"
          >
            {formatClp(result.toCollectClp)}
          </p>
          {isKept && <p>{t('returns.keptText')}</p>}
        </div>
        <Rounding result={result} />
        <NoteBanner result={result} detail={detail} />
        <CopyAnswer detail={detail} />
        <div className={results.actions}>
          <ActionButton
            action="afterReturn"
            variant="primary"
            size="large"
            className={results.next ?? ''}
            data-testid="after-return"
          >
            {t(isKept ? 'returns.exchange' : 'actions.afterReturn')}
          </ActionButton>
          <ActionButton
            action="viewNote"
            size="large"
            icon={<ReceiptText size={22} aria-hidden="true" />}
          />
          <ActionButton
            action="copyNote"
            size="large"
            icon={<Copy size={22} aria-hidden="true" />}
            isDisabled={detail?.folio == null}
          />
        </div>
      </section>
      <aside className={results.paperSide} aria-label={t('returns.paper')} tabIndex={0}>
        <PaperView paper={detail === null ? null : paperToShow(detail.papers)} />
      </aside>
    </main>
  )
}

function Way({ result }: { readonly result: CommittedReturn }) {
  const { t } = useTranslation()
  const nameOf = useMethodName()
  const [payment] = result.payments
  if (payment === undefined || isCash({ id: payment.method })) return t('returns.give')
  return payment.method === CREDIT_ID
    ? t('returns.kept')
    : t('returns.giveBy', { method: nameOf({ id: payment.method, name: payment.name }) })
}

function Rounding({ result: { totalClp, roundingClp } }: { readonly result: CommittedReturn }) {
  const { t } = useTranslation()
  if (roundingClp === 0) return null
  return (
    <dl className={results.sums}>
      <div className={results.sum}>
        <dt className={results.sumLabel}>{t('returns.total')}</dt>
        <dd className={results.sumValue}>{formatClp(totalClp)}</dd>
      </div>
      <div className={results.sum}>
        <dt className={results.sumLabel}>{t('payment.rounding')}</dt>
        <dd className={results.sumValue}>
          {(roundingClp > 0 ? '+' : '') + formatClp(roundingClp)}
        </dd>
      </div>
    </dl>
  )
}

/** Either issued, with its number, or saved and pending. Never anything between. */
function NoteBanner({
  result,
  detail,
}: {
  readonly result: CommittedReturn
  readonly detail: ReceiptDetail | null
}) {
  const { t } = useTranslation()
  const isKnownToWait = result.soldOffline || detail?.returnOf?.folio === null
  const tone = useSteadyTone(
    issueTone(detail === null ? 'queued' : shownState(detail)),
    isKnownToWait,
  )
  const Icon = tone === 'good' ? CircleCheckBig : tone === 'bad' ? CircleAlert : Clock
  const { title, text } = noteWords(result, detail)
  return (
    <div className={`${results.state} ${tones[tone]}`} role="status" data-testid="issue-state">
      <Icon size={40} strokeWidth={1.7} aria-hidden="true" />
      <div>
        <p className={results.stateTitle}>
          {detail?.folio != null ? t('returns.issued', { folio: detail.folio }) : t(title)}
        </p>
        <p className={results.stateText}>{t(text)}</p>
      </div>
    </div>
  )
}

function noteWords(result: CommittedReturn, detail: ReceiptDetail | null) {
  if (detail?.issueState === 'rejected' || detail?.issueState === 'attention') {
    return { title: 'returns.attention', text: 'returns.attentionText' } as const
  }
  if (detail?.folio != null) return { title: 'returns.saved', text: 'returns.issuedText' } as const
  if (detail?.returnOf?.folio === null)
    return { title: 'returns.saved', text: 'returns.waitsText' } as const
  return {
    title: 'returns.saved',
    text: result.soldOffline ? 'returns.offlineText' : 'returns.sendingText',
  } as const
}
