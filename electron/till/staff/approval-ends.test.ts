/** What was allowed for a sale, when whoever allowed it may no longer. */
import { expect, it } from 'vitest'
import { crewTillPerTest } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'

const { api, idOf, approve, commit, halfOff, serve } = crewTillPerTest()
const asCashierWithout = async (end: () => void) => {
  const cart = halfOff()
  must(await approve(cart, 'supervisor'))
  await serve('owner')
  end()
  await serve('cashier')
  return cart
}

it('allows nothing more once they have left the shop', async () => {
  const cart = await asCashierWithout(() => must(api.removeStaff(idOf('supervisor'))))
  expect(commit(cart)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
})

it('allows nothing more once their role has lost the right', async () => {
  const cart = await asCashierWithout(() => {
    const rights = { ...api.staff().rightsOf.supervisor, lineDiscountPercent: 10 }
    must(api.saveRights({ role: 'supervisor', rights }))
  })
  expect(api.saleNeeds({ lines: [...cart.lines] })).toMatchObject([{ kind: 'line-discount' }])
  expect(commit(cart)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
})
