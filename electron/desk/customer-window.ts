/**
 * The customer's screen: a window of its own, on its own address, which may ask the core for
 * nothing else than what a customer sees. It comes and goes with the screen.
 */
import type { BrowserWindow } from 'electron'
import { customerScreenOf, screenViewsOf } from './customer-screen.ts'
import { DEFAULT_DESK, type Desk } from '#shared/devices/desk.ts'
import type { Electron } from './electron-module.ts'
import { HARDENED } from './hardened.ts'

export function customerWindow(
  electron: Electron,
  url: string,
  cashiers: () => BrowserWindow | null,
) {
  const { screen } = electron
  let wish: Desk['customerDisplay'] = DEFAULT_DESK.customerDisplay
  let shown: { readonly window: BrowserWindow; readonly screenId: number } | null = null
  const cashiersId = () => {
    const window = cashiers()
    const display =
      window === null ? screen.getPrimaryDisplay() : screen.getDisplayMatching(window.getBounds())
    return display.id
  }
  const close = () => {
    const old = shown
    shown = null
    if (old !== null && !old.window.isDestroyed()) old.window.destroy()
  }
  const look = () => {
    const isEnding = cashiers() === null
    const target = isEnding ? null : customerScreenOf(screen.getAllDisplays(), cashiersId(), wish)
    const isThere = shown !== null && !shown.window.isDestroyed()
    if (isThere && shown?.screenId === target?.id)
      return shown?.window.setBounds(target?.bounds ?? {})
    close()
    if (target === null) return
    const { x, y, width, height } = target.bounds
    const window = new electron.BrowserWindow({
      ...{ x, y, width, height },
      ...{ frame: false, fullscreen: true, focusable: false, skipTaskbar: true, show: false },
      title: 'Mesón',
      backgroundColor: '#f6f3ee',
      webPreferences: HARDENED,
    })
    shown = { window, screenId: target.id }
    window.once('ready-to-show', () => window.showInactive())
    window.webContents.on('render-process-gone', () => {
      close()
      setTimeout(look, FALL_REST_MS)
    })
    void window.loadURL(url)
  }
  for (const event of ['display-added', 'display-removed', 'display-metrics-changed'] as const)
    screen.on(event as 'display-added', look)
  return {
    look,
    screens: async () => screenViewsOf(screen.getAllDisplays(), cashiersId()),
    want({ customerDisplay }: Desk) {
      wish = customerDisplay
      look()
    },
  }
}

/** A page that falls again and again takes nobody's time. */
const FALL_REST_MS = 2_000
