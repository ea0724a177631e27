import { useTranslation } from 'react-i18next'
import type { ReportMailView } from '#shared/shifts/views.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { afterWord, type MailState } from '#shared/delivery/mail-moves.ts'
import { Button } from '../kit/button.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import type { Tone } from '../actions/tone.ts'
import { MAIL_TONES } from '../mail/mail-tones.ts'
import { useSending } from '../kit/use-sending.ts'
import { useRefusalText } from '../kit/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'

/** How a Z's e-mail to the owner stands, why, and the way to send it again where none goes. */
export function ClosingMail({ mail }: { readonly mail: ReportMailView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { send, isBusy, problem } = useSending()
  const { mailId, state, trouble, host } = mail
  const again = () =>
    send(async () => {
      const answer = await ui.port.answerMail({ mailId, word: 'again' })
      return answer.ok ? null : answer.refusal
    })
  return (
    <Notice tone={TONES[state]} testId="closing-mail">
      <span>{t(`shifts.mail.${state}`)}.</span>
      {trouble !== null && state !== 'sent' && (
        <span> {refusalText(refusal(trouble, null, { host }))}</span>
      )}
      {afterWord(state, 'again') !== null && (
        <span>
          {' '}
          <Button isDisabled={isBusy} onPress={() => void again()} data-testid="closing-mail-again">
            {t('mail.words.again')}
          </Button>
        </span>
      )}
      <RefusalNotice refusal={problem} testId="closing-mail-trouble" />
    </Notice>
  )
}

const TONES: Readonly<Record<MailState, Tone>> = { ...MAIL_TONES, dropped: 'info' }
