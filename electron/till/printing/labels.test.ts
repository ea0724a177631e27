/** Labels on the real core: which products, how many, and what the printer says. */
import { expect, it } from 'vitest'
import { LABELS_EACH_MAX, ROLL_LABELS_MAX } from '#shared/catalogue/goods-labels.ts'
import type { LabelPaper } from '#shared/catalogue/label-layout.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const drawn: LabelPaper[] = []
const { api, fixture } = tillPerTest({
  drawLabels: async (labels) => {
    drawn.push(labels)
    return Buffer.from('%PDF-1.7 labels')
  },
})
const ALL = { kind: 'list', text: '', filter: 'sold', categoryId: null } as const
const names = () => drawn.at(-1)?.labels.map(({ label, count }) => `${count} ${label.name}`)

it('all of the list as it is filtered, or one product, each as often as it was asked for', async () => {
  expect(await api.labelSheets({ of: { ...ALL, text: 'caf' }, each: 3 })).toEqual({
    ok: true,
    value: { labels: 3, base64: Buffer.from('%PDF-1.7 labels').toString('base64') },
  })
  expect([drawn.at(-1)?.on, names()]).toEqual(['A4', ['3 Café molido']])
  const list = api.goods({ ...ALL, offset: 0, limit: 9 })
  const rows = list.ok ? list.value.rows : []
  expect(await api.printLabels({ of: ALL, each: 2 })).toMatchObject({
    ok: true,
    value: { labels: 2 * rows.length },
  })
  expect(names()).toEqual(rows.map(({ name }) => `2 ${name}`))
  expect(drawn.at(-1)?.on).toBe(80)
  await api.printLabels({ of: { kind: 'product', productId: rows[0]!.id }, each: 1 })
  expect(names()).toEqual([`1 ${rows[0]!.name}`])
})

it('none, and more than a strip may hold, are refused with the number; nothing is drawn', async () => {
  const before = drawn.length
  expect(await api.printLabels({ of: { ...ALL, text: 'zzz' }, each: 1 })).toMatchObject({
    refusal: { code: 'LABELS_NONE' },
  })
  const each = LABELS_EACH_MAX
  expect(await api.printLabels({ of: ALL, each })).toMatchObject({
    refusal: { code: 'LABELS_TOO_MANY', field: 'each', params: { most: String(ROLL_LABELS_MAX) } },
  })
  expect(drawn).toHaveLength(before)
})

it('a printer that does not take them is said at once, and nothing waits to come out later', async () => {
  fixture.printer.answer = () => ({ kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: '' })
  expect(await api.printLabels({ of: { ...ALL, text: 'caf' }, each: 1 })).toMatchObject({
    refusal: { code: 'PRINTER_NOT_FOUND' },
  })
  expect(api.status().printQueueCount).toBe(0)
})
