/** What prints: one paper at a time per printer, and what printers say of themselves. */
import type { Log } from '#shared/core/ports.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { ShopView } from '#shared/core/shop.ts'
import { deviceOf, type PrinterConfig } from '#shared/printing/printers.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { printsAfter, type ForegroundPriority } from '../kernel/foreground-priority.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock, PrinterPort, PrinterTrouble } from '../kernel/ports.ts'
import type { Purpose } from '../settings/purpose.ts'
import type { Settings } from '../settings/settings.ts'
import { NO_PRINTER } from './no-printer.ts'
import { createOwnPapers, type OwnPaperPorts } from './own-papers.ts'
import type { PdfStore } from './pdf-store.ts'
import type { PrintStore } from './print-store.ts'
import type { PrinterList } from './printer-list.ts'
import type { PrintWorkerPorts } from './print-worker-ports.ts'
import { createPrintWorker, type PrintWorker } from './print-worker.ts'

interface PrintingOptions extends Pick<OwnPaperPorts, 'drawSlip' | 'drawReport'> {
  readonly clock: Clock
  readonly log: Log
  readonly printing: PrinterPort
}

interface PrintingStore {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly settings: Settings
  readonly purpose: Purpose
  readonly shop: () => ShopView
  readonly printers: PrinterList
  readonly printing: PrintStore
  readonly pdfs: PdfStore
  readonly pages: { readonly addressOf: (saleId: SaleId) => string | null }
  readonly doubts: { now(): unknown }
}

interface Around {
  readonly priority: ForegroundPriority
  /** A useless PDF is asked for again. */
  readonly fetchAgain: PrintWorkerPorts['fetchAgain']
  readonly onMoved: () => void
}

export function openPrinting(options: PrintingOptions, store: PrintingStore, around: Around) {
  const { settings, pages, journal } = store
  const print = createPrintWorker({
    store: store.printing,
    port: printsAfter(around.priority, options.printing),
    clock: options.clock,
    log: options.log,
    printers: store.printers.known,
    readPdf: store.pdfs.read,
    isInDoubt: () => store.doubts.now() !== null,
    logoOf: store.printers.logoOf,
    fallbackOf: (printerId) =>
      settings.read().fallsBackByItself ? fallbackOf(store, printerId) : null,
    drawOwn: createOwnPapers({
      ...options,
      db: store.db,
      shop: store.shop,
      pageOf: pages.addressOf,
      isPractice: store.purpose === 'practice',
    }),
    pageUnder: (saleId) => (settings.read().printsPageCode ? pages.addressOf(saleId) : null),
    fetchAgain: around.fetchAgain,
    onChange: journal.announceStatus,
    onMoved: around.onMoved,
  })
  return { print, ...hearPrinters(store.printing, journal, print) }
}

/** What printers say of themselves, beside what their papers tell. */
function hearPrinters(
  printing: Pick<PrintStore, 'troubleOf'>,
  { announceStatus }: Pick<Journal, 'announceStatus'>,
  print: PrintWorker,
) {
  const troubles = new Map<string, PrinterTrouble>()
  return {
    /** What stops a paper under way at this moment. */
    liveTroubleOf: (printerId: string) =>
      print.isBusy(printerId) ? (troubles.get(printerId) ?? null) : null,
    isPaperLow: print.isPaperLow,
    goOn: print.goOn,
    troubleOf: (printerId: string) =>
      printerId === NO_PRINTER.id
        ? 'PRINTER_NOT_CHOSEN'
        : (troubles.get(printerId) ?? printing.troubleOf(printerId)),
    printerTrouble(printerId: string, trouble: PrinterTrouble | null) {
      if (trouble === null) troubles.delete(printerId)
      else troubles.set(printerId, trouble)
      print.noteTrouble(printerId, trouble)
      announceStatus()
    },
  }
}

/** The other printer, if there is one and it is another. */
export function fallbackOf(
  { settings, printers }: Pick<PrintingStore, 'settings' | 'printers'>,
  printerId: string,
): PrinterConfig | null {
  const { fallbackPrinterId } = settings.read()
  if (fallbackPrinterId === null || fallbackPrinterId === printerId) return null
  const known = printers.known()
  const other = known.find(({ id }) => id === fallbackPrinterId)
  const own = known.find(({ id }) => id === printerId)
  if (other === undefined) return null
  // The same box under two names: papers would be thrown after the one it is stuck with.
  return own !== undefined && deviceOf(own) === deviceOf(other) ? null : other
}
