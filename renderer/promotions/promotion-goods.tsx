import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Plus, X } from 'lucide-react'
import type { ProductView } from '#shared/catalogue/product.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { optionsNamed, Segments } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { useScans } from '../kit/use-scans.ts'
import { useUi } from '../stores/till-ui.ts'
import { GOODS_KINDS, type PartProps } from './promotion-draft.ts'
import styles from './promotions.module.css'

/** What it is for: everything, some shelves, or products by their codes. */
export function PromotionGoods({
  draft,
  change,
  at,
  onProduct,
}: PartProps & { readonly onProduct: (product: ProductView) => void }) {
  const { t } = useTranslation()
  const problem = at('goods')
  return (
    <>
      <Segments
        label={t('promotions.goods')}
        value={draft.goods}
        onChange={(goods) => change({ goods })}
        options={optionsNamed(
          GOODS_KINDS,
          (value) => t(`promotions.goodsKinds.${value}`),
          'promotion-goods',
        )}
      />
      {draft.goods === 'categories' && <Shelves draft={draft} change={change} />}
      {draft.goods === 'products' && (
        <Products draft={draft} change={change} onProduct={onProduct} />
      )}
      <RefusalNotice refusal={problem} testId="promotion-goods-trouble" />
    </>
  )
}

function Shelves({ draft, change }: Omit<PartProps, 'at'>) {
  const ui = useUi()
  const { t } = useTranslation()
  const shelves = useStore(ui.status, (state) => state.bootstrap?.categories) ?? []
  const { categories } = draft
  return (
    <div className={styles.choices} role="group" aria-label={t('promotions.goodsKinds.categories')}>
      {shelves.map(({ id, name }) => {
        const isChosen = categories.includes(id)
        return (
          <Button
            key={id}
            variant={isChosen ? 'primary' : 'plain'}
            aria-pressed={isChosen}
            data-testid="promotion-shelf"
            onPress={() =>
              change({
                categories: isChosen
                  ? categories.filter((each) => each !== id)
                  : [...categories, id],
              })
            }
          >
            {name}
          </Button>
        )
      })}
    </div>
  )
}

function Products({
  draft: { products },
  change,
  onProduct,
}: Omit<PartProps, 'at'> & { readonly onProduct: (product: ProductView) => void }) {
  const { t } = useTranslation()
  const take = (product: ProductView) => {
    onProduct(product)
    if (products.some(({ id }) => id === product.id)) return
    change({ products: [...products, { id: product.id, name: product.name }] })
  }
  return (
    <>
      <AddByCode onProduct={take} />
      <ul className={styles.chosen} aria-label={t('promotions.goodsKinds.products')}>
        {products.map(({ id, name }) => (
          <li key={id}>
            <Button
              aria-label={t('promotions.without', { name })}
              data-testid="promotion-product"
              onPress={() => change({ products: products.filter((each) => each.id !== id) })}
            >
              {name}
              <X size={18} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A product of the catalogue by its code, typed or scanned. */
export function AddByCode({ onProduct }: { readonly onProduct: (product: ProductView) => void }) {
  const { t } = useTranslation()
  const { code, setCode, problem, add } = useCodes(onProduct)
  return (
    <div
      className={styles.codes}
      // Enter in the form saves it: without what was just typed.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || code.trim() === '') return
        event.preventDefault()
        void add(code)
      }}
    >
      <Field
        label={t('promotions.code')}
        value={code}
        onChange={setCode}
        refusal={problem}
        hint={t('promotions.codeHint')}
        testId="promotion-code"
        maxLength={64}
      />
      <Button
        isDisabled={code.trim() === ''}
        data-testid="promotion-add-product"
        onPress={() => void add(code)}
      >
        <Plus size={20} aria-hidden="true" />
        {t('promotions.addProduct')}
      </Button>
    </div>
  )
}

/** Codes that are typed, or scanned while the form is open. */
function useCodes(found: (product: ProductView) => void) {
  const ui = useUi()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<Refusal | null>(null)
  const add = async (asked: string) => {
    const answer = await callCore(ui, ui.port.productByCode(asked.trim()))
    if (answer === null) return
    setProblem(answer.ok ? null : answer.refusal)
    if (!answer.ok) return
    setCode('')
    found(answer.value)
  }
  useScans((scanned) => void add(scanned))
  return {
    code,
    setCode: (typed: string) => {
      setCode(typed)
      setProblem(null)
    },
    problem,
    add,
  }
}
