/** Money that would be given back twice, or lost, by what is pressed after a return. */
import { expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { must } from '../../../test/support/must.ts'
import { cartOf, commitOf, sellOf } from '../../../test/support/till-fixture.ts'
import { onlineTillPerTest } from '../../../test/support/till-per-test.ts'

const { fixture, api } = onlineTillPerTest()

/** A return of so many lines of a sale, as the screen orders it. */
function orderOf(saleId: SaleId) {
  const { returnId, lines } = must(api.startReturn(saleId))
  return (count: number, expectedTotalClp: number, method = 'EF') =>
    api.commitReturn({
      returnId,
      originalId: saleId,
      reason: 'Producto fallado',
      refund: { method, reference: '' },
      approvalId: null,
      lines: lines.slice(0, count).map(({ lineNumber, quantity }) => ({ lineNumber, quantity })),
      expectedTotalClp,
    })
}

it('a return pressed again with more on it is not answered as if that had been given back', () => {
  const press = orderOf(sellOf(api, '7801040000037', '201'))
  const made = press(1, 1996)
  expect(made).toMatchObject({ ok: true, value: { totalClp: 1996 } })
  expect(press(1, 1996)).toEqual(made)
  const refused = { code: 'RETURN_MADE_BEFORE', params: { total: '$1.996' } }
  expect(press(2, 3596)).toMatchObject({ ok: false, refusal: refused })
  // Cash beside a value that is kept would be the money twice.
  expect(press(1, 1996, 'NC')).toMatchObject({ ok: false, refusal: refused })
})

it('a sale that was paid with the value of a return is not deleted, which would lose it', async () => {
  const { saleId: creditId } = must(orderOf(sellOf(api, '201'))(1, 1600, 'NC'))
  await goOffline({ fixture, api })
  const payments = [{ method: 'NC', amountClp: null, reference: creditId }]
  const spent = must(api.commitSale({ ...commitOf(api, cartOf(api, '201')), payments }))
  expect(await api.deleteReceipt({ saleId: spent.saleId, reason: 'error' })).toMatchObject({
    ok: false,
    refusal: { code: 'DELETE_PAID_WITH_CREDIT' },
  })
  expect(orderOf(spent.saleId)(1, 1600, 'NC')).toMatchObject({ ok: true })
})

it('two windows over one sale give it back once; the data opens for one till alone', async () => {
  const saleId = sellOf(api, '7801040000037')
  const [here, there] = [orderOf(saleId), orderOf(saleId)]
  must(here(1, 1996))
  expect(there(1, 1996)).toMatchObject({ refusal: { code: 'RETURN_ALL_DONE' } })
  await expect(fixture.open()).rejects.toThrow(/ya está abierta con estos datos/)
  expect(there(1, 1996)).toMatchObject({ refusal: { code: 'RETURN_ALL_DONE' } })
})
