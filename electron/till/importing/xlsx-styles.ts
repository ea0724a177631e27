/** Which numbers of an XLSX are shown as days or as percents; its cells say so by their style. */
import type { Cell } from '#shared/catalogue/import/read-row.ts'
import { dateCell } from '#shared/catalogue/import/spoilt-cell.ts'
import { attribute } from './xlsx-attributes.ts'

type Shown = 'number' | 'date' | 'percent'
/** By the number of the style. */
export type CellStyles = readonly Shown[]

/** Some programs put one style on each cell. */
const STYLES_MAX = 70_000

export function cellStyles(xml: string): CellStyles {
  const own = new Map<string, string>()
  for (const [tag] of xml.matchAll(/<numFmt\b[^<>]*>/g)) {
    const [id, code] = [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode')]
    if (id !== null && code !== null) own.set(id, code)
  }
  const from = xml.indexOf('<cellXfs')
  const to = from === -1 ? -1 : xml.indexOf('</cellXfs>', from)
  if (to === -1) return []
  const styles: Shown[] = []
  for (const [tag] of xml.slice(from, to).matchAll(/<xf\b[^<>]*>/g)) {
    if (styles.length >= STYLES_MAX) break
    const id = attribute(tag, 'numFmtId') ?? ''
    styles.push(shownBy(Number(id), own.get(id) ?? ''))
  }
  return styles
}

/** Formats below 164 are everybody's; days and times among them are four runs of numbers. */
function shownBy(id: number, code: string): Shown {
  if (id === 9 || id === 10) return 'percent'
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36)) return 'date'
  if ((id >= 45 && id <= 47) || (id >= 50 && id <= 58)) return 'date'
  // Texts, colours and signs stand between marks.
  const bare = code.replace(/&quot;.*?&quot;|"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, '')
  if (bare.includes('%')) return 'percent'
  return /[dmyh]/i.test(bare.replace(/general|standard/gi, '')) ? 'date' : 'number'
}

const DAY_MS = 86_400_000
/** Of day 0, in milliseconds since 1970. */
export type FirstDay = number
/** The day before 1900 began, counting its 29th of February as everybody does. */
const FIRST_DAY_MS = Date.UTC(1899, 11, 30)
/** Workbooks that began on an old Macintosh count from here, also years later. */
const FIRST_DAY_1904_MS = Date.UTC(1904, 0, 1)
const LAST_DAY = 2_958_465

export function firstDayOf(workbook: string): FirstDay {
  const [tag] = /<workbookPr\b[^<>]*>/.exec(workbook) ?? ['']
  return /^(?:1|true)$/.test(attribute(tag, 'date1904') ?? '') ? FIRST_DAY_1904_MS : FIRST_DAY_MS
}

/** A number as its reader sees it: a day is marked, for it was seldom meant. */
export function shownNumber(value: number, shown: Shown | undefined, firstDay: FirstDay): Cell {
  if (shown === 'percent') return `${Number((value * 100).toPrecision(12))}%`
  if (shown !== 'date' || value < 0 || value > LAST_DAY) return value
  return dateCell(new Date(firstDay + Math.floor(value) * DAY_MS).toISOString().slice(0, 10))
}
