/** The five figures are the tables' own, in short. */
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import type { IsoDate } from '#shared/core/brand.ts'
import { clp, formatClp, ZERO_CLP } from '#shared/money/clp.ts'
import { reportOf } from '../../test/support/report-views.ts'
import { figuresOf, shortMethods, shortProducts } from './figures.ts'
import { reportTables } from './report-tables.ts'

const t = ((key: string) => key) as unknown as TFunction
const said = { t, locale: 'es-CL' }
const days = { from: '2026-11-01' as IsoDate, to: '2026-11-23' as IsoDate }
const totals = reportOf('totals', days)
const goods = reportOf('products', days)
const NOTHING = { count: 0, totalClp: ZERO_CLP }

it('what was sold, came back and is left are the rows of the table of sales', () => {
  const rows = reportTables(totals, t).find(({ id }) => id === 'sales')?.rows ?? []
  const [sold, returned, deleted, left] = rows.map((row) => Number(row[2]))
  const value = (id: string) => figuresOf(totals, null, goods, said).find((one) => one.id === id)
  expect(value('sold')?.value).toBe(formatClp(clp(sold ?? Number.NaN)))
  expect(value('left')?.value).toBe(formatClp(clp(left ?? Number.NaN)))
  expect(value('returned')?.value).toBe(formatClp(clp(-(returned ?? 0) - (deleted ?? 0))))
  expect(value('sold')?.change).toBe('')
})

it('without a sale there is no average, and without its answer no margin: nothing is made up', () => {
  const none = { ...totals, sums: { ...totals.sums, sales: NOTHING } }
  const figures = figuresOf(none, totals, null, said)
  expect(figures.find(({ id }) => id === 'average')).toMatchObject({ value: '', change: '' })
  expect(figures.find(({ id }) => id === 'margin')).toMatchObject({ value: '', detail: '' })
  expect(figures.find(({ id }) => id === 'sold')?.change).toBe('-100%')
})

it('the short lists are the first of their tables, with the same money', () => {
  const long = reportTables(totals, t).find(({ id }) => id === 'methods')?.rows ?? []
  for (const [name, amountClp] of shortMethods(totals, t).rows)
    expect(long.find((row) => row[0] === name)?.[2]).toBe(amountClp)
  const products = reportTables(goods, t).find(({ id }) => id === 'products')?.rows ?? []
  const short = shortProducts(goods, t).rows
  expect(short.length).toBeGreaterThan(0)
  expect(short.map(([name, amountClp]) => [name, amountClp])).toEqual(
    products.slice(0, short.length).map((row) => [row[1], row[3]]),
  )
})
