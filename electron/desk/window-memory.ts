/** The window opens where it was: read from a file of the data folder, written when it changes. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'
import { placeOn, placesIn, remember, type Place } from './window-place.ts'
import type { Electron } from './electron-module.ts'

export interface WindowMemory {
  readonly options: () => BrowserWindowConstructorOptions
  /** Before it is shown. */
  readonly watch: (window: BrowserWindow) => void
}

/** `close` is the last that is heard of an ordinary end; the others, of one that is cut off. */
const MOVES = ['close', 'moved', 'resized', 'maximize', 'unmaximize'] as const

/** `isKiosk`: the whole screen, whatever is remembered; what it is then is not kept. */
export function rememberWindow({ screen }: Electron, file: string, isKiosk: boolean): WindowMemory {
  let place: Place | null = null
  const save = (window: BrowserWindow) => {
    const bounds = window.getNormalBounds()
    const [isMaximized, isFullScreen] = [window.isMaximized(), window.isFullScreen()]
    const { id } = screen.getDisplayMatching(window.getBounds())
    try {
      const places = remember(read(file), id, { ...bounds, isMaximized, isFullScreen })
      writeFileSync(`${file}.part`, JSON.stringify(places))
      renameSync(`${file}.part`, file)
    } catch {
      // A full disk is said elsewhere; the window only opens where it opened before.
    }
  }
  return {
    options() {
      place = placeOn(screen.getAllDisplays(), read(file))
      if (place === null) return { kiosk: isKiosk }
      const { x, y, width, height, isFullScreen } = place
      // macOS would take fullscreen: false for "may never be".
      return { x, y, width, height, kiosk: isKiosk, ...(isFullScreen ? { fullscreen: true } : {}) }
    },
    watch(window) {
      if (isKiosk) return
      if (place?.isMaximized === true) window.maximize()
      for (const event of MOVES) window.on(event as 'moved', () => save(window))
      window.on('enter-full-screen', () => save(window))
      window.on('leave-full-screen', () => save(window))
    },
  }
}

function read(file: string) {
  try {
    return placesIn(readFileSync(file, 'utf8'))
  } catch {
    return placesIn('')
  }
}
