/** What is typed in a cell of the list: it stays with its product wherever the list puts it. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { formatStock, STOCK_MILLI_MAX, typedStock } from '#shared/catalogue/decide-stock.ts'
import { asTyped } from '#shared/catalogue/merge-goods.ts'
import { isPriceAsked } from '#shared/catalogue/product.ts'
import type { Result } from '#shared/core/result.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { type Refusal, refusal } from '#shared/languages/refusals.ts'
import { priceProblem } from '#shared/money/unit-price.ts'
import { callCore } from '../actions/counter.ts'
import { priceIn } from '../kit/price-field.tsx'
import { useUi, type TillUi } from '../stores/till-ui.ts'

export type TypedColumn = 'price' | 'stock'

interface Open {
  readonly column: TypedColumn
  /** As it was when it was opened: what has changed since stays. */
  readonly row: GoodsRow
  readonly typed: string
  readonly moveId: string
}

/** Rows below that are drawn for certain. */
const ROWS_AHEAD = 8

export function useTypedCell() {
  const ui = useUi()
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [reason, setReason] = useState(() => t('goodsPicks.stockReasonFirst'))
  const isSaving = useRef(false)
  const opened = useRef<Open | null>(null)
  const put = (next: Open | null) => {
    setProblem(null)
    opened.current = next
    setOpen(next)
  }
  const begin = (column: TypedColumn, row: GoodsRow) => {
    const typed = typedFirst(column, row)
    if (typed !== null) put({ column, row, typed, moveId: crypto.randomUUID() })
  }
  return {
    open,
    problem,
    reason,
    begin,
    close: () => put(null),
    type(typed: string) {
      setProblem(null)
      setOpen((before) => before && { ...before, typed })
    },
    typeReason(typed: string) {
      setProblem(null)
      setReason(typed)
    },
    /** Saved, the one below it is next; false where the list ends. */
    async save(at: number): Promise<boolean> {
      if (open === null || isSaving.current) return true
      const mine = opened.current
      const next = nextBelow(ui, open.column, at)
      isSaving.current = true
      const answer = await SAVES[open.column](ui, open, reason)
      isSaving.current = false
      // Given up, or at another one by now: what is typed there is its own.
      if (opened.current !== mine) return true
      if (answer === null && open.column === 'stock') {
        // Nobody knows whether it was moved: the list says what there is.
        put(null)
        return false
      }
      if (answer?.ok === false) setProblem(answer.refusal)
      if (answer?.ok !== true) return true
      if (next === null) put(null)
      else begin(open.column, next)
      return next !== null
    },
  }
}

export type TypedCell = ReturnType<typeof useTypedCell>

/** What stands in the field first; null where nothing is typed. */
function typedFirst(column: TypedColumn, row: GoodsRow): string | null {
  if (column === 'stock') return row.stock && formatStock(row.stock.milli)
  return isPriceAsked(row) ? '' : String(row.unitGrossClp)
}

function nextBelow(ui: TillUi, column: TypedColumn, at: number): GoodsRow | null {
  const { rows } = ui.goods.getState()
  for (let below = at + 1; below <= at + ROWS_AHEAD; below += 1) {
    const row = rows.get(below)
    if (row !== undefined && typedFirst(column, row) !== null) return row
  }
  return null
}

type Save = (ui: TillUi, open: Open, reason: string) => Promise<Result<unknown, Refusal> | null>

const SAVES: Readonly<Record<TypedColumn, Save>> = {
  /** As the sheet of one product saves it: what somebody else has changed since stays. */
  async price(ui, { row, typed }) {
    const unitGrossClp = priceIn(typed)
    // An empty price is no number to send.
    const wrong = priceProblem(unitGrossClp)
    if (wrong !== null) return refuse(wrong)
    if (unitGrossClp === row.unitGrossClp) return ok(null)
    const seen = asTyped(row)
    const goods = { ...seen, unitGrossClp, asksPrice: false, productId: row.id, seen }
    return callCore(ui, ui.port.saveGoods(goods))
  },

  /** Moved by what differs from the count that was shown: what is sold meanwhile stays sold. */
  async stock(ui, { row, typed, moveId }, reason) {
    const milli = typedStock(typed)
    if (milli === null)
      return refuse(
        refusal('STOCK_QUANTITY', 'lines', { name: row.name, most: String(STOCK_MILLI_MAX / 1e3) }),
      )
    const differs = milli - (row.stock?.milli ?? 0)
    if (differs === 0) return ok(null)
    const lines = [{ productId: row.id, milli: differs }]
    const move = { moveId, kind: 'corrected', lines, reason, switchesOn: false } as const
    return callCore(ui, ui.port.moveStock(move))
  },
}
