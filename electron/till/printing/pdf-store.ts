import { hash } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { SaleId } from '#shared/core/brand.ts'
import { parseJson } from '#shared/issuing/classify.ts'
import { pdfDownloadSchema } from '#shared/issuing/document-response.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import { PDF_BYTES_MAX } from '#shared/paper/pdf-limits.ts'

const downloadSchema = pdfDownloadSchema.pick({ content: true })

export interface PdfStore {
  /**
   * Writes the PDF of a download answer so that it survives a power cut, or says why the answer is
   * no use.
   */
  store(saleId: SaleId, widthMm: PaperWidthMm, answerText: string): Promise<StoredPdf | UselessPdf>
  /**
   * Null when the file is gone, or is not what was stored: a disk forgets, and half a receipt is
   * none.
   */
  read(fileName: string, sha256: string): Promise<Uint8Array<ArrayBuffer> | null>
}

/** Refusal code of a PDF that nobody can print. */
export type UselessPdf = 'PDF_MISSING' | 'PDF_TOO_LARGE'

/**
 * PDFs are files, not blobs: they can be fetched again, and a year of them would bury the backups.
 */
export function createPdfStore(folder: string): PdfStore {
  return {
    async store(saleId, widthMm, answerText) {
      const bytes = readPdf(answerText)
      if (bytes === null) return isTooLarge(answerText) ? 'PDF_TOO_LARGE' : 'PDF_MISSING'
      const fileName = `${saleId}-${widthMm}.pdf`
      await writeDurably(folder, fileName, bytes)
      return { widthMm, fileName, sha256: hash('sha256', bytes, 'hex'), sizeBytes: bytes.length }
    },
    async read(fileName, sha256) {
      const bytes = await readFile(join(folder, fileName)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return bytes === null || hash('sha256', bytes, 'hex') !== sha256
        ? null
        : new Uint8Array(bytes)
    },
  }
}

/** The PDF in a download answer, or null when it holds none. */
export function readPdf(answerText: string): Buffer | null {
  const answer = downloadSchema.safeParse(parseJson(answerText))
  if (!answer.success) return null
  const bytes = Buffer.from(answer.data.content, 'base64')
  return bytes.length > PDF_BYTES_MAX || !bytes.subarray(0, 1024).includes('%PDF-') ? null : bytes
}

function isTooLarge(answerText: string): boolean {
  const answer = downloadSchema.safeParse(parseJson(answerText))
  return answer.success && Buffer.byteLength(answer.data.content, 'base64') > PDF_BYTES_MAX
}

/**
 * New name, fsync, rename, fsync of the folder: afterwards the file is there whole, or not at all.
 */
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

export interface StoredPdf {
  readonly widthMm: PaperWidthMm
  readonly fileName: string
  readonly sha256: string
  readonly sizeBytes: number
}
