import { pageRows } from './one-bit-page.ts'
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
  /**
   * Width of the narrowest bar, dots, measured over the whole symbol where its end is found too.
   */
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
/** Lines read first; a multiple of the step above. */
const SCOUT_STEP = 16
const SCOUTS_MIN = 3
const WINDOW_MARGIN_DOTS = 64
/** A line through a symbol changes colour at least so often: start, one column, stop. */
const RUNS_MIN = 25
/** Lines that must show the pattern at one place before it counts: three rows of modules. */
const LINES_MIN = 6
const MODULE_DOTS_MIN = 1.2
const MODULE_DOTS_MAX = 12

interface Hit {
  readonly line: number
  /** Dots from the start of the line to the symbol. */
  readonly at: number
  readonly moduleDots: number
  /**
   * From the first dot of the start pattern to the last of the stop pattern, 0 if the stop was not
   * seen.
   */
  readonly span: number
}

/**
 * Finds a PDF417 symbol lying straight on the page, in any of the four directions. Null when there
 * is none.
 */
export function findStamp(page: OneBitPage): StampPlace | null {
  // A stamp of two centimetres is crossed by many far-apart lines; where two of them agree, the
  // lines around are read.
  for (const turned of [false, true]) {
    const scouts = readLines(page, turned, 0, Infinity, SCOUT_STEP)
    const [first, last] = [scouts.at(0), scouts.at(-1)]
    if (first === undefined || last === undefined || scouts.length < SCOUTS_MIN) continue
    const place = turned
      ? placeInWindow(page, scouts, first.line, last.line)
      : placeOf(
          readLines(page, false, first.line - SCOUT_STEP, last.line + SCOUT_STEP, LINE_STEP),
          false,
          page.widthDots,
        )
    if (place !== null) return place
  }
  for (const turned of [false, true]) {
    const place = placeOf(
      readLines(page, turned, 0, Infinity, LINE_STEP),
      turned,
      lengthOf(page, turned),
    )
    if (place !== null) return place
  }
  return null
}

/** Columns are as long as the paper: only the part around what the scouts saw is read again. */
function placeInWindow(
  page: OneBitPage,
  scouts: readonly Hit[],
  first: number,
  last: number,
): StampPlace | null {
  const whole = scouts.filter(({ span }) => span > 0)
  const top = Math.max(0, Math.floor(Math.min(...whole.map(({ at }) => at))) - WINDOW_MARGIN_DOTS)
  const bottom = Math.min(
    page.heightDots,
    Math.ceil(Math.max(...whole.map(({ at, span }) => at + span))) + WINDOW_MARGIN_DOTS,
  )
  if (whole.length < SCOUTS_MIN) return null
  const window = pageRows(page, top, bottom)
  const place = placeOf(
    readLines(window, true, first - SCOUT_STEP, last + SCOUT_STEP, LINE_STEP),
    true,
    window.heightDots,
  )
  return place === null ? null : { ...place, start: place.start + top, end: place.end + top }
}

/** Lines `[from, to]` of the page that show the pattern, forwards or backwards. */
function readLines(
  page: OneBitPage,
  turned: boolean,
  from: number,
  to: number,
  step: number,
): Hit[] {
  const end = Math.min(to + 1, turned ? page.widthDots : page.heightDots)
  const length = lengthOf(page, turned)
  const hits: Hit[] = []
  for (let line = Math.max(0, from - (from % step)); line < end; line += step) {
    const runs = turned ? columnRuns(page, line) : rowRuns(page, line)
    if (runs.length < RUNS_MIN) continue
    const hit = patternHit(runs, line) ?? mirrored(patternHit(runs.reverse(), line), length)
    if (hit !== null) hits.push(hit)
  }
  return hits
}

function lengthOf(page: OneBitPage, turned: boolean): number {
  return turned ? page.heightDots : page.widthDots
}

/**
 * Lengths of the white, black, white, ... runs of a row. The first and last run are white, perhaps
 * empty.
 */
function rowRuns(page: OneBitPage, y: number): number[] {
  const start = y * page.bytesPerRow
  const row = page.bits.subarray(start, start + page.bytesPerRow)
  const runs: number[] = []
  let black = false
  let length = 0
  for (let index = 0; index < row.length; index += 1) {
    const byte = row[index] ?? 0
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
    if (moduleDots !== null)
      return { line, at, moduleDots, span: spanToStop(runs, index, moduleDots) }
    at += (runs[index] ?? 0) + (runs[index + 1] ?? 0)
  }
  return null
}

/**
 * The module width if the runs from `index` show the pattern, each edge at most half a module (and
 * a half dot) off.
 */
function matchPattern(
  runs: readonly number[],
  index: number,
  pattern: readonly number[],
): number | null {
  const modules = pattern.reduce((sum, width) => sum + width, 0)
  let dots = 0
  for (let offset = 0; offset < pattern.length; offset += 1) dots += runs[index + offset] ?? 0
  const moduleDots = dots / modules
  if (moduleDots < MODULE_DOTS_MIN || moduleDots > MODULE_DOTS_MAX) return null
  const slack = moduleDots / 2 + 0.5
  const fits = pattern.every(
    (width, offset) => Math.abs((runs[index + offset] ?? 0) - width * moduleDots) <= slack,
  )
  return fits ? moduleDots : null
}

function spanToStop(runs: readonly number[], start: number, moduleDots: number): number {
  let span = 0
  for (let index = start; index + STOP.length <= runs.length; index += 2) {
    const stop = matchPattern(runs, index, STOP)
    if (
      stop !== null &&
      span > START_MODULES * moduleDots &&
      Math.abs(stop - moduleDots) < moduleDots / 4
    ) {
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
  const spans = aligned
    .map((hit) => hit.span)
    .filter((span) => span > 0)
    .toSorted((a, b) => a - b)
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

/**
 * A symbol has 69 + 17 x columns modules, so its whole width tells the module far better than the
 * start pattern.
 */
function refineModule(span: number, fromStart: number): number {
  const columns = Math.round((span / fromStart - FRAME_MODULES) / COLUMN_MODULES)
  if (columns < 1 || columns > COLUMNS_MAX) return fromStart
  return span / (FRAME_MODULES + COLUMN_MODULES * columns)
}
