/** Where the pictures of a page stand, as PDFium sees it, those inside its forms too. */
import type { PDFiumPage } from '@hyzyla/pdfium'
import type { PixelBox } from '#shared/raster/dither.ts'
import {
  apply,
  boxAround,
  combine,
  cornersOf,
  FORM_DEPTH_MAX,
  PICTURES_MAX,
  UNCHANGED,
} from './picture-boxes.ts'
import type { Matrix, Point } from './picture-boxes.ts'

/** The part of PDFium's own interface that the package does not wrap. */
interface PdfiumModule {
  readonly HEAPU8: Uint8Array
  readonly wasmExports: { malloc(bytes: number): number; free(pointer: number): void }
  _FPDFPage_CountObjects(page: number): number
  _FPDFPage_GetObject(page: number, index: number): number
  _FPDFFormObj_CountObjects(form: number): number
  _FPDFFormObj_GetObject(form: number, index: number): number
  _FPDFPageObj_GetType(object: number): number
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number
  _FPDFPageObj_GetBounds(
    object: number,
    left: number,
    bottom: number,
    right: number,
    top: number,
  ): number
  _FPDF_PageToDevice(
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    turn: number,
    x: number,
    y: number,
    outX: number,
    outY: number,
  ): number
}

const OBJECT = { image: 3, form: 5 } as const
/** Six floats, the largest thing that is read. */
const MEMORY_BYTES = 24

/** Must be called before the page is drawn, which closes it. */
export function pdfiumPictures(
  page: PDFiumPage,
  width: number,
  height: number,
): readonly PixelBox[] {
  const { module, pageIdx } = page as unknown as {
    readonly module: PdfiumModule
    readonly pageIdx: number
  }
  const count = module._FPDFPage_CountObjects(pageIdx)
  if (count <= 0) return []
  const memory = module.wasmExports.malloc(MEMORY_BYTES)
  try {
    const search = new Search(module, memory)
    for (let index = 0; index < count; index += 1)
      search.visit(module._FPDFPage_GetObject(pageIdx, index), UNCHANGED, 0)
    const inPixels = (corner: Point): Point =>
      toPixels(module, memory, pageIdx, corner, [width, height])
    return search.found
      .map((corners) => boxAround(corners.map(inPixels), width, height))
      .filter((box) => box !== null)
  } finally {
    module.wasmExports.free(memory)
  }
}

class Search {
  /** The corners of each picture on the page, in points. */
  readonly found: (readonly Point[])[] = []
  readonly #module: PdfiumModule
  readonly #memory: number

  constructor(module: PdfiumModule, memory: number) {
    this.#module = module
    this.#memory = memory
  }

  visit(object: number, toPage: Matrix, depth: number): void {
    if (this.found.length >= PICTURES_MAX) return
    const type = this.#module._FPDFPageObj_GetType(object)
    if (type === OBJECT.image) this.#note(object, toPage)
    else if (type === OBJECT.form && depth < FORM_DEPTH_MAX) this.#visitForm(object, toPage, depth)
  }

  #note(object: number, toPage: Matrix): void {
    const at = this.#memory
    if (this.#module._FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0) return
    const [left = 0, bottom = 0, right = 0, top = 0] = this.#floats(4)
    this.found.push(cornersOf([left, bottom], [right, top]).map((corner) => apply(toPage, corner)))
  }

  #visitForm(object: number, toPage: Matrix, depth: number): void {
    if (this.#module._FPDFPageObj_GetMatrix(object, this.#memory) === 0) return
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = this.#floats(6)
    const inner = combine([a, b, c, d, e, f], toPage)
    const count = this.#module._FPDFFormObj_CountObjects(object)
    for (let index = 0; index < count; index += 1)
      this.visit(this.#module._FPDFFormObj_GetObject(object, index), inner, depth + 1)
  }

  #floats(count: number): Float32Array {
    return new Float32Array(
      this.#module.HEAPU8.slice(this.#memory, this.#memory + count * 4).buffer,
    )
  }
}

function toPixels(
  module: PdfiumModule,
  memory: number,
  page: number,
  [x, y]: Point,
  [width, height]: Point,
): Point {
  module._FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, memory, memory + 4)
  const [pixelX = 0, pixelY = 0] = new Int32Array(module.HEAPU8.slice(memory, memory + 8).buffer)
  return [pixelX, pixelY]
}
