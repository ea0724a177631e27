/**
 * Photographs keep their greys wherever a PDF holds them, whichever engine draws them; everything
 * else keeps its edges.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { createPdfEngine } from '#printing/pdf-engine.ts'
import type { PdfEngine } from '#printing/pdf-engine.ts'
import { isBlackDot } from '#shared/raster/one-bit-page.ts'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'

const DOTS = 576
const PICTURE_PX = 120
const OPTIONS = { dotsPerMm: 8, dots: DOTS, shrink: 1, threshold: 128 } as const

type Shade = (x: number, y: number) => number
const photograph: Shade = (x, y) => Math.round((x + y) * (255 / (2 * PICTURE_PX)))
const barcode: Shade = (x) => (((x >> 2) * 7) % 3 === 0 ? 0 : 255)

/**
 * A PDF written by hand: one grey picture of 100 points at 50, 60, and a black rule. `forms` wraps
 * it so many forms deep; every other one doubles and moves what stands halved and moved back in it,
 * so that the picture is always in the same place. An `endless` form holds itself as well.
 */
function pdfOf(shade: Shade, forms: number, isEndless = false): Buffer {
  const shades = Array.from({ length: PICTURE_PX ** 2 }, (_, index) =>
    shade(index % PICTURE_PX, Math.floor(index / PICTURE_PX)),
  )
  const place = forms === 0 ? 'q 100 0 0 100 50 60 cm /Im Do Q' : 'q /Form1 Do Q'
  const rule = '0 0 0 rg 10 20 180 2 re f'
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 204 220]/Contents 4 0 R/Resources<</XObject<</Im 5 0 R/Form1 6 0 R>>>>>>',
    stream('', Buffer.from(`${rule} ${place}`)),
    stream(
      `/Type/XObject/Subtype/Image/Width ${PICTURE_PX}/Height ${PICTURE_PX}/ColorSpace/DeviceGray/BitsPerComponent 8`,
      Buffer.from(shades),
    ),
  ]
  for (let depth = 1; depth <= forms; depth += 1) {
    const inner =
      depth < forms
        ? `q /Form${depth + 1} Do Q`
        : `q 100 0 0 100 50 60 cm /Im Do Q${isEndless ? ' q /Form1 Do Q' : ''}`
    const [matrix, body] =
      depth % 2 === 0
        ? ['1 0 0 1 0 0', inner]
        : [
            '2 0 0 2 0 0',
            `q 1 0 0 1 7 9 cm q 0.5 0 0 0.5 0 0 cm q 1 0 0 1 -14 -18 cm ${inner} Q Q Q`,
          ]
    const resources = `/Resources<</XObject<</Im 5 0 R/Form1 6 0 R/Form${depth + 1} ${depth < forms ? 6 + depth : 6} 0 R>>>>`
    objects.push(
      stream(
        `/Type/XObject/Subtype/Form/BBox[-500 -500 900 900]/Matrix[${matrix}]${resources}`,
        Buffer.from(body),
      ),
    )
  }
  return assemble(
    objects.map((object) => (typeof object === 'string' ? Buffer.from(object) : object)),
  )
}

function stream(entries: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${bytes.length}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

function assemble(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    const whole = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ])
    parts.push(whole)
    length += whole.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`))
  parts.push(Buffer.from(`trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`))
  return Buffer.concat(parts)
}

async function dotsOf(engine: PdfEngine, pdf: Uint8Array): Promise<OneBitPage> {
  const opened = await engine.open(pdf)
  if (!opened.ok) throw new Error(opened.refusal.detail)
  const drawn = await opened.value.draw(0, OPTIONS)
  await opened.value.close()
  if (!drawn.ok) throw new Error(drawn.refusal.detail)
  return drawn.value
}

/** Most changes between black and white in a row of the picture. */
function mostEdges(page: OneBitPage): number {
  let most = 0
  for (let y = 0; y < page.heightDots; y += 1) {
    let edges = 0
    for (let x = 1; x < page.widthDots; x += 1)
      if (isBlackDot(page, x, y) !== isBlackDot(page, x - 1, y)) edges += 1
    most = Math.max(most, edges)
  }
  return most
}

describe.each(['both', 'pdfjs'] as const)('pictures drawn by %s', (engines) => {
  let engine: PdfEngine

  beforeAll(async () => {
    engine = await createPdfEngine(engines)
  })

  it('keeps the greys of a photograph on the page, and the bars of a barcode', async () => {
    expect(mostEdges(await dotsOf(engine, pdfOf(photograph, 0)))).toBeGreaterThan(80)
    expect(mostEdges(await dotsOf(engine, pdfOf(barcode, 0)))).toBeLessThan(60)
  })

  it.each([1, 2, 3])('draws one %i forms deep as if it stood on the page itself', async (forms) => {
    for (const shade of [photograph, barcode]) {
      const [direct, wrapped] = [
        await dotsOf(engine, pdfOf(shade, 0)),
        await dotsOf(engine, pdfOf(shade, forms)),
      ]
      expect(Buffer.compare(Buffer.from(wrapped.bits), Buffer.from(direct.bits))).toBe(0)
    }
  })

  it('comes to an end with a form that holds itself: drawn or refused', async () => {
    const opened = await engine.open(pdfOf(photograph, 1, true))
    const drawn = opened.ok ? await opened.value.draw(0, OPTIONS) : opened
    expect(drawn.ok ? drawn.value.widthDots : drawn.refusal.code).toBe(
      drawn.ok ? DOTS : 'PDF_BROKEN',
    )
  })
})
