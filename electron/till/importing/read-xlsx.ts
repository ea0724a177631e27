/**
 * The first sheet of an XLSX: cells as they stand, text as text and numbers as numbers. Of the
 * format only what a list needs is read; formulas count as their last result, and where they have
 * none or an error, that is said.
 */
import { unzipSync } from 'fflate'
import { crc32 } from 'node:zlib'
import type { Cell } from '#shared/catalogue/import/read-row.ts'
import { IMPORT_LIMITS } from '#shared/catalogue/import/limits.ts'
import { dateCell, uncountedFormula } from '#shared/catalogue/import/spoilt-cell.ts'
import { ImportRefused } from '#shared/importing/import-refused.ts'
import { attribute } from './xlsx-attributes.ts'
import { plainXml } from './xlsx-plain.ts'
import {
  cellStyles,
  firstDayOf,
  shownNumber,
  type CellStyles,
  type FirstDay,
} from './xlsx-styles.ts'
import { zipChecksums } from './zip-checksums.ts'

const MEGABYTE = 1024 * 1024

export function readXlsx(bytes: Uint8Array, onRow: (cells: Cell[]) => void): void {
  const parts = unzip(bytes)
  const text = (path: string) => {
    const part = parts[path]
    return part === undefined ? null : withoutPrefix(plainXml(new TextDecoder().decode(part)))
  }
  const sheet = text(firstSheet(text))
  if (sheet === null) throw new ImportRefused('IMPORT_NOT_A_TABLE')
  const book: Book = {
    strings: sharedStrings(text('xl/sharedStrings.xml') ?? ''),
    styles: cellStyles(text('xl/styles.xml') ?? ''),
    firstDay: firstDayOf(text('xl/workbook.xml') ?? ''),
  }
  readSheet(sheet, book, onRow)
}

/** What cells only point at. */
interface Book {
  readonly strings: readonly string[]
  readonly styles: CellStyles
  readonly firstDay: FirstDay
}

/** Some programs call every element `x:row`. */
function withoutPrefix(xml: string): string {
  const prefix = /<(\w{1,10}):(?:worksheet|sst|workbook|styleSheet|Relationships)\b/.exec(
    xml.slice(0, 2_000),
  )?.[1]
  if (prefix === undefined) return xml
  return xml.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</')
}

/**
 * A zip that unfolds to more than it says is cut at what it says, and what it says is added up
 * before anything unfolds. A bit that turned in it would be another price: its sums say so.
 */
function unzip(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  let unzipped = 0
  try {
    const parts = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (
          !/^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/.test(
            name,
          )
        )
          return false
        unzipped += originalSize
        if (unzipped > IMPORT_LIMITS.unzippedBytes) throw tooLargeInside()
        return true
      },
    })
    const sums = zipChecksums(bytes)
    for (const [name, part] of Object.entries(parts))
      if (crc32(part) !== sums.get(name)) throw cutShort()
    return parts
  } catch (error) {
    throw error instanceof ImportRefused ? error : new ImportRefused('IMPORT_NOT_A_TABLE')
  }
}

const tooLargeInside = () =>
  new ImportRefused('IMPORT_UNZIPPED_TOO_LARGE', {
    most: String(IMPORT_LIMITS.unzippedBytes / MEGABYTE),
  })

/**
 * The sheet that stands first in the workbook, not the file that was made first; neither a hidden
 * one nor a chart.
 */
function firstSheet(text: (path: string) => string | null): string {
  const links = text('xl/_rels/workbook.xml.rels')?.match(/<Relationship\b[^<>]*>/g) ?? []
  const places = (text('xl/workbook.xml')?.match(/<sheet\b[^<>]*>/g) ?? [])
    .filter((sheet) => !HIDDEN.has(attribute(sheet, 'state') ?? ''))
    .map((sheet) => {
      const id = attribute(sheet, 'r:id')
      const link = links.find((each) => id !== null && attribute(each, 'Id') === id)
      const target = link === undefined ? null : attribute(link, 'Target')
      return target?.startsWith('/') === true ? target.slice(1) : `xl/${target}`
    })
  return places.find((place) => place.startsWith('xl/worksheets/')) ?? 'xl/worksheets/sheet1.xml'
}

const HIDDEN = new Set(['hidden', 'veryHidden'])

function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  for (const item of between(xml, 'si')) {
    if (strings.length >= IMPORT_LIMITS.sharedTexts) throw tooLargeInside()
    strings.push(textIn(item))
  }
  return strings
}

/** What stands between the tags of one name; an empty element is an empty text. */
function* between(xml: string, name: string): Iterable<string> {
  const open = new RegExp(`<${name}(?:\\s[^<>]*)?(/?)>`, 'g')
  const close = `</${name}>`
  for (let found = open.exec(xml); found !== null; found = open.exec(xml)) {
    if (found[1] === '/') {
      yield ''
      continue
    }
    const end = xml.indexOf(close, open.lastIndex)
    if (end === -1) return
    yield xml.slice(open.lastIndex, end)
    open.lastIndex = end + close.length
  }
}

/** Pieces in several fonts are one text; how it is read aloud in Japanese is none of it. */
function textIn(item: string): string {
  let text = ''
  for (const piece of between(withoutSpoken(item), 't')) {
    text += piece
    if (text.length > IMPORT_LIMITS.cellChars * 8) break
  }
  return decoded(text).slice(0, IMPORT_LIMITS.cellChars)
}

/** One walk, however many begin and never end. */
function withoutSpoken(item: string): string {
  const close = '</rPh>'
  let kept = ''
  for (let at = 0; ; ) {
    const start = item.indexOf('<rPh', at)
    const end = start === -1 ? -1 : item.indexOf(close, start)
    if (end === -1) return kept + item.slice(at)
    kept += item.slice(at, start)
    at = end + close.length
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  if (!text.includes('&') && !text.includes('_x')) return text
  return text
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});/g, (_, decimal: string) => character(Number(decimal)))
    .replace(/_x([0-9A-F]{4})_/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => NAMED[name] ?? '')
}

/** Half a character, or none that there is, is one nobody can take for another. */
function character(code: number): string {
  const isWhole = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isWhole ? String.fromCodePoint(code) : '\ufffd'
}

function readSheet(xml: string, book: Book, onRow: (cells: Cell[]) => void): void {
  const data = xml.indexOf('<sheetData')
  if (data === -1 || !/<(?:\/sheetData\s*|sheetData\b[^<>]*\/)>/.test(xml)) throw cutShort()
  const rows = /<row\b([^<>]*?)(\/?)>/g
  rows.lastIndex = data
  let place = 0
  for (let row = rows.exec(xml); row !== null; row = rows.exec(xml)) {
    const written = Number(attribute(row[1] ?? '', 'r') ?? place + 1)
    // Rows without anything are left out of the file; they count all the same. None stands before
    // the one above it: going back and forth would fill them in without an end.
    const said = Math.max(written, place + 1)
    if (!Number.isInteger(said) || said > MOST_ROWS_SAID) throw tooManyRows()
    for (; place < said - 1; place += 1) onRow([])
    place = said
    if (row[2] === '/') {
      onRow([])
      continue
    }
    const end = xml.indexOf('</row>', rows.lastIndex)
    if (end === -1) throw cutShort()
    onRow(readCells(xml.slice(rows.lastIndex, end), book))
    rows.lastIndex = end
  }
}

/** Half of a file would pass for a shorter list, or for one with empty cells. */
const cutShort = () => new ImportRefused('IMPORT_NOT_A_TABLE')

/** A list with its head and some empty lines above it. */
const MOST_ROWS_SAID = IMPORT_LIMITS.rows + 1_000

export const tooManyRows = () =>
  new ImportRefused('IMPORT_TOO_MANY_ROWS', { most: String(IMPORT_LIMITS.rows) })

function readCells(row: string, book: Book): Cell[] {
  const cells: Cell[] = []
  const open = /<c\b([^<>]*?)(\/?)>/g
  let next = 0
  for (let found = open.exec(row); found !== null; found = open.exec(row)) {
    // Where no cell says its place, an empty one has one all the same.
    const column = columnOf(attribute(found[1] ?? '', 'r'), next)
    next = column + 1
    if (found[2] === '/') continue
    const end = row.indexOf('</c>', open.lastIndex)
    const inside = row.slice(open.lastIndex, end === -1 ? row.length : end)
    const cell = valueOf(inside, found[1] ?? '', book)
    open.lastIndex = end === -1 ? row.length : end
    if (cell === '') continue
    if (column >= IMPORT_LIMITS.columns)
      throw new ImportRefused('IMPORT_TOO_WIDE', { most: String(IMPORT_LIMITS.columns) })
    while (cells.length <= column) cells.push('')
    cells[column] = cell
  }
  return cells
}

/** `C7` is 2. */
function columnOf(reference: string | null, otherwise: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return otherwise
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function firstValue(inside: string): string {
  const tag = inside.indexOf('<v')
  const start = tag === -1 ? -1 : inside.indexOf('>', tag)
  const end = start === -1 ? -1 : inside.indexOf('</v>', start)
  return end === -1 ? '' : inside.slice(start + 1, end)
}

function valueOf(inside: string, tag: string, { strings, styles, firstDay }: Book): Cell {
  const type = attribute(tag, 't')
  if (type === 'inlineStr') return textIn(inside)
  const value = firstValue(inside)
  if (value.trim() === '') return formulaIn(inside)
  if (type === 's') return sharedText(strings, value)
  const text = decoded(value).slice(0, IMPORT_LIMITS.cellChars)
  if (type === 'd') return dateCell(text.slice(0, ISO_DATE_CHARS))
  if (type === 'str' || type === 'e') return text
  if (type === 'b') return value === '1' || value === 'true' ? 'sí' : 'no'
  const number = Number(value)
  // Told where it stands, instead of passing for an empty cell.
  if (!Number.isFinite(number)) return text
  const style = attribute(tag, 's')
  return style === null ? number : shownNumber(number, styles[Number(style)], firstDay)
}

const ISO_DATE_CHARS = 10

function sharedText(strings: readonly string[], index: string): string {
  const text = strings[Number(index)]
  if (text === undefined) throw cutShort()
  return text
}

/** Of a result that is no text at all nothing is left; a file without results has none of any. */
function formulaIn(inside: string): string {
  const [formula] = inside.includes('<v') ? [] : between(inside, 'f')
  return formula === undefined
    ? ''
    : uncountedFormula(decoded(formula).slice(0, IMPORT_LIMITS.cellChars))
}
