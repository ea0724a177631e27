import { useEffect, useState } from 'react'
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
  const { rows, total, need } = useStore(ui.goods)
  const found = [...rows].find(([, each]) => each.id === row.id)?.[0]
  const [last, setLast] = useState(found)
  if (found !== undefined && found !== last) setLast(found)
  // The list may have dropped its page, or put it elsewhere: what stands there now is next.
  const at = found ?? last
  const isThere = found !== undefined || rows.get(at ?? -1) === undefined
  const [before, after] = at === undefined ? [-1, -1] : [at - 1, isThere ? at + 1 : at]
  useEffect(() => {
    if (total > 0 && after >= 0) need(Math.max(0, before), Math.min(total - 1, after))
  }, [need, before, after, total, rows])
  return (['before', 'after'] as const).map((where) => {
    const to = rows.get(where === 'before' ? before : after)
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
