/**
 * What was changed here, on its way to the shop: notes of the triggers become edits, which keep
 * their id until the service has answered them.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import { EDITS_MAX, type Edit, type EditResult } from '#shared/fleet/contract.ts'
import {
  isSameValue,
  SHARED_KINDS,
  type SharedFields,
  type SharedKind,
  type SharedValue,
} from '#shared/fleet/shared-records.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Memberships } from './membership.ts'
import type { OverruledRows } from './overruled.ts'
import type { RecordRows } from './record-rows.ts'
import { changedFields, type ShopRecords } from './shop-records.ts'

export interface Edits {
  /**
   * Every record here waits to be held against the shop's, which has the last word unless it has
   * lost what was here. In the caller's transaction.
   */
  noteAll(hasShopLost?: boolean): void
  /** Turns a slice of notes into edits. False once none is left. */
  collect(): boolean
  /** The next ones, as they go. At most `most`. */
  toSend(most: number): readonly Edit[]
  /** In one transaction. */
  answered(results: readonly EditResult[]): void
  waiting(): number
}

export interface EditParts {
  readonly db: TillDatabase
  readonly now: () => EpochMs
  readonly newId: () => string
  readonly membership: Memberships
  readonly rows: RecordRows
  readonly shop: ShopRecords
  readonly overruled: OverruledRows
  /** A customer that is gone was erased, and not forgotten after its time. */
  readonly isErased: (rut: string) => boolean
}

/** Records of one transaction: the counter waits for one of them at most. */
const SLICE_RECORDS = 100

interface StoredEdit {
  readonly editId: string
  readonly kind: SharedKind
  readonly id: string
  readonly fieldsJson: string
  readonly isDeleted: 0 | 1
  readonly madeAt: EpochMs | null
  readonly heardVersion: number
}

const COLUMNS = `edit_id AS editId, kind, record_id AS id, fields_json AS fieldsJson,
  is_deleted AS isDeleted, made_at_ms AS madeAt, heard_version AS heardVersion`

export function createEdits(parts: EditParts): Edits {
  const { db, shop } = parts
  const next = db.prepare<[number], StoredEdit>(
    `SELECT ${COLUMNS} FROM fleet_edit ORDER BY seq LIMIT ?`,
  )
  const waiting = db
    .prepare<[], number>(
      'SELECT (SELECT count(*) FROM fleet_edit) + (SELECT count(*) FROM fleet_noted)',
    )
    .pluck()
  const note = db.prepare(
    'INSERT OR IGNORE INTO fleet_noted (kind, record_id, is_from_before) VALUES (?, ?, ?)',
  )
  const forgetAll = db.prepare('DELETE FROM fleet_known')
  const toEdit = (stored: StoredEdit): Edit => ({
    edit_id: stored.editId,
    kind: stored.kind,
    id: shop.shopId(stored.kind, stored.id),
    fields: shop.toShop(stored.kind, JSON.parse(stored.fieldsJson) as SharedFields),
    is_deleted: stored.isDeleted === 1,
    age_ms: stored.madeAt === null ? null : Math.max(0, parts.now() - stored.madeAt),
    heard_version: stored.heardVersion,
  })
  return {
    noteAll(hasShopLost = false) {
      if (hasShopLost) forgetAll.run()
      for (const kind of SHARED_KINDS)
        for (const id of [...parts.rows.ids(kind)]) note.run(kind, id, Number(!hasShopLost))
    },
    collect: createCollecting(parts),
    toSend: (most) => next.all(Math.min(most, EDITS_MAX)).map(toEdit),
    answered: createAnswering(parts),
    waiting: () => waiting.get() ?? 0,
  }
}

interface Note {
  readonly kind: SharedKind
  readonly id: string
  readonly isFromBefore: 0 | 1
}

function createCollecting({ db, rows, shop, ...parts }: EditParts): () => boolean {
  const notes = db.prepare<[], Note>(`SELECT kind, record_id AS id, is_from_before AS isFromBefore
    FROM fleet_noted ORDER BY instr('${SHARED_KINDS.join(' ')}', kind) LIMIT ${SLICE_RECORDS}`)
  const settle = db.prepare('DELETE FROM fleet_noted WHERE kind = ? AND record_id = ?')
  const insert = db.prepare(`INSERT INTO fleet_edit
    (edit_id, kind, record_id, fields_json, is_deleted, made_at_ms, heard_version)
    VALUES (@editId, @kind, @id, @fieldsJson, @isDeleted, @madeAt, @heardVersion)`)
  const pending = db.prepare<[string, string], Pick<StoredEdit, 'fieldsJson' | 'isDeleted'>>(
    `SELECT fields_json AS fieldsJson, is_deleted AS isDeleted FROM fleet_edit
      WHERE kind = ? AND record_id = ? ORDER BY seq`,
  )
  /** As the shop has it once it has taken what is on its way. */
  const expected = ({ kind, id }: Note): SharedFields | null =>
    pending
      .all(kind, id)
      .reduce<SharedFields | null>(
        (before, { fieldsJson, isDeleted }) =>
          isDeleted === 1 ? null : { ...before, ...(JSON.parse(fieldsJson) as SharedFields) },
        shop.known(kind, id),
      )
  const write = (note: Note, fields: SharedFields, isDeleted: 0 | 1) =>
    insert.run({
      ...{ editId: parts.newId(), kind: note.kind, id: note.id, isDeleted },
      fieldsJson: JSON.stringify(fields),
      madeAt: note.isFromBefore === 1 ? null : parts.now(),
      heardVersion: parts.membership.now()?.version ?? 0,
    })
  const edit = (note: Note) => {
    const { kind, id } = note
    const before = expected(note)
    const now = rows.read(kind, id)
    if (now === null) {
      if (before === null) return
      // What its time ended here goes on elsewhere, and comes back with its next change there.
      if (kind === 'customer' && !parts.isErased(id)) shop.forget(kind, id)
      else write(note, {}, 1)
      return
    }
    const changed = changedFields(before, now)
    if (Object.keys(changed).length > 0) write(note, changed, 0)
  }
  return db.transaction(() => {
    const slice = notes.all()
    for (const note of slice) {
      edit(note)
      settle.run(note.kind, note.id)
    }
    return slice.length === SLICE_RECORDS
  }).immediate
}

function createAnswering({ db, rows, shop, overruled, ...parts }: EditParts): Edits['answered'] {
  const read = db.prepare<[string], StoredEdit>(
    `SELECT ${COLUMNS} FROM fleet_edit WHERE edit_id = ?`,
  )
  const remove = db.prepare('DELETE FROM fleet_edit WHERE edit_id = ?')
  const noteAgain = db.prepare(
    'INSERT OR IGNORE INTO fleet_noted (kind, record_id, is_from_before) VALUES (?, ?, 0)',
  )
  /** Under an id of its own: two rows here cannot be one record, and this one stays this till's. */
  const isThere = (kind: SharedKind, shopId: string) =>
    rows.read(kind, shop.ownId(kind, shopId)) !== null
  /** What stands there instead, unless a person has changed it again meanwhile. */
  const replaced = (kind: SharedKind, id: string, sent: SharedFields, lost: SharedFields) => {
    const now = rows.read(kind, id)
    if (now === null) return
    const own = shop.toOwn(kind, lost)
    const untouched = Object.entries(own).filter(([name]) => isSameValue(now[name], sent[name]))
    const next: SharedFields = { ...now, ...Object.fromEntries(untouched) }
    parts.membership.muted(() => rows.write(kind, id, next, parts.now()))
  }
  const taken = (edit: StoredEdit, { lost, same_as: sameAs }: EditResult) => {
    const { kind, id } = edit
    if (sameAs !== undefined && !isThere(kind, sameAs)) shop.alias(kind, id, sameAs)
    if (edit.isDeleted === 1) return shop.forget(kind, id)
    const sent = JSON.parse(edit.fieldsJson) as SharedFields
    shop.keep(kind, id, { ...shop.known(kind, id), ...sent })
    if (lost.length === 0) return
    const values = Object.fromEntries(lost.map(({ field, value }) => [field, value]))
    replaced(kind, id, sent, values)
    shop.keep(kind, id, { ...shop.known(kind, id), ...shop.toOwn(kind, values) })
    if (edit.madeAt === null) return
    for (const { field, value, by, reason } of lost)
      overruled.add({ kind, id, field, lost: sent[field] ?? null, won: value, by, reason })
  }
  const refused = (edit: StoredEdit, result: EditResult) => {
    const { kind, id } = edit
    if (result.refusal === 'RECORD_UNKNOWN') {
      // It goes there whole.
      shop.forget(kind, id)
      noteAgain.run(kind, id)
      return
    }
    const sent = JSON.parse(edit.fieldsJson) as SharedFields
    shop.keep(kind, id, { ...shop.known(kind, id), ...sent })
    const field = result.field ?? ''
    const lost: SharedValue = sent[field] ?? null
    overruled.add({ kind, id, field, lost, won: null, by: null, reason: 'REFUSED' })
  }
  return db.transaction((results: readonly EditResult[]) => {
    for (const result of results) {
      const edit = read.get(result.edit_id)
      if (edit === undefined) continue
      if (result.outcome === 'refused') refused(edit, result)
      else taken(edit, result)
      remove.run(result.edit_id)
    }
  }).immediate
}
