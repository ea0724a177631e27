import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SaleId } from '#shared/core/brand.ts'
import { ADDRESS_CHARS_MAX } from '#shared/delivery/address.ts'
import { callCore } from '../actions/counter.ts'
import { Field } from '../kit/field.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { CancelOrSubmit } from '../kit/submit-button.tsx'
import { useSending } from '../kit/use-sending.ts'
import { useUi } from '../stores/till-ui.ts'

/** Where a receipt goes: the customer's own address stands there already. */
export function MailDialog({ saleId }: { readonly saleId: SaleId }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [suggested, setSuggested] = useState('')
  const { problem, setProblem, send } = useSending()
  useEffect(() => {
    void callCore(ui, ui.port.saleMails(saleId)).then((answer) => {
      if (answer?.ok === true) setSuggested(answer.value.suggested)
    })
  }, [ui, saleId])
  const address = typed ?? suggested
  const submit = () =>
    send(async () => {
      const close = ui.screen.getState().closing()
      const answer = await ui.port.mailReceipt({ saleId, address })
      if (!answer.ok) return answer.refusal
      close()
      return null
    })
  return (
    <Sheet
      title={t('mail.title')}
      lead={t('mail.lead')}
      onSubmit={submit}
      actions={<CancelOrSubmit label={t('mail.submit')} testId="mail-submit" />}
    >
      <Field
        label={t('mail.address')}
        type="email"
        inputMode="email"
        autoFocus
        value={address}
        maxLength={ADDRESS_CHARS_MAX}
        onChange={(text) => {
          setTyped(text)
          setProblem(null)
        }}
        refusal={problem?.field === 'address' ? problem : null}
        testId="mail-address"
      />
      <RefusalNotice refusal={problem} shownAt={['address']} testId="mail-dialog-trouble" />
    </Sheet>
  )
}
