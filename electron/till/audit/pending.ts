/**
 * What a new epoch has still to seal: the rows that were there when it began, taken in slices while
 * the till sells. It stands in the head of the chain and under its proof, and each slice takes the
 * rows in the order of writing, so that a row put in behind it is never taken for one that waits.
 */
import type Database from 'better-sqlite3'
import { z } from 'zod'
import { SEALED_KINDS, type SealedKind, type SealedRows } from './sealed-rows.ts'

/** Numbers of rows: those above the first, up to the second, wait. */
interface Waiting {
  readonly after: number
  readonly until: number
}
type Pending = Readonly<Record<SealedKind, Waiting>>

const waiting = z.object({ after: z.int(), until: z.int() })
const schema = z.object({ audit: waiting, sale: waiting, close: waiting, state: waiting })
const NONE: Waiting = { after: 0, until: 0 }
const NOTHING_PENDING: Pending = { audit: NONE, sale: NONE, close: NONE, state: NONE }

/** Nothing waits where nothing is said, or where it cannot be read: its rows are then a fault. */
export function readPending(json: string | null): Pending {
  if (json === null) return NOTHING_PENDING
  try {
    return schema.catch(NOTHING_PENDING).parse(JSON.parse(json))
  } catch {
    return NOTHING_PENDING
  }
}

/** Null when nothing waits. */
export function pendingText(pending: Pending): string | null {
  return isNothing(pending) ? null : JSON.stringify(pending)
}

function isNothing(pending: Pending): boolean {
  return SEALED_KINDS.every((kind) => pending[kind].after >= pending[kind].until)
}

/** Everything that is there now. */
export function allPending(rows: SealedRows): Pending {
  return {
    audit: rows.bounds('audit'),
    sale: rows.bounds('sale'),
    close: rows.bounds('close'),
    state: rows.bounds('state'),
  }
}

/** The next rows to seal, and what waits after them; null when nothing does. */
export function nextPiece(
  rows: SealedRows,
  pending: Pending,
  most: number,
): { readonly kind: SealedKind; readonly refs: readonly string[]; readonly rest: Pending } | null {
  const kind = SEALED_KINDS.find((each) => pending[each].after < pending[each].until)
  if (kind === undefined) return null
  const { until } = pending[kind]
  const found = rows.between(kind, pending[kind], most)
  // Fewer than asked for: up to the end there are no more.
  const after = found.length < most ? until : (found.at(-1)?.row ?? until)
  return { kind, refs: found.map(({ ref }) => ref), rest: { ...pending, [kind]: { after, until } } }
}

/** How many rows of the log, sales and shifts wait. */
export function countPending(db: Database.Database, rows: SealedRows): number {
  const pending = pendingIn(db)
  return SEALED_KINDS.filter((kind) => kind !== 'state').reduce(
    (sum, kind) => sum + rows.count(kind, pending[kind]),
    0,
  )
}

/** As the head says it, also of a database from before there was such a word. */
export function pendingIn(db: Database.Database): Pending {
  const head = db.prepare<[], { pending_json?: string | null }>('SELECT * FROM chain_head').get()
  return readPending(head?.pending_json ?? null)
}
