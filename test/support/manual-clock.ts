/** Till time for tests: it stands still until a test moves it. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { Clock } from '#till/kernel/ports.ts'

export const NOON = Date.UTC(2026, 10, 20, 15, 0) as EpochMs

/** Real work that is still under way after this long hangs: the test fails and names it. */
const REAL_WORK_MS_MAX = 30_000
/**
 * Turns of the event loop without real work after which nothing more happens at this moment of till
 * time.
 */
const QUIET_TURNS = 2
/** Node's names for files being read, written, synced and closed on its own threads. */
const FILE_WORK: ReadonlySet<string> = new Set(['FSReqPromise', 'FSReqCallback', 'CloseReq'])
/**
 * Till time, which passes only where nothing real is under way: a busy machine makes a test slow,
 * never another test. Files count by themselves; what else takes real time (a service that runs in
 * the test) is named with `waitFor`.
 */
export interface ManualClock extends Clock {
  /** Moves time and runs what falls due, in order, letting promises and files end in between. */
  advance(ms: number): Promise<void>
  /** Moves time to what falls due next, by `ms` at most. */
  advanceToNext(ms: number): Promise<void>
  /** Till time stands still until this is done. */
  waitFor<T>(work: Promise<T>): Promise<T>
  /** Somebody sets the computer's clock; steady time goes on. */
  jumpWallClock(ms: number): void
}

export function manualClock(start: EpochMs = NOON): ManualClock {
  let elapsedMs = 0
  let jumpedMs = 0
  let timers: { at: number; callback: () => void }[] = []
  let named = 0
  const nextUntil = (untilMs: number) =>
    timers.filter((timer) => timer.at <= untilMs).sort((a, b) => a.at - b.at)[0]
  const advance = async (ms: number) => {
    const untilMs = elapsedMs + ms
    await settle(() => named > 0)
    for (let next = nextUntil(untilMs); next; next = nextUntil(untilMs)) {
      const due = next
      timers = timers.filter((timer) => timer !== due)
      elapsedMs = Math.max(elapsedMs, due.at)
      due.callback()
      await settle(() => named > 0)
    }
    elapsedMs = untilMs
  }
  return {
    now: () => (start + elapsedMs + jumpedMs) as EpochMs,
    jumpWallClock(ms) {
      jumpedMs += ms
    },
    monotonicMs: () => elapsedMs,
    uptimeMs: () => elapsedMs,
    after(delayMs, callback) {
      const timer = { at: elapsedMs + delayMs, callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance,
    async advanceToNext(ms) {
      await settle(() => named > 0)
      const next = nextUntil(elapsedMs + ms)
      await advance(next === undefined ? ms : Math.max(0, next.at - elapsedMs))
    },
    async waitFor(work) {
      named += 1
      return work.finally(() => {
        named -= 1
      })
    },
  }
}

/**
 * Lets everything end that needs no till time: promises that wait for promises, files, and what a
 * test has named.
 */
async function settle(isNamedUnderWay: () => boolean): Promise<void> {
  const hangsAtMs = performance.now() + REAL_WORK_MS_MAX
  for (let quiet = 0; quiet < QUIET_TURNS; ) {
    await new Promise((resolve) => setImmediate(resolve))
    const underWay = process.getActiveResourcesInfo().filter((name) => FILE_WORK.has(name))
    if (isNamedUnderWay()) underWay.push('named by the test')
    quiet = underWay.length === 0 ? quiet + 1 : 0
    if (performance.now() > hangsAtMs)
      throw new Error(`real work does not end: ${underWay.join(', ')}`)
  }
}
