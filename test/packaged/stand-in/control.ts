/**
 * The hand of the test: one JSON line on the socket that MESON_STANDIN_CONTROL names, such as
 * `{"emit":["powerMonitor","suspend"]}` or `{"call":["app","quit"]}`.
 */
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { app } from './app.ts'
import { plugSecondScreen, powerMonitor } from './machine.ts'
import { PLAIN_EVENT } from './notes.ts'
import { streams } from './scheme.ts'
import { firstWindow } from './windows.ts'

interface Order {
  readonly emit?: readonly [target: string, event: string, ...args: unknown[]]
  /** What the program takes its system for from here on. */
  readonly platform?: NodeJS.Platform
  /** The second screen is plugged in or not. */
  readonly secondScreen?: boolean
  readonly call?: readonly [target: string, method: string, ...args: unknown[]]
}

export function listenToTest(socketFile: string): void {
  createServer((socket) => {
    createInterface({ input: socket }).on('line', (line) => {
      let answer: unknown
      try {
        answer = obey(JSON.parse(line) as Order)
      } catch (error) {
        answer = { error: String(error) }
      }
      socket.write(`${JSON.stringify(answer ?? null)}\n`)
    })
  }).listen(socketFile)
}

function obey({ emit, call, platform, secondScreen }: Order): unknown {
  if (secondScreen !== undefined) return plugSecondScreen(secondScreen)
  if (platform !== undefined)
    return Object.defineProperty(process, 'platform', { value: platform }).platform
  if (emit !== undefined) {
    const [target, event, ...args] = emit
    return emitterOf(target).emit(event, PLAIN_EVENT, ...args)
  }
  if (call === undefined) throw new Error('neither emit nor call')
  const [target, method, ...args] = call
  if (target === 'bridge') return streams.size
  const object = target === 'window' ? firstWindow() : emitterOf(target)
  const called = Reflect.get(object ?? {}, method) as (...given: unknown[]) => unknown
  return called.apply(object, args)
}

function emitterOf(target: string): { emit(event: string, ...args: unknown[]): boolean } {
  const window = firstWindow()
  if (target === 'app') return app
  if (target === 'powerMonitor') return powerMonitor
  if (target === 'window' && window !== undefined) return window.events
  if (target === 'webContents' && window !== undefined) return window.contents
  throw new Error(`there is no ${target} to speak to`)
}
