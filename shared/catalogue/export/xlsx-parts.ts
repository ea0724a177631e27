/** The files inside an XLSX of one sheet, to be zipped: text as text, also a long number. */
import type { TableCell } from './goods-table.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LINKS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export function xlsxParts(table: readonly (readonly TableCell[])[]): Record<string, string> {
  const link = (id: string, type: string, target: string) =>
    `<Relationships xmlns="${LINKS}"><Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
    '_rels/.rels': XML + link('rId1', 'officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Lista" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': XML + link('rId1', 'worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${MAIN}"><sheetData>${table.map(rowOf).join('')}</sheetData></worksheet>`,
  }
}

const rowOf = (cells: readonly TableCell[], index: number) =>
  `<row r="${index + 1}">${cells.map((cell, at) => cellOf(cell, `${letterOf(at)}${index + 1}`)).join('')}</row>`

/** A list has fewer columns than letters. */
const letterOf = (at: number) => String.fromCharCode(65 + at)

function cellOf(cell: TableCell, place: string): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (cell === '') return ''
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * `_x0041_` would be read as a letter; its first sign is written as one of those itself, and so is
 * what XML cannot hold.
 */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
    .replace(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_')
    .replace(/[^\P{Cc}\t\n]/gu, coded)

const coded = (sign: string) =>
  `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
