import { Segments } from './choices.tsx'
import { ChoiceList } from './select.tsx'
import { useWide } from './use-wide.ts'

/** From 1280 px on so many choices leave room for what stands beside them. */
const WIDE_REM = 80

/** One of several: all visible where there is room, else in a list that opens. */
export function SegmentsOrList<Value extends string>({
  label,
  value,
  values,
  nameOf,
  onChange,
  testId,
}: {
  readonly label: string
  readonly value: Value
  readonly values: readonly Value[]
  readonly nameOf: (value: Value) => string
  readonly onChange: (value: Value) => void
  /** Of the list; each choice adds its own value. */
  readonly testId: string
}) {
  const isWide = useWide(WIDE_REM)
  const choices = values.map((one) => ({
    value: one,
    label: nameOf(one),
    testId: `${testId}-${one}`,
  }))
  const asked = { label, isLabelHidden: true, value }
  return isWide ? (
    <Segments {...asked} options={choices} onChange={onChange} />
  ) : (
    <ChoiceList
      {...asked}
      choices={choices}
      onChange={(chosen) => onChange(chosen as Value)}
      testId={testId}
    />
  )
}
