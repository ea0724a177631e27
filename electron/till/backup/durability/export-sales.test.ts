/** What an accountant has of a shop in its export alone: which documents stand, for how much. */
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { VOUCHER_CARD } from '../../../../test/support/card-method.ts'
import { goOffline } from '../../../../test/support/go-offline.ts'
import { must } from '../../../../test/support/must.ts'
import { COFFEE, shiftTillPerTest } from '../../../../test/support/shift-till.ts'
import { cartOf, commitOf } from '../../../../test/support/till-fixture.ts'
import { exportSales } from './export-sales.ts'

const { fixture, till, file, sellBy } = shiftTillPerTest()

it('a sale of two documents has both, and one that was deleted says so', async () => {
  const paymentMethods = [...DEFAULT_METHODS, VOUCHER_CARD]
  must(await till.api.saveSettings({ emissionModel: 'card-voucher', paymentMethods }))
  const card = { method: 'TV', amountClp: 1_000, reference: '4711' }
  const cash = { method: 'EF', amountClp: null, reference: '' }
  const order = commitOf(till.api, cartOf(till.api, COFFEE))
  must(till.api.commitSale({ ...order, payments: [card, cash] }))
  await goOffline({ fixture, api: till.api })
  const gone = sellBy('EF', COFFEE)
  must(await till.api.deleteReceipt({ saleId: gone, reason: 'Se arrepintió' }))
  const db = new Database(file(), { readonly: true })
  const faults: string[] = []
  const exported = [...exportSales(db, (fault) => faults.push(fault))]
  db.close()
  expect(faults).toEqual([])
  expect(exported.map(({ parts }) => parts.map((part) => part['total_clp']))).toEqual([
    [996, 1_000],
    [],
  ])
  expect(exported.map(({ deletion }) => deletion?.['state'] ?? null)).toEqual([null, 'done'])
})
