/** Pictures of tiles, as they are stored: the bytes, and the name by which screens keep them. */
import { createHash } from 'node:crypto'
import type { PictureType } from '#shared/catalogue/tile-picture.ts'
import type { ProductId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../kernel/database.ts'

interface StoredPicture {
  readonly type: PictureType
  readonly bytes: Buffer
}

interface TileRows {
  picture(id: ProductId): (StoredPicture & { readonly pictureId: string }) | null
  /** Null takes it away. In the caller's transaction. */
  keep(id: ProductId, picture: StoredPicture | null): void
}

/** Hexadecimal digits of the picture's hash: enough to tell a new picture from the old one. */
const PICTURE_ID_CHARS = 16

export function createTileRows(db: TillDatabase): TileRows {
  const read = db.prepare<[string], StoredPicture & { readonly pictureId: string }>(
    `SELECT p.picture_id AS pictureId, i.type, i.bytes FROM product p
      JOIN product_picture i ON i.product_id = p.id WHERE p.id = ?`,
  )
  const keep = db.prepare<
    [string, PictureType, Buffer]
  >(`INSERT INTO product_picture (product_id, type, bytes) VALUES (?, ?, ?)
    ON CONFLICT (product_id) DO UPDATE SET type = excluded.type, bytes = excluded.bytes`)
  const drop = db.prepare<[string]>('DELETE FROM product_picture WHERE product_id = ?')
  const name = db.prepare<[string | null, string]>('UPDATE product SET picture_id = ? WHERE id = ?')
  return {
    picture: (id) => read.get(id) ?? null,
    keep(id, picture) {
      if (picture === null) {
        drop.run(id)
        name.run(null, id)
        return
      }
      keep.run(id, picture.type, picture.bytes)
      const digest = createHash('sha256').update(picture.bytes).digest('hex')
      name.run(digest.slice(0, PICTURE_ID_CHARS), id)
    },
  }
}
