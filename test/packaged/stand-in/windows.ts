/** `electron.BrowserWindow` and its webContents over pages of real Chromium. */
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type * as Electron from 'electron'
import type { BrowserContext, Dialog, Download, Page } from 'playwright-core'
import { app, life, windowIsGone } from './app.ts'
import { openBrowser, watchKeys, watchNavigation } from './browser.ts'
import { menuRole } from './menu.ts'
import { allows, note, PLAIN_EVENT, strict } from './notes.ts'
import { inside, openBridge, outside } from './scheme.ts'
import { defaultSession } from './session.ts'

let browser: Promise<BrowserContext> | null = null
let nextId = 1
const all = new Map<number, StandInWindow>()
const CRASHED = { reason: 'crashed', exitCode: 139 } as const

type Contents = EventEmitter & ReturnType<typeof contentsOf>

function contentsOf(window: StandInWindow) {
  let openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] = () => ({
    action: 'allow',
  })
  return {
    id: nextId++,
    session: defaultSession as unknown as Electron.Session,
    setWindowOpenHandler: (handler) => {
      openHandler = handler
    },
    /** Not Electron's: what the handler above would say. */
    mayOpen: (url: string) => openHandler({ url } as Electron.HandlerDetails).action === 'allow',
    getURL: () => window.state.url,
    isDestroyed: () => window.state.isDestroyed,
    isCrashed: () => window.state.isCrashed,
    reload: () => window.reload(),
    forcefullyCrashRenderer: () => void window.crash(),
    setZoomFactor: () => {},
    setVisualZoomLevelLimits: () => Promise.resolve(),
    setBackgroundThrottling: () => {},
    setIgnoreMenuShortcuts: (ignores) => {
      window.state.ignoresMenu = ignores
    },
    openDevTools: () => note('devTools'),
    getOSProcessId: () => 0,
  } satisfies Partial<Electron.WebContents> & { mayOpen(url: string): boolean }
}

type Modelled = ReturnType<typeof methodsOf>

/** The parts of a window a program may use; typed, so that electron.d.ts refuses what is not. */
function methodsOf(window: StandInWindow) {
  const { state } = window
  return {
    id: window.id,
    loadURL: (url) => window.load(url),
    close: () => window.close(),
    destroy: () => window.destroy(),
    show: () => {
      state.isShown = true
      note('show')
      window.events.emit('show')
    },
    showInactive: () => {
      state.isShown = true
      note('show inactive')
    },
    hide: () => {
      state.isShown = false
    },
    focus: () => note('focus'),
    isDestroyed: () => state.isDestroyed,
    isVisible: () => state.isShown,
    isMinimized: () => false,
    restore: () => {},
    isMaximized: () => state.isMaximized,
    maximize: () => {
      state.isMaximized = true
      note('maximize')
    },
    isFullScreen: () => state.isFullScreen,
    setFullScreen: (isFullScreen) => {
      state.isFullScreen = isFullScreen
      note('fullscreen', { isFullScreen })
      window.events.emit(isFullScreen ? 'enter-full-screen' : 'leave-full-screen')
    },
    isKiosk: () => state.isKiosk,
    setKiosk: (isKiosk) => {
      state.isKiosk = isKiosk
      note('kiosk', { isKiosk })
    },
    getNormalBounds: () => state.bounds,
    getBounds: () => state.bounds,
    setBounds: (bounds) => void Object.assign(state.bounds, bounds),
    setMenu: (menu) => {
      if (menu === null) state.ignoresMenu = true
    },
    removeMenu: () => {
      state.ignoresMenu = true
    },
    setTitle: () => {},
  } satisfies Partial<Electron.BrowserWindow>
}

/** A program that says `new BrowserWindow(...)` gets one of these behind a strict face. */
class StandInWindow {
  readonly id = nextId++
  readonly events = new EventEmitter()
  readonly contents: Contents
  readonly state = {
    url: '',
    isShown: true,
    isMaximized: false,
    isFullScreen: false,
    isKiosk: false,
    isDestroyed: false,
    isCrashed: false,
    isClosing: false,
    ignoresMenu: false,
    bounds: { x: 0, y: 0, width: 1366, height: 800 },
  }
  #page: Page | null = null

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    if (!life.isReady) throw new Error('Cannot create BrowserWindow before app is ready')
    this.state.isShown = options.show !== false
    this.state.isFullScreen = options.fullscreen === true
    this.state.isKiosk = options.kiosk === true
    const { width, height, x, y } = options
    Object.assign(this.state.bounds, JSON.parse(JSON.stringify({ width, height, x, y })))
    this.contents = strict('webContents', Object.assign(new EventEmitter(), contentsOf(this)))
    life.windows.add(this)
    all.set(this.id, this)
    note('window', { options })
    app.emit('web-contents-created', PLAIN_EVENT, this.contents)
  }

  async load(url: string): Promise<void> {
    this.state.url = url
    browser ??= openBridge().then((port) =>
      openBrowser(join(app.getPath('sessionData'), 'stand-in-chromium'), port),
    )
    const context = await browser
    life.closeBrowser = () => context.close()
    await this.#show(await freshPage(context))
  }

  async #show(page: Page): Promise<void> {
    this.#page = page
    this.state.isCrashed = false
    page.on('crash', () => this.#hasCrashed())
    page.on('dialog', (dialog) => this.#ask(dialog))
    page.on('close', () => {
      if (this.#page === page) this.#gone()
    })
    page.on('popup', (popup) => this.#popup(popup))
    page.on('download', (download) => this.#download(download))
    await watchNavigation(page, this.contents)
    await watchKeys(page, (combination) => this.#key(combination))
    await page.goto(outside(this.state.url))
    this.contents.emit('dom-ready', PLAIN_EVENT)
    this.contents.emit('did-finish-load', PLAIN_EVENT)
    this.events.emit('ready-to-show')
    note('loaded', { url: this.state.url })
  }

  #hasCrashed(): void {
    this.state.isCrashed = true
    note('renderer gone')
    this.contents.emit('render-process-gone', PLAIN_EVENT, CRASHED)
    app.emit('render-process-gone', PLAIN_EVENT, this.contents, CRASHED)
  }

  #ask(dialog: Dialog): void {
    if (dialog.type() !== 'beforeunload') return void dialog.dismiss()
    const staysOpen = allows(this.contents, 'will-prevent-unload')
    note('beforeunload', { staysOpen })
    this.state.isClosing = false
    if (staysOpen) life.isQuitting = false
    void (staysOpen ? dialog.dismiss() : dialog.accept())
  }

  #popup(popup: Page): void {
    const url = inside(popup.url())
    const mayOpen = this.contents.mayOpen(url)
    note('window.open', { url, mayOpen })
    if (!mayOpen) void popup.close()
  }

  #download(download: Download): void {
    const name = download.suggestedFilename()
    note('download', { name })
    const item = {
      getFilename: () => name,
      setSavePath: (path: string) => {
        note('download saved', { path })
        void download.saveAs(path)
      },
      setSaveDialogOptions: () => {},
      on: () => item,
      once: () => item,
    }
    defaultSession.emit('will-download', PLAIN_EVENT, item, this.contents)
  }

  #key(combination: string): void {
    const role = this.state.ignoresMenu ? null : menuRole(combination)
    if (role === null) return
    note('menu key', { combination, role })
    if (role === 'reload' || role === 'forceReload') this.reload()
    else if (role === 'close') this.close()
    else if (role === 'quit') app.quit()
  }

  /** A hand that moves the window. */
  moveTo(bounds: Electron.Rectangle): void {
    Object.assign(this.state.bounds, bounds)
    this.events.emit('moved')
  }

  reload(): void {
    note('reload')
    const page = this.#page
    if (!this.state.isCrashed) return void page?.reload().catch(() => {})
    // Playwright's page stays dead once it has crashed; Electron's contents get a new renderer.
    void browser
      ?.then((context) => context.newPage())
      .then(async (next) => {
        await this.#show(next)
        await page?.close()
      })
      .catch((error: unknown) => note('reload failed', { error: String(error) }))
  }

  close(): void {
    if (this.state.isClosing || this.state.isDestroyed) return
    this.state.isClosing = true
    if (!allows(this.events, 'close')) {
      this.state.isClosing = false
      life.isQuitting = false
      return
    }
    if (this.#page === null || this.state.isCrashed) return this.destroy()
    void this.#page.close({ runBeforeUnload: true }).catch(() => this.#gone())
  }

  destroy(): void {
    void this.#page?.close().catch(() => {})
    this.#gone()
  }

  #gone(): void {
    if (this.state.isDestroyed) return
    this.state.isDestroyed = true
    all.delete(this.id)
    this.events.emit('closed')
    windowIsGone(this)
  }

  async crash(): Promise<void> {
    const page = this.#page
    if (page === null) return
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Page.crash').catch(() => {})
  }
}

async function freshPage(context: BrowserContext): Promise<Page> {
  const [first] = context.pages()
  const isUnused = first !== undefined && !first.isClosed() && first.url() === 'about:blank'
  return isUnused && all.size === 1 ? first : context.newPage()
}

const faces = new Map<number, object>()

/** The class a program sees. */
export class BrowserWindow extends EventEmitter {
  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    const window = new StandInWindow(options)
    const methods: Modelled = methodsOf(window)
    const face = strict(
      'BrowserWindow',
      Object.assign(window.events, methods, { webContents: window.contents }),
    )
    faces.set(window.id, face)
    window.events.once('closed', () => faces.delete(window.id))
    return face
  }
  static getAllWindows(): object[] {
    return [...faces.values()]
  }
}

/** For the hand of the test: the first window that is open. */
export const firstWindow = (): StandInWindow | undefined => [...all.values()][0]
