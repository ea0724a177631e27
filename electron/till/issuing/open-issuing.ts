/** The way to the service, and what sends receipts over it. */
import type { Log } from '#shared/core/ports.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { ForegroundPriority } from '../kernel/foreground-priority.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Randomness } from '../kernel/ports.ts'
import type { PdfStore } from '../printing/pdf-store.ts'
import type { PrintStore } from '../printing/print-store.ts'
import type { Purpose } from '../settings/purpose.ts'
import type { Settings } from '../settings/settings.ts'
import type { Staff } from '../staff/staff-ports.ts'
import { createCertificateNews } from './connection/certificate-news.ts'
import { createConnection } from './connection/connection.ts'
import { createFolioReader } from './connection/folio-reader.ts'
import { createOutageMemory } from './connection/outage-memory.ts'
import { createOwnKeyTest } from './connection/own-key-test.ts'
import type { DeletionStore } from './outbox/deletion-store.ts'
import type { OutboxStore } from './outbox/outbox-port.ts'
import { createReadAdmission } from './scheduler/read-admission.ts'
import { createRefusalHolds } from './scheduler/refusal-holds.ts'
import { createSyncWorker } from './scheduler/sync-worker.ts'
import { openServiceLink, type ServiceLink } from './service-link.ts'
import { createDeletions } from './steps/delete-receipt.ts'

type IssuingOptions = Parameters<typeof openServiceLink>[0] & {
  readonly randomness: Randomness
  readonly log: Log
}

interface IssuingStore {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly settings: Settings
  readonly staff: Pick<Staff, 'audit'>
  readonly purpose: Purpose
  readonly issuerRut: () => string
  readonly outbox: OutboxStore
  readonly deletions: DeletionStore
  readonly pdfs: PdfStore
  readonly printing: Pick<PrintStore, 'hasSlip'>
  /** Another till under this one's name is told of by the service. */
  readonly doubts: { heard(): void }
  readonly heedServiceClock: (skewMs: () => number | null) => void
}

interface Around {
  readonly priority: ForegroundPriority
  /** Over when the workers stop. */
  readonly signal: AbortSignal
  /** What else is asked of a service that is there, once folios are known. */
  readonly askFor: (link: ServiceLink) => (signal: AbortSignal) => Promise<unknown>
  /** There is something to print or to mail. */
  readonly onPrintable: () => void
}

export function openIssuing(options: IssuingOptions, store: IssuingStore, around: Around) {
  const link = openServiceLink(options, store, around.priority)
  const company = createOwnKeyTest(options, store, link)
  const { connection, folioReader, certificateEndsAt } = openConnection(options, store, {
    ...around,
    link,
    testKey: company.testByItself,
    onOpen() {
      sync.connectionReturned()
      deletions.wake()
    },
  })
  const { clock, randomness, log } = options
  const { outbox, settings } = store
  const refusalHolds = createRefusalHolds({
    clock,
    store: outbox,
    onChange: store.journal.announceStatus,
  })
  const sync = createSyncWorker({
    ...{ clock, randomness, log, company, connection, folioReader, refusalHolds },
    store: outbox,
    client: link.client,
    pdfs: store.pdfs,
    serviceId: link.address.id,
    readAdmission: createReadAdmission({ clock, randomness }),
    onPrintable: around.onPrintable,
    printsReceiptAfterSlip: () => settings.read().printsReceiptAfterSlip,
    hasSlip: store.printing.hasSlip,
  })
  const deletions = createDeletions({
    ...options,
    store: store.deletions,
    http: link.deletingWire,
    isServiceThere: connection.isOpen,
    serviceId: link.address.id,
    mayDeleteThere: () => store.settings.asTill()?.deletes ?? true,
    onPrintable: around.onPrintable,
  })
  return { link, connection, certificateEndsAt, sync, deletions, refused: refusalHolds.held }
}

interface ConnectionParts extends Around {
  readonly link: ServiceLink
  readonly testKey: (signal: AbortSignal) => Promise<unknown>
  readonly onOpen: () => void
}

/** Is the service there; and, each time it is, how many folios are left. */
function openConnection(
  { clock, randomness, log }: IssuingOptions,
  store: IssuingStore,
  { link, signal, askFor, testKey, onOpen }: ConnectionParts,
) {
  const { client, silence, address } = link
  const { announceStatus } = store.journal
  const folioReader = createFolioReader({
    client,
    folios: store.outbox.folios,
    clock,
    serviceId: address.id,
    issuerRut: store.issuerRut,
    onRangesRead: announceStatus,
    companyId: () => store.settings.read().companyId,
    branchOffice: () => store.settings.read().branchOffice,
  })
  const certificates = createCertificateNews({
    client,
    clock,
    serviceId: address.id,
    companyId: folioReader.companyId,
    onChange: announceStatus,
  })
  const ask = askFor(link)
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
        .then(() => ask(signal))
        .then(() => testKey(signal))
        .then(() => certificates.ask(signal))
        .catch((error: unknown) => log('folio news failed', { error: String(error) }))
    },
  })
  store.heedServiceClock(connection.skewMs)
  return { connection, folioReader, certificateEndsAt: certificates.endsAt }
}
