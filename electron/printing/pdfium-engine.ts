/**
 * PDFium as WebAssembly: the quick engine, for files that are whole. Brings its fonts along; runs
 * no scripts.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { PDFiumPage } from '@hyzyla/pdfium'
import { ditherInPlace, isPhotograph } from '#shared/raster/dither.ts'
import { grayToOneBit } from '#shared/raster/threshold.ts'
import type { EngineDocument } from './pdf-document.ts'
import { pdfiumPictures } from './pdfium-pictures.ts'

/** The largest page drawn in one piece, pixels of one byte. */
const PAGE_PIXELS_MAX = 32_000_000

/**
 * Most memory a drawing may take, pages of 64 KB: forms that hold each other would take all of a
 * small machine's.
 */
const MEMORY_PAGES_MAX = 8_192
/**
 * More than papers need: it never becomes smaller again, so an engine that has taken more is given
 * back whole.
 */
const KEPT_BYTES_MAX = 160 * 1024 * 1024

interface WasmMemory {
  readonly buffer: ArrayBufferLike
}
/** Node has it, and its types leave it to browsers. */
const { Instance, Memory, Module } = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Module: new (bytes: Uint8Array) => object
      readonly Instance: new (
        module: object,
        imports: unknown,
      ) => { readonly exports: Readonly<Record<string, unknown>> }
      readonly Memory: new (limits: { readonly initial: number }) => WasmMemory
    }
  }
).WebAssembly

export interface Pdfium {
  readonly library: PDFiumLibrary
  memoryBytes(): number
}

export async function loadPdfium(): Promise<Pdfium> {
  const wasm = new Uint8Array(
    readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')),
  )
  limitMemory(wasm, MEMORY_PAGES_MAX)
  const held: WasmMemory[] = []
  const library = await PDFiumLibrary.init({
    instantiateWasm: ((imports: unknown, onReady: (instance: unknown) => void) => {
      const instance = new Instance(new Module(wasm), imports)
      held.push(...Object.values(instance.exports).filter((part) => part instanceof Memory))
      onReady(instance)
      return instance.exports
    }) as never,
  })
  return {
    library,
    memoryBytes: () => held.reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
  }
}

/** Whether it has grown so much that it should be given back. */
export function isOvergrown(pdfium: Pdfium): boolean {
  return pdfium.memoryBytes() > KEPT_BYTES_MAX
}

const MEMORY_SECTION = 5
const HAS_MAXIMUM = 1

/**
 * Writes another maximum into the module's own description of its memory, as wide as the one that
 * stood there.
 */
function limitMemory(wasm: Uint8Array, pages: number): void {
  let at = 8
  const number = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++] ?? 0
      value += (byte & 0x7f) * 2 ** shift
      if ((byte & 0x80) === 0) return value
    }
  }
  while (at < wasm.length) {
    const section = wasm[at++]
    const end = number() + at
    if (section === MEMORY_SECTION && number() === 1 && number() === HAS_MAXIMUM) {
      number()
      for (let left = pages; at < end; left >>= 7)
        wasm[at++] = (left & 0x7f) | (at < end ? 0x80 : 0)
    }
    at = end
  }
}

/** Opens a PDF; throws on anything PDFium does not like. */
export async function openWithPdfium(pdfium: Pdfium, pdf: Uint8Array): Promise<EngineDocument> {
  const document = await pdfium.library.loadDocument(pdf)
  /**
   * A page holds memory until it is drawn, so the one that was measured is the one that is drawn
   * next.
   */
  const measured = new Map<number, PDFiumPage>()
  const take = (pageIndex: number): PDFiumPage => {
    const page = measured.get(pageIndex) ?? document.getPage(pageIndex)
    measured.delete(pageIndex)
    return page
  }
  return {
    pageCount: document.getPageCount(),
    sizeOf: (pageIndex) => {
      const page = take(pageIndex)
      measured.set(pageIndex, page)
      const { originalWidth, originalHeight } = page.getOriginalSize()
      return Promise.resolve({ widthPoints: originalWidth, heightPoints: originalHeight })
    },
    draw: async (pageIndex, { widthDots, heightDots }, threshold) => {
      if (widthDots * heightDots > PAGE_PIXELS_MAX)
        throw new Error('a page too large for one piece')
      const page = take(pageIndex)
      // Drawing closes the page.
      const pictures = pdfiumPictures(page, widthDots, heightDots)
      const { data } = await page.render({
        width: widthDots,
        height: heightDots,
        colorSpace: 'Gray',
        render: 'bitmap',
      })
      const gray = { gray: data, widthPx: widthDots, heightPx: heightDots }
      for (const box of pictures) if (isPhotograph(gray, box)) ditherInPlace(gray, box)
      return grayToOneBit(gray, threshold)
    },
    close: () => {
      document.destroy()
      return Promise.resolve()
    },
  }
}

/**
 * Whether a PDF has its head and its tail, and the tail points to something. PDFium mends a torn
 * file as well as it can and draws what is left without a word; such files go to the engine that
 * refuses them.
 */
export function isWholePdf(pdf: Uint8Array): boolean {
  const text = (from: number, to: number): string =>
    Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length).toString('latin1', from, to)
  if (!text(0, 8).startsWith('%PDF-')) return false
  const tail = text(Math.max(0, pdf.length - TAIL_BYTES), pdf.length)
  const offset = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1]
  if (offset === undefined) return false
  const start = Number(offset)
  return /^\s*(xref|\d+\s+\d+\s+obj)/.test(text(start, start + 24))
}

const TAIL_BYTES = 1024
