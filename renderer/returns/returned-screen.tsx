import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { CircleAlert, CircleCheckBig, Clock } from 'lucide-react'
import type { CommittedReturn } from '#shared/returns/views.ts'
import { formatClp, sumClp, type Clp } from '#shared/money/clp.ts'
import { valeName } from '#shared/vales/vale.ts'
import { printGivenVale } from '../actions/return-actions.ts'
import { Button } from '../kit/button.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { CREDIT_ID, isCash, isVale } from '#shared/selling/payment/payment-method.ts'
import { namedInvoice } from '#shared/languages/document-words.ts'
import { useCoreWords } from '../kit/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import { useMethodName } from '../payment/method-name.ts'
import { issueTone, shownState } from '../actions/state-words.ts'
import results from '../result/result.module.css'
import { OutcomeScreen, Sums } from '../result/outcome-screen.tsx'
import { useSteadyTone } from '../result/steady-tone.ts'
import { useReceiptOf } from '../result/use-shown-sale.ts'
import tones from '../styles/tones.module.css'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

/** The money to hand over, in large, and whether the credit note is out. */
export function ReturnedScreen() {
  const ui = useUi()
  const { t } = useTranslation()
  const result = useStore(ui.returns, (state) => state.result)
  const detail = useReceiptOf(result?.saleId)
  if (result === null) return null
  const isKept = result.payments[0]?.method === CREDIT_ID
  return (
    <OutcomeScreen
      heading={<Way result={result} />}
      figure={formatClp(figureOf(result))}
      figureTestId="handed-over"
      remark={isKept ? <p>{t('returns.keptText')}</p> : <GivenVale result={result} />}
      detail={detail}
      next={{
        action: 'afterReturn',
        testId: 'after-return',
        words: t(isKept ? 'returns.exchange' : 'actions.afterReturn'),
      }}
      view="viewNote"
      copy="copyNote"
      mayCopy={detail?.folio != null}
      paperLabel={t('returns.paper')}
    >
      <OtherWays result={result} />
      <Rounding result={result} />
      <NoteBanner result={result} detail={detail} />
    </OutcomeScreen>
  )
}

function Way({ result }: { readonly result: CommittedReturn }) {
  const { t } = useTranslation()
  const nameOf = useMethodName()
  const payment = handedOver(result)[0] ?? result.payments.at(-1)
  if (payment !== undefined && isVale({ id: payment.method })) return t('vales.handOver')
  if (payment === undefined || isCash({ id: payment.method })) return t('returns.give')
  return payment.method === CREDIT_ID
    ? t('returns.kept')
    : t('returns.giveBy', { method: nameOf({ id: payment.method, name: payment.name }) })
}

/** By its way, the drawer's first: one figure never stands for money that goes two ways. */
function handedOver({ payments }: CommittedReturn): CommittedReturn['payments'] {
  const money = payments.filter(({ method }) => !isVale({ id: method }))
  return money.toSorted(
    (one, other) => Number(isCash({ id: other.method })) - Number(isCash({ id: one.method })),
  )
}

/** Money to hand over by the first way; where all of it went into a vale, what that is worth. */
function figureOf(result: CommittedReturn): Clp {
  const [first, ...others] = handedOver(result)
  if (first === undefined) return result.vale?.amountClp ?? sumClp([])
  const same = others.filter(({ method }) => method === first.method)
  return sumClp([first, ...same].map(({ toCollectClp }) => toCollectClp))
}

/** What goes back otherwise: a voucher's part at its terminal. */
function OtherWays({ result }: { readonly result: CommittedReturn }) {
  const { t } = useTranslation()
  const nameOf = useMethodName()
  const [first, ...others] = handedOver(result)
  const further = others.filter(({ method }) => method !== first?.method)
  if (further.length === 0) return null
  const sums = further.map(
    ({ method, name, toCollectClp }) =>
      [
        t('returns.giveBy', { method: nameOf({ id: method, name }) }),
        formatClp(toCollectClp),
      ] as const,
  )
  return (
    <div data-testid="other-ways">
      <Sums sums={sums} />
    </div>
  )
}

/** The vale is on paper: that it came out, or why not, and the way to it. */
function GivenVale({ result: { vale } }: { readonly result: CommittedReturn }) {
  const ui = useUi()
  const { t } = useTranslation()
  const trouble = useStore(ui.returns, (state) => state.valeTrouble)
  if (vale === null) return null
  const name = valeName(vale.number)
  return (
    <div data-testid="given-vale">
      <p>{t('vales.given', { name, amount: formatClp(vale.amountClp) })}</p>
      <RefusalNotice refusal={trouble ?? undefined} testId="vale-trouble" />
      {trouble !== null && (
        <Button onPress={() => void printGivenVale(ui, vale.number)} data-testid="print-vale">
          {t('vales.print')}
        </Button>
      )}
    </div>
  )
}

function Rounding({ result: { totalClp, roundingClp } }: { readonly result: CommittedReturn }) {
  const { t } = useTranslation()
  if (roundingClp === 0) return null
  const sums = [
    [t('returns.total'), formatClp(totalClp)],
    [t('payment.rounding'), (roundingClp > 0 ? '+' : '') + formatClp(roundingClp)],
  ] as const
  return <Sums sums={sums} />
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
  const words = useCoreWords()
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
        <p className={results.stateText}>
          {namedInvoice(t(text), detail?.returnOf?.documentType ?? '39', words)}
        </p>
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
