/** Edits of a till, taken into its shop in one transaction and answered once. */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { editResult, type Edit, type EditResult } from '#shared/fleet/contract.ts'
import {
  takenWords,
  withIds,
  wrongField,
  type SharedFields,
  type SharedKind,
} from '#shared/fleet/shared-records.ts'
import type { CompanyId } from '../core/ports.ts'
import { askedRows, putRows } from '../storage/many-rows.ts'
import type { Storage } from '../storage/storage.ts'
import type { FleetRecordRow, Tables } from '../storage/tables.ts'
import { eraseBuyer } from './parked-rows.ts'
import { BEFORE_ALL, type FleetRecord, type Made } from './merge.ts'
import { keepPrices } from './price-changes.ts'
import { secondsToWait } from './till-days.ts'
import { Shop, type Loaded, type OfKind, type Word } from './shop.ts'

/** An edit that comes again later is merged anew, which changes nothing it had changed. */
export const ANSWERS_KEPT_DAYS = 90

interface FromTill {
  readonly companyId: CompanyId
  readonly number: number
}

interface TakenEdits {
  readonly results: readonly EditResult[]
  /** Of the shop, with them in it. */
  readonly version: number
  /** More than 0: nothing is taken before so many seconds (till-days.ts). */
  readonly waitS: number
}

/** `nowMs`: when the edits came, by the service's clock. */
export const takeEdits = (
  storage: Storage,
  from: FromTill,
  edits: readonly Edit[],
  nowMs: EpochMs,
): Promise<TakenEdits> =>
  storage.write(async (db) => {
    const waitS = await secondsToWait(db, from, 'edits', edits.length, nowMs)
    return waitS > 0 ? { results: [], version: 0, waitS } : takeEditsIn(db, from, edits, nowMs)
  })

/** Inside a write job. */
export async function takeEditsIn(
  db: Kysely<Tables>,
  { companyId, number }: FromTill,
  edits: readonly Edit[],
  nowMs: EpochMs,
): Promise<TakenEdits> {
  const version = await lockShop(db, companyId)
  const results = await answersOf(db, companyId, edits)
  const fresh = edits.filter(({ edit_id }) => !results.has(edit_id))
  const loaded = await loadFor(db, companyId, fresh, version)
  const shop = new Shop(loaded)
  shop.expect(fresh.filter(isSound).map((edit) => ({ edit, made: madeBy(number, edit, nowMs) })))
  for (const edit of fresh) {
    if (results.has(edit.edit_id)) continue
    results.set(edit.edit_id, shop.take(edit, madeBy(number, edit, nowMs)))
  }
  const outcome = shop.outcome()
  await store(db, companyId, outcome, nowMs)
  await keepPrices(
    db,
    { companyId, number },
    { before: loaded.records, after: outcome.records },
    nowMs,
  )
  const all = edits.flatMap(({ edit_id }) => results.get(edit_id) ?? [])
  return { results: all, version: outcome.version, waitS: 0 }
}

/**
 * Waits until nobody else changes this shop, to the COMMIT: so whoever reads a version reads all
 * that came before it. Inside a write job.
 */
export async function lockShop(db: Kysely<Tables>, companyId: CompanyId): Promise<number> {
  await db
    .insertInto('fleet_counters')
    .values({ company_id: companyId, version: 0, epoch: '', pepper_id: '', proof_key: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { version } = await db
    .updateTable('fleet_counters')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('company_id', '=', companyId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Nothing, where it is as far already. Under the lock of the shop. */
export async function advance(
  db: Kysely<Tables>,
  companyId: CompanyId,
  version: number,
  nowMs: EpochMs,
): Promise<void> {
  const { numUpdatedRows: moved } = await db
    .updateTable('fleet_counters')
    .set({ version })
    .where('company_id', '=', companyId)
    .where('version', '<', version)
    .executeTakeFirst()
  if (moved === 0n) return
  await db
    .insertInto('fleet_marks')
    .values({ company_id: companyId, version, at_ms: nowMs })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'version']).doUpdateSet({ at_ms: nowMs }),
    )
    .execute()
}

const isSound = ({ kind, fields }: Edit) => wrongField(kind, fields) === null

const madeBy = (till: number, { age_ms: ageMs }: Edit, nowMs: number): Made => ({
  at: ageMs === null ? BEFORE_ALL : Math.max(0, nowMs - ageMs),
  till,
})

export const stampsOf = (stored: string) =>
  JSON.parse(stored) as Pick<FleetRecord, 'stamps' | 'whole' | 'gone'>

async function answersOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  edits: readonly Edit[],
): Promise<Map<string, EditResult>> {
  const { rows } = await sql<{ answer: string; lost: string }>`
    SELECT e.answer, e.lost FROM ${askedRows(
      db,
      ['edit_id'],
      edits.map(({ edit_id }) => ({ edit_id })),
    )}
    CROSS JOIN fleet_edits e WHERE e.company_id = ${companyId} AND e.edit_id = asked.edit_id`.execute(
    db,
  )
  const answers = rows.map(({ answer, lost }) =>
    editResult.parse({ ...(JSON.parse(answer) as object), lost: JSON.parse(lost) as unknown }),
  )
  return new Map(answers.map((answer) => [answer.edit_id, answer]))
}

async function loadFor(
  db: Kysely<Tables>,
  companyId: CompanyId,
  edits: readonly Edit[],
  version: number,
): Promise<Loaded> {
  const sound = edits.filter(isSound)
  const named = sound.flatMap(({ kind, id, fields }) => [{ kind, id }, ...namedBy(kind, fields)])
  const aliases = await aliasesOf(db, companyId, named)
  const asked = sound.flatMap(({ kind, fields }) =>
    takenWords(kind, fields).map(({ space, word }) => ({ kind, space, word })),
  )
  const words = await wordsOf(db, companyId, asked)
  const records = [
    ...sound.map(({ kind, id }) => ({ kind, id })),
    ...aliases.map(({ kind, standsFor }) => ({ kind, id: standsFor })),
    ...words.map(({ kind, id }) => ({ kind, id })),
  ]
  return { version, aliases, words, records: await recordsOf(db, companyId, records) }
}

function namedBy(kind: SharedKind, fields: SharedFields): OfKind[] {
  const named: OfKind[] = []
  withIds(kind, fields, (of, id) => {
    named.push({ kind: of, id })
    return id
  })
  return named
}

export async function aliasesOf(db: Kysely<Tables>, companyId: CompanyId, ids: readonly OfKind[]) {
  const { rows } = await sql<OfKind & { stands_for: string }>`
    SELECT a.kind, a.id, a.stands_for FROM ${askedRows(db, ['kind', 'id'], onceEach(ids))}
    CROSS JOIN fleet_aliases a
    WHERE a.company_id = ${companyId} AND a.kind = asked.kind AND a.id = asked.id`.execute(db)
  return rows.map(({ kind, id, stands_for: standsFor }) => ({ kind, id, standsFor }))
}

async function wordsOf(db: Kysely<Tables>, companyId: CompanyId, words: readonly Word[]) {
  const { rows } = await sql<Word & { record_id: string }>`
    SELECT w.kind, w.space, w.word, w.record_id
    FROM ${askedRows(db, ['kind', 'space', 'word'], onceEach(words))} CROSS JOIN fleet_words w
    WHERE w.company_id = ${companyId} AND w.kind = asked.kind AND w.space = asked.space
      AND w.word = asked.word`.execute(db)
  return rows.map(({ kind, space, word, record_id: id }) => ({ kind, space, word, id }))
}

async function recordsOf(db: Kysely<Tables>, companyId: CompanyId, ids: readonly OfKind[]) {
  const { rows } = await sql<FleetRecordRow>`
    SELECT r.* FROM ${askedRows(db, ['kind', 'id'], onceEach(ids))} CROSS JOIN fleet_records r
    WHERE r.company_id = ${companyId} AND r.kind = asked.kind AND r.id = asked.id`.execute(db)
  return rows.map(({ kind, id, version, fields, stamps }) => {
    const record = { ...stampsOf(stamps), version, fields: JSON.parse(fields) as SharedFields }
    return { kind, id, record }
  })
}

function onceEach<Value extends object>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

type Outcome = ReturnType<Shop['outcome']>

async function store(
  db: Kysely<Tables>,
  companyId: CompanyId,
  outcome: Outcome,
  nowMs: EpochMs,
): Promise<void> {
  const company = { company_id: companyId }
  const { version, records, released, taken, aliases } = outcome
  await advance(db, companyId, version, nowMs)
  await eraseAll(db, companyId, outcome)
  if (released.length > 0)
    await sql`DELETE FROM fleet_words WHERE company_id = ${companyId}
      AND (kind, space, word) IN (SELECT asked.kind, asked.space, asked.word
        FROM ${askedRows(db, ['kind', 'space', 'word'], released)})`.execute(db)
  await putRows(
    db,
    'fleet_words',
    ['company_id', 'kind', 'space', 'word'],
    taken.map(({ id, ...word }) => ({ ...company, ...word, record_id: id })),
  )
  await putRows(
    db,
    'fleet_records',
    ['company_id', 'kind', 'id'],
    records.map(({ kind, id, record: { version: of, fields, ...stamps } }) => ({
      ...{ ...company, kind, id, version: of, is_deleted: stamps.gone === null ? 0 : 1 },
      ...{ fields: JSON.stringify(fields), stamps: JSON.stringify(stamps) },
    })),
  )
  await putRows(
    db,
    'fleet_aliases',
    ['company_id', 'kind', 'id'],
    aliases.map(({ kind, id, standsFor }) => ({ ...company, kind, id, stands_for: standsFor })),
  )
  await storeSaid(db, companyId, outcome, nowMs)
}

async function storeSaid(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { answered, told }: Outcome,
  nowMs: EpochMs,
): Promise<void> {
  await putRows(
    db,
    'fleet_edits',
    ['company_id', 'edit_id'],
    answered.map(({ kind, id, result: { lost, ...answer } }) => ({
      ...{ company_id: companyId, edit_id: answer.edit_id, kind, record_id: id },
      ...{ answer: JSON.stringify(answer), lost: JSON.stringify(lost), answered_at_ms: nowMs },
    })),
  )
  await putRows(
    db,
    'fleet_overruled',
    ['company_id', 'till_number', 'version', 'kind', 'record_id', 'field'],
    told.map(({ till, version, kind, id, field, lost, won, by, at_ms }) => ({
      ...{ company_id: companyId, till_number: till, version, kind, record_id: id, field },
      ...{ lost: JSON.stringify(lost), won: JSON.stringify(won), by_number: by ?? 0 },
      at_ms: at_ms as EpochMs,
    })),
  )
}

/** Nothing of a person stays that was deleted, also not in what was said of his record. */
async function eraseAll(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { erased, version }: Outcome,
): Promise<void> {
  for (const { kind, id } of erased) {
    if (kind === 'customer') await eraseBuyer(db, companyId, { rut: id, version })
    await db
      .deleteFrom('fleet_overruled')
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('record_id', '=', id)
      .execute()
    await db
      .updateTable('fleet_edits')
      .set({ lost: '[]' })
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('record_id', '=', id)
      .where('lost', '<>', sql.lit('[]'))
      .execute()
  }
}
