import { parseJson } from '#shared/issuing/answer-body.ts'
import type Database from 'better-sqlite3'

export interface StoredSetting {
  /** As it was kept; null when it never was, or what stands there is no JSON any more. */
  read(): unknown
  keep(value: unknown): void
}

/** One row of the settings, under a key of its own. */
export function storedSetting(db: Database.Database, key: string): StoredSetting {
  const select = db
    .prepare<[string], string>('SELECT value_json FROM setting WHERE key = ?')
    .pluck()
  const upsert = db.prepare(`INSERT INTO setting (key, value_json) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json`)
  return {
    read() {
      const json = select.get(key)
      // Most are never kept, and each command asks for some: what is no JSON throws inside.
      return json === undefined ? null : (parseJson(json) ?? null)
    },
    keep: (value) => void upsert.run(key, JSON.stringify(value)),
  }
}
