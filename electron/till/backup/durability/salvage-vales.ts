/**
 * Vales that were voided after the backup stay so. What one was given for and has paid stands in
 * the sales, which are carried over with it.
 */
import type Database from 'better-sqlite3'

export function carryVoidedVales(damaged: Database.Database, into: Database.Database): void {
  const voided = damaged
    .prepare<[], { number: number; code: string; atMs: number; reason: string }>(
      `SELECT w.number, v.code, w.at_ms AS atMs, w.reason
      FROM vale_void w JOIN vale v ON v.number = w.number`,
    )
    .all()
  const put = into.prepare(`INSERT OR IGNORE INTO vale_void (number, at_ms, reason)
    SELECT number, ?, ? FROM vale WHERE code = ?`)
  into
    .transaction(() => {
      for (const { code, atMs, reason } of voided) put.run(atMs, reason, code)
    })
    .immediate()
}
