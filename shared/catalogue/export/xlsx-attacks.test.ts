/** Texts that would break a spreadsheet, or run in it. */
import { expect, it } from 'vitest'
import { csvText } from '../../text/csv.ts'
import { xlsxParts } from './xlsx-parts.ts'

const SHEET = 'xl/worksheets/sheet1.xml'
const sheetOf = (text: string) => xlsxParts([[text]])[SHEET] ?? ''

it('no sign that XML cannot hold stands in the file, whatever a service or a scan has said', () => {
  for (let code = 0; code < 0x20; code += 1) {
    const written = sheetOf(`a${String.fromCharCode(code)}b`)
    const inside = [...written].filter((sign) => sign < ' ' && sign !== '\t' && sign !== '\n')
    expect.soft(inside, `U+${code.toString(16)}`).toEqual([])
  }
  expect(sheetOf('a\u0000b')).toContain('a_x0000_b')
  expect(sheetOf('a\ud800b\uffff\ufffe')).toContain('a\ufffdb\ufffd\ufffd')
})

it('a formula is only text, and what there is less than nothing of is a number', () => {
  const cells = ['=1+1', '+1+1', '-1+1', '@A1', '-', '-2e3', '-1,5', '-12', '--1', '\t=1', '\r=1']
  expect(csvText([cells]).slice(1).trimEnd().split(';')).toEqual([
    ...["'=1+1", "'+1+1", "'-1+1", "'@A1", "'-", "'-2e3", '-1,5', '-12', "'--1", "'\t=1"],
    '"\'\r=1"',
  ])
})
