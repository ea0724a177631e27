/**
 * Is a till's database whole? SQLite's own check sees broken pages; the hashes see contents that
 * changed by themselves.
 */
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { PART, RECEIPT_PART } from '../sold/sale-parts.ts'

/** What is counted in a backup and again in its copy. */
const COUNTED_TABLES = [
  'sale',
  'sale_line',
  'sale_payment',
  'receipt',
  'attempt',
  'print_job',
  'product',
  'journal',
] as const
export type RowCounts = Readonly<Record<(typeof COUNTED_TABLES)[number], number>>

interface Examination {
  /** One short line each; empty = whole. */
  readonly faults: readonly string[]
  /** Null when the tables cannot be read. */
  readonly counts: RowCounts | null
}

/**
 * Newest receipts whose stored document is hashed at each start: what may still have to be sent.
 */
const BODIES_CHECKED = 200

/** What keeps a database from being opened, shortly; null when it is whole. Reads only. */
export function faultAtOpening(db: Database.Database): string | null {
  const check = String(db.pragma('quick_check(1)', { simple: true }))
  if (check !== 'ok') return check
  // SQLite does not see a byte that changed inside a value; a changed document must not be sent.
  const [changed] =
    Number(db.pragma('user_version', { simple: true })) === 0
      ? []
      : changedBodies(db, BODIES_CHECKED)
  return changed === undefined ? null : `boleta ${changed} alterada`
}

/** `bodies` = how many receipt bodies to hash, newest first. Reads only. */
export function examine(db: Database.Database, bodies: number): Examination {
  try {
    const check = db.pragma('quick_check(5)') as { quick_check: string }[]
    const broken = check.map((row) => row.quick_check).filter((line) => line !== 'ok')
    const orphans = broken.length > 0 ? [] : (db.pragma('foreign_key_check') as { table: string }[])
    return {
      faults: [
        ...broken,
        ...orphans.slice(0, 5).map(({ table }) => `${table}: a reference leads nowhere`),
        ...(broken.length > 0
          ? []
          : changedBodies(db, bodies).map(
              (saleId) => `receipt ${saleId}: its body is not the one stored`,
            )),
      ],
      counts: broken.length > 0 ? null : countRows(db),
    }
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return { faults: [`${error.code}: ${error.message}`], counts: null }
  }
}

/**
 * Receipts whose stored document no longer has the hash it was stored with, among the newest
 * `limit`.
 */
export function changedBodies(db: Database.Database, limit: number): string[] {
  const rows = db.prepare<[number], { saleId: string; body: Buffer; sha256: string }>(
    'SELECT sale_id AS saleId, body, body_sha256 AS sha256 FROM receipt ORDER BY seq DESC LIMIT ?',
  )
  const changed: string[] = []
  for (const row of rows.iterate(limit)) {
    if (createHash('sha256').update(row.body).digest('hex') !== row.sha256) changed.push(row.saleId)
  }
  return changed
}

/**
 * Documents that say another sum or kind than the sealed sale they are of. Their hash stands beside
 * them: whoever writes a smaller one into what still has to be sent writes both.
 */
export function otherDocuments(db: Database.Database): string[] {
  const others = db.prepare<[], { readonly saleId: string }>(
    `SELECT r.sale_id AS saleId, iif(json_valid(CAST(r.body AS TEXT)), CAST(r.body AS TEXT), '{}') AS said
    FROM receipt r JOIN sale s ON s.id = r.sale_id ${RECEIPT_PART}
    WHERE said ->> '$.totals.total' IS NOT ${PART.totalClp}
      OR said ->> '$.invoice_type' IS NOT ${PART.documentType} ORDER BY r.seq`,
  )
  return others.all().map(({ saleId }) => `receipt ${saleId}: it says other than its sale`)
}

/**
 * Indexes that say of a row what the row does not: bread found under the code of a ticket. The
 * quick check reads none of them, and to read all would take minutes of a shop of years.
 */
export function falseIndexes(db: Database.Database, tables: readonly string[]): string[] {
  return tables.flatMap((table) => {
    const rows = db.pragma(`integrity_check(${table})`) as { integrity_check: string }[]
    return rows
      .map(({ integrity_check: line }) => line)
      .filter((line) => line !== 'ok')
      .map((line) => `${table}: ${line}`)
  })
}

function countRows(db: Database.Database): RowCounts {
  const count = (table: string) =>
    db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  return Object.fromEntries(COUNTED_TABLES.map((table) => [table, count(table)])) as RowCounts
}
