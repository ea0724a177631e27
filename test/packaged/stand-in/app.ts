/** `electron.app`: start, end, paths, lock. The order of the end is Electron's. */
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { App, RelaunchOptions } from 'electron'
import { takeInstanceLock } from './instance-lock.ts'
import { allows, note, PLAIN_EVENT, strict } from './notes.ts'

export const APP_PATH = join(process.resourcesPath, 'app.asar')
const packageJson = JSON.parse(readFileSync(join(APP_PATH, 'package.json'), 'utf8')) as {
  readonly name: string
  readonly productName?: string
  readonly version: string
}
const NAME = packageJson.productName ?? packageJson.name
/** Chromium may take this long to close before the program is gone. */
const END_MS_MAX = 3_000

/** What a window is to the end of the program. */
export interface OpenWindow {
  close(): void
}

export const life = {
  isReady: false,
  isQuitting: false,
  isExiting: false,
  windows: new Set<OpenWindow>(),
  /** The browser under the windows, once there is one. */
  closeBrowser: null as (() => Promise<unknown>) | null,
}
const ready = Promise.withResolvers<void>()
const switches = new Map<string, string>()
const appData = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
const paths = new Map<string, string>([
  ['home', homedir()],
  ['appData', appData],
  ['temp', tmpdir()],
  ['exe', process.execPath],
  ['downloads', join(homedir(), 'Downloads')],
  ['documents', homedir()],
])
let releaseLock: (() => void) | null = null
let relaunching: RelaunchOptions | null = null

function pathOf(name: string): string {
  const set = paths.get(name)
  if (set !== undefined) return set
  if (name === 'userData') return join(appData, NAME)
  if (name === 'logs') return join(pathOf('userData'), 'logs')
  if (name === 'sessionData') return pathOf('userData')
  if (name === 'crashDumps') return join(pathOf('userData'), 'Crashpad')
  throw new Error(`Failed to get '${name}' path`)
}

function beforeReady(name: string): void {
  if (life.isReady) throw new Error(`app.${name}() can only be called before app is ready`)
}

const modelled = {
  isPackaged: true,
  name: NAME,
  commandLine: strict('app.commandLine', {
    appendSwitch: (name, value = '') => void switches.set(name, value),
    hasSwitch: (name) => switches.has(name),
    getSwitchValue: (name) => switches.get(name) ?? '',
    removeSwitch: (name) => void switches.delete(name),
    appendArgument: () => {},
  } satisfies App['commandLine']),
  getVersion: () => packageJson.version,
  getName: () => NAME,
  getAppPath: () => APP_PATH,
  getLocale: () => 'es-CL',
  getPath: (name) => pathOf(name),
  setPath(name, path) {
    if (!isAbsolute(path)) throw new Error('Path must be absolute')
    mkdirSync(path, { recursive: true })
    paths.set(name, path)
  },
  setAppLogsPath: (path) => void paths.set('logs', path ?? join(pathOf('userData'), 'logs')),
  setAppUserModelId: (id) => note('appUserModelId', { id }),
  enableSandbox: () => beforeReady('enableSandbox'),
  disableHardwareAcceleration: () => beforeReady('disableHardwareAcceleration'),
  isReady: () => life.isReady,
  whenReady: () => ready.promise,
  hasSingleInstanceLock: () => releaseLock !== null,
  requestSingleInstanceLock(data) {
    releaseLock ??= takeInstanceLock(pathOf('userData'), data, (second) => {
      void ready.promise.then(() =>
        app.emit('second-instance', PLAIN_EVENT, second.argv, second.cwd, second.additionalData),
      )
    })
    return releaseLock !== null
  },
  releaseSingleInstanceLock: () => letGo(),
  setLoginItemSettings: (settings) => note('loginItem', settings),
  relaunch(options = {}) {
    note('relaunch', options)
    relaunching = options
  },
  focus: () => {},
  getAppMetrics: () => [],
  quit() {
    if (life.isQuitting || life.isExiting) return
    life.isQuitting = allows(app, 'before-quit')
    if (!life.isQuitting) return
    if (life.windows.size === 0) return shutDown(0)
    for (const window of life.windows) window.close()
  },
  exit(code = 0) {
    life.isExiting = true
    shutDown(code, true)
  },
} satisfies Partial<App>

export const app = strict('app', Object.assign(new EventEmitter(), modelled))

function letGo(): void {
  releaseLock?.()
  releaseLock = null
}

function shutDown(code: number, isForced = false): void {
  if (!isForced && !allows(app, 'will-quit')) {
    life.isQuitting = false
    return
  }
  app.emit('quit', PLAIN_EVENT, code)
  letGo()
  note('quit', { code })
  if (relaunching !== null)
    spawn(process.execPath, relaunching.args ?? process.argv.slice(1), {
      stdio: 'ignore',
      detached: true,
    }).unref()
  const end = () => reallyExit(code)
  if (life.closeBrowser === null) return end()
  void life.closeBrowser().then(end, end)
  setTimeout(end, END_MS_MAX)
}

/** `process.exit` is `app.exit` in Electron's main process; this is the end below it. */
function reallyExit(code: number): never {
  return (process as unknown as { reallyExit(code: number): never }).reallyExit(code)
}

export function windowIsGone(window: OpenWindow): void {
  life.windows.delete(window)
  if (life.windows.size > 0 || life.isExiting) return
  if (life.isQuitting) shutDown(0)
  else if (app.listenerCount('window-all-closed') === 0) app.quit()
  else app.emit('window-all-closed')
}

export function becomeReady(): void {
  setImmediate(() => {
    life.isReady = true
    note('ready')
    ready.resolve()
    app.emit('ready', {})
  })
}
