/**
 * Electron's part of the till: one instance, one hardened window, one scheme in front of the core's
 * door.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CoreRefused, keepCore, type KeptCore } from '#host/core-process/keep-core.ts'
import { behindWindow, CUSTOMER_URL } from '#host/core-process/behind-window.ts'
import { homeOf } from '#host/beside-folders.ts'
import { builtPaths } from '#host/built-paths.ts'
import { freeName } from '#host/free-name.ts'
import { openLogs, type Logs } from '#host/log-file.ts'
import { defaultDataDir, keyOf, sayOn } from '#host/machine.ts'
import { makeDataFolder } from '#host/make-folder.ts'
import { refuseIncomplete } from '#host/program-files.ts'
import {
  isMadeToBeSteered,
  isOfLauncher,
  NO_NAMESPACES,
  strangeWordIn,
  strangeWordText,
} from '#host/known-words.ts'
import { keepService } from '#host/own-service.ts'
import { createOsSecretStore } from '#host/secret-store.ts'
import { INSTALLED_SUPPORT } from '#host/support-switch.ts'
import { stayAwake } from '#host/stay-awake.ts'
import { startWordsOf, WordsRefused, type StartWords } from '#host/start-words.ts'
import { openDesk } from '#desk/desk.ts'
import type { Electron } from '#desk/electron-module.ts'
import { menuFor } from '#desk/menu.ts'
import { replaceAtEnd, updatesOf } from '#desk/updates/open.ts'
import type { Updates } from '#desk/updates/updates.ts'
import { sayAndEnd } from './failures.ts'
import { launchCore, launchUtility, spawnUsbUtility } from './utilities.ts'
import { rememberWindow } from '#desk/window-memory.ts'
import { guardContents, openScreen, sayCoreFell, SCHEME, START_URL, type Screen } from './window.ts'
import { sealedSecrets, secretsBy, TILL_SECRETS } from '#till/kernel/till-secrets.ts'

/** `mainDir` is the folder of the built main file; the screens and workers lie around it. */
export async function runShell(electron: Electron, mainDir: string): Promise<void> {
  const { app, protocol } = electron
  // The installed till is steered by nobody; whoever develops has the sources.
  const isOpenable = !app.isPackaged || isMadeToBeSteered(app.getAppPath())
  const strange = isOpenable ? null : strangeWordIn(process.argv, process)
  if (strange !== null && isOfLauncher(strange, process)) {
    await app.whenReady()
    return sayAndEnd(electron, new WordsRefused(NO_NAMESPACES))
  }
  if (strange !== null) {
    process.stderr.write(`${strangeWordText(strange)}\n`)
    return app.exit(1)
  }
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
    const settled = settleInFolder(electron)
    if (!app.requestSingleInstanceLock()) return app.quit()
    const logs = openLogs(join(settled.dataDir, 'logs'))
    app.enableSandbox()
    await app.whenReady()
    await openShell(electron, mainDir, { ...settled, logs })
  } catch (error) {
    await app.whenReady()
    sayAndEnd(electron, error)
  }
}

interface Folders {
  readonly words: StartWords
  readonly dataDir: string
  /** Where an older version had it, unless somebody says where. */
  readonly adoptFrom: string | null
}

/** Everything of this till below one folder, Chromium's own things apart. */
function settleInFolder({ app, crashReporter }: Electron): Folders {
  const words = startWordsOf(process.argv, app.isPackaged)
  const dataDir = resolve(words.dataDir ?? defaultDataDir())
  const adoptFrom = words.dataDir === null ? app.getPath('userData') : null
  makeDataFolder(dataDir)
  app.setPath('userData', dataDir)
  app.setPath('sessionData', join(dataDir, 'chromium'))
  app.setPath('crashDumps', join(dataDir, 'crash-dumps'))
  crashReporter.start({ uploadToServer: false })
  return { words, dataDir, adoptFrom }
}

interface Settled extends Folders {
  readonly logs: Logs
}

/** The window opens while the core is being loaded; what its page asks waits for the core. */
async function openShell(electron: Electron, mainDir: string, settled: Settled): Promise<void> {
  const { app, protocol } = electron
  const { logs } = settled
  const dataDir = homeOf(settled.dataDir)
  const { apiUrl, wantsShop, asksFirst, isKiosk, again } = settled.words
  const above = app.isPackaged ? process.resourcesPath : app.getAppPath()
  const paths = builtPaths(mainDir, join(above, 'resources'))
  refuseIncomplete(paths)
  const service = keepService({
    launch: launchUtility(electron, join(mainDir, 'service.js'), logs.service),
    dataDir,
    resourcesDir: paths.resourcesDir,
    log: logs.till,
  })
  let screen: Screen | null = null
  const updates = updatesOf(electron, dataDir, logs.till)
  const desk = openDesk(electron, {
    updates,
    url: CUSTOMER_URL,
    cashiers: () => screen?.present() ?? null,
    isKiosk,
    args: again,
    log: logs.till,
  })
  const core = keepCore({
    launch: launchCore(electron, join(mainDir, 'core.js'), logs.till),
    start: {
      paths,
      checkWorkerFile: join(mainDir, 'check-worker.js'),
      dataDir,
      adoptFrom: settled.adoptFrom,
      apiUrl,
      wantsShop,
      asksFirst,
      apiKey: keyOf(process.env),
      version: app.getVersion(),
      ...(app.isPackaged ? { supportProgram: INSTALLED_SUPPORT } : {}),
    },
    secrets: sealedIn(electron, dataDir),
    service,
    spawnUsbHost: spawnUsbUtility(electron, paths.usbHostFile),
    desk,
    messages: desk.messages,
    log: logs.till,
    onBack: (why) => void sayCoreFell(electron, why),
    onHopeless: (text) => sayAndEnd(electron, new CoreRefused(text)),
  })
  refuseOrArrange(electron)
  protocol.handle(SCHEME, behindWindow(paths.rendererDir, core.handle))
  const closeScreen = () => screen?.close() === true
  const end = endInOrder(electron, { logs, core, updates, closeScreen })
  screen = openScreen(electron, {
    log: logs.till,
    memory: rememberWindow(electron, join(dataDir, 'window.json'), isKiosk),
    onWindow: (window) => {
      // Windows ends the session: whatever is asked, the backup comes first.
      window.on('query-session-end', () => void core.backUp().catch(() => {}))
      window.on('session-end', () => void end())
      window.once('closed', desk.moved)
      window.on('moved', desk.moved)
      window.once('show', desk.moved)
    },
    onHopeless: () => sayAndEnd(electron, new Error('the screen falls again and again')),
  })
  app.on('second-instance', screen.focus)
  await Promise.all([core.ready, screen.loaded])
  electron.powerMonitor.on('resume', core.moved)
  const ready = { ready: 'till', url: START_URL, data: dataDir }
  sayOn(process.stdout, JSON.stringify({ ...ready, service: apiUrl ?? service.baseUrl() }))
}

/** Sealed by the system's keyring, where it has one. */
const sealedIn = ({ safeStorage }: Electron, dataDir: string) =>
  secretsBy(sealedSecrets, (name) =>
    createOsSecretStore(safeStorage, join(dataDir, 'till', TILL_SECRETS[name].file)),
  )

/** What a page may not, where downloads go, and no menu. */
function refuseOrArrange(electron: Electron): void {
  const { session, Menu } = electron
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) =>
    decide(false),
  )
  session.defaultSession.setPermissionCheckHandler(() => false)
  saveInOwnFolder(electron)
  const menu = menuFor(process.platform)
  Menu.setApplicationMenu(menu && Menu.buildFromTemplate(menu))
}

/** What is saved lies in one folder with the till's name, and writes over nothing. */
function saveInOwnFolder({ app, session }: Electron): void {
  // Two of one name at once: neither is there yet when the other is given its own.
  const promised = new Set<string>()
  session.defaultSession.on('will-download', (_event, item) => {
    const folder = join(app.getPath('downloads'), 'Mesón')
    try {
      mkdirSync(folder, { recursive: true })
    } catch {
      // No folder of ours there: the system asks where, and nobody's sale ends for it.
      return
    }
    const path = freeName(folder, item.getFilename(), promised)
    promised.add(path)
    item.once('done', () => promised.delete(path))
    item.setSavePath(path)
  })
}

interface Ending {
  readonly logs: Logs
  readonly core: KeptCore
  readonly updates: Updates
  readonly closeScreen: () => boolean
}

/**
 * Closing the window ends the till in order, as does the end of the system. A crash needs no order:
 * every sale is on disk before it is shown. Answers how to stop the core at once.
 */
function endInOrder(
  electron: Electron,
  { logs, core, updates, closeScreen }: Ending,
): () => Promise<void> {
  const { app, powerMonitor } = electron
  let isEnding = false
  let stopping: Promise<void> | null = null
  let isStopped = false
  let isSystemEnding = false
  const isBusy = () => stopping === null && core.isBusy()
  app.once('will-quit', stayAwake(electron.powerSaveBlocker, isBusy))
  /** macOS ends a program whole (Cmd+Q, the Dock): then the page is asked as if it were closed. */
  const asksFirst = () =>
    process.platform === 'darwin' && !isSystemEnding && isBusy() && closeScreen()
  const stop = () => (stopping ??= core.stop())
  const steps = { mayStill: core.mayReplace, stop }
  let ending: Promise<void> | null = null
  // A system that ends waits for no installer.
  const finish = () => (isSystemEnding ? stop() : replaceAtEnd(updates, steps, logs.till))
  app.on('web-contents-created', (_event, contents) => guardContents(contents, () => isEnding))
  app.on('window-all-closed', () => app.quit())
  app.on('before-quit', (event) => {
    if (isStopped) return
    event.preventDefault()
    if (asksFirst()) return
    isEnding = true
    void (ending ??= finish()).then(() => {
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
