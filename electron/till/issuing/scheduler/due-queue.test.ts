import { expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { createReadQueue } from './due-queue.ts'
import { SLEEP_MS_MAX } from './admission-control.ts'

it('a worker with nothing to read sleeps as long as it may, though its look took time', () => {
  let readMs = 0
  // As a machine's: no two readings of it are the same.
  const clock = { monotonicMs: () => (readMs += 0.3) }
  const nothing = () => ({ due: [], nextPdfAt: null })
  const store = { dueReads: nothing, firstDueRead: nothing }
  const reads = createReadQueue({ clock, store, serviceId: () => 'here' })
  const [look, next] = [1_000, 1_400].map((ms) => ms as EpochMs) as [EpochMs, EpochMs]
  reads.rows(look, false)
  expect(reads.waitMs(look)).toBe(SLEEP_MS_MAX)
  // A look woken within the second has not asked the disk, which may know of something new.
  reads.rows(next, false)
  expect(reads.waitMs(next)).toBeLessThan(1_000)
  reads.forget()
  expect(reads.waitMs(look)).toBe(0)
})
