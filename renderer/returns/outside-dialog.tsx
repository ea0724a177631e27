import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutsideReceiptInput } from '#shared/returns/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { isInvoice } from '#shared/core/document-type.ts'
import { INVOICE_CHARS, INVOICE_FIELDS } from '#shared/selling/sale/decide-recipient.ts'
import { SpokenDocument, useDocumentWords } from '../kit/use-texts.ts'
import { dateOf } from '#shared/selling/sale/receipt-search.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { callCore } from '../actions/counter.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { useUi } from '../stores/till-ui.ts'
import { SubmitButton } from '../kit/submit-button.tsx'
import { Segments } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { digits, shownClp } from '../kit/typed-clp.tsx'
import { numberIn } from '../stores/typed-count.ts'
import { openOutside } from '../actions/return-actions.ts'

const NOTHING = {
  folio: '',
  date: '',
  totalClp: '',
  buyerRut: '',
  legalName: '',
  activity: '',
  address: '',
  commune: '',
}
const RECEIPT_FIELDS: readonly string[] = ['folio', 'date', 'totalClp', 'buyerRut']
const INVOICE_TEXTS = ['legalName', ...INVOICE_FIELDS] as const
const TYPES = ['39', '41', '33', '34'] as const

/**
 * What stands on a receipt or invoice that this till has not issued; the core looks it up at the
 * service.
 */
export function OutsideDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const lookUp = useLookUp()
  return (
    <Sheet
      title={t('returns.outsideTitle')}
      lead={t('returns.outsideLead')}
      onClose={ui.screen.getState().close}
      onSubmit={() => void lookUp.run()}
      actions={
        <SubmitButton
          label={t(lookUp.isBusy ? 'returns.outsideLooking' : 'returns.outsideLook')}
          isDisabled={lookUp.isBusy}
          testId="outside-look"
        />
      }
    >
      <SpokenDocument value={lookUp.documentType}>
        <OutsideFields lookUp={lookUp} />
      </SpokenDocument>
    </Sheet>
  )
}

type LookUp = ReturnType<typeof useLookUp>

function useLookUp() {
  const ui = useUi()
  const [documentType, setType] = useState<OutsideReceiptInput['documentType']>('39')
  const [typed, setTyped] = useState(NOTHING)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const change = (field: keyof typeof NOTHING) => (text: string) => {
    setTyped((before) => ({ ...before, [field]: text }))
    setProblem(null)
  }
  const run = async () => {
    if (isBusy) return
    const read = receiptIn(documentType, typed)
    if ('code' in read) return setProblem(read)
    setBusy(true)
    const answer = await callCore(ui, ui.port.lookUpOutside(read))
    setBusy(false)
    if (answer?.ok === true) return openOutside(ui, answer.value)
    ui.sounds.refuse()
    if (answer !== null) setProblem(answer.refusal)
  }
  return { documentType, setType, typed, change, problem, isBusy, run }
}

function OutsideFields({ lookUp }: { readonly lookUp: LookUp }) {
  const { documentType, setType, typed, change, problem } = lookUp
  const { t } = useTranslation()
  const say = useDocumentWords()
  const ofInvoice = isInvoice(documentType)
  const at = (field: string) => (problem?.field === field ? problem : null)
  return (
    <>
      <Segments
        label={t('returns.outsideType')}
        value={documentType}
        onChange={setType}
        options={TYPES.map((value) => ({
          value,
          label: t(`documents.${value}`),
          testId: `outside-type-${value}`,
        }))}
      />
      <Field
        label={t('returns.outsideFolio')}
        value={typed.folio}
        onChange={(text) => change('folio')(digits(text))}
        autoFocus
        inputMode="numeric"
        maxLength={10}
        refusal={at('folio')}
        testId="outside-folio"
      />
      <Field
        label={t('returns.outsideDate')}
        value={typed.date}
        onChange={change('date')}
        placeholder={t('returns.outsideDateLike')}
        maxLength={10}
        refusal={at('date')}
        testId="outside-date"
      />
      <Field
        label={say(t('returns.outside.total'))}
        value={shownClp(typed.totalClp)}
        placeholder="$0"
        inputMode="numeric"
        onChange={(text) => change('totalClp')(digits(text))}
        refusal={at('totalClp')}
        testId="outside-total"
      />
      <Field
        label={t(ofInvoice ? 'invoice.buyer' : 'returns.outside.buyer')}
        hint={ofInvoice ? t('returns.outsideKnown') : undefined}
        value={typed.buyerRut}
        onChange={change('buyerRut')}
        maxLength={20}
        refusal={at('buyerRut')}
        testId="outside-buyer"
      />
      {ofInvoice && <BuyerFields lookUp={lookUp} />}
      <RefusalNotice
        refusal={problem}
        shownAt={ofInvoice ? Object.keys(NOTHING) : RECEIPT_FIELDS}
        testId="outside-trouble"
      />
    </>
  )
}

/** What an invoice says of its buyer beside the RUT. */
function BuyerFields({ lookUp: { typed, change, problem } }: { readonly lookUp: LookUp }) {
  const { t } = useTranslation()
  return INVOICE_TEXTS.map((field) => (
    <Field
      key={field}
      label={t(field === 'legalName' ? 'customer.name' : `invoice.${field}`)}
      value={typed[field]}
      onChange={change(field)}
      maxLength={INVOICE_CHARS[field]}
      refusal={problem?.field === field ? problem : null}
      testId={`outside-${field}`}
    />
  ))
}

function receiptIn(
  documentType: OutsideReceiptInput['documentType'],
  typed: typeof NOTHING,
): OutsideReceiptInput | Refusal {
  const [folio, totalClp] = [numberIn(typed.folio), numberIn(typed.totalClp)]
  if (!Number.isSafeInteger(folio) || folio < 1) return refusal('OUTSIDE_FOLIO_REQUIRED', 'folio')
  const date = dateOf(typed.date.trim().toLowerCase(), santiagoDate(browserNowMs() as EpochMs))
  if (date === null) return refusal('OUTSIDE_DATE_NOT_READ', 'date')
  if (!Number.isSafeInteger(totalClp) || totalClp < 1)
    return refusal('OUTSIDE_TOTAL_REQUIRED', 'totalClp')
  const { buyerRut, legalName, activity, address, commune } = typed
  const buyer = isInvoice(documentType) ? { legalName, activity, address, commune } : undefined
  return { documentType, folio, date, totalClp, buyerRut, buyer }
}
