/** Settings of the shop, as they lie in this till's one row of settings. */
import { parseJson } from '#shared/issuing/answer-body.ts'
import { changedFields, type ChangedField } from '#shared/settings/changed-fields.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { SHOP_SETTINGS, shopValue, withShopValue } from '../settings/shop-settings.ts'
import { storedSettings } from '../settings/stored-settings.ts'
import type { KindRows } from './kind-rows.ts'

export interface SettingRowParts {
  /** Ways to pay that this till cannot be without. */
  readonly heldMethods: () => readonly string[]
  /** In the transaction of what it tells. */
  readonly noteSetting: (changed: ChangedField) => void
}

export function settingRows(db: TillDatabase, parts: SettingRowParts): KindRows {
  const select = db.prepare<[], string>("SELECT value_json FROM setting WHERE key = 'till'").pluck()
  const update = db.prepare("UPDATE setting SET value_json = ? WHERE key = 'till'")
  const stored = () => storedSettings.parse(parseJson(select.get() ?? '{}'))
  return {
    read(id) {
      const value = shopValue(stored(), id)
      return value === null ? null : { value }
    },
    write(id, { value }) {
      const before = stored()
      const next = withShopValue(before, id, parseJson(String(value)), parts.heldMethods())
      // What nobody could have typed here.
      if (next === null) return
      update.run(JSON.stringify(next))
      for (const changed of changedFields(before, next)) parts.noteSetting(changed)
    },
    // Nothing takes a setting away.
    remove: () => undefined,
    ids: () => SHOP_SETTINGS.filter((id) => shopValue(stored(), id) !== null),
  }
}
