/**
 * What was changed here, on its way to the shop: notes of the triggers become edits, which keep
 * their id until the service has answered them.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import {
  EDITS_MAX,
  type AnsweredEdits,
  type Edit,
  type EditResult,
} from '#shared/fleet/contract.ts'
import {
  isSameValue,
  SHARED_KINDS,
  isStandIn,
  type SharedFields,
  type SharedKind,
} from '#shared/fleet/shared-records.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { SteadyTime } from '../kernel/steady-time.ts'
import { announce, isErasedWith, isOfBuyer } from './kind-rows.ts'
import type { Memberships } from './membership.ts'
import type { OverruledRows } from './overruled.ts'
import type { RecordRows } from './record-rows.ts'
import { changedFields, touchedFields, type ShopRecords } from './shop-records.ts'

export interface Edits {
  /**
   * Every record here waits to be held against the shop's, which has the last word unless it has
   * lost what was here. In the caller's transaction.
   */
  noteAll(hasShopLost?: boolean): void
  /** Writes down when what was noted just now was changed. */
  time(): void
  /** Turns a slice of notes into edits. False once none is left. */
  collect(): boolean
  /** The next ones, as they go. At most `most`. */
  toSend(most: number): readonly Edit[]
  /** In one transaction. They stand here until what became of them has been heard. */
  answered(answer: AnsweredEdits): void
  /**
   * Lets go of those of which it has been heard, and sets what a person has not changed again to
   * what the shop has. False once none is left.
   */
  settle(): boolean
  /** To be said. */
  waiting(): number
  /** Said and answered; what became of them is still to be heard. */
  unheard(): number
}

interface EditParts {
  readonly db: TillDatabase
  readonly journal: Pick<Journal, 'append' | 'publish'>
  readonly now: () => EpochMs
  readonly steady: SteadyTime
  readonly newId: () => string
  readonly membership: Memberships
  readonly rows: RecordRows
  readonly shop: ShopRecords
  readonly overruled: OverruledRows
  /** Those this till can take and say now. */
  readonly kinds: () => readonly SharedKind[]
  /** A customer that is gone was erased, and not forgotten after its time. */
  readonly isErased: (rut: string) => boolean
  readonly onWritten: (kind: SharedKind) => void
}

/** Records of one transaction: the counter waits for one of them at most. */
const SLICE_RECORDS = 100

interface StoredEdit {
  readonly editId: string
  readonly kind: SharedKind
  readonly id: string
  readonly fieldsJson: string
  readonly isDeleted: 0 | 1
  /** Null of what was there before the shop was joined. */
  readonly madeMs: number | null
  readonly heardVersion: number
}

const COLUMNS = `edit_id AS editId, kind, record_id AS id, fields_json AS fieldsJson,
  is_deleted AS isDeleted, made_steady_ms AS madeMs,
  heard_version AS heardVersion`

/** A service of before knows nothing of a kind: its notes wait until it does. */
const IS_KNOWN_THERE = `(SELECT instr(' ' || kinds || ' ', ' ' || kind || ' ')
  FROM fleet_membership) > 0`

export function createEdits(parts: EditParts): Edits {
  const { db, shop } = parts
  const next = db.prepare<[number], StoredEdit>(
    `SELECT ${COLUMNS} FROM fleet_edit WHERE answered_version IS NULL ORDER BY seq LIMIT ?`,
  )
  const waiting = db
    .prepare<[], number>(
      `SELECT (SELECT count(*) FROM fleet_edit WHERE answered_version IS NULL)
        + (SELECT count(*) FROM fleet_noted WHERE ${IS_KNOWN_THERE})`,
    )
    .pluck()
  const unheard = db
    .prepare<[], number>('SELECT count(*) FROM fleet_edit WHERE answered_version IS NOT NULL')
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
    age_ms: stored.madeMs === null ? null : parts.steady.ageMs(stored.madeMs),
    heard_version: stored.heardVersion,
  })
  return {
    noteAll(hasShopLost = false) {
      if (hasShopLost) forgetAll.run()
      for (const kind of SHARED_KINDS)
        for (const id of [...parts.rows.ids(kind)]) note.run(kind, id, Number(!hasShopLost))
    },
    time: createTiming(parts),
    collect: createCollecting(parts),
    toSend(most) {
      const waiting = next.all(Math.min(most, EDITS_MAX))
      // What is named is answered, and may have another id, before what names it goes.
      const other = waiting.findIndex(({ kind }) => kind !== waiting[0]?.kind)
      return waiting.slice(0, other < 0 ? waiting.length : other).map(toEdit)
    },
    answered: createAnswering(parts),
    settle: createSettling(parts),
    waiting: () => waiting.get() ?? 0,
    unheard: () => unheard.get() ?? 0,
  }
}

/** Looked at twice a second, whatever the wire does: where nothing changed nothing is locked. */
function createTiming({ db, steady }: EditParts): Edits['time'] {
  const any = db.prepare('SELECT 1 FROM fleet_noted WHERE made_steady_ms IS NULL LIMIT 1')
  const put = db.prepare('UPDATE fleet_noted SET made_steady_ms = ? WHERE made_steady_ms IS NULL')
  return () => {
    if (any.get() !== undefined) put.run(steady.nowMs())
  }
}

interface Note {
  readonly kind: SharedKind
  readonly id: string
  readonly isFromBefore: 0 | 1
  readonly heardVersion: number
  readonly madeMs: number | null
  readonly touched: string | null
}

/** By its index. People wait for the shop's ids of their roles, which stand in the answer. */
function createNextKind({ db, membership, kinds }: Pick<EditParts, 'db' | 'membership' | 'kinds'>) {
  const any = db.prepare<[SharedKind]>('SELECT 1 FROM fleet_noted WHERE kind = ? LIMIT 1')
  const rolesGoing = db.prepare(
    "SELECT 1 FROM fleet_edit WHERE kind = 'role' AND answered_version IS NULL LIMIT 1",
  )
  return () => {
    const known = membership.now()?.kinds.split(' ') ?? []
    const there = kinds().find((kind) => known.includes(kind) && any.get(kind) !== undefined)
    return there === 'person' && rolesGoing.get() !== undefined ? undefined : there
  }
}

function createCollecting({ db, rows, shop, membership, ...parts }: EditParts): () => boolean {
  const notes = db.prepare<[SharedKind], Note>(`SELECT kind, record_id AS id,
    is_from_before AS isFromBefore, heard_version AS heardVersion,
    made_steady_ms AS madeMs, touched FROM fleet_noted
    WHERE kind = ? LIMIT ${SLICE_RECORDS}`)
  const nextKind = createNextKind({ db, membership, kinds: parts.kinds })
  const settle = db.prepare('DELETE FROM fleet_noted WHERE kind = ? AND record_id = ?')
  const insert = db.prepare(`INSERT INTO fleet_edit
    (edit_id, kind, record_id, fields_json, is_deleted, made_steady_ms, heard_version)
    VALUES (@editId, @kind, @id, @fieldsJson, @isDeleted, @madeMs, @heardVersion)`)
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
      madeMs: note.isFromBefore === 1 ? null : (note.madeMs ?? parts.steady.nowMs()),
      heardVersion: note.heardVersion,
    })
  const editGone = (note: Note, before: SharedFields | null) => {
    const { kind, id } = note
    const isErased = isOfBuyer(kind) && parts.isErased(id)
    // Whoever was erased may be in what other tills have, also where he was never a customer.
    if (before === null && !(isErased && kind === 'customer')) return
    // What its time ended here goes on elsewhere, and comes back with its next change there.
    const isOver = isOfBuyer(kind) && rows.read('customer', id) === null && !isErased
    if (isOver && kind === 'customer') shop.forget(kind, id)
    if (isOver) return
    shop.erase(kind, id)
    write(note, {}, 1)
  }
  const edit = (note: Note) => {
    const { kind, id } = note
    const before = expected(note)
    const now = rows.read(kind, id)
    if (now === null) return editGone(note, before)
    const changed = withoutStandIn(before, changedFields(before, now))
    // Before the shop was heard: only what was touched is said to be later than what it has.
    const touched = before === null ? touchedFields(changed, note.touched) : null
    if (touched !== null) write({ ...note, isFromBefore: 1 }, changed, 0)
    if (Object.keys(touched ?? changed).length > 0) write(note, touched ?? changed, 0)
  }
  const collect = db.transaction((kind: SharedKind) => {
    for (const note of notes.all(kind)) {
      edit(note)
      settle.run(note.kind, note.id)
    }
  }).immediate
  return () => {
    const kind = nextKind()
    if (kind !== undefined) collect(kind)
    return kind !== undefined
  }
}

/** A code that stands in for one that is lost is nothing a person has typed. */
function withoutStandIn(before: SharedFields | null, changed: SharedFields): SharedFields {
  if (before === null || !isStandIn(changed['code'])) return changed
  const { code: _, ...rest } = changed
  return rest
}

function createAnswering(parts: EditParts): Edits['answered'] {
  const { db, rows, shop, overruled, membership } = parts
  const read = db.prepare<[string], StoredEdit>(
    `SELECT ${COLUMNS} FROM fleet_edit WHERE edit_id = ? AND answered_version IS NULL`,
  )
  const keep = db.prepare('UPDATE fleet_edit SET answered_version = ? WHERE edit_id = ?')
  const remove = db.prepare('DELETE FROM fleet_edit WHERE edit_id = ?')
  const noteAgain = db.prepare(
    'INSERT OR IGNORE INTO fleet_noted (kind, record_id, is_from_before) VALUES (?, ?, 0)',
  )
  /** Under an id of its own: two rows here cannot be one record, and this one stays this till's. */
  const isThere = (kind: SharedKind, shopId: string) =>
    rows.read(kind, shop.ownId(kind, shopId)) !== null
  const tell = ({ kind, id, fieldsJson }: StoredEdit, { lost, refusal, field }: EditResult) => {
    const sent = JSON.parse(fieldsJson) as SharedFields
    const of = (name: string) => ({ kind, id, field: name, lost: sent[name] ?? null })
    for (const { field: name, value: won, by, reason } of lost)
      overruled.add({ ...of(name), won, by, reason })
    if (refusal === 'RECORD_DELETED')
      for (const name of Object.keys(sent))
        overruled.add({ ...of(name), won: null, by: null, reason: 'LATER' })
    if (refusal === 'FIELD_WRONG')
      overruled.add({ ...of(field ?? ''), won: null, by: null, reason: 'REFUSED' })
  }
  const removed = new Set<SharedKind>()
  /** Whether it is here all the same: no till takes one of its kind away, and it goes anew. */
  const removeHere = ({ kind, id, editId }: StoredEdit) => {
    membership.muted(() => rows.remove(kind, id, parts.now()))
    shop.forget(kind, id)
    remove.run(editId)
    removed.add(kind)
    return rows.read(kind, id) !== null
  }
  const answer = (edit: StoredEdit, result: EditResult, version: number) => {
    const { kind, id } = edit
    const isGone = result.refusal === 'RECORD_DELETED'
    if (isGone && isErasedWith(rows, kind, id)) return shop.erase(kind, id)
    if (isGone && removeHere(edit)) return noteAgain.run(kind, id)
    if (edit.madeMs !== null) tell(edit, result)
    // It is the shop's word from now on, whatever comes of it before it is heard.
    if (result.outcome === 'taken' && result.lost.length === 0)
      rows.taken(kind, id, JSON.parse(edit.fieldsJson) as SharedFields)
    if (isGone) return
    if (result.same_as !== undefined && !isThere(kind, result.same_as))
      shop.alias(kind, id, result.same_as)
    if (result.refusal === 'RECORD_UNKNOWN') {
      // It goes there whole.
      shop.forget(kind, id)
      noteAgain.run(kind, id)
      remove.run(edit.editId)
    } else keep.run(version, edit.editId)
  }
  const all = db.transaction(({ results, version }: AnsweredEdits) => {
    for (const result of results) {
      const edit = read.get(result.edit_id)
      if (edit !== undefined) answer(edit, result, version)
    }
  }).immediate
  return (answer) => {
    all(answer)
    for (const kind of removed) parts.onWritten(kind)
    removed.clear()
  }
}

/**
 * What the shop has is what was heard of it, never what an answer said: the answer may be older
 * than what came meanwhile.
 */
function createSettling({
  db,
  rows,
  shop,
  membership,
  journal,
  now,
  onWritten,
}: EditParts): Edits['settle'] {
  const over = db.prepare<[number], StoredEdit>(`SELECT ${COLUMNS} FROM fleet_edit e
    WHERE answered_version <= ? AND NOT EXISTS (SELECT 1 FROM fleet_heard h WHERE h.kind = e.kind)
    ORDER BY seq LIMIT ${SLICE_RECORDS}`)
  const remove = db.prepare('DELETE FROM fleet_edit WHERE edit_id = ?')
  const changedSince = db.prepare<[string, string, string, string]>(`SELECT 1 FROM fleet_noted
      WHERE kind = ? AND record_id = ? AND is_from_before = 0
    UNION ALL SELECT 1 FROM fleet_edit WHERE kind = ? AND record_id = ?`)
  const settleOne = ({ editId, kind, id, fieldsJson }: StoredEdit) => {
    const [here, known] = [rows.read(kind, id), shop.known(kind, id)]
    remove.run(editId)
    if (here === null || known === null) return
    const sent = JSON.parse(fieldsJson) as SharedFields
    // What it lost meanwhile to another record's word nobody has changed again.
    const isOpen = changedSince.get(kind, id, kind, id) !== undefined
    const untouched = Object.entries(sent).filter(
      ([name, value]) => !isOpen || isSameValue(here[name], value) || isStandIn(here[name]),
    )
    const back = untouched.flatMap(([name]) => {
      const value = known[name]
      return value === undefined || isSameValue(here[name], value) ? [] : [[name, value] as const]
    })
    if (back.length > 0) rows.write(kind, id, { ...here, ...Object.fromEntries(back) }, now())
  }
  const slice = db.transaction(() => {
    const edits = over.all(membership.now()?.version ?? 0)
    if (edits.length === 0) return []
    membership.muted(() => edits.forEach(settleOne))
    const kinds = [...new Set(edits.map(({ kind }) => kind))]
    for (const kind of kinds) announce(journal, kind)
    return kinds
  }).immediate
  return () => {
    const kinds = slice()
    kinds.forEach(onWritten)
    if (kinds.length > 0) journal.publish()
    return kinds.length > 0
  }
}
