/** The drawer, opened beside a sale. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { refusal } from '#shared/languages/refusals.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { PrinterPort } from '../kernel/ports.ts'
import type { CashOut } from '../staff/cash-out.ts'

interface DrawerStore {
  readonly db: TillDatabase
  readonly currentPrinter: () => PrinterConfig
}

/** Written first: a drawer that opened unseen is the case the log is for. */
export function createOpenDrawer(
  printing: Pick<PrinterPort, 'kickDrawer'>,
  { db, currentPrinter }: DrawerStore,
  cashOut: CashOut,
): Pick<TillApi, 'openDrawer'> {
  return {
    async openDrawer({ approvalId }) {
      const deed = { right: 'openDrawer', subject: null } as const
      const out = cashOut({ way: 'drawer', deed, cashClp: 0 }, approvalId)
      if (!out.ok) return out
      db.transaction(() => out.value.write({})).immediate()
      const outcome = await printing.kickDrawer(currentPrinter())
      return outcome.kind === 'sent' ? ok(null) : refuse(refusal('DRAWER_NOT_OPENED'))
    },
  }
}
