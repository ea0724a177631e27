import { useTranslation } from 'react-i18next'
import { Mail } from 'lucide-react'
import type { MailView, SaleMails as Mails } from '#shared/delivery/views.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { afterWord, MAIL_WORDS } from '#shared/delivery/mail-moves.ts'
import { Button } from '../kit/button.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { useSending } from '../kit/use-sending.ts'
import { useRefusalText } from '../kit/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import { MAIL_TONES } from './mail-tones.ts'
import { useSaleMails } from './use-sale-mails.ts'
import styles from './mail.module.css'

interface OfSale {
  readonly saleId: SaleId
  readonly detail: ReceiptDetail | null
}

/** Asks where to; not there where the shop sends nothing, or the sale has no document. */
export function MailButton({ saleId, detail, size }: OfSale & { readonly size?: 'large' }) {
  const ui = useUi()
  const { t } = useTranslation()
  const mails = useSaleMails(saleId, detail)
  if (mails?.canMail !== true) return null
  return (
    <Button
      {...(size === undefined ? {} : { size })}
      onPress={() => ui.screen.getState().open({ kind: 'mail-receipt', saleId })}
      data-testid="mail-receipt"
    >
      <Mail size={size === 'large' ? 22 : 19} aria-hidden="true" />
      {t('mail.send')}
    </Button>
  )
}

/** What became of each, why, and what can be done. */
export function SaleMails({ saleId, detail }: OfSale) {
  const mails = useSaleMails(saleId, detail)
  if (mails === null || mails.mails.length === 0) return null
  return (
    <div className={styles.mails} data-testid="sale-mails">
      {mails.mails.map((mail) => (
        <OneMail key={mail.mailId} mail={mail} mails={mails} />
      ))}
    </div>
  )
}

function OneMail({ mail, mails }: { readonly mail: MailView; readonly mails: Mails }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { send, isBusy, problem } = useSending()
  const { mailId, state, address, trouble } = mail
  const say = (word: (typeof MAIL_WORDS)[number]) =>
    send(async () => {
      const answer = await ui.port.answerMail({ mailId, word })
      return answer.ok ? null : answer.refusal
    })
  const words = MAIL_WORDS.filter(
    (word) =>
      afterWord(state, word) !== null && (word === 'drop' || mails.canMail) && address !== '',
  )
  return (
    <Notice tone={MAIL_TONES[state]} testId={`mail-${state}`}>
      <span>{t(`mail.states.${state}`, { address: address || t('mail.erased') })}</span>
      {trouble !== null && state !== 'sent' && (
        <span> {refusalText(refusal(trouble, null, { host: mails.host }))}</span>
      )}
      {words.length > 0 && (
        <span className={styles.words}>
          {words.map((word) => (
            <Button
              key={word}
              isDisabled={isBusy}
              onPress={() => void say(word)}
              data-testid={`mail-${word}`}
            >
              {t(`mail.words.${word}`)}
            </Button>
          ))}
        </span>
      )}
      <RefusalNotice refusal={problem} testId="mail-trouble" />
    </Notice>
  )
}
