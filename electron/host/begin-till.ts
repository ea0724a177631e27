/**
 * How both hosts open the till: the folder is locked and looked through, the pages are served at
 * once, the core is loaded meanwhile, and what else starts in the morning waits for the first
 * picture. No command is taken before the core is open, and the core opens only a whole database.
 */
import type { UsbHostSpawner } from '#printing/usb/usb-process.ts'
import { createFileSecretStore, systemClock } from '#till/adapters/system.ts'
import { beginPreflight, takeFolder, type Preflight } from '#till/backup/durability/preflight.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { createPages } from '#till/http/pages.ts'
import type { DeskPort, MessagePort } from '#till/kernel/ports.ts'
import type { Till } from '#till/till.ts'
import { isInside } from './beside-folders.ts'
import { GUARDED } from './guarded.ts'
import type { Log } from './machine.ts'
import type { HostPaths } from './open-till.ts'
import type { OwnService } from './own-service.ts'
import { refuseIncomplete } from './program-files.ts'
import { asOne, sharedDesk } from './one-machine.ts'
import { practiceBeside, type PracticeBeside } from './practice-beside.ts'
import { shopBeside, type ShopBeside } from './shop-beside.ts'
import type { RescueOptions } from './rescue.ts'
import { screenFirst } from './screen-first.ts'
import { SOURCE_SUPPORT } from './support-switch.ts'
import { secretsOf, type AllSecrets } from '#till/kernel/till-secrets.ts'

export interface BeginOptions extends AllSecrets {
  readonly paths: HostPaths
  readonly checkWorkerFile: string
  /** Of a practice till; the till starts and stops it. */
  readonly service: OwnService
  /** Absolute. */
  readonly dataDir: string
  readonly apiUrl: string | null
  /** A shop's till was asked for, with or without an address. */
  readonly wantsShop?: boolean
  /** Nobody said what a new folder is for: its screen asks. */
  readonly asksFirst?: boolean
  readonly apiKey: string | null
  readonly version: string
  readonly log: Log
  /** What the program that shows the till can do on its machine. */
  readonly desk?: DeskPort
  /** What opens a message for WhatsApp on its machine. */
  readonly messages?: MessagePort
  /** Another way to a USB process than a child of this program. */
  readonly spawnUsbHost?: UsbHostSpawner
  /** What support types on this machine; absent = as from the sources. */
  readonly supportProgram?: string
  /** Aborted when nobody is there any more who could be asked. */
  readonly closed?: AbortSignal
  /** Another way to the till's program, for tests. */
  readonly loadTill?: typeof loadTill
  /** Another way to the sticks of this machine, for tests. */
  readonly findMedia?: RescueOptions['findMedia']
}

export interface BegunTill {
  /** The pages at once; whatever asks the core waits until it is open. */
  readonly handle: (request: Request) => Promise<Response>
  /**
   * `hasWindow`: whether one is opening, which goes before what is answered here. `canAsk`: whether
   * somebody is there to choose a backup when the data cannot be opened.
   */
  readonly open: (hasWindow: () => boolean, canAsk?: () => boolean) => Promise<OpenedTill>
  /** Lets go of the folder of a till that is not going to be opened. */
  readonly abandon: (reason: unknown) => void
}

export type OpenedTill = Awaited<ReturnType<typeof openCore>>

type Handle = (request: Request) => Promise<Response>

/** Whoever opens what was restored looks through it. */
const UNSEEN = Promise.resolve(false)

/** A window that shows nothing by then is not waited for any longer. */
const SCREEN_PATIENCE_MS = 2_500

/** Throws DataFolderInUse, DatabaseRefused or ProgramIncomplete with a sentence for a person. */
export function beginTill({ desk, ...given }: BeginOptions): BegunTill {
  const shared = desk === undefined ? null : sharedDesk(desk)
  const options = { ...given, ...(shared === null ? {} : { desk: shared.home }) }
  refuseIncomplete(options.paths)
  const preflight = beginPreflight(options.dataDir, options.checkWorkerFile, options.log)
  const door = createDoor()
  const firstPicture = Promise.withResolvers<void>()
  const pages = createPages(options.paths.rendererDir)
  const load = options.loadTill ?? loadTill
  const beside = { ...options, openTill: load, keepIn: createFileSecretStore }
  const practice = practiceBeside(beside)
  const ownShop = shopBeside({ ...beside, ...(shared === null ? {} : { desk: shared.shop }) })
  const begun: Begun = { preflight, firstPicture: firstPicture.promise, practice, ownShop }
  const screen = screenFirst(async (request) =>
    GUARDED.test(new URL(request.url).pathname) ? door.handle(request) : pages(request),
  )
  const answerFrom =
    (home: Till): Handle =>
    async (request) => {
      const other = home.purpose() === 'practice' ? ownShop : practice
      return other.handle(request) ?? home.handle(request)
    }
  const abandon = (reason: unknown) => {
    door.refuse(reason)
    begun.preflight.unlock()
  }
  return {
    handle: screen.handle,
    abandon,
    async open(hasWindow, canAsk = hasWindow) {
      let core: OpenedTill | null = null
      try {
        core = await openOrAsk(options, { begun, door, canAsk })
        door.lead(answerFrom(core.till))
        if (hasWindow()) await screen.shown(SCREEN_PATIENCE_MS)
        firstPicture.resolve()
        return core
      } catch (error) {
        await core?.stop()
        abandon(error)
        throw error
      }
    },
  }
}

type Door = ReturnType<typeof createDoor>

/** What needs the core comes through here; whoever is early waits. */
function createDoor() {
  let behind = waited<Handle>()
  return {
    handle: async (request: Request) => (await behind.promise)(request),
    lead: (handle: Handle) => behind.resolve(handle),
    refuse: (reason: unknown) => behind.reject(reason),
    shut() {
      behind = waited()
    },
  }
}

/** Whoever has asked meanwhile is told; there may be nobody. */
function waited<T>(): PromiseWithResolvers<T> {
  const made = Promise.withResolvers<T>()
  made.promise.catch(() => {})
  return made
}

interface Asking {
  readonly begun: Begun
  readonly door: Door
  readonly canAsk: () => boolean
}

/** What was restored may be refused again: it is asked until the core is open. */
async function openOrAsk(options: BeginOptions, asking: Asking): Promise<OpenedTill> {
  for (;;) {
    try {
      return await openCore({ ...options, ...asking.begun })
    } catch (error) {
      if (!asking.canAsk()) throw error
      await askForBackup(options, asking, error)
    }
  }
}

/** Resolves when the data have been restored; else throws what was refused. */
async function askForBackup(options: BeginOptions, { begun, door }: Asking, refused: unknown) {
  const { dataDir, log, closed, supportProgram = SOURCE_SUPPORT } = options
  const { beginRescue, isRescued } = await import('./rescue.ts')
  if (!isRescued(refused, dataDir) || closed?.aborted === true) throw refused
  begun.preflight = { unlock: takeFolder(tillFolder(dataDir), systemClock, log), isWhole: UNSEEN }
  const workerFile = options.paths.backupWorkerFile
  const given = options.findMedia === undefined ? {} : { findMedia: options.findMedia }
  const asking = beginRescue({ dataDir, workerFile, supportProgram, refused, log, ...given })
  log('a backup is asked for before the opening', { code: refused.code })
  door.lead(asking.handle)
  const isClosed = Promise.withResolvers<never>()
  const close = () => isClosed.reject(refused)
  closed?.addEventListener('abort', close)
  await Promise.race([asking.restored, isClosed.promise])
  closed?.removeEventListener('abort', close)
  door.shut()
}

/**
 * Turns of the thread between two pieces of the core. A request needs some to come in and be
 * answered; without one they cost nothing.
 */
const TURNS_FOR_PAGES = 8

/**
 * In pieces: one import alone would hold the thread for as long as all of them, and the browser is
 * asking for its pages.
 */
async function loadTill() {
  const pieces = [
    () => import('#till/settings/settings.ts'),
    () => import('#till/router.ts'),
    () => import('#till/till.ts'),
    () => import('#printing/printing.ts'),
  ]
  for (const piece of pieces) {
    await piece()
    for (let turn = 0; turn < TURNS_FOR_PAGES; turn += 1)
      await new Promise((resolve) => setImmediate(resolve))
  }
  return (await import('./open-till.ts')).openTill
}

interface Begun {
  /** Another one after a backup was asked for. */
  preflight: Preflight
  readonly firstPicture: Promise<void>
  readonly practice: PracticeBeside
  readonly ownShop: ShopBeside
}

/** The till's own program, loaded only now. */
async function openCore(begun: BeginOptions & Begun) {
  const { preflight, firstPicture, practice, ownShop, ...options } = begun
  const { dataDir, paths, log } = options
  const openTill = await (options.loadTill ?? loadTill)()
  const { service } = options
  const till = await openTill({
    paths,
    dataDir,
    serviceUrl: options.apiUrl,
    wantsShop: options.wantsShop === true,
    asksFirst: options.asksFirst === true,
    // One that was killed while it was made has not written yet that it is a shop's.
    hasChosen: isInside(dataDir),
    practice,
    ownShop,
    hasShopBeside: () => ownShop.till() !== null,
    apiKey: options.apiKey,
    version: options.version,
    supportProgram: options.supportProgram ?? SOURCE_SUPPORT,
    log,
    preflight,
    warmUpAfter: firstPicture,
    ...secretsOf(options),
    embedded: service,
    ...(options.spawnUsbHost === undefined ? {} : { spawnUsbHost: options.spawnUsbHost }),
    ...(options.desk === undefined ? {} : { desk: options.desk }),
    ...(options.messages === undefined ? {} : { messages: options.messages }),
  })
  return {
    till: asOne(till, ownShop.till),
    serviceUrl: service.baseUrl,
    /** A practice till's own; resolves once it is there, or could not be started at once. */
    async startService() {
      if (till.purpose() === 'practice') await service.start(till.serviceMoved)
    },
    async stop() {
      await Promise.all([till.stop(), practice.stop(), ownShop.stop()])
      await service.stop()
    },
  }
}
