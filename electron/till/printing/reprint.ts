/** A copy of a receipt on paper, and its row in the log. */
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { Handlers, Staff } from '../staff/staff-ports.ts'
import type { PrintStore } from './print-store.ts'

interface ReprintPorts {
  readonly printing: Pick<PrintStore, 'queueCopy'>
  readonly currentPrinter: () => PrinterConfig
  readonly staff: Pick<Staff, 'audit'>
}

export function createReprint(
  { printing, currentPrinter, staff }: ReprintPorts,
  workers: { wake(): void; readNow(): void },
): Handlers<'reprint'> {
  return {
    reprint(saleId, _, { actor }) {
      const queued = printing.queueCopy(saleId, currentPrinter())
      if (!queued.ok) return queued
      staff.audit.write({ action: 'receipt-copied', staff: actor, saleId })
      workers.wake()
      workers.readNow()
      return queued
    },
  }
}
