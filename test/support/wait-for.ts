import { vi } from 'vitest'

/** As `expect.poll` waits: what comes late on a loaded machine has come. */
const PATIENCE_MS = 60_000

/** Until it throws nothing any more; what it answers then. */
export const waitFor = <Value>(
  work: () => Value | Promise<Value>,
  options: { readonly timeout?: number; readonly interval?: number } = {},
): Promise<Value> => vi.waitFor(work, { timeout: PATIENCE_MS, ...options })
