import { Worker } from 'node:worker_threads'
import type { ModuleMatrix } from '#shared/paper/drawing.ts'
import type { PaperRenderer } from './paper-renderer.ts'
import type { PaperAnswer, PaperRequest } from './paper-worker.ts'

/** What the till itself draws; receipts are drawn by the service. */
type Drawn =
  | 'renderSlipPdf'
  | 'renderBannerPdf'
  | 'renderLetterheadPdf'
  | 'renderTestPagePdf'
  | 'renderReportPdf'
  | 'renderLabelsPdf'
  | 'renderPageCodePdf'
export interface TillPaper extends Pick<PaperRenderer, Drawn> {
  /** A QR code for the screen. */
  readonly encodeQr: (text: string) => Promise<ModuleMatrix>
  readonly close: () => Promise<void>
}

type Waiting = {
  readonly resolve: (drawn: Uint8Array) => void
  readonly reject: (error: Error) => void
}
type Ask = PaperRequest extends infer Request
  ? Request extends { id: number }
    ? Omit<Request, 'id'>
    : never
  : never
/** Papers come one by one, and are let go at once. */
const YOUNG_MEMORY_MB = 8
/** Receipts are drawn by the service: between two slips or shifts the till needs the memory. */
const IDLE_MS = 30_000

interface PaperClientOptions {
  readonly workerFile: string
  readonly fontsDir: string
  readonly idleMs?: number
}

/**
 * Draws in a worker thread, which starts with a paper (some 200 ms of work) and ends when it had
 * nothing to draw for a while. One that dies is replaced at the next paper.
 */
export function createPaperClient({
  workerFile,
  fontsDir,
  idleMs = IDLE_MS,
}: PaperClientOptions): TillPaper {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let nextId = 1

  const rest = () => {
    const idleWorker = worker
    worker = null
    void idleWorker?.terminate()
  }
  const abandon = (from: Worker, error: Error) => {
    // One that ended says so when another may be drawing already.
    if (worker !== from) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEMORY_MB }
    const started = new Worker(workerFile, { workerData: { fontsDir }, resourceLimits })
    started.on('message', (answer: PaperAnswer) => {
      const asker = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (waiting.size === 0) idle = setTimeout(rest, idleMs).unref()
      if ('drawn' in answer) asker?.resolve(answer.drawn)
      else asker?.reject(new Error(answer.error))
    })
    started.on('error', (error) =>
      abandon(started, error instanceof Error ? error : new Error(String(error))),
    )
    started.on('exit', () => abandon(started, new Error('the paper worker ended')))
    return started
  }
  const ask = (request: Ask) =>
    new Promise<Uint8Array>((resolve, reject) => {
      clearTimeout(idle)
      worker ??= start()
      const id = nextId
      nextId += 1
      waiting.set(id, { resolve, reject })
      worker.postMessage({ ...request, id })
    })

  return {
    renderSlipPdf: (slip) => ask({ kind: 'slip', slip }),
    renderBannerPdf: (banner) => ask({ kind: 'banner', banner }),
    renderLetterheadPdf: (letterhead) => ask({ kind: 'letterhead', letterhead }),
    renderTestPagePdf: (page) => ask({ kind: 'test-page', page }),
    renderReportPdf: (report) => ask({ kind: 'report', report }),
    renderLabelsPdf: (labels) => ask({ kind: 'labels', labels }),
    renderPageCodePdf: (code) => ask({ kind: 'page-code', code }),
    async encodeQr(text) {
      const cells = await ask({ kind: 'qr', text })
      const columns = Math.sqrt(cells.length)
      return { columns, rows: columns, cells }
    },
    async close() {
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}
