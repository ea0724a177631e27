import { expect, it } from 'vitest'
import { isOfAKeyboard } from './shown-keys.ts'

it.each([
  ['F12', 0, null, true],
  ['Escape', 0, null, true],
  ['ArrowDown', 5, 0, true],
  ['Delete', 0, null, true],
  ['7', 0, null, false],
  ['a', 0, null, false],
  ['Enter', 500, 0, false],
  ['Backspace', 0, null, false],
  ['Shift', 0, null, false],
  ['Unidentified', 0, null, false],
  ['Tab', 0, null, true],
  ['Tab', 900, 100, true],
  ['Tab', 110, 100, false],
])('%s at %d ms after one at %s: of a keyboard %s', (key, timeStamp, lastKeyMs, expected) => {
  expect(isOfAKeyboard({ key, timeStamp }, lastKeyMs)).toBe(expected)
})
