/** When a PDF is drawn and when it is only handed out. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { ReceiptPaper } from '#shared/paper/paper-model.ts'
import { stored } from '../../../test/support/stored-documents.ts'
import type { StoredDocument } from '../documents/stored-document.ts'
import { SILENT } from '../core/log.ts'
import { systemClock, type CompanyId, type DocumentId } from '../core/ports.ts'
import { openDrawnFile } from '../storage/drawn-file.ts'
import { PdfMaker } from './pdf-maker.ts'
import { PdfStore } from '../parts/pdf-store.ts'
import type { PdfBytes, PdfRenderer } from '../parts/renderer.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pdf-maker-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
const draw = vi.fn(
  (paper: ReceiptPaper): Promise<PdfBytes> =>
    Promise.resolve(bytesOf(`${paper.issuer.legalName} ${paper.folio} ${paper.widthMm}`)),
)
beforeEach(() => {
  draw.mockClear()
})
const renderer: PdfRenderer = {
  receipt: draw,
  document: () => Promise.reject(new Error('receipts only')),
  close: () => Promise.resolve(),
}

function makerWithStore() {
  const place = openDrawnFile(join(folder, 'drawn.db'))
  const drawn = new PdfStore(place, { bytesMax: 1_000_000, clock: systemClock, log: SILENT })
  return { maker: new PdfMaker({ renderer, drawn }), drawn }
}

function receiptOf(folio: number, name = 'Almacén'): StoredDocument {
  const document = stored([
    { name: 'Pan', unitGrossClp: 1_000, isExempt: false, quantityMilli: 1_000 },
  ])
  return {
    ...document,
    row: {
      ...document.row,
      id: `document-${folio}` as DocumentId,
      body: '{}',
      company_id: 'company' as CompanyId,
      number: folio,
    },
    company: { ...document.company, country: 'CHL', name, logo: bytesOf('picture') },
  }
}

it('draws a paper once, whoever asks again, at the same time or after a restart', async () => {
  const first = makerWithStore()
  const [one, other] = await Promise.all([
    first.maker.render(receiptOf(7), 80),
    first.maker.render(receiptOf(7), 80),
  ])
  expect(other.bytes).toEqual(one.bytes)
  await first.maker.close()
  const { maker } = makerWithStore()
  expect((await maker.render(receiptOf(7), 80)).bytes).toEqual(one.bytes)
  expect(draw).toHaveBeenCalledTimes(1)
  expect((await maker.render(receiptOf(7), 58)).bytes).toEqual(bytesOf('Almacén 7 58'))
  expect(draw).toHaveBeenCalledTimes(2)
  await maker.close()
})

it('draws anew when anything on the paper is another: nobody has to say so', async () => {
  const { maker } = makerWithStore()
  await maker.render(receiptOf(7), 80)
  expect((await maker.render(receiptOf(7, 'Almacén Doña Rosa'), 80)).bytes).toEqual(
    bytesOf('Almacén Doña Rosa 7 80'),
  )
  const document = receiptOf(7)
  const withLogo = { ...document, company: { ...document.company, logo: bytesOf('another') } }
  await maker.render(withLogo, 80)
  expect(draw).toHaveBeenCalledTimes(3)
  await maker.close()
})

it('a drawing that failed is tried again', async () => {
  const { maker } = makerWithStore()
  draw.mockRejectedValueOnce(new Error('the thread ended'))
  await expect(maker.render(receiptOf(7), 80)).rejects.toThrow('the thread ended')
  expect((await maker.render(receiptOf(7), 80)).bytes).toEqual(bytesOf('Almacén 7 80'))
  await maker.close()
})

it('draws ahead on the paper the tills of a company ask for, and only where one asks at all', async () => {
  const { maker, drawn } = makerWithStore()
  maker.drawAhead(receiptOf(6))
  await maker.render(receiptOf(7), 58)
  maker.drawAhead(receiptOf(8))
  await waitFor(() => expect(draw).toHaveBeenCalledTimes(2))
  expect(draw.mock.calls.map(([{ folio, widthMm }]) => [folio, widthMm])).toEqual([
    [7, 58],
    [8, 58],
  ])
  await drawn.settled()
  expect((await maker.render(receiptOf(8), 58)).bytes).toEqual(bytesOf('Almacén 8 58'))
  expect(draw).toHaveBeenCalledTimes(2)
  await maker.close()
})

it('draws nothing ahead that is kept nowhere', async () => {
  vi.useFakeTimers()
  const maker = new PdfMaker({ renderer, drawn: null })
  await maker.render(receiptOf(7), 80)
  maker.drawAhead(receiptOf(8))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(draw).toHaveBeenCalledTimes(1)
  await maker.close()
})

it('draws ahead on the paper of the tills, whatever customers look at on their phones', async () => {
  const { maker } = makerWithStore()
  await maker.renderForCustomer(receiptOf(5))
  maker.drawAhead(receiptOf(6))
  await maker.render(receiptOf(7), 58)
  await maker.renderForCustomer(receiptOf(7))
  maker.drawAhead(receiptOf(8))
  await waitFor(() => expect(draw).toHaveBeenCalledTimes(4))
  expect(draw.mock.calls.map(([{ folio, widthMm }]) => [folio, widthMm])).toEqual([
    [5, 80],
    [7, 58],
    [7, 80],
    [8, 58],
  ])
  await maker.close()
})

it('holds no large document in memory to draw it ahead: a hundred of them are a gigabyte', async () => {
  const { maker } = makerWithStore()
  await maker.render(receiptOf(7), 58)
  const document = receiptOf(8)
  const large = { ...document, row: { ...document.row, body: 'x'.repeat(100_000) } }
  maker.drawAhead(receiptOf(9))
  maker.drawAhead(large)
  // The last one that was offered would be drawn first.
  await waitFor(() => expect(draw).toHaveBeenCalledTimes(2))
  expect(draw.mock.calls.map(([{ folio }]) => folio)).toEqual([7, 9])
  await maker.close()
})

it('tells logos apart without writing them out number by number, as databases give them', async () => {
  const { maker } = makerWithStore()
  const withLogo = (logo: string) => {
    const document = receiptOf(7)
    return { ...document, company: { ...document.company, logo: Buffer.from(logo) } }
  }
  const written = vi.spyOn(Buffer.prototype, 'toJSON')
  try {
    for (const logo of ['one', 'one', 'other']) await maker.render(withLogo(logo), 80)
    expect(written).not.toHaveBeenCalled()
  } finally {
    written.mockRestore()
  }
  expect(draw).toHaveBeenCalledTimes(2)
  await maker.close()
})
