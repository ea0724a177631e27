/**
 * The plain-Node host: service process, core and loopback server, and the window on top if there is
 * a screen.
 */
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { createFileSecretStore } from '#till/adapters/system.ts'
import { beginTill, type BeginOptions } from '#host/begin-till.ts'
import type { LaunchService } from '#host/embedded-service.ts'
import { tillFolder } from '#till/durability/till-folder.ts'
import type { Log } from '#host/machine.ts'
import type { HostPaths } from '#host/open-till.ts'
import { listenAsLastTime, rememberPort } from './last-port.ts'
import { serveLoopback } from './loopback-server.ts'

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
  readonly loadTill?: NonNullable<BeginOptions['loadTill']>
}

export interface KioskHost {
  /** With the launch token in the fragment, which no server and no log ever sees. */
  readonly url: string
  readonly dataDir: string
  readonly serviceUrl: string | null
  readonly stop: () => Promise<void>
}

/** The browser needs most of its time for itself, so it comes first; a second till opens none. */
export async function startKiosk(options: KioskOptions): Promise<KioskHost> {
  const dataDir = resolve(options.dataDir)
  const begun = beginTill({
    ...options,
    dataDir,
    secrets: createFileSecretStore(join(dataDir, 'till', 'service-key')),
    ownSecret: createFileSecretStore(tillFolder(dataDir).ownSecret),
  })
  try {
    const token = randomBytes(32).toString('base64url')
    const portFile = join(dataDir, 'kiosk-port')
    const listen = (port: number) => serveLoopback({ port, token, handle: begun.handle })
    const server =
      options.port === 0 ? await listenAsLastTime(portFile, listen) : await listen(options.port)
    const url = `http://127.0.0.1:${server.port}/#token=${token}`
    try {
      options.onOpen?.(url)
      const core = await begun.open(() => options.hasWindow?.() === true)
      const { serviceUrl, stop } = core
      await core.startService()
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
      await server.close()
      throw error
    }
  } catch (error) {
    begun.abandon(error)
    throw error
  }
}
