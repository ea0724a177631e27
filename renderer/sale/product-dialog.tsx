import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { onlyShelfId } from '#shared/catalogue/decide-category.ts'
import { checkName } from '#shared/text/check-name.ts'
import { priceProblem } from '#shared/money/unit-price.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { productDeed } from '#shared/staff/deeds.ts'
import { callCore, withDeed } from '../actions/counter.ts'
import { addProduct } from '../actions/selling.ts'
import type { Dialog, ProductDraft } from '../stores/screen-store.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { Segments, Switch } from '../kit/choices.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { priceIn } from '../kit/price-field.tsx'
import { ProductWords } from '../kit/product-words.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { CancelOrSubmit } from '../kit/submit-button.tsx'
import { useShelvesToChoose } from '../kit/use-shelves.ts'
import { useSending } from '../kit/use-sending.ts'
import styles from './sale.module.css'

const UNITS = ['', 'kg', 'm', 'lt'] as const
const FIELDS = ['name', 'code', 'unitGrossClp', 'categoryId']

/** A product the catalogue does not know yet, made at the counter and put in the sale at once. */
export function ProductDialog({
  code: scanned,
  typed,
}: {
  readonly code: string
  readonly typed: Typed | null
}) {
  const { t } = useTranslation()
  const categories = useShelvesToChoose()
  const { draft, change, problem, submit } = useProductDraft(
    scanned,
    typed,
    onlyShelfId(categories),
  )
  const at = (field: string) => (problem?.field === field ? problem : null)
  return (
    <Sheet
      title={t('product.title')}
      lead={t('product.lead')}
      widthRem={34}
      onSubmit={submit}
      actions={<CancelOrSubmit label={t('product.save')} testId="save-product" />}
    >
      <ProductWords draft={draft} change={change} at={at} place="product" />
      <Segments
        label={t('product.unit')}
        value={draft.unit}
        onChange={(unit) => change({ unit })}
        options={UNITS.map((unit) => ({
          value: unit,
          label: unit === '' ? t('product.whole') : unit,
        }))}
      />
      <CategoryList
        categories={categories}
        value={draft.categoryId}
        onChange={(categoryId) => change({ categoryId })}
        label={t('product.category')}
        problem={at('categoryId')}
      />
      <Switch isSelected={draft.isExempt} onChange={(isExempt) => change({ isExempt })}>
        {t('product.exempt')}
      </Switch>
      <Switch isSelected={draft.isFavourite} onChange={(isFavourite) => change({ isFavourite })}>
        {t('product.favourite')}
      </Switch>
      <RefusalNotice refusal={problem} shownAt={FIELDS} />
    </Sheet>
  )
}

type Typed = NonNullable<Extract<Dialog, { kind: 'product' }>['typed']>

const NOTHING_TYPED: ProductDraft = {
  code: '',
  name: '',
  price: '',
  isExempt: false,
  unit: '',
  categoryId: '',
  isFavourite: false,
}

function useProductDraft(scanned: string, typed: Typed | null, categoryId: string) {
  const ui = useUi()
  const [draft, setDraft] = useState<ProductDraft>(
    typed?.draft ?? { ...NOTHING_TYPED, code: scanned, categoryId },
  )
  const [seen, setSeen] = useState(scanned)
  const { problem, setProblem, send } = useSending(typed?.problem ?? null)
  // A scan while the dialog is open replaces the code and nothing else.
  if (seen !== scanned) {
    setSeen(scanned)
    setDraft({ ...draft, code: scanned })
  }
  const change = (part: Partial<ProductDraft>) => {
    setDraft({ ...draft, ...part })
    setProblem(null)
  }
  const submit = () => send(() => saveAllowed(ui, draft))
  return { draft, change, problem, submit }
}

/** What is wrong with the draft; null once it is saved, or somebody's PIN is asked for. */
async function saveAllowed(ui: TillUi, draft: ProductDraft): Promise<Refusal | null> {
  const checked = productOf(draft)
  if (!checked.ok) return checked.refusal
  if (ui.staff.getState().staff?.rights.freeLine === true)
    return saveAndAdd(ui, checked.value, null)
  withDeed(ui, productDeed(checked.value), (approvalId) => {
    void callCore(ui, saveAndAdd(ui, checked.value, approvalId)).then((problem) => {
      if (problem === null) return
      ui.sounds.refuse()
      ui.screen.getState().open({ kind: 'product', code: draft.code, typed: { draft, problem } })
    })
  })
  return null
}

type NewProduct = Omit<Parameters<TillUi['port']['saveProduct']>[0], 'approvalId'>

function productOf(draft: ProductDraft): Result<NewProduct, Refusal> {
  const name = checkName(draft.name)
  if (!name.ok) return name
  const unitGrossClp = priceIn(draft.price)
  const problem = priceProblem(unitGrossClp)
  if (problem !== null) return refuse(problem)
  if (draft.categoryId === '') return refuse(refusal('CATEGORY_UNKNOWN', 'categoryId'))
  const { isExempt, categoryId, isFavourite } = draft
  return ok({
    code: draft.code.trim(),
    name: name.value,
    unitGrossClp,
    isExempt,
    unit: draft.unit === '' ? null : draft.unit,
    categoryId,
    isFavourite,
  })
}

/** What is wrong with it, or null once it is in the catalogue and in the cart. */
async function saveAndAdd(
  ui: TillUi,
  product: NewProduct,
  approvalId: string | null,
): Promise<Refusal | null> {
  const close = ui.screen.getState().closing()
  const saved = await ui.port.saveProduct({ ...product, approvalId })
  if (!saved.ok) return saved.refusal
  addProduct(ui, saved.value)
  ui.catalogue.getState().setText('')
  close()
  return null
}

function CategoryList({
  label,
  categories,
  value,
  problem,
  onChange,
}: {
  readonly label: string
  readonly categories: readonly { readonly id: string; readonly name: string }[]
  readonly value: string
  readonly problem: Refusal | null
  readonly onChange: (categoryId: string) => void
}) {
  return (
    <div>
      <p className={styles.listLabel}>{label}</p>
      <ListBox
        aria-label={label}
        layout="grid"
        orientation="horizontal"
        className={styles.categoryList ?? ''}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={value === '' ? [] : [value]}
        onSelectionChange={(keys) => {
          if (keys !== 'all') onChange(String([...keys][0]))
        }}
      >
        {categories.map((category) => (
          <ListBoxItem key={category.id} id={category.id} className={styles.chip ?? ''}>
            {category.name}
          </ListBoxItem>
        ))}
      </ListBox>
      {problem !== null && <RefusalNotice refusal={problem} />}
    </div>
  )
}
