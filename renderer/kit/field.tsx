import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { FieldError, Input, Label, Text, TextField } from 'react-aria-components'
import { CircleAlert } from 'lucide-react'
import type { Refusal } from '#shared/languages/refusals.ts'
import { KeyCap } from './button.tsx'
import { charsOf } from './fit.ts'
import { labelClass } from './label-class.ts'
import { useRegisteredInput, type InputName } from './registered-input.ts'
import { useRefusalText } from './use-texts.ts'
import tones from '../styles/tones.module.css'
import styles from './controls.module.css'

export interface FieldProps {
  readonly label: string
  /** Said inside the empty field instead of above it, where a row has no height to spare. */
  readonly isLabelHidden?: boolean
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onBlur?: () => void
  readonly refusal?: Refusal | null | undefined
  readonly hint?: ReactNode
  /** Small figure at the end of the label, such as characters left. */
  readonly counter?: { readonly text: string; readonly isOver: boolean } | undefined
  /** The key that leads here, shown beside the label. */
  readonly keyName?: string
  readonly placeholder?: string
  readonly type?: 'text' | 'tel' | 'email' | 'url' | 'password'
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'none' | 'tel' | 'email' | 'url'
  readonly variant?: 'normal' | 'display'
  readonly autoFocus?: boolean
  readonly isDisabled?: boolean
  readonly maxLength?: number
  /** Registers the input so that shortcuts can send the focus here. */
  readonly focusName?: InputName
  readonly testId?: string
  readonly autoComplete?: string
}

/**
 * A labelled input with its message underneath: what is wrong stands where it is wrong, and is
 * announced.
 */
export function Field(props: FieldProps) {
  const { refusal, isLabelHidden = false } = props
  const placeholder = props.placeholder ?? (isLabelHidden ? props.label : undefined)
  const field = useSeenWhenWrong(Boolean(refusal))
  return (
    <TextField
      ref={field}
      className={`${styles.field} ${isLabelHidden ? styles.bareField : ''}`}
      value={props.value}
      onChange={props.onChange}
      onBlur={() => props.onBlur?.()}
      isInvalid={Boolean(refusal)}
      isDisabled={props.isDisabled ?? false}
      type={props.type ?? 'text'}
      validationBehavior="aria"
      autoComplete={props.autoComplete ?? 'off'}
      autoFocus={props.autoFocus ?? false}
      {...(props.maxLength === undefined ? {} : { maxLength: props.maxLength })}
    >
      <FieldLabel {...props} />
      <FieldInput {...props} {...(placeholder === undefined ? {} : { placeholder })} />
      <FieldNote hint={props.hint} refusal={refusal} />
    </TextField>
  )
}

type Of<Names extends keyof FieldProps> = Pick<FieldProps, Names>

function FieldLabel({
  label,
  isLabelHidden = false,
  counter,
  keyName,
}: Of<'label' | 'isLabelHidden' | 'counter' | 'keyName'>) {
  return (
    <div className={styles.labelRow}>
      <Label className={labelClass(isLabelHidden)}>
        <span>{label}</span>
        {counter && (
          <span className={counter.isOver ? styles.counterOver : styles.counter}>
            {counter.text}
          </span>
        )}
      </Label>
      {keyName !== undefined && <KeyCap name={keyName} />}
    </div>
  )
}

function FieldInput({
  value,
  placeholder,
  variant = 'normal',
  inputMode,
  focusName,
  testId,
}: Of<'value' | 'placeholder' | 'variant' | 'inputMode' | 'focusName' | 'testId'>) {
  const register = useRegisteredInput(focusName)
  const isDisplay = variant === 'display'
  return (
    <div
      className={isDisplay ? styles.displayBox : undefined}
      style={charsOf(value || (placeholder ?? ''))}
    >
      <Input
        ref={register}
        className={[styles.input, isDisplay && styles.display].filter(Boolean).join(' ')}
        spellCheck={false}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(inputMode === undefined ? {} : { inputMode })}
        data-testid={testId}
      />
    </div>
  )
}

/** What is wrong stands in the place of the hint. */
function FieldNote({ hint, refusal }: Of<'hint' | 'refusal'>) {
  const refusalText = useRefusalText()
  if (refusal)
    return (
      <FieldError className={`${styles.notice} ${tones.bad}`}>
        <CircleAlert size={18} aria-hidden="true" />
        <span role="alert">{refusalText(refusal)}</span>
      </FieldError>
    )
  if (hint === undefined) return null
  return (
    <Text slot="description" className={styles.hint ?? ''}>
      {hint}
    </Text>
  )
}

/** What is wrong may be out of sight: the field comes into it, with its message. */
function useSeenWhenWrong(isWrong: boolean): RefObject<HTMLDivElement | null> {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isWrong) field.current?.scrollIntoView({ block: 'nearest' })
  }, [isWrong])
  return field
}

export interface Typed {
  readonly text: string
  readonly set: (text: string) => void
  /** Binds a `Field`. */
  readonly field: Pick<FieldProps, 'value' | 'onChange'>
}

/** What is typed into one field; each change is told, as what was wrong may be no more. */
export function useTyped(initial = '', onTyped?: () => void): Typed {
  const [text, set] = useState(initial)
  const onChange = (next: string) => {
    set(next)
    onTyped?.()
  }
  return { text, set, field: { value: text, onChange } }
}
