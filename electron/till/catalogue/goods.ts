/**
 * The catalogue as its owner keeps it: the list with its filters, products changed, archived and
 * brought back, shelves named and put in order. Each change is one transaction with its rows in
 * the log, which `note` writes.
 */
import type { z } from 'zod'
import {
  PRICES_MAX,
  type archiveInput,
  type GoodsPage,
  type GoodsRow,
  type TypedGoods,
  type moveCategoryInput,
  type PriceHistory,
  type pricesInput,
  type saveCategoryInput,
  type saveGoodsInput,
  type goodsInput,
} from '#shared/catalogue/goods.ts'
import {
  decideCategoryName,
  shelvesToChoose,
  withMovedCategory,
} from '#shared/catalogue/decide-category.ts'
import type { CategoryView } from '#shared/catalogue/category.ts'
import { asTyped, mergedGoods } from '#shared/catalogue/merge-goods.ts'
import { changesOfGoods, decideGoods, type CheckedGoods } from '#shared/catalogue/decide-goods.ts'
import { PRODUCTS_MAX, type CheckedProduct } from '#shared/catalogue/decide-product.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { createBulk, type Bulk } from './bulk.ts'
import type { GoodsPorts, NoteChange } from './goods-ports.ts'
import { createGoodsList } from './goods-list.ts'
import { createGoodsRows, type GoodsRows } from './goods-rows.ts'
import { allShelves, announceShelves, createAddShelves } from './shelf-rows.ts'
import { COLUMNS, createInsert, type ProductRow } from './product-rows.ts'

export interface Goods {
  list(input: z.output<typeof goodsInput>): GoodsPage
  save(input: z.output<typeof saveGoodsInput>, note: NoteChange): Result<GoodsRow, Refusal>
  archive(input: z.output<typeof archiveInput>, note: NoteChange): Result<null, Refusal>
  saveCategory(input: z.output<typeof saveCategoryInput>, note: NoteChange): Result<null, Refusal>
  moveCategory(input: z.output<typeof moveCategoryInput>, note: NoteChange): Result<null, Refusal>
  addExamples(note: NoteChange): Result<null, Refusal>
  readonly bulk: Bulk
  /** The prices a product had, the newest change first. */
  prices(input: z.output<typeof pricesInput>): PriceHistory
  /** Whose code it is, as the first or a further one. */
  holderOf(code: string): GoodsRow | undefined
  /** A new product that has been decided. Inside the caller's transaction. */
  insert(product: CheckedProduct): void
}

export function createGoods(ports: GoodsPorts): Goods {
  const insertRow = createInsert(ports.db)
  const rows = createGoodsRows(ports.db)
  const insert = (product: CheckedProduct) => insertRow(ports.newId(), product)
  return {
    list: createGoodsList(ports.db),
    insert,
    bulk: createBulk(ports),
    prices: ({ productId }) => rows.prices(productId, PRICES_MAX),
    holderOf: rows.byCode,
    save: createSave(ports, rows),
    archive: createArchive(ports),
    ...createCategories(ports),
  }
}

function createDeciding(db: GoodsPorts['db'], rows: GoodsRows) {
  const count = db.prepare<[], number>('SELECT count(*) FROM product').pluck()
  /** Of the other products, the one that stands in the way. */
  const othersThan = (productId: string | null) => {
    const other = (holder: GoodsRow | undefined) => (holder?.id === productId ? undefined : holder)
    return {
      atPlace: (place: number) => other(rows.atPlace(place)),
      holderOf: (code: string) => other(rows.byCode(code)),
    }
  }
  return (
    { productId, swapsPlaceWith, seen, ...all }: Parameters<Goods['save']>[0],
    shelves: readonly CategoryView[],
  ) => {
    const before = productId === null ? undefined : rows.byId(productId)
    if (productId !== null && before === undefined) return refuse(refusal('PRODUCT_GONE'))
    const typed = laidOver(before, seen, all)
    const { fixedPlace = before?.fixedPlace ?? null } = typed
    if (before?.isArchived === true && fixedPlace !== null)
      return refuse(refusal('PRODUCT_ARCHIVED', 'fixedPlace', { name: before.name }))
    const { atPlace, holderOf } = othersThan(productId)
    const decided = decideGoods(
      { ...typed, fixedPlace },
      {
        atPlace(place) {
          const holder = atPlace(place)
          return holder?.code === swapsPlaceWith ? undefined : holder
        },
        categories: shelvesToChoose(shelves),
        holderOf,
      },
    )
    if (!decided.ok) return decided
    const to = decided.value
    if (before === undefined && (count.get() ?? 0) >= PRODUCTS_MAX)
      return refuse(refusal('CATALOGUE_FULL', null, { most: String(PRODUCTS_MAX) }))
    return ok({ before, to, holder: to.fixedPlace === null ? undefined : atPlace(to.fixedPlace) })
  }
}

function createSave({ db, journal, clock, newId }: GoodsPorts, rows: GoodsRows): Goods['save'] {
  const decide = createDeciding(db, rows)
  const categories = allShelves(db)
  const logged = <Product extends CheckedProduct>(product: Product) => ({
    ...product,
    category: categories.all().find(({ id }) => id === product.categoryId)?.name ?? '—',
  })
  /** The product whose place this one took gets the place this one had. */
  const swapPlace = (holder: GoodsRow, fixedPlace: number | null, note: NoteChange) => {
    rows.place(holder.id, fixedPlace)
    for (const detail of changesOfGoods(logged(holder), logged({ ...holder, fixedPlace })))
      note('product-changed', { ...detail })
  }
  const write = (before: GoodsRow | undefined, to: CheckedGoods, note: NoteChange) => {
    if (before === undefined) {
      rows.insert(newId(), to)
      return note('product-created', { what: `${to.name} (${to.code})`, toClp: to.unitGrossClp })
    }
    rows.change(before, to, clock.now())
    for (const detail of changesOfGoods(logged(before), logged(to)))
      note('product-changed', { ...detail })
  }
  const save = db.transaction((input: Parameters<Goods['save']>[0], note: NoteChange) => {
    const shelves = categories.all()
    const decided = decide(input, shelves)
    if (!decided.ok) return decided
    const { before, to, holder } = decided.value
    write(before, to, note)
    if (holder !== undefined) swapPlace(holder, before?.fixedPlace ?? null, note)
    journal.append('catalogue', null, { saved: to.code })
    if (shelves.length === 0) announceShelves(journal)
    const saved = rows.byCode(to.code)
    return saved === undefined ? refuse(refusal('PRODUCT_GONE')) : ok(saved)
  })
  return (input, note) => {
    const saved = save.immediate(input, note)
    journal.publish()
    return saved
  }
}

/** What somebody else changed since it was `seen` stays where it is not typed over. */
const laidOver = <Typed extends TypedGoods>(
  stands: GoodsRow | undefined,
  seen: TypedGoods | undefined,
  typed: Typed,
): Typed =>
  stands === undefined || seen === undefined ? typed : mergedGoods(asTyped(stands), seen, typed)

function createArchive({ db, journal, clock }: GoodsPorts): Goods['archive'] {
  const byId = db.prepare<[string], ProductRow>(`SELECT ${COLUMNS} FROM product p WHERE id = ?`)
  const put = db.prepare<[number | null, string]>(
    'UPDATE product SET archived_at_ms = ? WHERE id = ?',
  )
  const archive = db.transaction(
    ({ productId, isArchived }: Parameters<Goods['archive']>[0], note: NoteChange) => {
      const row = byId.get(productId)
      if (row === undefined) return refuse(refusal('PRODUCT_GONE'))
      // Twice is once: the second press of a finger, or of another screen.
      if ((row.isArchived === 1) === isArchived) return ok(null)
      put.run(isArchived ? clock.now() : null, productId)
      note(isArchived ? 'product-archived' : 'product-restored', {
        what: `${row.name} (${row.code})`,
        ...(row.fixedPlace === null ? {} : { from: `lugar ${row.fixedPlace}`, to: '—' }),
      })
      journal.append('catalogue', null, { archived: productId })
      return ok(null)
    },
  )
  return (input, note) => {
    const done = archive.immediate(input, note)
    journal.publish()
    return done
  }
}

function createCategories({
  db,
  journal,
  newCategoryId,
  examples,
}: GoodsPorts): Pick<Goods, 'saveCategory' | 'moveCategory' | 'addExamples'> {
  const all = allShelves(db)
  const add = createAddShelves(db)
  const update = db.prepare('UPDATE category SET name = ?, hue = ? WHERE id = ?')
  const place = db.prepare('UPDATE category SET position = ? WHERE id = ?')
  const save = db.transaction(
    ({ categoryId, name, hue }: Parameters<Goods['saveCategory']>[0], note: NoteChange) => {
      const decided = decideCategoryName(name, categoryId, all.all())
      if (!decided.ok) return decided
      const before = all.all().find(({ id }) => id === categoryId)
      if (categoryId === null) add([{ id: newCategoryId(), name: decided.value, hue }])
      else update.run(decided.value, hue, categoryId)
      if (before?.name === decided.value && before.hue === hue) return ok(null)
      note('category-changed', {
        what: 'categoría:',
        from: before === undefined ? '—' : `${before.name} (${before.hue}°)`,
        to: `${decided.value} (${hue}°)`,
      })
      announceShelves(journal)
      return ok(null)
    },
  )
  const move = db.transaction(
    ({ categoryId, by }: Parameters<Goods['moveCategory']>[0], note: NoteChange) => {
      const before = all.all()
      const moved = before.find(({ id }) => id === categoryId)
      if (moved === undefined) return refuse(refusal('CATEGORY_GONE'))
      const ids = before.map(({ id }) => id)
      const after = withMovedCategory(ids, categoryId, by)
      if (after === ids) return ok(null)
      after.forEach((id, position) => place.run(position, id))
      const [from, to] = [ids.indexOf(categoryId) + 1, after.indexOf(categoryId) + 1]
      note('category-changed', { what: `${moved.name}, lugar:`, from, to })
      announceShelves(journal)
      return ok(null)
    },
  )
  /** Twice is once: only a shop without a shelf asks for examples. */
  const addExamples = db.transaction((note: NoteChange) => {
    if (all.all().length > 0) return ok(null)
    add(examples)
    const to = examples.map(({ name }) => name).join(', ')
    note('category-changed', { what: 'categorías de ejemplo:', from: '—', to })
    announceShelves(journal)
    return ok(null)
  })
  const published = <Answer>(answer: Answer): Answer => {
    journal.publish()
    return answer
  }
  return {
    saveCategory: (input, note) => published(save.immediate(input, note)),
    moveCategory: (input, note) => published(move.immediate(input, note)),
    addExamples: (note) => published(addExamples.immediate(note)),
  }
}
