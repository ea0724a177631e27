/**
 * Speed of printing, PDF to printer bytes, against the usual programs in the same run. Called by
 * `npm run bench -- print`; run alone by `node test/bench/print.ts`. The programs only draw; the
 * till also reads the stamp back, packs the bytes, parses them again and makes the picture of the
 * paper, so its whole time is shown with its parts: of 19 ms at 200 mm drawing 10, stamp 6, bytes
 * and picture 3; at 600 mm drawing 23 of 34.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { FONTS_DIR } from '../support/fonts-dir.ts'
import { createRasterClient } from '#printing/raster-client.ts'
import type { RasterClient } from '#printing/raster-client.ts'
import type { MadePaper, RasterJob } from '#printing/raster-protocol.ts'
import { PLAIN_HANDLING } from '#shared/escpos/plan.ts'
import { PRINTABLE_DOTS, type PaperWidthMm } from '#shared/paper/paper-model.ts'
import { sampleLine, sampleReceipt } from '../support/paper-samples.ts'

const run = promisify(execFile)
const DPI = '203.2'
/** The usual program, as it would draw for this printer; `where` its pictures go. */
export const pdftoppm = (file: string, where: string) =>
  run('pdftoppm', ['-mono', '-r', DPI, file, where])

export interface PrintRow {
  readonly widthMm: PaperWidthMm
  readonly lengthMm: number
  /** Medians, milliseconds. */
  readonly tillMs: number
  /** Of it: drawing, reading the stamp back, and bytes and picture. */
  readonly partsMs: readonly (number | null)[]
  readonly firstMs: number
  readonly pdftoppmMs: number | null
  readonly mutoolMs: number | null
  readonly ofPdftoppm: number | null
}

export interface PrintBench {
  readonly readyMs: number
  /** Each figure is the median of so many. */
  readonly rounds: number
  readonly rows: readonly PrintRow[]
}

/** Resident memory of this process after so many receipts, megabytes. */
export type PrintMemory = readonly { readonly receipts: number; readonly residentMb: number }[]

export async function benchPrint(rounds: number): Promise<PrintBench> {
  const dir = await mkdtemp(join(tmpdir(), 'print-bench-'))
  try {
    const startedAt = performance.now()
    const client = open()
    await client.ready()
    const readyMs = round(performance.now() - startedAt)
    const rows: PrintRow[] = []
    for (const widthMm of [58, 80] as const) {
      for (const lengthMm of [200, 600])
        rows.push(await benchOne(client, { widthMm, lengthMm, rounds }, dir))
    }
    await client.close()
    return { readyMs, rounds, rows }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

const PARTS = ['draw', 'check', 'write'] as const
const MUTOOL_DRAW = ['draw', '-q', '-c', 'mono', '-r', DPI, '-o']

async function benchOne(
  client: RasterClient,
  { widthMm, lengthMm, rounds }: Pick<PrintRow, 'widthMm' | 'lengthMm'> & { rounds: number },
  dir: string,
): Promise<PrintRow> {
  const { pdf, actualMm } = await receiptOf(client, widthMm, lengthMm)
  const file = join(dir, `${widthMm}-${lengthMm}.pdf`)
  await writeFile(file, pdf)
  const fresh = open()
  await fresh.ready()
  const first = await timed(() => make(fresh, pdf, widthMm))
  await fresh.close()
  const [whole, poppler, mupdf]: [number[], number[], number[]] = [[], [], []]
  const spent: MadePaper['spentMs'][] = []
  for (let round = 0; round < rounds; round += 1) {
    // Taken in turns, so that a busy moment of the machine hits all alike.
    const till = await timed(() => make(client, pdf, widthMm))
    whole.push(till.ms)
    spent.push(till.value.spentMs)
    if (has('pdftoppm')) poppler.push((await timed(() => pdftoppm(file, join(dir, 'poppler')))).ms)
    if (has('mutool'))
      mupdf.push(
        (await timed(() => run('mutool', [...MUTOOL_DRAW, join(dir, 'mupdf.pbm'), file]))).ms,
      )
  }
  const pdftoppmMs = median(poppler)
  return {
    widthMm,
    lengthMm: actualMm,
    tillMs: median(whole) ?? 0,
    partsMs: PARTS.map((part) => median(spent.map((each) => each[part]))),
    firstMs: round(first.ms),
    pdftoppmMs,
    mutoolMs: median(mupdf),
    ofPdftoppm: pdftoppmMs === null ? null : round((median(whole) ?? 0) / pdftoppmMs, 2),
  }
}

const DOTS_PER_MM = 8

/** The house's own receipt with as many lines as make the length. */
async function receiptOf(
  client: RasterClient,
  widthMm: PaperWidthMm,
  lengthMm: number,
): Promise<{ pdf: Uint8Array; actualMm: number }> {
  const paper = createPaperRenderer({ fontsDir: FONTS_DIR })
  let count = Math.max(1, Math.round(lengthMm / 9) - 12)
  for (;;) {
    const lines = Array.from({ length: count }, (_, index) =>
      sampleLine({ description: `Producto de muestra ${index + 1}` }),
    )
    const pdf = await paper.renderReceiptPdf(sampleReceipt(widthMm, { lines }))
    const { heightDots } = await make(client, pdf, widthMm)
    if (heightDots >= lengthMm * DOTS_PER_MM)
      return { pdf, actualMm: Math.round(heightDots / DOTS_PER_MM) }
    count += 1
  }
}

const MEMORY_RECEIPTS = 3_000
const MEMORY_STEP = 500

/** A day's receipts, one after the other, on a worker that has done nothing before. */
export async function benchMemory(receipts = MEMORY_RECEIPTS): Promise<PrintMemory> {
  const client = open()
  await client.ready()
  const { pdf } = await receiptOf(client, 80, 200)
  const seen = [{ receipts: 0, residentMb: residentMb() }]
  for (let index = 1; index <= receipts; index += 1) {
    await make(client, pdf, 80)
    if (index === 100 || index % MEMORY_STEP === 0)
      seen.push({ receipts: index, residentMb: residentMb() })
  }
  await client.close()
  return seen
}

function open(): RasterClient {
  const workerFile = new URL('../../electron/printing/raster-worker.ts', import.meta.url)
  return createRasterClient({
    workerFile,
    onTrouble: (message) => process.stderr.write(`${message}\n`),
  })
}

async function make(
  client: RasterClient,
  pdf: Uint8Array,
  widthMm: PaperWidthMm,
): Promise<MadePaper> {
  const job: RasterJob = {
    pdf,
    above: [],
    below: [],
    confirmation: null,
    isTestPage: false,
    dots: PRINTABLE_DOTS[widthMm],
    dotsPerMm: DOTS_PER_MM,
    paperDots: widthMm * DOTS_PER_MM,
    handling: PLAIN_HANDLING,
    opensDrawer: false,
  }
  const made = await client.make(job)
  if (made.kind !== 'made') throw new Error(`${made.code}: ${made.detail}`)
  return made
}

async function timed<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly ms: number; readonly value: Value }> {
  const startedAt = performance.now()
  const value = await work()
  return { ms: performance.now() - startedAt, value }
}

const found = new Map<string, boolean>()
export function has(program: string): boolean {
  const known = found.get(program)
  if (known !== undefined) return known
  const there = spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined
  found.set(program, there)
  return there
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[sorted.length >> 1]
  return middle === undefined ? null : round(middle)
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}

function residentMb(): number {
  return Math.round(process.memoryUsage.rss() / 1e6)
}

/** One line a size, milliseconds. */
export function printTable({ readyMs, rounds, rows }: PrintBench): string {
  const head = [
    'paper',
    'length',
    'till',
    'draw+stamp+write',
    'first',
    'pdftoppm -mono',
    'mutool',
    'till/pdftoppm',
  ]
  const table = rows.map((row) => [
    `${row.widthMm} mm`,
    `${row.lengthMm} mm`,
    row.tillMs,
    row.partsMs.map((ms) => ms ?? '-').join(' + '),
    row.firstMs,
    row.pdftoppmMs ?? '-',
    row.mutoolMs ?? '-',
    row.ofPdftoppm ?? '-',
  ])
  const lines = [head, ...table].map((cells) =>
    cells.map((cell) => String(cell).padStart(18)).join(' '),
  )
  return [`raster worker ready after ${readyMs} ms; medians of ${rounds}, ms`, ...lines].join('\n')
}

export function memoryTable(memory: PrintMemory): string[] {
  return memory.map(
    ({ receipts, residentMb: mb }) =>
      `resident after ${String(receipts).padStart(5)} receipts: ${mb} MB`,
  )
}
