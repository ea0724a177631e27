/**
 * Pictures on tiles: made small by the screen before they are sent, looked at again by the core
 * before they are kept.
 */
import { isPng, pictureSize } from '../core/picture-size.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'

const PICTURE_TYPES = ['image/webp', 'image/png'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** Longest side of the picture on a tile, in pixels: sharp on a screen of two pixels a point. */
export const PICTURE_SIDE_PX = 256
/** What a picture of that size never needs; the database checks it too. */
export const PICTURE_BYTES_MAX = 48 * 1024
/** Of a picture that is sent: the screen makes it smaller than this. */
const SENT_SIDE_MAX = 1_024
/** Pictures of one shop: 2,000 times 48 KB are 94 MB, which every backup carries. */
export const PICTURES_MAX = 2_000
/** Of those a screen asks for at a time: a screenful. */
export const PICTURES_READ_MAX = 40
/** What somebody may choose before it is made small. */
export const CHOSEN_BYTES_MAX = 20 * 1024 * 1024

/**
 * The type by the bytes themselves (PNG signature; RIFF container of WebP), whatever the sender
 * calls it; null = neither.
 */
function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  if (isPng(bytes)) return 'image/png'
  const text = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4))
  return text(0) === 'RIFF' && text(8) === 'WEBP' ? 'image/webp' : null
}

export function checkPicture(bytes: Uint8Array): Result<PictureType, Refusal> {
  if (bytes.length > PICTURE_BYTES_MAX) {
    return refuse(
      refusal('PICTURE_TOO_LARGE', 'picture', { most: String(PICTURE_BYTES_MAX / 1024) }),
    )
  }
  // The tile's screen and the customer's decode it: few bytes can claim to be enormous.
  const size = pictureSize(bytes)
  if (size !== null && Math.max(size.width, size.height) > SENT_SIDE_MAX)
    return refuse(refusal('PICTURE_NOT_VALID', 'picture'))
  const type = pictureTypeOf(bytes)
  return type === null ? refuse(refusal('PICTURE_NOT_VALID', 'picture')) : ok(type)
}
