/**
 * The fixed grid of the sale screen: where each tile stands, and its picture. Nothing here moves
 * because something sells.
 */
import type { z } from 'zod'
import type {
  moveTileInput,
  picturesInput,
  ProductPicture,
  setPictureInput,
} from '#shared/catalogue/tiles.ts'
import { checkPicture, PICTURES_MAX } from '#shared/catalogue/tile-picture.ts'
import type { ProductId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import { createTileRows } from './tile-rows.ts'

export interface Tiles {
  move(input: z.output<typeof moveTileInput>): Result<null, Refusal>
  setPicture(input: z.output<typeof setPictureInput>): Result<null, Refusal>
  pictures(input: z.output<typeof picturesInput>): readonly ProductPicture[]
}

/**
 * Below this the middle of two places is not surely between them; the grid is then numbered anew.
 */
const GAP_MIN = 1e-6

export function createTiles(db: TillDatabase, journal: Journal): Tiles {
  return { move: createMove(db, journal), ...createPictures(db, journal) }
}

function createMove(db: TillDatabase, journal: Journal): Tiles['move'] {
  const place = db
    .prepare<[string], number>('SELECT tile_position FROM product WHERE id = ?')
    .pluck()
  const before = db
    .prepare<[number, string], number | null>(
      'SELECT max(tile_position) FROM product WHERE tile_position < ? AND id <> ?',
    )
    .pluck()
  const after = db
    .prepare<[number, string], number | null>(
      'SELECT min(tile_position) FROM product WHERE tile_position > ? AND id <> ?',
    )
    .pluck()
  const put = db.prepare<[number, string]>('UPDATE product SET tile_position = ? WHERE id = ?')
  const renumber = db.prepare(`UPDATE product SET tile_position = ranked.place FROM (
    SELECT rowid AS id, row_number() OVER (ORDER BY tile_position, rowid) AS place FROM product
  ) AS ranked WHERE product.rowid = ranked.id`)
  /** Null while there is no room between the two. */
  const between = (
    productId: ProductId,
    besideId: ProductId,
    side: 'before' | 'after',
  ): number | null => {
    const beside = place.get(besideId) ?? 0
    const next = side === 'before' ? before.get(beside, productId) : after.get(beside, productId)
    if (next === null || next === undefined) return side === 'before' ? beside - 1 : beside + 1
    return Math.abs(next - beside) < GAP_MIN ? null : (next + beside) / 2
  }
  return ({ productId, besideId, side }) => {
    if (place.get(productId) === undefined || place.get(besideId) === undefined)
      return refuse(refusal('PRODUCT_GONE'))
    if (productId === besideId) return ok(null)
    db.transaction(() => {
      let position = between(productId, besideId, side)
      if (position === null) {
        renumber.run()
        position = between(productId, besideId, side)
      }
      put.run(position ?? 0, productId)
      journal.append('catalogue', null, { moved: productId })
    }).immediate()
    journal.publish()
    return ok(null)
  }
}

function createPictures(
  db: TillDatabase,
  journal: Journal,
): Pick<Tiles, 'setPicture' | 'pictures'> {
  const exists = db.prepare<[string]>('SELECT 1 FROM product WHERE id = ?')
  const others = db
    .prepare<[string], number>('SELECT count(*) FROM product_picture WHERE product_id <> ?')
    .pluck()
  const rows = createTileRows(db)
  return {
    setPicture({ productId, picture }) {
      if (exists.get(productId) === undefined) return refuse(refusal('PRODUCT_GONE'))
      const bytes = picture === null ? null : Buffer.from(picture, 'base64')
      const type = bytes === null ? null : checkPicture(bytes)
      if (type?.ok === false) return type
      if (bytes !== null && (others.get(productId) ?? 0) >= PICTURES_MAX) {
        return refuse(refusal('PICTURES_FULL', 'picture', { most: String(PICTURES_MAX) }))
      }
      db.transaction(() => {
        rows.keep(productId, bytes && type && { type: type.value, bytes })
        journal.append('catalogue', null, { picture: productId })
      }).immediate()
      journal.publish()
      return ok(null)
    },
    pictures: ({ productIds }) =>
      productIds.flatMap((productId) => {
        const row = rows.picture(productId)
        if (row === null) return []
        const { bytes, ...rest } = row
        return [{ productId, ...rest, base64: bytes.toString('base64') }]
      }),
  }
}
