/** Price and stock are changed where they stand. */
import { useId, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Check } from 'lucide-react'
import { formatStock } from '#shared/catalogue/decide-stock.ts'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { isPriceAsked } from '#shared/catalogue/product.ts'
import { formatClp } from '#shared/money/clp.ts'
import { PressButton } from '../kit/press-button.tsx'
import { shownPrice, typedPrice } from '../kit/price-field.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import type { TypedCell as Typed, TypedColumn } from './use-typed-cell.ts'
import styles from './cells.module.css'

interface CellProps {
  readonly column: TypedColumn
  readonly row: GoodsRow
  readonly index: number
  readonly cell: Typed
}

export function TypedCell(props: CellProps) {
  const { column, row, cell } = props
  const { t } = useTranslation()
  const { name } = row
  if (cell.open?.row.id === row.id && cell.open.column === column) return <CellInput {...props} />
  const price = isPriceAsked(row) ? t('goods.asked') : formatClp(row.unitGrossClp)
  const count = formatStock(row.stock?.milli ?? 0)
  return (
    <button
      type="button"
      className={styles.typedKey}
      tabIndex={-1}
      aria-label={
        column === 'price'
          ? t('goodsPicks.setPrice', { name, price })
          : t('goodsPicks.setStock', { name, count })
      }
      onClick={() => cell.begin(column, row)}
      data-cell
      data-testid={`goods-${column}-key`}
    />
  )
}

const WORDS = {
  price: { type: 'goodsPicks.newPrice', save: 'goodsPicks.savePrice' },
  stock: { type: 'goodsPicks.newStock', save: 'goodsPicks.saveStock' },
} as const

function CellInput({ column, row, index, cell }: CellProps) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const box = useRef<HTMLSpanElement>(null)
  const wrongId = useId()
  const { name } = row
  const { problem } = cell
  const typed = cell.open?.typed ?? ''
  const isPrice = column === 'price'
  const save = async () => {
    const list = box.current?.closest('[role=grid]')
    if (!(await cell.save(index))) backTo(list, index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of the list are not this field's.
    event.stopPropagation()
    if (event.key === 'Enter') void save()
    else if (event.key === 'Escape') leave(box, index, cell.close)
    else return
    event.preventDefault()
  }
  return (
    <span ref={box} className={styles.typedEdit} data-column={column} onKeyDown={onKeyDown}>
      <input
        // What is typed first takes the place of what is there.
        ref={focusFirst}
        className={styles.typedInput}
        value={isPrice ? shownPrice(typed) : typed}
        inputMode={isPrice ? 'numeric' : 'decimal'}
        maxLength={12}
        autoComplete="off"
        aria-label={t(WORDS[column].type, { name })}
        aria-invalid={problem !== null && problem.field !== 'reason'}
        aria-describedby={wrongId}
        onChange={({ target }) => cell.type(isPrice ? typedPrice(target.value) : target.value)}
        data-testid={`goods-${column}-input`}
      />
      {!isPrice && <Reason cell={cell} wrongId={wrongId} />}
      <PressButton
        className={styles.typedSave ?? ''}
        aria-label={t(WORDS[column].save, { name })}
        onPress={() => void save()}
        data-testid={`goods-${column}-save`}
      >
        <Check size={20} aria-hidden="true" />
      </PressButton>
      <span
        id={wrongId}
        role="alert"
        className={styles.typedWrong}
        data-testid={`goods-${column}-wrong`}
      >
        {problem === null ? '' : refusalText(problem)}
      </span>
    </span>
  )
}

/** Kept from row to row: a shelf is counted for one reason. */
function Reason({ cell, wrongId }: { readonly cell: Typed; readonly wrongId: string }) {
  const { t } = useTranslation()
  return (
    <input
      className={styles.typedInput}
      value={cell.reason}
      maxLength={80}
      autoComplete="off"
      placeholder={t('goodsPicks.stockReason')}
      aria-label={t('goodsPicks.stockReason')}
      aria-invalid={cell.problem?.field === 'reason'}
      aria-describedby={wrongId}
      onChange={({ target }) => cell.typeReason(target.value)}
      data-testid="goods-stock-reason"
    />
  )
}

function focusFirst(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}

function leave(box: RefObject<HTMLElement | null>, index: number, close: () => void): void {
  const list = box.current?.closest('[role=grid]')
  close()
  backTo(list, index)
}

function backTo(list: Element | null | undefined, index: number): void {
  list?.querySelector<HTMLElement>(`button[data-index="${index}"]`)?.focus()
}
