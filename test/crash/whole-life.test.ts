/**
 * kill -9, and a failing or full disk, while the till asks for a folio, fetches a PDF, prints,
 * migrates, makes a backup, takes something back, or comes up again after it was killed before.
 * With every change some operations of each; `CRASH_SWEEP=full` hits every one.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { crashFolderOfFile } from './crash-folder.ts'
import { copyTemplate, prepareTemplate } from './story.ts'
import { judgeLife, LIFE_SCENARIOS, prepareLife, type LifeScenario } from './whole-life.ts'

const IS_FULL = process.env['CRASH_SWEEP'] === 'full'
/**
 * Operations apart that are killed at in a sample; a prime, so that no rhythm of the till hides
 * from it.
 */
const STEP: Readonly<Record<LifeScenario, number>> = {
  'poll, PDF and print': 37,
  migrate: 61,
  backup: 37,
  'take back': 7,
  'change document': 7,
  open: 7,
}
const FAULT_STEP: Readonly<Record<LifeScenario, number>> = {
  'poll, PDF and print': 61,
  migrate: 61,
  backup: 31,
  'take back': 17,
  'change document': 17,
  open: 19,
}
/** The till that comes up again was killed here, in the middle of sending. */
const KILLED_BEFORE_AT = 60
/** Backups and PDFs are watched as well. */
const WIDE = { isWide: true } as const
const POINTS_LIMIT = 20_000
const SWEEP_TIMEOUT_MS = 3_600_000

const { folder, obstacle } = crashFolderOfFile('life', async ({ path, run }) => {
  await prepareTemplate(path('template'))
  copyTemplate(path('template'), path('killed'))
  const { signal } = await run('child', ['kill', path('killed'), String(KILLED_BEFORE_AT)], WIDE)
  if (signal !== 'SIGKILL') throw new Error('the till that is to come up again was not killed')
})

describe.skipIf(obstacle !== null)(obstacle ?? 'killed beside charging and sending', () => {
  it.each(LIFE_SCENARIOS)(
    '%s: nothing lost, nothing half-done',
    async (scenario) => {
      const step = IS_FULL ? 1 : STEP[scenario]
      const faults: string[] = []
      let points = 0
      for (let n = 1, isOver = false; !isOver && n < POINTS_LIMIT; n += 2 * step) {
        for (const run of await Promise.all([n, n + step].map((at) => killAt(scenario, at)))) {
          faults.push(
            ...(await judgeLife(scenario, run.dataDir)).map(
              (fault) => `operation ${run.n}: ${fault}`,
            ),
          )
          rmSync(run.dataDir, { recursive: true, force: true })
          if (run.isKilled) points += 1
          else isOver = true
        }
      }
      console.log(
        `killed while «${scenario}»: ${points} points${IS_FULL ? ', every operation' : ''}, faults: ${faults.length}`,
      )
      expect(faults).toEqual([])
      expect(points).toBeGreaterThan(2)
    },
    SWEEP_TIMEOUT_MS,
  )
})

describe.skipIf(obstacle !== null)(
  obstacle ?? 'a disk that fails beside charging and sending',
  () => {
    it.each(LIFE_SCENARIOS)(
      '%s: nothing lost, nothing half-done, and in order once it works',
      async (scenario) => {
        const step = IS_FULL ? 1 : FAULT_STEP[scenario]
        const { code, stdout, stderr } = await folder.run(
          'child',
          ['life-faults', folder.path(), templateOf(scenario), String(step), scenario],
          WIDE,
        )
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
        const points = stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { reached: boolean; faults: readonly string[] })
        const reached = points.filter((point) => point.reached).length
        console.log(
          `disk failing while «${scenario}»: ${reached} points, EIO and ENOSPC, once and for good`,
        )
        expect(points.filter(({ faults }) => faults.length > 0)).toEqual([])
        expect(reached).toBeGreaterThan(4)
      },
      SWEEP_TIMEOUT_MS,
    )
  },
)

function templateOf(scenario: LifeScenario): string {
  return folder.path(scenario === 'open' ? 'killed' : 'template')
}

async function killAt(
  scenario: LifeScenario,
  n: number,
): Promise<{ n: number; dataDir: string; isKilled: boolean }> {
  const dataDir = folder.path(`life-${n}`)
  if (scenario === 'migrate') mkdirSync(dataDir)
  else copyTemplate(templateOf(scenario), dataDir)
  prepareLife(scenario, dataDir)
  const { code, signal, stderr } = await folder.run(
    'child',
    ['life', dataDir, String(n), scenario],
    WIDE,
  )
  if (signal === null && code !== 0) throw new Error(stderr)
  return { n, dataDir, isKilled: signal === 'SIGKILL' }
}
