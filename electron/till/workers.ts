/**
 * What runs beside the counter: the connection, the outbox and the printers, each at its own pace.
 */
import {
  createForegroundPriority,
  printsAfter,
  sendsAfter,
  type ForegroundPriority,
} from './foreground-priority.ts'
import { NO_PRINTER } from './print/no-printer.ts'
import { createPrintWorker, type PrintWorker } from './print/print-worker.ts'
import { createOwnPapers } from './print/own-papers.ts'
import type { PrinterTrouble } from './ports.ts'
import { createServiceEndpoint } from './service-endpoint.ts'
import { createNodeHttp } from './adapters/node-http.ts'
import { createDeletions } from './sync/steps/delete-receipt.ts'
import { createTaxpayerLookup } from './customers/taxpayer-lookup.ts'
import { createConnection } from './sync/connection/connection.ts'
import { createSilenceWatch } from './sync/connection/silence-watch.ts'
import { createFolioReader } from './sync/connection/folio-reader.ts'
import { createOutageMemory } from './sync/connection/outage-memory.ts'
import { withPathCodes } from './sync/connection/path-codes.ts'
import { createReadAdmission } from './sync/scheduler/read-admission.ts'
import { createRefusalHolds } from './sync/scheduler/refusal-holds.ts'
import { createServiceClient } from './sync/connection/service-client.ts'
import { createSyncWorker } from './sync/scheduler/sync-worker.ts'
import type { TillOptions } from './options.ts'
import { fallbackOf, type Store } from './store.ts'

/**
 * What runs beside the counter: the connection, the outbox and the printers, each at its own pace.
 */
export function startWorkers(options: TillOptions, store: Store) {
  const { clock, randomness, log } = options
  const address = createServiceEndpoint(options, store.settings, store.purpose)
  const foregroundPriority = createForegroundPriority(clock, () =>
    Math.max(store.outbox.counts().pendingCount, store.printing.queueCount()),
  )
  const { wire, deletingWire, lookupWire } = openWires(options, store.settings, address)
  const silence = createSilenceWatch(clock, store.journal.announceStatus)
  const client = createServiceClient(sendsAfter(foregroundPriority, silence.over(wire)))
  const lifetime = new AbortController()
  const connection = createConnection({
    clock,
    randomness,
    silence,
    probe: () => client.probe(lifetime.signal),
    onChange: store.journal.announceStatus,
    outage: createOutageMemory(store.db),
    onOpen: () => {
      store.outbox.wakeAll()
      sync.connectionReturned()
      deletions.wake()
    },
    onOnline: () =>
      void folioReader
        .keepFresh(lifetime.signal)
        .catch((error: unknown) => log('folio news failed', { error: String(error) })),
  })
  const folioReader = createFolioReader({
    client,
    folios: store.outbox.folios,
    clock,
    serviceId: address.id,
    issuerRut: store.issuerRut,
    onRangesRead: store.journal.announceStatus,
    companyId: () => store.settings.read().companyId,
  })
  const print = openPrintWorker(options, store, foregroundPriority, {
    readNow: () => sync.readNow(),
  })
  const refusalHolds = createRefusalHolds({
    clock,
    store: store.outbox,
    onChange: store.journal.announceStatus,
  })
  const sync = createSyncWorker({
    store: store.outbox,
    client,
    folioReader,
    pdfs: store.pdfs,
    connection,
    clock,
    randomness,
    serviceId: address.id,
    refusalHolds,
    readAdmission: createReadAdmission({ clock, randomness }),
    onPrintable: print.wake,
    log,
    printsReceiptAfterSlip: () => store.settings.read().printsReceiptAfterSlip,
    hasSlip: store.printing.hasSlip,
  })
  const deletions = createDeletions({
    store: store.deletions,
    http: deletingWire,
    clock,
    randomness,
    isServiceThere: connection.isOpen,
    serviceId: address.id,
    log,
  })
  const taxpayers = createTaxpayerLookup({
    http: lookupWire,
    isServiceThere: connection.isOpen,
    signal: lifetime.signal,
  })
  startInOrder([sync, print, deletions, connection])
  return {
    ...hearPrinters(store, print),
    foregroundPriority,
    connection,
    address,
    wire,
    deletions,
    taxpayers,
    closedTypes: sync.closedTypes,
    mended: sync.mended,
    wake() {
      sync.wake()
      print.wake()
    },
    readNow: sync.readNow,
    refusedTogether: refusalHolds.held,
    async stop() {
      connection.stop()
      lifetime.abort()
      await Promise.all([sync.stop(), print.stop(), deletions.stop()])
    },
  }
}

/** One paper at a time per printer; a useless PDF is asked for again. */
function openPrintWorker(
  options: TillOptions,
  store: Store,
  priority: ForegroundPriority,
  sync: { readonly readNow: () => void },
): PrintWorker {
  return createPrintWorker({
    store: store.printing,
    port: printsAfter(priority, options.printing),
    clock: options.clock,
    printers: store.printers.known,
    readPdf: store.pdfs.read,
    logoOf: store.printers.logoOf,
    fallbackOf: (printerId) =>
      store.settings.read().fallsBackByItself ? fallbackOf(store, printerId) : null,
    drawOwn: createOwnPapers({
      ...options,
      db: store.db,
      shop: store.shop,
      isPractice: store.purpose === 'practice',
    }),
    fetchAgain(saleId, widthMm, code) {
      store.outbox.markPdfUseless(saleId, widthMm, code)
      sync.readNow()
    },
    onChange: store.journal.announceStatus,
    log: options.log,
  })
}

/**
 * Last the one that hears from outside: the others write as they start, and may be refused by the
 * disk.
 */
function startInOrder(workers: readonly { start(): void; stop(): unknown }[]): void {
  try {
    for (const worker of workers) worker.start()
  } catch (error) {
    for (const worker of workers) void worker.stop()
    throw error
  }
}

/**
 * Connections apart, so that none waits for what another carries; each names document types as the
 * service does.
 */
export function openWires(
  { http }: TillOptions,
  settings: Store['settings'],
  address: ReturnType<typeof createServiceEndpoint>,
) {
  const open = (where: typeof address.current) =>
    withPathCodes(http ?? createNodeHttp(where), () => settings.read().pathCodes)
  return {
    wire: open(address.current),
    deletingWire: open(() => address.forDeleting()),
    lookupWire: open(address.current),
  }
}

/** What printers say of themselves, beside what their papers tell. */
export function hearPrinters({ printing, journal }: Store, print: PrintWorker) {
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
      journal.announceStatus()
    },
  }
}

export type Workers = ReturnType<typeof startWorkers>
