import { EventEmitter } from 'node:events'
import { serveCore } from '#host/core-process/serve-core.ts'
import type { FromCore, ToCore } from '#host/core-process/words.ts'

/**
 * What Electron forks as the core, in this process: copied words, in order, each in a turn of its
 * own.
 */
export function coreInMemory() {
  const child = Object.assign(new EventEmitter(), {
    pid: undefined,
    stderr: null,
    postMessage: (message: unknown) => {
      const copy = structuredClone(message)
      setImmediate(() => hear(copy as ToCore))
    },
  })
  let hear: (message: ToCore) => void = () => {}
  const { stopped } = serveCore({
    post: (message: FromCore) => {
      const copy = structuredClone(message)
      setImmediate(() => child.emit('message', copy))
    },
    onMessage: (listener) => void (hear = listener),
  })
  void stopped.then(() => setImmediate(() => child.emit('exit', 0)))
  return child
}
