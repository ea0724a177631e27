import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { OutsideView, SameFolio } from '#shared/returns/views.ts'
import { PAPER_LOCALE } from '#shared/languages/paper-language.ts'
import { formatClp } from '#shared/money/clp.ts'
import { printDate } from '#shared/time/calendar.ts'
import { useUi } from '../stores/till-ui.ts'
import { useDocumentWords } from '../kit/use-texts.ts'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { digits, shownClp } from '../kit/typed-clp.tsx'
import styles from './returns.module.css'

/**
 * A receipt or invoice of another till: what the service says of it, and how much comes back.
 * There are no lines to mark.
 */
export function OutsidePart({ outside }: { readonly outside: OutsideView }) {
  const ui = useUi()
  const say = useDocumentWords()
  const { t } = useTranslation()
  const { amount, troubles } = useStore(ui.returns)
  return (
    <div className={styles.outside}>
      <Notice tone={outside.check === 'confirmed' ? 'good' : 'wait'} testId="outside-check">
        {say(t(`returns.outside.${outside.check}`))}
      </Notice>
      {outside.sameFolio !== undefined && <SameFolioNotice known={outside.sameFolio} />}
      {outside.items.length > 0 && (
        <ul className={styles.outsideItems} aria-label={say(t('returns.lines'))} tabIndex={0}>
          {outside.items.map((item, index) => (
            <li key={index} className={styles.outsideItem}>
              <span>{`${item.quantity.toLocaleString(PAPER_LOCALE)} ${item.description}`}</span>
              <span>{item.totalClp === null ? '' : formatClp(item.totalClp)}</span>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={t('returns.outsideAmount')}
        hint={say(t('returns.outside.left', { left: formatClp(outside.leftClp) }))}
        variant="display"
        autoFocus
        value={shownClp(amount)}
        placeholder="$0"
        inputMode="numeric"
        refusal={troubles['amount']}
        testId="outside-amount"
        onChange={(text) => ui.returns.getState().setAmount(digits(text))}
      />
    </div>
  )
}

/** The paper may have come back as another document, or be one of this till. */
function SameFolioNotice({ known }: { readonly known: SameFolio }) {
  const { t } = useTranslation()
  return (
    <Notice tone="bad" testId="outside-same-folio">
      {t(known.isOurs ? 'returns.outside.sameOurs' : 'returns.outside.sameFolio', {
        document: t(`documents.${known.documentType}`),
        back: formatClp(known.backClp),
        date: printDate(known.date),
        total: formatClp(known.totalClp),
      })}
    </Notice>
  )
}
