/** The right to delete and the order to: both are written, or neither. */
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { must } from '../../../../test/support/must.ts'
import { receiptOf, sellOf } from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'
import { tillFolder } from '../../kernel/till-folder.ts'

const { fixture, api } = tillPerTest({ pinCost: 4 })

function onDisk(sql: string): void {
  const db = new Database(tillFolder(fixture.dataDir).database)
  db.exec(sql)
  db.close()
}
const deletions = () =>
  must(api.audit({ cursor: null, limit: 20 })).rows.filter(
    ({ action }) => action === 'receipt-deleted',
  )

it('an order that cannot be kept leaves no row, and one that is kept has its row at once', async () => {
  const saleId = sellOf(api, '101')
  onDisk(`CREATE TRIGGER broken BEFORE INSERT ON receipt_deletion
    BEGIN SELECT RAISE(ABORT, 'the disk is broken'); END`)
  await expect(api.deleteReceipt({ saleId, reason: 'error' })).rejects.toThrow('broken')
  expect(deletions()).toEqual([])
  expect(receiptOf(api, saleId).deletion).toBeNull()
  onDisk('DROP TRIGGER broken')
  const ordered = api.deleteReceipt({ saleId, reason: 'error' })
  await fixture.until(() => deletions().length > 0)
  expect(deletions()).toMatchObject([{ saleId, staffName: 'Cajero 1' }])
  expect(receiptOf(api, saleId).deletion).not.toBeNull()
  await fixture.clock.advance(20_000)
  expect(receiptOf(api, saleId).deletion).not.toBeNull()
  await ordered
})
