import { hash } from 'node:crypto'
import { createCanvas, loadImage, type Image } from '@napi-rs/canvas'
import { mayBeDecoded, pictureSize } from '#shared/core/picture-size.ts'
import type { ModuleMatrix } from '#shared/paper/drawing.ts'
import { LOGO_DOTS_MAX } from '#shared/paper/page-parts.ts'
import { ditherGreys } from '#shared/raster/dither.ts'

/** Largest logo file taken. A shop's logo for 384 dots is a few kilobytes. */
export const LOGO_BYTES_MAX = 2_000_000

/**
 * A PNG or JPEG as printer dots, shrunk to `LOGO_DOTS_MAX` where larger and dithered where grey.
 * Null when the bytes are no picture, or they or its points are too many: a receipt is owed to the
 * customer whatever became of the logo.
 */
export async function readLogo(bytes: Uint8Array): Promise<ModuleMatrix | null> {
  if (bytes.length === 0 || bytes.length > LOGO_BYTES_MAX) return null
  const digest = hash('sha256', bytes)
  const known = drawn.get(digest)
  if (known !== undefined) return known
  const dots = await draw(bytes)
  if (drawn.size >= LOGOS_KEPT_MAX) drawn.clear()
  drawn.set(digest, dots)
  return dots
}

/**
 * The same logo stands on every receipt of a shop, and drawing it takes a third of the time of the
 * page.
 */
const drawn = new Map<string, ModuleMatrix | null>()
const LOGOS_KEPT_MAX = 16

async function draw(bytes: Uint8Array): Promise<ModuleMatrix | null> {
  if (!mayBeDecoded(pictureSize(bytes))) return null
  const image = await loadImage(Buffer.from(bytes)).catch(() => null)
  if (image === null || image.width < 1 || image.height < 1) return null
  const { columns, rows, greys } = greysOf(image)
  return { columns, rows, cells: ditherGreys(greys, columns) }
}

function greysOf(image: Image) {
  const scale = Math.min(1, LOGO_DOTS_MAX.width / image.width, LOGO_DOTS_MAX.height / image.height)
  const columns = Math.max(1, Math.floor(image.width * scale))
  const rows = Math.max(1, Math.floor(image.height * scale))
  const context = createCanvas(columns, rows).getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, columns, rows)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, columns, rows)
  const { data } = context.getImageData(0, 0, columns, rows)
  const greys = new Float32Array(columns * rows)
  for (let index = 0; index < greys.length; index += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index * 4, index * 4 + 3)
    greys[index] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return { columns, rows, greys }
}
