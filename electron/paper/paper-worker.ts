/**
 * Draws slips and banners off the till's main thread: the first page costs over 100 ms, and a
 * cashier would feel it.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { SlipPaper } from '#shared/paper/paper-model.ts'
import type { BannerPaper } from '#shared/paper/banner-layout.ts'
import type { LabelPaper } from '#shared/catalogue/label-layout.ts'
import type { LetterheadPaper } from '#shared/paper/letterhead-layout.ts'
import type { PageCodePaper } from '#shared/paper/page-code.ts'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import type { TestPagePaper } from '#shared/paper/test-page-layout.ts'
import { encodeQr } from './codes.ts'
import { giveWay } from './give-way.ts'
import { createPaperRenderer } from './paper-renderer.ts'

export type PaperRequest =
  | { readonly id: number; readonly kind: 'slip'; readonly slip: SlipPaper }
  | { readonly id: number; readonly kind: 'banner'; readonly banner: BannerPaper }
  | { readonly id: number; readonly kind: 'letterhead'; readonly letterhead: LetterheadPaper }
  | { readonly id: number; readonly kind: 'test-page'; readonly page: TestPagePaper }
  | { readonly id: number; readonly kind: 'report'; readonly report: ReportPaper }
  | { readonly id: number; readonly kind: 'labels'; readonly labels: LabelPaper }
  | { readonly id: number; readonly kind: 'page-code'; readonly code: PageCodePaper }
  /** Answered by its cells, row by row: a QR code is square. */
  | { readonly id: number; readonly kind: 'qr'; readonly text: string }
export type PaperAnswer =
  | { readonly id: number; readonly drawn: Uint8Array }
  | { readonly id: number; readonly error: string }

const port = parentPort
if (port === null) throw new Error('this file runs as a worker')
giveWay()
const renderer = createPaperRenderer(workerData as { fontsDir: string })

port.on('message', (request: PaperRequest) => {
  draw(request).then(
    (drawn) => port.postMessage({ id: request.id, drawn } satisfies PaperAnswer),
    (error: unknown) =>
      port.postMessage({ id: request.id, error: String(error) } satisfies PaperAnswer),
  )
})

async function draw(request: PaperRequest): Promise<Uint8Array> {
  switch (request.kind) {
    case 'slip':
      return renderer.renderSlipPdf(request.slip)
    case 'banner':
      return renderer.renderBannerPdf(request.banner)
    case 'letterhead':
      return renderer.renderLetterheadPdf(request.letterhead)
    case 'test-page':
      return renderer.renderTestPagePdf(request.page)
    case 'labels':
      return renderer.renderLabelsPdf(request.labels)
    case 'page-code':
      return renderer.renderPageCodePdf(request.code)
    case 'qr':
      return encodeQr(request.text).cells
    case 'report':
      return renderer.renderReportPdf(request.report)
  }
}
