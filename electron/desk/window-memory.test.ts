import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Electron } from './electron-module.ts'
import { rememberWindow } from './window-memory.ts'

const COUNTER = { id: 1, workArea: { x: 0, y: 0, width: 1366, height: 768 } }
const SECOND = { id: 2, workArea: { x: 1366, y: 0, width: 1920, height: 1080 } }

/** On the second screen, where a person has put it. */
class MovedWindow extends EventEmitter {
  readonly bounds = { x: 1500, y: 60, width: 1400, height: 900 }
  isBig = false
  isWhole = false
  getNormalBounds = () => this.bounds
  getBounds = () => this.bounds
  isMaximized = () => this.isBig
  isFullScreen = () => this.isWhole
  maximize = () => {
    this.isBig = true
  }
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-window-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function memoryWith(displays: readonly object[], isKiosk = false) {
  const screen = { getAllDisplays: () => displays, getDisplayMatching: () => SECOND }
  return rememberWindow({ screen } as unknown as Electron, join(folder, 'window.json'), isKiosk)
}

function closed(change: (window: MovedWindow) => void, isKiosk = false): void {
  const window = new MovedWindow()
  memoryWith([COUNTER, SECOND], isKiosk).watch(window as unknown as BrowserWindow)
  change(window)
  window.emit('close')
}

it('opens where it was closed, as large, and not where there is no screen', () => {
  expect(memoryWith([COUNTER, SECOND]).options()).toEqual({ kiosk: false })
  closed(() => {})
  const place = { x: 1500, y: 60, width: 1400, height: 900, kiosk: false }
  expect(memoryWith([COUNTER, SECOND]).options()).toEqual(place)
  expect(memoryWith([COUNTER]).options()).toEqual({ kiosk: false })
})

it('comes back on the full screen, or as large as one', () => {
  closed((window) => {
    window.isWhole = true
  })
  expect(memoryWith([COUNTER, SECOND]).options()).toMatchObject({ fullscreen: true })
  closed((window) => window.maximize())
  const memory = memoryWith([COUNTER, SECOND])
  expect(memory.options()).not.toHaveProperty('fullscreen')
  const again = new MovedWindow()
  memory.watch(again as unknown as BrowserWindow)
  expect(again.isBig).toBe(true)
})

it('as a kiosk takes the screen it was on and remembers nothing of that', () => {
  closed(() => {})
  closed((window) => Object.assign(window.bounds, { x: 0, y: 0 }), true)
  expect(memoryWith([COUNTER, SECOND], true).options()).toMatchObject({ kiosk: true, x: 1500 })
})

it('opens as ever beside a file nobody can read, or write', () => {
  writeFileSync(join(folder, 'window.json'), 'x')
  expect(memoryWith([COUNTER]).options()).toEqual({ kiosk: false })
  rmSync(folder, { recursive: true })
  closed(() => {})
  expect(memoryWith([COUNTER, SECOND]).options()).toEqual({ kiosk: false })
})
