import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { sampleReportPaper } from '../../test/support/report-samples.ts'
import { waitFor } from '../../test/support/wait-for.ts'
import { createPaperClient, type TillPaper } from './paper-client.ts'
import { createPaperRenderer } from './paper-renderer.ts'

const workerFile = fileURLToPath(new URL('./paper-worker.ts', import.meta.url))
const fontsDir = fileURLToPath(new URL('../../resources/fonts', import.meta.url))
let client: TillPaper | null = null
afterEach(() => client?.close())

it('draws in a worker, several at once, each its own', async () => {
  client = createPaperClient({ workerFile, fontsDir })
  const [wide, narrow] = await Promise.all([
    client.renderBannerPdf({ widthMm: 80, text: 'COPIA', detail: null }),
    client.renderBannerPdf({ widthMm: 58, text: 'COPIA', detail: null }),
  ])
  expect([wide, narrow].map((pdf) => Buffer.from(pdf).subarray(0, 5).toString())).toEqual([
    '%PDF-',
    '%PDF-',
  ])
  expect(Buffer.from(wide).equals(Buffer.from(narrow))).toBe(false)
})

it('draws an X and a Z as the renderer does, to the byte', async () => {
  client = createPaperClient({ workerFile, fontsDir })
  const renderer = createPaperRenderer({ fontsDir })
  for (const kind of ['X', 'Z'] as const) {
    const [here, there] = await Promise.all(
      [renderer, client].map((paper) => paper.renderReportPdf(sampleReportPaper(kind, 58))),
    )
    expect(Buffer.from(there ?? []).equals(Buffer.from(here ?? []))).toBe(true)
  }
})

it('fails the paper, not the till, when the worker cannot start', async () => {
  client = createPaperClient({ workerFile, fontsDir: '/no/such/folder' })
  await expect(
    client.renderBannerPdf({ widthMm: 80, text: 'COPIA', detail: null }),
  ).rejects.toThrow()
})

it('ends when it has had nothing to draw for a while, and draws the next paper all the same', async () => {
  client = createPaperClient({ workerFile, fontsDir, idleMs: 1 })
  const threads = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort')
  const draw = async () => {
    const pdf = await client?.renderBannerPdf({ widthMm: 80, text: 'COPIA', detail: null })
    expect(
      Buffer.from(pdf ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  }
  const before = threads().length
  await draw()
  await waitFor(() => expect(threads()).toHaveLength(before))
  await draw()
})
