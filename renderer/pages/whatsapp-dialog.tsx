import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ScreenCode } from '#shared/bridge/phone-page.ts'
import { Field, useTyped } from '../components/field.tsx'
import { Sheet } from '../components/sheet.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { useSending } from '../components/use-sending.ts'
import { RefusalNotice } from '../components/notice.tsx'
import { useUi } from '../stores/till-ui.ts'
import { CodePicture } from './code-picture.tsx'
import styles from './pages.module.css'

const PHONE_CHARS_MAX = 20

/**
 * The receipt's page by WhatsApp: the till opens nothing of the internet, so a phone of the shop
 * reads the message from the screen. The number is kept nowhere.
 */
export function WhatsappDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const saleId = useStore(ui.receipts, ({ detail }) => detail?.saleId ?? null)
  const [code, setCode] = useState<ScreenCode | null>(null)
  const { problem, setProblem, isBusy, send } = useSending()
  const { text: phone, field } = useTyped('', () => {
    setCode(null)
    setProblem(null)
  })
  if (saleId === null) return null
  const prepare = () =>
    void send(async () => {
      const made = await ui.port.whatsapp({ saleId, phone })
      setCode(made.ok ? made.value.code : null)
      return made.ok ? null : made.refusal
    })
  return (
    <Sheet
      title={t('actions.whatsapp')}
      onSubmit={prepare}
      actions={<SubmitButton label={t('pages.send')} testId="whatsapp-send" isDisabled={isBusy} />}
    >
      <div className={styles.sheet}>
        <Field
          label={t('pages.phone')}
          type="tel"
          inputMode="tel"
          placeholder="+56 9 1234 5678"
          hint={t('pages.phoneHelp')}
          autoFocus
          maxLength={PHONE_CHARS_MAX}
          {...field}
          refusal={problem?.field === 'phone' ? problem : null}
          testId="whatsapp-phone"
        />
        <RefusalNotice refusal={problem} shownAt={['phone']} />
        {code !== null && (
          <div role="status" className={styles.page} data-testid="whatsapp-code">
            <CodePicture code={code} name={t('actions.whatsapp')} />
            <p>{t('pages.orScan')}</p>
          </div>
        )}
      </div>
    </Sheet>
  )
}
