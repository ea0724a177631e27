/** Money that would leave the drawer through a vale, and a vale that would pay too much. */
import { expect, it } from 'vitest'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import { clp } from '#shared/money/clp.ts'
import { withVale } from '#shared/selling/open-sale/paying.ts'
import { CREW } from '../../../test/support/crew.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE } from '../../../test/support/return-till.ts'
import { cartOf, commitOf, keptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { IN_VALE, valeTillPerTest } from '../../../test/support/vale-till.ts'

const { till, giveBack, returnable, giveVale } = valeTillPerTest({ pinCost: 4 })

const CASH = { method: 'EF', amountClp: null, reference: '' }

const pay = (codes: readonly string[], payments: CommitInput['payments']) =>
  till.api.commitSale({ ...commitOf(till.api, cartOf(till.api, ...codes)), payments })
const byVale = (reference: string, amountClp: number) => ({ method: 'vc', amountClp, reference })

it('more put into a vale than a vale had paid: what is left comes back as it is worth', () => {
  const code = giveVale('201')
  const sold = must(pay([COFFEE, '201'], [byVale(code, 1600), CASH])).saleId
  const first = must(giveBack(sold, { 1: 1000 }, IN_VALE))
  expect(first.payments).toMatchObject([{ method: 'vc', totalClp: 1996 }])
  expect(returnable(sold).valeDueClp).toBe(0)
  const second = must(giveBack(sold, null))
  expect(second.payments).toMatchObject([{ method: 'EF', totalClp: 1600, toCollectClp: 1600 }])
})

it('half of a sale as a vale and half as money is no more than the sale', () => {
  const sold = sellOf(till.api, COFFEE, '201')
  must(giveBack(sold, { 1: 1000 }, IN_VALE))
  expect(must(giveBack(sold, null)).payments).toMatchObject([
    { method: 'EF', totalClp: 1600, toCollectClp: 1600 },
  ])
})

it('its code is in no log, list or refusal while a sale it pays waits or changes hands', async () => {
  for (const [name, role, pin] of CREW)
    must(await till.api.saveStaff({ staffId: null, name, role, pin }))
  const idOf = (name: string) =>
    till.api.staff().members.find((each) => each.name === name)?.id ?? ''
  must(await till.api.signIn({ staffId: idOf('Paula'), pin: '3690' }))
  const code = giveVale(COFFEE)
  const { name, number, balanceClp } = must(till.api.findVale({ code }))
  const kept = keptOf(cartOf(till.api, COFFEE))
  const paying = must(
    withVale(kept.sale.paying, clp(1000), { name, code, balanceClp }, DEFAULT_METHODS),
  )
  const sale = { ...kept.sale, paying }
  must(till.api.saveDraft({ sale, replaces: null }))
  const camila = { staffId: idOf('Camila'), pin: '2580' }
  const refused = await till.api.signIn(camila)
  expect(refused).toMatchObject({ refusal: { code: 'SALE_HAS_PAYMENTS' } })
  must(await till.api.signIn({ ...camila, takesPayments: true }))
  const parked = must(till.api.parkSale({ sale, replaces: sale.saleId, name: '' }))
  expect(parked.taken).toBe(`Vale de devolución V${number} $1.000`)
  must(await till.api.signIn({ staffId: idOf('Paula'), pin: '3690' }))
  const log = must(till.api.audit({ cursor: null, limit: 50 })).rows
  expect(log.map(({ action }) => action)).toContain('payment-parked')
  expect(JSON.stringify([refused, till.api.parkedSales(), log])).not.toContain(code)
})
