/** A screen that falls, or does not answer: what becomes of the window. */
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Electron } from '#desk/electron-module.ts'
import { guardContents, openScreen } from './window.ts'

class FallingWindow extends EventEmitter {
  static readonly all: FallingWindow[] = []
  isGone = false
  readonly reloads: number[] = []
  readonly webContents = Object.assign(new EventEmitter(), {
    reload: () => this.reloads.push(1),
    forcefullyCrashRenderer: () => this.fall('killed'),
  })
  constructor() {
    super()
    FallingWindow.all.push(this)
  }
  loadURL = (): Promise<void> => FallingWindow.loading()
  static loading = (): Promise<void> => Promise.resolve()
  show = () => {}
  focus = () => this.refuseIfGone()
  isMinimized = () => this.refuseIfGone()
  isDestroyed = () => this.isGone
  destroy = () => {
    this.isGone = true
  }
  /** What Electron says of every method of a window that is gone. */
  refuseIfGone(): boolean {
    if (this.isGone) throw new TypeError('Object has been destroyed')
    return false
  }
  fall(reason: string) {
    this.webContents.emit('render-process-gone', {}, { reason, exitCode: 139 })
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  FallingWindow.all.length = 0
  FallingWindow.loading = () => Promise.resolve()
})
afterEach(() => vi.useRealTimers())

function open(answer = 0) {
  const said: string[] = []
  const state = { isHopeless: false }
  const electron = {
    app: { isPackaged: true },
    BrowserWindow: FallingWindow,
    dialog: {
      showMessageBox: (options: { message: string }) => {
        said.push(options.message)
        return Promise.resolve({ response: answer })
      },
    },
  }
  const screen = openScreen(electron as unknown as Electron, {
    log: () => {},
    memory: { options: () => ({}), watch: () => {} },
    onWindow: () => {},
    onHopeless: () => {
      state.isHopeless = true
    },
  })
  const last = () => FallingWindow.all.at(-1) as FallingWindow
  return { said, state, last, screen }
}

it('loads the page again at the first fall and says so; at the second there is another window', () => {
  const { said, last } = open()
  const first = last()
  first.fall('crashed')
  expect([first.reloads.length, FallingWindow.all.length, first.isGone]).toEqual([1, 1, false])
  expect(said[0]).toContain('se abrió de nuevo')
  first.fall('oom')
  expect([first.reloads.length, FallingWindow.all.length, first.isGone]).toEqual([1, 2, true])
  last().fall('clean-exit')
  expect(FallingWindow.all.length).toBe(2)
})

it('gives up a screen that falls six times in a minute, and not one that falls now and then', () => {
  const often = open()
  for (let fall = 0; fall < 6; fall += 1) often.last().fall('crashed')
  expect(often.state.isHopeless).toBe(true)
  const seldom = open()
  for (let fall = 0; fall < 20; fall += 1) {
    seldom.last().fall('crashed')
    vi.advanceTimersByTime(61_000)
  }
  expect(seldom.state.isHopeless).toBe(false)
})

it('asks about a screen that does not answer, and opens it again only when told to', async () => {
  const waits = open(0)
  waits.last().emit('unresponsive')
  await vi.advanceTimersByTimeAsync(0)
  expect([waits.said, waits.last().reloads.length]).toEqual([
    ['La pantalla de la caja no responde.'],
    0,
  ])
  const again = open(1)
  again.last().emit('unresponsive')
  await vi.advanceTimersByTimeAsync(0)
  expect(again.last().reloads.length).toBe(1)
})

it('lets a second start find no window while the first till ends', () => {
  const { last, screen } = open()
  last().destroy()
  expect(() => screen.focus()).not.toThrow()
})

it('takes a window that is closed, or falls, while its first page is loading for no error', async () => {
  const loading = Promise.withResolvers<void>()
  FallingWindow.loading = () => loading.promise
  const [closed, fallen, neither] = [open(), open(), open()]
  const [first, second] = FallingWindow.all
  first?.destroy()
  second?.fall('crashed')
  loading.reject(new Error('ERR_FAILED (-2)'))
  await expect(closed.screen.loaded).resolves.toBeUndefined()
  await expect(fallen.screen.loaded).resolves.toBeUndefined()
  await expect(neither.screen.loaded).rejects.toThrow('ERR_FAILED')
})

it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])(
  "never makes the customer's page the cashier's on %s",
  (event) => {
    const contents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: () => {},
      getURL: () => 'till://cliente/customer.html',
    })
    guardContents(contents as unknown as Parameters<typeof guardContents>[0], () => false)
    let isHeld = false
    contents.emit(event, { url: 'till://app/', preventDefault: () => (isHeld = true) })
    expect(isHeld).toBe(true)
  },
)
