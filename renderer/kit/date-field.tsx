/**
 * A day, always day first: the browser's own field follows the browser's language, not the shop's.
 * Typed, moved by the arrows, or picked in the browser's calendar by finger.
 */
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CalendarDays } from 'lucide-react'
import type { IsoDate } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { addDays, printDate } from '#shared/time/calendar.ts'
import { TYPED_DATE_CHARS_MAX, typedDate } from '#shared/time/typed-date.ts'
import { Button } from './button.tsx'
import styles from './controls.module.css'
import { Field } from './field.tsx'

interface DateFieldProps {
  readonly label: string
  /** Empty: no day, where there may be none. */
  readonly value: IsoDate | ''
  readonly onChange: (date: IsoDate | '') => void
  readonly min?: IsoDate
  readonly max?: IsoDate
  readonly isRequired?: boolean
  readonly testId: string
}

export function DateField(props: DateFieldProps) {
  const { label, value, min, max, testId } = props
  const { t } = useTranslation()
  const { shown, problem, type, settle, take } = useTypedDate(props)
  const calendar = useRef<HTMLInputElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (step !== undefined && value !== '') {
      event.preventDefault()
      take(addDays(value, step))
    }
    // What cannot be read goes nowhere with its form.
    if (event.key === 'Enter' && !settle()) event.preventDefault()
  }
  return (
    <div className={styles.dateField}>
      <div onKeyDown={onKeyDown}>
        <Field
          label={label}
          value={shown}
          onChange={type}
          onBlur={settle}
          refusal={problem}
          placeholder={t('common.dateLike')}
          inputMode="numeric"
          maxLength={TYPED_DATE_CHARS_MAX}
          testId={testId}
        />
      </div>
      <Button
        size="square"
        aria-label={t('common.pickDate', { label })}
        onPress={() => calendar.current?.showPicker()}
        data-testid={`${testId}-calendar`}
      >
        <CalendarDays size={20} aria-hidden="true" />
      </Button>
      <input
        ref={calendar}
        className={styles.dateCalendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        min={min}
        max={max}
        onChange={({ target }) => {
          const picked = typedDate(target.value)
          if (picked !== null) take(picked)
        }}
      />
    </div>
  )
}

/** What is typed stays as typed until the field is left; what is no day is told and goes back. */
function useTypedDate({ value, onChange, min, max, isRequired = false }: DateFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const beyond = (date: IsoDate): boolean =>
    (min !== undefined && date < min) || (max !== undefined && date > max)
  const take = (date: IsoDate) => {
    if (beyond(date)) return
    setTyped(null)
    setProblem(null)
    onChange(date)
  }
  const type = (text: string) => {
    setTyped(text)
    setProblem(null)
    const date = typedDate(text)
    if (date !== null && !beyond(date)) onChange(date)
    if (text.trim() === '' && !isRequired) onChange('')
  }
  /** False while it says no day. */
  const settle = (): boolean => {
    if (typed === null) return true
    const date = typedDate(typed)
    const isEmpty = typed.trim() === ''
    setTyped(null)
    if (isEmpty || (date !== null && !beyond(date))) return true
    const limits = { from: printDate(min ?? ''), to: printDate(max ?? '') }
    setProblem(date === null ? refusal('DATE_NOT_READ') : refusal('DATE_BEYOND', null, limits))
    return false
  }
  const shown = typed ?? (value === '' ? '' : printDate(value))
  return { shown, problem, type, settle, take }
}
