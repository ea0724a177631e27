/**
 * Compares what may change with the digests it was last sealed with: what stands there otherwise,
 * what nobody sealed, what is gone, and what the till once found otherwise. The chain vouches for
 * the digests. Reads only.
 */
import type Database from 'better-sqlite3'
import type { GuardedKind, StateFaultCode } from '#shared/staff/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { createGuardedRows, type GuardedRows, type Subject } from './guarded-rows.ts'

export interface StateFault {
  readonly code: StateFaultCode
  readonly kind: GuardedKind
  /** As the seal names it. */
  readonly ref: string
  /** The key of the row that stands there; null when none does. */
  readonly own: string | null
  /** When the till last left it, or found it otherwise; null when it never did. */
  readonly at: EpochMs | null
}

/** Read at a time; between two pieces a till may serve. */
const PIECE_ROWS = 250

/** Yields now and then. */
export function* walkStates(db: Database.Database, key: Buffer): Generator<void, StateFault[]> {
  const rows = createGuardedRows(db, key)
  const changes = db.prepare<[], number | null>('SELECT max(seq) FROM sealed_change').pluck()
  const before = changes.get()
  const faults = yield* compareAll(rows)
  // What was saved meanwhile may have been seen on one side only: then once more, without a pause.
  const again = faults.length > 0 && changes.get() !== before
  return [...(again ? drain(compareAll(rows)) : faults), ...onceForeign(db)]
}

function* compareAll(rows: GuardedRows): Generator<void, StateFault[]> {
  const seen = new Set<string>()
  return [...(yield* compareRows(rows, seen)), ...(yield* compareSealed(rows, seen))]
}

/** What stands there and was sealed otherwise, or never. */
function* compareRows(rows: GuardedRows, seen: Set<string>): Generator<void, StateFault[]> {
  const faults: StateFault[] = []
  for (const kind of rows.kinds) {
    for (let after: string | null = null; ; ) {
      const piece = rows.after(kind, after, PIECE_ROWS)
      for (const { ref: own, text } of piece) {
        const ref = rows.sealedRef(kind, own)
        seen.add(JSON.stringify([kind, ref]))
        const last = rows.last(kind, ref)
        if (last?.digest !== rows.digest(kind, ref, text))
          faults.push({
            code: last?.digest == null ? 'STATE_ADDED' : 'STATE_CHANGED',
            kind,
            ref,
            own,
            at: last?.at ?? null,
          })
      }
      after = piece.at(-1)?.ref ?? null
      if (piece.length < PIECE_ROWS) break
      yield
    }
  }
  return faults
}

/** What was sealed and stands there no more. */
function* compareSealed(
  rows: GuardedRows,
  seen: ReadonlySet<string>,
): Generator<void, StateFault[]> {
  const faults: StateFault[] = []
  for (let subject: Subject | null = null; ; ) {
    const piece: Subject[] = rows.sealedAfter(subject, PIECE_ROWS)
    for (const { kind, ref } of piece) {
      // Of an earlier schema nothing is left; it was no row that somebody took away.
      if (kind === 'schema' || seen.has(JSON.stringify([kind, ref]))) continue
      const last = rows.last(kind, ref)
      if (last !== undefined && last.digest !== null)
        faults.push({ code: 'STATE_MISSING', kind, ref, own: null, at: last.at })
    }
    subject = piece.at(-1) ?? null
    if (piece.length < PIECE_ROWS) return faults
    yield
  }
}

/** What the till itself wrote over since: what it then saw had come from elsewhere. */
function onceForeign(db: Database.Database): StateFault[] {
  return foreignRows(db, ['change']).map((row) => ({ code: 'STATE_WAS_CHANGED', ...row }))
}

/** What was taken as it was, when the seal began or went on without its key. */
export const TAKEN = ['first', 'anew', 'found', 'later'] as const

/** What was not as it had been left, and was sealed all the same. */
export function foreignRows(
  db: Database.Database,
  reasons: readonly ('change' | (typeof TAKEN)[number])[],
): Omit<StateFault, 'code'>[] {
  return db
    .prepare<[string], { kind: GuardedKind; ref: string; at: EpochMs }>(
      `SELECT d.kind, d.ref, c.at_ms AS at
      FROM sealed_digest d JOIN sealed_change c ON c.seq = d.change_seq
      WHERE d.was_foreign = 1 AND c.reason IN (SELECT value FROM json_each(?)) ORDER BY c.seq, d.kind, d.ref`,
    )
    .all(JSON.stringify(reasons))
    .map((row) => ({ ...row, own: row.ref }))
}

function drain<Value>(steps: Generator<void, Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
