/** When each setting was changed last, by whom, and what it was: read from the log. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { ok } from '#shared/core/result.ts'
import { FIELDS_WITH_DEFAULT, type Defaults, type SettingChange } from '#shared/settings/history.ts'
import type { TillDatabase } from '../db/open-database.ts'
import { storedSettings } from './stored-settings.ts'

/** Rows of the log that are looked through, newest first, and fields that are told of. */
const ROWS_MAX = 5_000
const FIELDS_MAX = 300

/** The other columns are those of the row with the highest number: SQLite's rule beside max(). */
export const LAST_OF_EACH = `
  SELECT json_extract(detail_json, '$.what') AS what,
    coalesce(json_extract(detail_json, '$.from'), '') AS "from",
    max(seq) AS seq, at_ms AS at, staff_name AS staffName, approver_name AS approverName
  FROM (SELECT * FROM audit WHERE action = 'settings-changed' ORDER BY seq DESC LIMIT ${ROWS_MAX})
  WHERE json_valid(detail_json) AND json_type(detail_json, '$.what') = 'text'
  GROUP BY what ORDER BY seq DESC LIMIT ${FIELDS_MAX}`

/** Of the log it tells only what has changed settings; who asks may change them. */
export function createSettingsHistory(db: TillDatabase): Pick<TillApi, 'settingsHistory'> {
  const lastOfEach = db.prepare<[], SettingChange & { readonly seq: number }>(LAST_OF_EACH)
  return {
    settingsHistory: () =>
      ok({
        changes: lastOfEach
          .all()
          .map(({ seq: _, from, ...change }) => ({ ...change, from: String(from) })),
        defaults: firstSettings(),
      }),
  }
}

function firstSettings(): Defaults {
  const first = storedSettings.parse({})
  return Object.fromEntries(FIELDS_WITH_DEFAULT.map((field) => [field, first[field]])) as never
}
