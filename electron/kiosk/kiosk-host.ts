/**
 * The plain-Node host: service process, core and loopback server, and the window on top if there is
 * a screen.
 */
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { createFileSecretStore } from '#till/adapters/system.ts'
import { beginTill, type BeginOptions } from '#host/begin-till.ts'
import type { LaunchService } from '#host/embedded-service.ts'
import { homeOf } from '#host/beside-folders.ts'
import { keepService } from '#host/own-service.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import type { Log } from '#host/machine.ts'
import type { HostPaths } from '#host/open-till.ts'
import { removeLaunchFile, writeLaunchFile } from './launch-file.ts'
import { listenAsLastTime, rememberPort } from './last-port.ts'
import { serveLoopback } from './loopback-server.ts'
import { secretsIn } from '#till/kernel/till-secrets.ts'

export interface KioskOptions {
  readonly paths: HostPaths
  readonly checkWorkerFile: string
  readonly launchService: LaunchService
  readonly dataDir: string
  readonly port: number
  readonly apiUrl: string | null
  /** A shop's till was asked for, with or without an address. */
  readonly wantsShop?: boolean
  /** Nobody said what a new folder is for: its screen asks. */
  readonly asksFirst?: boolean
  readonly apiKey: string | null
  readonly version: string
  readonly log: Log
  /** Without it a message for WhatsApp is only a code on the screen. */
  readonly messages?: NonNullable<BeginOptions['messages']>
  /** The screen can be opened: what it asks is answered once the core is there. */
  readonly onOpen?: (doors: Doors) => void
  /** Asked after `onOpen`: whether a window is opening, which goes before the service. */
  readonly hasWindow?: () => boolean
  /** Aborted when the window is closed: nobody is left who could be asked. */
  readonly closed?: AbortSignal
  /** Told the path of each request, for tests. */
  readonly onAsked?: (path: string) => void
  /** Another way to the till's program, for tests. */
  readonly loadTill?: NonNullable<BeginOptions['loadTill']>
  /** Another way to the sticks of this machine, for tests. */
  readonly findMedia?: NonNullable<BeginOptions['findMedia']>
}

/** Two ways to the screen. */
export interface Doors {
  /** For whoever opens it by hand: with the launch token in the fragment. */
  readonly url: string
  /** For the till's own window: a file that holds a code, good once. Written when it is asked. */
  readonly launchFile: () => string
}

export interface KioskHost extends Pick<Doors, 'url'> {
  /** Without a token: for logs. */
  readonly address: string
  readonly dataDir: string
  readonly serviceUrl: string | null
  readonly stop: () => Promise<void>
}

/** The browser needs most of its time for itself, so it comes first; a second till opens none. */
export async function startKiosk(options: KioskOptions): Promise<KioskHost> {
  const dataDir = homeOf(resolve(options.dataDir))
  const begun = beginTill({
    ...options,
    dataDir,
    service: keepService({
      launch: options.launchService,
      dataDir,
      resourcesDir: options.paths.resourcesDir,
      log: options.log,
    }),
    ...secretsIn(tillFolder(dataDir).folder, createFileSecretStore),
  })
  try {
    const token = randomBytes(32).toString('base64url')
    const portFile = join(dataDir, 'kiosk-port')
    const handle = (request: Request) => {
      options.onAsked?.(new URL(request.url).pathname)
      return begun.handle(request)
    }
    const listen = (port: number) => serveLoopback({ port, token, handle })
    const server =
      options.port === 0 ? await listenAsLastTime(portFile, listen) : await listen(options.port)
    const origin = `http://127.0.0.1:${server.port}`
    const url = `${origin}/#token=${token}`
    const launchFile = () => writeLaunchFile(dataDir, origin, server.invite())
    try {
      options.onOpen?.({ url, launchFile })
      const core = await begun.open(() => options.hasWindow?.() === true)
      const { serviceUrl, stop } = core
      await core.startService()
      return {
        url,
        address: `${origin}/`,
        dataDir,
        serviceUrl: options.apiUrl ?? serviceUrl(),
        async stop() {
          removeLaunchFile(dataDir)
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
