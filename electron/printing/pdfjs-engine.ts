/** pdf.js: the careful engine. Slower, but it notices damage and says what is wrong. */
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { stackPages } from '#shared/raster/one-bit-page.ts'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'
import { ditherInPlace, isPhotograph } from '#shared/raster/dither.ts'
import type { PixelBox } from '#shared/raster/dither.ts'
import { grayToOneBit, toGray, toOneBit } from '#shared/raster/threshold.ts'
import type { GrayPage } from '#shared/raster/threshold.ts'
import type { DotSize, EngineDocument } from './pdf-document.ts'
import { pdfjsPictures } from './pdfjs-pictures.ts'
import { apply, boxAround } from './picture-boxes.ts'
import type { Matrix, Point } from './picture-boxes.ts'
import { CANVAS_BYTES_MAX, PICTURE_PIXELS_MAX, SLICE_PIXELS_MAX } from './raster-protocol.ts'

const packageDir = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
// In Node, pdf.js runs its "worker" in the calling thread; by default it would look for the file
// beside a bundle.
pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(
  path.join(packageDir, 'legacy/build/pdf.worker.mjs'),
).href
const SOURCES = {
  standardFontDataUrl: `${packageDir}/standard_fonts/`,
  cMapUrl: `${packageDir}/cmaps/`,
  cMapPacked: true,
  wasmUrl: `${packageDir}/wasm/`,
  iccUrl: `${packageDir}/iccs/`,
  // Paper must look the same on every machine, so the machine's own fonts are never used.
  useSystemFonts: false,
  disableFontFace: true,
  // A receipt with a hole in it is worse than a refused one.
  stopAtErrors: true,
  maxImageSize: PICTURE_PIXELS_MAX,
  canvasMaxAreaInBytes: CANVAS_BYTES_MAX,
  verbosity: 0,
}

type PdfPage = Awaited<
  ReturnType<Awaited<ReturnType<typeof pdfjs.getDocument>['promise']>['getPage']>
>

/**
 * Opens a PDF; throws pdf.js's own errors, `PasswordException` for a locked one. Scripts in it are
 * never run.
 */
export async function openWithPdfjs(pdf: Uint8Array): Promise<EngineDocument> {
  // pdf.js takes the memory for itself; the caller's bytes must survive a second attempt.
  const task = pdfjs.getDocument({ ...SOURCES, data: new Uint8Array(pdf) })
  try {
    const document = await task.promise
    return {
      pageCount: document.numPages,
      sizeOf: async (pageIndex) => {
        const { width, height } = (await document.getPage(pageIndex + 1)).getViewport({ scale: 1 })
        return { widthPoints: width, heightPoints: height }
      },
      draw: async (pageIndex, size, threshold) =>
        drawSlices(await document.getPage(pageIndex + 1), size, threshold),
      close: () => task.destroy(),
    }
  } catch (error) {
    await task.destroy()
    throw error
  }
}

async function drawSlices(
  page: PdfPage,
  { dotsPerPoint, widthDots, heightDots }: DotSize,
  threshold: number,
): Promise<OneBitPage> {
  const sliceRows = Math.max(1, Math.floor(SLICE_PIXELS_MAX / widthDots))
  const slices: OneBitPage[] = []
  const pictures = pdfjsPictures(await page.getOperatorList({ intent: 'print' }))
  for (let top = 0; top < heightDots; top += sliceRows) {
    const rows = Math.min(sliceRows, heightDots - top)
    const canvas = createCanvas(widthDots, rows)
    const viewport = page.getViewport({ scale: dotsPerPoint, offsetY: -top })
    const canvasContext = asDomContext(canvas.getContext('2d'))
    await page.render({ canvas: null, canvasContext, viewport, intent: 'print' }).promise
    // The page is drawn on white, so premultiplied pixels equal plain ones and the copy of
    // getImageData is saved.
    const slice = { rgba: canvas.data(), widthPx: widthDots, heightPx: rows }
    const inPixels = (corner: Point): Point =>
      apply(viewport.transform as unknown as Matrix, corner)
    const boxes = pictures
      .map((corners) => boxAround(corners.map(inPixels), widthDots, rows))
      .filter((box) => box !== null)
    slices.push(
      boxes.length === 0
        ? toOneBit(slice, threshold)
        : withPhotographs(toGray(slice), boxes, threshold),
    )
  }
  return stackPages(slices)
}

function withPhotographs(
  gray: GrayPage,
  boxes: readonly PixelBox[],
  threshold: number,
): OneBitPage {
  for (const box of boxes) if (isPhotograph(gray, box)) ditherInPlace(gray, box)
  return grayToOneBit(gray, threshold)
}

/** pdf.js is typed for browsers; the canvas package implements the same drawing interface. */
function asDomContext(context: SKRSContext2D): never {
  return context as unknown as never
}
