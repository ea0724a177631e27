import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
} from 'react-aria-components'
import { ChevronDown } from 'lucide-react'
import { labelClass } from './label-class.ts'
import styles from './select.module.css'
import controls from './controls.module.css'

export interface Choice {
  readonly value: string
  readonly label: string
  readonly testId?: string
}

/** One of many, in a list that opens. */
export function ChoiceList({
  label,
  isLabelHidden = false,
  value,
  choices,
  onChange,
  testId,
}: {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: string
  readonly choices: readonly Choice[]
  readonly onChange: (value: string) => void
  readonly testId?: string
}) {
  return (
    <Select
      className={controls.field ?? ''}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key))
      }}
    >
      <Label className={labelClass(isLabelHidden)}>{label}</Label>
      <Button className={styles.button ?? ''} data-testid={testId}>
        <SelectValue className={styles.value ?? ''} />
        <ChevronDown size={18} aria-hidden="true" />
      </Button>
      <Popover className={styles.popover ?? ''}>
        <ListBox
          className={styles.list ?? ''}
          items={choices.map(({ value: id, label: text, testId: named }) => ({ id, text, named }))}
        >
          {({ id, text, named }) => (
            <ListBoxItem id={id} className={styles.item ?? ''} textValue={text} data-testid={named}>
              {text}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
