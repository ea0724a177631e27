/**
 * The shelves of a shop's first day: none of the practice shop's, unless somebody asks for them,
 * and one to put the first product on all the same.
 */
import { expect, it } from 'vitest'
import type { TillApi } from '#shared/bridge/contract.ts'
import { must } from '../../../test/support/must.ts'
import { FIXTURE_CATALOGUE, NOON } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { openDatabase } from '../tables/open-database.ts'
import { tillFolder } from '../kernel/till-folder.ts'
import { GOODS_LIST } from '../importing/import-goods.ts'
import type { Table } from '../importing/read-table.ts'
import { allShelves } from './shelf-rows.ts'

const { fixture } = fixturePerTest()
const EMPTY = {
  ...{ isSetUp: false, asksFirst: true, serviceUrlFromHost: null, apiKeyFromHost: null },
  ...{ embedded: { baseUrl: () => null, apiKey: () => null }, pinCost: 4 },
} as const
const NAMES = FIXTURE_CATALOGUE.categories.map(({ name }) => name)
const FIRST = { id: 'varios', name: 'Varios', hue: 25 }
const LEMON = {
  ...{ code: '1', name: 'Limón', unitGrossClp: 1_000, isExempt: false, unit: null },
  ...{ categoryId: 'varios', isFavourite: false },
}
const saveAtCounter = (api: TillApi, categoryId = 'varios') =>
  api.saveProduct({ ...LEMON, categoryId, approvalId: null })

it('are none, and the examples are there for the asking, once', async () => {
  const { api } = await fixture.open(EMPTY)
  expect(api.bootstrap()).toMatchObject({ categories: [], exampleCategories: NAMES })
  must(api.addExampleCategories())
  must(api.addExampleCategories())
  expect(api.bootstrap().categories).toEqual(FIXTURE_CATALOGUE.categories)
  expect(api.bootstrap()).not.toHaveProperty('exampleCategories')
})

it('stay as the shop has named them, whoever asks for examples then', async () => {
  const { api } = await fixture.open(EMPTY)
  must(api.saveCategory({ categoryId: null, name: 'Pernos', hue: 50 }))
  must(api.addExampleCategories())
  expect(api.bootstrap().categories.map(({ name }) => name)).toEqual(['Pernos'])
})

it.each(['at the counter', 'in the catalogue'])(
  'begin with one for the first product %s, which is renamed as any other',
  async (where) => {
    const { api } = await fixture.open(EMPTY)
    const goods = { ...LEMON, productId: null, moreCodes: [], costNetClp: null }
    must(where === 'at the counter' ? saveAtCounter(api) : api.saveGoods(goods))
    expect(api.bootstrap().categories).toEqual([FIRST])
    must(api.saveCategory({ categoryId: 'varios', name: 'Feria', hue: 25 }))
    must(api.saveProduct({ ...LEMON, code: '2', approvalId: null }))
    expect(api.bootstrap().categories).toEqual([{ ...FIRST, name: 'Feria' }])
  },
)

it('are not guessed where the shop has named some', async () => {
  const { api } = await fixture.open(EMPTY)
  must(api.saveCategory({ categoryId: null, name: 'Pernos', hue: 50 }))
  expect(saveAtCounter(api)).toMatchObject({ refusal: { code: 'CATEGORY_UNKNOWN' } })
  expect(api.bootstrap().categories.map(({ name }) => name)).toEqual(['Pernos'])
})

it('the practice shop keeps those of its goods', async () => {
  const { api } = await fixture.open({ ...EMPTY, asksFirst: false })
  expect(api.bootstrap().categories).toEqual(FIXTURE_CATALOGUE.categories)
})

it('of a list without categories are one, and those it names are the shop’s', async () => {
  const till = await fixture.open(EMPTY)
  await till.stop()
  const db = openDatabase(tillFolder(fixture.dataDir).database)
  const listed = [
    ['Código', 'Nombre', 'Precio', 'Categoría'],
    ['1', 'Limón', 1_000, ''],
    ['2', 'Perno', 500, 'Ferretería'],
  ]
  const rows = listed.map((cells, index) => ({ number: index + 1, cells }))
  const table = { rows, hasHeader: true } as Table
  const plan = must(GOODS_LIST.plan(table, GOODS_LIST.first(table, db), db))
  expect(plan.newCategories).toEqual(['Varios', 'Ferretería'])
  let made = 0
  const done = await plan.write({
    ...{ db, staffName: 'Rosa', now: () => NOON, newId: () => `id-${++made}` },
    ...{ isStopped: () => false, onProgress() {}, rest: async () => {} },
  })
  expect(done).toMatchObject({ created: 2, left: 0 })
  expect(allShelves(db).all()).toMatchObject([FIRST, { name: 'Ferretería' }])
  db.close()
})
