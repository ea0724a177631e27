/** The grid of the sale screen as its owner arranges it. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import { PICTURE_BYTES_MAX, PICTURES_READ_MAX, type PictureType } from './tile-picture.ts'
import type { ProductId } from '../core/brand.ts'

const productId = typedText()
  .min(1)
  .max(40)
  .transform((id) => id as ProductId)

/**
 * Puts a tile beside another one, wherever that stands: what is not shown keeps its place as well.
 */
export const moveTileInput = z.object({
  productId,
  besideId: productId,
  side: z.enum(['before', 'after']),
})

export const setPictureInput = z.object({
  productId,
  /** PNG or WebP as base64; null takes the picture away. */
  picture: z
    .base64()
    .max(Math.ceil(PICTURE_BYTES_MAX / 3) * 4)
    .nullable(),
})

export const picturesInput = z.object({ productIds: z.array(productId).max(PICTURES_READ_MAX) })

export interface ProductPicture {
  readonly productId: ProductId
  readonly pictureId: string
  readonly type: PictureType
  readonly base64: string
}
