/** The settings of the counter in memory as they are saved, and what its log knows of them. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { SettingsView } from '#shared/settings/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { ok, type Result } from '#shared/core/result.ts'
import { changedFields } from '#shared/settings/changed-fields.ts'
import type { SettingChange } from '#shared/settings/history.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { checkSettings, type SettingsChange } from '#till/settings/check-settings.ts'
import { followEmission } from '#till/settings/emission-change.ts'

export function createMemoryHistory(defaults: SettingsView, now: () => number) {
  const changes: SettingChange[] = []
  const api: Pick<TillApi, 'settingsHistory'> = {
    settingsHistory: () => ok({ changes: changes.toReversed(), defaults }),
  }
  return {
    api,
    /** The settings with the change in them, which is written down. */
    save(
      before: SettingsView,
      change: SettingsChange,
      printers: readonly PrinterConfig[],
    ): Result<SettingsView, Refusal> {
      const checked = checkSettings(change, printers)
      if (!checked.ok) return checked
      const today = santiagoDate(now() as EpochMs)
      const followed = followEmission(checked.value, change, before, today)
      if (!followed.ok) return followed
      const { paymentMethods = change.paymentMethods, emission } = followed.value
      const { apiKey, emissionModel: _, ...asked } = change
      const input = { ...asked, paymentMethods, emission }
      for (const { what, from } of changedFields({ ...before }, input))
        changes.push({ what, from, at: now() as EpochMs, staffName: 'Paula', approverName: null })
      const given = Object.fromEntries(
        Object.entries(input).filter(([, value]) => value !== undefined),
      )
      return ok({
        ...before,
        ...given,
        ...(apiKey == null ? {} : { apiKeyTail: apiKey.slice(-4) }),
      })
    },
  }
}
