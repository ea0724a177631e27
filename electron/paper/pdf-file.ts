/**
 * The file around the objects of a PDF (ISO 32000-1): header, numbered objects, where each starts,
 * trailer. The same objects always give the same bytes.
 */
import { hash } from 'node:crypto'

/** A binary comment tells whoever carries the file that it is no text. */
const HEADER = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
const MD5_HEX = 32

export interface PdfFile {
  /** Takes the number of an object that is written later. */
  readonly reserve: () => number
  /** Writes an object, by default under the next free number, which it answers. */
  readonly put: (body: string, id?: number) => number
  /** Writes a stream whose bytes are deflated already. `entries` stand in its dictionary. */
  readonly putDeflated: (entries: string, deflated: Uint8Array, id?: number) => number
  /** The whole file. Every reserved number must have been written. */
  readonly end: (rootId: number, infoId: number) => Uint8Array<ArrayBuffer>
}

export function createPdfFile(): PdfFile {
  const chunks: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const write = (chunk: Uint8Array) => {
    chunks.push(chunk)
    length += chunk.length
  }
  const writeText = (text: string) => write(Buffer.from(text, 'latin1'))
  const reserve = () => offsets.push(-1)
  const begin = (id: number) => {
    offsets[id - 1] = length
    return id
  }
  writeText(HEADER)
  return {
    reserve,
    put: (body, id = reserve()) => {
      begin(id)
      writeText(`${id} 0 obj\n${body}\nendobj\n`)
      return id
    },
    putDeflated: (entries, deflated, id = reserve()) => {
      begin(id)
      const dictionary = `<</Length ${deflated.length}/Filter/FlateDecode${entries}>>`
      writeText(`${id} 0 obj\n${dictionary}\nstream\n`)
      write(deflated)
      writeText('\nendstream\nendobj\n')
      return id
    },
    end: (rootId, infoId) => {
      const startsAt = length
      const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
      const size = offsets.length + 1
      const fileId = hash('sha256', Buffer.concat(chunks)).slice(0, MD5_HEX)
      writeText(
        `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n` +
          `<</Size ${size}/Root ${rootId} 0 R/Info ${infoId} 0 R/ID[<${fileId}><${fileId}>]>>\n` +
          `startxref\n${startsAt}\n%%EOF\n`,
      )
      return joined(chunks, length)
    },
  }
}

/** In memory of its own: it can be handed to another thread. */
function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** A text of a document's properties: UTF-16 with its mark. */
export function pdfText(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
}

/** A moment of a document's properties, in UTC. */
export function pdfDate(moment: Date): string {
  return `(D:${moment.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z)`
}

/** A number as short as it can be said to `decimals` places. PDF knows no exponents. */
export function pdfNumber(value: number, decimals: number): string {
  const text = value.toFixed(decimals)
  return text.includes('.') ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text
}
