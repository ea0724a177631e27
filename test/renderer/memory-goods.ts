/** The catalogue of the till in memory, as its owner keeps it. */
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { CategoryView } from '#shared/catalogue/category.ts'
import { decideCategoryName, withMovedCategory } from '#shared/catalogue/decide-category.ts'
import { decideGoods } from '#shared/catalogue/decide-goods.ts'
import { isOfFilter } from '#shared/catalogue/goods-filter.ts'
import type { ProductView } from '#shared/catalogue/product.ts'
import type { ProductId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { createMemoryPromotions } from './memory-promotions.ts'

interface Shelves {
  readonly products: ProductView[]
  readonly categories: () => readonly CategoryView[]
  /** Tells every screen of the products. */
  readonly changed: () => void
  /** Tells them of what they read first. */
  readonly begin: (part: { readonly categories: readonly CategoryView[] }) => void
}

const noList = () => refuse(refusal('IMPORT_GONE'))

export function createMemoryGoods({ products, categories, changed, begin }: Shelves) {
  const setCategories = (next: readonly CategoryView[]) => begin({ categories: next })
  const archived: ProductView[] = []
  const owners = new Map<ProductId, Pick<GoodsRow, 'moreCodes' | 'costNetClp' | 'stock'>>()
  const kept = (product: ProductView) => ({
    ...product,
    fixedPlace: product.fixedPlace ?? null,
    ...(owners.get(product.id) ?? { moreCodes: [], costNetClp: null, stock: null }),
  })
  const all = (): GoodsRow[] => [
    ...products.map((product) => ({ ...kept(product), isArchived: false })),
    ...archived.map((product) => ({ ...kept(product), isArchived: true })),
  ]
  return {
    ...createMemoryPromotions(changed),
    goods({ text, filter, categoryId, offset, limit }) {
      const found = all()
        .filter((row) => isOfFilter(row, filter))
        .filter((row) => categoryId === null || row.categoryId === categoryId)
        .filter((row) => `${row.name} ${row.code}`.toLowerCase().includes(text.toLowerCase()))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
      return ok({ rows: found.slice(offset, offset + limit), total: found.length })
    },
    saveGoods({ productId, swapsPlaceWith, fixedPlace = null, ...typed }) {
      const holder = products.find(
        (row) => row.id !== productId && row.fixedPlace === (fixedPlace ?? 0),
      )
      const decided = decideGoods(
        { ...typed, fixedPlace },
        {
          atPlace: () => (holder?.code === swapsPlaceWith ? undefined : holder),
          categories: categories(),
          holderOf: (wanted) =>
            all().find(
              ({ id, code, moreCodes }) =>
                id !== productId && [code, ...moreCodes].some((each) => each === wanted),
            ),
        },
      )
      if (!decided.ok) return decided
      const { moreCodes, costNetClp, ...decidedProduct } = decided.value
      const shelf = archived.some(({ id }) => id === productId) ? archived : products
      const index = shelf.findIndex(({ id }) => id === productId)
      const id = productId ?? (`p${products.length + archived.length + 1}` as ProductId)
      const saved = { ...shelf[index], ...decidedProduct, id }
      const stock = owners.get(id)?.stock ?? null
      owners.set(id, { moreCodes, costNetClp, stock })
      const place = shelf[index]?.fixedPlace ?? null
      if (holder) products[products.indexOf(holder)] = { ...holder, fixedPlace: place }
      if (index === -1) products.push(saved)
      else shelf[index] = saved
      changed()
      return ok({ ...saved, moreCodes, costNetClp, stock, isArchived: shelf === archived })
    },
    priceHistory: () => ok([]),
    // Movements need a database: their stories run on the real core.
    stockByCode: () => refuse(refusal('PRODUCT_GONE')),
    stockMoves: () => ok([]),
    setStock: () => ok(null),
    moveStock: () => refuse(refusal('PRODUCT_GONE')),
    // A list needs a thread and a database: its stories run on the real core.
    importing: () => ok(null),
    sendImport: noList,
    arrangeImport: noList,
    importRows: async () => noList(),
    acceptImport: noList,
    cancelImport: noList,
    previewBulk: noList,
    applyBulk: noList,
    undoBulk: noList,
    // Labels need a printer and a PDF: their stories run on the real core.
    printLabels: async () => noList(),
    labelSheets: async () => noList(),
    archiveProduct({ productId, isArchived }) {
      const [from, to] = isArchived ? [products, archived] : [archived, products]
      const index = from.findIndex(({ id }) => id === productId)
      if (index !== -1) to.push(...from.splice(index, 1))
      changed()
      return ok(null)
    },
    saveCategory({ categoryId, name, hue }) {
      const decided = decideCategoryName(name, categoryId, categories())
      if (!decided.ok) return decided
      const saved = { id: categoryId ?? `c${categories().length + 1}`, name: decided.value, hue }
      setCategories(
        categoryId === null
          ? [...categories(), saved]
          : categories().map((category) => (category.id === categoryId ? saved : category)),
      )
      return ok(null)
    },
    // A shop's first day needs a folder of its own: its story runs on the real core.
    addExampleCategories: () => ok(null),
    moveCategory({ categoryId, by }) {
      const known = new Map(categories().map((category) => [category.id, category]))
      if (!known.has(categoryId)) return refuse(refusal('CATEGORY_GONE'))
      const ids = withMovedCategory([...known.keys()], categoryId, by)
      setCategories(ids.flatMap((id) => known.get(id) ?? []))
      return ok(null)
    },
  } satisfies Partial<TillApi>
}
