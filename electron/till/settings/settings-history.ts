/** When each setting was changed last, by whom, and what it was: read from the log. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { ok } from '#shared/core/result.ts'
import type { Defaults, SettingChange } from '#shared/settings/history.ts'
import { SETTINGS, settingsThat } from '#shared/settings/rows.ts'
import { methodsUnder, type Emission } from '#shared/selling/payment/emission.ts'
import type { TillDatabase } from '../kernel/database.ts'

/** Fields that are told of: the program has fewer. */
const FIELDS_MAX = 300

/**
 * Of what came since. The other columns are those of the row with the highest number: SQLite's rule
 * beside max(). All rows count: whoever may change the colours could push the rest out of a limit.
 */
export const LAST_OF_EACH = `
  SELECT json_extract(detail_json, '$.what') AS what,
    coalesce(json_extract(detail_json, '$.from'), '') AS "from",
    max(seq) AS seq, at_ms AS at, staff_name AS staffName, approver_name AS approverName
  FROM audit INDEXED BY audit_settings
  WHERE action = 'settings-changed' AND seq > ?
    AND json_valid(detail_json) AND json_type(detail_json, '$.what') = 'text'
  GROUP BY what ORDER BY seq`

type Found = SettingChange & { readonly seq: number }

/** Of the log it tells only what has changed settings; who asks may change them. */
export function createSettingsHistory(
  db: TillDatabase,
  emission: () => Emission | null,
): Pick<TillApi, 'settingsHistory'> {
  const lastOfEach = db.prepare<[number], Found>(LAST_OF_EACH)
  /** The newest last. Rows are only ever added, so what was read once stays. */
  const known = new Map<string, SettingChange>()
  let through = 0
  return {
    settingsHistory() {
      for (const { seq, from, ...change } of lastOfEach.all(through)) {
        known.delete(change.what)
        known.set(change.what, { ...change, from: String(from) })
        through = seq
      }
      const changes = [...known.values()].reverse().slice(0, FIELDS_MAX)
      return ok({ changes, defaults: firstSettings(emission()) })
    },
  }
}

/** The first methods of payment follow the model of today: put back, no sale counts twice. */
function firstSettings(emission: Emission | null): Defaults {
  const first = settingsThat('putsBack').map((name) => [name, SETTINGS[name].first] as const)
  return {
    ...Object.fromEntries(first),
    paymentMethods: methodsUnder(emission?.model, SETTINGS.paymentMethods.first),
  }
}
