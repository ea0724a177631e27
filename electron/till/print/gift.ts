/**
 * The gift receipt of a sale: what was bought, without a price, and the code that opens its return.
 * No fact: nothing is kept of it, and one that did not come out is asked for again.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { PrinterConfig } from '#shared/bridge/printers.ts'
import type { ShopView } from '#shared/bridge/views.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { Ids } from '#shared/core/ids.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { SlipPaper } from '#shared/paper/paper-model.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { PrinterPort, PrinterTrouble } from '../ports.ts'
import { NO_PRINTER } from './no-printer.ts'
import { createSlipReader } from './slip.ts'

/** Longest a person waits before a paper that does not come out. */
const GIFT_TIMEOUT_MS = 45_000

export interface GiftPorts {
  readonly db: TillDatabase
  readonly ids: Pick<Ids, 'printJobId'>
  readonly shop: () => ShopView
  readonly printing: Pick<PrinterPort, 'print'>
  readonly currentPrinter: () => PrinterConfig
  readonly troubleOf: (printerId: string) => PrinterTrouble | null
  readonly drawSlip: (slip: SlipPaper) => Promise<Uint8Array>
  readonly isPractice: boolean
}

export function createGiftCommand(ports: GiftPorts): Pick<TillApi, 'printGift'> {
  const slipOf = createSlipReader(ports.db, ports.shop)
  const problemOf = createProblemOf(ports.db)
  return {
    async printGift(saleId) {
      const problem = problemOf(saleId)
      if (problem !== null) return refuse(problem)
      const printer = ports.currentPrinter()
      if (printer.id === NO_PRINTER.id) return refuse(refusal('PRINTER_NOT_CHOSEN'))
      // Behind a paper that waits for a new roll it would come out long after anybody looks.
      const trouble = ports.troubleOf(printer.id)
      if (trouble !== null) return refuse(refusal(trouble))
      const { saleDiscount: _, about: __, ...slip } = slipOf(saleId, printer)
      const gift: SlipPaper = { ...slip, standsFor: 'gift', payments: [] }
      const pdf = await ports.drawSlip({ ...gift, isPractice: ports.isPractice })
      return printed(ports, printer, pdf)
    },
  }
}

async function printed(
  { ids, printing }: GiftPorts,
  printer: PrinterConfig,
  pdf: Uint8Array,
): Promise<Result<null, Refusal>> {
  const order = { jobId: ids.printJobId(), printer, pdf, banner: null, opensDrawer: false }
  const outcome = await printing.print(order, AbortSignal.timeout(GIFT_TIMEOUT_MS))
  if (outcome.kind === 'held') return refuse(refusal(outcome.reason))
  if (outcome.kind === 'failed') return refuse(refusal(outcome.code))
  return outcome.kind === 'unknown' ? refuse(refusal('PRINT_UNKNOWN')) : ok(null)
}

/** Of a sale whose goods can still come back, and of nothing else. */
function createProblemOf(db: TillDatabase): (saleId: SaleId) => Refusal | null {
  const facts = db.prepare<[SaleId], { isReturn: number; isDeleted: number }>(`SELECT
      document_type IN ('56', '61') AS isReturn,
      EXISTS (SELECT 1 FROM receipt_deletion d
        WHERE d.sale_id = sale.id AND d.state IN ('asked', 'done')) AS isDeleted
    FROM sale WHERE id = ?`)
  return (saleId) => {
    const sale = facts.get(saleId)
    if (sale === undefined) return refusal('SALE_NOT_FOUND')
    if (sale.isReturn === 1) return refusal('GIFT_OF_RETURN')
    return sale.isDeleted === 1 ? refusal('RECEIPT_DELETED') : null
  }
}
