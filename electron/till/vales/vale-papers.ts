/**
 * The paper of a vale: its code, what it is worth now and until when. The first one is the vale,
 * and theirs to hand over who gave it, while they serve; every other says COPIA. All of them are
 * one vale: whoever comes first spends it.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ShopView } from '#shared/core/shop.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { PaperWidthMm, SlipPaper } from '#shared/paper/paper-model.ts'
import { valeCopyDeed } from '#shared/staff/deeds.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { valeCodeText, valeMark } from '#shared/text/vale-code.ts'
import { valeName, valeNow } from '#shared/vales/vale.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock } from '../kernel/ports.ts'
import { printOnce, type OncePorts } from '../printing/print-once.ts'
import type { Approvals } from '../staff/approvals.ts'
import type { Staff } from '../staff/staff-ports.ts'
import type { Today } from '../kernel/today.ts'
import type { GivenNow } from './given-now.ts'
import { createValeRows, type StoredVale } from './vale-rows.ts'

interface ValePaperPorts extends OncePorts {
  readonly staff: Staff
  readonly today: Today
  readonly db: TillDatabase
  readonly clock: Clock
  readonly allow: Approvals['allow']
  readonly givenNow: Pick<GivenNow, 'has'>
  readonly shop: () => ShopView
  readonly registerName: () => string
  readonly drawSlip: (slip: SlipPaper) => Promise<Uint8Array>
  readonly isPractice: boolean
}

/** Above a further paper of the same vale, in the printer's own letters. */
const COPY_BANNER = 'COPIA'

export function createValePapers(ports: ValePaperPorts): Pick<TillApi, 'printVale'> {
  const { db, staff, clock } = ports
  const rows = createValeRows(db)
  const atPrinter = new Set<number>()
  return {
    async printVale({ number, approvalId }) {
      const actor = staff.actor()
      if (!actor.ok) return actor
      const vale = rows.byNumber(number)
      if (vale === null) return refuse(refusal('VALE_UNKNOWN'))
      // Two hands at once would both have the first.
      if (atPrinter.has(number))
        return refuse(refusal('VALE_BEING_PRINTED', null, { name: valeName(number) }))
      const isCopy = vale.printCount > 0
      const isTheirs = !isCopy && ports.givenNow.has(vale.saleId)
      const permission = isTheirs
        ? ok({ actor: actor.value, approverName: null, used: () => undefined })
        : ports.allow(valeCopyDeed(number), approvalId)
      if (!permission.ok) return permission
      atPrinter.add(number)
      const printed = await printOnce(ports, {
        draw: ({ widthMm }) => ports.drawSlip(paperOf(ports, vale, widthMm)),
        ...(isCopy ? { banner: COPY_BANNER } : {}),
      }).finally(() => atPrinter.delete(number))
      // Perhaps it is out: the next one is a copy.
      const isOut = printed.ok || printed.refusal.code === 'PRINT_UNKNOWN'
      if (isOut)
        db.transaction(() => {
          const { actor: by, approverName, used } = permission.value
          used()
          rows.notePrinted(number, clock.now())
          const what = `${valeName(number)}${isCopy ? ` (${COPY_BANNER})` : ''}`
          const { balanceClp: totalClp } = valeNow(vale, ports.today())
          const detail = { what, totalClp }
          staff.audit.write({ action: 'vale-printed', staff: by, approverName, detail })
        }).immediate()
      return printed.ok ? ok(null) : printed
    },
  }
}

/** With what it is worth on the day it is printed. */
function paperOf(
  { shop, registerName, staff, today, isPractice }: ValePaperPorts,
  vale: StoredVale,
  widthMm: PaperWidthMm,
): SlipPaper {
  const { tradeName, rut, address, commune } = shop()
  const { expiresOn, code, number } = vale
  return {
    widthMm,
    shopName: tradeName,
    shopRut: rut,
    shopAddress: `${address}, ${commune}`,
    soldAt: whenOf(vale.givenAt as EpochMs),
    register: registerName(),
    cashier: staff.cashierName(),
    externalReference: valeMark(code),
    codeText: valeCodeText(code),
    lines: [],
    totalClp: valeNow(vale, today()).balanceClp,
    payments: [],
    standsFor: 'vale',
    about: [
      { label: 'Vale', value: valeName(number) },
      { label: 'Vale hasta', value: expiresOn === null ? 'sin vencimiento' : printDate(expiresOn) },
    ],
    isPractice,
  }
}

function whenOf(at: EpochMs): string {
  return `${printDate(santiagoDate(at))} ${santiagoTime(at).slice(0, 5)}`
}
