/** What the print worker is given. */
import type { SaleId } from '#shared/core/brand.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { Clock, Log, PrintFailureCode, PrinterPort } from '../kernel/ports.ts'
import type { PrintStore } from './print-store.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { PrintJobRow } from './print-job-row.ts'

export interface PrintWorkerPorts {
  readonly store: PrintStore
  readonly port: PrinterPort
  readonly clock: Clock
  readonly printers: () => readonly PrinterConfig[]
  readonly logoOf: (printerId: string) => Uint8Array | null
  /** Where the papers of a printer go by themselves when it cannot print; null = they wait. */
  readonly fallbackOf: (printerId: string) => PrinterConfig | null
  /** Null: the file is gone or is not what was stored. */
  readonly readPdf: (fileName: string, sha256: string) => Promise<Uint8Array | null>
  /** The stored PDF is no use: it is forgotten and asked for again. */
  readonly fetchAgain: (saleId: SaleId, widthMm: PaperWidthMm, code: PrintFailureCode) => void
  /** What the till draws itself: a slip, a report. Null: a receipt, whose PDF is the service's. */
  readonly drawOwn: (job: PrintJobRow) => Promise<Uint8Array> | null
  /** Where the customer finds the receipt, if that is to stand under it. */
  readonly pageUnder?: (saleId: SaleId) => string | null
  /** This folder may be a copy: until that is known no paper is the first. */
  readonly isInDoubt?: () => boolean
  readonly onChange: () => void
  /** Papers went to another printer, perhaps of a width in which they are not here yet. */
  readonly onMoved: () => void
  readonly log: Log
}
