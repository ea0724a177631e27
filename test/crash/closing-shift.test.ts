/** kill -9 while a shift is closed. With every change some operations; `CRASH_SWEEP=full` kills at every one. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { judgeShift, prepareShift } from './closing-shift.ts'
import { buildShim, shimEnvironment, shimObstacle } from './shim.ts'
import { copyTemplate } from './story.ts'

const IS_FULL = process.env['CRASH_SWEEP'] === 'full'
/** The close itself is a handful of operations and is killed at each; what follows it, the backup above all, here and there. */
const CLOSE_OPERATIONS = 6
const STEP = 29
const POINTS_LIMIT = 20_000
const SWEEP_TIMEOUT_MS = 3_600_000

const obstacle = shimObstacle()
let folder: string
let shim: string
beforeAll(async () => {
  if (obstacle !== null) return
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'meson-shift-'))
  shim = buildShim(folder)
  mkdirSync(join(folder, 'template'))
  await prepareShift(join(folder, 'template'))
})
afterAll(() => {
  if (obstacle === null) rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(obstacle !== null)(obstacle ?? 'killed while a shift is closed', () => {
  it('closing a shift: it is open as before, or closed whole with its Z and its paper', async () => {
    const faults: string[] = []
    let points = 0
    for (let n = 1, isOver = false; !isOver && n < POINTS_LIMIT; n += IS_FULL || n < CLOSE_OPERATIONS ? 1 : STEP) {
      const dataDir = join(folder, `shift-${n}`)
      copyTemplate(join(folder, 'template'), dataDir)
      isOver = !await isKilledAt(dataDir, n)
      faults.push(...(await judgeShift(dataDir)).map((fault) => `operation ${n}: ${fault}`))
      rmSync(dataDir, { recursive: true, force: true })
      if (!isOver) points += 1
    }
    console.log(`killed while a shift is closed: ${points} points${IS_FULL ? ', every operation' : ''}, faults: ${faults.length}`)
    expect(faults).toEqual([])
    expect(points).toBeGreaterThan(CLOSE_OPERATIONS)
  }, SWEEP_TIMEOUT_MS)
})

async function isKilledAt(dataDir: string, n: number): Promise<boolean> {
  const child = spawn(process.execPath, ['test/crash/closing-shift.ts', dataDir, String(n)],
    { cwd: ROOT, env: shimEnvironment(shim, folder, { isWide: true }) })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => { stderr += chunk.toString() })
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }))
  })
  if (signal === null && code !== 0) throw new Error(stderr)
  return signal === 'SIGKILL'
}
