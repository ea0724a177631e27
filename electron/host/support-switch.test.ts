import { expect, it } from 'vitest'
import { supportArguments } from './support-switch.ts'

it.each([
  [['caja', '--shop'], null],
  [['caja', '--support'], []],
  [
    ['caja', '--support', 'check', '--data', '/d'],
    ['check', '--data', '/d'],
  ],
  [
    ['caja', '--data', '/d', '--support', 'restore', 'x'],
    ['restore', 'x', '--data', '/d'],
  ],
  [
    ['caja', '--data=/d', '--support', 'restore', 'x'],
    ['restore', 'x', '--data=/d'],
  ],
])('%j asks support for %j', (argv, asked) => {
  expect(supportArguments(argv)).toEqual(asked)
})
