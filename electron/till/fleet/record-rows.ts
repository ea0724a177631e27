/** Records of the shop as they lie in this till's tables: read whole, written field by field. */
import { FIRST_CATEGORY } from '#shared/catalogue/decide-category.ts'
import type { CheckedGoods } from '#shared/catalogue/decide-goods.ts'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { checkPicture } from '#shared/catalogue/tile-picture.ts'
import { foldName } from '#shared/catalogue/search-words.ts'
import type { EpochMs, ProductId } from '#shared/core/brand.ts'
import {
  standInCode,
  tidied,
  type SharedFields,
  type SharedKind,
} from '#shared/fleet/shared-records.ts'
import { clp } from '#shared/money/clp.ts'
import { createPlannedPrices, type PriceMoment } from '../catalogue/planned-prices.ts'
import { createGoodsRows } from '../catalogue/goods-rows.ts'
import { createTileRows } from '../catalogue/tile-rows.ts'
import type { Rut } from '#shared/rut/rut.ts'
import { createRowEraser } from '../customers/people-data/erase-rows.ts'
import { createPersonRows } from '../customers/people-data/person-rows.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { barRows } from './bar-rows.ts'
import { listed, type KindRows } from './kind-rows.ts'
import { offerRows } from './offer-rows.ts'
import { plannedRows } from './planned-rows.ts'
import type { PersonParts } from './person-parts.ts'
import { personRows } from './person-rows.ts'
import { roleRows } from './role-rows.ts'
import { settingRows, type SettingRowParts } from './setting-rows.ts'

export interface RecordRows {
  /** Null where there is none. */
  read(kind: SharedKind, id: string): SharedFields | null
  /** False: it is not the shop's word, and what is here stands. In the caller's transaction. */
  accepts(kind: SharedKind, id: string, fields: SharedFields): boolean
  overtakes(kind: SharedKind, accepted: SharedFields, said: SharedFields): boolean
  isOnTop(kind: SharedKind, id: string, heard: SharedFields, said: SharedFields): boolean
  /** What the shop answered that it has taken. In the caller's transaction. */
  taken(kind: SharedKind, id: string, fields: SharedFields): void
  /** All fields, in the caller's transaction. */
  write(kind: SharedKind, id: string, fields: SharedFields, at: EpochMs): void
  /** In the caller's transaction. */
  remove(kind: SharedKind, id: string, at: EpochMs): void
  /** Of every record there is. */
  ids(kind: SharedKind): Iterable<string>
}

interface RecordRowParts extends SettingRowParts {
  readonly people: PersonParts
  /** Where and on which day prices hold. */
  readonly moment: () => PriceMoment
}

export function createRecordRows(db: TillDatabase, parts: RecordRowParts): RecordRows {
  const kinds: Readonly<Record<SharedKind, KindRows>> = {
    category: categoryRows(db),
    product: productRows(db),
    picture: pictureRows(db),
    planned_price: plannedRows(db, parts.moment),
    customer: customerRecords(db),
    ...offerRows(db),
    setting: settingRows(db, parts),
    ...roleRows(db),
    person: personRows(db, parts.people),
    person_bar: barRows(db, parts.people),
  }
  return {
    read: (kind, id) => kinds[kind].read(id),
    accepts: (kind, id, fields) => kinds[kind].accepts?.(id, fields) ?? true,
    overtakes: (kind, ...both) => kinds[kind].overtakes?.(...both) ?? false,
    isOnTop: (kind, ...asked) => kinds[kind].isOnTop?.(...asked) ?? false,
    taken: (kind, id, fields) => kinds[kind].taken?.(id, fields),
    write: (kind, id, fields, at) => kinds[kind].write(id, tidied(kind, fields), at),
    remove: (kind, id, at) => kinds[kind].remove(id, at),
    ids: (kind) => kinds[kind].ids(),
  }
}

function categoryRows(db: TillDatabase): KindRows {
  const read = db.prepare<[string], SharedFields>(
    'SELECT name, hue, position FROM category WHERE id = ?',
  )
  const write = db.prepare(`INSERT INTO category (id, name, hue, position)
    VALUES (@id, @name, @hue, @position) ON CONFLICT (id) DO UPDATE
    SET name = excluded.name, hue = excluded.hue, position = excluded.position`)
  return {
    read: (id) => read.get(id) ?? null,
    write: (id, fields) => void write.run({ ...fields, id }),
    // Nothing takes a shelf away, here or elsewhere: products stand on it.
    remove: () => undefined,
    ids: listed(db, 'SELECT id FROM category'),
  }
}

function productRows(db: TillDatabase): KindRows {
  const rows = createGoodsRows(db)
  const shelfFor = createShelfFor(db)
  const putStock = db.prepare('UPDATE product SET has_stock = ?, stock_low_milli = ? WHERE id = ?')
  const low = db
    .prepare<[string], number | null>('SELECT stock_low_milli FROM product WHERE id = ?')
    .pluck()
  const archive = db.prepare('UPDATE product SET archived_at_ms = ? WHERE id = ?')
  const freeCodes = createFreeCodes(db)
  const planned = createPlannedPrices(db)
  const write: KindRows['write'] = (id, fields, at) => {
    const typed = checkedGoods(fields)
    const moreCodes = freeCodes(id, typed)
    const before = rows.byId(id as ProductId)
    const isPlanned = before !== undefined && planned.own(id) !== null
    // What holds is the plan's: the shop speaks of the price without one.
    const unitGrossClp = isPlanned ? before.unitGrossClp : typed.unitGrossClp
    const goods = { ...typed, unitGrossClp, moreCodes, categoryId: shelfFor(typed.categoryId) }
    if (isPlanned) planned.setOwn(id, typed.unitGrossClp)
    if (before === undefined) rows.insert(id as ProductId, goods)
    else rows.change(before, goods, at)
    putStock.run(Number(fields['has_stock']), fields['stock_low_milli'], id)
    const isArchived = fields['is_archived'] === true
    if ((before?.isArchived ?? false) !== isArchived) archive.run(isArchived ? at : null, id)
  }
  return {
    read(id) {
      const row = rows.byId(id as ProductId)
      if (row === undefined) return null
      const own = planned.own(id)
      return {
        ...productFields(row, low.get(id) ?? null),
        ...(own === null ? {} : { price_clp: own }),
      }
    },
    write,
    // No till takes a product away: it is archived.
    remove: () => undefined,
    ids: listed(db, 'SELECT id FROM product'),
  }
}

/** Of a shelf nobody here has heard of it stands on the first one, and is never missing. */
function createShelfFor(db: TillDatabase): (categoryId: string) => string {
  const known = db.prepare('SELECT 1 FROM category WHERE id = ?')
  const first = db.prepare<[], string>('SELECT id FROM category ORDER BY position LIMIT 1').pluck()
  return (categoryId) =>
    known.get(categoryId) === undefined ? (first.get() ?? FIRST_CATEGORY.id) : categoryId
}

const productFields = (row: GoodsRow, lowMilli: number | null): SharedFields => ({
  code: row.code,
  more_codes: row.moreCodes,
  name: row.name,
  price_clp: row.unitGrossClp,
  is_exempt: row.isExempt,
  unit: row.unit,
  category: row.categoryId,
  is_favourite: row.isFavourite,
  fixed_place: row.fixedPlace,
  cost_net_clp: row.costNetClp,
  has_stock: row.stock !== null,
  stock_low_milli: lowMilli,
  is_archived: row.isArchived,
})

/** Checked by the table of shared fields when they came. */
function checkedGoods(fields: SharedFields): CheckedGoods {
  const cost = fields['cost_net_clp'] as number | null
  return {
    code: fields['code'] as string,
    moreCodes: fields['more_codes'] as readonly string[],
    name: fields['name'] as string,
    unitGrossClp: clp(fields['price_clp'] as number),
    isExempt: fields['is_exempt'] as boolean,
    unit: fields['unit'] as string | null,
    categoryId: fields['category'] as string,
    isFavourite: fields['is_favourite'] as boolean,
    fixedPlace: fields['fixed_place'] as number | null,
    costNetClp: cost === null ? null : clp(cost),
  }
}

/**
 * The shop says whose a code is: whoever else has it here loses it. A first code that is lost gets
 * one nobody types, until what the shop has of that product is written. Only one the shop has not
 * heard of keeps its first code before a further one of another: so the shop will decide.
 */
function createFreeCodes(
  db: TillDatabase,
): (id: string, goods: Pick<CheckedGoods, 'code' | 'moreCodes'>) => readonly string[] {
  const dropFurther = db.prepare('DELETE FROM product_barcode WHERE code = ? AND product_id <> ?')
  const dropFirst = db.prepare(
    `UPDATE product SET code = '${standInCode('')}' || id WHERE code = ? AND id <> ?`,
  )
  const unheardOf = db.prepare(`SELECT 1 FROM product p WHERE code = ? AND id <> ? AND NOT EXISTS
    (SELECT 1 FROM fleet_known WHERE kind = 'product' AND record_id = p.id)`)
  return (id, { code: first, moreCodes }) => {
    const further = moreCodes.filter((code) => unheardOf.get(code, id) === undefined)
    for (const code of [first, ...further]) {
      dropFurther.run(code, id)
      dropFirst.run(code, id)
    }
    return further
  }
}

function pictureRows(db: TillDatabase): KindRows {
  const tiles = createTileRows(db)
  const isProduct = db.prepare('SELECT 1 FROM product WHERE id = ?')
  return {
    read(id) {
      const picture = tiles.picture(id as ProductId)
      return picture && { type: picture.type, base64: picture.bytes.toString('base64') }
    },
    write(id, { base64 }) {
      if (isProduct.get(id) === undefined) return
      const bytes = Buffer.from(base64 as string, 'base64')
      const type = checkPicture(bytes)
      // Whatever it is, it is no picture a screen can show.
      if (type.ok) tiles.keep(id as ProductId, { type: type.value, bytes })
    },
    remove: (id) => tiles.keep(id as ProductId, null),
    ids: listed(db, 'SELECT product_id FROM product_picture'),
  }
}

/** Of a customer whose time was over here and who comes back: as it was heard meanwhile. */
const HEARD_LIST = `(SELECT l.id FROM fleet_known k
  JOIN price_list l ON l.id = json_extract(k.fields_json, '$.price_list')
  WHERE k.kind = 'customer_list' AND k.record_id = @rut)`

function customerRecords(db: TillDatabase): KindRows {
  const read = db.prepare<
    [string],
    Record<string, string | number>
  >(`SELECT legal_name, phone, email,
    activity, address, commune, notes, archived_at_ms IS NOT NULL AS is_archived, mails_receipts
    FROM customer WHERE rut = ?`)
  const write = db.prepare(`INSERT INTO customer (rut, legal_name, folded_name, phone, email,
      activity, address, commune, notes, mails_receipts, archived_at_ms, last_sold_at_ms,
      kept_at_ms, price_list_id)
    VALUES (@rut, @legal_name, @folded, @phone, @email, @activity, @address, @commune, @notes,
      @mails, @archivedAt, 0, @at, ${HEARD_LIST})
    ON CONFLICT (rut) DO UPDATE SET legal_name = excluded.legal_name,
      folded_name = excluded.folded_name, phone = excluded.phone, email = excluded.email,
      activity = excluded.activity, address = excluded.address, commune = excluded.commune,
      notes = excluded.notes, mails_receipts = excluded.mails_receipts,
      archived_at_ms = iif(excluded.archived_at_ms IS NULL, NULL, coalesce(archived_at_ms, @at))`)
  const people = createPersonRows(db)
  const eraser = createRowEraser(db)
  return {
    read(rut) {
      const row = read.get(rut)
      if (row === undefined) return null
      const { is_archived, mails_receipts, ...texts } = row
      return { ...texts, is_archived: is_archived === 1, mails_receipts: mails_receipts === 1 }
    },
    write(rut, { is_archived, mails_receipts, ...texts }, at) {
      write.run({
        ...texts,
        rut,
        at,
        folded: foldName(String(texts['legal_name'])),
        mails: Number(mails_receipts),
        archivedAt: is_archived === true ? at : null,
      })
    },
    // A customer goes from a shop by being erased, out of what each of its tills sold too.
    remove: (rut) => void eraser.erase(rut as Rut, people.sales(rut as Rut)),
    ids: listed(db, 'SELECT rut FROM customer'),
  }
}
