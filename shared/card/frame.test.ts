import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACK, createFrameReader, FRAME_BYTES_MAX, frameOf, NAK, type Heard } from './frame.ts'

const text = fc
  .array(fc.constantFrom(...'0123456789|ABCDEFabc '), { maxLength: 120 })
  .map((letters) => letters.join(''))
const said = fc.oneof(
  text.map((body) => ({
    bytes: [...frameOf(body)],
    heard: { kind: 'frame', text: body, isWhole: true },
  })),
  fc.constantFrom(
    { bytes: [ACK], heard: { kind: 'ack' } },
    { bytes: [NAK], heard: { kind: 'nak' } },
  ),
)

function readIn(pieces: readonly (readonly number[])[]): Heard[] {
  const read = createFrameReader()
  return pieces.flatMap((piece) => read(Uint8Array.from(piece)))
}

const frames = (heard: readonly Heard[]) =>
  heard.flatMap((one) => (one.kind === 'frame' && one.isWhole ? [one.text] : []))

describe('frames on a wire', () => {
  it('are the same however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(said, { maxLength: 8 }), fc.array(fc.nat(900)), (messages, cuts) => {
        const bytes = messages.flatMap((message) => message.bytes)
        const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted(
          (a, b) => a - b,
        )
        const pieces = at.slice(1).map((end, index) => bytes.slice(at[index], end))
        expect(readIn(pieces)).toEqual(messages.map(({ heard }) => heard))
      }),
    )
  })

  // A letter that becomes a mark may leave a part of the text behind, with a check byte that fits
  // by chance: an answer it is none, for want of its fields.
  it('with one bit turned over anywhere never pass for another text of their length', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(7), (body, where, bit) => {
        const bytes = [...frameOf(body)]
        const index = where % bytes.length
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit)
        const passed = frames(readIn([bytes]))
        expect(passed.filter(({ length }) => length >= body.length)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('come through whole after one that was cut off, and after noise without an end', () => {
    fc.assert(
      fc.property(text, text, fc.nat(), (lost, body, where) => {
        const cut = [...frameOf(lost)].slice(0, where % (lost.length + 2))
        expect(frames(readIn([cut, [...frameOf(body)]]))).toEqual([body])
      }),
    )
    const noise = Array.from({ length: FRAME_BYTES_MAX + 50 }, () => 0x41)
    expect(frames(readIn([[0x02, ...noise], [...frameOf('0100')]]))).toEqual(['0100'])
  })

  it('are what the public reference shows', () => {
    expect([...frameOf('0100')]).toEqual([0x02, 0x30, 0x31, 0x30, 0x30, 0x03, 0x02])
  })
})
