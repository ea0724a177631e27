/** The row of the contract about reports: who may, and what is said where none can be read. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { refusal } from '#shared/core/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { Log } from '#shared/core/ports.ts'
import type { Approvals } from '../staff/approvals.ts'
import type { Store } from '../store.ts'

/** A report reads as of its moment and changes nothing, so it leaves no row in the log. */
export function reportCommands(
  approvals: Approvals,
  { reports, settings }: Pick<Store, 'reports' | 'settings'>,
  log: Log,
): Pick<TillApi, 'report'> {
  return {
    async report(input) {
      const permission = approvals.allow({ right: 'readReports', subject: null }, null)
      if (!permission.ok) return permission
      try {
        return ok(await reports.read({ ...input, limits: settings.read().buyerLimits }))
      } catch (error) {
        log('report: failed', { detail: String(error) })
        return refuse(refusal('REPORT_FAILED'))
      }
    },
  }
}
