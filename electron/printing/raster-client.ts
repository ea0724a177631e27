import { Worker } from 'node:worker_threads'
import type {
  FromRasterWorker,
  RasterAnswer,
  RasterJob,
  RefusedPaper,
  ToRasterWorker,
} from './raster-protocol.ts'
import {
  RASTER_CPU_MS_MAX,
  RASTER_GROWTH_BYTES_MAX,
  RASTER_KEPT_BYTES_MAX,
  RASTER_LOOK_MS,
  RASTER_MEMORY_MB,
  RASTER_TIMEOUT_MS,
  WARM_UP_TIMEOUT_MS,
} from './raster-protocol.ts'
import { refused } from './pdf-refusal.ts'

export interface RasterClient {
  /**
   * Draws one paper. Orders wait for each other; a worker that hangs or dies costs only the order
   * it was drawing.
   */
  make(job: RasterJob): Promise<RasterAnswer>
  /** Resolves once the worker has warmed up, for measurements and tests. */
  ready(): Promise<void>
  close(): Promise<void>
}

export interface RasterClientOptions {
  readonly workerFile: URL | string
  readonly timeoutMs?: number
  /** Most work a drawing may cost, CPU time in milliseconds; an emulated machine needs far more. */
  readonly cpuMsMax?: number
  /** CPU time of this process beside its counter, so far, in milliseconds; another for tests. */
  readonly cpuMs?: () => number
  /** CPU time of the thread that draws, so far; another for tests. */
  readonly threadMs?: (thread: Worker) => Promise<number>
  /** Memory this process holds now; another for tests. */
  readonly heldBytes?: () => number
  readonly warmUpTimeoutMs?: number
  /** Drawings before the first paper; an emulated machine has no time for them. */
  readonly warmUpRounds?: number
  /** Something more urgent than being warm; an order that comes sooner does not wait for it. */
  readonly startAfter?: Promise<unknown> | undefined
  readonly onTrouble: (message: string) => void
}

/**
 * Small on purpose: a page's megabyte of dots hangs on an object of a few bytes, so with the usual
 * 48 MB of room for young objects a hundred dead pages wait for the collector, and the process
 * keeps their memory for good.
 */
const YOUNG_MEMORY_MB = 8

interface Waiting {
  readonly job: RasterJob
  readonly resolve: (answer: RasterAnswer) => void
}

/**
 * Starts the worker at once or after what is more urgent, so that it is warm before the first sale,
 * and again whenever it is lost.
 */
export function createRasterClient(options: RasterClientOptions): RasterClient {
  const client = new Client(options)
  return {
    make: (job) => client.make(job),
    ready: () => client.whenReady(),
    close: () => client.close(),
  }
}

class Client {
  readonly #options: RasterClientOptions
  readonly #queue: Waiting[] = []
  readonly #readyWaiters: (() => void)[] = []
  #worker: Worker | null = null
  #isReady = false
  #current: Waiting | null = null
  #timer: NodeJS.Timeout | null = null
  #work: NodeJS.Timeout | null = null
  #lastId = 0
  #heldBefore = 0
  #closed = false

  constructor(options: RasterClientOptions) {
    this.#options = options
    if (options.startAfter === undefined) this.#start()
    else
      void options.startAfter.then(() => {
        if (this.#worker === null && !this.#closed) this.#start()
      })
  }

  make(job: RasterJob): Promise<RasterAnswer> {
    if (this.#closed) return Promise.resolve(refused('RASTER_CRASHED', 'printing is closed'))
    return new Promise((resolve) => {
      this.#queue.push({ job, resolve })
      if (this.#worker === null) this.#start()
      this.#next()
    })
  }

  whenReady(): Promise<void> {
    if (this.#isReady) return Promise.resolve()
    return new Promise((resolve) => this.#readyWaiters.push(resolve))
  }

  async close(): Promise<void> {
    this.#closed = true
    const worker = this.#worker
    this.#lose('printing is closed')
    for (const waiting of this.#queue.splice(0))
      waiting.resolve(refused('RASTER_CRASHED', 'printing is closed'))
    await worker?.terminate()
  }

  #start(): void {
    const worker = new Worker(this.#options.workerFile, {
      execArgv: [],
      stdout: false,
      stderr: false,
      workerData: { warmUpRounds: this.#options.warmUpRounds },
      resourceLimits: {
        maxYoungGenerationSizeMb: YOUNG_MEMORY_MB,
        maxOldGenerationSizeMb: RASTER_MEMORY_MB,
      },
    })
    this.#worker = worker
    this.#isReady = false
    // A till that has nothing else to do may end; the worker holds no data of its own.
    worker.unref()
    worker.on('message', (message: FromRasterWorker) => {
      if (worker === this.#worker) this.#hear(message)
    })
    worker.on('error', (error) => {
      if (worker !== this.#worker) return
      const isTooMuch = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
      const why = error instanceof Error ? error.message : String(error)
      this.#fail(`the worker failed: ${why}`, isTooMuch ? 'PDF_TOO_HEAVY' : 'RASTER_CRASHED')
    })
    worker.on('exit', (code) => {
      if (worker === this.#worker) this.#fail(`the worker ended with ${code}`)
    })
    this.#watch(this.#options.warmUpTimeoutMs ?? WARM_UP_TIMEOUT_MS, 'the worker did not start')
  }

  #hear(message: FromRasterWorker): void {
    this.#unwatch()
    if (message.kind === 'ready') {
      this.#isReady = true
      for (const resolve of this.#readyWaiters.splice(0)) resolve()
    } else if (this.#current !== null && message.id === this.#lastId) {
      const { resolve } = this.#current
      this.#current = null
      resolve(message.answer)
      if (this.#grownBytes() > RASTER_KEPT_BYTES_MAX) this.#renew()
    }
    this.#next()
  }

  /** A fresh thread; the papers that wait are drawn by it. */
  #renew(): void {
    const worker = this.#worker
    this.#lose('its memory is given back')
    void worker?.terminate()
    if (!this.#closed) this.#start()
  }

  #grownBytes(): number {
    return (this.#options.heldBytes ?? process.memoryUsage.rss)() - this.#heldBefore
  }

  #next(): void {
    if (!this.#isReady || this.#current !== null || this.#worker === null) return
    const next = this.#queue.shift()
    if (next === undefined) return
    this.#current = next
    this.#lastId += 1
    const message: ToRasterWorker = { id: this.#lastId, job: next.job }
    this.#worker.postMessage(message)
    this.#watch(
      this.#options.timeoutMs ?? RASTER_TIMEOUT_MS,
      'drawing took too long',
      'PDF_TOO_HEAVY',
    )
    this.#watchWork(this.#worker)
  }

  /**
   * Starts over with a fresh worker. One that cannot even start is tried again only with the next
   * order.
   */
  #fail(why: string, code: RefusedPaper['code'] = 'RASTER_CRASHED'): void {
    this.#options.onTrouble(why)
    const worker = this.#worker
    const neverStarted = !this.#isReady
    this.#lose(why, code)
    void worker?.terminate()
    if (this.#closed) return
    if (neverStarted) {
      for (const waiting of this.#queue.splice(0)) waiting.resolve(refused('RASTER_CRASHED', why))
      return
    }
    this.#start()
  }

  #lose(why: string, code: RefusedPaper['code'] = 'RASTER_CRASHED'): void {
    this.#unwatch()
    this.#worker = null
    this.#isReady = false
    const current = this.#current
    this.#current = null
    current?.resolve(refused(code, why))
  }

  #watch(timeoutMs: number, why: string, code: RefusedPaper['code'] = 'RASTER_CRASHED'): void {
    this.#unwatch()
    this.#timer = setTimeout(() => this.#fail(`${why} (${timeoutMs} ms)`, code), timeoutMs)
    this.#timer.unref()
  }

  /**
   * A drawing without end, or without bounds, ends here: the papers behind it must not wait for the
   * clock on the wall, and the till must not be ended by the system for want of memory. Other
   * threads of this process work, too, a backup or a report, so the drawing's own is asked before
   * it is ended by what all took.
   */
  #watchWork(worker: Worker): void {
    const { heldBytes = process.memoryUsage.rss } = this.#options
    this.#heldBefore = heldBytes()
    const limitMs = this.#options.cpuMsMax ?? RASTER_CPU_MS_MAX
    const spentMs = spentOn(worker, limitMs, this.#options)
    const work = setInterval(() => {
      const grownBytes = this.#grownBytes()
      if (grownBytes > RASTER_GROWTH_BYTES_MAX)
        return this.#fail(`drawing took ${Math.round(grownBytes / 1e6)} MB`, 'PDF_TOO_HEAVY')
      void spentMs().then((ms) => {
        if (ms >= limitMs && work === this.#work)
          this.#fail(`drawing cost more than ${limitMs} ms of work`, 'PDF_TOO_HEAVY')
      })
    }, RASTER_LOOK_MS)
    this.#work = work.unref()
  }

  #unwatch(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#work !== null) clearInterval(this.#work)
    this.#timer = null
    this.#work = null
  }
}

/**
 * What a drawing that begins now has taken at the most. The thread itself is asked only when all
 * threads together came to the limit; one that does not answer is in one piece of native work, and
 * may take as much again.
 */
function spentOn(
  worker: Worker,
  limitMs: number,
  { cpuMs = usedCpuMs, threadMs = usedByThread }: RasterClientOptions,
): () => Promise<number> {
  const begunAt = cpuMs()
  const threadBegunAt = threadMs(worker).catch(() => 0)
  let othersMs = 0
  let isAsked = false
  const atMostMs = () => cpuMs() - begunAt - othersMs
  return async () => {
    const mostMs = atMostMs()
    if (mostMs < limitMs) return mostMs
    if (isAsked) return mostMs < 2 * limitMs ? 0 : mostMs
    isAsked = true
    const ownMs = (await threadMs(worker).catch(() => 0)) - (await threadBegunAt)
    isAsked = false
    othersMs += atMostMs() - ownMs
    return ownMs
  }
}

async function usedByThread(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1_000
}

/** The counter's thread, this one, goes first: what it computes meanwhile is no drawing's. */
function usedCpuMs(): number {
  const [all, counter] = [process.cpuUsage(), process.threadCpuUsage()]
  return (all.user + all.system - counter.user - counter.system) / 1_000
}
