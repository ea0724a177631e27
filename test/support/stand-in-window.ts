/** A window of the stand-in for the electron module: keeps what it is asked. */
import { EventEmitter } from 'node:events'

export class StandInWindow extends EventEmitter {
  static last: StandInWindow | null = null
  static count = 0
  readonly options: { webPreferences: Record<string, unknown> }
  readonly asked: string[] = []
  readonly webContents = Object.assign(new EventEmitter(), {
    reload: () => this.asked.push('reload'),
    forcefullyCrashRenderer: () => this.asked.push('crash'),
  })
  loaded = ''
  constructor(options: { webPreferences: Record<string, unknown> }) {
    super()
    this.options = options
    StandInWindow.last = this
    StandInWindow.count += 1
  }
  loadURL(url: string) {
    this.loaded = url
    return Promise.resolve()
  }
  show() {}
  focus() {
    this.asked.push('focus')
  }
  destroy() {
    this.asked.push('destroy')
  }
  isDestroyed() {
    return this.asked.includes('destroy')
  }
  isMinimized() {
    return false
  }
  isKiosk() {
    return false
  }
  getBounds() {
    return { x: 0, y: 0, width: 1, height: 1 }
  }
}
