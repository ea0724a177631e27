/** What a till that opened in doubt asks: whether it is the only one of these data. */
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { DoubtView } from '#shared/backup/doubt.ts'
import { useUi } from '../stores/till-ui.ts'
import { Field, useTyped } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import styles from '../settings/settings.module.css'
import { AskButton } from './ask-button.tsx'
import { whenText } from './when-text.ts'
import type { PartProps } from './use-support.ts'

export function DoubtPart({ support }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const doubt = useStore(ui.status, ({ status }) => status?.doubt ?? null)
  if (doubt === null) return null
  const { reason, word, salesHere, salesSeen, lastSaleSeenAt } = doubt
  const why = t(`support.doubt.${reason}`)
  return (
    <div className={styles.stack} data-testid="doubt-part">
      <h3 className={styles.partTitle}>{t('support.doubtTitle')}</h3>
      <Notice tone="bad" testId="doubt-why">
        {t(word === null ? 'support.doubtBanner' : 'support.doubtAnswered', { why })}
      </Notice>
      <p className={styles.lead}>
        {t('support.doubtSales', { here: salesHere })}
        {salesSeen !== null &&
          lastSaleSeenAt !== null &&
          ` ${t('support.doubtSeen', { seen: salesSeen, when: whenText(lastSaleSeenAt) })}`}
      </p>
      {word === null && <Answers support={support} doubt={doubt} />}
    </div>
  )
}

function Answers({ support, doubt }: PartProps & { readonly doubt: DoubtView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const number = useTyped()
  const registerNumber = number.text.trim() === '' ? null : Number(number.text)
  return (
    <>
      <p className={styles.lead}>{t('support.doubtAsk')}</p>
      <div className={styles.trial}>
        <AskButton
          support={support}
          part="doubt"
          ask={() => ui.port.answerDoubt({ word: 'goes-on', registerNumber: null })}
          data-testid="doubt-goes-on"
        >
          {t(doubt.isOwn ? 'support.doubtGoesOn' : 'support.doubtOnly')}
        </AskButton>
      </div>
      {!doubt.isOwn && (
        <>
          <Field
            {...number.field}
            label={t('support.doubtNumber')}
            hint={t('support.doubtNumberHint')}
            refusal={support.refusedAt('doubt', 'registerNumber')}
            maxLength={4}
            testId="doubt-number"
          />
          <div className={styles.trial}>
            <AskButton
              support={support}
              part="doubt"
              ask={() => ui.port.answerDoubt({ word: 'second', registerNumber })}
              data-testid="doubt-second"
            >
              {t('support.doubtSecond')}
            </AskButton>
          </div>
        </>
      )}
    </>
  )
}
