import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { SaleId } from '#shared/core/brand.ts'
import { pdfDownloadSchema } from '#shared/contract/document-response.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import { parseJson } from '#shared/sync/classify.ts'
import type { StoredPdf } from './outbox-store.ts'

/** Largest PDF accepted from a service. */
const PDF_BYTES_MAX = 20 * 1024 * 1024
const downloadSchema = pdfDownloadSchema.pick({ content: true })

export interface PdfStore {
  /** Writes the PDF of a download answer so that it survives a power cut; null when the answer holds none. */
  store(saleId: SaleId, widthMm: PaperWidthMm, answerText: string): Promise<StoredPdf | null>
  read(fileName: string): Promise<Uint8Array>
}

/** PDFs are files, not blobs: they can be fetched again, and a year of them would bury the backups. */
export function createPdfStore(folder: string): PdfStore {
  return {
    async store(saleId, widthMm, answerText) {
      const bytes = readPdf(answerText)
      if (bytes === null) return null
      const fileName = `${saleId}-${widthMm}.pdf`
      await writeDurably(folder, fileName, bytes)
      return { widthMm, fileName, sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length }
    },
    read: (fileName) => readFile(join(folder, fileName)),
  }
}

/** The PDF in a download answer, or null when it holds none. */
export function readPdf(answerText: string): Buffer | null {
  const answer = downloadSchema.safeParse(parseJson(answerText))
  if (!answer.success) return null
  const bytes = Buffer.from(answer.data.content, 'base64')
  return bytes.length > PDF_BYTES_MAX || !bytes.subarray(0, 1024).includes('%PDF-') ? null : bytes
}

/** New name, fsync, rename, fsync of the folder: afterwards the file is there whole, or not at all. */
async function writeDurably(folder: string, fileName: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const target = join(folder, fileName)
  const file = await open(`${target}.new`, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${target}.new`, target)
  if (process.platform === 'win32') return
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
