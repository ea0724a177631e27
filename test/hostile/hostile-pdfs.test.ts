/**
 * PDFs that ask for gigabytes, and good ones with a few bytes changed, drawn as the till draws
 * them: its memory stays flat, and the next good paper comes out.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SOURCE_PATHS } from '#host/source-paths.ts'
import { createRasterClient, type RasterClient } from '#printing/raster-client.ts'
import { RASTER_GROWTH_BYTES_MAX, SAMPLE_JOB } from '#printing/raster-protocol.ts'
import samples from '../../resources/printers/warm-up.json' with { type: 'json' }
import { createDice } from '../sim/dice.ts'
import { mutatedPdf, PDF_ATTACKS, torn } from '../support/pdf-attacks.ts'
import { pick } from '../support/thoroughness.ts'

const MUTATED = pick(100, 10_000)
const MB = 1024 * 1024
/** Between two looks a drawing may grow on; measured at most 420 MB on a busy machine. */
const BETWEEN_LOOKS_BYTES = 640 * MB
/** What is left in the end: a thread of its usual size, and what the collector has not come to. */
const LEFT_BYTES = 320 * MB
const LOOK_EVERY_MS = 5
const GOOD = samples.pdfs.map((pdf) => Buffer.from(pdf, 'base64'))

let client: RasterClient
let peakBytes = 0
let look: NodeJS.Timeout
beforeAll(async () => {
  client = createRasterClient({
    workerFile: SOURCE_PATHS.rasterWorkerFile,
    onTrouble: () => undefined,
  })
  await client.ready()
  look = setInterval(() => {
    peakBytes = Math.max(peakBytes, heldBytes())
  }, LOOK_EVERY_MS)
}, 120_000)
afterAll(async () => {
  clearInterval(look)
  await client.close()
})

/** As the system counts it, threads, canvases and WebAssembly with it. */
function heldBytes(): number {
  return process.platform === 'linux'
    ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1_024
    : process.memoryUsage.rss()
}

const draw = (pdf: Uint8Array) => client.make({ ...SAMPLE_JOB, pdf })

it('takes no gigabyte for any of them, whole or torn, and prints the next paper', async () => {
  const before = heldBytes()
  const grown: Record<string, number> = {}
  for (const [name, whole] of Object.entries(PDF_ATTACKS))
    for (const pdf of [whole, torn(whole)]) {
      peakBytes = 0
      await draw(pdf)
      grown[name] = Math.max(grown[name] ?? 0, Math.round((peakBytes - before) / MB))
    }
  const limitMb = (RASTER_GROWTH_BYTES_MAX + BETWEEN_LOOKS_BYTES) / MB
  expect(Object.entries(grown).filter(([, megabytes]) => megabytes > limitMb)).toEqual([])
  expect((await draw(GOOD[0] ?? new Uint8Array())).kind).toBe('made')
  expect((heldBytes() - before) / MB).toBeLessThan(LEFT_BYTES / MB)
}, 300_000)

it(`stays flat through ${MUTATED} changed ones, and prints the next paper`, async () => {
  const dice = createDice('pdfs')
  const before = heldBytes()
  peakBytes = 0
  const kinds = new Set<string>()
  for (let count = 0; count < MUTATED; count += 1) {
    const whole = GOOD[count % GOOD.length] ?? Buffer.alloc(0)
    const { kind } = await draw(mutatedPdf(dice, count % 5 === 0 ? torn(whole) : whole))
    kinds.add(kind)
  }
  expect([...kinds].sort()).toEqual(['made', 'refused'])
  expect((peakBytes - before) / MB).toBeLessThan(
    (RASTER_GROWTH_BYTES_MAX + BETWEEN_LOOKS_BYTES) / MB,
  )
  expect((heldBytes() - before) / MB).toBeLessThan(LEFT_BYTES / MB)
  expect((await draw(GOOD[0] ?? new Uint8Array())).kind).toBe('made')
}, 3_600_000)
