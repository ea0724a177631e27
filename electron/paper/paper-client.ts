import { Worker } from 'node:worker_threads'
import type { BannerPaper } from '#shared/paper/banner-layout.ts'
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
const WARM_UP: BannerPaper = { widthMm: 80, text: 'COPIA', detail: null }

interface PaperClientOptions {
  readonly workerFile: string
  readonly fontsDir: string
  /**
   * Something more urgent than being warm; a paper that is asked for sooner does not wait for it.
   */
  readonly warmUpAfter?: Promise<unknown> | undefined
}

/**
 * Draws in a worker thread, warm before it is needed. A worker that dies is replaced at the next
 * paper.
 */
export function createPaperClient({
  workerFile,
  fontsDir,
  warmUpAfter = Promise.resolve(),
}: PaperClientOptions): TillPaper {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let nextId = 1

  const abandon = (error: Error) => {
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
      if ('drawn' in answer) asker?.resolve(answer.drawn)
      else asker?.reject(new Error(answer.error))
    })
    started.on('error', (error) =>
      abandon(error instanceof Error ? error : new Error(String(error))),
    )
    started.on('exit', () => abandon(new Error('the paper worker ended')))
    return started
  }
  const ask = (request: Ask) =>
    new Promise<Uint8Array>((resolve, reject) => {
      worker ??= start()
      const id = nextId
      nextId += 1
      waiting.set(id, { resolve, reject })
      worker.postMessage({ ...request, id })
    })
  let isClosed = false
  void warmUpAfter.then(() => {
    if (worker === null && !isClosed) ask({ kind: 'banner', banner: WARM_UP }).catch(() => {})
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
      isClosed = true
      await worker?.terminate()
    },
  }
}
