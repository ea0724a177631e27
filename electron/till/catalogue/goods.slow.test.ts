import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { GOODS_FILTERS } from '#shared/catalogue/goods.ts'
import { isOfFilter } from '#shared/catalogue/goods-filter.ts'
import type { ProductId } from '#shared/core/brand.ts'
import { cartOf, commitOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const { fixture, till, api } = tillPerTest()
const COFFEE = '7801040000037'

type Asked = Parameters<typeof api.goods>[0]
function page(asked: Partial<Asked> = {}) {
  const answer = api.goods({
    text: '',
    filter: 'sold',
    categoryId: null,
    offset: 0,
    limit: 200,
    ...asked,
  })
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.value
}
const names = (asked: Partial<Asked> = {}) => page(asked).rows.map(({ name }) => name)
function rowOf(code: string) {
  const row = page({ text: code }).rows[0] ?? page({ text: code, filter: 'archived' }).rows[0]
  if (row === undefined) throw new Error(`no ${code}`)
  return row
}
function typed(code: string) {
  const { id, pictureId: _, isArchived: __, moreCodes, ...rest } = rowOf(code)
  return { ...rest, productId: id, moreCodes: [...moreCodes] }
}
const fresh = (code: string, name: string) => ({ ...typed(COFFEE), productId: null, code, name })
function log() {
  const answer = api.audit({ cursor: null, limit: 20 })
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.value.rows.map(({ action, detail }) => ({ action, ...detail }))
}
const at = (code: string) =>
  api.searchProducts({ text: code, categoryId: null, favouritesOnly: false, limit: 5 })
const openDatabase = () => new Database(join(fixture.dataDir, 'till', 'till.db'))

describe('a product of the catalogue', () => {
  it('that two people have open keeps what each changed, though each sends all of it', () => {
    const { productId, ...seen } = typed(COFFEE)
    const change = (to: { readonly name?: string; readonly unitGrossClp?: number }) =>
      api.saveGoods({ ...seen, ...to, productId, seen })
    expect(change({ unitGrossClp: 2_990 })).toMatchObject({ ok: true })
    expect(change({ name: 'Café de grano' })).toMatchObject({
      value: { name: 'Café de grano', unitGrossClp: 2_990 },
    })
    // Of one field that both changed the later is kept.
    expect(change({ unitGrossClp: 3_490 })).toMatchObject({
      value: { name: 'Café de grano', unitGrossClp: 3_490 },
    })
  })

  it('is changed field by field, each with its row in the log, and sold at its new price at once', () => {
    const cart = cartOf(api, COFFEE)
    const before = rowOf(COFFEE)
    const saved = api.saveGoods({ ...typed(COFFEE), name: 'Café de grano', unitGrossClp: 4_990 })
    expect(saved).toMatchObject({ ok: true, value: { name: 'Café de grano', id: before.id } })
    expect(log().slice(0, 2)).toEqual([
      {
        action: 'product-changed',
        what: `${before.name}, nombre:`,
        from: before.name,
        to: 'Café de grano',
      },
      {
        action: 'product-changed',
        what: `${before.name}, precio:`,
        fromClp: before.unitGrossClp,
        toClp: 4_990,
      },
    ])
    expect(api.productByCode(COFFEE)).toMatchObject({ value: { unitGrossClp: 4_990 } })
    // A sale that stood on the screen says the price it showed, and the core knows it is another.
    expect(api.commitSale(commitOf(api, cart))).toMatchObject({ ok: true })
    expect(log()[0]).toMatchObject({ action: 'price-change', toClp: before.unitGrossClp })
  })

  it('saved as it is leaves no row in the log', () => {
    expect(api.saveGoods(typed(COFFEE))).toMatchObject({ ok: true })
    expect(log().filter(({ action }) => action === 'product-changed')).toEqual([])
  })

  it('is made new, and its code is nobody else’s', () => {
    expect(api.saveGoods(fresh('A-1', 'Arándanos'))).toMatchObject({ ok: true })
    expect(log()[0]).toMatchObject({ action: 'product-created', what: 'Arándanos (A-1)' })
    expect(api.productByCode('A-1')).toMatchObject({ ok: true })
    expect(api.saveGoods(fresh('A-1', 'Otra'))).toMatchObject({
      refusal: { code: 'CODE_TAKEN', field: 'code', params: { name: 'Arándanos' } },
    })
    expect(api.saveGoods({ ...typed(COFFEE), code: 'A-1' })).toMatchObject({
      refusal: { code: 'CODE_TAKEN' },
    })
  })

  it.each([
    [{ name: ' ' }, 'NAME_REQUIRED', 'name'],
    [{ code: 'ñ 1' }, 'CODE_NOT_VALID', 'code'],
    [{ unitGrossClp: 0 }, 'PRICE_NOT_VALID', 'unitGrossClp'],
    [{ unitGrossClp: 10.5 }, 'PRICE_NOT_VALID', 'unitGrossClp'],
    [{ categoryId: 'nothing' }, 'CATEGORY_UNKNOWN', 'categoryId'],
    [{ productId: 'gone' as ProductId }, 'PRODUCT_GONE', null],
  ])('refuses %j and stays as it was', (wrong, code, field) => {
    const before = page()
    expect(api.saveGoods({ ...typed(COFFEE), ...wrong })).toMatchObject({
      refusal: { code, field },
    })
    expect(page()).toEqual(before)
  })
})

describe('further codes, cost and past prices', () => {
  it('each code sells the product under its first one, and is found by its end', async () => {
    const before = rowOf(COFFEE)
    const codes = ['7809999999998', ' 7801234000012 ', '', COFFEE, '7809999999998']
    expect(api.saveGoods({ ...typed(COFFEE), moreCodes: codes })).toMatchObject({
      value: { code: COFFEE, moreCodes: ['7809999999998', '7801234000012'] },
    })
    expect(log()[0]).toMatchObject({
      what: `${before.name}, otros códigos:`,
      from: '—',
      to: '7809999999998, 7801234000012',
    })
    for (const code of [COFFEE, '7809999999998', '7801234000012'])
      expect(api.productByCode(code)).toMatchObject({ value: { id: before.id, code: COFFEE } })
    expect([names({ text: '1234000012' }), at('99999998').map(({ id }) => id)]).toEqual([
      [before.name],
      [before.id],
    ])
    await till.stop()
    await fixture.open()
    expect(at('1234000012').map(({ id }) => id)).toEqual([before.id])
    // The first code may become a further one, and the other way round.
    const swapped = { ...typed(COFFEE), code: '7809999999998', moreCodes: [COFFEE] }
    expect(api.saveGoods(swapped)).toMatchObject({ ok: true })
    expect(api.productByCode(COFFEE)).toMatchObject({ value: { code: '7809999999998' } })
    expect(api.productByCode('7801234000012')).toMatchObject({ ok: false })
    expect(at('1234000012')).toEqual([])
  })

  it('no code is of two products, whoever writes', () => {
    const { name } = rowOf(COFFEE)
    api.saveGoods({ ...typed(COFFEE), moreCodes: ['B-7'] })
    const refused = { refusal: { code: 'CODE_TAKEN', params: { code: 'B-7', name } } }
    expect(api.saveGoods(fresh('B-7', 'Otro'))).toMatchObject(refused)
    expect(api.saveGoods({ ...fresh('B-8', 'Otro'), moreCodes: ['B-7'] })).toMatchObject(refused)
    expect(api.saveGoods({ ...fresh('B-8', 'Otro'), moreCodes: [COFFEE] })).toMatchObject({
      refusal: { code: 'CODE_TAKEN', field: 'moreCodes', params: { name } },
    })
    expect(api.saveProduct({ ...fresh('B-7', 'Otro'), approvalId: null })).toMatchObject(refused)
    const db = openDatabase()
    const wrong = (sql: string) => () => db.prepare(sql).run()
    const { id } = rowOf(COFFEE)
    expect(wrong("UPDATE product SET code = 'B-7' WHERE code <> 'B-7'")).toThrow('of a product')
    expect(wrong(`INSERT INTO product_barcode VALUES ('${COFFEE}', '${id}', 9)`)).toThrow(
      'of a product',
    )
    db.close()
  })

  it('the cost stays with the owner, and each new price keeps the one before', () => {
    const before = rowOf(COFFEE)
    expect(before.costNetClp).toBeNull()
    for (const unitGrossClp of [4_990, 5_290])
      api.saveGoods({ ...typed(COFFEE), unitGrossClp, costNetClp: 2_100 })
    expect(rowOf(COFFEE).costNetClp).toBe(2_100)
    expect(JSON.stringify([api.productByCode(COFFEE), at(before.name)])).not.toContain('2100')
    expect(api.priceHistory({ productId: before.id })).toMatchObject({
      value: {
        changes: [
          { fromGrossClp: 4_990, toGrossClp: 5_290 },
          { fromGrossClp: before.unitGrossClp, toGrossClp: 4_990 },
        ],
      },
    })
  })

  it.each([
    [{ moreCodes: ['ñ 1'] }, 'CODE_NOT_VALID', 'moreCodes'],
    [
      { moreCodes: Array.from({ length: 21 }, (_, at) => `M-${at}`) },
      'CODES_TOO_MANY',
      'moreCodes',
    ],
    [{ costNetClp: -1 }, 'COST_NOT_VALID', 'costNetClp'],
    [{ costNetClp: 10.5 }, 'COST_NOT_VALID', 'costNetClp'],
    [{ costNetClp: 1e12 }, 'COST_NOT_VALID', 'costNetClp'],
  ])('refuses %j', (wrong, code, field) => {
    expect(api.saveGoods({ ...typed(COFFEE), ...wrong })).toMatchObject({
      refusal: { code, field },
    })
  })
})

describe('an archived product', () => {
  it('is not found, tapped, scanned or learnt at the counter, comes back as it was, and neither is done twice', async () => {
    const before = rowOf(COFFEE)
    const archive = (isArchived: boolean) =>
      api.archiveProduct({ productId: before.id, isArchived })
    const isLearnt = () =>
      api.productSlice({ after: 0, limit: 5_000 }).products.some(({ id }) => id === before.id)
    const isOnGrid = () => at('').length > 0 && at(' ').some(({ id }) => id === before.id)
    expect([at(before.name).length, isLearnt(), isOnGrid()]).toEqual([1, true, true])
    expect([archive(true), archive(true)]).toEqual(Array(2).fill({ ok: true, value: null }))
    expect([at(before.name), isLearnt(), isOnGrid()]).toEqual([[], false, false])
    expect(api.productByCode(COFFEE)).toMatchObject({
      refusal: { code: 'PRODUCT_ARCHIVED', params: { name: before.name } },
    })
    expect(names()).not.toContain(before.name)
    expect(names({ filter: 'archived' })).toEqual([before.name])
    await till.stop()
    await fixture.open()
    expect(at(before.name)).toEqual([])
    expect([archive(false), archive(false)]).toEqual(Array(2).fill({ ok: true, value: null }))
    expect(rowOf(COFFEE)).toEqual(before)
    expect([at(before.name).length, isLearnt(), isOnGrid()]).toEqual([1, true, true])
    expect(log().map(({ action }) => action)).toEqual(
      expect.arrayContaining(['product-archived', 'product-restored']),
    )
    expect(log().filter(({ action }) => action === 'product-archived')).toHaveLength(1)
  })

  it('that stands in an open sale already is charged', () => {
    const cart = cartOf(api, COFFEE)
    api.archiveProduct({ productId: rowOf(COFFEE).id, isArchived: true })
    expect(api.commitSale(commitOf(api, cart))).toMatchObject({ ok: true })
  })
})

describe('the list', () => {
  it('goes by name as people sort it, a window at a time, with the whole count', () => {
    for (const [index, name] of ['Ñoquis', 'nueces', 'Árbol', 'ajo', 'Azúcar'].entries())
      api.saveGoods(fresh(`L${index}`, name))
    const all = names()
    const spanish = new Intl.Collator('es', { sensitivity: 'base' })
    const ours = all.filter((name) => /^[\p{L}]+$/u.test(name))
    expect(ours).toEqual(ours.toSorted((a, b) => spanish.compare(a, b)))
    expect(ours.indexOf('Ñoquis')).toBe(ours.indexOf('nueces') + 1)
    const windows = Array.from({ length: Math.ceil(all.length / 3) }, (_, index) =>
      page({ offset: index * 3, limit: 3 }),
    )
    expect(windows.flatMap(({ rows }) => rows.map(({ name }) => name))).toEqual(all)
    expect(new Set(windows.map(({ total }) => total))).toEqual(new Set([all.length]))
    expect(page({ offset: 5_000 }).rows).toEqual([])
  })

  it('is searched by words and the end of a code, and filtered by shelf and favourite', () => {
    expect(names({ text: 'caf mol' })).toEqual(['Café molido'])
    expect(names({ text: COFFEE.slice(-5) })).toEqual(['Café molido'])
    expect([names({ text: '%%' }), names({ text: 'zzz' })]).toEqual([[], []])
    api.saveGoods({ ...typed(COFFEE), isFavourite: true })
    expect(names({ filter: 'favourites' })).toContain('Café molido')
    const { categoryId } = rowOf(COFFEE)
    expect(page({ categoryId }).rows.every((row) => row.categoryId === categoryId)).toBe(true)
    expect(names({ categoryId: 'nothing' })).toEqual([])
  })

  it('every filter of the list shows what the pure rule says; a picture leaves no-picture at once', () => {
    const everything = [...page().rows, ...page({ filter: 'archived' }).rows]
    const picture = `${Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')}`
    expect(api.setProductPicture({ productId: rowOf(COFFEE).id, picture })).toMatchObject({
      ok: true,
    })
    api.archiveProduct({ productId: everything.at(-1)!.id, isArchived: true })
    api.saveGoods({ ...typed(COFFEE), isFavourite: true })
    const watched = { hasStock: true, lowMilli: 5_000 }
    expect(api.setStock({ productId: rowOf(COFFEE).id, ...watched })).toMatchObject({ ok: true })
    const rows = [...page().rows, ...page({ filter: 'archived' }).rows]
    for (const filter of GOODS_FILTERS) {
      const expected = rows.filter((row) => isOfFilter(row, filter)).map(({ name }) => name)
      expect(names({ filter }).toSorted()).toEqual(expected.toSorted())
    }
    expect(names({ filter: 'noPicture' })).not.toContain('Café molido')
    expect(names({ filter: 'noPicture' }).length).toBeGreaterThan(0)
    expect(names({ filter: 'low' })).toEqual(['Café molido'])
  })

  it('of 50,000 products answers its last window by walking an index; the grid keeps its own', () => {
    const db = openDatabase()
    const insert = db.prepare(
      "INSERT INTO product (id, code, name, unit_gross_clp, is_exempt, category_id, tile_position) VALUES (?, ?, ?, 990, 0, 'a', ?)",
    )
    db.transaction(() => {
      for (let index = 0; index < 50_000; index += 1)
        insert.run(`m${index}`, `M${index}`, `Manjar ${index}`, 100 + index)
    })()
    const plan = (sql: string) =>
      (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
        .map(({ detail }) => detail)
        .join('; ')
    const sold = 'FROM product p WHERE p.archived_at_ms IS NULL'
    const list = plan(`SELECT p.name ${sold} ORDER BY p.sort_name, p.rowid LIMIT 9 OFFSET 9`)
    const grid = plan(`SELECT p.name ${sold} ORDER BY p.tile_position, p.rowid LIMIT 9`)
    db.close()
    expect([list, grid]).toEqual([
      expect.stringContaining('product_by_sort_name'),
      expect.stringContaining('product_by_tile'),
    ])
    expect([list, grid].join()).not.toContain('TEMP B-TREE')
    const { rows, total } = page({ offset: 49_990, limit: 100 })
    expect(total).toBeGreaterThan(50_000)
    expect(rows).toHaveLength(total - 49_990)
  })
})

describe('shelves', () => {
  beforeEach(() => void api.saveCategory({ categoryId: null, name: 'Panadería', hue: 50 }))
  const shelves = () => api.bootstrap().categories
  it('are named, coloured, added and put in order, and every screen is told', async () => {
    const [first, second] = shelves()
    if (first === undefined || second === undefined) throw new Error('no shelves')
    expect(api.saveCategory({ categoryId: first.id, name: '  Mi   estante ', hue: 200 })).toEqual({
      ok: true,
      value: null,
    })
    expect(shelves()[0]).toEqual({ id: first.id, name: 'Mi estante', hue: 200 })
    expect(api.moveCategory({ categoryId: first.id, by: 'later' })).toMatchObject({ ok: true })
    expect(
      shelves()
        .slice(0, 2)
        .map(({ id }) => id),
    ).toEqual([second.id, first.id])
    expect(api.moveCategory({ categoryId: second.id, by: 'earlier' })).toMatchObject({ ok: true })
    expect(api.saveCategory({ categoryId: null, name: 'Regalos', hue: 10 })).toMatchObject({
      ok: true,
    })
    await till.stop()
    await fixture.open()
    expect(shelves().at(-1)).toMatchObject({ name: 'Regalos', hue: 10 })
    expect(shelves()[1]?.name).toBe('Mi estante')
    expect(log().filter(({ action }) => action === 'category-changed')).toHaveLength(4)
    const db = openDatabase()
    const kinds = db.prepare<[], string>('SELECT DISTINCT kind FROM journal').pluck().all()
    db.close()
    expect(kinds).toEqual(expect.arrayContaining(['settings', 'catalogue']))
  })

  it('have each a name of their own', () => {
    const [first, second] = shelves()
    const name = (second?.name ?? '').toUpperCase()
    expect(api.saveCategory({ categoryId: first?.id ?? '', name, hue: 1 })).toMatchObject({
      refusal: { code: 'CATEGORY_TAKEN', field: 'name' },
    })
    expect(api.saveCategory({ categoryId: 'gone', name: 'Otro', hue: 1 })).toMatchObject({
      refusal: { code: 'CATEGORY_GONE' },
    })
    expect(api.moveCategory({ categoryId: 'gone', by: 'later' })).toMatchObject({
      refusal: { code: 'CATEGORY_GONE' },
    })
  })
})

it('the catalogue is its owner’s and supervisor’s; a cashier neither changes nor reads it', async () => {
  const { id: productId } = rowOf(COFFEE)
  const [shelf] = api.bootstrap().categories
  const change = { ...typed(COFFEE), unitGrossClp: 10 }
  const crew = [
    ['Paula', 'owner', '3690'],
    ['Rodrigo', 'supervisor', '1470'],
    ['Camila', 'cashier', '2580'],
  ] as const
  for (const [name, role, pin] of crew) {
    await api.saveStaff({ staffId: null, name, role, pin })
    const owner = api.staff().members.find((member) => member.role === 'owner')
    if (api.staff().current === null) await api.signIn({ staffId: owner?.id ?? '', pin: '3690' })
  }
  const serve = (role: string, pin: string) =>
    api.signIn({
      staffId: api.staff().members.find((member) => member.role === role)?.id ?? '',
      pin,
    })
  await serve('cashier', '2580')
  const refused = [
    api.saveGoods(change),
    api.archiveProduct({ productId, isArchived: true }),
    api.saveCategory({ categoryId: shelf?.id ?? '', name: 'Mío', hue: 1 }),
    api.moveCategory({ categoryId: shelf?.id ?? '', by: 'later' }),
    api.goods({ text: '', filter: 'sold', categoryId: null, offset: 0, limit: 1 }),
  ]
  for (const answer of refused)
    expect(answer).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
  await serve('supervisor', '1470')
  expect(api.saveGoods(change)).toMatchObject({ ok: true })
})
