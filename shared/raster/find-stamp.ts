import type { OneBitPage } from './one-bit-page.ts'

/** A PDF417 symbol as found by its start pattern. `turned` means its rows run down the page. */
export interface StampPlace {
  readonly turned: boolean
  /** Across its rows: page rows when upright, page columns when turned. */
  readonly from: number
  readonly to: number
  /** Along its rows, both ends; the whole page where its stop pattern was not seen. */
  readonly start: number
  readonly end: number
  /** Width of the narrowest bar, dots, measured over the whole symbol where its end is found too. */
  readonly moduleDots: number
}

/** Widths of the start and stop patterns in modules, bar first (ISO/IEC 15438, 5.3.3). */
const START = [8, 1, 1, 1, 1, 1, 1, 3]
const STOP = [7, 1, 1, 3, 1, 1, 1, 2, 1]
const START_MODULES = 17
/** Start, both row indicators and stop; every column adds 17 more. */
const FRAME_MODULES = 69
const COLUMN_MODULES = 17
const COLUMNS_MAX = 30
/** Every second line is enough: a row of modules is at least four dots high. */
const LINE_STEP = 2
/** Lines that must show the pattern at one place before it counts: three rows of modules. */
const LINES_MIN = 6
const MODULE_DOTS_MIN = 1.2
const MODULE_DOTS_MAX = 12

interface Hit {
  readonly line: number
  /** Dots from the start of the line to the symbol. */
  readonly at: number
  readonly moduleDots: number
  /** From the first dot of the start pattern to the last of the stop pattern, 0 if the stop was not seen. */
  readonly span: number
}

/** Finds a PDF417 symbol lying straight on the page, in any of the four directions. Null when there is none. */
export function findStamp(page: OneBitPage): StampPlace | null {
  for (const turned of [false, true]) {
    const lines = turned ? page.widthDots : page.heightDots
    const hits: Hit[] = []
    for (let line = 0; line < lines; line += LINE_STEP) {
      const runs = turned ? columnRuns(page, line) : rowRuns(page, line)
      const length = turned ? page.heightDots : page.widthDots
      const hit = patternHit(runs, line) ?? mirrored(patternHit(runs.toReversed(), line), length)
      if (hit !== null) hits.push(hit)
    }
    const place = placeOf(hits, turned, turned ? page.heightDots : page.widthDots)
    if (place !== null) return place
  }
  return null
}

/** Lengths of the white, black, white, ... runs of a row. The first and last run are white, perhaps empty. */
function rowRuns(page: OneBitPage, y: number): number[] {
  const start = y * page.bytesPerRow
  const row = page.bits.subarray(start, start + page.bytesPerRow)
  const runs: number[] = []
  let black = false
  let length = 0
  for (const [index, byte] of row.entries()) {
    // Whole bytes of one colour are by far the most common.
    if (byte === (black ? 0xff : 0x00) && index < page.bytesPerRow - 1) {
      length += 8
      continue
    }
    const end = Math.min(8, page.widthDots - index * 8)
    for (let bit = 0; bit < end; bit += 1) {
      const dot: boolean = (byte & (0x80 >> bit)) !== 0
      if (dot === black) length += 1
      else {
        runs.push(length)
        black = dot
        length = 1
      }
    }
  }
  return closeRuns(runs, length)
}

function columnRuns(page: OneBitPage, x: number): number[] {
  const runs: number[] = []
  const column = x >> 3
  const mask = 0x80 >> (x & 7)
  let black = false
  let length = 0
  for (let at = column; at < page.bits.length; at += page.bytesPerRow) {
    const dot = ((page.bits[at] ?? 0) & mask) !== 0
    if (dot === black) length += 1
    else {
      runs.push(length)
      black = dot
      length = 1
    }
  }
  return closeRuns(runs, length)
}

function closeRuns(runs: number[], length: number): number[] {
  runs.push(length)
  if (runs.length % 2 === 0) runs.push(0)
  return runs
}

function patternHit(runs: readonly number[], line: number): Hit | null {
  let at = runs[0] ?? 0
  for (let index = 1; index + START.length <= runs.length; index += 2) {
    const moduleDots = matchPattern(runs, index, START)
    if (moduleDots !== null) return { line, at, moduleDots, span: spanToStop(runs, index, moduleDots) }
    at += (runs[index] ?? 0) + (runs[index + 1] ?? 0)
  }
  return null
}

/** The module width if the runs from `index` show the pattern, each edge at most half a module (and a half dot) off. */
function matchPattern(runs: readonly number[], index: number, pattern: readonly number[]): number | null {
  const modules = pattern.reduce((sum, width) => sum + width, 0)
  let dots = 0
  for (let offset = 0; offset < pattern.length; offset += 1) dots += runs[index + offset] ?? 0
  const moduleDots = dots / modules
  if (moduleDots < MODULE_DOTS_MIN || moduleDots > MODULE_DOTS_MAX) return null
  const slack = moduleDots / 2 + 0.5
  const fits = pattern.every((width, offset) => Math.abs((runs[index + offset] ?? 0) - width * moduleDots) <= slack)
  return fits ? moduleDots : null
}

function spanToStop(runs: readonly number[], start: number, moduleDots: number): number {
  let span = 0
  for (let index = start; index + STOP.length <= runs.length; index += 2) {
    const stop = matchPattern(runs, index, STOP)
    if (stop !== null && span > START_MODULES * moduleDots && Math.abs(stop - moduleDots) < moduleDots / 4) {
      return span + STOP.reduce((sum, _, offset) => sum + (runs[index + offset] ?? 0), 0)
    }
    span += (runs[index] ?? 0) + (runs[index + 1] ?? 0)
  }
  return 0
}

/** A hit found reading backwards, seen from the front: it starts where its stop pattern is. */
function mirrored(hit: Hit | null, length: number): Hit | null {
  if (hit === null) return null
  const span = hit.span > 0 ? hit.span : START_MODULES * hit.moduleDots
  return { ...hit, at: length - hit.at - span }
}

function placeOf(hits: readonly Hit[], turned: boolean, length: number): StampPlace | null {
  const ats = hits.map((hit) => hit.at).toSorted((a, b) => a - b)
  const middle = ats[ats.length >> 1] ?? 0
  const aligned = hits.filter((hit) => Math.abs(hit.at - middle) <= 3)
  const first = aligned[0]
  const last = aligned.at(-1)
  if (first === undefined || last === undefined || aligned.length < LINES_MIN) return null
  const fromStart = aligned.reduce((sum, hit) => sum + hit.moduleDots, 0) / aligned.length
  const spans = aligned.map((hit) => hit.span).filter((span) => span > 0).toSorted((a, b) => a - b)
  const span = spans[spans.length >> 1]
  return {
    turned,
    from: first.line,
    to: last.line + LINE_STEP,
    start: span === undefined ? 0 : Math.max(0, Math.floor(middle)),
    end: span === undefined ? length : Math.min(length, Math.ceil(middle + span)),
    moduleDots: span === undefined ? fromStart : refineModule(span, fromStart),
  }
}

/** A symbol has 69 + 17 x columns modules, so its whole width tells the module far better than the start pattern. */
function refineModule(span: number, fromStart: number): number {
  const columns = Math.round((span / fromStart - FRAME_MODULES) / COLUMN_MODULES)
  if (columns < 1 || columns > COLUMNS_MAX) return fromStart
  return span / (FRAME_MODULES + COLUMN_MODULES * columns)
}
