/** A log that SQLite reads to its end, and logs of which it silently leaves out the newest. */
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { sellOf } from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'
import { isLogWhole } from './log-frames.ts'
import { tillFolder } from '../../kernel/till-folder.ts'

const { fixture, api } = tillPerTest()
let log = ''
let present = ''
beforeEach(() => {
  present = `${tillFolder(fixture.dataDir).database}-wal`
  log = join(fixture.dataDir, 'log')
  sellOf(api)
  sellOf(api)
  copyFileSync(present, log)
})
/** One bit, so far into the file. */
const turn = (share: number) => {
  const bytes = readFileSync(log)
  const at = Math.floor(bytes.length * share)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(log, bytes)
}

it('of a till that sells is whole', () => expect(isLogWhole(log)).toBe(true))
it('that is not there, or of no bytes, holds nothing', () => {
  expect(isLogWhole(join(fixture.dataDir, 'none'))).toBe(true)
  writeFileSync(log, '')
  expect(isLogWhole(log)).toBe(true)
})
it.each([0, 0.1, 0.5, 0.9])('with one bit turned at %d of it is not', (share) => {
  turn(share)
  expect(isLogWhole(log)).toBe(false)
})
it.each([
  ['of noise', () => writeFileSync(log, Buffer.alloc(5_000, 0xa5))],
  ['of a few bytes', () => truncateSync(log, 20)],
])('%s is not', (_, spoil) => {
  spoil()
  expect(isLogWhole(log)).toBe(false)
})
it('that has begun again over an older one is whole', () => {
  const older = readFileSync(log)
  for (let at = 0; at < 4; at += 1) older[at + 40] = (older[at + 40] ?? 0) ^ 0xff
  // As SQLite leaves it: the frames of before, behind the last one of this log, have other salts.
  const stale = older.subarray(32)
  for (let at = 8; at < stale.length; at += 24 + 4096) stale.fill(7, at, at + 8)
  writeFileSync(log, Buffer.concat([readFileSync(present), stale]))
  expect(isLogWhole(log)).toBe(true)
})
