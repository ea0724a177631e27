/** What is exported imports back: the same catalogue stays, an empty one gets all of it. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { decideGoods } from '#shared/catalogue/decide-goods.ts'
import { goodsTable, type TableCell } from '#shared/catalogue/export/goods-table.ts'
import { decideRow } from '#shared/catalogue/import/decide-row.ts'
import type { ProductId } from '#shared/core/brand.ts'
import { csvText } from '#shared/text/csv.ts'
import { firstArrangement, planImport, type Shelf } from './plan-import.ts'
import { readTable } from './read-table.ts'
import { xlsxFile } from '../../../test/support/xlsx-file.ts'

const CATEGORIES = [
  { id: 'a', name: 'Abarrotes', hue: 1 },
  { id: 'b', name: '=1+1; "Té" & Ñandú', hue: 2 },
  { id: 'c', name: "'-otros", hue: 3 },
]
const HARD = [
  '=cmd|x',
  '"',
  "'",
  ';',
  ',',
  '-',
  '+',
  '@',
  'á',
  'Ñ',
  ' ',
  '_x0041_',
  '&',
  '<',
  'a',
  '1',
  '.',
]
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...HARD),
      fc.integer({ min: 0xa1, max: 0xff }).map((code) => String.fromCharCode(code)),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const code = fc.stringMatching(/^[A-Za-z0-9._\-/]{1,35}$/)
const product = fc.record({
  code,
  moreCodes: fc.array(code, { maxLength: 3 }),
  name: text,
  unitGrossClp: fc.integer({ min: 1, max: 500_000_000 }),
  asksPrice: fc.boolean(),
  costNetClp: fc.option(fc.integer({ min: 0, max: 500_000_000 })),
  isExempt: fc.boolean(),
  isFavourite: fc.boolean(),
  isArchived: fc.boolean(),
  fixedPlace: fc.option(fc.integer({ min: 1, max: 120 })),
  unit: fc.option(fc.constantFrom('kg', 'lt', '=m', '-1', '"')),
  categoryId: fc.constantFrom('a', 'b', 'c'),
  stock: fc.option(
    fc.record({
      milli: fc.integer({ min: -1_000_000, max: 1_000_000_000 }),
      lowMilli: fc.option(fc.nat(1_000_000)),
    }),
  ),
})

/** As the catalogue would hold them: each decided, no code twice. */
const catalogue = fc.array(product, { minLength: 1, maxLength: 8 }).map((typed) => {
  const rows: GoodsRow[] = []
  for (const { isArchived, stock, ...each } of typed) {
    const known = new Map(
      rows.flatMap((row) => [row.code, ...row.moreCodes].map((own) => [own, row])),
    )
    const isFree = !isArchived && !rows.some(({ fixedPlace }) => fixedPlace === each.fixedPlace)
    const decided = decideGoods(
      { ...each, fixedPlace: isFree ? each.fixedPlace : null },
      { categories: CATEGORIES, holderOf: (own) => known.get(own), atPlace: () => undefined },
    )
    if (!decided.ok) continue
    // What is sold by the piece is counted by the piece.
    const whole = (milli: number) =>
      decided.value.unit === null ? Math.trunc(milli / 1_000) * 1_000 + 0 : milli
    const id = `p${rows.length}` as ProductId
    const kept = stock && { ...stock, milli: whole(stock.milli) }
    rows.push({ ...decided.value, id, isArchived, stock: kept })
  }
  return rows
})

const shelfOf = (rows: readonly GoodsRow[]): Shelf => {
  const byCode = new Map(
    rows.flatMap((row) => [row.code, ...row.moreCodes].map((own) => [own, row])),
  )
  return {
    categories: CATEGORIES,
    all: rows,
    holderOf: (own) => byCode.get(own),
    atPlace: (place) => rows.find(({ fixedPlace }) => fixedPlace === place),
  }
}
const WAYS: Readonly<Record<string, (table: TableCell[][]) => Uint8Array>> = {
  csv: (table) => Buffer.from(csvText(table)),
  xlsx: (table) => xlsxFile(table),
}

it.each(['csv', 'xlsx'])('as %s', (way) => {
  fc.assert(
    fc.property(catalogue, (rows) => {
      fc.pre(rows.length > 0)
      const names = new Map(CATEGORIES.map(({ id, name }) => [id, name]))
      const table = readTable(WAYS[way]!(goodsTable(rows, names)))
      const into = (shelf: Shelf) => {
        const planned = planImport(table, firstArrangement(table, CATEGORIES), shelf)
        if (!planned.ok) throw new Error(planned.refusal.code)
        return planned.value
      }
      expect(into(shelfOf(rows)).counts).toMatchObject({ same: rows.length, bad: 0, changed: 0 })
      const empty = shelfOf([])
      const { accepted, counts } = into(empty)
      expect(counts).toMatchObject({ new: rows.length, bad: 0 })
      const made = accepted.map((read) => {
        const decided = decideRow(read, {
          ...empty,
          defaultCategoryId: () => 'a',
          categoryOf: (name) => CATEGORIES.find((category) => category.name === name),
        })
        if (!decided.ok) return decided
        const { to, isArchived, stock } = decided.value
        const kept = stock && { milli: stock.differsMilli, lowMilli: stock.lowMilli }
        return { ...to, isArchived, stock: kept }
      })
      expect(made).toEqual(rows.map(({ id: _, ...row }) => row))
    }),
    { numRuns: 300 },
  )
})
