import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GOODS_COLUMNS, type GoodsColumn } from '#shared/catalogue/goods.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Switch } from '../kit/choices.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { useUi } from '../stores/till-ui.ts'
import { useGoodsColumns } from './use-columns.ts'

/** What the list shows, seen behind it at once and kept for the next start. */
export function ColumnsDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const kept = useGoodsColumns()
  const [typed, setTyped] = useState<readonly GoodsColumn[] | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const shown = typed ?? kept
  const change = (column: GoodsColumn, isShown: boolean) => {
    const goodsColumns = GOODS_COLUMNS.filter((each) =>
      each === column ? isShown : shown.includes(each),
    )
    setTyped(goodsColumns)
    void callCore(ui, ui.port.saveSettings({ goodsColumns })).then(
      (answer) => answer !== null && setProblem(answer.ok ? null : answer.refusal),
    )
  }
  return (
    <Sheet
      title={t('goodsPicks.columns')}
      lead={t('goodsPicks.columnsLead')}
      actions={
        <Button
          variant="primary"
          onPress={() => ui.screen.getState().close()}
          data-testid="columns-done"
        >
          {t('common.close')}
        </Button>
      }
    >
      {GOODS_COLUMNS.map((column) => (
        <Switch
          key={column}
          isSelected={shown.includes(column)}
          onChange={(isShown) => change(column, isShown)}
        >
          {t(`goods.columns.${column}`)}
        </Switch>
      ))}
      <RefusalNotice refusal={problem} testId="columns-trouble" />
    </Sheet>
  )
}
