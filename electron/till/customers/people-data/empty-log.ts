import type { TillDatabase } from '../../kernel/database.ts'

/**
 * Empties the write-ahead log, which still holds pages as they were. A backup that is being made
 * keeps it for a moment; the daily run empties it again.
 */
export function emptyLog(db: TillDatabase): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
}
