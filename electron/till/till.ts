/**
 * The till: everything below the window. Both hosts build this and hand requests to `handle`. Nothing here knows
 * whether a browser or Electron is looking.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { santiagoDate } from '#shared/time/santiago.ts'
import { deviceOf, type PrinterConfig } from '#shared/bridge/printers.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ShopView } from '#shared/bridge/views.ts'
import type { SlipPaper } from '#shared/paper/paper-model.ts'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import { createApi } from './api.ts'
import { createCatalogue, type DemoCatalogue } from './catalogue/catalogue.ts'
import { openDatabase, sayIfFull, type TillDatabase } from './db/open-database.ts'
import { createCounterFirst, printsAfter, sendsAfter } from './counter-first.ts'
import { createDoor } from './door/door.ts'
import { createJournal } from './journal.ts'
import { createSavedPdf } from './print/saved-pdf.ts'
import { createPrintStore } from './print/print-store.ts'
import { NO_PRINTER } from './print/no-printer.ts'
import { createTestPages } from './print/printer-commands.ts'
import { createPrinterList } from './print/printer-list.ts'
import { createPrintWorker, type PrintWorker } from './print/print-worker.ts'
import { createOwnPapers } from './print/own-papers.ts'
import type { Clock, HttpPort, PrinterPort, PrinterTrouble, Randomness, ScalePort } from './ports.ts'
import { takeFolder, type Ahead } from './safety/ahead.ts'
import type { BackupPort } from './safety/backup-client.ts'
import { createSafety } from './safety/safety.ts'
import { forward, keepOpen } from './safety/reopening.ts'
import { copyBeforeMigration } from './safety/make-backup.ts'
import { refuseIfLost } from './safety/lost-database.ts'
import { finishRestore } from './safety/restore.ts'
import { tillFolder, type TillFolder } from './safety/till-folder.ts'
import { createShiftStatus } from './shifts/shift-store.ts'
import { createReceipts } from './sales/receipts.ts'
import { createSaleHold, type SaleHold } from './sales/sale-hold.ts'
import { loadSettings, type SecretStore } from './settings/settings.ts'
import { decidePurpose, type Purpose } from './settings/purpose.ts'
import { createServiceAddress, knownAddress } from './surroundings.ts'
import { createStaff } from './staff/staff.ts'
import { createNodeHttp } from './adapters/node-http.ts'
import { createDeletions } from './sync/delete-receipt.ts'
import { createDeletionStore } from './sync/deletion-store.ts'
import { createTaxpayerLookup } from './customers/taxpayer-lookup.ts'
import { createConnection } from './sync/connection.ts'
import { createSilenceWatch } from './sync/silence-watch.ts'
import { createFolioReader } from './sync/folio-reader.ts'
import { createOutageMemory } from './sync/outage-memory.ts'
import { withPathCodes } from './sync/path-codes.ts'
import { createOutboxStore } from './sync/outbox-store.ts'
import { createPdfStore } from './sync/pdf-store.ts'
import { createReadBrake } from './sync/read-brake.ts'
import { createRefusalBrake } from './sync/refusal-brake.ts'
import { createServiceClient } from './sync/service-client.ts'
import { createSyncWorker } from './sync/sync-worker.ts'
import type { CounterSession, DemoStaff } from './staff/staff-ports.ts'

export interface EmbeddedService {
  /** Base URL of the running service; null while it is down or starting. */
  readonly baseUrl: () => string | null
  readonly apiKey: () => string | null
  /** The key that may delete pending documents, where the embedded service has one for it. */
  readonly deletingKey?: () => string | null
}

export interface TillOptions {
  readonly dataDir: string
  readonly clock: Clock
  readonly randomness: Randomness
  readonly printing: PrinterPort
  /** Without it there is no scale on a wire, whatever the settings say. */
  readonly scale?: ScalePort
  /** Printers that are always there, the virtual ones first. */
  readonly printers: readonly PrinterConfig[]
  readonly drawSlip: (slip: SlipPaper) => Promise<Uint8Array>
  /** Draws an X or a Z. */
  readonly drawReport: (report: ReportPaper) => Promise<Uint8Array>
  readonly secrets: SecretStore
  readonly apiKeyFromHost: string | null
  /** Address given on the command line; wins over the settings. */
  readonly serviceUrlFromHost: string | null
  /** A shop's till is wanted, also without an address yet; in a folder for practice it is refused. */
  readonly wantsShop?: boolean
  readonly embedded: EmbeddedService | null
  readonly demoShop: ShopView
  readonly demoCatalogue: DemoCatalogue
  /** People of the demo shop, whose PINs the screen shows; they count only while nothing real is issued. */
  readonly demoStaff?: DemoStaff
  /** Another cost for the hashes of PINs, for tests. */
  readonly pinCost?: number
  readonly rendererDir: string
  readonly version: string
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void
  /** Another wire, for tests. */
  readonly http?: HttpPort
  /** Free bytes of a disk; another for tests. */
  readonly freeBytes?: (folder: string) => number
  /** Makes backups off this thread; without it there are none, and no reserve on the disk. */
  readonly makeBackup?: BackupPort
  /** What the host began before it loaded this program. */
  readonly ahead?: Ahead
}

export interface Till {
  readonly api: TillApi
  readonly handle: (request: Request) => Promise<Response>
  /** A printer stopped taking data in the middle of a paper, or goes on (null). */
  readonly printerTrouble: (printerId: string, trouble: PrinterTrouble | null) => void
  /** What this data folder is for. */
  readonly purpose: () => Purpose
  /** The embedded service has a new address. */
  readonly serviceMoved: () => void
  /** One backup now. Rejects with the reason when it could not be made. */
  readonly backUp: () => Promise<void>
  /** In order: after a backup, if anything was sold since the last; that one waits for no more than ten seconds. */
  readonly stop: () => Promise<void>
}

/** Opens the till. Throws DatabaseRefused or DataFolderInUse with a sentence for whoever started it. */
export async function createTill(options: TillOptions): Promise<Till> {
  const folder = tillFolder(options.dataDir)
  const unlock = options.ahead?.unlock ?? takeFolder(folder, options.clock, options.log)
  try {
    const quarantine = finishRestore(folder, options.clock.now())
    if (quarantine !== null) options.log('an interrupted restore was finished', { quarantine })
    refuseIfLost(folder)
    const session: Lasting = { staffId: undefined, hold: createSaleHold() }
    // Holds for the first opening only: by a later one much has been written.
    let isKnownWhole = await options.ahead?.isWhole ?? false
    const core = await keepOpen({
      open(onBroken) {
        const opening = openCore(options, folder, session, { isKnownWhole, onBroken })
        isKnownWhole = false
        return opening
      },
      clock: options.clock, log: options.log,
    })
    const { current, present } = core
    const api = forward(() => current().api)
    return {
      api,
      handle: createDoor({
        api, rendererDir: options.rendererDir, paperDir: join(folder.folder, 'paper'),
        knowsPaper: (jobId) => current().store.printing.exists(jobId) || current().store.testPages.has(jobId),
        receiptPdf: (saleId) => current().store.savedPdf(saleId), log: options.log,
        onCounter: () => present()?.workers.counterFirst.heard(),
      }),
      purpose: () => current().store.purpose,
      serviceMoved: () => present()?.workers.connection.check(),
      printerTrouble: (printerId, trouble) => present()?.workers.printerTrouble(printerId, trouble),
      async backUp() {
        await current().store.safety.backUp()
      },
      async stop() {
        await present()?.store.safety.backUpAtClose()
        await core.stop()
        await Promise.all([options.printing.close(), options.scale?.close()])
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw sayIfFull(error, folder.folder)
  }
}

/** What outlives a database that is opened again: who serves, and which screen has the open sale. */
interface Lasting extends CounterSession { readonly hold: SaleHold }

/** All that stands on one database connection: opened together, closed together. */
async function openCore(
  options: TillOptions, folder: TillFolder, session: Lasting,
  { isKnownWhole, onBroken }: { readonly isKnownWhole: boolean; readonly onBroken: () => void },
) {
  const db = openDatabase(folder.database, { isKnownWhole, beforeMigration: () => void copyBeforeMigration(folder, options.clock.now()) })
  let workers: Workers | null = null
  try {
    let halt: () => unknown = () => {}
    const store = await openStore(options, folder, session, db, () => {
      // At once: a worker that goes on would only collect errors until it is closed.
      halt()
      onBroken()
    })
    const started = startWorkers(options, store)
    workers = started
    halt = () => void started.stop()
    store.safety.start()
    return {
      store, workers: started, api: createApi(options, store, started),
      async close() {
        store.ended.abort()
        await started.stop()
        await store.safety.stop()
        db.close()
      },
    }
  } catch (error) {
    // What had started would go on speaking to a closed database.
    await workers?.stop()
    db.close()
    throw error
  }
}

/** Everything that is on disk, behind its own functions. */
async function openStore(options: TillOptions, folder: TillFolder, session: Lasting, db: TillDatabase, onBroken: () => void) {
  const { clock, randomness, secrets, apiKeyFromHost } = options
  mkdirSync(join(folder.folder, 'paper'), { recursive: true, mode: 0o700 })
  const journal = createJournal(db, clock)
  session.hold.listen(journal.announceHolder)
  const safety = createSafety({
    db, folder, clock, randomness, makeBackup: options.makeBackup ?? null, onBroken, onChange: journal.announceStatus,
    freeBytes: options.freeBytes, log: options.log,
  })
  const { purpose, hasVirtualPrinters } = decidePurpose(db, {
    wantsShop: options.wantsShop === true || options.serviceUrlFromHost !== null, hasEmbedded: options.embedded !== null,
    demo: options.demoCatalogue,
  })
  const catalogue = createCatalogue(db, journal, clock, randomness)
  // What a shop sells, under its own names and at its own prices, only the shop can say.
  if (purpose === 'practice') catalogue.seed(options.demoCatalogue)
  else catalogue.seedCategories(options.demoCatalogue.categories)
  const printers = createPrinterList({
    db, journal, printing: options.printing, printers: hasVirtualPrinters ? options.printers : [],
    missing: (purpose === 'practice' ? options.printers[0] : undefined) ?? NO_PRINTER, log: options.log,
  })
  const settings = await loadSettings({
    db, journal, secrets, apiKeyFromHost, printers: printers.known, purpose, addressFromHost: purpose === 'practice' ? null : knownAddress(db, options.serviceUrlFromHost),
  })
  // The chosen printer is known from the first moment, plugged in or not: looking for printers takes its time.
  printers.learn(settings.read().printer)
  printers.learn(settings.read().fallbackPrinter)
  const pdfs = createPdfStore(join(folder.folder, 'pdf'))
  const staff = createStaff({
    db, journal, clock, randomness, session, demoStaff: options.demoStaff ?? [], pinCost: options.pinCost,
    isDemo: () => purpose === 'practice',
    unnamed: () => settings.read().cashierName,
  })
  await staff.seedDemo()
  return {
    db, purpose, safety, journal, hold: session.hold, ended: new AbortController(),
    catalogue, printers, settings, staff, testPages: createTestPages(),
    outbox: createOutboxStore(db, journal, clock, randomness),
    printing: createPrintStore(db, journal, clock, randomness),
    pdfs,
    receipts: createReceipts(db, () => santiagoDate(clock.now())),
    deletions: createDeletionStore(db, journal, clock),
    /** In whose name receipts went out; shops of before their own name was asked for sold under the demo's. */
    issuerRut: () => (settings.read().shop ?? options.demoShop).rut,
    shop: () => (purpose === 'practice' ? options.demoShop : settings.read().shop ?? NO_SHOP),
    currentPrinter: () => printers.byId(settings.read().printerId),
    openShiftOf: createShiftStatus(db),
    savedPdf: createSavedPdf(db, pdfs, () => printers.byId(settings.read().printerId).widthMm),
  }
}
/** A shop nobody has named yet: it sells nothing, and prints nobody else's name. */
const NO_SHOP: ShopView = { rut: '', legalName: '', tradeName: '', address: '', commune: '' }

/** The other printer, if there is one and it is another. */
export function fallbackOf({ settings, printers }: Pick<Store, 'settings' | 'printers'>, printerId: string): PrinterConfig | null {
  const { fallbackPrinterId } = settings.read()
  if (fallbackPrinterId === null || fallbackPrinterId === printerId) return null
  const known = printers.known()
  const other = known.find(({ id }) => id === fallbackPrinterId)
  const own = known.find(({ id }) => id === printerId)
  if (other === undefined) return null
  // The same box under two names: papers would be thrown after the one it is stuck with.
  return own !== undefined && deviceOf(own) === deviceOf(other) ? null : other
}

export type Store = Awaited<ReturnType<typeof openStore>>

/** What runs beside the counter: the connection, the outbox and the printers, each at its own pace. */
function startWorkers(options: TillOptions, store: Store) {
  const { clock, randomness, log, printing } = options
  const address = createServiceAddress(options, store.settings, store.purpose)
  const counterFirst = createCounterFirst(clock, () => Math.max(store.outbox.counts().pendingCount, store.printing.queueCount()))
  const { wire, deletingWire, lookupWire } = openWires(options, store.settings, address)
  const silence = createSilenceWatch(clock, store.journal.announceStatus)
  const client = createServiceClient(sendsAfter(counterFirst, silence.over(wire)))
  const lifetime = new AbortController()
  const connection = createConnection({
    clock, randomness, silence, probe: () => client.probe(lifetime.signal), onChange: store.journal.announceStatus,
    outage: createOutageMemory(store.db),
    onOpen: () => {
      store.outbox.wakeAll()
      sync.connectionReturned()
      deletions.wake()
    },
    onOnline: () => void folioReader.keepFresh(lifetime.signal).catch((error: unknown) => log('folio news failed', { error: String(error) })),
  })
  const folioReader = createFolioReader({
    client, folios: store.outbox.folios, clock, serviceId: address.id, issuerRut: store.issuerRut, onNews: store.journal.announceStatus,
    companyId: () => store.settings.read().companyId,
  })
  const print = createPrintWorker({
    store: store.printing, port: printsAfter(counterFirst, printing), clock, printers: store.printers.known, readPdf: store.pdfs.read,
    logoOf: store.printers.logoOf, fallbackOf: (printerId) => store.settings.read().fallsBackByItself ? fallbackOf(store, printerId) : null,
    drawOwn: createOwnPapers({ ...options, db: store.db, shop: store.shop, isPractice: store.purpose === 'practice' }),
    fetchAgain(saleId, widthMm, code) {
      store.outbox.markPdfUseless(saleId, widthMm, code)
      sync.readNow()
    },
    onChange: store.journal.announceStatus, log,
  })
  const refusalBrake = createRefusalBrake({ clock, store: store.outbox, onChange: store.journal.announceStatus })
  const sync = createSyncWorker({
    store: store.outbox, client, folioReader, pdfs: store.pdfs, connection, clock, randomness, serviceId: address.id, refusalBrake,
    readBrake: createReadBrake({ clock, randomness }), onPrintable: print.wake, log,
    printsReceiptAfterSlip: () => store.settings.read().printsReceiptAfterSlip, hasSlip: store.printing.hasSlip,
  })
  const deletions = createDeletions({
    store: store.deletions, http: deletingWire, clock, randomness,
    isServiceThere: connection.isOpen, serviceId: address.id, log,
  })
  const taxpayers = createTaxpayerLookup({ http: lookupWire, isServiceThere: connection.isOpen, signal: lifetime.signal })
  // Last the one that hears from outside: the other two write as they start, and may be refused by the disk.
  try {
    sync.start()
    print.start()
    deletions.start()
    connection.start()
  } catch (error) {
    void sync.stop()
    void print.stop()
    throw error
  }
  return {
    ...hearPrinters(store, print),
    counterFirst, connection, address, wire, deletions, taxpayers, closedTypes: sync.closedTypes, mended: sync.mended,
    wake() {
      sync.wake()
      print.wake()
    },
    readNow: sync.readNow, refusedTogether: refusalBrake.held,
    async stop() {
      connection.stop()
      lifetime.abort()
      await Promise.all([sync.stop(), print.stop(), deletions.stop()])
    },
  }
}
/** Connections apart, so that none waits for what another carries; each names document types as the service does. */
function openWires({ http }: TillOptions, settings: Store['settings'], address: ReturnType<typeof createServiceAddress>) {
  const open = (where: typeof address.current) => withPathCodes(http ?? createNodeHttp(where), () => settings.read().pathCodes)
  return { wire: open(address.current), deletingWire: open(() => address.forDeleting()), lookupWire: open(address.current) }
}

/** What printers say of themselves, beside what their papers tell. */
function hearPrinters({ printing, journal }: Store, print: PrintWorker) {
  const troubles = new Map<string, PrinterTrouble>()
  return {
    /** What stops a paper under way at this moment. */
    liveTroubleOf: (printerId: string) => (print.isBusy(printerId) ? troubles.get(printerId) ?? null : null),
    isPaperLow: print.isPaperLow,
    goOn: print.goOn,
    troubleOf: (printerId: string) =>
      printerId === NO_PRINTER.id ? 'PRINTER_NOT_CHOSEN' : troubles.get(printerId) ?? printing.troubleOf(printerId),
    printerTrouble(printerId: string, trouble: PrinterTrouble | null) {
      if (trouble === null) troubles.delete(printerId)
      else troubles.set(printerId, trouble)
      print.noteTrouble(printerId, trouble)
      journal.announceStatus()
    },
  }
}

export type Workers = ReturnType<typeof startWorkers>
