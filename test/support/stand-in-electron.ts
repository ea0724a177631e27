/** The module electron and a built folder, for tests of the shell. */
import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach } from 'vitest'
import type { Electron } from '#desk/electron-module.ts'
import { SOURCE_CHECK_WORKER, SOURCE_PATHS, SOURCE_ROOT } from '#host/source-paths.ts'
import { coreInMemory } from './core-in-memory.ts'
import { StandInWindow } from './stand-in-window.ts'

/** Built files and an empty data folder for each test, and a command line that names it. */
export function shellPerTest() {
  const at = { folder: '', dataDir: '', mainDir: '' }
  const { argv } = process
  beforeEach(() => {
    at.folder = mkdtempSync(join(tmpdir(), 'meson-shell-'))
    at.dataDir = join(at.folder, 'data')
    mkdirSync(at.dataDir)
    at.mainDir = builtIn(at.folder)
    process.argv = [...argv, '--data', at.dataDir]
  })
  afterEach(() => {
    process.argv = argv
    rmSync(at.folder, { recursive: true, force: true })
  })
  return at
}

/** Built files as a packed till has them, each the source itself. */
export function builtIn(folder: string): string {
  const mainDir = join(folder, 'out', 'main')
  mkdirSync(join(folder, 'out', 'renderer'), { recursive: true })
  mkdirSync(mainDir)
  writeFileSync(join(folder, 'out', 'renderer', 'index.html'), '<!doctype html>')
  const sources = {
    'raster-worker': SOURCE_PATHS.rasterWorkerFile,
    'usb-host': SOURCE_PATHS.usbHostFile,
    'paper-worker': SOURCE_PATHS.paperWorkerFile,
    'backup-worker': SOURCE_PATHS.backupWorkerFile,
    'check-worker': SOURCE_CHECK_WORKER,
  }
  for (const [name, source] of Object.entries(sources))
    writeFileSync(join(mainDir, `${name}.js`), `import ${JSON.stringify(pathToFileURL(source))}\n`)
  return mainDir
}

/** Behaves like Electron as far as the shell uses it, and remembers what was asked. */
export function standIn(dataDir: string, isOnlyInstance = true) {
  const asked: Record<string, unknown[]> = {
    schemes: [],
    handled: [],
    permission: [],
    quit: [],
    forked: [],
    exit: [],
  }
  const note = (what: string, value: unknown): void => void (asked[what] ??= []).push(value)
  const app = Object.assign(new EventEmitter(), {
    isPackaged: false,
    getPath: () => dataDir,
    setPath: (name: string, path: string) => note('path', [name, path]),
    getAppPath: () => SOURCE_ROOT,
    getVersion: () => '0.0.0',
    requestSingleInstanceLock: () => isOnlyInstance,
    enableSandbox: () => note('sandbox', true),
    whenReady: () => Promise.resolve(),
    quit: () => note('quit', true),
    exit: (code: number) => note('exit', code),
  })
  const child = Object.assign(new EventEmitter(), {
    pid: undefined,
    postMessage: (message: unknown) => {
      note('told', message)
      child.emit('exit', 0)
    },
  })
  const electron = {
    app,
    protocol: {
      registerSchemesAsPrivileged: (schemes: unknown[]) => asked['schemes']?.push(...schemes),
      handle: (scheme: string, handler: (request: Request) => Promise<Response>) =>
        note('handled', { scheme, handler }),
    },
    session: {
      defaultSession: {
        setPermissionRequestHandler: (
          decide: (contents: unknown, permission: string, done: (allowed: boolean) => void) => void,
        ) => decide(null, 'camera', (allowed) => note('permission', allowed)),
        setPermissionCheckHandler: (check: () => boolean) => note('permission', check()),
        on: (_event: string, listener: unknown) => note('download', listener),
      },
    },
    BrowserWindow: StandInWindow,
    utilityProcess: {
      fork: (entry: string, args: string[], { serviceName }: { serviceName: string }) => {
        if (serviceName === 'meson-core') return coreInMemory()
        note('forked', { entry, args })
        const forked = childWithPipes(child)
        forked.stdout.write(`${JSON.stringify(SERVICE_READY)}\n`)
        return forked
      },
    },
    dialog: {
      showErrorBox: (_title: string, text: string) => note('errorBox', text),
      showMessageBox: (options: { message: string }) => {
        note('messageBox', options.message)
        return Promise.resolve({ response: 1 })
      },
    },
    Menu: { setApplicationMenu: (menu: unknown) => note('menu', menu) },
    powerMonitor: new EventEmitter(),
    screen: Object.assign(new EventEmitter(), {
      getAllDisplays: () => [],
      getPrimaryDisplay: () => ({ id: 1 }),
      getDisplayMatching: () => ({ id: 1 }),
    }),
    powerSaveBlocker: { start: () => 1, stop: () => true },
    crashReporter: { start: (options: unknown) => note('crashReporter', options) },
    safeStorage: { isAsyncEncryptionAvailable: async () => false },
  }
  return { electron: electron as unknown as Electron, app, asked }
}

const SERVICE_READY = {
  ready: 'service',
  base_url: 'http://127.0.0.1:9',
  companies: [],
  keys: { owner: 'o', member: 'm' },
}

function childWithPipes(child: EventEmitter) {
  return Object.assign(child, { stdout: new PassThrough(), stderr: new PassThrough() })
}
