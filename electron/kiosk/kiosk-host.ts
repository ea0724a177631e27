/**
 * The plain-Node host: service process, core and loopback server, and the window on top if there is
 * a screen.
 */
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { createFileSecretStore } from '#till/adapters/system.ts'
import { createPages } from '#till/http/pages.ts'
import { beginPreflight, type Preflight } from '#till/durability/preflight.ts'
import { tillFolder } from '#till/durability/till-folder.ts'
import type { Till } from '#till/till.ts'
import type { LaunchService, ServiceSupervisor } from '#host/embedded-service.ts'
import type { Log } from '#host/machine.ts'
import type { HostPaths } from '#host/open-till.ts'
import { listenAsLastTime, rememberPort } from './last-port.ts'
import { GUARDED, serveLoopback } from './loopback-server.ts'
import { screenFirst } from './screen-first.ts'

/** A window that shows nothing by then is not waited for any longer. */
const SCREEN_PATIENCE_MS = 2_500

/**
 * Turns of the thread between two pieces of the core. A request needs some to come in and be
 * answered; without one they cost nothing.
 */
const TURNS_FOR_PAGES = 8

export interface KioskOptions {
  readonly paths: HostPaths
  readonly checkWorkerFile: string
  readonly launchService: LaunchService
  readonly dataDir: string
  readonly port: number
  readonly apiUrl: string | null
  /** A shop's till was asked for, with or without an address. */
  readonly wantsShop?: boolean
  readonly apiKey: string | null
  readonly version: string
  readonly log: Log
  /**
   * The screen can be opened: what it asks is answered once the core is there. Has the launch token
   * in the fragment.
   */
  readonly onOpen?: (url: string) => void
  /** Asked after `onOpen`: whether a window is opening, which goes before the service. */
  readonly hasWindow?: () => boolean
  /** Another way to the till's program, for tests. */
  readonly loadTill?: typeof loadTill
}

export interface KioskHost {
  /** With the launch token in the fragment, which no server and no log ever sees. */
  readonly url: string
  readonly dataDir: string
  readonly serviceUrl: string | null
  readonly stop: () => Promise<void>
}

/**
 * The browser needs most of its time for itself, so it comes first: the folder is locked (a second
 * till never opens a window), the pages are served, and while the window opens the database is
 * looked through on a thread of its own and the core is loaded. No command is taken before the core
 * is open, and the core opens only a database that is whole.
 */
export async function startKiosk(options: KioskOptions): Promise<KioskHost> {
  const dataDir = resolve(options.dataDir)
  const preflight = beginPreflight(dataDir, options.checkWorkerFile, options.log)
  const opened = Promise.withResolvers<Till>()
  const firstPicture = Promise.withResolvers<void>()
  // Whoever has asked meanwhile is told; there may be nobody.
  opened.promise.catch(() => {})
  try {
    const pages = createPages(options.paths.rendererDir)
    const screen = screenFirst(async (request) =>
      GUARDED.test(new URL(request.url).pathname)
        ? (await opened.promise).handle(request)
        : pages(request),
    )
    const token = randomBytes(32).toString('base64url')
    const portFile = join(dataDir, 'kiosk-port')
    const listen = (port: number) => serveLoopback({ port, token, handle: screen.handle })
    const server =
      options.port === 0 ? await listenAsLastTime(portFile, listen) : await listen(options.port)
    const url = `http://127.0.0.1:${server.port}/#token=${token}`
    let core: OpenCore | null = null
    try {
      options.onOpen?.(url)
      core = await openCore({ ...options, dataDir, preflight, firstPicture: firstPicture.promise })
      opened.resolve(core.till)
      if (options.hasWindow?.() === true) await screen.shown(SCREEN_PATIENCE_MS)
      firstPicture.resolve()
      await core.startService()
      const { serviceUrl, stop } = core
      return {
        url,
        dataDir,
        serviceUrl: options.apiUrl ?? serviceUrl(),
        async stop() {
          await server.close()
          await stop()
          if (options.port === 0) rememberPort(portFile, server.port)
        },
      }
    } catch (error) {
      opened.reject(error)
      await server.close()
      await core?.stop()
      throw error
    }
  } catch (error) {
    preflight.unlock()
    throw error
  }
}

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
  return (await import('#host/open-till.ts')).openTill
}

interface Begun {
  readonly preflight: Preflight
  readonly firstPicture: Promise<void>
}

type OpenCore = Awaited<ReturnType<typeof openCore>>

/** The till's own program, loaded only now. */
async function openCore({ dataDir, preflight, firstPicture, ...options }: KioskOptions & Begun) {
  const openTill = await (options.loadTill ?? loadTill)()
  let service: ServiceSupervisor | null = null
  const till = await openTill({
    paths: options.paths,
    dataDir,
    serviceUrl: options.apiUrl,
    wantsShop: options.wantsShop === true,
    apiKey: options.apiKey,
    version: options.version,
    log: options.log,
    preflight,
    warmUpAfter: firstPicture,
    secrets: createFileSecretStore(join(dataDir, 'till', 'service-key')),
    ownSecret: createFileSecretStore(tillFolder(dataDir).ownSecret),
    embedded: {
      baseUrl: () => service?.baseUrl() ?? null,
      apiKey: () => service?.apiKey() ?? null,
      deletingKey: () => service?.deletingKey?.() ?? null,
    },
  })
  return {
    till,
    serviceUrl: () => service?.baseUrl() ?? null,
    async startService() {
      if (till.purpose() === 'shop') return
      const { superviseService } = await import('#host/embedded-service.ts')
      service = superviseService({
        launch: options.launchService,
        dataDir: join(dataDir, 'service'),
        onMoved: till.serviceMoved,
        log: options.log,
      })
      // A service that does not come up is no reason not to sell: the till opens offline and it is
      // started again.
      await service.started.catch((error: unknown) =>
        options.log('selling without the service', { error: String(error) }),
      )
    },
    async stop() {
      await till.stop()
      await service?.stop()
    },
  }
}
