/** Draws slips and banners off the till's main thread: the first page costs over 100 ms, and a cashier would feel it. */
import { parentPort, workerData } from 'node:worker_threads'
import type { SlipPaper } from '#shared/paper/paper-model.ts'
import type { BannerPaper } from '#shared/paper/banner-layout.ts'
import { createPaperRenderer } from './paper-renderer.ts'

export type PaperRequest =
  | { readonly id: number; readonly kind: 'slip'; readonly slip: SlipPaper }
  | { readonly id: number; readonly kind: 'banner'; readonly banner: BannerPaper }
export type PaperAnswer =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: string }

const port = parentPort
if (port === null) throw new Error('this file runs as a worker')
const renderer = createPaperRenderer(workerData as { fontsDir: string })

port.on('message', (request: PaperRequest) => {
  const drawn = request.kind === 'slip' ? renderer.renderSlipPdf(request.slip) : renderer.renderBannerPdf(request.banner)
  drawn.then(
    (pdf) => port.postMessage({ id: request.id, pdf } satisfies PaperAnswer),
    (error: unknown) => port.postMessage({ id: request.id, error: String(error) } satisfies PaperAnswer),
  )
})
