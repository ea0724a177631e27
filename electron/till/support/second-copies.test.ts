/** The copy that is made by itself, beside a network folder that never answers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ok } from '#shared/core/result.ts'
import { manualClock } from '../../../test/support/manual-clock.ts'
import { systemRandomness } from '../adapters/system.ts'
import { openDatabase } from '../db/open-database.ts'
import { tillFolder } from '../durability/till-folder.ts'
import { createPlanStore, storedPlan } from './copy-plan.ts'
import { createSecondCopies } from './second-copies.ts'

const HOUR_MS = 3_600_000

it('asks a folder that never answers once, and asks again when it has answered', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'meson-copies-'))
  const folder = tillFolder(dataDir)
  mkdirSync(folder.folder, { recursive: true })
  const db = openDatabase(folder.database)
  const clock = manualClock()
  createPlanStore(db).keep(storedPlan.parse({ folder: '/mnt/red', vaultId: 'a', since: 0 }))
  writeFileSync(folder.secondCopyKey, '0'.repeat(64))
  const answers: ((isThere: boolean) => void)[] = []
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
    isFileThere: () => new Promise((resolve) => answers.push(resolve)),
  })
  copies.start()
  await clock.advance(5 * HOUR_MS)
  expect([answers.length, begun]).toEqual([1, 0])
  answers[0]?.(true)
  await clock.advance(HOUR_MS)
  expect([answers.length, begun]).toEqual([2, 1])
  answers[1]?.(false)
  await clock.advance(HOUR_MS)
  expect([answers.length, begun]).toEqual([3, 1])
  copies.stop()
  db.close()
  rmSync(dataDir, { recursive: true })
})
