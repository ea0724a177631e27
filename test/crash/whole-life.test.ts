/**
 * kill -9, and a failing or full disk, while the till asks for a folio, fetches a PDF, prints,
 * migrates, makes a backup, takes something back, or comes up again after it was killed before.
 * With every change some operations of each; `CRASH_SWEEP=full` hits every one.
 */
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { crashFolderOfFile, type Sweep } from './crash-folder.ts'
import { copyTemplate, prepareTemplate } from './story.ts'
import { momentsOf } from './shim.ts'
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
const KILLED_BEFORE = momentsOf(60, 1, 60)
/** Backups and PDFs are watched as well. */
const WIDE = { isWide: true } as const
const SWEEP_TIMEOUT_MS = 3_600_000

const { folder, obstacle } = crashFolderOfFile('life', async ({ path, run }) => {
  await prepareTemplate(path('template'))
  copyTemplate(path('template'), path('fallen'))
  const { signal } = await run('child', ['kill', path('fallen'), KILLED_BEFORE], WIDE)
  if (signal !== 'SIGKILL') throw new Error('the till that is to come up again was not killed')
})

describe.skipIf(obstacle !== null)(obstacle ?? 'killed beside charging and sending', () => {
  it.each(LIFE_SCENARIOS)(
    '%s: nothing lost, nothing half-done',
    async (scenario) => {
      const faults: string[] = []
      let points = 0
      for await (const { n, dataDir, isKilled } of folder.killed(sweepOf(scenario))) {
        const found = await judgeLife(scenario, dataDir)
        faults.push(...found.map((fault) => `operation ${n}: ${fault}`))
        if (isKilled) points += 1
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

it.skipIf(obstacle !== null)(
  'a folder is left at an operation as a death there leaves it, file by file',
  async () => {
    const sweep = sweepOf('migrate')
    const left = new Map<number, unknown>()
    for await (const { n, dataDir } of folder.killed(sweep)) left.set(n, sizesIn(dataDir))
    for (const n of [1, 5, 30].map((times) => 1 + times * STEP.migrate)) {
      const dataDir = folder.path(`dead-${n}`)
      sweep.prepare(dataDir)
      const words = sweep.words(dataDir, momentsOf(n, 1, n))
      const { signal } = await folder.run(sweep.program, words, WIDE)
      expect([signal, sizesIn(dataDir)]).toEqual(['SIGKILL', left.get(n)])
    }
    expect(new Set([...left.values()].map((sizes) => JSON.stringify(sizes))).size).toBeGreaterThan(
      9,
    )
  },
  SWEEP_TIMEOUT_MS,
)

const sizesIn = (dataDir: string) =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => [name, statSync(join(dataDir, name)).size])

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
  return folder.path(scenario === 'open' ? 'fallen' : 'template')
}

const sweepOf = (scenario: LifeScenario): Sweep => ({
  prepare(dataDir) {
    if (scenario === 'migrate') mkdirSync(dataDir)
    else copyTemplate(templateOf(scenario), dataDir)
    prepareLife(scenario, dataDir)
  },
  ...{ program: 'child', words: (...words) => ['life', ...words, scenario] },
  ...{ step: IS_FULL ? 1 : STEP[scenario], isWide: true },
})
