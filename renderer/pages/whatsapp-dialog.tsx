import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ScreenCode, WhatsappStart } from '#shared/delivery/phone-page.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Switch } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { SubmitButton } from '../kit/submit-button.tsx'
import { useSending } from '../kit/use-sending.ts'
import { useUi } from '../stores/till-ui.ts'
import { CodePicture } from './code-picture.tsx'
import styles from './pages.module.css'

const PHONE_CHARS_MAX = 20

/**
 * The receipt's page by WhatsApp: opened on this machine where it can be, and always as a code that
 * a phone of the shop reads. The number is kept only where the cashier says so.
 */
export function WhatsappDialog() {
  const ui = useUi()
  const saleId = useStore(ui.receipts, ({ detail }) => detail?.saleId ?? null)
  return saleId === null ? null : <Message saleId={saleId} />
}

function Message({ saleId }: { readonly saleId: SaleId }) {
  const { t } = useTranslation()
  const { start, phone, change, keeps, setKeeps, made, problem, open, prepare } = useMessage(saleId)
  const canOpen = start?.canOpen === true
  return (
    <Sheet
      title={t('actions.whatsapp')}
      onSubmit={canOpen ? open : prepare}
      actions={
        canOpen ? (
          <>
            <Button onPress={prepare} data-testid="whatsapp-send">
              {t('pages.asCode')}
            </Button>
            <SubmitButton label={t('pages.open')} testId="whatsapp-open" />
          </>
        ) : (
          <SubmitButton label={t('pages.send')} testId="whatsapp-send" />
        )
      }
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
          value={phone}
          onChange={change}
          refusal={problem?.field === 'phone' ? problem : null}
          testId="whatsapp-phone"
        />
        {start?.keepsFor != null && (
          <Switch isSelected={keeps} onChange={setKeeps}>
            {t('pages.keepPhone', { name: start.keepsFor })}
          </Switch>
        )}
        <RefusalNotice refusal={problem} shownAt={['phone']} testId="whatsapp-trouble" />
        {made === 'opened' && (
          <Notice tone="good" testId="whatsapp-opened">
            {t('pages.opened')}
          </Notice>
        )}
        {made !== null && made !== 'opened' && (
          <div role="status" className={styles.page} data-testid="whatsapp-code">
            <CodePicture code={made} name={t('actions.whatsapp')} />
            <p>{t('pages.orScan')}</p>
          </div>
        )}
      </div>
    </Sheet>
  )
}

/** What of a message there is: its code, or that it was opened. */
type Made = ScreenCode | 'opened' | null

function useMessage(saleId: SaleId) {
  const ui = useUi()
  const [start, setStart] = useState<WhatsappStart | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [keeps, setKeeps] = useState(false)
  const [made, setMade] = useState<Made>(null)
  // One at a time by itself: a key that is disabled while it works would lose the cursor.
  const { problem, setProblem, send } = useSending()
  useEffect(() => {
    void callCore(ui, ui.port.whatsappStart(saleId)).then((answer) => {
      if (answer?.ok === true) setStart(answer.value)
    })
  }, [ui, saleId])
  const phone = typed ?? start?.phone ?? ''
  /** The number first: what is wrong with it is said before anything opens. */
  const make = (work: () => Promise<Result<Made, Refusal>>) =>
    void send(async () => {
      setMade(null)
      const kept = keeps ? await ui.port.keepPhone({ saleId, phone }) : null
      if (kept?.ok === false) return kept.refusal
      const answer = await work()
      if (!answer.ok) return answer.refusal
      setMade(answer.value)
      return null
    })
  return {
    start,
    phone,
    change(text: string) {
      setTyped(text)
      setMade(null)
      setProblem(null)
    },
    keeps,
    setKeeps,
    made,
    problem,
    prepare: () =>
      make(async () => {
        const page = await ui.port.whatsapp({ saleId, phone })
        return page.ok ? { ok: true, value: page.value.code } : page
      }),
    open: () =>
      make(async () => {
        const opened = await ui.port.openWhatsapp({ saleId, phone })
        return opened.ok ? { ok: true, value: 'opened' } : opened
      }),
  }
}
