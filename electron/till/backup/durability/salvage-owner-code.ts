/** The owner's code on paper over a restore. */
import type Database from 'better-sqlite3'

/**
 * As it is now: one that was used since the backup, or made anew, must not open again from there,
 * nor may wrong ones be forgotten. One that cannot be read any more is the backup's.
 */
export function carryOwnerCode(damaged: Database.Database, into: Database.Database): void {
  const present = damaged
    .prepare<[], Readonly<Record<string, unknown>>>(`SELECT id, hash, salt, cost, made_at_ms,
      failed_count, locked_until_ms FROM owner_code`)
    .all()
  into
    .transaction(() => {
      into.prepare('DELETE FROM owner_code').run()
      for (const row of present)
        into.prepare('INSERT INTO owner_code VALUES (?, ?, ?, ?, ?, ?, ?)').run(Object.values(row))
    })
    .immediate()
}
