/**
 * Seals what may change. A connection with a seal watches its guarded tables itself, through
 * triggers that stand in no file: whichever part of the till writes to one, the transaction ends
 * with the digests of what it has left, as one link of the chain. Outside a transaction such a
 * write is refused, so that none can go without.
 */
import type Database from 'better-sqlite3'
import type { GuardedKind } from '#shared/staff/views.ts'
import { watchedCommits } from '../kernel/watch-commits.ts'
import type { Clock } from '../kernel/ports.ts'
import { putTablesRight } from './put-tables-right.ts'
import { createGuardedRows, type GuardedRows } from './guarded-rows.ts'
import {
  GUARDED_TABLES,
  refOf,
  SCHEMA_SUBJECT,
  textOf,
  type GuardedTable,
} from './guarded-tables.ts'

interface States {
  /**
   * All that is there, as it is. Where one digest of before still fits, they are of this key and
   * of these columns, and what fits none is marked; else nothing can be compared.
   */
  takeAll(begun: { readonly isFirst: boolean; readonly werePutRight: boolean }): void
  /** Only what is not as it was sealed; answers how many. */
  takeChanged(): number
  /**
   * The tables themselves, put right first: since the last opening somebody may have put a trigger
   * in. Before anything else is written.
   */
  takeSchema(): void
}

interface StatesPorts {
  /** What makes a database of this till, in order. */
  readonly tables: readonly string[]
  readonly db: Database.Database
  readonly key: Buffer
  readonly clock: Clock
  /** Makes a change a link of the chain, in the same transaction. */
  readonly link: (changeSeq: number | bigint) => void
}

/** What a transaction found before it changed it; null: it was not there. */
type Found = Map<GuardedKind, Map<string, string | null>>

interface Digest {
  readonly kind: GuardedKind
  readonly ref: string
  readonly digest: string | null
  readonly wasForeign: boolean
}

/** `change`: a command; the others take what is there though no command has just left it. */
type ChangeReason = 'change' | 'first' | 'anew' | 'found' | 'later'

const NO_SCHEMA = { ref: '', text: '' }
/** All rows of one kind: what the walk of a check does in pieces, a writer does at once. */
const EVERY_ROW = -1

/** From here on every transaction of this connection seals what it changes. */
export function watchStates({ db, key, clock, link, tables }: StatesPorts): States {
  const rows = createGuardedRows(db, key)
  const write = createWrite(db, clock, link)
  const commits = watchedCommits(db)
  const found: Found = new Map()
  const schemaVersion = db
    .prepare<[], number>('SELECT schema_version FROM pragma_schema_version')
    .pluck()
  let knownSchema = schemaVersion.get()
  db.function('till_guarded', (kind: GuardedKind, ref: string, before: string | null) => {
    if (!commits.isInside()) throw new Error(`${kind} changes outside a transaction`)
    const ofKind = found.get(kind) ?? new Map<string, string | null>()
    if (!ofKind.has(ref)) ofKind.set(ref, before)
    found.set(kind, ofKind)
    return null
  })
  for (const table of GUARDED_TABLES) for (const sql of triggersOf(table)) db.exec(sql)
  const schema = () => {
    const [{ ref, text } = NO_SCHEMA] = rows.after(SCHEMA_SUBJECT.kind, null, EVERY_ROW)
    return { ref, digest: rows.digest(SCHEMA_SUBJECT.kind, ref, text) }
  }
  const takeSchema = () => {
    const { ref, digest } = schema()
    const before = rows.lastDigest(SCHEMA_SUBJECT.kind, ref)
    if (before !== digest) {
      const wasForeign = putTablesRight(db, tables) || before !== undefined
      write('change', [{ kind: SCHEMA_SUBJECT.kind, ...schema(), wasForeign }])
    }
    knownSchema = schemaVersion.get()
  }
  commits.beforeCommit({
    settle() {
      if (found.size === 0) return
      if (schemaVersion.get() !== knownSchema) takeSchema()
      write('change', settled(rows, found))
      found.clear()
    },
    undone: () => found.clear(),
  })
  return {
    takeSchema,
    takeAll({ isFirst, werePutRight }) {
      const all = present(rows)
      const isCompared = !isFirst && all.some(({ wasForeign }) => !wasForeign)
      const marked = all.map((each) => ({
        ...each,
        wasForeign:
          (isCompared && each.wasForeign) || (werePutRight && each.kind === SCHEMA_SUBJECT.kind),
      }))
      write(isFirst ? 'first' : isCompared ? 'found' : 'anew', marked)
    },
    takeChanged() {
      const changed = present(rows).filter(({ wasForeign }) => wasForeign)
      write('later', changed)
      return changed.length
    },
  }
}

function createWrite(db: Database.Database, clock: Clock, link: StatesPorts['link']) {
  const change = db.prepare('INSERT INTO sealed_change (at_ms, reason) VALUES (?, ?)')
  const put = db.prepare(`INSERT INTO sealed_digest (kind, ref, change_seq, digest, was_foreign)
    VALUES (?, ?, ?, ?, ?)`)
  return (reason: ChangeReason, digests: readonly Digest[]): void => {
    if (digests.length === 0) return
    const seq = change.run(clock.now(), reason).lastInsertRowid
    for (const { kind, ref, digest, wasForeign } of digests)
      put.run(kind, ref, seq, digest, Number(wasForeign))
    link(seq)
  }
}

/** What a transaction has left, but for what is as it was. */
function settled(rows: GuardedRows, found: Found): Digest[] {
  const digests: Digest[] = []
  for (const [kind, subjects] of found)
    for (const [own, before] of subjects) {
      const ref = rows.sealedRef(kind, own)
      const now = rows.read(kind, own)
      const digestOf = (text: string | null) =>
        text === null ? null : rows.digest(kind, ref, text)
      const last = rows.lastDigest(kind, ref) ?? null
      const wasForeign = digestOf(before) !== last
      const digest = digestOf(now)
      if (wasForeign || digest !== last) digests.push({ kind, ref, digest, wasForeign })
    }
  return digests
}

/** Everything, and what is gone: foreign is what was last sealed otherwise. */
function present(rows: GuardedRows): Digest[] {
  const there = rows.kinds.flatMap((kind) =>
    rows.after(kind, null, EVERY_ROW).map(({ ref: own, text }) => {
      const ref = rows.sealedRef(kind, own)
      const digest = rows.digest(kind, ref, text)
      return { kind, ref, digest, wasForeign: rows.lastDigest(kind, ref) !== digest }
    }),
  )
  const known = new Set(there.map(({ kind, ref }) => JSON.stringify([kind, ref])))
  const gone = rows
    .sealedAfter(null, EVERY_ROW)
    .filter(({ kind, ref }) => kind !== 'schema' && !known.has(JSON.stringify([kind, ref])))
    .filter(({ kind, ref }) => (rows.lastDigest(kind, ref) ?? null) !== null)
    .map(({ kind, ref }) => ({ kind, ref, digest: null, wasForeign: true }))
  return [...there, ...gone]
}

/** Of this connection alone: nobody finds them in the file, or takes them out of it. */
function triggersOf(spec: GuardedTable): string[] {
  const { kind, table, key, columns, only = () => '1' } = spec
  const tell = (row: string, before: string) =>
    `SELECT till_guarded('${kind}', ${refOf(spec, row)}, ${before});`
  const isMoved = key.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')
  return [
    `CREATE TEMP TRIGGER IF NOT EXISTS guarded_${table}_put AFTER INSERT ON main.${table} WHEN ${only('new.')}
      BEGIN ${tell('new.', 'NULL')} END`,
    `CREATE TEMP TRIGGER IF NOT EXISTS guarded_${table}_gone AFTER DELETE ON main.${table} WHEN ${only('old.')}
      BEGIN ${tell('old.', textOf(spec, 'old.'))} END`,
    `CREATE TEMP TRIGGER IF NOT EXISTS guarded_${table}_changed AFTER UPDATE OF ${[...key, ...columns].join(', ')}
      ON main.${table} WHEN ${only('old.')} OR ${only('new.')}
      BEGIN ${tell('old.', textOf(spec, 'old.'))} END`,
    `CREATE TEMP TRIGGER IF NOT EXISTS guarded_${table}_moved AFTER UPDATE OF ${key.join(', ')} ON main.${table}
      WHEN ${isMoved} BEGIN ${tell('new.', 'NULL')} END`,
  ]
}
