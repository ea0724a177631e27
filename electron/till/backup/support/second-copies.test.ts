/** The copy that is made by itself, beside a network folder that never answers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { ok } from '#shared/core/result.ts'
import { manualClock, type ManualClock } from '../../../../test/support/manual-clock.ts'
import { systemRandomness } from '../../adapters/system.ts'
import { openDatabase } from '../../tables/open-database.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { keyFromCode } from './copy-key.ts'
import { createPlanStore, storedPlan } from './copy-plan.ts'
import { createSecondCopies } from './second-copies.ts'

const HOUR_MS = 3_600_000

const close: (() => void)[] = []
afterEach(() => {
  for (const end of close.splice(0).reverse()) end()
})

/** A till with a plan, whose copies are begun and never made. */
function copiesBy(clock: ManualClock, plan: object, isFileThere: () => Promise<boolean>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'meson-copies-'))
  close.push(() => rmSync(dataDir, { recursive: true }))
  const folder = tillFolder(dataDir)
  mkdirSync(folder.folder, { recursive: true })
  const db = openDatabase(folder.database)
  close.push(() => db.close())
  createPlanStore(db).keep(storedPlan.parse({ folder: '/mnt/red', since: 0, ...plan }))
  writeFileSync(folder.secondCopyKey, keyFromCode('any'))
  let begun = 0
  const copies = createSecondCopies({
    db,
    clock,
    folder,
    journal: { announceStatus: () => {} },
    randomness: systemRandomness,
    jobs: {
      view: () => null,
      isRunning: () => false,
      stop: () => {},
      end: async () => {},
      start() {
        begun += 1
        return ok(null)
      },
    },
    support: { run: async () => Promise.reject(new Error('not reached')) },
    isFileThere,
  })
  copies.start()
  close.push(() => copies.stop())
  return { begun: () => begun }
}

it('asks a folder that never answers once, and asks again when it has answered', async () => {
  const clock = manualClock()
  const answers: ((isThere: boolean) => void)[] = []
  const { begun } = copiesBy(clock, {}, () => new Promise((resolve) => answers.push(resolve)))
  await clock.advance(5 * HOUR_MS)
  expect([answers.length, begun()]).toEqual([1, 0])
  answers[0]?.(true)
  await clock.advance(HOUR_MS)
  expect([answers.length, begun()]).toEqual([2, 1])
  answers[1]?.(false)
  await clock.advance(HOUR_MS)
  expect([answers.length, begun()]).toEqual([3, 1])
})

it('made while the clock was a year ahead, it is due again as soon as the clock is right', async () => {
  const clock = manualClock()
  const ahead = clock.now() + 365 * 24 * HOUR_MS
  const { begun } = copiesBy(clock, { lastAt: ahead, lastSales: 3 }, async () => true)
  await clock.advance(HOUR_MS)
  expect(begun()).toBe(1)
})
