/** The core's process: Electron starts it, and it ends with Electron. */
import { serveCore } from './serve-core.ts'
import type { FromCore, ToCore } from './words.ts'

/** What Electron gives a utility process. */
interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: ToCore }) => void): void
  postMessage(message: FromCore): void
}
const { parentPort } = process as unknown as { readonly parentPort: ParentPort }

process.umask(0o077)
// The terminal and the system tell every process of the till; this one is told by the window's,
// once the backup may begin.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
const log = (message: string, detail: Record<string, unknown>) =>
  parentPort.postMessage({ kind: 'log', message, detail })
process.on('unhandledRejection', (reason) => log('not handled', { error: String(reason) }))
process.on('uncaughtException', (error) => {
  log('an unexpected error', { error: error.stack })
  // What follows from here is nobody's plan; the next core begins with what is on disk.
  setImmediate(() => process.exit(1))
})
const { stopped } = serveCore({
  post: (message) => parentPort.postMessage(message),
  onMessage: (listener) => parentPort.on('message', ({ data }) => listener(data)),
})
void stopped.then(() => process.exit(0))
