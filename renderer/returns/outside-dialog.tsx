import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutsideReceiptInput } from '#shared/bridge/returns.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { dateOf } from '#shared/sale/receipt-search.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { callCore } from '../actions/counter.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { useUi } from '../stores/till-ui.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { Segments } from '../components/choices.tsx'
import { Field } from '../components/field.tsx'
import { RefusalNotice } from '../components/notice.tsx'
import { Sheet } from '../components/sheet.tsx'
import { digits, shownClp } from '../shifts/opening-form.tsx'
import { numberIn } from '../stores/shift-store.ts'
import { openOutside } from '../actions/return-actions.ts'

const FIELDS: readonly string[] = ['folio', 'date', 'totalClp', 'buyerRut']
const NOTHING = { folio: '', date: '', totalClp: '', buyerRut: '' }

/** What stands on a receipt that this till has not issued; the core looks it up at the service. */
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
      <OutsideFields lookUp={lookUp} />
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
  const at = (field: string) => (problem?.field === field ? problem : null)
  return (
    <>
      <Segments
        label={t('returns.outsideType')}
        value={documentType}
        onChange={setType}
        options={[
          { value: '39', label: t('documents.39') },
          { value: '41', label: t('documents.41') },
        ]}
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
        label={t('returns.outsideTotal')}
        value={shownClp(typed.totalClp)}
        placeholder="$0"
        inputMode="numeric"
        onChange={(text) => change('totalClp')(digits(text))}
        refusal={at('totalClp')}
        testId="outside-total"
      />
      <Field
        label={t('returns.outsideBuyer')}
        value={typed.buyerRut}
        onChange={change('buyerRut')}
        maxLength={20}
        refusal={at('buyerRut')}
        testId="outside-buyer"
      />
      <RefusalNotice refusal={problem} shownAt={FIELDS} testId="outside-trouble" />
    </>
  )
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
  return { documentType, folio, date, totalClp, buyerRut: typed.buyerRut }
}
