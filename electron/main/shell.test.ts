/**
 * The shell against a stand-in for the electron module: what it asks of Electron, and that it holds
 * the same core.
 */
import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOsSecretStore } from './secret-store.ts'
import { bundledPaths, runShell, valueOf, type Electron } from './shell.ts'
import { createWindow, guardContents, SCHEME } from './window.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

class StandInWindow extends EventEmitter {
  static last: StandInWindow | null = null
  readonly options: { webPreferences: Record<string, unknown> }
  loaded = ''
  constructor(options: { webPreferences: Record<string, unknown> }) {
    super()
    this.options = options
    StandInWindow.last = this
  }
  loadURL(url: string) {
    this.loaded = url
    return Promise.resolve()
  }
  show() {}
  focus() {
    this.emit('focused')
  }
  isMinimized() {
    return false
  }
}

/** Behaves like Electron as far as the shell uses it, and remembers what was asked. */
function standIn(dataDir: string, isOnlyInstance = true) {
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
    setPath: () => {},
    getAppPath: () => ROOT,
    getVersion: () => '0.0.0',
    requestSingleInstanceLock: () => isOnlyInstance,
    enableSandbox: () => note('sandbox', true),
    whenReady: () => Promise.resolve(),
    quit: () => note('quit', true),
    exit: (code: number) => note('exit', code),
  })
  const child = Object.assign(new EventEmitter(), {
    stdout: new EventEmitter(),
    pid: undefined,
    kill: () => child.emit('exit', 0),
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
      },
    },
    BrowserWindow: StandInWindow,
    utilityProcess: {
      fork: (entry: string, args: string[]) => {
        note('forked', { entry, args })
        return childWithPipe(child)
      },
    },
    dialog: { showErrorBox: (_title: string, text: string) => note('errorBox', text) },
    safeStorage: { isAsyncEncryptionAvailable: async () => false },
  }
  return { electron: electron as unknown as Electron, app, asked }
}

function childWithPipe(child: EventEmitter) {
  const pipe = new (class extends EventEmitter {
    resume() {
      return this
    }
    pause() {
      return this
    }
    setEncoding() {
      return this
    }
  })()
  return Object.assign(child, { stdout: pipe })
}

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'meson-shell-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the shell', () => {
  it('serves the core over its own scheme, denies every permission, and stops in order', async () => {
    const { electron, app, asked } = standIn(dataDir)
    await runShell(electron, join(ROOT, 'out', 'main'))
    expect(asked['schemes']).toEqual([
      {
        scheme: 'till',
        privileges: {
          standard: true,
          secure: true,
          supportFetchAPI: true,
          stream: true,
          codeCache: true,
        },
      },
    ])
    expect(asked['permission']).toEqual([false, false])
    expect(StandInWindow.last?.loaded).toBe('till://app/')
    const [{ scheme, handler }] = asked['handled'] as [
      { scheme: string; handler: (request: Request) => Promise<Response> },
    ]
    expect(scheme).toBe(SCHEME)
    const answer = await handler(new Request('till://app/trpc/bootstrap'))
    expect(await answer.json()).toMatchObject({
      result: { data: { shop: { rut: '76192083-9' }, isDemo: true } },
    })
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")

    const quit = new Promise((resolve) => {
      app.quit = () => resolve(true)
    })
    let prevented = 0
    app.emit('before-quit', {
      preventDefault: () => {
        prevented += 1
      },
    })
    expect(await quit).toBe(true)
    expect(prevented).toBe(1)
    app.emit('before-quit', {
      preventDefault: () => {
        prevented += 1
      },
    })
    expect(prevented).toBe(1)
  })

  it('starts the service as its own process on its own folder', async () => {
    const { electron, app, asked } = standIn(dataDir)
    await runShell(electron, join(ROOT, 'out', 'main'))
    expect(asked['forked']).toEqual([
      {
        entry: join(ROOT, 'out', 'main', 'service.js'),
        args: ['--port', '0', '--data', join(dataDir, 'service')],
      },
    ])
    const quit = new Promise((resolve) => {
      app.quit = () => resolve(true)
    })
    app.emit('before-quit', { preventDefault: () => {} })
    await quit
  })

  it('leaves at once when another till is open, without touching its data', async () => {
    const { electron, asked } = standIn(dataDir, false)
    await runShell(electron, join(ROOT, 'out', 'main'))
    expect(asked['quit']).toEqual([true])
    expect(existsSync(join(dataDir, 'till'))).toBe(false)
  })
})

describe('the window', () => {
  it('gives the page nothing of Node', () => {
    createWindow(StandInWindow as unknown as Parameters<typeof createWindow>[0])
    expect(StandInWindow.last?.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
    })
    expect(StandInWindow.last?.options.webPreferences).not.toHaveProperty('preload')
  })

  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])(
    'stays at home on %s',
    (event) => {
      const contents = Object.assign(new EventEmitter(), { setWindowOpenHandler: () => {} })
      guardContents(contents as unknown as Parameters<typeof guardContents>[0], () => false)
      const goes = (url: string) => {
        let prevented = false
        contents.emit(event, {
          url,
          preventDefault: () => {
            prevented = true
          },
        })
        return !prevented
      }
      expect(['till://app/', 'till://app/#x'].map(goes)).toEqual([true, true])
      expect(
        ['https://example.com/', 'file:///etc/passwd', 'till://apple/', 'javascript:alert(1)'].map(
          goes,
        ),
      ).toEqual([false, false, false, false])
    },
  )

  it('lets the page ask before it is closed, and never hold up a program that ends', () => {
    let isEnding = false
    const contents = Object.assign(new EventEmitter(), { setWindowOpenHandler: () => {} })
    guardContents(contents as unknown as Parameters<typeof guardContents>[0], () => isEnding)
    const isHeldUp = () => {
      let overruled = false
      contents.emit('will-prevent-unload', {
        preventDefault: () => {
          overruled = true
        },
      })
      return !overruled
    }
    expect(isHeldUp()).toBe(true)
    isEnding = true
    expect(isHeldUp()).toBe(false)
  })

  it('opens no other windows', () => {
    let handler: (() => { action: string }) | null = null
    const contents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: (given: () => { action: string }) => {
        handler = given
      },
    })
    guardContents(contents as unknown as Parameters<typeof guardContents>[0], () => false)
    expect((handler as (() => { action: string }) | null)?.()).toEqual({ action: 'deny' })
  })
})

describe('the key', () => {
  const sealing = {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text: string) => Buffer.from([...text].reverse().join('')),
    decryptStringAsync: async (sealed: Buffer) => ({
      result: [...sealed.toString()].reverse().join(''),
      shouldReEncrypt: false,
    }),
  }
  type SafeStorage = Parameters<typeof createOsSecretStore>[0]

  it('is sealed by the operating system and comes back', async () => {
    const file = join(dataDir, 'key')
    await createOsSecretStore(sealing as unknown as SafeStorage, file).save('secret-123')
    const { readFileSync } = await import('node:fs')
    expect(readFileSync(file, 'utf8')).not.toContain('secret-123')
    expect(await createOsSecretStore(sealing as unknown as SafeStorage, file).load()).toBe(
      'secret-123',
    )
  })

  it('counts as not entered when it can no longer be opened', async () => {
    const file = join(dataDir, 'key')
    await createOsSecretStore(sealing as unknown as SafeStorage, file).save('secret-123')
    const lost = { ...sealing, decryptStringAsync: () => Promise.reject(new Error('keyring gone')) }
    expect(await createOsSecretStore(lost as unknown as SafeStorage, file).load()).toBeNull()
  })
})

it('finds its files in a source run and in a packed application', () => {
  expect(bundledPaths(false, '/app', '/opt/r', '/app/out/main')).toMatchObject({
    resourcesDir: '/app/resources',
    rendererDir: '/app/out/renderer',
  })
  expect(bundledPaths(true, '/app', '/opt/r', '/opt/r/app.asar/out/main')).toMatchObject({
    resourcesDir: '/opt/r/resources',
    rasterWorkerFile: '/opt/r/app.asar/out/main/raster-worker.js',
  })
  expect(valueOf('--data', ['electron', '.', '--data', 'x'])).toBe('x')
  expect(valueOf('--data', ['electron', '.'])).toBeNull()
})
