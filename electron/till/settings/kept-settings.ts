/** The settings on disk: one row, read once, and written with its line in the journal. */
import { parseJson } from '#shared/issuing/answer-body.ts'
import { brokenSentence, DatabaseRefused, type TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import { storedSettings, type StoredSettings } from './stored-settings.ts'

export interface KeptSettings {
  read(): StoredSettings
  /** `changed` names the fields; `note` is written in the same transaction. */
  store(next: StoredSettings, changed: readonly string[], note: () => void): void
  /** The row was changed by another hand: another till's. */
  reread(): void
}

export function openKeptSettings(db: TillDatabase, journal: Journal): KeptSettings {
  const select = db.prepare<[], { value: string }>(
    "SELECT value_json AS value FROM setting WHERE key = 'till'",
  )
  const upsert = db.prepare(`INSERT INTO setting (key, value_json) VALUES ('till', ?)
    ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json`)
  const stored = () => readable(select.get()?.value ?? '{}', db)
  let current = stored()
  return {
    reread: () => void (current = stored()),
    read: () => current,
    store(next, changed, note) {
      db.transaction(() => {
        upsert.run(JSON.stringify(next))
        journal.append('settings', null, { changed })
        note()
      }).immediate()
      current = next
      journal.publish()
    },
  }
}

/** A shop that cannot be read is no new one: its data are damaged, and a backup helps. */
function readable(text: string, db: TillDatabase): StoredSettings {
  const { data } = storedSettings.safeParse(parseJson(text))
  if (data !== undefined) return data
  throw new DatabaseRefused('DATABASE_BROKEN', brokenSentence(db.name, 'ajustes'))
}
