import { expect, it } from 'vitest'
import { debugSwitchIn } from './debug-switches.ts'

it.each([
  ['--remote-debugging-port=9222', true],
  ['--remote-debugging-pipe', true],
  ['--inspect', true],
  ['--inspect-brk=0', true],
  ['--data', false],
  ['--shop', false],
])('%s opens a door for other programs: %s', (word, isDebug) => {
  expect(debugSwitchIn(['electron', '.', word])).toBe(isDebug ? word : null)
})
