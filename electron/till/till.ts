/**
 * The till: everything below the window. Both hosts build this and hand requests to `handle`.
 * Nothing here knows whether a browser or Electron is looking.
 */
import { join } from 'node:path'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { openCore } from './core.ts'
import { backgroundClock, nowOrInTurn, unattended } from './kernel/background.ts'
import { sealBehind } from './audit/seal-behind.ts'
import { openDatabase } from './tables/open-database.ts'
import { sayIfFull } from './kernel/database.ts'
import { createHttpHandler } from './http-handler.ts'
import { openFleet, type FleetStore } from './fleet/open-fleet.ts'
import { createTombstoneRows } from './customers/people-data/tombstones.ts'
import { digestOf } from './customers/people-data/people-key.ts'
import type { PrinterTrouble } from './kernel/ports.ts'
import { takeFolder } from './backup/durability/preflight.ts'
import { forward, keepOpen } from './backup/durability/reopening.ts'
import { copyBeforeMigration } from './backup/durability/make-backup.ts'
import { refuseIfLost } from './backup/durability/lost-database.ts'
import { withWayBack } from './backup/durability/newer-database.ts'
import { mendDeepModes } from './backup/durability/private-modes.ts'
import { finishRestore } from './backup/durability/restore.ts'
import { tillFolder, type TillFolder } from './kernel/till-folder.ts'
import { putTornLogAside } from './backup/durability/torn-log.ts'
import { openRetention } from './customers/people-data/open-retention.ts'
import { createSupportDesk } from './backup/support/support-desk.ts'
import { createSaleHold } from './selling/sale-hold.ts'
import type { Purpose } from './settings/purpose.ts'
import type { TillOptions } from './options.ts'
import { openStore, type Session, type Store, type StoreParts } from './store.ts'
import { createUpdates } from './updates/updates.ts'
import { startWorkers, type Workers } from './workers.ts'

export interface Till {
  readonly api: TillApi
  readonly handle: (request: Request) => Promise<Response>
  /** A printer stopped taking data in the middle of a paper, or goes on (null). */
  readonly printerTrouble: (printerId: string, trouble: PrinterTrouble | null) => void
  /** What this data folder is for. */
  readonly purpose: () => Purpose
  /** Something waits to be sent or printed; a till that is opening again may have any. */
  readonly isBusy: () => boolean
  /** The embedded service has a new address. */
  readonly serviceMoved: () => void
  /** Rejects unless this program may be replaced now; a backup of now is there then. */
  readonly mayReplace: () => Promise<void>
  /** One backup now. Rejects with the reason when it could not be made. */
  readonly backUp: () => Promise<void>
  /**
   * In order: after a backup, if anything was sold since the last; that one waits for no more than
   * ten seconds.
   */
  readonly stop: () => Promise<void>
}

/**
 * Opens the till. Throws DatabaseRefused or DataFolderInUse with a sentence for whoever started it.
 */
export async function createTill(options: TillOptions): Promise<Till> {
  const folder = tillFolder(options.dataDir)
  const unlock = options.preflight?.unlock ?? takeFolder(folder, options.clock, options.log)
  try {
    const session: Session = {
      staffId: undefined,
      hold: createSaleHold(),
      desk: createSupportDesk(folder, options.log, async (work, after) => {
        const done = await core.exchange(work)
        // Whoever served may be nobody there.
        session.staffId = null
        after(current().store.staff.audit)
        return done
      }),
    }
    // Holds for the first opening only: by a later one much has been written.
    let isKnownWhole = (await options.preflight?.isWhole) ?? false
    const core = await keepOpen({
      open(onBroken) {
        settleFiles(options, folder)
        const tornLog = keepTornLog(options, folder)
        const opening = openAll(options, { folder, session, isKnownWhole, tornLog, onBroken })
        isKnownWhole = false
        return opening
      },
      clock: options.clock,
      log: options.log,
    })
    const { current, present } = core
    const api = forward(() => current().api)
    return {
      api,
      handle: createHttpHandler({
        api,
        rendererDir: options.rendererDir,
        paperDir: join(folder.folder, 'paper'),
        knowsPaper: (jobId) =>
          (current().store.printing.exists(jobId) && current().store.seesPaper(jobId)) ||
          current().store.testPages.has(jobId),
        isLocked: () => !current().store.staff.actor().ok,
        receiptPdf: async (saleId) =>
          current().store.sight.sees(saleId) ? savedPdf(current(), saleId) : null,
        log: options.log,
        onForeground: () => present()?.workers.foregroundPriority.heard(),
      }),
      purpose: () => current().store.purpose,
      isBusy: () => isBusy(present()?.store),
      serviceMoved: () => present()?.workers.connection.check(),
      printerTrouble: (printerId, trouble) => present()?.workers.printerTrouble(printerId, trouble),
      mayReplace: () => current().updates.mayReplace(),
      async backUp() {
        await current().store.durability.backUp()
      },
      async stop() {
        await session.desk.jobs.end()
        await present()?.store.durability.backUpAtClose()
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

/** What was never printed is fetched when somebody asks for it. */
async function savedPdf({ store, workers }: { store: Store; workers: Workers }, saleId: SaleId) {
  const saved = await store.savedPdf(saleId)
  if (saved !== null || !(await workers.mail.fetchPdf(saleId))) return saved
  return store.savedPdf(saleId)
}

function isBusy(store: Store | undefined): boolean {
  try {
    if (store === undefined) return true
    return store.outbox.counts().pendingCount + store.printing.queueCount() > 0
  } catch {
    // A database that has just been lost is opened again; until then nobody knows.
    return true
  }
}

/** What was cut short is finished, and what is lost is not begun anew: before each opening. */
function settleFiles({ clock, log, supportProgram }: TillOptions, folder: TillFolder): void {
  const quarantine = finishRestore(folder, clock.now())
  if (quarantine !== null) log('an interrupted restore was finished', { quarantine })
  refuseIfLost(folder, clock.now(), supportProgram)
}

/** A log that cannot be copied keeps nobody from selling. */
function keepTornLog({ clock, log }: TillOptions, folder: TillFolder): string | null {
  try {
    return putTornLogAside(folder, clock.now())
  } catch (error) {
    log('a torn log could not be put aside', { error: String(error) })
    return null
  }
}

function noteTornLog({ staff: { audit } }: Store, tornLog: string): void {
  audit.write({ action: 'log-put-aside', staff: BY_ITSELF, detail: { what: tornLog } })
}
const BY_ITSELF = { id: null, name: 'Mesón' }

interface CoreBase extends Omit<StoreParts, 'db'> {
  /** The file was looked through just now. */
  readonly isKnownWhole: boolean
  /** What its log ended damaged in. */
  readonly tornLog: string | null
}

/** What lay open deeper in the folder is closed while the counter sells. */
async function mendBehind({ clock, log }: TillOptions, { folder, ended }: Store): Promise<void> {
  const mended = await mendDeepModes(folder, clock, ended.signal)
  if (mended.length > 0) log('others could reach these; no more', { count: mended.length })
}

const openOrSayWayBack = (
  { clock, supportProgram: program }: TillOptions,
  folder: TillFolder,
  isKnownWhole: boolean,
) =>
  withWayBack(folder, { program, now: clock.now() }, () =>
    openDatabase(folder.database, {
      isKnownWhole,
      beforeMigration: () => void copyBeforeMigration(folder, clock.now()),
    }),
  )

/** All that stands on one database connection: opened together, closed together. */
async function openAll(host: TillOptions, base: CoreBase) {
  const { folder, session, isKnownWhole, tornLog, onBroken } = base
  let noteFailure: (error: unknown) => void = () => {}
  const db = openOrSayWayBack(host, folder, isKnownWhole)
  const failed = (error: unknown) => noteFailure(error)
  const behind = backgroundClock(host.clock, host.log, failed, () => !db.open)
  const options = { ...host, clock: behind }
  const running: { stop(): unknown }[] = []
  try {
    let halt: () => unknown = () => {}
    const store = await openStore(options, {
      db,
      folder,
      session,
      onBroken() {
        // At once: a worker that goes on would only collect errors until it is closed.
        halt()
        onBroken()
      },
    })
    noteFailure = store.durability.noteFailure
    if (tornLog !== null) nowOrInTurn(behind, () => noteTornLog(store, tornLog))
    const started = startWorkers(options, store)
    running.push(started)
    halt = () => void running.map((worker) => worker.stop())
    store.durability.start()
    const fleet = openFleet(options, fleetStore(options, store, started))
    running.push(fleet.worker)
    if (store.rest.now() === null) {
      store.cards.start()
      store.cardRefunds.follow()
      fleet.worker.start()
    }
    mendBehind(options, store).catch((error: unknown) =>
      options.log('modes were not looked through', { detail: String(error) }),
    )
    const isHalted = () => store.durability.isHalted() || store.rest.now() !== null
    unattended(behind, sealBehind({ ...options, db, ended: store.ended.signal, isHalted }))
    const retention = openRetention(options, store, started)
    running.push(retention)
    retention.start()
    store.secondCopies.start()
    return {
      store,
      workers: started,
      updates: createUpdates(options, store),
      api: openCore({ options, store, workers: started, fleet }),
      async close() {
        store.ended.abort()
        store.secondCopies.stop()
        await Promise.all([
          ...running.map((worker) => worker.stop()),
          store.cards.close(),
          store.importing.end(),
          store.reports.end(),
        ])
        await store.durability.stop()
        options.witness?.close()
        db.close()
      },
    }
  } catch (error) {
    // What had started would go on speaking to a closed database.
    await Promise.all(running.map((worker) => worker.stop()))
    db.close()
    throw error
  }
}

/** What the tills of a shop need of this one. */
function fleetStore({ version }: TillOptions, store: Store, workers: Workers): FleetStore {
  const { address } = workers
  const { db, peopleKey } = store
  const erased = createTombstoneRows(db)
  return {
    ...store,
    address: () => address.current(),
    health() {
      const { pendingCount: pending, oldestPendingAt } = store.outbox.counts()
      const folios = store.outbox.folios.stock(address.id())
      return {
        ...{ version, pending, oldestPendingAt, certificateEndsAt: workers.certificateEndsAt() },
        folios: folios.map(({ documentType, left }) => ({ document_type: documentType, left })),
        printerTrouble: workers.troubleOf(store.currentPrinter().id),
        shiftOf: store.openShiftOf()?.openedBy ?? null,
      }
    },
    onKey() {
      workers.connection.check()
      workers.wake()
    },
    isErased: (rut) => peopleKey !== null && erased.erasedAt(digestOf(peopleKey, rut)) !== null,
    rut: () => store.shop().rut,
    onWritten(kind) {
      store.promotions.forget()
      store.priceLists.forget()
      if (kind === 'setting') store.settings.reread()
    },
    heldMethods() {
      const { attempts } = store.cards
      const charged = [...attempts.open(), ...attempts.paid()].map(({ method }) => method)
      const { cardTerminal } = store.settings.read()
      return cardTerminal === null ? charged : [...charged, cardTerminal.method]
    },
  }
}
