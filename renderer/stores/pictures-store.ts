/** Pictures of tiles, read from the core once and kept while the screen is open. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { PICTURES_READ_MAX } from '#shared/catalogue/tile-picture.ts'
import type { ProductPicture } from '#shared/catalogue/tiles.ts'
import type { ProductId } from '#shared/core/brand.ts'
import type { TillPort } from '../bridge/till-port.ts'
import type { Timers } from './draft-saver.ts'

/** Tiles come on the screen many at a time: their pictures are asked for together. */
const GATHER_MS = 30

interface PicturesState {
  /** Address of each picture that has been read, by its id. */
  readonly urls: Readonly<Record<string, string>>
  want(productId: ProductId, pictureId: string): void
}

export type PicturesStore = StoreApi<PicturesState>

export function createPicturesStore(
  port: Pick<TillPort, 'productPictures'>,
  timers: Timers,
): PicturesStore {
  const asked = new Set<string>()
  let wanted: ProductId[] = []
  return createStore<PicturesState>((set, get) => {
    const read = async (productIds: readonly ProductId[]) => {
      // A tile without its picture still sells; the next screen asks again.
      const found = await port.productPictures({ productIds: [...productIds] }).catch(() => [])
      if (found.length === 0) return
      set({
        urls: {
          ...get().urls,
          ...Object.fromEntries(found.map((picture) => [picture.pictureId, urlOf(picture)])),
        },
      })
    }
    return {
      urls: {},
      want(productId, pictureId) {
        if (asked.has(pictureId)) return
        asked.add(pictureId)
        wanted.push(productId)
        if (wanted.length > 1) return
        timers.after(GATHER_MS, () => {
          const all = wanted
          wanted = []
          for (let from = 0; from < all.length; from += PICTURES_READ_MAX)
            void read(all.slice(from, from + PICTURES_READ_MAX))
        })
      },
    }
  })
}

function urlOf({ base64, type }: ProductPicture): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return URL.createObjectURL(new Blob([bytes], { type }))
}
