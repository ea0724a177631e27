/** The one way to wait: on the till's clock, ended at once by a signal, leaving nothing behind. */
import type { Clock } from '#shared/core/ports.ts'
import type { StopSignal } from '#shared/bridge/contract.ts'

/** Resolves after `delayMs`, or as soon as `signal` aborts; never rejects. */
export function pause(
  clock: Pick<Clock, 'after'>,
  delayMs: number,
  signal: StopSignal,
): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(delayMs, end)
    signal.addEventListener('abort', end)
  })
}
