import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readStar } from './read-star.ts'

it('refuses what is no paper of a Star printer, however long, and never breaks on it', () => {
  const endless = new Uint8Array(400_000).fill(0x31)
  endless.set([0x1b, 0x2a, 0x72, 0x45])
  expect(readStar(endless)).toMatchObject({ ok: false, refusal: { offset: 0 } })
  const start = fc.constantFrom(
    [],
    [0x1b, 0x2a, 0x72, 0x41],
    [0x1b, 0x1d, 0x53, 1],
    [0x1b, 0x2a, 0x72, 0x59],
  )
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 60 }), (first, rest) => {
      expect(typeof readStar(Uint8Array.of(...first, ...rest)).ok).toBe('boolean')
    }),
  )
})
