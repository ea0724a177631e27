import type { ReactNode } from 'react'
import { Label, Radio, RadioGroup, Switch as AriaSwitch } from 'react-aria-components'
import { labelClass } from './label-class.ts'
import styles from './controls.module.css'

interface SegmentOption<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  readonly testId?: string
}

/** Each named by its own value. */
export function optionsNamed<Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => ReactNode,
  testId: string,
): SegmentOption<Value>[] {
  return values.map((value) => ({ value, label: labelOf(value), testId: `${testId}-${value}` }))
}

/** One of a few, all visible. */
export function Segments<Value extends string>({
  label,
  isLabelHidden = false,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: Value
  readonly options: readonly SegmentOption<Value>[]
  readonly onChange: (value: Value) => void
}) {
  return (
    <RadioGroup
      className={styles.field ?? ''}
      value={value}
      orientation="horizontal"
      onChange={(chosen) => onChange(chosen as Value)}
    >
      <Label className={labelClass(isLabelHidden)}>{label}</Label>
      <div className={styles.segments}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            className={styles.segment ?? ''}
            data-testid={option.testId}
          >
            {option.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}

export function Switch({
  isSelected,
  onChange,
  children,
  isDisabled = false,
}: {
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly children: ReactNode
  readonly isDisabled?: boolean
}) {
  return (
    <AriaSwitch
      className={styles.switch ?? ''}
      isSelected={isSelected}
      onChange={onChange}
      isDisabled={isDisabled}
    >
      <span className={styles.track} aria-hidden="true" />
      <span>{children}</span>
    </AriaSwitch>
  )
}
