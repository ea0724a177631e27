/** Deletions that went on after the backup was made, as the damaged file still tells them. */
import Database from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import type { HttpOutcome } from '#till/kernel/ports.ts'
import { must } from '../../../../test/support/must.ts'
import { stillPending } from '../../../../test/support/still-pending.ts'
import { FLOAT_CLP, shiftTillPerTest } from '../../../../test/support/shift-till.ts'
import { LOST, receiptOf, sellOf } from '../../../../test/support/till-fixture.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore.ts'

const { fixture, till, options, query, expectedCash, openShift, useShifts } = shiftTillPerTest()
const folder = () => tillFolder(fixture.dataDir)
const backUp = () =>
  makeBackup({
    databaseFile: folder().database,
    backupDir: folder().backups,
    at: fixture.clock.now(),
    reason: 'asked',
  }).file
async function restore(backup: string): Promise<void> {
  await till.stop()
  restoreBackup(folder(), backup, (fixture.clock.now() + 60_000) as EpochMs)
  await fixture.clock.advance(60_000)
  await fixture.open(options)
  await fixture.until(() => till.api.status().connection === 'online')
}
const deletes = () => fixture.service.requests.filter(({ method }) => method === 'DELETE').length
/** What the service answers to an order to delete; else all it has is pending. */
let toDelete: HttpOutcome
beforeEach(async () => {
  toDelete = { kind: 'answered', status: 204, bodyText: '', headers: {} }
  const { answer } = fixture.service
  fixture.service.answer = stillPending(answer, () => toDelete)
  await useShifts()
})
async function issued() {
  const saleId = sellOf(till.api)
  await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
  return saleId
}

it('what was refused since is not ordered again by nobody', async () => {
  openShift()
  const saleId = await issued()
  toDelete = LOST
  expect(must(await till.api.deleteReceipt({ saleId, reason: 'error' }))).toBe('asked')
  const shop = new Database(folder().database)
  shop
    .prepare(`INSERT INTO fleet_worth_claim (key, kind, worth_id, deed, named, made_at_ms, state)
      VALUES ('k', 'sale', 'w', 'return ' || @saleId, 'return ' || @saleId, 1, 'used')`)
    .run({ saleId })
  shop.close()
  const backup = backUp()
  toDelete = { kind: 'answered', status: 403, bodyText: '{}', headers: {} }
  await fixture.until(() => receiptOf(till.api, saleId).deletion === 'refused', 900_000)
  const ordered = deletes()
  await restore(backup)
  await fixture.clock.advance(900_000)
  expect(receiptOf(till.api, saleId)).toMatchObject({
    deletion: 'refused',
    deletionNote: { problemCode: 'DELETE_NOT_ALLOWED' },
    receiptPrintState: 'sent',
  })
  expect(deletes()).toBe(ordered)
  expect(query('SELECT state FROM fleet_worth_claim')).toEqual([{ state: 'ended' }])
})

it('its money is of no later shift where its own could not be read', async () => {
  const backup = backUp()
  openShift()
  const saleId = await issued()
  expect(must(await till.api.deleteReceipt({ saleId, reason: 'error' }))).toBe('done')
  expect(expectedCash()).toBe(FLOAT_CLP)
  await till.stop()
  const damaged = new Database(folder().database)
  damaged.pragma('foreign_keys = OFF')
  damaged.exec('DROP TRIGGER shift_kept; DELETE FROM shift')
  damaged.close()
  await restore(backup)
  expect(receiptOf(till.api, saleId).deletion).toBe('done')
  await useShifts()
  openShift()
  expect(expectedCash()).toBe(FLOAT_CLP)
})
