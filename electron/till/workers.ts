/**
 * What runs beside the counter: the connection, the outbox and the printers, each at its own pace.
 */
import { nowOrInTurn } from './kernel/background.ts'
import {
  createForegroundPriority,
  printsAfter,
  type ForegroundPriority,
} from './kernel/foreground-priority.ts'
import { giveToChosen, NO_PRINTER } from './printing/no-printer.ts'
import { createPrintWorker, type PrintWorker } from './printing/print-worker.ts'
import { createOwnPapers } from './printing/own-papers.ts'
import type { PrinterTrouble } from './kernel/ports.ts'
import { openServiceLink, type ServiceLink } from './issuing/service-link.ts'
import { createDeletions } from './issuing/steps/delete-receipt.ts'
import { createTaxpayerLookup } from './customers/taxpayer-lookup.ts'
import { openMailWorker } from './delivery/mail/open-mail-worker.ts'
import { createCompanyCheck } from './issuing/connection/company-check.ts'
import { createConnection } from './issuing/connection/connection.ts'
import { createCertificateNews } from './issuing/connection/certificate-news.ts'
import { createFolioReader } from './issuing/connection/folio-reader.ts'
import { createOutageMemory } from './issuing/connection/outage-memory.ts'
import { createReadAdmission } from './issuing/scheduler/read-admission.ts'
import { createRefusalHolds } from './issuing/scheduler/refusal-holds.ts'
import type { SyncPorts } from './issuing/steps/exchange.ts'
import { createPageNews } from './delivery/pages/page-news.ts'
import { createSyncWorker } from './issuing/scheduler/sync-worker.ts'
import type { TillOptions } from './options.ts'
import { fingerprintOf } from './settings/key-origin.ts'
import { prepareHasIssued } from './settings/set-up.ts'
import { fallbackOf, type Store } from './store.ts'

/** Starts them; throws what the disk refuses, with nothing left running. */
export function startWorkers(options: TillOptions, store: Store) {
  const foregroundPriority = createForegroundPriority(options.clock, () =>
    Math.max(store.outbox.counts().pendingCount, store.printing.queueCount()),
  )
  const link = openServiceLink(options, store, foregroundPriority)
  const lifetime = new AbortController()
  const company = companyCheck(options, store, link)
  const { connection, folioReader, certificateEndsAt } = openConnection(options, store, {
    link,
    testKey: company.testByItself,
    signal: lifetime.signal,
    onOpen: () => {
      sync.connectionReturned()
      deletions.wake()
    },
  })
  const print = openPrintWorker(options, store, {
    priority: foregroundPriority,
    readNow: () => sync.readNow(),
  })
  const { sync, refusalHolds } = openSync(options, store, {
    link,
    company,
    connection,
    folioReader,
    onPrintable: () => handOut(),
  })
  const handOut = () => [print, mail].forEach((worker) => worker.wake())
  const deletions = createDeletions({
    ...options,
    store: store.deletions,
    http: link.deletingWire,
    isServiceThere: connection.isOpen,
    serviceId: link.address.id,
  })
  const taxpayers = createTaxpayerLookup({
    http: link.lookupWire,
    isServiceThere: connection.isOpen,
    signal: lifetime.signal,
  })
  const mail = openMailWorker(options, store, { link, connection, priority: foregroundPriority })
  const isAwake = () => store.rest.now() === null
  if (isAwake()) startInOrder([sync, print, mail, deletions, connection])
  return {
    ...hearPrinters(store, print),
    foregroundPriority,
    connection,
    certificateEndsAt,
    address: link.address,
    wire: link.wire,
    lookupWire: link.lookupWire,
    deletions,
    taxpayers,
    mail,
    closedTypes: sync.closedTypes,
    mended: sync.mended,
    wake() {
      if (isAwake()) for (const worker of [sync, print, mail]) worker.wake()
    },
    readNow: sync.readNow,
    refusedTogether: refusalHolds.held,
    async stop() {
      connection.stop()
      lifetime.abort()
      await Promise.all([sync.stop(), print.stop(), deletions.stop(), mail.stop()])
    },
  }
}

interface ConnectionParts {
  readonly link: ServiceLink
  readonly testKey: (signal: AbortSignal) => Promise<unknown>
  readonly signal: AbortSignal
  readonly onOpen: () => void
}

/** Is the service there; and, each time it is, how many folios are left. */
function openConnection(
  { clock, randomness, log }: TillOptions,
  store: Store,
  { link: { client, silence, address }, signal, testKey, onOpen }: ConnectionParts,
) {
  const { announceStatus } = store.journal
  const folioReader = createFolioReader({
    client,
    folios: store.outbox.folios,
    clock,
    serviceId: address.id,
    issuerRut: store.issuerRut,
    onRangesRead: announceStatus,
    companyId: () => store.settings.read().companyId,
  })
  const askForPages = createPageNews({
    ask: client.pages,
    pages: store.pages,
    clock,
    purpose: store.purpose,
    serviceId: address.id,
    onChange: announceStatus,
  })
  const certificates = createCertificateNews({
    client,
    clock,
    serviceId: address.id,
    companyId: folioReader.companyId,
    onChange: announceStatus,
  })
  const connection = createConnection({
    clock,
    randomness,
    silence,
    probe: () => client.probe(signal),
    onChange: announceStatus,
    outage: createOutageMemory(store.db),
    onOpen() {
      store.outbox.wakeAll()
      onOpen()
    },
    onOnline() {
      store.doubts.heard()
      void folioReader
        .keepFresh(signal)
        .then(() => askForPages(signal))
        .then(() => testKey(signal))
        .then(() => certificates.ask(signal))
        .catch((error: unknown) => log('folio news failed', { error: String(error) }))
    },
  })
  store.heedServiceClock(connection.skewMs)
  return { connection, folioReader, certificateEndsAt: certificates.endsAt }
}

interface SendingParts
  extends Pick<SyncPorts, 'company' | 'connection' | 'folioReader' | 'onPrintable'> {
  readonly link: ServiceLink
}

/** What sends receipts, and what holds those back that are refused together. */
function openSync(
  { clock, randomness, log }: TillOptions,
  store: Store,
  { link: { client, address }, ...beside }: SendingParts,
) {
  const refusalHolds = createRefusalHolds({
    clock,
    store: store.outbox,
    onChange: store.journal.announceStatus,
  })
  const sync = createSyncWorker({
    ...beside,
    store: store.outbox,
    client,
    pdfs: store.pdfs,
    clock,
    randomness,
    serviceId: address.id,
    refusalHolds,
    readAdmission: createReadAdmission({ clock, randomness }),
    log,
    printsReceiptAfterSlip: () => store.settings.read().printsReceiptAfterSlip,
    hasSlip: store.printing.hasSlip,
  })
  return { sync, refusalHolds }
}

/** Who tests a key where no person has. */
const BY_ITSELF = { id: null, name: 'Mesón' }

/**
 * Whether what waits may go to the service of the settings. A key that was typed while the service
 * was away is tested by the till itself, in a shop that has issued there before.
 */
function companyCheck(
  { clock, log }: TillOptions,
  { db, settings, purpose, issuerRut, staff }: Store,
  { client, address }: ServiceLink,
) {
  const hasIssuedAt = prepareHasIssued(db)
  const isTested = () => purpose === 'practice' || settings.isTested(address.current().baseUrl)
  const isOwed = () => !isTested() && !settings.isRefuted() && hasIssuedAt(address.id())
  const remember = () => {
    const { baseUrl } = address.current()
    if (baseUrl === null || !isOwed()) return
    const detail = { what: 'clave probada por la caja' }
    settings.rememberTest(baseUrl, () =>
      staff.audit.write({ action: 'service-tested', staff: BY_ITSELF, detail }),
    )
  }
  const check = createCompanyCheck({
    client,
    clock,
    isTested,
    rut: issuerRut,
    place: () => `${address.id()} ${fingerprintOf(address.current().apiKey) ?? ''}`,
    onOther: () => log('the service is for another company: nothing is sent there', {}),
    onOurs: () => nowOrInTurn(clock, remember),
  })
  return {
    ...check,
    testByItself: async (signal: AbortSignal) => isOwed() && check.confirm(signal),
  }
}

/** One paper at a time per printer; a useless PDF is asked for again. */
function openPrintWorker(
  options: TillOptions,
  store: Store,
  { priority, readNow }: { readonly priority: ForegroundPriority; readonly readNow: () => void },
): PrintWorker {
  // Killed behind the choice of a printer, nobody has given them to it yet.
  if (store.rest.now() === null) giveToChosen(store)
  return createPrintWorker({
    store: store.printing,
    port: printsAfter(priority, options.printing),
    clock: options.clock,
    printers: store.printers.known,
    readPdf: store.pdfs.read,
    isInDoubt: () => store.doubts.now() !== null,
    logoOf: store.printers.logoOf,
    fallbackOf: (printerId) =>
      store.settings.read().fallsBackByItself ? fallbackOf(store, printerId) : null,
    drawOwn: createOwnPapers({
      ...options,
      db: store.db,
      shop: store.shop,
      pageOf: store.pages.addressOf,
      isPractice: store.purpose === 'practice',
    }),
    pageUnder: (saleId) =>
      store.settings.read().printsPageCode ? store.pages.addressOf(saleId) : null,
    fetchAgain(saleId, widthMm, code) {
      store.outbox.markPdfUseless(saleId, widthMm, code)
      readNow()
    },
    onChange: store.journal.announceStatus,
    onMoved: readNow,
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

/** What printers say of themselves, beside what their papers tell. */
function hearPrinters({ printing, journal }: Store, print: PrintWorker) {
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
