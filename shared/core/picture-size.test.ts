import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mayBeDecoded, pictureSize } from './picture-size.ts'

const drawn = (type: 'image/png' | 'image/jpeg' | 'image/webp') =>
  new Uint8Array(createCanvas(123, 45).encodeSync(type.slice('image/'.length) as 'png'))

it.each(['image/png', 'image/jpeg', 'image/webp'] as const)('reads the size of a %s', (type) => {
  expect(pictureSize(drawn(type))).toEqual({ width: 123, height: 45 })
})

it('reads the size of a GIF', () => {
  expect(pictureSize(new Uint8Array([...Buffer.from('GIF89a'), 123, 0, 45, 0]))).toEqual({
    width: 123,
    height: 45,
  })
})

it('a small file that claims to be enormous may not be decoded', () => {
  const huge = drawn('image/png')
  new DataView(huge.buffer).setUint32(16, 60_000)
  new DataView(huge.buffer).setUint32(20, 60_000)
  expect(pictureSize(huge)).toEqual({ width: 60_000, height: 60_000 })
  expect(mayBeDecoded(pictureSize(huge))).toBe(false)
  expect(mayBeDecoded({ width: 12_000, height: 6_000 })).toBe(false)
  expect(mayBeDecoded({ width: 9_248, height: 6_936 })).toBe(false)
  expect(mayBeDecoded({ width: 8_160, height: 6_120 })).toBe(true)
  expect(mayBeDecoded(null)).toBe(false)
})

it('never throws and never goes on for ever, whatever the bytes', () => {
  const start = fc.constantFrom('\u0089PNG', 'GIF8', 'RIFF0000WEBPVP8X', '\u00ff\u00d8\u00ff', '')
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 200 }), (head, tail) => {
      const size = pictureSize(new Uint8Array([...Buffer.from(head, 'latin1'), ...tail]))
      expect(size === null || (size.width > 0 && size.height > 0)).toBe(true)
    }),
  )
})
