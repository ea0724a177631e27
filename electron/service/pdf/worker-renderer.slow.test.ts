import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { waitFor } from '../../../test/support/wait-for.ts'
import { FONTS_DIR } from '../../../test/support/fonts-dir.ts'
import { sampleReceipt } from '../../../test/support/paper-samples.ts'
import { createLocalRenderer } from './local-renderer.ts'
import { createWorkerRenderer } from './worker-renderer.ts'

it('draws in several threads what one thread draws, byte for byte', async () => {
  const pool = createWorkerRenderer(FONTS_DIR, undefined, 2)
  const papers = ([58, 80, 58, 80] as const).map((widthMm) => sampleReceipt(widthMm))
  const drawn = await Promise.all(papers.map((paper) => pool.receipt(paper)))
  const local = createLocalRenderer(FONTS_DIR)
  const alone = await Promise.all(papers.map((paper) => local.receipt(paper)))
  expect(drawn.map((bytes) => Buffer.from(bytes).toString('base64'))).toEqual(
    alone.map((bytes) => Buffer.from(bytes).toString('base64')),
  )
  await pool.close()
})

it('a thread that cannot draw fails its own papers, and the next ones ask another', async () => {
  const pool = createWorkerRenderer(FONTS_DIR, new URL('data:text/javascript,throw 1'), 2)
  const papers = [sampleReceipt(80), sampleReceipt(80), sampleReceipt(80)]
  const ends = await Promise.allSettled(papers.map((paper) => pool.receipt(paper)))
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect(pool.receipt(sampleReceipt(80))).rejects.toThrow()
  await pool.close()
})

it.runIf(process.platform === 'linux')(
  'draws ahead in one thread that gives way, and no other thread does',
  async () => {
    const pool = createWorkerRenderer(FONTS_DIR, undefined, 1)
    const paper = sampleReceipt(80)
    await pool.receipt(paper)
    expect(yielding()).toBe(0)
    // Not waited for: on a busy machine it takes its time, which is what it is for.
    const asked = [pool.receipt(paper, 'ahead'), pool.receipt(paper, 'ahead')]
    const ended = Promise.allSettled(asked)
    await waitFor(() => expect(yielding()).toBe(1), { timeout: 20_000 })
    await pool.receipt(paper)
    expect(yielding()).toBe(1)
    await pool.close()
    await ended
  },
  30_000,
)

it('keeps one thread, and lets those go that have had nothing to draw', async () => {
  const threads = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort')
  const before = threads().length
  const pool = createWorkerRenderer(FONTS_DIR, undefined, 2, 10)
  const papers = [sampleReceipt(80), sampleReceipt(80)]
  const drawn = await Promise.all([
    ...papers.map((paper) => pool.receipt(paper)),
    pool.receipt(sampleReceipt(58), 'ahead'),
  ])
  await waitFor(() => expect(threads().length - before).toBe(1), { timeout: 20_000 })
  const again = await Promise.all(papers.map((paper) => pool.receipt(paper)))
  expect(again.map((bytes) => bytes.length)).toEqual(drawn.slice(0, 2).map(({ length }) => length))
  await pool.close()
})

const yielding = () => nicenesses().filter((niceness) => niceness === 10).length

/** Of the threads of this process: the 19th field, the 17th after the name. */
function nicenesses(): number[] {
  const tasks = '/proc/self/task'
  return readdirSync(tasks).map((thread) => {
    const fields = readFileSync(`${tasks}/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[16])
  })
}
