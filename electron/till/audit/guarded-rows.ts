/** The guarded rows as they stand, their digests, and the digest each was last sealed with. */
import { createHmac, hash } from 'node:crypto'
import type Database from 'better-sqlite3'
import type { GuardedKind } from '#shared/staff/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import {
  GUARDED_TABLES,
  refOf,
  SCHEMA_SUBJECT,
  textOf,
  type GuardedTable,
} from './guarded-tables.ts'

/** A row as it stands. `ref` is its key as it is, `text` all that is guarded of it. */
interface GuardedRow {
  readonly ref: string
  readonly text: string
}

interface Sealed {
  /** Null: the till had taken it away. */
  readonly digest: string | null
  readonly at: EpochMs
}

export interface GuardedRows {
  readonly kinds: readonly GuardedKind[]
  /** Null when it is not there. */
  read(kind: GuardedKind, ref: string): string | null
  /** In the order of their keys, those after `after`; all of them for null. */
  after(kind: GuardedKind, after: string | null, most: number): GuardedRow[]
  /** As the seal names it: the key of a person is in no word of it. */
  sealedRef(kind: GuardedKind, ref: string): string
  digest(kind: GuardedKind, sealedRef: string, text: string): string
  /** Undefined when it was never sealed. */
  last(kind: GuardedKind, sealedRef: string): Sealed | undefined
  /** The same without when. */
  lastDigest(kind: GuardedKind, sealedRef: string): string | null | undefined
  /** What was sealed last of each subject that is not gone, after one of them. */
  sealedAfter(subject: Subject | null, most: number): Subject[]
}

/** As the seal names it. */
export interface Subject {
  readonly kind: GuardedKind
  readonly ref: string
}

/** 144 bits in letters. */
const DIGEST_CHARS = 24

/**
 * An HMAC of two keys, each a block long: `createHmac` takes ten times as long, which a list of
 * thousands of products would feel.
 */
function keyedHash(key: Buffer): (parts: readonly string[]) => string {
  const keyFor = (use: string) => createHmac('sha256', key).update(use).digest('hex')
  const [inner, outer] = [keyFor('states, inner'), keyFor('states, outer')]
  return (parts) =>
    hash('sha256', outer + hash('sha256', inner + JSON.stringify(parts)), 'base64url').slice(
      0,
      DIGEST_CHARS,
    )
}

export function createGuardedRows(db: Database.Database, key: Buffer): GuardedRows {
  const hmac = keyedHash(key)
  const readers = readersOf(db)
  // An orphan is no seal: what counts hangs on a change, which is a link of the chain.
  const lastOf = (columns: string) => `SELECT ${columns}
    FROM sealed_digest d CROSS JOIN sealed_change c ON c.seq = d.change_seq
    WHERE d.kind = ? AND d.ref = ? ORDER BY d.change_seq DESC LIMIT 1`
  const last = db.prepare<[string, string], Sealed>(lastOf('d.digest, c.at_ms AS at'))
  const lastDigest = db.prepare<[string, string], string | null>(lastOf('d.digest')).pluck()
  const sealed = db.prepare<[string, string, number], Subject>(`SELECT DISTINCT d.kind, d.ref
    FROM sealed_digest d WHERE (d.kind, d.ref) > (?, ?) ORDER BY d.kind, d.ref LIMIT ?`)
  return {
    kinds: [...readers.keys()],
    read: (kind, ref) => readers.get(kind)?.read(ref) ?? null,
    after: (kind, after, most) => readers.get(kind)?.after(after, most) ?? [],
    sealedRef: (kind, ref) =>
      readers.get(kind)?.isPersonal === true ? hmac(['ref', kind, ref]) : ref,
    digest: (kind, ref, text) => hmac(['row', kind, ref, text]),
    last: (kind, ref) => last.get(kind, ref),
    lastDigest: (kind, ref) => lastDigest.get(kind, ref),
    sealedAfter: (subject, most) => sealed.all(subject?.kind ?? '', subject?.ref ?? '', most),
  }
}

interface Asked {
  readonly ref: string | null
  readonly most: number
}

interface Reader {
  readonly isPersonal: boolean
  read(ref: string): string | null
  after(ref: string | null, most: number): GuardedRow[]
}

function readersOf(db: Database.Database): ReadonlyMap<GuardedKind, Reader> {
  const readers = new Map<GuardedKind, Reader>()
  for (const each of GUARDED_TABLES) readers.set(each.kind, tableReader(db, each))
  readers.set(SCHEMA_SUBJECT.kind, schemaReader(db))
  return readers
}

function tableReader(db: Database.Database, spec: GuardedTable): Reader {
  const { table, key, only, isPersonal = false } = spec
  const asked = key.map((_, at) => (key.length === 1 ? '@ref' : `json_extract(@ref, '$[${at}]')`))
  const where = key.map((column, at) => `${column} = ${asked[at]}`).join(' AND ')
  const guarded = only === undefined ? '' : ` AND ${only('')}`
  const rows = (condition: string) =>
    `SELECT ${refOf(spec)} AS ref, ${textOf(spec)} AS text FROM ${table}
    WHERE ${condition}${guarded} ORDER BY ${key.join(', ')} LIMIT @most`
  const read = db
    .prepare<[{ ref: string }], string | null>(
      `SELECT ${textOf(spec)} FROM ${table} WHERE ${where}`,
    )
    .pluck()
  const first = db.prepare<[Asked], GuardedRow>(rows('@ref IS NULL'))
  const next = db.prepare<[Asked], GuardedRow>(rows(`(${key.join(', ')}) > (${asked.join(', ')})`))
  return {
    isPersonal,
    read: (ref) => read.get({ ref }) ?? null,
    after: (ref, most) => (ref === null ? first : next).all({ ref, most }),
  }
}

function schemaReader(db: Database.Database): Reader {
  const row = db.prepare<[], GuardedRow>(
    `SELECT ${SCHEMA_SUBJECT.ref} AS ref, (${SCHEMA_SUBJECT.text}) AS text`,
  )
  const all = () => row.all()
  return {
    isPersonal: false,
    // Of an earlier schema nothing stands any more.
    read: (ref) => all().find((each) => each.ref === ref)?.text ?? null,
    after: (ref) => (ref === null ? all() : []),
  }
}
