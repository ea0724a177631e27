import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Event,
  RenderProcessGoneDetails,
  WebContents,
} from 'electron'
import type { CoreGone } from '#host/core-process/keep-core.ts'
import type { Log } from '#host/machine.ts'
import { HARDENED } from '#desk/hardened.ts'
import type { Electron } from '#desk/electron-module.ts'
import type { WindowMemory } from '#desk/window-memory.ts'

export const SCHEME = 'till'
export const START_URL = `${SCHEME}://app/`
/** A screen that falls oftener than this in one minute is not going to stand. */
const FALLS_MAX = 5
const FALLS_MS = 60_000

export interface Screen {
  readonly focus: () => void
  /** Null once it is closed. */
  readonly present: () => BrowserWindow | null
  /** As a person does it: the page may ask first. False when there is none any more. */
  readonly close: () => boolean
  /** Resolves when the first page has been loaded, or its window is gone. */
  readonly loaded: Promise<void>
}

interface ScreenEvents {
  readonly log: Log
  readonly memory: WindowMemory
  /** A window is there, the first or one in its place. */
  readonly onWindow: (window: BrowserWindow) => void
  /** It falls again and again. */
  readonly onHopeless: () => void
}

/**
 * The till's window, and another in its place when it falls: the cart is in the core. The first
 * time its page is loaded again; a page that falls at once gets a new window.
 */
export function openScreen(electron: Electron, events: ScreenEvents): Screen {
  let falls = 0
  let window = open()
  function open(): BrowserWindow {
    const made = createWindow(
      electron.BrowserWindow,
      electron.app.isPackaged,
      events.memory.options(),
    )
    events.memory.watch(made)
    made.webContents.on('render-process-gone', (_event: Event, details) => onGone(made, details))
    made.on('unresponsive', () => void askIfStuck(electron, made, events.log))
    events.onWindow(made)
    return made
  }
  function onGone(fallen: BrowserWindow, { reason, exitCode }: RenderProcessGoneDetails): void {
    events.log('the screen fell', { reason, exitCode, falls })
    if (reason === 'clean-exit' || fallen.isDestroyed() || fallen !== window) return
    falls += 1
    setTimeout(() => (falls -= 1), FALLS_MS).unref()
    if (falls > FALLS_MAX) return events.onHopeless()
    if (falls === 1) fallen.webContents.reload()
    else {
      window = open()
      void window.loadURL(START_URL)
      fallen.destroy()
    }
    void electron.dialog.showMessageBox(SCREEN_FELL)
  }
  const first = window
  return {
    // One that was closed, or fell, while it was loading is spoken of where that is heard.
    loaded: window.loadURL(START_URL).catch((error: unknown) => {
      if (!first.isDestroyed() && falls === 0) throw error
    }),
    present: () => (window.isDestroyed() ? null : window),
    focus() {
      // A second start while this one ends: its backup goes on after the window.
      if (window.isDestroyed()) return
      if (window.isMinimized()) window.restore()
      window.focus()
    },
    close() {
      if (window.isDestroyed()) return false
      window.close()
      return true
    },
  }
}

const SCREEN_FELL = {
  type: 'warning' as const,
  title: 'Mesón',
  message: 'La pantalla de la caja falló y se abrió de nuevo.',
  detail:
    'La venta sigue como estaba y no se perdió nada de lo cobrado. Si se repite, reinicie el computador.\n\n' +
    'The screen failed and was opened again. The sale is as it was; nothing that was charged is lost.',
  buttons: ['Seguir'],
}

/** The window has stood through it; nobody is asked anything. */
export async function sayCoreFell({ dialog }: Electron, why: CoreGone): Promise<void> {
  const [spanish, english] = CORE_GONE[why]
  await dialog.showMessageBox({
    ...SCREEN_FELL,
    message: `El programa de la caja ${spanish} y se abrió de nuevo.`,
    detail:
      'La venta abierta y todo lo cobrado están guardados. Si estaba cobrando, la pantalla dice cómo terminó.\n\n' +
      `The till ${english} and was opened again. The open sale and what was charged are saved.`,
  })
}

const CORE_GONE: Readonly<Record<CoreGone, readonly [spanish: string, english: string]>> = {
  fell: ['falló', 'failed'],
  hung: ['dejó de responder', 'stopped answering'],
}

async function askIfStuck({ dialog }: Electron, window: BrowserWindow, log: Log): Promise<void> {
  log('the screen does not answer', {})
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Mesón',
    message: 'La pantalla de la caja no responde.',
    detail: 'Puede esperar o abrirla de nuevo; la venta sigue como estaba.',
    buttons: ['Esperar', 'Abrir de nuevo'],
    defaultId: 0,
    cancelId: 0,
  })
  // What fell is opened again like any other fall.
  if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
}

/**
 * Nothing of Node reaches the page: sandboxed, isolated, and without a preload script, because it
 * needs none.
 */
export function createWindow(
  Window: typeof BrowserWindow,
  isPackaged: boolean,
  place: BrowserWindowConstructorOptions = {},
): BrowserWindow {
  const window = new Window({
    width: 1366,
    height: 800,
    ...place,
    minWidth: 1000,
    minHeight: 680,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: '#f6f3ee',
    title: 'Mesón',
    webPreferences: { ...HARDENED, devTools: !isPackaged && process.env['MESON_DEVTOOLS'] === '1' },
  })
  window.once('ready-to-show', () => window.show())
  return window
}

/**
 * The window shows the till and never anything else: no navigation away, no new windows, no
 * embedded pages. Somebody who closes it over unsent receipts is asked by the page; a program that
 * ends (`isEnding`) is not held up by it.
 */
export function guardContents(contents: WebContents, isEnding: () => boolean): void {
  contents.on('will-prevent-unload', (event) => {
    if (isEnding()) event.preventDefault()
  })
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  // From the cashier's page alone: the customer's, on another address, goes nowhere.
  const stay = (event: { readonly url: string; preventDefault(): void }) => {
    if (!isOwn(event.url) || !isOwn(contents.getURL())) event.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

function isOwn(url: string): boolean {
  return url.startsWith(START_URL)
}
