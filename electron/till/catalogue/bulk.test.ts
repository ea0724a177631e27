/** One change to many products on the real core: shown, done as shown, taken back. */
import { expect, it } from 'vitest'
import { bulkInput } from '#shared/catalogue/goods-bulk.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const { api } = tillPerTest()
const ALL = { text: '', filter: 'sold', categoryId: null } as const
const UP = { ...ALL, change: { kind: 'percent', tenths: 100, roundToClp: 10 } } as const

function preview(input: Parameters<typeof api.previewBulk>[0]) {
  const answer = api.previewBulk(input)
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.value
}
const prices = () => {
  const answer = api.goods({ ...ALL, offset: 0, limit: 50 })
  return answer.ok ? answer.value.rows.map(({ unitGrossClp }) => unitGrossClp) : []
}
const log = () => {
  const answer = api.audit({ cursor: null, limit: 20 })
  return answer.ok ? answer.value.rows : []
}

it('prices go up as shown, each with its row in the log, and come back', () => {
  const before = prices()
  const { shown, changed, sample } = preview(UP)
  expect(prices()).toEqual(before)
  expect(api.applyBulk({ ...UP, shown })).toEqual({ ok: true, value: { changed, left: 0 } })
  expect(prices()).toEqual(sample.map(({ to }) => to.unitGrossClp))
  expect(prices()).toEqual(before.map((price) => Math.round((price * 1.1) / 10) * 10))
  expect(log().filter(({ action }) => action === 'product-changed')).toHaveLength(before.length)
  expect(log()[0]).toMatchObject({ detail: { what: expect.stringContaining('precio') } })
  // What somebody has changed since stays as it is now.
  const one = sample[0]!.to
  const { isArchived: _, id: productId, pictureId: __, moreCodes, ...rest } = one
  api.saveGoods({ ...rest, moreCodes: [...moreCodes], productId, unitGrossClp: 77 })
  expect(preview(UP).mayUndo).toBe(before.length)
  expect(api.undoBulk()).toEqual({ ok: true, value: { changed: before.length - 1, left: 1 } })
  expect(prices()).toEqual([77, ...before.slice(1)])
  expect(api.undoBulk()).toEqual({ ok: true, value: { changed: 0, left: 0 } })
})

it('is refused when it is not what was shown any more', () => {
  const { shown } = preview(UP)
  const change = { kind: 'archive', isArchived: true } as const
  const some = { ...ALL, text: 'caf', change }
  expect(api.applyBulk({ ...some, shown: preview(some).shown })).toMatchObject({
    value: { changed: 1 },
  })
  expect(api.applyBulk({ ...UP, shown })).toMatchObject({ refusal: { code: 'BULK_NOT_AS_SHOWN' } })
  expect(api.productByCode('7801040000037')).toMatchObject({
    refusal: { code: 'PRODUCT_ARCHIVED' },
  })
  expect(api.undoBulk()).toMatchObject({ value: { changed: 1 } })
  expect(api.productByCode('7801040000037')).toMatchObject({ ok: true })
})

it('goes to a category there is, and leaves what would cost nothing', () => {
  expect(
    api.previewBulk({ ...ALL, change: { kind: 'category', categoryId: 'nothing' } }),
  ).toMatchObject({ refusal: { code: 'CATEGORY_UNKNOWN' } })
  api.saveCategory({ categoryId: null, name: 'Otra', hue: 0 })
  const other = api.bootstrap().categories.at(-1)!.id
  const move = { ...ALL, change: { kind: 'category', categoryId: other } } as const
  api.applyBulk({ ...move, shown: preview(move).shown })
  expect(preview(move)).toMatchObject({ changed: 0 })
  const down = { ...ALL, change: { kind: 'percent', tenths: -900, roundToClp: 1 } } as const
  const one = api.goods({ ...ALL, offset: 0, limit: 1 })
  const {
    isArchived: _,
    id: productId,
    pictureId: __,
    ...rest
  } = one.ok ? one.value.rows[0]! : never()
  api.saveGoods({ ...rest, moreCodes: [...rest.moreCodes], productId, unitGrossClp: 4 })
  expect(preview(down)).toMatchObject({ refused: 1, changed: prices().length - 1 })
})

it('is of the marked products alone, or of all but them, each refused by its name', () => {
  const row = (at: number) => {
    const answer = api.goods({ ...ALL, offset: at, limit: 1 })
    return answer.ok ? answer.value.rows[0]! : never()
  }
  const [first, second] = [row(0), row(1)]
  const all = prices()
  const some = { ...ALL, picked: { ids: [first.id, second.id], isAllBut: false } }
  const to = { ...some, change: { kind: 'price', unitGrossClp: 1_500 } } as const
  expect(api.applyBulk({ ...to, shown: preview(to).shown })).toMatchObject({
    value: { changed: 2 },
  })
  expect(prices()).toEqual([1_500, 1_500, ...all.slice(2)])
  const none = { ...some, change: { kind: 'price', unitGrossClp: 0.5 } } as const
  expect(preview(none)).toMatchObject({
    changed: 0,
    refused: 2,
    refusals: [first, second].map(({ name }) => ({ name, refusal: { field: 'unitGrossClp' } })),
  })
  const rest = {
    ...ALL,
    picked: { ids: [first.id], isAllBut: true },
    change: { kind: 'exempt' as const, isExempt: true },
  }
  api.applyBulk({ ...rest, shown: preview(rest).shown })
  expect([row(0), row(1), row(2)].map(({ isExempt }) => isExempt)).toEqual([false, true, true])
  // What is marked and no longer in the list is left alone.
  const gone = { ...to, text: second.name, picked: { ids: [first.id], isAllBut: false } }
  expect(preview(gone)).toMatchObject({ changed: 0, refused: 0 })
  const many = Array.from({ length: 1_001 }, () => first.id)
  expect(bulkInput.safeParse({ ...rest, picked: { ids: many, isAllBut: false } }).success).toBe(
    false,
  )
})

const never = (): never => {
  throw new Error('no row')
}
