/**
 * Electron's part of the till: one instance, one hardened window, one scheme in front of the core's
 * door.
 */
import type * as ElectronModule from 'electron'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  superviseService,
  type LaunchService,
  type ServiceSupervisor,
} from '#host/embedded-service.ts'
import { keyOf, logToStderr } from '#host/machine.ts'
import { openTill, type HostPaths } from '#host/open-till.ts'
import { DataFolderInUse } from '#till/db/data-lock.ts'
import { DatabaseRefused } from '#till/db/open-database.ts'
import { FolderIsPractice } from '#till/settings/purpose.ts'
import type { Till } from '#till/till.ts'
import { createOsSecretStore } from './secret-store.ts'
import { createWindow, guardContents, SCHEME, START_URL } from './window.ts'

export type Electron = typeof ElectronModule

/** `mainDir` is the folder of the built main file; the screens and workers lie around it. */
export async function runShell(electron: Electron, mainDir: string): Promise<void> {
  const { app, protocol } = electron
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        stream: true,
        codeCache: true,
      },
    },
  ])
  const dataDir = valueOf('--data', process.argv) ?? app.getPath('userData')
  app.setPath('userData', dataDir)
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  app.enableSandbox()
  let isEnding = false
  app.on('before-quit', () => {
    isEnding = true
  })
  app.on('web-contents-created', (_event, contents) => guardContents(contents, () => isEnding))
  await app.whenReady()
  try {
    await openShell(electron, mainDir, dataDir)
  } catch (error) {
    if (![DatabaseRefused, DataFolderInUse, FolderIsPractice].some((kind) => error instanceof kind))
      throw error
    const { message } = error as Error
    electron.dialog.showErrorBox('La caja no puede abrir', message)
    app.exit(1)
  }
}

async function openShell(electron: Electron, mainDir: string, dataDir: string): Promise<void> {
  const { app, protocol, session, BrowserWindow } = electron
  const paths = bundledPaths(app.isPackaged, app.getAppPath(), process.resourcesPath, mainDir)
  const apiUrl = valueOf('--api', process.argv)
  let service: ServiceSupervisor | null = null
  const till = await openTill({
    paths,
    dataDir,
    serviceUrl: apiUrl,
    wantsShop: apiUrl !== null || process.argv.includes('--shop'),
    apiKey: keyOf(process.env),
    secrets: createOsSecretStore(electron.safeStorage, join(dataDir, 'till', 'service-key')),
    embedded: {
      baseUrl: () => service?.baseUrl() ?? null,
      apiKey: () => service?.apiKey() ?? null,
      deletingKey: () => service?.deletingKey?.() ?? null,
    },
    version: app.getVersion(),
    log: logToStderr,
  })
  if (till.purpose() === 'practice') {
    service = superviseService({
      launch: launchUtility(electron, join(mainDir, 'service.js')),
      dataDir: join(dataDir, 'service'),
      onMoved: till.serviceMoved,
      log: logToStderr,
    })
    service.started.catch((error: unknown) =>
      logToStderr('selling without the service', { error: String(error) }),
    )
  }
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) =>
    decide(false),
  )
  session.defaultSession.setPermissionCheckHandler(() => false)
  protocol.handle(SCHEME, till.handle)

  const window = createWindow(BrowserWindow)
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  stopWithApp(electron, till, () => service)
  await window.loadURL(START_URL)
  process.stdout.write(
    `${JSON.stringify({ ready: 'till', url: START_URL, data: dataDir, service: apiUrl ?? service?.baseUrl() ?? null })}\n`,
  )
}

/**
 * Closing the window ends the till in order. A crash needs no order: every sale is on disk before
 * it is shown.
 */
function stopWithApp({ app }: Electron, till: Till, service: () => ServiceSupervisor | null): void {
  let stopped = false
  app.on('window-all-closed', () => app.quit())
  app.on('before-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    void till
      .stop()
      .then(() => service()?.stop())
      .finally(() => {
        stopped = true
        app.quit()
      })
  })
}

/**
 * Electron's own kind of child process: it works with the RunAsNode fuse off and ends with its
 * parent.
 */
export function launchUtility({ utilityProcess }: Electron, entry: string): LaunchService {
  return (serviceArguments) => {
    const child = utilityProcess.fork(entry, [...serviceArguments], {
      stdio: ['ignore', 'pipe', 'inherit'],
      serviceName: 'meson-service',
    })
    if (child.stdout === null) throw new Error('the service was forked with a pipe for its output')
    return {
      stdout: child.stdout as Readable,
      onExit: (listener) => child.once('exit', listener),
      stop: (how) => {
        // kill() is SIGTERM, which the service answers by stopping in order; the pid takes the hard
        // one.
        if (how === 'gently') child.kill()
        else if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
      },
    }
  }
}

/**
 * Built files lie beside the main file; data files in the project, or unpacked beside the packed
 * application.
 */
export function bundledPaths(
  isPackaged: boolean,
  appDir: string,
  resourcesPath: string,
  mainDir: string,
): HostPaths {
  return {
    resourcesDir: isPackaged ? join(resourcesPath, 'resources') : join(appDir, 'resources'),
    rendererDir: join(mainDir, '..', 'renderer'),
    rasterWorkerFile: join(mainDir, 'raster-worker.js'),
    usbHostFile: join(mainDir, 'usb-host.js'),
    paperWorkerFile: join(mainDir, 'paper-worker.js'),
    backupWorkerFile: join(mainDir, 'backup-worker.js'),
  }
}

export function valueOf(option: string, argv: readonly string[]): string | null {
  const index = argv.indexOf(option)
  return index === -1 ? null : (argv[index + 1] ?? null)
}
