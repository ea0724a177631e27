import { expect, it } from 'vitest'
import { fieldWithNul } from './nul-text.ts'

const NUL = '\u0000'
const found = (body: unknown) => fieldWithNul(JSON.stringify(body), body)

it('names the first field with a NUL, in a list, in a name, and on its own', () => {
  expect(found({ a: 'x', items: [{ b: 'y' }, { b: `y${NUL}`, c: NUL }] })).toBe('items[1].b')
  expect(found({ a: { [`b${NUL}`]: 1 } })).toBe('a')
  expect(found(NUL)).toBe('')
})

it('lets the letters of the escape pass that stand for themselves', () => {
  expect(found({ a: '\\u0000', b: [null, 0, true] })).toBeNull()
})

it('reads what is nested deeper than any call', () => {
  const depth = 100_000
  const text = `${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`
  expect(fieldWithNul(text, JSON.parse(text))).toBe('[0]'.repeat(20))
})
