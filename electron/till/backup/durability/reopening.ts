/**
 * Keeps something open that may have to be closed and opened again: the core, after a commit of
 * unknown outcome.
 */
import type { Log } from '#shared/core/ports.ts'
import type { Clock } from '../../kernel/ports.ts'

const RETRY_MS = 5_000
/** What breaks again so soon after an opening has not been healed by it. */
const STEADY_MS = 60_000

interface Openable {
  close(): Promise<void>
}

interface Reopening<Core> {
  /** Throws while it is closed: whoever asks gets an error and asks again. */
  readonly current: () => Core
  /** Null while it is closed. */
  readonly present: () => Core | null
  /** Closes it for some work on its files, and opens it again, whatever came of the work. */
  readonly exchange: <Value>(work: () => Promise<Value>) => Promise<Value>
  readonly stop: () => Promise<void>
}

interface ReopeningPorts<Core extends Openable> {
  /** `onBroken` may be called once by what was opened; it is then closed and opened anew. */
  readonly open: (onBroken: () => void) => Promise<Core>
  readonly clock: Clock
  readonly log: Log
}

/**
 * The first opening's error is the caller's; later ones are logged, and tried again until stopped.
 */
export async function keepOpen<Core extends Openable>({
  open,
  clock,
  log,
}: ReopeningPorts<Core>): Promise<Reopening<Core>> {
  let core: Core | null = null
  let stopped = false
  let cancelTimer: () => void = () => {}
  let underWay: Promise<void> = Promise.resolve()
  let reopenedMs = Number.NEGATIVE_INFINITY

  // Never in the same turn: the command that found the trouble still has to be answered.
  const onBroken = () => later(clock.monotonicMs() - reopenedMs < STEADY_MS ? RETRY_MS : 0)
  const later = (delayMs: number) => {
    cancelTimer = clock.after(delayMs, () => {
      underWay = reopen()
    })
  }
  const close = async () => {
    const before = core
    core = null
    try {
      await before?.close()
    } catch (error) {
      log('closing failed', { error: String(error) })
    }
  }
  const reopen = async () => {
    await close()
    if (stopped) return
    try {
      core = await open(onBroken)
      reopenedMs = clock.monotonicMs()
      log('reopened', {})
    } catch (error) {
      log('reopening failed', { error: String(error), retryMs: RETRY_MS })
      later(RETRY_MS)
    }
  }
  core = await open(onBroken)

  return {
    current() {
      if (core === null) throw new Error('the till is closed while its database is opened again')
      return core
    },
    present: () => core,
    async exchange(work) {
      cancelTimer()
      await underWay
      await close()
      try {
        return await work()
      } finally {
        underWay = reopen()
        await underWay
      }
    },
    async stop() {
      stopped = true
      cancelTimer()
      await underWay
      await core?.close()
    },
  }
}

/** An object whose methods are always those of the present core. */
export function forward<Api extends object>(current: () => Api): Api {
  return new Proxy({} as Api, { get: (_, name) => Reflect.get(current(), name) as unknown })
}
