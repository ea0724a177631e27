/** What vanishes when another sale takes the open one's place is in the row of what did it. */
import { expect, it } from 'vitest'
import { CONTRACT, type TillApi } from '#shared/bridge/contract.ts'
import { must } from '../../../test/support/must.ts'
import { crewTillPerTest } from '../../../test/support/crew-till.ts'
import { cartOf, commitOf, keptOf } from '../../../test/support/till-fixture.ts'

const { api, serve, auditRows } = crewTillPerTest()

const WAYS = {
  saveDraft: (core, sale) => core.saveDraft(sale),
  parkSale: (core, sale) => core.parkSale({ ...sale, name: '' }),
  recallSale: (core, sale) =>
    core.recallSale({ ...sale, parkedId: core.parkedSales()[0]?.id ?? '' }),
  openSale: (core, sale) => core.openSale(sale),
  commitSale: (core, { sale }) => core.commitSale(commitOf(core, sale.cart)),
} as const satisfies Partial<
  Record<keyof TillApi, (core: TillApi, sale: ReturnType<typeof keptOf>) => unknown>
>

it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('%s says all it may log', async (name) => {
  await serve('supervisor')
  must(api.parkSale({ ...keptOf(cartOf(api, '101')), name: 'Rosa' }))
  const before = keptOf(cartOf(api, '101', '201'))
  must(api.saveDraft(before))
  const known = auditRows().length
  const { sale } = keptOf(cartOf(api, '7801040000037'))
  must(WAYS[name](api, { sale, replaces: before.sale.saleId }) as ReturnType<TillApi['saveDraft']>)
  const logged = auditRows()
    .slice(0, auditRows().length - known)
    .map(({ action }) => action)
  expect(logged).toContain('cart-cleared')
  expect(CONTRACT[name].logs).toEqual(expect.arrayContaining(logged))
})
