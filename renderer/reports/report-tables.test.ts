/** A report's file says what its screen says. */
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import type { IsoDate } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { reportOf } from '../../test/support/report-views.ts'
import { reportTables } from './report-tables.ts'
import { asSheet } from './table.ts'

const t = ((key: string) => key) as unknown as TFunction
const days = { from: '2026-11-01' as IsoDate, to: '2026-11-23' as IsoDate }

it('adds every column of money of the form up to its last row, in the file as on the screen', () => {
  const tables = reportTables(reportOf('totals', days), t)
  const form = tables.find(({ id }) => id === 'f29')
  if (form === undefined) throw new Error('no form')
  const [total, ...lines] = form.rows.toReversed()
  expect(lines.length).toBeGreaterThan(1)
  form.columns.forEach(({ kind }, at) => {
    if (kind === 'text') return
    expect(total?.[at]).toBe(lines.reduce((sum, line) => sum + Number(line[at]), 0))
  })
  const sheet = asSheet(tables)
  expect(sheet).toContainEqual(total)
  // A bar is a picture: no column of the file.
  expect(sheet.every((row) => row.length <= 9)).toBe(true)
})

it('says what the form leaves out as trials, with its sum, in a table of its own', () => {
  const totals = reportOf('totals', days)
  const trialsOf = (view: typeof totals) =>
    reportTables(view, t).find(({ id }) => id === 'f29-trials')?.rows
  expect(trialsOf(totals)).toBe(undefined)
  const trials = { count: 3, totalClp: clp(1_890) }
  expect(trialsOf({ ...totals, f29: { ...totals.f29, trials } })).toEqual([[3, 1_890]])
})
