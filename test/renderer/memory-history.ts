/** The settings of the counter in memory as they are saved, and what its log knows of them. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { SettingsView } from '#shared/bridge/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { ok } from '#shared/core/result.ts'
import { changedFields } from '#shared/settings/changed-fields.ts'
import type { SettingChange } from '#shared/settings/history.ts'

export function createMemoryHistory(defaults: SettingsView, now: () => number) {
  const changes: SettingChange[] = []
  const api: Pick<TillApi, 'settingsHistory'> = {
    settingsHistory: () => ok({ changes: changes.toReversed(), defaults }),
  }
  return {
    api,
    /** The settings with the change in them, which is written down. */
    save(before: SettingsView, change: Parameters<TillApi['saveSettings']>[0]): SettingsView {
      const { apiKey, ...input } = change
      for (const { what, from } of changedFields({ ...before }, input))
        changes.push({ what, from, at: now() as EpochMs, staffName: 'Paula', approverName: null })
      const given = Object.fromEntries(
        Object.entries(input).filter(([, value]) => value !== undefined),
      )
      return { ...before, ...given, ...(apiKey == null ? {} : { apiKeyTail: apiKey.slice(-4) }) }
    },
  }
}
