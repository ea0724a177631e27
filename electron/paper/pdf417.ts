/**
 * PDF417 of codewords that are known already, by ISO/IEC 15438. bwip-js draws the same symbol dot
 * for dot and took a quarter of a receipt's time; it still teaches the patterns of the codewords,
 * which stand in no other place here.
 */
import type { ModuleMatrix } from '#shared/paper/drawing.ts'

/** Codewords are digits of this base: a prime, over which the error correction reckons. */
const BASE = 929
const PATTERN_MODULES = 17
const START = bits('11111111010101000')
const STOP = bits('111111101000101001')
/** Rows take turns with three sets of patterns. */
const CLUSTERS = 3
const PAD = 900
const ROWS = { min: 3, max: 90 } as const
const CODEWORDS_MAX = 928

export interface SymbolForm {
  readonly columns: number
  readonly errorLevel: number
}

/** Draws a symbol of data codewords some other way. */
type DrawSlowly = (codewords: readonly number[], form: SymbolForm) => ModuleMatrix

/**
 * One row of cells per symbol row, or null when the codewords do not fit the form. `draw` is asked
 * for four symbols the first time, for their patterns.
 */
export function createPdf417(draw: DrawSlowly) {
  let patterns: Patterns | null = null
  const generators = new Map<number, readonly number[]>()
  return (data: readonly number[], form: SymbolForm): ModuleMatrix | null => {
    const errorCodewords = 2 ** (form.errorLevel + 1)
    const rows = Math.max(ROWS.min, Math.ceil((data.length + 1 + errorCodewords) / form.columns))
    const total = rows * form.columns
    if (rows > ROWS.max || total > CODEWORDS_MAX) return null
    patterns ??= learn(draw)
    let generator = generators.get(errorCodewords)
    if (generator === undefined)
      generators.set(errorCodewords, (generator = generatorOf(errorCodewords)))
    const filled = [total - errorCodewords, ...data]
    while (filled.length < total - errorCodewords) filled.push(PAD)
    return drawn([...filled, ...correction(filled, generator)], rows, form, patterns)
  }
}

/** The modules of a codeword in a cluster, by `cluster * BASE + codeword`. */
type Patterns = readonly Uint8Array[]

function drawn(
  codewords: readonly number[],
  rows: number,
  { columns, errorLevel }: SymbolForm,
  patterns: Patterns,
): ModuleMatrix {
  const width = START.length + (columns + 2) * PATTERN_MODULES + STOP.length
  const cells = new Uint8Array(rows * width)
  for (let row = 0; row < rows; row += 1) {
    let at = row * width
    const cluster = row % CLUSTERS
    const put = (modules: Uint8Array | undefined) => {
      cells.set(modules ?? START, at)
      at += modules?.length ?? 0
    }
    const [left, right] = indicators(row, rows, columns, errorLevel)
    put(START)
    put(patterns[cluster * BASE + left])
    for (let column = 0; column < columns; column += 1)
      put(patterns[cluster * BASE + (codewords[row * columns + column] ?? 0)])
    put(patterns[cluster * BASE + right])
    put(STOP)
  }
  return { columns: width, rows, cells }
}

/** What stands left and right of a row: which it is, and one of the symbol's three measures. */
function indicators(
  row: number,
  rows: number,
  columns: number,
  errorLevel: number,
): readonly [number, number] {
  const base = 30 * Math.floor(row / CLUSTERS)
  const measures = [
    Math.floor((rows - 1) / 3),
    errorLevel * 3 + ((rows - 1) % 3),
    columns - 1,
  ] as const
  const of = (turn: number) => base + (measures[turn % CLUSTERS] ?? 0)
  const cluster = row % CLUSTERS
  return [of(cluster), of(cluster + 2)]
}

/** The polynomial with the zeros 3, 3², ... 3^n, lowest power first, without its leading one. */
function generatorOf(errorCodewords: number): readonly number[] {
  let polynomial = [1]
  let root = 1
  for (let power = 1; power <= errorCodewords; power += 1) {
    root = (root * 3) % BASE
    const next = [0, ...polynomial]
    polynomial.forEach((coefficient, at) => {
      next[at] = ((next[at] ?? 0) + (BASE - root) * coefficient) % BASE
    })
    polynomial = next
  }
  return polynomial.slice(0, errorCodewords)
}

/** The negated remainder of the codewords, as a polynomial, divided by the generator. */
function correction(codewords: readonly number[], generator: readonly number[]): number[] {
  const last = generator.length - 1
  const rest = new Int32Array(generator.length)
  for (const codeword of codewords) {
    const factor = (codeword + (rest[last] ?? 0)) % BASE
    for (let at = last; at >= 0; at -= 1)
      rest[at] =
        ((at === 0 ? 0 : (rest[at - 1] ?? 0)) + factor * (BASE - (generator[at] ?? 0))) % BASE
  }
  return [...rest].reverse().map((digit) => (BASE - digit) % BASE)
}

/** Nine columns of ninety rows hold each codeword in each cluster after four symbols. */
function learn(draw: DrawSlowly): Patterns {
  const form = { columns: 9, errorLevel: 5 }
  const room = ROWS.max * form.columns - 2 ** (form.errorLevel + 1) - 1
  const next = [0, 0, 0]
  const patterns: Uint8Array[] = []
  while (next.some((codeword) => codeword < BASE)) {
    const data = Array.from({ length: room }, (_, at) => {
      const cluster = Math.floor((at + 1) / form.columns) % CLUSTERS
      const codeword = next[cluster] ?? 0
      next[cluster] = codeword + 1
      return codeword < BASE ? codeword : PAD
    })
    const { cells, columns: width } = draw(data, form)
    data.forEach((codeword, at) => {
      const [row, column] = [Math.floor((at + 1) / form.columns), (at + 1) % form.columns]
      const start = row * width + START.length + (column + 1) * PATTERN_MODULES
      patterns[(row % CLUSTERS) * BASE + codeword] = cells.slice(start, start + PATTERN_MODULES)
    })
  }
  return patterns
}

function bits(text: string): Uint8Array {
  return Uint8Array.from(text, Number)
}
