/**
 * The owner's code on the till's own printer. The till keeps no code, so the screen that shows it
 * sends it back: only the one that is good now is printed. Nothing of the paper stays behind.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ShopView } from '#shared/core/shop.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import { ownerCodePaper } from '#shared/staff/owner-code-paper.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoTime } from '#shared/time/santiago.ts'
import type { Clock } from '../kernel/ports.ts'
import type { Today } from '../kernel/today.ts'
import { printOnce, type OncePorts } from './print-once.ts'
import type { Staff } from '../staff/staff-ports.ts'

interface CodePrintPorts extends OncePorts {
  readonly clock: Clock
  readonly today: Today
  readonly staff: Pick<Staff, 'knowsOwnerCode' | 'audit'>
  readonly shop: () => ShopView
  readonly isPractice: boolean
  readonly drawReport: (report: ReportPaper) => Promise<Uint8Array>
}

export function createCodePrint(ports: CodePrintPorts): Pick<TillApi, 'printOwnerCode'> {
  const { clock, today, staff, shop, isPractice, drawReport } = ports
  return {
    async printOwnerCode({ code }) {
      const known = await staff.knowsOwnerCode(code)
      if (!known.ok) return known
      const { owner, code: whole } = known.value
      const date = today()
      const printedAt = `${printDate(date)} ${santiagoTime(clock.now()).slice(0, 5)}`
      const facts = { shop: shop(), code: whole, ownerName: owner.name, date, printedAt }
      const printed = await printOnce(ports, {
        isSecret: true,
        draw: ({ widthMm }) => drawReport({ ...ownerCodePaper(facts, widthMm), isPractice }),
      })
      // Half of it may be out: it is written down either way, but for a paper that never began.
      const mayBeOut = printed.ok || printed.refusal.code === 'PRINT_UNKNOWN'
      if (mayBeOut) staff.audit.write({ action: 'owner-code-printed', staff: owner })
      return printed.ok ? ok(null) : refuse(printed.refusal)
    },
  }
}
