/**
 * How large a picture says it is, read from its first bytes: 2 KB can claim to be 60,000 by 60,000
 * points, and whoever decodes it takes 14 GB for them. Pure; it decodes nothing.
 */

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** A photograph of today's telephones has fewer, and decoded they take 256 MB. */
const POINTS_MAX = 64_000_000
export const PICTURE_SIDE_MAX = 12_000

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** By the bytes themselves, whatever the sender calls it. */
export function isPng(bytes: Uint8Array): boolean {
  return PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)
}

/** Null for what is neither PNG, JPEG, GIF nor WebP, or ends before it says its size. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4))
  try {
    if (text(1).startsWith('PNG')) return sized(view.getUint32(16), view.getUint32(20))
    if (text(0) === 'GIF8') return sized(view.getUint16(6, true), view.getUint16(8, true))
    if (text(0) === 'RIFF' && text(8) === 'WEBP') return webpSize(view, text(12))
    return view.getUint16(0) === 0xffd8 ? jpegSize(view) : null
  } catch (error) {
    // It ends too early.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Whether a picture may be decoded at all; what does not say how large it is may not. */
export function mayBeDecoded(size: PictureSize | null): boolean {
  return (
    size !== null &&
    size.width <= PICTURE_SIDE_MAX &&
    size.height <= PICTURE_SIDE_MAX &&
    size.width * size.height <= POINTS_MAX
  )
}

const sized = (width: number, height: number) =>
  width > 0 && height > 0 ? { width, height } : null

function webpSize(view: DataView, chunk: string): PictureSize | null {
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00
  if (chunk === 'VP8X') return sized(uint24(24) + 1, uint24(27) + 1)
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true)
    return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  }
  return chunk === 'VP8 '
    ? sized(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
    : null
}

/** Start of frame; the others between are tables and no pictures. */
const NO_FRAMES: readonly number[] = [0xc4, 0xc8, 0xcc]
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker)

function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return sized(view.getUint16(at + 7), view.getUint16(at + 5))
    else at += 2 + view.getUint16(at + 2)
  }
}
