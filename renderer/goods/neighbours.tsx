import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { Button } from '../kit/button.tsx'
import { useUi } from '../stores/till-ui.ts'

/** The products before and after one in the list as it stands, with what was typed saved first. */
export function Neighbours({
  row,
  isBusy,
  onGo,
}: {
  readonly row: GoodsRow
  readonly isBusy: boolean
  readonly onGo: (to: GoodsRow) => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const { rows } = useStore(ui.goods)
  const at = [...rows].find(([, each]) => each.id === row.id)?.[0]
  return (['before', 'after'] as const).map((where) => {
    const to = at === undefined ? undefined : rows.get(where === 'before' ? at - 1 : at + 1)
    const Icon = where === 'before' ? ChevronUp : ChevronDown
    return (
      <Button
        key={where}
        variant="quiet"
        size="square"
        isDisabled={isBusy || to === undefined}
        keepsFocus
        aria-label={t(`goodsEdit.${where}`)}
        onPress={() => to !== undefined && onGo(to)}
        data-testid={`goods-${where}`}
      >
        <Icon size={22} aria-hidden="true" />
      </Button>
    )
  })
}
