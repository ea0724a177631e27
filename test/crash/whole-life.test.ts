/**
 * kill -9 while the till asks for a folio, fetches a PDF, prints, migrates, makes a backup or takes something back. With every
 * change some operations of each; `CRASH_SWEEP=full` kills at every one.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { buildShim, shimEnvironment, shimObstacle } from './shim.ts'
import { copyTemplate, prepareTemplate } from './story.ts'
import { judgeLife, LIFE_SCENARIOS, prepareLife, type LifeScenario } from './whole-life.ts'

const IS_FULL = process.env['CRASH_SWEEP'] === 'full'
/** Operations apart that are killed at in a sample; a prime, so that no rhythm of the till hides from it. */
const STEP: Readonly<Record<LifeScenario, number>> = { 'poll, PDF and print': 37, migrate: 61, backup: 37, 'take back': 5 }
const POINTS_LIMIT = 20_000
const SWEEP_TIMEOUT_MS = 3_600_000

const obstacle = shimObstacle()
let folder: string
let shim: string
beforeAll(async () => {
  if (obstacle !== null) return
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'meson-life-'))
  shim = buildShim(folder)
  await prepareTemplate(join(folder, 'template'))
})
afterAll(() => {
  if (obstacle === null) rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(obstacle !== null)(obstacle ?? 'killed beside charging and sending', () => {
  it.each(LIFE_SCENARIOS)('%s: nothing lost, nothing half-done', async (scenario) => {
    const step = IS_FULL ? 1 : STEP[scenario]
    const faults: string[] = []
    let points = 0
    for (let n = 1, isOver = false; !isOver && n < POINTS_LIMIT; n += 2 * step) {
      for (const run of await Promise.all([n, n + step].map((at) => killAt(scenario, at)))) {
        faults.push(...(await judgeLife(scenario, run.dataDir)).map((fault) => `operation ${run.n}: ${fault}`))
        rmSync(run.dataDir, { recursive: true, force: true })
        if (run.isKilled) points += 1
        else isOver = true
      }
    }
    console.log(`killed while «${scenario}»: ${points} points${IS_FULL ? ', every operation' : ''}, faults: ${faults.length}`)
    expect(faults).toEqual([])
    expect(points).toBeGreaterThan(2)
  }, SWEEP_TIMEOUT_MS)
})

async function killAt(scenario: LifeScenario, n: number): Promise<{ n: number; dataDir: string; isKilled: boolean }> {
  const dataDir = join(folder, `life-${n}`)
  if (scenario === 'migrate') mkdirSync(dataDir)
  else copyTemplate(join(folder, 'template'), dataDir)
  prepareLife(scenario, dataDir)
  const child = spawn(process.execPath, ['test/crash/child.ts', 'life', dataDir, String(n), scenario],
    { cwd: ROOT, env: shimEnvironment(shim, folder, { isWide: true }) })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => { stderr += chunk.toString() })
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }))
  })
  if (signal === null && code !== 0) throw new Error(stderr)
  return { n, dataDir, isKilled: signal === 'SIGKILL' }
}
