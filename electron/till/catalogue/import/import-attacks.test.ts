/** Lists that no spreadsheet has written: read to an end in the time of their bytes, or refused. */
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { IMPORT_LIMITS } from '#shared/catalogue/import/limits.ts'
import { readTable } from './read-table.ts'
import { readXlsx } from './read-xlsx.ts'

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const xlsx = (rows: string, strings = '') =>
  zipSync({
    'xl/worksheets/sheet1.xml': strToU8(sheetOf(rows)),
    'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
  })
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const ENDLESS = IMPORT_LIMITS.rows * 3

function rowsTold(rows: string): number {
  let told = 0
  readXlsx(xlsx(rows), () => {
    told += 1
    if (told > ENDLESS) throw new Error('endless')
  })
  return told
}

it.each([
  ['far below zero', `<row r="-1000000000000000">${cell('a')}</row><row r="3">${cell('b')}</row>`],
  ['zero', `<row r="0">${cell('a')}</row>${`<row>${cell('b')}</row>`}`],
  ['back and forth', `<row r="60000"/><row r="1"/>`.repeat(10)],
])('a row that says it is %s stands after the one before it', (_, rows) => {
  expect(rowsTold(rows)).toBeLessThanOrEqual(IMPORT_LIMITS.rows + 1_000)
})

it('texts that are read aloud and never end are let go in one walk', () => {
  const strings = `<si>${'<rPh a="b">'.repeat(100_000)}<t>Pan</t></si>`
  const rows = `<row>${cell('codigo')}${cell('nombre')}</row><row>${cell('1')}<c t="s"><v>0</v></c></row>`
  const startedAt = performance.now()
  expect(readTable(xlsx(rows, strings)).rows).toHaveLength(2)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
