import { expect, it } from 'vitest'
import { systemClock, systemRandomness } from './system.ts'

it('never draws the same bytes twice, of an id or of megabytes', () => {
  const drawn = [...Array.from({ length: 2_000 }, () => 10), 5_000, 16, 1_024, 10].map((count) =>
    systemRandomness.bytes(count),
  )
  expect(new Set(drawn.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(drawn.length)
  expect(drawn.slice(-4).map((bytes) => bytes.length)).toEqual([5_000, 16, 1_024, 10])
})

it('what is for now waits for no timer, and can be called off', async () => {
  const order: string[] = []
  const cancel = systemClock.after(0, () => order.push('called off'))
  systemClock.after(0, () => order.push('now'))
  cancel()
  await new Promise<void>((resolve) => {
    systemClock.after(5, resolve)
  })
  expect(order).toEqual(['now'])
})
