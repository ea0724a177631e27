import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ChoiceList } from '../kit/select.tsx'
import { useUi } from '../stores/till-ui.ts'

/** One of the price lists in use, or none; nothing while the shop has none. */
export function ChooseList({
  label,
  none,
  value,
  onChange,
}: {
  readonly label: string
  /** What it means that none is chosen. */
  readonly none: string
  readonly value: string | null
  readonly onChange: (priceListId: string | null) => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const lists = useStore(ui.offers, ({ offers }) => offers?.priceLists)
  if (lists === undefined || (lists.length === 0 && value === null)) return null
  const isGone = value !== null && lists.every(({ id }) => id !== value)
  return (
    <ChoiceList
      label={label}
      value={value ?? NONE}
      testId="choose-list"
      onChange={(chosen) => onChange(chosen === NONE ? null : chosen)}
      choices={[
        { value: NONE, label: none },
        ...lists.map(({ id, name }) => ({ value: id, label: name })),
        ...(isGone ? [{ value, label: t('promotions.states.archived') }] : []),
      ]}
    />
  )
}

/** No id of a list. */
const NONE = '-'
