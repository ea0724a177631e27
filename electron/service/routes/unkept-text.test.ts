import { expect, it } from 'vitest'
import { unkeptText } from './unkept-text.ts'

const NUL = '\u0000'
const HALF = '\ud83c'
const foundIn = (text: string, body: unknown) => unkeptText(text, body)?.errors[0] ?? null
const found = (body: unknown) => foundIn(JSON.stringify(body), body)?.field

it('names the first field with a NUL, in a list, in a name, and on its own', () => {
  expect(found({ a: 'x', items: [{ b: 'y' }, { b: `y${NUL}`, c: NUL }] })).toBe('items[1].b')
  expect(found({ a: { [`b${NUL}`]: 1 } })).toBe('a')
  expect(found(NUL)).toBe('')
})

it('names one with half a character, and lets whole ones pass', () => {
  const text = `{"a":"\\uD83C\\uDF75","b":["\\uD83c"]}`
  expect(foundIn(text, JSON.parse(text))).toMatchObject({ code: 'CHARACTER_HALF', field: 'b[0]' })
  expect(found({ [`${HALF}x`]: 1 })).toBe('')
  expect(found({ a: '🍵' })).toBeUndefined()
})

it('lets the letters of the escape pass that stand for themselves', () => {
  expect(found({ a: '\\u0000', b: [null, 0, true] })).toBeUndefined()
})

it('reads what is nested deeper than any call', () => {
  const depth = 100_000
  const text = `${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`
  expect(foundIn(text, JSON.parse(text))?.field).toBe('[0]'.repeat(20))
})
