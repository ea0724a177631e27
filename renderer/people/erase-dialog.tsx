import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonErased, PersonView } from '#shared/customers/people-views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { formatRut, type Rut } from '#shared/rut/rut.ts'
import { printDate } from '#shared/time/calendar.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './people.module.css'

/** What goes and what stays is said before the button. */
export function ErasePersonDialog({
  person: { rut, documents },
  onClose,
  onErased,
}: {
  readonly person: PersonView
  readonly onClose: () => void
  readonly onErased: (erased: PersonErased) => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const erase = async () => {
    if (isBusy) return
    setBusy(true)
    const answer = await callCore(ui, ui.port.erasePerson({ rut }))
    setBusy(false)
    setProblem(answer?.ok === false ? answer.refusal : null)
    if (answer?.ok === true) onErased(answer.value)
  }
  const { count, keptUntil } = documents
  return (
    <Sheet
      role="alertdialog"
      title={t('people.eraseTitle', { rut: formatRut(rut as Rut) })}
      lead={t('people.eraseLead')}
      widthRem={34}
      onClose={onClose}
      onSubmit={erase}
      actions={
        <>
          <Button onPress={onClose} autoFocus>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="dangerFull" isDisabled={isBusy} data-testid="erase-now">
            {t('people.eraseNow')}
          </Button>
        </>
      }
    >
      <div className={styles.person}>
        <p>{t('people.eraseGoes')}</p>
        <p data-testid="erase-stays">
          {keptUntil === null
            ? t('people.eraseNone')
            : t('people.eraseStays', { count, until: printDate(keptUntil) })}
        </p>
        <p>{t('people.eraseBackups')}</p>
        <RefusalNotice refusal={problem} testId="erase-trouble" />
      </div>
    </Sheet>
  )
}
