import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Search, UserX } from 'lucide-react'
import type { PersonErased, PersonView } from '#shared/customers/people-views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { formatRut, parseRut, type Rut } from '#shared/rut/rut.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { Field } from '../kit/field.tsx'
import { EmptyState, Notice, RefusalNotice } from '../kit/notice.tsx'
import { useUi } from '../stores/till-ui.ts'
import { PersonPart } from './person-part.tsx'
import styles from './people.module.css'

/** Asks for a RUT and shows everything that is kept of it. */
export function PersonSearch() {
  const ui = useUi()
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [person, setPerson] = useState<PersonView | null>(null)
  const [erased, setErased] = useState<PersonErased | null>(null)
  const find = async () => {
    if (isBusy) return
    setBusy(true)
    setErased(null)
    const found = await callCore(ui, ui.port.findPerson({ rut: typed }))
    setBusy(false)
    setProblem(found?.ok === false ? found.refusal : null)
    setPerson(found?.ok === true ? found.value : null)
  }
  const take = (answer: PersonErased) => {
    setErased(answer)
    setPerson(answer.person)
  }
  return (
    <>
      <Form className={styles.find} onSubmit={find}>
        <Field
          label={t('people.rut')}
          hint={t('people.rutHint')}
          value={typed}
          maxLength={14}
          testId="person-rut"
          refusal={problem?.field === 'rut' ? problem : null}
          onChange={(text) => {
            setTyped(text)
            setProblem(null)
          }}
          onBlur={() => setTyped(asPrinted)}
        />
        <Button type="submit" variant="primary" isDisabled={isBusy} data-testid="find-person">
          <Search size={18} aria-hidden="true" />
          {t(isBusy ? 'people.finding' : 'people.find')}
        </Button>
      </Form>
      <RefusalNotice refusal={problem} shownAt={['rut']} testId="person-trouble" />
      {erased !== null && <Erased erased={erased} />}
      {person !== null && isNothing(person) && erased === null && (
        <EmptyState
          icon={<UserX size={30} />}
          title={t('people.nothing', { rut: formatRut(person.rut as Rut) })}
        />
      )}
      {person !== null && !isNothing(person) && (
        <PersonPart key={person.rut} person={person} onChanged={setPerson} onErased={take} />
      )}
    </>
  )
}

function Erased({ erased: { person, laterCount } }: { readonly erased: PersonErased }) {
  const { t } = useTranslation()
  return (
    <Notice tone="good" testId="person-erased">
      {t('people.erased', { rut: formatRut(person.rut as Rut) })}
      {laterCount > 0 && ` ${t('people.erasedLater', { count: laterCount })}`}
    </Notice>
  )
}

function asPrinted(text: string): string {
  const rut = parseRut(text)
  return rut.ok ? formatRut(rut.value) : text
}

/** Backups may name anybody; alone they are no answer. */
function isNothing(person: PersonView): boolean {
  const { customer, documents, isInOpenSale, parkedCount, attemptCount, erasedAt } = person
  return (
    customer === null &&
    documents.count + parkedCount + attemptCount === 0 &&
    !isInOpenSale &&
    erasedAt === null
  )
}
