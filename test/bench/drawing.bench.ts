/**
 * Speed of drawing a receipt's PDF: the parts it is made of in processor time, what one thread
 * draws, and what a thread a processor draws. `npm run bench -- drawing`.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { layoutReceipt } from '#shared/paper/receipt-layout.ts'
import { arrangeStamp } from '#shared/paper/stamp-arrangement.ts'
import { encodeStamp } from '#paper/codes.ts'
import { loadPaperFonts } from '#paper/paper-fonts.ts'
import { writePdf } from '#paper/pdf-writer.ts'
import { createWorkerRenderer } from '../../electron/service/pdf/worker-renderer.ts'
import { sampleReceipt, sampleTed } from '../support/paper-samples.ts'
import { round } from './service-clients.ts'

const FONTS_DIR = fileURLToPath(new URL('../../resources/fonts', import.meta.url))
const TED_BYTES = 820
const WARM_UP = 150
const ROUNDS = 5
const DRAWN_A_ROUND = 300
/** More than threads, so that none of them waits for this one. */
const WAITING_A_THREAD = 4

const paper = sampleReceipt(80, { tedXml: sampleTed(TED_BYTES) })

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Processor milliseconds of each part, medians of several rounds. */
function partsMs(): Readonly<Record<string, number>> {
  const fonts = loadPaperFonts(FONTS_DIR)
  const ted = Buffer.from(paper.tedXml ?? '', 'latin1')
  const stampOf = () => arrangeStamp(encodeStamp(ted, 80), 80)
  const graphics = { stamp: stampOf(), logo: null }
  const layout = () => layoutReceipt(paper, graphics, fonts.measure)
  const drawing = layout()
  const page = drawing.pages[0] ?? { heightDots: 0, items: [] }
  const withOnly = (kinds: readonly string[]) => ({
    ...drawing,
    pages: [{ ...page, items: page.items.filter(({ kind }) => kinds.includes(kind)) }],
  })
  const about = { title: 'Boleta', createdAt: new Date(0) }
  const written = (kinds: readonly string[]) => {
    const part = withOnly(kinds)
    return () => writePdf(part, fonts, about)
  }
  const parts = {
    stamp: stampOf,
    layout,
    'file of the whole page': written(['text', 'fill', 'modules', 'picture']),
    'file of the stamp alone': written(['modules']),
    'file of the texts alone': written(['text']),
    'file of an empty page': written([]),
  }
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, cpuMsOf(part)]))
}

function cpuMsOf(part: () => unknown): number {
  for (let count = 0; count < WARM_UP; count += 1) part()
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    for (let count = 0; count < WARM_UP; count += 1) part()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 / WARM_UP
  })
  return round(median(rounds))
}

interface Drawn {
  readonly perSecond: number
  /** Of the whole process: what threads that stand in each other's way change least. */
  readonly cpuMsEach: number
}

/** Draws with so many waiting at a time. */
async function drawnBy(renderer: ReturnType<typeof createWorkerRenderer>, waiting: number) {
  let left = DRAWN_A_ROUND
  const before = process.cpuUsage()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: waiting }, async () => {
      while (left > 0) {
        left -= 1
        await renderer.receipt(paper)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(before)
  return {
    perSecond: DRAWN_A_ROUND / seconds,
    cpuMsEach: (user + system) / 1_000 / DRAWN_A_ROUND,
  } satisfies Drawn
}

/** One thread and the pool take turns, so that a machine that others use is as busy for both. */
async function threads() {
  const cores = availableParallelism()
  const [one, pool] = [1, cores].map((count) => createWorkerRenderer(FONTS_DIR, undefined, count))
  if (one === undefined || pool === undefined) throw new Error('no renderer')
  const turns: { one: Drawn; pool: Drawn }[] = []
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    turns.push({
      one: await drawnBy(one, WAITING_A_THREAD),
      pool: await drawnBy(pool, WAITING_A_THREAD * cores),
    })
  }
  await Promise.all([one.close(), pool.close()])
  // The first of them warmed the threads up.
  const measured = turns.slice(1)
  return {
    cores,
    oneThreadPerSecond: round(median(measured.map(({ one }) => one.perSecond))),
    oneThreadCpuMsEach: round(median(measured.map(({ one }) => one.cpuMsEach))),
    poolPerSecond: round(median(measured.map(({ pool }) => pool.perSecond))),
    poolCpuMsEach: round(median(measured.map(({ pool }) => pool.cpuMsEach))),
    ratio: round(median(measured.map(({ one, pool }) => pool.perSecond / one.perSecond))),
    ratioWanted: round(0.8 * cores),
  }
}

process.stdout.write(
  `${JSON.stringify({ partsCpuMs: partsMs(), ...(await threads()) }, null, 2)}\n`,
)
