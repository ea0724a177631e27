/**
 * What the shop has said: kept with the version it leads to, and written once all of it is here, in
 * slices that no cashier waits for. What is named is written before what names it.
 */
import Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import type { ChangedRecord, Changes } from '#shared/fleet/contract.ts'
import {
  isBlank,
  isIdOf,
  isSameValue,
  lackedField,
  wrongField,
  type SharedFields,
  type SharedKind,
} from '#shared/fleet/shared-records.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Log } from '../kernel/ports.ts'
import type { Journal } from '../kernel/journal.ts'
import { announce, isErasedWith } from './kind-rows.ts'
import type { Memberships } from './membership.ts'
import type { OverruledRows } from './overruled.ts'
import type { RecordRows } from './record-rows.ts'
import { changedFields, touchedFields, type ShopRecords } from './shop-records.ts'
import type { ShopParked } from './shop-parked.ts'
import type { ShopStock } from './shop-stock.ts'
import type { ShopWorths } from './shop-worths.ts'

export interface Heard {
  /** In one transaction with the version it leads to. */
  keep(changes: Changes): void
  /** Writes a slice. False once nothing more can be written. */
  apply(): boolean
  /** What was heard of a product, before its turn, with its shelf. In the caller's transaction. */
  writeProduct(shopId: string): void
  waiting(): number
  /** What this till cannot take any more waits no longer. In the caller's transaction. */
  forgetOthers(): void
}

interface HeardParts {
  readonly db: TillDatabase
  readonly journal: Pick<Journal, 'append' | 'publish'>
  readonly log: Log
  readonly now: () => EpochMs
  readonly monotonicMs: () => number
  readonly newId: () => string
  readonly membership: Memberships
  readonly rows: RecordRows
  readonly shop: ShopRecords
  readonly overruled: OverruledRows
  readonly onWritten: (kind: SharedKind) => void
  /** Those this till can take now. */
  readonly kinds: () => readonly SharedKind[]
  readonly stock: Pick<ShopStock, 'keep'>
  readonly parked: Pick<ShopParked, 'keep'>
  readonly worths: Pick<ShopWorths, 'keep'>
}

/** A slice ends after this: a scan comes between two of them within a frame. */
const SLICE_MS = 6
/** Records read for one slice. */
const SLICE_RECORDS = 100

interface StoredRecord {
  readonly kind: SharedKind
  readonly shopId: string
  readonly version: number
  readonly fieldsJson: string
  readonly isDeleted: 0 | 1
  readonly overJson: string
}

export function createHeard(parts: HeardParts): Heard {
  const { db, membership } = parts
  const keep = db.prepare(`INSERT INTO fleet_heard (kind, shop_id, version, fields_json, is_deleted)
    VALUES (@kind, @id, @version, @fieldsJson, @isDeleted)
    ON CONFLICT (kind, shop_id) DO UPDATE SET version = excluded.version,
      fields_json = excluded.fields_json, is_deleted = excluded.is_deleted, over_json = '[]'
    WHERE excluded.version > version`)
  const waiting = db.prepare<[], number>('SELECT count(*) FROM fleet_heard').pluck()
  const forgetOthers = db.prepare(
    "DELETE FROM fleet_heard WHERE instr(' ' || ? || ' ', ' ' || kind || ' ') = 0",
  )
  const keepRecord = ({ fields, is_deleted: isDeleted, ...record }: ChangedRecord) => {
    const { kind, id } = record
    const isWhole = lackedField(kind, fields) === null && wrongField(kind, fields) === null
    if (isDeleted || (isWhole && isIdOf(kind, id)))
      keep.run({ ...record, fieldsJson: JSON.stringify(fields), isDeleted: Number(isDeleted) })
    else parts.log('a record of the shop is not whole', { kind, id })
  }
  return {
    keep: db.transaction((changes: Changes) => {
      const { records, overruled } = changes
      records.forEach(keepRecord)
      parts.stock.keep(changes)
      parts.parked.keep(changes.parked)
      parts.worths.keep(changes.worths)
      for (const { kind, id, field, lost, won, by } of overruled) {
        const own = parts.shop.ownId(kind, id)
        parts.overruled.add({ kind, id: own, field, lost, won, by, reason: 'LATER' })
      }
      membership.heard(changes, parts.now())
    }).immediate,
    ...createApplying(parts),
    waiting: () => waiting.get() ?? 0,
    forgetOthers: () => void forgetOthers.run(parts.kinds().join(' ')),
  }
}

function createApplying(parts: HeardParts): Pick<Heard, 'apply' | 'writeProduct'> {
  const { db, journal, log, membership } = parts
  const columns = `kind, shop_id AS shopId, version, fields_json AS fieldsJson,
    is_deleted AS isDeleted, over_json AS overJson`
  const waiting = (order: string) =>
    db.prepare<[SharedKind], StoredRecord>(`SELECT ${columns} FROM fleet_heard
    WHERE kind = ? ${order} LIMIT ${SLICE_RECORDS}`)
  const next = waiting('')
  /** Their text begins with whose turn it is. */
  const nextPeople = waiting('ORDER BY fields_json DESC')
  const any = db.prepare('SELECT 1 FROM fleet_heard LIMIT 1')
  const one = db.prepare<[SharedKind, string], StoredRecord>(`SELECT ${columns} FROM fleet_heard
    WHERE kind = ? AND shop_id = ?`)
  const settle = db.prepare('DELETE FROM fleet_heard WHERE kind = ? AND shop_id = ?')
  const write = createWriting(parts)
  // Inside the slice's transaction: a savepoint.
  const alone = db.transaction(write)
  const take = (record: StoredRecord) => {
    const { kind, shopId: id } = record
    // One that no table here takes ends none of the others.
    try {
      alone(record)
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || !error.code.includes('CONSTRAINT'))
        throw error
      log('a record of the shop is not whole', { kind, id, code: error.code })
    }
    settle.run(kind, id)
  }
  const ofKind = (kind: SharedKind, endsAtMs: number): number => {
    let count = 0
    for (const record of (kind === 'person' ? nextPeople : next).all(kind)) {
      take(record)
      count += 1
      if (parts.monotonicMs() >= endsAtMs) break
    }
    return count
  }
  const slice = db.transaction((): SharedKind | null => {
    if (any.get() === undefined) return null
    if (membership.now()?.isHeardWhole !== true) return null
    const endsAtMs = parts.monotonicMs() + SLICE_MS
    const kind = membership.muted(() => parts.kinds().find((each) => ofKind(each, endsAtMs) > 0))
    if (kind !== undefined) announce(journal, kind)
    return kind ?? null
  }).immediate
  return {
    apply() {
      const kind = slice()
      if (kind !== null) parts.onWritten(kind)
      journal.publish()
      return kind !== null
    },
    writeProduct(shopId) {
      const product = one.get('product', shopId)
      if (product === undefined) return
      const fields = JSON.parse(product.fieldsJson) as SharedFields
      const shelf = one.get('category', String(fields['category']))
      membership.muted(() => [shelf, product].forEach((record) => record && take(record)))
      for (const kind of ['category', 'product'] as const) announce(journal, kind)
    },
  }
}

/** What was heard of a record. */
type Standing = Pick<StoredRecord, 'version'> & { readonly fields: SharedFields }

/** Fields a person changed here that the shop has not answered for yet, and may still take. */
function createUnsaid(
  { rows, shop }: Pick<HeardParts, 'rows' | 'shop'>,
  own: ReturnType<typeof createOwnChanges>,
) {
  /**
   * Another till's word came first, unheard by who changed it here: the service will refuse that,
   * and whoever is sent away does not come in until it has.
   */
  const isOvertaken = (kind: SharedKind, id: string, { fields, version }: Standing): boolean =>
    !own.isNoted(kind, id) &&
    own.of(kind, id).every(({ fieldsJson, heardVersion }) => {
      const said = JSON.parse(fieldsJson) as SharedFields
      return heardVersion < version && rows.overtakes(kind, fields, said)
    })
  return (kind: SharedKind, id: string, by: Standing | null = null): SharedFields => {
    if (!own.isNoted(kind, id) && !own.isSaid(kind, id)) return {}
    if (by !== null && isOvertaken(kind, id, by)) return {}
    const known = shop.known(kind, id)
    const changed = changedFields(known, rows.read(kind, id) ?? {})
    return (known === null ? touchedFields(changed, own.touched(kind, id)) : null) ?? changed
  }
}

function createWriting({ db, rows, shop, now, newId }: HeardParts): (record: StoredRecord) => void {
  const settleNote = db.prepare('DELETE FROM fleet_noted WHERE kind = ? AND record_id = ?')
  const noteAgain = db.prepare(
    'INSERT OR IGNORE INTO fleet_noted (kind, record_id, is_from_before) VALUES (?, ?, 1)',
  )
  const noteOwn = db.prepare(
    'INSERT OR REPLACE INTO fleet_noted (kind, record_id, is_from_before) VALUES (?, ?, 0)',
  )
  const twinOf = createTwins(db, shop)
  const own = createOwnChanges(db)
  const unsaid = createUnsaid({ rows, shop }, own)
  const remove = (kind: SharedKind, id: string) => {
    // What a person changed here since may be later: the service says so once it has heard it.
    const isChanged = own.isOpen(kind, id) && Object.keys(unsaid(kind, id)).length > 0
    if (isChanged && kind !== 'customer') return shop.forget(kind, id)
    rows.remove(kind, id, now())
    if (isErasedWith(rows, kind, id)) shop.erase(kind, id)
    else shop.forget(kind, id)
    // Also by which list they bought.
    if (kind === 'customer') shop.erase('customer_list', id)
    // No till takes one of its kind away: whoever said so is none, and the shop gets it back.
    if (rows.read(kind, id) !== null) noteOwn.run(kind, id)
  }
  /** The shop has not been heard of it, and it was touched here. */
  const isNewHere = (kind: SharedKind, id: string) =>
    shop.known(kind, id) === null && own.touched(kind, id) !== null
  /** What a person changed here since it was heard: it stands over that again. */
  const changedSince = (kind: SharedKind, id: string, by: Standing, overJson: string) => {
    const over = own.isNoted(kind, id) ? [] : (JSON.parse(overJson) as string[])
    return Object.fromEntries(
      Object.entries(unsaid(kind, id, by)).filter(([name]) => !over.includes(name)),
    )
  }
  return ({ kind, shopId, version, fieldsJson, isDeleted, overJson }) => {
    const heard = JSON.parse(fieldsJson) as SharedFields
    const isNone = rows.read(kind, shop.ownId(kind, shopId)) === null
    const twin = isNone ? twinOf(kind, heard) : null
    if (twin !== null) shop.alias(kind, twin, shopId)
    const id = shop.ownId(kind, shopId)
    if (isDeleted === 1) return remove(kind, id)
    const fields = shop.toOwn(kind, heard)
    const onTop = own
      .of(kind, id)
      .filter(({ fieldsJson }) =>
        rows.isOnTop(kind, id, fields, JSON.parse(fieldsJson) as SharedFields),
      )
    if (!rows.accepts(kind, id, fields)) return shop.forget(kind, id)
    // Nobody has changed it meanwhile: it is said as heard by now, also where it was refused.
    for (const { editId } of onTop) own.sayAnew(editId, newId(), version)
    // Somebody took it away here and the shop has not heard: it does not come back in between.
    const isGone = isNone && twin === null && shop.known(kind, id) !== null && own.isOpen(kind, id)
    if (isGone) return shop.keep(kind, id, fields, version)
    const isFromBefore = own.isFromBefore(kind, id)
    const filled =
      isFromBefore || isNewHere(kind, id) ? filling(kind, fields, rows.read(kind, id)) : {}
    const since = changedSince(kind, id, { fields, version }, overJson)
    const next = { ...fields, ...filled, ...since }
    rows.write(kind, id, next, now())
    shop.keep(kind, id, fields, version)
    // What was here before the shop was joined has now been held against it, but for what fills
    // what the shop has blank, and a code of a product it has not heard of yet.
    if (!hasAllCodes(next, () => rows.read(kind, id))) noteAgain.run(kind, id)
    else if (isFromBefore && Object.keys(filled).length === 0) settleNote.run(kind, id)
  }
}

/** A further code may be another product's still. */
function hasAllCodes(heard: SharedFields, here: () => SharedFields | null): boolean {
  const codes = heard['more_codes']
  return !Array.isArray(codes) || codes.length === 0 || isSameValue(here()?.['more_codes'], codes)
}

interface OwnEdit {
  readonly editId: string
  readonly fieldsJson: string
  readonly heardVersion: number
}

/** What of a record was changed here, and how far the shop has heard of it. */
function createOwnChanges(db: TillDatabase) {
  type Asked = [kind: string, id: string]
  const noted = db
    .prepare<Asked, 0 | 1>(
      'SELECT is_from_before FROM fleet_noted WHERE kind = ? AND record_id = ?',
    )
    .pluck()
  const ofRecord = 'SELECT 1 FROM fleet_edit WHERE kind = ? AND record_id = ?'
  const said = db.prepare<Asked>(ofRecord)
  const unanswered = db.prepare<Asked>(`${ofRecord} AND answered_version IS NULL`)
  const edits = db.prepare<Asked, OwnEdit>(`SELECT edit_id AS editId, fields_json AS fieldsJson,
      heard_version AS heardVersion FROM fleet_edit WHERE kind = ? AND record_id = ?`)
  const sayAnew = db.prepare(`UPDATE fleet_edit SET edit_id = @newId, heard_version = @version,
      answered_version = NULL WHERE edit_id = @editId AND heard_version < @version`)
  const touched = db
    .prepare<Asked, string | null>(
      'SELECT touched FROM fleet_noted WHERE kind = ? AND record_id = ?',
    )
    .pluck()
  const isNoted = (...asked: Asked) => noted.get(...asked) === 0
  return {
    of: (...asked: Asked) => edits.all(...asked),
    sayAnew: (editId: string, newId: string, version: number) =>
      void sayAnew.run({ editId, newId, version }),
    isNoted,
    /** Of what was here before the shop was heard. */
    touched: (...asked: Asked) => touched.get(...asked) ?? null,
    isFromBefore: (...asked: Asked) => noted.get(...asked) === 1,
    isSaid: (...asked: Asked) => said.get(...asked) !== undefined,
    isOpen: (...asked: Asked) => isNoted(...asked) || unanswered.get(...asked) !== undefined,
  }
}

/** What was here before, where the shop has nothing. */
function filling(kind: SharedKind, heard: SharedFields, here: SharedFields | null): SharedFields {
  const filled = Object.entries(here ?? {}).filter(
    ([name, value]) => isBlank(kind, name, heard[name]) && !isBlank(kind, name, value),
  )
  return Object.fromEntries(filled)
}

/** A record made here before the tills knew of each other: it has the same code, the same name. */
function createTwins(
  db: TillDatabase,
  shop: ShopRecords,
): (kind: SharedKind, fields: SharedFields) => string | null {
  // By what it goes by: a further code is the other's to lose.
  const byCode = db.prepare<[string], string>('SELECT id FROM product WHERE code = ?').pluck()
  const byName = db
    .prepare<[string], string>('SELECT id FROM category WHERE name = ? COLLATE NOCASE')
    .pluck()
  const listByName = db
    .prepare<[string], string>(
      'SELECT id FROM price_list WHERE name = ? COLLATE NOCASE AND is_archived = 0',
    )
    .pluck()
  const roleByName = db
    .prepare<[string], string>('SELECT id FROM own_role WHERE name = ? COLLATE NOCASE')
    .pluck()
  const holder = (kind: SharedKind, fields: SharedFields): string | undefined => {
    if (kind === 'category') return byName.get(fields['name'] as string)
    if (kind === 'role') return roleByName.get(fields['name'] as string)
    if (kind === 'price_list' && fields['is_archived'] === false)
      return listByName.get(fields['name'] as string)
    return kind === 'product' ? byCode.get(fields['code'] as string) : undefined
  }
  return (kind, fields) => {
    const id = holder(kind, fields)
    return id !== undefined && shop.known(kind, id) === null ? id : null
  }
}
