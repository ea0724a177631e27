/** Products with a place of their own on the grid, on the core. */
import { expect, it } from 'vitest'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { crewTillPerTest } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'

const { api, fixture, till, serve, auditRows } = crewTillPerTest()

const ALL = { text: '', filter: 'sold', categoryId: null } as const
const goods = () => must(api.goods({ ...ALL, offset: 0, limit: 200 })).rows
const rowOf = (name: string) => {
  const row = goods().find((each) => each.name === name)
  if (row === undefined) throw new Error(`no product ${name}`)
  return row
}
const keep = ({ id: productId, isArchived: _, pictureId: __, ...row }: GoodsRow, to: object) =>
  api.saveGoods({ ...row, moreCodes: [...row.moreCodes], productId, ...to })
const fix = (name: string, fixedPlace: number | null, swapsPlaceWith?: string) =>
  keep(rowOf(name), { fixedPlace, ...(swapsPlaceWith === undefined ? {} : { swapsPlaceWith }) })
const archive = (name: string, isArchived = true) =>
  must(api.archiveProduct({ productId: rowOf(name).id, isArchived }))
const grid = (shelf: object = {}, limit = 120) =>
  api
    .searchProducts({ text: '', categoryId: null, favouritesOnly: false, limit, ...shelf })
    .map(({ name }) => name)

it('stays at its place whatever is added, moved or archived; the others flow around it in their order', async () => {
  await serve('owner')
  for (const name of ['Té', 'Mate'])
    must(keep(rowOf(grid()[0] ?? ''), { productId: null, code: name.slice(0, 1), name }))
  const before = grid()
  const last = before.at(-1) ?? ''
  must(fix(last, 2))
  const [first, second, third] = before
  const around = [first, last, ...before.slice(1, -1)]
  expect(grid()).toEqual(around)
  expect(grid({}, 3)).toEqual(around.slice(0, 3))
  const moved = (productId: GoodsRow['id'], besideId: GoodsRow['id']) =>
    must(api.moveTile({ productId, besideId, side: 'before' }))
  moved(rowOf(third ?? '').id, rowOf(first ?? '').id)
  expect(grid().slice(0, 4)).toEqual([third, last, first, second])
  archive(first ?? '')
  must(keep(rowOf(second ?? ''), { productId: null, code: 'NUEVO', name: 'Recién hecho' }))
  expect(grid()).toEqual([third, last, second, ...before.slice(3, -1), 'Recién hecho'])
  await till.stop()
  await fixture.open()
  expect(grid()[1]).toBe(last)
})

it('is the same on its shelf and among the favourites, and flows where the list is shorter', async () => {
  await serve('owner')
  const { categoryId } = rowOf(grid()[0] ?? '')
  const shelf = () => grid({ categoryId })
  const before = shelf()
  const [name = '', other = ''] = before
  must(keep(rowOf(name), { isFavourite: true, fixedPlace: before.length }))
  expect(shelf()).toEqual([...before.slice(1), name])
  expect(grid({ favouritesOnly: true })).toContain(name)
  must(fix(name, before.length + 1))
  expect(shelf()).toEqual(before)
  archive(other)
  must(fix(name, before.length - 1))
  expect(shelf()).toEqual([...before.slice(2), name])
})

it('is one product’s: the second is told whose it is, and may change with it; each has its row in the log', async () => {
  await serve('owner')
  const [one = '', two = '', three = ''] = grid()
  must(fix(one, 4))
  const { code } = rowOf(one)
  expect(fix(two, 4)).toMatchObject({
    refusal: { code: 'PLACE_TAKEN', field: 'fixedPlace', params: { name: one, code, place: '4' } },
  })
  // Whom the screen showed has it no more: nobody else is put out of place unseen.
  expect(fix(two, 4, rowOf(three).code)).toMatchObject({ refusal: { code: 'PLACE_TAKEN' } })
  must(fix(two, 1))
  must(fix(two, 4, code))
  expect([rowOf(one).fixedPlace, rowOf(two).fixedPlace]).toEqual([1, 4])
  must(fix(three, 4, rowOf(two).code))
  expect([rowOf(two).fixedPlace, rowOf(three).fixedPlace]).toEqual([null, 4])
  const said = auditRows().flatMap(({ detail: { what, from, to } }) =>
    String(what).includes('lugar') ? [`${String(what)} ${String(from)} ${String(to)}`] : [],
  )
  expect(said.slice(0, 4)).toEqual([
    `${two}, lugar en la pantalla: 4 —`,
    `${three}, lugar en la pantalla: — 4`,
    `${one}, lugar en la pantalla: 4 1`,
    `${two}, lugar en la pantalla: 1 4`,
  ])
  await serve('cashier')
  expect(api.saveGoods({ ...typedOf(one), fixedPlace: 9 })).toMatchObject({
    refusal: { code: 'RIGHT_REQUIRED' },
  })
})

/** What a screen without the right could still send. */
const typedOf = (name: string) => {
  const [product] = api.searchProducts({
    text: name,
    categoryId: null,
    favouritesOnly: false,
    limit: 1,
  })
  if (product === undefined) throw new Error(`no product ${name}`)
  const { id: productId, pictureId: _, ...row } = product
  return { ...row, productId, moreCodes: [], costNetClp: null }
}

it('is a whole number a grid has, stays where a screen says nothing of it, and is taken away', async () => {
  await serve('owner')
  const [one = ''] = grid()
  for (const place of [0, -1, 1.5, 121])
    expect(fix(one, place)).toMatchObject({
      refusal: { code: 'PLACE_NOT_VALID', field: 'fixedPlace' },
    })
  must(fix(one, 120))
  const { fixedPlace: _, ...unsaid } = rowOf(one)
  must(keep(unsaid as GoodsRow, { isFavourite: true }))
  expect(rowOf(one).fixedPlace).toBe(120)
  must(fix(one, null))
  expect(rowOf(one).fixedPlace).toBeNull()
})

it('is free again once its product is archived, one by one or all at once, and goes to no archived one', async () => {
  await serve('owner')
  const [one = '', two = '', three = ''] = grid()
  const archived = rowOf(one)
  must(fix(one, 3))
  archive(one)
  must(fix(two, 3))
  must(api.archiveProduct({ productId: archived.id, isArchived: false }))
  expect(rowOf(one).fixedPlace).toBeNull()
  archive(one)
  expect(keep(archived, { fixedPlace: 9 })).toMatchObject({
    refusal: { code: 'PRODUCT_ARCHIVED', field: 'fixedPlace' },
  })
  must(fix(three, 5))
  const bulk = {
    ...ALL,
    text: rowOf(two).code,
    change: { kind: 'archive', isArchived: true },
  } as const
  must(api.applyBulk({ ...bulk, shown: must(api.previewBulk(bulk)).shown }))
  must(fix(three, 3))
  // Taken back, it does not put out who came in between.
  must(api.undoBulk())
  expect([rowOf(two).fixedPlace, rowOf(three).fixedPlace]).toEqual([null, 3])
})
