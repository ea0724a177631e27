import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Check } from 'lucide-react'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { asTyped } from '#shared/catalogue/merge-goods.ts'
import { isPriceAsked } from '#shared/catalogue/product.ts'
import type { ProductId } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { priceProblem } from '#shared/money/unit-price.ts'
import { formatClp } from '#shared/money/clp.ts'
import { callCore } from '../actions/counter.ts'
import { PressButton } from '../kit/press-button.tsx'
import { priceIn, shownPrice, typedPrice } from '../kit/price-field.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import styles from './cells.module.css'

interface Open {
  readonly id: ProductId
  /** As it was when its price was opened: what somebody else has changed since stays. */
  readonly row: GoodsRow
  readonly typed: string
}

/** The price that is being typed; it stays with its product wherever the list puts it. */
export function useTypedPrice() {
  const ui = useUi()
  const [open, setOpen] = useState<Open | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const isSaving = useRef(false)
  const opened = useRef<ProductId | null>(null)
  const begin = (row: GoodsRow | undefined) => {
    setProblem(null)
    opened.current = row?.id ?? null
    setOpen(
      (row && { id: row.id, row, typed: isPriceAsked(row) ? '' : String(row.unitGrossClp) }) ||
        null,
    )
  }
  return {
    open,
    problem,
    begin,
    close: () => begin(undefined),
    type(typed: string) {
      setProblem(null)
      setOpen((before) => before && { ...before, typed })
    },
    /** Saved, the one below it is next; false where the list ends. */
    async save(at: number): Promise<boolean> {
      if (open === null || isSaving.current) return true
      const next = ui.goods.getState().rows.get(at + 1)
      const unitGrossClp = priceIn(open.typed)
      // An empty price is no number to send.
      const wrong = priceProblem(unitGrossClp)
      if (wrong !== null) setProblem(wrong)
      if (wrong !== null) return true
      isSaving.current = true
      const answer =
        unitGrossClp === open.row.unitGrossClp
          ? ({ ok: true } as const)
          : await callCore(ui, ui.port.saveGoods(withPrice(open.row, unitGrossClp)))
      isSaving.current = false
      if (answer?.ok === false) setProblem(answer.refusal)
      if (answer?.ok !== true) return true
      // Given up, or at another one by now: what is typed there is its own.
      if (opened.current !== open.id) return true
      begin(next)
      return next !== undefined
    },
  }
}

export type TypedPrice = ReturnType<typeof useTypedPrice>

/** As the sheet of one product saves it: what somebody else has changed since stays. */
const withPrice = (row: GoodsRow, unitGrossClp: number) => ({
  ...asTyped(row),
  unitGrossClp,
  asksPrice: false,
  productId: row.id,
  seen: asTyped(row),
})

export function PriceCell({
  row,
  index,
  price,
}: {
  readonly row: GoodsRow
  readonly index: number
  readonly price: TypedPrice
}) {
  const { t } = useTranslation()
  const { name } = row
  if (price.open?.id === row.id) return <PriceInput row={row} index={index} price={price} />
  const shown = isPriceAsked(row) ? t('goods.asked') : formatClp(row.unitGrossClp)
  return (
    <button
      type="button"
      className={styles.priceKey}
      tabIndex={-1}
      aria-label={t('goodsPicks.setPrice', { name, price: shown })}
      onClick={() => price.begin(row)}
      data-testid="goods-price-key"
    />
  )
}

function PriceInput({ row, index, price }: Parameters<typeof PriceCell>[0]) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const box = useRef<HTMLSpanElement>(null)
  const wrongId = useId()
  const { name } = row
  const typed = price.open?.typed ?? ''
  const save = async () => {
    const list = box.current?.closest('[role=grid]')
    if (!(await price.save(index))) backTo(list, index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of the list are not this field's.
    event.stopPropagation()
    if (event.key === 'Enter') void save()
    else if (event.key === 'Escape') leave(box, index, price.close)
    else return
    event.preventDefault()
  }
  return (
    <span ref={box} className={styles.priceEdit} onKeyDown={onKeyDown}>
      <input
        // What is typed first takes the place of what is there.
        ref={focusFirst}
        className={styles.priceInput}
        value={shownPrice(typed)}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('goodsPicks.newPrice', { name })}
        aria-invalid={price.problem !== null}
        aria-describedby={wrongId}
        onChange={(event) => price.type(typedPrice(event.target.value))}
        data-testid="goods-price-input"
      />
      <PressButton
        className={styles.priceSave ?? ''}
        aria-label={t('goodsPicks.savePrice', { name })}
        onPress={() => void save()}
        data-testid="goods-price-save"
      >
        <Check size={20} aria-hidden="true" />
      </PressButton>
      <span id={wrongId} role="alert" className={styles.priceWrong} data-testid="goods-price-wrong">
        {price.problem === null ? '' : refusalText(price.problem)}
      </span>
    </span>
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
