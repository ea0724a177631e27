/** Lists that no spreadsheet has written: read to an end in the time of their bytes, or refused. */
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { IMPORT_LIMITS } from '#shared/catalogue/import/limits.ts'
import { readTable } from './read-table.ts'
import { readXlsx } from './read-xlsx.ts'

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const xlsx = (rows: string, strings = '', more: Readonly<Record<string, string>> = {}) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        'xl/worksheets/sheet1.xml': sheetOf(rows),
        'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
        ...more,
      }).map(([path, xml]) => [path, strToU8(xml)]),
    ),
  )
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

it('a small file of millions of texts is let go at a million of them', () => {
  const bytes = xlsx('<row/>', '<si/>'.repeat(IMPORT_LIMITS.sharedTexts + 1))
  expect(bytes.length).toBeLessThan(100_000)
  expect(() => readTable(bytes)).toThrow('IMPORT_UNZIPPED_TOO_LARGE')
})

const HEAD = `<row>${['codigo', 'nombre', 'precio'].map(cell).join('')}</row>`
const cellsOf = (bytes: Uint8Array) => readTable(bytes).rows.map(({ cells }) => cells)

it('a formula is its last result; without one, with an error or as a day it is marked, never taken', () => {
  const formats = '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>'
  const money = '<numFmt numFmtId="165" formatCode="[$$-340A]\\ #,##0&quot; de hoy&quot;"/>'
  const used = [0, 14, 9, 164, 165].map((id) => `<xf numFmtId="${id}"/>`).join('')
  const styles = `<styleSheet>${formats}${money}</numFmts><cellXfs>${used}</cellXfs></styleSheet>`
  const values = [
    ['<c><f>A1*2</f><v>1990</v></c>', 1990],
    ['<c t="str"><f>""</f><v></v></c>', ''],
    ['<c><f>A1&amp;"x"</f></c>', '#=A1&"x"'],
    ['<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['<c s="1"><v>45987</v></c>', '#2025-11-26'],
    ['<c s="3"><v>45987.5</v></c>', '#2025-11-26'],
    ['<c s="2"><v>0.19</v></c>', '19%'],
    ['<c s="4"><v>1990</v></c>', 1990],
    ['<c s="99"><v>1990</v></c>', 1990],
  ] as const
  const rows = values.map(([xml]) => `<row>${cell('1')}${cell('x')}${xml}${cell('end')}</row>`)
  const read = cellsOf(xlsx(HEAD + rows.join(''), '', { 'xl/styles.xml': styles }))
  expect(read.slice(1).map((cells) => cells[2])).toEqual(values.map(([, shown]) => shown))
})

it('the first sheet somebody sees is read: no hidden one, and no chart', () => {
  const sheets = ['hidden', 'veryHidden', 'visible'].map(
    (state, at) => `<sheet name="${state}" state="${state}" r:id="r${at}"/>`,
  )
  const links = ['worksheets/sheet1.xml', 'worksheets/sheet1.xml', 'worksheets/seen.xml']
  const read = cellsOf(
    xlsx(`<row>${cell('old')}${cell('cost')}</row>`, '', {
      'xl/workbook.xml': `<workbook><sheets><sheet name="c" r:id="r9"/>${sheets.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r9" Target="chartsheets/c.xml"/>${links
        .map((target, at) => `<Relationship Id="r${at}" Target="${target}"/>`)
        .join('')}</Relationships>`,
      'xl/worksheets/seen.xml': sheetOf(`${HEAD}<row>${cell('1')}${cell('Pan')}</row>`),
    }),
  )
  expect(read).toEqual([
    ['codigo', 'nombre', 'precio'],
    ['1', 'Pan'],
  ])
})

it.each([
  ['a page saved as XLS', '\n <html><table><tr><td>codigo</td><td>precio</td></tr></table>'],
  ['a page with its kind', '<!DOCTYPE html><p>codigo;nombre'],
  ['an XML of a spreadsheet', '\ufeff<?xml version="1.0"?><Workbook>codigo;nombre</Workbook>'],
])('%s is no list, and says so', (_, text) => {
  expect(() => readTable(Buffer.from(text))).toThrow('IMPORT_NOT_A_TABLE')
})

it('a quote that nobody closed swallows no row below it', () => {
  const rows = (text: string) => cellsOf(Buffer.from(`codigo;nombre;precio\n${text}`)).slice(1)
  expect(rows('1;"Pan;990\n2;Té;500\n3;Mate;100')).toEqual([
    ['1', '"Pan', '990'],
    ['2', 'Té', '500'],
    ['3', 'Mate', '100'],
  ])
  expect(rows('1;"Pan;990\n2;"Té";500')).toEqual([
    ['1', '"Pan', '990'],
    ['2', 'Té', '500'],
  ])
  // Written as it should be, a line may end within a text, and a name has its quotes.
  expect(rows('1;"Pan\r\namasado";990\n2;"Té ""verde""";500\n3;"Coca" Zero;9')).toEqual([
    ['1', 'Pan\r\namasado', '990'],
    ['2', 'Té "verde"', '500'],
    ['3', 'Coca Zero', '9'],
  ])
})

it('what other programs write the same way is read the same: quotes, prefixes, truths, days, titles', () => {
  const styles = `<styleSheet><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></styleSheet>`
  const row = `<row r='2'><c r='A2'\tt='s'><v>1</v></c><c r='B2' t='b'><v>true</v></c><c r='C2' s='1'><v>45987</v></c><c t='d'><v>2025-11-26T00:00:00</v></c><c><v> </v></c><c><v>1e999</v></c></row>`
  const strings = `<si><t>0</t></si><si><t>Pan</t></si>`
  const other = {
    'xl/styles.xml': styles,
    'xl/workbook.xml': `<workbook><sheet name='a' n1:id='r1'/></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id='r1' Target='worksheets/b.xml'/></Relationships>`,
    'xl/worksheets/b.xml': sheetOf(HEAD + row),
  }
  expect(cellsOf(xlsx('<row/>', strings, other))[1]).toEqual([
    ...['Pan', 'sí', '#2025-11-26', '#2025-11-26', '', '1e999'],
  ])
  const list = [
    ['codigo', 'nombre', 'precio'],
    ['PK1', 'Pan', '990'],
  ]
  const text = list.map((cells) => cells.join(';')).join('\n')
  expect(cellsOf(Buffer.from(`Lista, enero, 2026, de todo\n${text}`))).toEqual(list)
  expect(cellsOf(Buffer.from('PK1;Pan;990\nPK2;Té;500'))).toHaveLength(2)
})

const LONG_ROWS = `<row>${cell('1')}${cell('x')}</row>`.repeat(500)

it.each([
  ['its sheet', { 'xl/worksheets/sheet1.xml': sheetOf(HEAD + LONG_ROWS).slice(0, -60) }],
  ['its texts', { 'xl/sharedStrings.xml': '<sst><si><t>Pan</t></si><si><t>T' }],
  ['its texts under another name', { 'xl/SharedStrings.xml': '<sst><si><t>Pan</t></si></sst>' }],
])('a file that lost %s is refused, not read as a shorter list', (_, parts) => {
  const row = `<row>${cell('1')}<c t="s"><v>1</v></c></row>`
  expect(() => readTable(xlsx(HEAD + row, '', parts))).toThrow('IMPORT_NOT_A_TABLE')
})

it('a zip that says less than it holds is refused, not read as far as it says', () => {
  const bytes = Buffer.from(xlsx(HEAD + LONG_ROWS))
  const entry = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  const sizeAt = entry + 24
  bytes.writeUInt32LE(2_000, sizeAt)
  expect(() => readTable(bytes)).toThrow('IMPORT_NOT_A_TABLE')
})

it('one bit that turned in an entry is no other price: the file is refused', () => {
  const priced = (rows: string) => {
    const parts = { 'xl/worksheets/sheet1.xml': strToU8(sheetOf(HEAD + rows)) }
    return Buffer.from(zipSync(parts, { level: 0 }))
  }
  const bytes = priced(`<row>${cell('1')}${cell('Pan')}<c><v>1990</v></c></row>`)
  expect(cellsOf(bytes)[1]).toEqual(['1', 'Pan', 1990])
  const at = bytes.indexOf('<v>1990') + 3
  bytes.writeUInt8(bytes.readUInt8(at) ^ 8, at)
  expect(() => readTable(bytes)).toThrow('IMPORT_NOT_A_TABLE')
})

it('what is set aside in a comment is no row, and a text kept as it is one is read as one', () => {
  const old = `<row>${cell('9')}${cell('Old')}</row>`
  const rows = `<!-- ${old}<![CDATA[ --><row>${cell('1')}${cell('<![CDATA[Té & <i>más</i> -->]]> x')}</row>`
  const strings = `<si><!-- <t>no</t> --><t><![CDATA[Pan &amp;]]></t></si>`
  const shared = `<row>${cell('2')}<c t="s"><v>0</v></c></row>`
  expect(cellsOf(xlsx(HEAD + rows + shared, strings)).slice(1)).toEqual([
    ['1', 'Té & <i>más</i> --> x'],
    ['2', 'Pan &amp;'],
  ])
  expect(() => readTable(xlsx(`${HEAD}<!-- ${old}`))).toThrow('IMPORT_NOT_A_TABLE')
  const never = '<!-- ->'.repeat(500_000)
  expect(() => readTable(xlsx(HEAD + never))).toThrow('IMPORT_NOT_A_TABLE')
})

it.each([
  ['1', '#2025-11-27'],
  ['true', '#2025-11-27'],
  ['0', '#2021-11-26'],
])('a workbook whose days count from 1904 (%s) shows the day its writer saw', (said, day) => {
  const parts = {
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/workbook.xml': `<workbook><workbookPr date1904="${said}"/></workbook>`,
  }
  const row = `<row>${cell('1')}<c s="0"><v>44526</v></c></row>`
  expect(cellsOf(xlsx(HEAD + row, '', parts))[1]).toEqual(['1', day])
})
