/** In a utility process: parentPort, no stdin, gone with its parent. argv: ENTRY ...ARGUMENTS */
import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'

const [, , entry = '', ...args] = process.argv
process.argv = [process.execPath, entry, ...args]
const send = process.send?.bind(process)
const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => void send?.({ message }),
  start: () => {},
  pause: () => {},
})
// What came before the program listened waits for it, as in a MessagePort that is not started.
const early: unknown[] = []
const hear = (message: unknown) => port.emit('message', { data: message, ports: [] })
process.on('message', (wrapped: { message: unknown }) => {
  if (port.listenerCount('message') === 0) early.push(wrapped.message)
  else hear(wrapped.message)
})
port.on('newListener', (event) => {
  if (event === 'message') setImmediate(() => early.splice(0).forEach(hear))
})
// The browser process is gone: Chromium ends the child at once, no handler is asked.
process.on('disconnect', () =>
  (process as unknown as { reallyExit(code: number): never }).reallyExit(0),
)
// In Electron the loop of a utility process never runs dry.
setInterval(() => {}, 2 ** 30)
Object.defineProperty(process, 'parentPort', { value: port, enumerable: true })
Reflect.set(process, 'send', undefined)
try {
  await import(pathToFileURL(entry).href)
} catch (error) {
  process.stderr.write(`Uncaught exception in a utility process: ${String(error)}\n`)
  process.exit(1)
}
