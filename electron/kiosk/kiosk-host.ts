/** The plain-Node host: service process, core and loopback server, and the window on top if there is a screen. */
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { createFileSecretStore } from '#till/adapters/system.ts'
import { superviseService, type LaunchService, type ServiceSupervisor } from '#host/embedded-service.ts'
import { openTill, type HostPaths, type Log } from '#host/open-till.ts'
import { serveLoopback } from './loopback-server.ts'
import { screenFirst } from './screen-first.ts'

/** A window that shows nothing by then is not waited for any longer. */
const SCREEN_PATIENCE_MS = 2_500

export interface KioskOptions {
  readonly paths: HostPaths
  readonly launchService: LaunchService
  readonly dataDir: string
  readonly port: number
  readonly apiUrl: string | null
  readonly apiKey: string | null
  readonly version: string
  readonly log: Log
  /** The screen can be opened: selling needs no service, which is still starting. Has the launch token in the fragment. */
  readonly onOpen?: (url: string) => void
  /** Asked after `onOpen`: whether a window is opening, which goes before the service. */
  readonly hasWindow?: () => boolean
}

export interface KioskHost {
  /** With the launch token in the fragment, which no server and no log ever sees. */
  readonly url: string
  readonly dataDir: string
  readonly serviceUrl: string | null
  readonly stop: () => Promise<void>
}

export async function startKiosk(options: KioskOptions): Promise<KioskHost> {
  const dataDir = resolve(options.dataDir)
  let service: ServiceSupervisor | null = null
  const embedded = {
    baseUrl: () => service?.baseUrl() ?? null,
    apiKey: () => service?.apiKey() ?? null,
    deletingKey: () => service?.deletingKey?.() ?? null,
  }
  const core = await openTill({
    paths: options.paths, dataDir, serviceUrl: options.apiUrl, apiKey: options.apiKey,
    secrets: createFileSecretStore(join(dataDir, 'till', 'service-key')), embedded, version: options.version, log: options.log,
  })
  try {
    const screen = screenFirst(core.handle)
    const token = randomBytes(32).toString('base64url')
    const server = await serveLoopback({ port: options.port, token, handle: screen.handle })
    const url = `http://127.0.0.1:${server.port}/#token=${token}`
    options.onOpen?.(url)
    if (options.hasWindow?.() === true) await screen.shown(SCREEN_PATIENCE_MS)
    if (options.apiUrl === null) {
      service = superviseService({
        launch: options.launchService, dataDir: join(dataDir, 'service'), onMoved: core.serviceMoved, log: options.log,
      })
      // A service that does not come up is no reason not to sell: the till opens offline and it is started again.
      await service.started.catch((error: unknown) => options.log('selling without the service', { error: String(error) }))
    }
    return {
      url,
      dataDir,
      serviceUrl: options.apiUrl ?? service?.baseUrl() ?? null,
      async stop() {
        await server.close()
        await core.stop()
        await service?.stop()
      },
    }
  } catch (error) {
    await core.stop()
    await service?.stop()
    throw error
  }
}
