/** The secret of the PINs, closed for one till: it opens there and nowhere else. */
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { boxKeyTold, closeBox, newBoxKey, openBox } from './pin-box.ts'

const randomness = { bytes: (count: number) => new Uint8Array(randomBytes(count)) }
const secret = randomBytes(32)
const place = { shopId: 'shop', tillId: 'till' }
const own = newBoxKey(randomness)
const box = closeBox(secret, boxKeyTold(own), place, randomness) ?? ''

it('opens for the till it was closed for, each time another one', () => {
  expect(openBox(box, own, place)?.equals(secret)).toBe(true)
  expect(closeBox(secret, boxKeyTold(own), place, randomness)).not.toBe(box)
})

it('opens for no other key, till or shop, and not with a bit of it changed', () => {
  expect(openBox(box, newBoxKey(randomness), place)).toBeNull()
  expect(openBox(box, own, { ...place, tillId: 'other' })).toBeNull()
  expect(openBox(box, own, { ...place, shopId: 'other' })).toBeNull()
  const bytes = Buffer.from(box, 'base64')
  for (let at = 0; at < bytes.length; at += 1) {
    const bent = Buffer.from(bytes)
    bent[at] = (bent[at] ?? 0) ^ 1
    expect(openBox(bent.toString('base64'), own, place), String(at)).toBeNull()
  }
  for (const none of ['', 'AAAA', box.slice(0, 40)]) expect(openBox(none, own, place)).toBeNull()
})

// P2: who joined with such a key ended the sharing with everybody who joined after.
it('is closed for no key that is the half of none', () => {
  expect(closeBox(secret, 'A'.repeat(43), place, randomness)).toBeNull()
})
