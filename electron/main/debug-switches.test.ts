import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { debugSwitchIn, isMadeToBeSteered } from './debug-switches.ts'

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

it.each([
  ['{"steered":true}', true],
  ['{"steered":"true"}', false],
  ['{}', false],
])('a package that says %s is made to be steered: %s', (packed, isMade) => {
  const folder = mkdtempSync(join(tmpdir(), 'meson-steered-'))
  try {
    writeFileSync(join(folder, 'package.json'), packed)
    expect(isMadeToBeSteered(folder)).toBe(isMade)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
