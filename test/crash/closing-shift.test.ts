/**
 * kill -9 while a shift is closed. With every change some operations; `CRASH_SWEEP=full` kills at
 * every one.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judgeShift, prepareShift } from './closing-shift.ts'
import { crashFolderOfFile } from './crash-folder.ts'
import { copyTemplate } from './story.ts'

const IS_FULL = process.env['CRASH_SWEEP'] === 'full'
/**
 * The close itself is a handful of operations and is killed at each; what follows it, the backup
 * above all, here and there.
 */
const CLOSE_OPERATIONS = 6
const STEP = 29
const POINTS_LIMIT = 20_000
const SWEEP_TIMEOUT_MS = 3_600_000

const { folder, obstacle } = crashFolderOfFile('shift', async ({ path }) => {
  mkdirSync(path('template'))
  await prepareShift(path('template'))
})

describe.skipIf(obstacle !== null)(obstacle ?? 'killed while a shift is closed', () => {
  it(
    'closing a shift: it is open as before, or closed whole with its Z and its paper',
    async () => {
      const faults: string[] = []
      let points = 0
      for (
        let n = 1, isOver = false;
        !isOver && n < POINTS_LIMIT;
        n += IS_FULL || n < CLOSE_OPERATIONS ? 1 : STEP
      ) {
        const dataDir = folder.path(`shift-${n}`)
        copyTemplate(folder.path('template'), dataDir)
        isOver = !(await isKilledAt(dataDir, n))
        faults.push(...(await judgeShift(dataDir)).map((fault) => `operation ${n}: ${fault}`))
        rmSync(dataDir, { recursive: true, force: true })
        if (!isOver) points += 1
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

async function isKilledAt(dataDir: string, n: number): Promise<boolean> {
  const { code, signal, stderr } = await folder.run('closing-shift', [dataDir, String(n)], {
    isWide: true,
  })
  if (signal === null && code !== 0) throw new Error(stderr)
  return signal === 'SIGKILL'
}
