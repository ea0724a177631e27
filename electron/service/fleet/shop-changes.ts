/** What came after a version: read by index, a slice at a time, without a transaction. */
import type { Kysely } from 'kysely'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  CHANGES_BYTES_MAX,
  CHANGES_MAX,
  type ChangedRecord,
  type Changes,
  type Overruled,
} from '#shared/fleet/contract.ts'
import {
  FIRST_KINDS,
  SHARED_KINDS,
  type SharedFields,
  type SharedKind,
  type SharedValue,
} from '#shared/fleet/shared-records.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { CompanyId } from '../core/ports.ts'
import type { FleetRecordRow, Tables } from '../storage/tables.ts'
import { epochOf, heardIn, markIn, markOf } from './epochs.ts'
import { SharedReads } from './shared-reads.ts'
import { parkedAfter, type ParkingTill } from './parked-sales.ts'
import { countedAfter, stockAfter, type MovingTill } from './stock-moves.ts'
import { worthsAfter } from './worth-books.ts'

/** Records read at first; what they weigh says how many more. */
const FIRST_ROWS = 64

interface Asked {
  readonly after: number
  /** In which that version was heard. */
  readonly epoch: string
  readonly limit: number
}

/** Of which the till is told; it knows no others. */
interface Kinds {
  readonly kinds: readonly SharedKind[]
}

/** As a till says them; what this service does not know is left out. */
export function kindsAsked(said: string | undefined): readonly SharedKind[] {
  if (said === undefined) return FIRST_KINDS
  const words = said.split(' ')
  return SHARED_KINDS.filter((kind) => words.includes(kind))
}

/**
 * The version is read first, and nothing beyond it after: what is changed in between comes with a
 * version of its own, next time.
 */
export async function readChanges(
  db: Kysely<Tables>,
  till: ParkingTill,
  { kinds = FIRST_KINDS, ...asked }: Asked & Partial<Kinds>,
  shared = new SharedReads<OfPlace>(),
): Promise<Result<Changes, ApiError>> {
  const { companyId, place } = till
  const key = JSON.stringify([companyId, place, kinds, asked])
  const read = await shared.once(key, () => readOfPlace(db, till, { kinds, ...asked }))
  if (!read.ok) return read
  const { rows, stock, counted, version, told, ...heard } = read.value
  if (asked.after === version)
    return ok({
      ...{
        version,
        epoch: await told(version),
        has_more: false,
        kinds: [...kinds],
        key_issues: true,
      },
      ...{ records: [], overruled: [], stock: [], counted: [], parked: [], worths: [] },
    })
  const { after } = asked
  const lost = await overruledOf(db, till, { after, upTo: heard.upTo, kinds })
  const { parked, upTo: last } = await parkedAfter(db, till, { after, upTo: lost.upTo })
  const { worths, upTo } = await worthsAfter(db, till, { after, upTo: last })
  return ok({
    version: upTo,
    epoch: await told(upTo),
    has_more: upTo < version,
    kinds: [...kinds],
    key_issues: true,
    records: rows.filter((row) => row.version <= upTo).map(shown),
    overruled: lost.overruled.filter((row) => row.version <= upTo),
    parked: parked.filter((row) => row.version <= upTo),
    worths,
    stock: stock.filter((row) => row.version <= upTo),
    counted: counted.filter((row) => row.version <= upTo),
  })
}

/** What all tills of a place hear alike, of those that ask at the same moment. */
export type OfPlace = Result<
  {
    readonly version: number
    /** Of a version: its epoch with its mark. */
    readonly told: (version: number) => Promise<string>
    readonly rows: readonly Row[]
    readonly stock: readonly Changes['stock'][number][]
    readonly counted: Changes['counted']
    readonly upTo: number
  },
  ApiError
>

async function readOfPlace(
  db: Kysely<Tables>,
  till: Pick<ParkingTill, 'companyId' | 'place' | 'number'>,
  { kinds, ...asked }: Asked & Kinds,
): Promise<OfPlace> {
  const { version, epoch: current, proof_key: proofKey } = await counterOf(db, till.companyId)
  const mark = markIn(asked.epoch)
  // Whoever has heard nothing yet hears of this epoch now.
  if (asked.after > 0 && epochOf(asked.epoch) !== current)
    return refuse(apiError('EPOCH_OVER', 'epoch'))
  const isElse = asked.after > 0 && mark !== null && mark !== (await madeAt(db, till, asked.after))
  if (asked.after > version || isElse)
    return refuse(apiError('VERSION_AHEAD', 'after', { version: String(version) }))
  const marks = new Map<number, Promise<string>>()
  const told = async (upTo: number) => {
    const made = marks.get(upTo) ?? madeAt(db, till, upTo)
    marks.set(upTo, made)
    return heardIn({ version: upTo, epoch: current, mark: await made, proofKey })
  }
  if (asked.after === version)
    return ok({ version, told, rows: [], stock: [], counted: [], upTo: version })
  const { rows, isAll } = await recordsAfter(db, till.companyId, { ...asked, kinds, upTo: version })
  const heard = isAll ? version : (rows.at(-1)?.version ?? version)
  const { stock, upTo } = await stockAfter(db, till, { ...asked, upTo: heard })
  const counted = await countedAfter(db, till, { after: asked.after, upTo })
  return ok({ version, told, rows, stock, counted, upTo })
}

/**
 * When the version was made, or the one it was made with. A database that was put back and went on
 * made it at another time, for something else.
 */
async function madeAt(
  db: Kysely<Tables>,
  { companyId }: Pick<MovingTill, 'companyId'>,
  version: number,
): Promise<string> {
  const row = await db
    .selectFrom('fleet_marks')
    .select('at_ms')
    .where('company_id', '=', companyId)
    .where('version', '>=', version)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? '' : markOf(row.at_ms)
}

export const versionOf = async (db: Kysely<Tables>, companyId: CompanyId): Promise<number> =>
  (await counterOf(db, companyId)).version

async function counterOf(db: Kysely<Tables>, companyId: CompanyId) {
  const row = await db
    .selectFrom('fleet_counters')
    .select(['version', 'epoch', 'proof_key'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? { version: 0, epoch: '', proof_key: '' }
}

type Row = Pick<FleetRecordRow, 'kind' | 'id' | 'version' | 'is_deleted' | 'fields'>

/** At least one record, however large. */
async function recordsAfter(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { after, upTo, limit, kinds }: Asked & Kinds & { readonly upTo: number },
): Promise<{ readonly rows: readonly Row[]; readonly isAll: boolean }> {
  const rows: Row[] = []
  let [bytes, last] = [0, after]
  let wanted = Math.min(FIRST_ROWS, limit)
  while (wanted > 0) {
    const read = await db
      .selectFrom('fleet_records')
      .select(['kind', 'id', 'version', 'is_deleted', 'fields'])
      .where('company_id', '=', companyId)
      .where('version', '>', last)
      .where('version', '<=', upTo)
      .orderBy('version')
      .limit(wanted)
      .execute()
    for (const row of read) {
      last = row.version
      if (!kinds.includes(row.kind)) continue
      bytes += Buffer.byteLength(row.fields)
      if (bytes > CHANGES_BYTES_MAX && rows.length > 0) return { rows, isAll: false }
      rows.push(row)
    }
    if (read.length < wanted) return { rows, isAll: true }
    const each = bytes / Math.max(1, rows.length)
    const room = each === 0 ? limit : Math.floor((CHANGES_BYTES_MAX - bytes) / each)
    wanted = Math.min(limit - rows.length, Math.max(0, room))
  }
  return { rows, isAll: false }
}

/**
 * Cut before a version of which not all would be told. One record has fewer fields than are told
 * at once.
 */
async function overruledOf(
  db: Kysely<Tables>,
  { companyId, number }: MovingTill,
  { after, upTo, kinds }: Pick<Asked, 'after'> & Kinds & { readonly upTo: number },
): Promise<{ readonly overruled: Overruled[]; readonly upTo: number }> {
  const rows = await db
    .selectFrom('fleet_overruled')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('till_number', '=', number)
    .where('version', '>', after)
    .where('version', '<=', upTo)
    .orderBy('version')
    .limit(CHANGES_MAX + 1)
    .execute()
  const cut = rows[CHANGES_MAX]
  const last = cut === undefined ? upTo : cut.version - 1
  const overruled = rows
    .filter(({ version, kind }) => version <= last && kinds.includes(kind))
    .map(({ version, kind, record_id: id, field, lost, won, by_number: by, at_ms }) => ({
      ...{ version, kind, id, field, by, at_ms },
      lost: JSON.parse(lost) as SharedValue,
      won: JSON.parse(won) as SharedValue,
    }))
  return { overruled, upTo: last }
}

function shown({ kind, id, version, is_deleted, fields }: Row): ChangedRecord {
  return {
    ...{ kind, id, version, is_deleted: is_deleted === 1 },
    fields: JSON.parse(fields) as SharedFields,
  }
}
