/**
 * kill -9 while a shift is closed. With every change some operations; `CRASH_SWEEP=full` kills at
 * every one.
 */
import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judgeShift, prepareShift } from './closing-shift.ts'
import { crashFolderOfFile, type Sweep } from './crash-folder.ts'
import { copyTemplate } from './story.ts'

const IS_FULL = process.env['CRASH_SWEEP'] === 'full'
/**
 * The close itself is a handful of operations and is killed at each; what follows it, the backup
 * above all, here and there.
 */
const CLOSE_OPERATIONS = 6
const STEP = IS_FULL ? 1 : 29
const SWEEP_TIMEOUT_MS = 3_600_000

const { folder, obstacle } = crashFolderOfFile('shift', async ({ path }) => {
  mkdirSync(path('template'))
  await prepareShift(path('template'))
})
const SWEEP: Sweep = {
  prepare: (dataDir) => copyTemplate(folder.path('template'), dataDir),
  ...{ program: 'closing-shift', words: (...words) => words },
  ...{ step: STEP, each: CLOSE_OPERATIONS, isWide: true },
}

describe.skipIf(obstacle !== null)(obstacle ?? 'killed while a shift is closed', () => {
  it(
    'closing a shift: it is open as before, or closed whole with its Z and its paper',
    async () => {
      const faults: string[] = []
      let points = 0
      for await (const { n, dataDir, isKilled } of folder.killed(SWEEP)) {
        faults.push(...(await judgeShift(dataDir)).map((fault) => `operation ${n}: ${fault}`))
        if (isKilled) points += 1
      }
      console.log(
        `killed while a shift is closed: ${points} points${IS_FULL ? ', every operation' : ''}, faults: ${faults.length}`,
      )
      expect(faults).toEqual([])
      expect(points).toBeGreaterThan(CLOSE_OPERATIONS)
    },
    SWEEP_TIMEOUT_MS,
  )
})
