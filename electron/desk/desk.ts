/** What the owner wants of this machine, done with Electron: screens, whole screen, sign-in. */
import type { BrowserWindow } from 'electron'
import { DEFAULT_DESK, type Desk } from '#shared/devices/desk.ts'
import type { Log } from '#shared/core/ports.ts'
import { customerWindow } from './customer-window.ts'
import type { Electron } from './electron-module.ts'
import { messagesOf } from './messages.ts'
import { startWithSystem } from './start-with-system.ts'
import type { Updates } from './updates/updates.ts'

interface DeskOptions {
  readonly url: string
  /** The till's own window; null once it is closed. */
  readonly cashiers: () => BrowserWindow | null
  /** The whole screen, whatever the owner wants: the program was started so. */
  readonly isKiosk: boolean
  /** With which the till is opened at sign-in. */
  readonly args: readonly string[]
  readonly updates: Updates
  readonly log: Log
}

export function openDesk(electron: Electron, options: DeskOptions) {
  const customer = customerWindow(electron, options.url, options.cashiers)
  let wish: Desk = DEFAULT_DESK
  const fill = () => {
    const window = options.cashiers()
    const isWanted = options.isKiosk || wish.fillsScreen
    if (window !== null && window.isKiosk() !== isWanted) window.setKiosk(isWanted)
  }
  const start = () => {
    // What runs from its sources is opened by whoever develops it.
    if (!electron.app.isPackaged) return
    const { platform, env, execPath } = process
    try {
      startWithSystem(wish.startsWithSystem, electron.app, { platform, env, execPath, ...options })
    } catch (error) {
      options.log('opening at sign-in was not arranged', { error: String(error) })
    }
  }
  return {
    screens: customer.screens,
    update: options.updates.answer,
    messages: messagesOf(electron, () => options.isKiosk || wish.fillsScreen),
    want(desk: Desk) {
      wish = desk
      customer.want(desk)
      fill()
      start()
    },
    /** The till's window is another one, or elsewhere, or gone. */
    moved() {
      customer.look()
      fill()
    },
  }
}
