import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { ReceiptPaper } from '#shared/paper/paper-model.ts'
import type { DocumentPaper } from '../parts/document-paper.ts'
import type { DrawnWhen, PdfBytes, PdfRenderer } from '../parts/renderer.ts'

export interface RenderWorkerData {
  readonly fontsDir: string
  /** It gives way to all other threads of the machine. */
  readonly isQuiet: boolean
}

export type RenderRequest =
  | { readonly id: number; readonly kind: 'receipt'; readonly paper: ReceiptPaper }
  | { readonly id: number; readonly kind: 'document'; readonly paper: DocumentPaper }

export type RenderReply =
  | { readonly id: number; readonly bytes: PdfBytes }
  | { readonly id: number; readonly error: string }

interface Waiting {
  readonly resolve: (bytes: PdfBytes) => void
  readonly reject: (error: Error) => void
}

/**
 * With the usual room for young objects, dead pages of hundreds of kilobytes wait in it; with less
 * than this a page takes a tenth more of a processor.
 */
const YOUNG_MEMORY_MB = 12
/** Between two customers a thread more than the first gives its memory back. */
const IDLE_MS = 30_000

/**
 * Renders in threads of their own, as many as the machine has processors. One is started when all
 * others are drawing, so a till alone has one; what nobody waits for is drawn in one more, which
 * gives way. All but the first end when they have had nothing to draw for a while. A thread that
 * dies fails what it was drawing and is replaced by the next request; nothing else of the service
 * depends on it.
 */
export function createWorkerRenderer(
  fontsDir: string,
  entry = besideThis(),
  threadsMax = availableParallelism(),
  idleMs = IDLE_MS,
): PdfRenderer {
  const threads: DrawingThread[] = []
  let quietThread: DrawingThread | null = null
  const leastBusy = () => threads.toSorted((a, b) => a.waiting() - b.waiting())[0]
  const render = (when: DrawnWhen, make: (id: number) => RenderRequest) => {
    if (when === 'ahead')
      return (quietThread ??= startThread(entry, { fontsDir, isQuiet: true }, idleMs)).render(make)
    const free = leastBusy()
    if (free !== undefined && (free.waiting() === 0 || threads.length >= threadsMax))
      return free.render(make)
    const staysMs = threads.length === 0 ? null : idleMs
    const started = startThread(entry, { fontsDir, isQuiet: false }, staysMs)
    threads.push(started)
    return started.render(make)
  }
  return {
    receipt: (paper, when = 'now') => render(when, (id) => ({ id, kind: 'receipt', paper })),
    document: (paper, when = 'now') => render(when, (id) => ({ id, kind: 'document', paper })),
    close: async () => {
      const all = quietThread === null ? threads : [...threads, quietThread]
      await Promise.all(all.map((thread) => thread.close()))
    },
  }
}

interface DrawingThread {
  readonly render: (make: (id: number) => RenderRequest) => Promise<PdfBytes>
  /** How many it has to draw. */
  readonly waiting: () => number
  readonly close: () => Promise<void>
}

/** Without `idleMs` it stays once it is there. */
function startThread(
  entry: URL,
  workerData: RenderWorkerData,
  idleMs: number | null,
): DrawingThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0
  let idle: NodeJS.Timeout | undefined

  const end = () => {
    const ended = worker
    worker = null
    // It ends, or has ended by itself.
    ended?.terminate().catch(() => undefined)
  }

  const failAll = (from: Worker, error: Error) => {
    // One that failed says that it ended too, when another may be drawing already.
    if (worker !== from) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEMORY_MB }
    // Said on the command line it is this process's, and would stand before what a thread is given.
    setFlagsFromString('--max-semi-space-size=0')
    const started = new Worker(entry, { workerData, resourceLimits })
    started.on('message', (reply: RenderReply) => {
      if (idleMs !== null && waiting.size === 1) idle = setTimeout(end, idleMs).unref()
      const job = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('bytes' in reply) job?.resolve(reply.bytes)
      else job?.reject(new Error(`the page could not be drawn: ${reply.error}`))
    })
    started.on('error', (error: Error) => failAll(started, error))
    started.on('exit', (code) =>
      failAll(started, new Error(`the drawing thread ended with ${code}`)),
    )
    return started
  }
  return {
    render: (make) =>
      new Promise<PdfBytes>((resolve, reject) => {
        clearTimeout(idle)
        worker ??= start()
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        worker.postMessage(make(lastId))
      }),
    waiting: () => waiting.size,
    close: async () => {
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}

/**
 * The worker's program: its source beside this source, or its bundle beside the service's bundle.
 */
function besideThis(): URL {
  const isSource = import.meta.url.endsWith('.ts')
  return new URL(isSource ? './render-worker.ts' : './render-worker.js', import.meta.url)
}
