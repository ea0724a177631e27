import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawByLibrary } from './codes.ts'
import { createPdf417 } from './pdf417.ts'

const draw = createPdf417(drawByLibrary)

it('draws the symbol of any codewords as the library does, dot for dot', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(928), { minLength: 1, maxLength: 400 }),
      fc.record({ columns: fc.integer({ min: 7, max: 12 }), errorLevel: fc.constantFrom(2, 5) }),
      (codewords, form) => {
        expect(draw(codewords, form)).toEqual(drawByLibrary(codewords, form))
      },
    ),
    { numRuns: 40 },
  )
})

it('knows every codeword in every row', () => {
  const form = { columns: 10, errorLevel: 5 }
  for (const first of [0, 310, 620]) {
    const codewords = Array.from({ length: 800 }, (_, at) => (first + at * 7) % 929)
    expect(draw(codewords, form)).toEqual(drawByLibrary(codewords, form))
  }
})

it('leaves what does not fit to the library, which says so', () => {
  const form = { columns: 9, errorLevel: 5 }
  const codewords = Array.from({ length: 900 }, () => 1)
  expect(draw(codewords, form)).toBeNull()
  expect(() => drawByLibrary(codewords, form)).toThrow()
})
