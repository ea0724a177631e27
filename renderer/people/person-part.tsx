import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileDown, Trash2 } from 'lucide-react'
import type { PersonErased, PersonView } from '#shared/customers/people-views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { formatRut, type Rut } from '#shared/rut/rut.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { offer } from '../kit/save-pdf.tsx'
import { useUi } from '../stores/till-ui.ts'
import { CorrectForm } from './correct-form.tsx'
import { ErasePersonDialog } from './erase-dialog.tsx'
import { PersonFacts } from './person-facts.tsx'
import styles from './people.module.css'

/** One person: what is kept, the record to correct, and the two ways out of it. */
export function PersonPart({
  person,
  onChanged,
  onErased,
}: {
  readonly person: PersonView
  readonly onChanged: (person: PersonView) => void
  readonly onErased: (erased: PersonErased) => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const { rut, customer } = person
  const save = async () => {
    const file = await callCore(ui, ui.port.exportPerson({ rut }))
    setProblem(file?.ok === false ? file.refusal : null)
    if (file?.ok === true)
      offer(new Blob([file.value.text], { type: 'application/json' }), file.value.fileName)
  }
  return (
    <div className={styles.person} data-testid="person">
      <h3 className={styles.personTitle}>{t('people.found', { rut: formatRut(rut as Rut) })}</h3>
      {customer === null ? (
        <p className={styles.soft}>{t('people.noCustomer')}</p>
      ) : (
        <CorrectForm rut={rut} customer={customer} onCorrected={onChanged} />
      )}
      <PersonFacts person={person} />
      <RefusalNotice refusal={problem} testId="person-problem" />
      <div className={styles.deeds}>
        <Button onPress={() => void save()} data-testid="export-person">
          <FileDown size={19} aria-hidden="true" />
          {t('people.export')}
        </Button>
        <Button variant="danger" onPress={() => setAsking(true)} data-testid="erase-person">
          <Trash2 size={19} aria-hidden="true" />
          {t('people.erase')}
        </Button>
      </div>
      {isAsking && (
        <ErasePersonDialog
          person={person}
          onClose={() => setAsking(false)}
          onErased={(erased) => {
            setAsking(false)
            onErased(erased)
          }}
        />
      )}
    </div>
  )
}
