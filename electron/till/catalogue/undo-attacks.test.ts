/** What a change to many products takes back, and what a product of the counter leaves. */
import { expect, it } from 'vitest'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { crewTillPerTest } from '../../../test/support/crew-till.ts'
import { cartOf } from '../../../test/support/till-fixture.ts'
import { must } from '../../../test/support/must.ts'

const { api, serve, commit, auditRows } = crewTillPerTest()

const ALL = { text: '', filter: 'sold', categoryId: null } as const
const UP = { ...ALL, change: { kind: 'percent', tenths: 100, roundToClp: 10 } } as const
const goods = () => must(api.goods({ ...ALL, offset: 0, limit: 50 })).rows
const product = (code: string) => {
  const row = goods().find((each) => each.code === code)
  if (row === undefined) throw new Error(`no product ${code}`)
  return row
}
const save = ({ id: productId, isArchived: _, pictureId: __, ...row }: GoodsRow, to: object) =>
  must(api.saveGoods({ ...row, moreCodes: [...row.moreCodes], productId, ...to }))
const raise = () => must(api.applyBulk({ ...UP, shown: must(api.previewBulk(UP)).shown }))

it.each([
  ['name', { name: 'Otro nombre' }],
  ['exemption', { isExempt: true }],
  ['cost', { costNetClp: 123 }],
  ['favourite', { isFavourite: true }],
  ['code', { code: '99887766' }],
  ['further codes', { moreCodes: ['99887766'] }],
  ['unit', { unit: 'lt' }],
  ['place', { fixedPlace: 7 }],
])('a product whose %s changed since is not taken back', async (_, to) => {
  await serve('owner')
  raise()
  const before = product('101')
  const saved = save(before, { isFavourite: false, ...to })
  must(api.undoBulk())
  expect(goods().find(({ id }) => id === before.id)).toEqual(saved)
})

it('a code that went to another product since stays there', async () => {
  await serve('owner')
  save(product('201'), { moreCodes: ['99887766'] })
  raise()
  save(product('201'), { moreCodes: [] })
  save(product('101'), { moreCodes: ['99887766'] })
  expect(api.undoBulk()).toMatchObject({ ok: true })
  expect(product('101').moreCodes).toEqual(['99887766'])
})

it('a price made up at the counter stands in the log, also as a product', async () => {
  await serve('cashier')
  const { categories } = api.bootstrap()
  must(
    api.saveProduct({
      code: '55443322',
      name: 'Inventado',
      unitGrossClp: 10,
      isExempt: false,
      unit: null,
      categoryId: categories[0]!.id,
      isFavourite: false,
    }),
  )
  must(commit(cartOf(api, '55443322')))
  await serve('owner')
  expect(auditRows()).toContainEqual(
    expect.objectContaining({
      action: 'product-created',
      staffName: 'Camila',
      detail: { what: 'Inventado (55443322)', toClp: 10 },
    }),
  )
})
