/**
 * Makes a chosen picture as small as a tile needs it, in the browser: the core never sees a
 * photograph of 12 megapixels.
 */
import {
  CHOSEN_BYTES_MAX,
  PICTURE_BYTES_MAX,
  PICTURE_SIDE_PX,
} from '#shared/catalogue/tile-picture.ts'
import { mayBeDecoded, PICTURE_SIDE_MAX, pictureSize } from '#shared/core/picture-size.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'

/** Tried in turn until the picture fits. */
const QUALITIES = [0.86, 0.7, 0.5]

/** WebP as base64, its longest side at most that of a tile. */
export async function smallPicture(file: File): Promise<Result<string, Refusal>> {
  if (file.size > CHOSEN_BYTES_MAX) {
    return refuse(
      refusal('PICTURE_TOO_LARGE', 'picture', { most: String(CHOSEN_BYTES_MAX / 1024) }),
    )
  }
  const size = pictureSize(new Uint8Array(await file.arrayBuffer()))
  if (size === null) return refuse(refusal('PICTURE_NOT_VALID', 'picture'))
  if (!mayBeDecoded(size)) {
    const params = { width: `${size.width}`, height: `${size.height}`, most: `${PICTURE_SIDE_MAX}` }
    return refuse(refusal('PICTURE_TOO_WIDE', 'picture', params))
  }
  const image = await createImageBitmap(file).catch(() => null)
  if (image === null) return refuse(refusal('PICTURE_NOT_VALID', 'picture'))
  const scale = Math.min(1, PICTURE_SIDE_PX / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((done) =>
      canvas.toBlob(done, 'image/webp', quality),
    )
    if (blob !== null && blob.size <= PICTURE_BYTES_MAX)
      return ok(base64Of(new Uint8Array(await blob.arrayBuffer())))
  }
  return refuse(refusal('PICTURE_NOT_VALID', 'picture'))
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
