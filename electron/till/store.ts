/** Everything of one open database: what is stored, and what only reads it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createIds, type Ids } from '#shared/text/ids.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { ShopView } from '#shared/core/shop.ts'
import { openCards } from './card/open-cards.ts'
import { createCatalogue } from './catalogue/catalogue.ts'
import { createImportDesk } from './importing/import-desk.ts'
import type { TillDatabase } from './kernel/database.ts'
import { openSeal } from './audit/open-seal.ts'
import { createJournal, type Journal } from './kernel/journal.ts'
import { peopleKeyOf } from './customers/people-data/people-key.ts'
import { createSavedPdf } from './printing/saved-pdf.ts'
import { createPrintStore } from './printing/print-store.ts'
import { NO_PRINTER } from './printing/no-printer.ts'
import { createTestPages } from './printing/printer-commands.ts'
import { createPrinterList, type PrinterList } from './printing/printer-list.ts'
import { createDurability } from './backup/durability/durability.ts'
import { createMemberships } from './fleet/membership.ts'
import { createOwnKey } from './fleet/take-own-key.ts'
import { openTillKey } from './fleet/till-key.ts'
import type { TillFolder } from './kernel/till-folder.ts'
import { openMailing } from './delivery/mail/mailing.ts'
import { createSalePages } from './issuing/sale-pages.ts'
import { createPriceLists } from './promotions/price-lists.ts'
import { createPromotions } from './promotions/promotions.ts'
import { readReport } from './reports/read-report.ts'
import type { ReportThread } from './reports/report-thread.ts'
import { createShiftStatus } from './shifts/shift-store.ts'
import { createShiftVisibility } from './shifts/shift-visibility.ts'
import { createReceipts } from './receipts/receipts.ts'
import { createReceiptVisibility } from './sold/receipt-visibility.ts'
import type { SaleHold } from './selling/sale-hold.ts'
import { loadSettings, type Settings } from './settings/settings.ts'
import type { StoredSettings } from './settings/stored-settings.ts'
import { decidePurpose, type Purpose, type PurposeWanted } from './settings/purpose.ts'
import { knownAddress } from './issuing/service-endpoint.ts'
import { lostPepper } from './staff/lost-pepper.ts'
import { loadPepper, type Peppers } from './staff/pin-pepper.ts'
import { createStaff } from './staff/staff.ts'
import { createDoubts } from './backup/durability/identity/doubts.ts'
import { createIdentityStore } from './backup/durability/identity/identity-store.ts'
import { openIdentity } from './backup/durability/identity/open-identity.ts'
import { createRestStore } from './backup/moving/rest.ts'
import { createSecondCopies } from './backup/support/second-copies.ts'
import type { SupportDesk } from './backup/support/support-desk.ts'
import { createDeletionLog } from './receipts/may-delete.ts'
import { createDeletionStore } from './issuing/outbox/deletion-store.ts'
import { createOutboxStore } from './issuing/outbox/outbox-store.ts'
import { createPdfStore } from './printing/pdf-store.ts'
import type { Clock, Randomness } from './kernel/ports.ts'
import type { CounterSession, Staff } from './staff/staff-ports.ts'
import { createSteadyTime } from './kernel/steady-time.ts'
import { createTillDay, type Today } from './kernel/today.ts'
import type { TillOptions } from './options.ts'
import { MIGRATIONS } from './tables/migrations.ts'

/**
 * What outlives a database that is opened again: who serves, and which screen has the open sale.
 */
export interface Session extends CounterSession {
  readonly hold: SaleHold
  readonly desk: SupportDesk
}

export interface StoreParts {
  readonly db: TillDatabase
  readonly folder: TillFolder
  readonly session: Session
  /** The file is damaged: nothing read or written from here on can be relied on. */
  readonly onBroken: () => void
}

/** Everything that is on disk, behind its own functions. */
export async function openStore(
  options: TillOptions,
  { db, folder, session, onBroken }: StoreParts,
) {
  const { clock, randomness, serviceKey: secrets, apiKeyFromHost } = options
  mkdirSync(join(folder.folder, 'paper'), { recursive: true, mode: 0o700 })
  const journal = createJournal({ db, clock })
  const ids = createIds(clock, randomness)
  session.hold.listen(journal.announceHolder)
  const durability = createDurability({
    ...options,
    db,
    folder,
    makeBackup: options.makeBackup ?? null,
    onBroken,
    onChange: journal.announceStatus,
  })
  const { keys, doubts, own } = await openTrust(options, { db, folder, journal })
  const { purpose, hasVirtualPrinters } = decidePurpose(db, purposeWanted(options))
  const day = createTillDay(clock)
  const base: Base = { db, journal, clock, randomness, ids, purpose, today: day.today }
  const goods = openGoods(base, options, folder, keys?.seal.key ?? null)
  const printers = openPrinters(base, options, hasVirtualPrinters)
  const settings = await loadSettings({
    ...{ ...base, ...own },
    secrets,
    apiKeyFromHost,
    printers: printers.known,
    addressFromHost: purpose === 'practice' ? null : knownAddress(db, options.serviceUrlFromHost),
  })
  learnChosen(printers, settings.read())
  const staffParts = { base, session, settings, peppers: await openPepper(options, folder) }
  const staff = openStaff(options, staffParts)
  await staff.seedDemo()
  const cards = await openCards(options, { ...base, settings, printers, durability })
  return {
    db,
    ...day,
    folder,
    sealKey: keys?.seal ?? null,
    peopleKey: peopleKeyOf(options, keys, folder),
    purpose,
    durability,
    ...{ doubts, ...own },
    journal,
    ...{ ids, steady: createSteadyTime(db, clock) },
    hold: session.hold,
    ended: new AbortController(),
    ...goods,
    printers,
    settings,
    staff,
    mailing: await openMailing({ ...base, ...options, mailSecret: options.mailSecret }),
    ...openReceipts(base, settings, staff),
    ...openPapers(base, folder, () => printers.byId(settings.read().printerId)),
    reports: options.reporting?.(folder, keys?.seal.key ?? null) ?? readHere(db),
    pages: createSalePages(db, randomness),
    ...cards,
    deletions: openDeletions(base, cards, staff),
    secondCopies: createSecondCopies({ ...base, ...options, ...session.desk }),
    desk: session.desk,
    rest: createRestStore(db),
    /**
     * In whose name receipts went out; shops of before their own name was asked for sold under the
     * demo's.
     */
    issuerRut: () => (settings.read().shop ?? options.demoShop).rut,
    shop: () => (purpose === 'practice' ? options.demoShop : (settings.read().shop ?? NO_SHOP)),
  }
}

const openDeletions = (
  base: Base,
  { cardRefunds }: Awaited<ReturnType<typeof openCards>>,
  { audit }: ReturnType<typeof openStaff>,
) =>
  createDeletionStore({
    ...base,
    deleted: cardRefunds.askOfDeleted,
    ended: createDeletionLog(base.db, audit),
  })

/** Sealed from here on, and held against what this machine knows of this till: in this order. */
async function openTrust(
  options: TillOptions,
  { db, folder, journal }: Pick<StoreParts, 'db' | 'folder'> & { readonly journal: Journal },
) {
  const keys = await openSeal(options, db, MIGRATIONS)
  const doubts = createDoubts({ ...options, db, onChange: journal.announceStatus })
  const witness = options.witness ?? null
  const hasLeft = createRestStore(db).now()?.state === 'left'
  await openIdentity({ ...options, db, folder: folder.folder, doubts, witness, hasLeft })
  return { keys, doubts, own: await openOwnKey(options, db, folder) }
}

/** What this till keeps of its shop, and works with. */
async function openOwnKey(
  { fleetSecret, clock, log }: TillOptions,
  db: TillDatabase,
  { folder }: TillFolder,
) {
  const tillKey = await openTillKey(fleetSecret, log)
  // Kept at the opening alone.
  const installation = createIdentityStore(db, folder).read()?.tillId ?? null
  const membership = createMemberships(db, () => clock.now())
  return { tillKey, installation, ownKey: createOwnKey({ key: tillKey, membership, installation }) }
}

const purposeWanted = (options: TillOptions): PurposeWanted => ({
  wantsShop: options.wantsShop === true || options.serviceUrlFromHost !== null,
  wantsPractice: options.wantsPractice === true,
  asksFirst: options.asksFirst === true,
  hasChosen: options.hasChosen === true,
  hasEmbedded: options.embedded !== null,
})

/** Without a thread a report is read where everything else is. */
function readHere(db: TillDatabase): ReportThread {
  return {
    read: async (order) => readReport(db, order),
    catchUp: async () => {},
    end: async () => {},
  }
}

/** What every part of the store stands on. */
interface Base {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly randomness: Randomness
  readonly ids: Ids
  readonly purpose: Purpose
  readonly today: Today
}

/** What a shop sells, under its own names and at its own prices, only the shop can say. */
function openGoods(
  base: Base,
  { demoCatalogue, ...options }: TillOptions,
  { database }: TillFolder,
  sealKey: Uint8Array | null,
) {
  const catalogue = createCatalogue({ ...base, examples: demoCatalogue.categories })
  if (base.purpose === 'practice') catalogue.seed(demoCatalogue)
  const { importing: port, clock, log } = options
  const importing = createImportDesk({ port, db: base.db, database, sealKey, clock, log })
  const ports = { ...base, newId: () => base.ids.next() }
  const [promotions, priceLists] = [createPromotions(ports), createPriceLists(ports)]
  return { catalogue, importing, promotions, priceLists }
}

function openPrinters(
  { db, journal, purpose }: Base,
  { printing, printers, log }: TillOptions,
  hasVirtualPrinters: boolean,
): PrinterList {
  return createPrinterList({
    db,
    journal,
    printing,
    printers: hasVirtualPrinters ? printers : [],
    missing: (purpose === 'practice' ? printers[0] : undefined) ?? NO_PRINTER,
    log,
  })
}

function openPepper({ pinPepper, randomness, log }: TillOptions, folder: TillFolder) {
  return loadPepper(pinPepper, randomness, { lost: lostPepper(folder), log })
}

interface StaffParts {
  readonly base: Base
  readonly session: CounterSession
  readonly settings: Settings
  readonly peppers: Peppers | null
}

function openStaff(options: TillOptions, { base, session, settings, peppers }: StaffParts): Staff {
  return createStaff({
    ...base,
    session,
    demoStaff: options.demoStaff ?? [],
    pinCost: options.pinCost,
    supportProgram: options.supportProgram,
    peppers,
    isDemo: () => base.purpose === 'practice',
    unnamed: () => settings.read().cashierName,
  })
}

/** Those whoever serves may see. */
function openReceipts({ db, today }: Base, settings: Settings, staff: Staff) {
  const sight = createReceiptVisibility({ db, settings, staff, today })
  const shiftVisibility = createShiftVisibility({ db, settings: settings.read, staff })
  return {
    sight,
    shiftVisibility,
    openShiftOf: createShiftStatus(db),
    /** As it was printed: of a receipt or of a shift. */
    seesPaper: (jobId: string) => sight.seesPaper(jobId) && shiftVisibility.seesPaper(jobId),
    receipts: createReceipts({ db, today, sight }),
  }
}

/** Receipts on their way, their PDFs, and the papers that come of them. */
function openPapers(base: Base, { folder }: TillFolder, currentPrinter: () => PrinterConfig) {
  const { db } = base
  const pdfs = createPdfStore(join(folder, 'pdf'))
  const outbox = createOutboxStore(base)
  const { askForPdf, askForOtherWidths } = outbox
  return {
    pdfs,
    testPages: createTestPages(),
    currentPrinter,
    outbox,
    printing: createPrintStore({ ...base, askForPdf, askForOtherWidths }),
    savedPdf: createSavedPdf(db, pdfs, () => currentPrinter().widthMm),
  }
}

/** Known from the first moment, plugged in or not: looking for printers takes its time. */
function learnChosen(
  printers: ReturnType<typeof createPrinterList>,
  { printer, fallbackPrinter }: StoredSettings,
): void {
  printers.learn(printer)
  printers.learn(fallbackPrinter)
}

/** A shop nobody has named yet: it sells nothing, and prints nobody else's name. */
const NO_SHOP: ShopView = { rut: '', legalName: '', tradeName: '', address: '', commune: '' }

export type Store = Awaited<ReturnType<typeof openStore>>
