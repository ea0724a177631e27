/** Data of a newer program: refused with the backup this one can read, where it lies and how. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { NOON, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore.ts'
import { tillFolder, type TillFolder } from '../../kernel/till-folder.ts'

const NEWER = 99_999
let folder: TillFolder
const { fixture } = fixturePerTest()
beforeEach(async () => {
  folder = tillFolder(fixture.dataDir)
  fixture.service.answer = () => UNREACHABLE
  const till = await fixture.open()
  sellOf(till.api)
  await till.stop()
})

const backup = (afterMs: number) =>
  makeBackup({
    databaseFile: folder.database,
    backupDir: folder.backups,
    at: (NOON + afterMs) as EpochMs,
    reason: 'asked',
  }).file
function becomeNewer(): void {
  const db = new Database(folder.database)
  db.pragma(`user_version = ${NEWER}`)
  db.close()
}

it('names the newest backup that can be read, and its restore opens the till', async () => {
  backup(1_000)
  const readable = backup(2_000)
  becomeNewer()
  // Made by the newer program: of no use here.
  backup(3_000)
  const before = readFileSync(folder.database)
  const refused = await fixture.open().then(
    () => null,
    (error: unknown) => error as Error & { readonly code: string },
  )
  expect(refused?.code).toBe('DATABASE_NEWER')
  expect(refused?.message).toContain(`soporte: restore ${readable} --data ${fixture.dataDir}`)
  expect(refused?.message).toMatch(/Actualice la caja/)
  expect(readFileSync(folder.database).equals(before)).toBe(true)
  const { quarantine } = restoreBackup(folder, readable, NOON)
  expect(quarantine).not.toBeNull()
  const till = await fixture.open()
  expect(till.api.status().pendingCount).toBe(1)
})

it('says where it has looked when there is none', async () => {
  becomeNewer()
  await expect(fixture.open()).rejects.toMatchObject({
    code: 'DATABASE_NEWER',
    message: expect.stringContaining(
      `En ${join(fixture.dataDir, 'till', 'backups')} no hay ningún respaldo`,
    ) as unknown,
  })
})
