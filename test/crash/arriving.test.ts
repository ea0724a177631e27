/** kill -9 while a till arrives: the one of before or the one that arrives, nothing in between. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { CODE_BYTES, makeCode } from '#shared/text/recovery-code.ts'
import { examine } from '#till/tables/examine.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { finishRestore } from '#till/backup/durability/restore.ts'
import { leave, putToRest } from '#till/backup/moving/leave.ts'
import { createRestStore } from '#till/backup/moving/rest.ts'
import { createAudit } from '#till/audit/audit.ts'
import { systemClock } from '#till/adapters/system.ts'
import { QUIET } from '#till/backup/support/work.ts'
import { arriving } from '../support/moving-by-hand.ts'
import { NOON, sellOf, tillFixture } from '../support/till-fixture.ts'
import { crashFolderOfFile, type Sweep } from './crash-folder.ts'
import { copyTemplate } from './story.ts'

/**
 * With every change some operations of SQLite's; `CRASH_SWEEP=full` kills at every one. Those on
 * files, after the commit as well, have their turn in `electron/till/moving`.
 */
const STEP = process.env['CRASH_SWEEP'] === 'full' ? 1 : 5
const CODE = makeCode(new Uint8Array(CODE_BYTES).fill(5))
const SECRETS = {
  'own-secret': 'ab'.repeat(32),
  'pin-pepper': 'cd'.repeat(32),
  'service-key': 'k',
  'second-copy-key': null,
  'mail-password': null,
  'card-token': null,
}
const { folder, obstacle } = crashFolderOfFile('arrive', async ({ path }) => {
  mkdirSync(path('template', 'stick'), { recursive: true })
  await tillWith(path('old'), 2)
  await tillWith(path('template', 'till'), 1)
  const db = new Database(tillFolder(path('old')).database)
  const order = { dataDir: path('old'), chosen: path('template', 'stick'), code: CODE, at: NOON }
  const ports = { audit: createAudit(db, systemClock), rests: createRestStore(db) }
  putToRest(db, ports, order, { staff: { id: null, name: 'Soporte' } })
  db.close()
  await leave({ ...order, secrets: SECRETS }, QUIET)
})
const SWEEP: Sweep = {
  prepare: (dataDir) => copyTemplate(folder.path('template'), dataDir),
  ...{ program: 'arriving', words: (dataDir, moments) => [dataDir, CODE, moments], step: STEP },
}

async function tillWith(dataDir: string, sales: number): Promise<void> {
  mkdirSync(dataDir)
  const fixture = tillFixture()
  const till = await fixture.open({ dataDir })
  for (let sale = 0; sale < sales; sale += 1) sellOf(till.api)
  await till.stop()
  await fixture.close()
}

function salesIn(dataDir: string): { faults: readonly string[]; sales: number; rests: boolean } {
  const db = new Database(tillFolder(dataDir).database)
  try {
    const { faults, counts } = examine(db, Number.MAX_SAFE_INTEGER)
    return { faults, sales: counts?.sale ?? -1, rests: createRestStore(db).now() !== null }
  } finally {
    db.close()
  }
}

describe.skipIf(obstacle !== null)(obstacle ?? 'killed while a till arrives', () => {
  it('leaves the till of before or the whole one, and the same computer can open it again', async () => {
    const ends = { before: 0, arrived: 0 }
    for await (const { n, dataDir: folderOfAll } of folder.killed(SWEEP)) {
      const [dataDir, stick] = [join(folderOfAll, 'till'), join(folderOfAll, 'stick')]
      // As the next start does.
      finishRestore(tillFolder(dataDir), (NOON + 1) as EpochMs)
      const { faults, sales, rests } = salesIn(dataDir)
      expect([n, faults, rests, sales === 1 || sales === 2]).toEqual([n, [], false, true])
      ends[sales === 1 ? 'before' : 'arrived'] += 1
      if (sales === 1) await arriving(dataDir, stick, CODE, (NOON + 2) as EpochMs)
      expect([n, salesIn(dataDir)]).toEqual([n, { faults: [], sales: 2, rests: false }])
    }
    console.log('killed while a till arrives', ends)
    expect(ends.before).toBeGreaterThan(3)
    expect(ends.arrived).toBeGreaterThan(0)
  }, 900_000)
})
