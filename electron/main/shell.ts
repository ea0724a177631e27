/**
 * Electron's part of the till: one instance, one hardened window, one scheme in front of the core's
 * door.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beginTill, type OpenedTill } from '#host/begin-till.ts'
import { adoptOldFolder, makeDataFolder } from '#host/data-folder.ts'
import { freeName } from '#host/free-name.ts'
import { openLogs, type Logs } from '#host/log-file.ts'
import { defaultDataDir, keyOf } from '#host/machine.ts'
import type { HostPaths } from '#host/open-till.ts'
import { stayAwake } from '#host/stay-awake.ts'
import { createFileSecretStore } from '#till/adapters/system.ts'
import { tillFolder } from '#till/durability/till-folder.ts'
import { debugSwitchIn } from './debug-switches.ts'
import type { Electron } from './electron-module.ts'
import { sayAndEnd } from './failures.ts'
import { createOsSecretStore } from './secret-store.ts'
import { launchUtility, spawnUsbUtility } from './utilities.ts'
import { rememberWindow } from './window-memory.ts'
import { guardContents, openScreen, SCHEME, START_URL, type Screen } from './window.ts'

/** `mainDir` is the folder of the built main file; the screens and workers lie around it. */
export async function runShell(electron: Electron, mainDir: string): Promise<void> {
  const { app, protocol } = electron
  // The installed till is steered by nobody; whoever develops has the sources.
  if (app.isPackaged && debugSwitchIn(process.argv) !== null) return app.exit(1)
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
  try {
    const dataDir = settleInFolder(electron)
    if (!app.requestSingleInstanceLock()) return app.quit()
    const logs = openLogs(join(dataDir, 'logs'))
    app.enableSandbox()
    await app.whenReady()
    await openShell(electron, mainDir, { dataDir, logs })
  } catch (error) {
    await app.whenReady()
    sayAndEnd(electron, error)
  }
}

/** Everything of this till below one folder, Chromium's own things apart; answers that folder. */
function settleInFolder({ app, crashReporter }: Electron): string {
  const given = valueOf('--data', process.argv)
  const dataDir = resolve(given ?? defaultDataDir())
  if (given === null) adoptOldFolder(app.getPath('userData'), dataDir)
  makeDataFolder(dataDir)
  app.setPath('userData', dataDir)
  app.setPath('sessionData', join(dataDir, 'chromium'))
  app.setPath('crashDumps', join(dataDir, 'crash-dumps'))
  crashReporter.start({ uploadToServer: false })
  return dataDir
}

interface Settled {
  readonly dataDir: string
  readonly logs: Logs
}

/** The window opens while the core is being loaded; what its page asks waits for the core. */
async function openShell(electron: Electron, mainDir: string, settled: Settled): Promise<void> {
  const { app, protocol, session, Menu } = electron
  const { dataDir, logs } = settled
  const paths = bundledPaths(app.isPackaged, app.getAppPath(), process.resourcesPath, mainDir)
  const apiUrl = valueOf('--api', process.argv)
  const begun = beginTill({
    paths,
    checkWorkerFile: join(mainDir, 'check-worker.js'),
    dataDir,
    apiUrl,
    wantsShop: apiUrl !== null || process.argv.includes('--shop'),
    apiKey: keyOf(process.env),
    secrets: createOsSecretStore(electron.safeStorage, join(dataDir, 'till', 'service-key')),
    ownSecret: createFileSecretStore(tillFolder(dataDir).ownSecret),
    launchService: launchUtility(electron, join(mainDir, 'service.js'), logs.service),
    spawnUsbHost: spawnUsbUtility(electron, paths.usbHostFile),
    version: app.getVersion(),
    log: logs.till,
  })
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) =>
    decide(false),
  )
  session.defaultSession.setPermissionCheckHandler(() => false)
  saveInOwnFolder(electron)
  protocol.handle(SCHEME, begun.handle)
  // Its keys would reload a sale and close the till; macOS has its own for copying and pasting.
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }])
      : null,
  )
  const opening = begun.open(() => true)
  const end = endInOrder(electron, logs, opening, () => screen)
  const screen: Screen = openScreen(electron, {
    log: logs.till,
    memory: rememberWindow(
      electron,
      join(dataDir, 'window.json'),
      process.argv.includes('--kiosk'),
    ),
    onWindow: (window) => {
      // Windows ends the session: whatever is asked, the backup comes first.
      window.on('query-session-end', () => void opening.then(({ till }) => till.backUp()))
      window.on('session-end', () => void end())
    },
    onHopeless: () => sayAndEnd(electron, new Error('the screen falls again and again')),
  })
  app.on('second-instance', () => screen.focus())
  const [core] = await Promise.all([opening, screen.loaded])
  electron.powerMonitor.on('resume', () => core.till.serviceMoved())
  await core.startService()
  const service = apiUrl ?? core.serviceUrl()
  process.stdout.write(
    `${JSON.stringify({ ready: 'till', url: START_URL, data: dataDir, service })}\n`,
  )
}

/** What is saved lies in one folder with the till's name, and writes over nothing. */
function saveInOwnFolder({ app, session }: Electron): void {
  session.defaultSession.on('will-download', (_event, item) => {
    const folder = join(app.getPath('downloads'), 'Mesón')
    mkdirSync(folder, { recursive: true })
    item.setSavePath(freeName(folder, item.getFilename()))
  })
}

/**
 * Closing the window ends the till in order, as does the end of the system. A crash needs no order:
 * every sale is on disk before it is shown. Answers how to stop the core at once.
 */
function endInOrder(
  electron: Electron,
  logs: Logs,
  opening: Promise<OpenedTill>,
  screen: () => Screen,
): () => Promise<void> {
  const { app, powerMonitor } = electron
  let isEnding = false
  let stopping: Promise<void> | null = null
  let isStopped = false
  let isSystemEnding = false
  let isBusy = () => false
  void opening.then(
    ({ till }) => {
      isBusy = () => stopping === null && till.isBusy()
      app.once('will-quit', stayAwake(electron.powerSaveBlocker, isBusy))
    },
    () => {},
  )
  /** macOS ends a program whole (Cmd+Q, the Dock): then the page is asked as if it were closed. */
  const asksFirst = () =>
    process.platform === 'darwin' && !isSystemEnding && isBusy() && screen().close()
  // A core that did not open has stopped itself.
  const stop = () => (stopping ??= opening.then((core) => core.stop()).catch(() => {}))
  app.on('web-contents-created', (_event, contents) => guardContents(contents, () => isEnding))
  app.on('window-all-closed', () => app.quit())
  app.on('before-quit', (event) => {
    if (isStopped) return
    event.preventDefault()
    if (asksFirst()) return
    isEnding = true
    void stop().then(() => {
      isStopped = true
      app.quit()
    })
  })
  // The system waits for a program that says so, and this one ends as fast as it can.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    isSystemEnding = true
    app.quit()
  })
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) =>
    logs.till('a process of the till is gone', { type, reason, exitCode, name }),
  )
  process.on('unhandledRejection', (reason) => logs.till('not handled', { error: String(reason) }))
  process.on('uncaughtException', (error) => {
    logs.till('an unexpected error', { error: error.stack })
    sayAndEnd(electron, error)
  })
  return stop
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
