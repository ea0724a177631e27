import type { BrowserWindow, WebContents } from 'electron'

export const SCHEME = 'till'
export const START_URL = `${SCHEME}://app/`

/**
 * Nothing of Node reaches the page: sandboxed, isolated, and without a preload script, because it
 * needs none.
 */
export function createWindow(Window: typeof BrowserWindow): BrowserWindow {
  const window = new Window({
    width: 1366,
    height: 800,
    minWidth: 1000,
    minHeight: 680,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: '#f6f3ee',
    title: 'Mesón',
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      devTools: process.env['MESON_DEVTOOLS'] === '1',
    },
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
  contents.on('will-navigate', (event) => {
    if (!isOwn(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (!isOwn(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!isOwn(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

function isOwn(url: string): boolean {
  return url.startsWith(START_URL)
}
