import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import type { CategoryView } from '#shared/catalogue/category.ts'
import { onlyShelfId } from '#shared/catalogue/decide-category.ts'
import { decideGoods } from '#shared/catalogue/decide-goods.ts'
import { asTyped } from '#shared/catalogue/merge-goods.ts'
import { isPriceAsked } from '#shared/catalogue/product.ts'
import { checkDigitOf } from '#shared/catalogue/decide-product.ts'
import { Button } from '../kit/button.tsx'
import { Segments, Switch } from '../kit/choices.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { priceIn } from '../kit/price-field.tsx'
import { ProductWords, type ProductWordsProps } from '../kit/product-words.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { CancelOrSubmit } from '../kit/submit-button.tsx'
import { useSendingSheet } from '../kit/use-sending.ts'
import { useUi } from '../stores/till-ui.ts'
import { CodesAndCost, codesIn, PastPrices } from './goods-details.tsx'
import { Neighbours } from './neighbours.tsx'
import { PlacePart } from './place-part.tsx'
import { StockPart } from './stock-part.tsx'
import type { GoodsDraft, PartProps } from './goods-draft.ts'
import { useShelvesToChoose } from '../kit/use-shelves.ts'

const UNITS = ['', 'kg', 'm', 'lt']
const FIELDS = ['name', 'code', 'unitGrossClp', 'moreCodes', 'costNetClp', 'fixedPlace']

interface GoodsDialogProps {
  /** Null makes a new product. */
  readonly row: GoodsRow | null
  /** What was scanned for it, or its own. */
  readonly code: string
}

/** One product of the catalogue: everything of it that a person may change. */
export function GoodsDialog({ row, code }: GoodsDialogProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const { draft, isTyped, change, problem, isBusy, save, archive, goTo } = useGoodsDraft(row, code)
  const at = (field: string) => (problem?.field === field ? problem : null)
  const leads = row === null ? 'newLead' : row.isArchived ? 'archivedLead' : 'lead'
  return (
    <Sheet
      title={row?.name ?? t('goodsEdit.newTitle')}
      lead={t(`goodsEdit.${leads}`)}
      widthRem={36}
      isSide
      // A press on the list beside it drops nothing that was typed.
      isDismissable={!isTyped}
      tools={row !== null && <Neighbours row={row} isBusy={isBusy} onGo={goTo} />}
      onSubmit={() => save()}
      actions={
        <>
          {row !== null && (
            <Button isDisabled={isBusy} onPress={() => void archive()} data-testid="archive-goods">
              {t(row.isArchived ? 'goodsEdit.restore' : 'goodsEdit.archive')}
            </Button>
          )}
          {row !== null && (
            <Button
              isDisabled={isBusy}
              onPress={() => ui.screen.getState().open({ kind: 'label-goods', row, picked: null })}
              data-testid="label-product"
            >
              {t('goodsLabels.title')}
            </Button>
          )}
          <CancelOrSubmit label={t('goodsEdit.save')} testId="save-goods" />
        </>
      }
    >
      <Words draft={draft} change={change} at={at} />
      <Kinds draft={draft} change={change} />
      <CodesAndCost draft={draft} change={change} at={at} />
      {row?.isArchived !== true && (
        <PlacePart
          draft={draft}
          change={change}
          problem={problem}
          onSwap={(swapsPlaceWith) => save({ swapsPlaceWith })}
        />
      )}
      {row !== null && <StockPart key={row.id} row={row} />}
      {row !== null && <PastPrices key={`${row.id} prices`} productId={row.id} />}
      <RefusalNotice refusal={problem} shownAt={FIELDS} testId="goods-trouble" />
    </Sheet>
  )
}

function Words({ draft, change, at }: PartProps & Pick<ProductWordsProps, 'at'>) {
  const { t } = useTranslation()
  const digit = checkDigitOf(draft.code)
  return (
    <ProductWords
      draft={draft}
      change={change}
      at={at}
      place="goods"
      codeHint={
        digit === null
          ? undefined
          : digit.isRight
            ? t('goodsEdit.digitRight')
            : t('goodsEdit.digitWrong', { digit: digit.expected })
      }
    />
  )
}

function Kinds({ draft, change }: PartProps) {
  const { t } = useTranslation()
  const shelves = useShelvesToChoose()
  return (
    <>
      <Segments
        label={t('product.unit')}
        value={draft.unit}
        onChange={(unit) => change({ unit })}
        options={[...new Set([...UNITS, draft.unit])].map((unit) => ({
          value: unit,
          label: unit === '' ? t('product.whole') : unit,
        }))}
      />
      <ChoiceList
        label={t('product.category')}
        value={draft.categoryId}
        choices={shelves.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(categoryId) => change({ categoryId })}
        testId="goods-shelf"
      />
      <Switch isSelected={draft.asksPrice} onChange={(asksPrice) => change({ asksPrice })}>
        {t('goodsEdit.asksPrice')}
      </Switch>
      <Switch isSelected={draft.isExempt} onChange={(isExempt) => change({ isExempt })}>
        {t('product.exempt')}
      </Switch>
      <Switch isSelected={draft.isFavourite} onChange={(isFavourite) => change({ isFavourite })}>
        {t('product.favourite')}
      </Switch>
    </>
  )
}

function useGoodsDraft(row: GoodsRow | null, scanned: string) {
  const ui = useUi()
  const shelves = useShelvesToChoose()
  const [first, setFirst] = useState(() => draftOf(row, scanned, shelves))
  const [draft, setDraft] = useState(first)
  const [seen, setSeen] = useState({ id: row?.id, scanned })
  const { problem, setProblem, isBusy, send } = useSendingSheet()
  if (seen.id !== row?.id) {
    // Another product in the same sheet, whose keys keep the focus.
    const next = draftOf(row, scanned, shelves)
    setSeen({ id: row?.id, scanned })
    setFirst(next)
    setDraft(next)
    setProblem(null)
  } else if (seen.scanned !== scanned) {
    // A scan while the sheet is open is a further code; the first one where there is none yet.
    setSeen({ id: row?.id, scanned })
    setDraft(withScan(draft, scanned))
  }
  const isTyped = JSON.stringify(draft) !== JSON.stringify(first)
  const change = (part: Partial<GoodsDraft>) => {
    setDraft({ ...draft, ...part })
    setProblem(null)
  }
  const open = (to: GoodsRow) =>
    ui.screen.getState().open({ kind: 'goods', row: to, code: to.code })
  /** `swapsPlaceWith`: the first code of who has the place. */
  const save = async ({ to = null, swapsPlaceWith }: SaveOptions = {}) => {
    const { price, unit, cost, place, moreCodes, ...rest } = draft
    const typed = {
      ...rest,
      unitGrossClp: draft.asksPrice ? 0 : priceIn(price),
      unit: unit === '' ? null : unit,
      moreCodes: codesIn(moreCodes),
      costNetClp: cost === '' ? null : Number(cost),
      fixedPlace: place === '' ? null : Number(place),
    }
    // What is wrong by itself needs no core to say so; an empty price is no number to send.
    const decided = decideGoods(typed, { ...NOBODY_ELSE, categories: shelves })
    if (!decided.ok) return setProblem(decided.refusal)
    await send(
      () =>
        ui.port.saveGoods({
          ...decided.value,
          moreCodes: [...decided.value.moreCodes],
          productId: row?.id ?? null,
          ...(row === null ? {} : { seen: asTyped(row) }),
          ...(swapsPlaceWith === undefined ? {} : { swapsPlaceWith }),
        }),
      () => to !== null && open(to),
    )
  }
  const archive = async () => {
    if (row === null) return
    const { id: productId, isArchived } = row
    await send(() => ui.port.archiveProduct({ productId, isArchived: !isArchived }))
  }
  /** Nothing was typed: nothing is saved, and nothing stands in the log. */
  const goTo = (to: GoodsRow) => (isTyped ? void save({ to }) : open(to))
  return { draft, isTyped, change, problem, isBusy, save, archive, goTo }
}

interface SaveOptions {
  /** Opened once it is saved. */
  readonly to?: GoodsRow | null
  readonly swapsPlaceWith?: string
}

/** Who has a code or a place already is the core's to say. */
const NOBODY_ELSE = { holderOf: () => undefined, atPlace: () => undefined }

function withScan(draft: GoodsDraft, scanned: string): GoodsDraft {
  const known = [draft.code.trim(), ...codesIn(draft.moreCodes)]
  if (scanned === '' || known.includes(scanned)) return draft
  return draft.code.trim() === ''
    ? { ...draft, code: scanned }
    : { ...draft, moreCodes: `${draft.moreCodes.trim()}  ${scanned}`.trim() }
}

const NEW_DRAFT: Omit<GoodsDraft, 'code' | 'categoryId'> = {
  ...{ name: '', price: '', cost: '', unit: '', moreCodes: '', place: '' },
  ...{ asksPrice: false, isExempt: false, isFavourite: false },
}

function draftOf(
  row: GoodsRow | null,
  scanned: string,
  shelves: readonly CategoryView[],
): GoodsDraft {
  if (row === null) return { ...NEW_DRAFT, code: scanned, categoryId: onlyShelfId(shelves) }
  const { name, isExempt, categoryId, isFavourite, costNetClp, fixedPlace } = row
  const asksPrice = isPriceAsked(row)
  return {
    ...{ code: scanned, name, asksPrice, isExempt, categoryId, isFavourite },
    price: asksPrice ? '' : String(row.unitGrossClp),
    unit: row.unit ?? '',
    moreCodes: row.moreCodes.join('  '),
    cost: String(costNetClp ?? ''),
    place: String(fixedPlace ?? ''),
  }
}
