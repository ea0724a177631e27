import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { PLAIN_HANDLING } from '#shared/escpos/plan.ts'
import { createRasterClient } from './raster-client.ts'
import type { RasterClient } from './raster-client.ts'
import type { RasterJob } from './raster-protocol.ts'

const JOB: RasterJob = {
  pdf: new Uint8Array(1),
  above: [],
  below: [],
  confirmation: null,
  isTestPage: false,
  dots: 8,
  dotsPerMm: 8,
  paperDots: 8,
  handling: PLAIN_HANDLING,
  opensDrawer: false,
}

let client: RasterClient
let troubles: string[]
/** Threads so far. */
let started: number

afterEach(() => client.close())

/**
 * A worker that is ready at once and does `body` with each order; `first` tells the first order of
 * its thread.
 */
function open(
  body: string,
  timeoutMs = 30_000,
  startAfter?: Promise<unknown>,
  cpuMs?: () => number,
  cpuMsMax?: number,
  heldBytes?: () => number,
): void {
  const code = `import { parentPort } from 'node:worker_threads'; let first = true
    parentPort.on('message', ({ id, job }) => { ${body}; first = false }); parentPort.postMessage({ kind: 'ready' })`
  troubles = []
  started = 0
  client = createRasterClient({
    get workerFile() {
      started += 1
      return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
    },
    timeoutMs,
    startAfter,
    ...(cpuMs === undefined ? {} : { cpuMs, threadMs: async () => cpuMs() }),
    ...(cpuMsMax === undefined ? {} : { cpuMsMax }),
    ...(heldBytes === undefined ? {} : { heldBytes }),
    onTrouble: (message) => troubles.push(message),
  })
}

const ANSWER =
  "parentPort.postMessage({ kind: 'done', id, answer: { kind: 'refused', code: 'PDF_BROKEN', detail: String(job.pdf[0]) } })"

describe('the raster client', () => {
  const draw = (...values: readonly number[]) =>
    Promise.all(values.map((value) => client.make({ ...JOB, pdf: Uint8Array.of(value) })))
  /** What each was refused with. */
  const codesOf = async (...values: readonly number[]) =>
    (await draw(...values)).map((answer) => answer.kind === 'refused' && answer.code)

  it('gives each order its own answer, in order', async () => {
    open(ANSWER)
    const answers = await draw(1, 2, 3)
    expect(answers.map((answer) => answer.kind === 'refused' && answer.detail)).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it('loses only the order a worker dies of', async () => {
    open(`if (job.pdf[0] === 2) process.exit(7); ${ANSWER}`)
    expect(await codesOf(1, 2, 3)).toEqual(['PDF_BROKEN', 'RASTER_CRASHED', 'PDF_BROKEN'])
    expect(troubles).toEqual(['the worker ended with 7'])
  })

  it('loses only the order a worker throws at', async () => {
    open(`if (job.pdf[0] === 1) throw new Error('boom'); ${ANSWER}`)
    expect(await codesOf(1, 2)).toEqual(['RASTER_CRASHED', 'PDF_BROKEN'])
    expect(troubles).toEqual(['the worker failed: boom'])
  })

  it('ends a worker that hangs and goes on with a fresh one', async () => {
    open(`if (job.pdf[0] === 1) for (;;); ${ANSWER}`, 300)
    expect(await codesOf(1, 2)).toEqual(['PDF_TOO_HEAVY', 'PDF_BROKEN'])
  })

  it('ends a drawing by the work it costs, long before its time is over, and goes on with the next', async () => {
    open(`if (job.pdf[0] === 1) for (;;); ${ANSWER}`, 600_000)
    expect(await codesOf(1, 2)).toEqual(['PDF_TOO_HEAVY', 'PDF_BROKEN'])
    expect(troubles).toEqual(['drawing cost more than 4000 ms of work'])
  })

  it('counts no work of other threads, the counter or a backup, as that of a drawing', async () => {
    const backup = new Worker(new URL('data:text/javascript,for (;;);'))
    await once(backup, 'online')
    open(
      `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000); ${ANSWER}`,
      600_000,
      undefined,
      undefined,
      400,
    )
    await client.ready()
    let isDrawn = false
    const drawn = codesOf(1).finally(() => (isDrawn = true))
    while (!isDrawn) {
      for (const untilMs = performance.now() + 20; performance.now() < untilMs; );
      await setImmediate()
    }
    await backup.terminate()
    expect([await drawn, troubles]).toEqual([['PDF_BROKEN'], []])
  })

  it('ends a drawing that is in one piece of native work, and cannot say what it took', async () => {
    open(
      `if (job.pdf[0] === 1) process.getBuiltinModule('crypto').pbkdf2Sync('a', 'b', 6e6, 64, 'sha512'); ${ANSWER}`,
      600_000,
      undefined,
      undefined,
      300,
    )
    expect(await codesOf(1)).toEqual(['PDF_TOO_HEAVY'])
  })

  it('ends a drawing by the memory it takes, wherever that lies, and goes on with the next', async () => {
    const idle = () => 0
    let heldBytes = 0
    open(
      `if (job.pdf[0] === 1) for (;;); ${ANSWER}`,
      600_000,
      undefined,
      idle,
      undefined,
      () => (heldBytes += 300_000_000),
    )
    expect(await codesOf(1, 2)).toEqual(['PDF_TOO_HEAVY', 'PDF_BROKEN'])
    expect(troubles).toEqual(['drawing took 900 MB'])
  })

  it('gives a thread back that holds much after a paper, and loses none of those that wait', async () => {
    let heldBytes = 0
    open(ANSWER, 30_000, undefined, undefined, undefined, () => (heldBytes += 250_000_000))
    const answers = await draw(1, 2, 3)
    expect(answers.map((answer) => answer.kind === 'refused' && answer.detail)).toEqual([
      '1',
      '2',
      '3',
    ])
    expect([started, troubles]).toEqual([4, []])
  })

  it('lets a slow machine work for as long as it is told', async () => {
    let usedMs = 0
    open(
      `if (job.pdf[0] === 1) for (;;); ${ANSWER}`,
      600_000,
      undefined,
      () => (usedMs += 5_000),
      19_000,
    )
    expect(await codesOf(1, 2)).toEqual(['PDF_TOO_HEAVY', 'PDF_BROKEN'])
    expect(troubles).toEqual(['drawing cost more than 19000 ms of work'])
  })

  it('ends a drawing that fills the memory, and no other', async () => {
    open(
      `if (job.pdf[0] === 1) { const heap = []; for (;;) heap.push(new Array(1e5).fill(heap.length)) } ${ANSWER}`,
      600_000,
      undefined,
      () => 0,
    )
    expect(await codesOf(1, 2)).toEqual(['PDF_TOO_HEAVY', 'PDF_BROKEN'])
  })

  it('says so when no worker can be started, and tries again with the next order', async () => {
    troubles = []
    client = createRasterClient({
      workerFile: new URL('data:text/javascript,throw new Error("cannot load")'),
      onTrouble: (message) => troubles.push(message),
    })
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await client.make(JOB)).toMatchObject({ kind: 'refused', code: 'RASTER_CRASHED' })
    }
    expect(troubles.every((message) => message.includes('cannot load'))).toBe(true)
  })

  it('starts after what is more urgent', async () => {
    const urgent = Promise.withResolvers<void>()
    open(ANSWER, 30_000, urgent.promise)
    expect(started).toBe(0)
    urgent.resolve()
    await client.ready()
    expect(started).toBe(1)
    expect(await client.make(JOB)).toMatchObject({ code: 'PDF_BROKEN' })
  })

  it('does not start any more once closed', async () => {
    const urgent = Promise.withResolvers<void>()
    open(ANSWER, 30_000, urgent.promise)
    await client.close()
    urgent.resolve()
    await urgent.promise
    expect(started).toBe(0)
  })

  it('lets no order wait for what is more urgent', async () => {
    open(ANSWER, 30_000, new Promise(() => {}))
    expect(await client.make(JOB)).toMatchObject({ code: 'PDF_BROKEN' })
  })

  it('answers nothing but refusals once closed', async () => {
    open(ANSWER)
    await client.close()
    expect(await client.make(JOB)).toMatchObject({
      code: 'RASTER_CRASHED',
      detail: 'printing is closed',
    })
  })
})
