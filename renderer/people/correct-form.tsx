import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonView } from '#shared/customers/people-views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { Field } from '../kit/field.tsx'
import { RefusalNotice, Tag } from '../kit/notice.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './people.module.css'

const FIELDS = ['legalName', 'phone', 'email'] as const
const CHARS_MAX = { legalName: 100, phone: 80, email: 80 } as const
const LABELS = { legalName: 'people.name', phone: 'people.phone', email: 'people.email' } as const
const TYPES = { legalName: 'text', phone: 'tel', email: 'email' } as const

interface CorrectProps {
  readonly rut: string
  readonly customer: NonNullable<PersonView['customer']>
  readonly onCorrected: (person: PersonView) => void
}

/** The record as it is filled in the next time. */
export function CorrectForm(props: CorrectProps) {
  const { t } = useTranslation()
  const { typed, problem, phase, isDirty, change, save } = useCorrection(props)
  const isAtField = FIELDS.some((field) => field === problem?.field)
  return (
    <Form className={styles.correct} aria-label={t('people.customer')} onSubmit={save}>
      {FIELDS.map((field) => (
        <Field
          key={field}
          label={t(LABELS[field])}
          type={TYPES[field]}
          value={typed[field]}
          maxLength={CHARS_MAX[field]}
          testId={`person-${field}`}
          refusal={problem?.field === field ? problem : null}
          onChange={(text) => change(field, text)}
        />
      ))}
      {!isAtField && <RefusalNotice refusal={problem} />}
      <div className={styles.deeds}>
        <Button
          type="submit"
          isDisabled={!isDirty || phase === 'busy'}
          data-testid="correct-person"
        >
          {t('people.correct')}
        </Button>
        <span role="status">
          {phase === 'done' && !isDirty && <Tag tone="good">{t('people.corrected')}</Tag>}
        </span>
      </div>
      <p className={styles.soft}>
        {t('people.correctHint')}{' '}
        {t('people.lastSold', { date: printDate(santiagoDate(props.customer.lastSoldAt)) })}
      </p>
    </Form>
  )
}

function useCorrection({ rut, customer, onCorrected }: CorrectProps) {
  const ui = useUi()
  const { lastSoldAt: _, ...stored } = customer
  const [typed, setTyped] = useState(stored)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [phase, setPhase] = useState<'open' | 'busy' | 'done'>('open')
  const isDirty = FIELDS.some((field) => typed[field] !== stored[field])
  return {
    typed,
    problem,
    phase,
    isDirty,
    change(field: (typeof FIELDS)[number], text: string) {
      setTyped((before) => ({ ...before, [field]: text }))
      setProblem(null)
      setPhase('open')
    },
    async save() {
      if (!isDirty || phase === 'busy') return
      setPhase('busy')
      const answer = await callCore(ui, ui.port.correctPerson({ rut, ...typed }))
      setProblem(answer?.ok === false ? answer.refusal : null)
      setPhase(answer?.ok === true ? 'done' : 'open')
      if (answer?.ok !== true) return
      if (answer.value.customer !== null) setTyped(answer.value.customer)
      onCorrected(answer.value)
    },
  }
}
