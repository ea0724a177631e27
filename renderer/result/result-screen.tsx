import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { CircleAlert, CircleCheckBig, Clock, Gift, MessageCircle } from 'lucide-react'
import type { ConnectionState } from '#shared/issuing/status.ts'
import type { CommittedSale } from '#shared/selling/views.ts'
import { formatClp } from '#shared/money/clp.ts'
import { documentedParts } from '#shared/selling/sale/decide-payment.ts'
import { ActionButton } from '../kit/action-button.tsx'
import { PhonePageCode } from '../pages/phone-page.tsx'
import { useUi } from '../stores/till-ui.ts'
import { useMethodName } from '../payment/method-name.ts'
import { PaperQuestions } from '../receipts/paper-question.tsx'
import { printOf } from '../receipts/print-label.ts'
import { issuedOf, issueTone, shownState } from '../actions/state-words.ts'
import { MailButton, SaleMails } from '../mail/sale-mails.tsx'
import { SpokenDocument, useDocumentWords } from '../kit/use-texts.ts'
import { OutcomeScreen, Sums } from './outcome-screen.tsx'
import { useSteadyTone } from './steady-tone.ts'
import { useReceiptOf } from './use-shown-sale.ts'
import tones from '../styles/tones.module.css'
import styles from './result.module.css'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

/** What the customer reads from the other side of the counter, and whether the receipt is out. */
export function ResultScreen() {
  const result = useStore(useUi().payment, (state) => state.result)
  if (result === null) return null
  return (
    <SpokenDocument value={result.documentType}>
      <Outcome result={result} />
    </SpokenDocument>
  )
}

function Outcome({ result }: { readonly result: CommittedSale }) {
  const { t } = useTranslation()
  const say = useDocumentWords()
  const detail = useReceiptOf(result.saleId)
  return (
    <OutcomeScreen
      heading={t(result.changeClp > 0 ? 'result.change' : 'result.paid')}
      figure={formatClp(result.changeClp > 0 ? result.changeClp : result.toCollectClp)}
      figureTestId="change"
      detail={detail}
      next={{ action: 'nextSale', testId: 'next-sale' }}
      view="viewReceipt"
      copy="copy"
      more={
        <>
          <More detail={detail} />
          <MailButton saleId={result.saleId} detail={detail} size="large" />
        </>
      }
      told={<SaleMails saleId={result.saleId} detail={detail} />}
      beside={<PhonePageCode saleId={result.saleId} hasPage={detail?.hasPage === true} />}
      mayCopy={detail === null ? result.documentedBy !== 'receipt' : printOf(detail) !== null}
      paperLabel={say(t('result.paper'))}
    >
      <SaleSums result={result} />
      <IssueBanner result={result} detail={detail} />
      {detail !== null && <PaperQuestions detail={detail} />}
    </OutcomeScreen>
  )
}

function More({ detail }: { readonly detail: ReceiptDetail | null }) {
  return (
    <>
      <ActionButton
        action="gift"
        size="large"
        icon={<Gift size={22} aria-hidden="true" />}
        data-testid="print-gift"
      />
      {detail?.hasPage === true && (
        <ActionButton
          action="whatsapp"
          size="large"
          icon={<MessageCircle size={22} aria-hidden="true" />}
          data-testid="whatsapp"
        />
      )}
    </>
  )
}

function SaleSums({ result }: { readonly result: CommittedSale }) {
  const { t } = useTranslation()
  const nameOf = useMethodName()
  const isSplit = result.payments.length > 1
  const [first] = result.payments
  const documents = documentedParts(result.payments)
  const sums: readonly (readonly [string, string])[] = [
    // Paid to the peso by one method: the total stands large above already, so say by what.
    isPlain(result) && first
      ? [nameOf({ id: first.method, name: first.name }), formatClp(first.tenderedClp)]
      : [t('result.total'), formatClp(result.totalClp)],
    ...(documents === null
      ? []
      : [
          [t('result.byReceipt'), formatClp(documents.receiptClp)] as const,
          [t('result.byVoucher'), formatClp(documents.voucherClp)] as const,
        ]),
    ...(result.tipClp === 0 ? [] : [[t('tips.title'), formatClp(result.tipClp)] as const]),
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
  return <Sums sums={sums} />
}

function isPlain({ payments, changeClp, roundingClp, tipClp }: CommittedSale): boolean {
  return payments.length === 1 && changeClp === 0 && roundingClp === 0 && tipClp === 0
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
  const say = useDocumentWords()
  const state =
    detail === null ? (result.documentedBy !== 'receipt' ? 'none' : 'queued') : shownState(detail)
  const steady = useSteadyTone(issueTone(state), result.soldOffline || detail?.soldOffline === true)
  const isPaperMissing = detail?.isUnprinted === true || detail?.receiptPrintState === 'held'
  const tone = steady === 'good' && isPaperMissing ? 'wait' : steady
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
            : say(t(words.title))}
        </p>
        <p className={styles.stateText}>{say(t(words.text))}</p>
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

/** What becomes of the paper is promised only while it does come by itself. */
const PAPER_TEXTS = {
  sent: 'result.printedText',
  printed: 'result.printedText',
  held: 'result.heldText',
  asking: 'result.unprintedText',
  unknown: 'result.unprintedText',
  failed: 'result.unprintedText',
  dropped: 'result.noPaperText',
} as const satisfies Partial<Record<ReceiptDetail['receiptPrintState'], string>>

function paperText({ receiptPrintState, isUnprinted }: ReceiptDetail) {
  if (isUnprinted) return 'result.unprintedText'
  return receiptPrintState in PAPER_TEXTS
    ? PAPER_TEXTS[receiptPrintState as keyof typeof PAPER_TEXTS]
    : 'result.issuedText'
}

/** Nothing prints itself, and there is no slip to hand over. */
function unprintedText({ folio }: ReceiptDetail, connection: ConnectionState) {
  if (folio !== null) return 'pages.issuedText'
  return connection === 'online' ? 'result.sendingText' : 'pages.pendingText'
}

function resultWords(
  result: CommittedSale,
  detail: ReceiptDetail | null,
  connection: ConnectionState,
) {
  if (result.documentedBy !== 'receipt')
    return { title: 'result.voucher', text: 'result.voucherText' } as const
  const hasSlip = result.soldOffline || detail?.soldOffline === true
  // What the bar below says of the connection is not contradicted here.
  const waiting = hasSlip ? WAITING[connection] : 'result.sendingText'
  return (
    (detail && receiptWords(detail, connection)) ??
    ({ title: 'result.pending', text: waiting } as const)
  )
}

/** Null while nothing more is known than that it waits. */
function receiptWords(detail: ReceiptDetail, connection: ConnectionState) {
  const state = shownState(detail)
  if (state === 'deleted' || state === 'deleting')
    return { title: `issue.${state}.name`, text: `issue.${state}.text` } as const
  if (detail.issueState === 'rejected' || detail.issueState === 'attention')
    return { title: 'result.attention', text: 'result.attentionText' } as const
  if (detail.receiptPrintState === 'unwanted')
    return { title: 'result.pending', text: unprintedText(detail, connection) } as const
  return detail.folio === null
    ? null
    : ({ title: 'result.pending', text: paperText(detail) } as const)
}
