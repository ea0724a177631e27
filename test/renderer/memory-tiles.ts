/**
 * The fixed grid in memory, for the core in memory: the order is that of the products themselves.
 */
import type { ProductPicture } from '#shared/catalogue/tiles.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { checkPicture } from '#shared/catalogue/tile-picture.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

export function createMemoryTiles(
  products: ProductView[],
  changed: () => void,
): Pick<TillApi, 'moveTile' | 'setProductPicture' | 'productPictures'> {
  const pictures = new Map<string, ProductPicture>()
  let made = 0
  return {
    moveTile({ productId, besideId, side }) {
      const moved = products.find(({ id }) => id === productId)
      if (moved === undefined) return refuse(refusal('PRODUCT_GONE'))
      products.splice(products.indexOf(moved), 1)
      products.splice(
        products.findIndex(({ id }) => id === besideId) + (side === 'after' ? 1 : 0),
        0,
        moved,
      )
      changed()
      return ok(null)
    },
    setProductPicture({ productId, picture }) {
      const index = products.findIndex(({ id }) => id === productId)
      const product = products[index]
      if (product === undefined) return refuse(refusal('PRODUCT_GONE'))
      const type = picture === null ? null : checkPicture(Buffer.from(picture, 'base64'))
      if (type?.ok === false) return type
      made += 1
      const { pictureId: _, ...plain } = product
      products[index] = type === null ? plain : { ...plain, pictureId: `picture-${made}` }
      if (picture === null || type === null) pictures.delete(productId)
      else
        pictures.set(productId, {
          productId,
          pictureId: `picture-${made}`,
          type: type.value,
          base64: picture,
        })
      changed()
      return ok(null)
    },
    productPictures: ({ productIds }) => productIds.flatMap((id) => pictures.get(id) ?? []),
  }
}
