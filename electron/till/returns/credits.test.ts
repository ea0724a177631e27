/** What a return is worth pays another sale, once. */
import { describe, expect, it } from 'vitest'
import type { CommitReturnInput } from '#shared/bridge/returns.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, returnTillPerTest } from '../../../test/support/return-till.ts'
import { cartOf, commitOf, sellOf } from '../../../test/support/till-fixture.ts'

const { fixture, till, giveBack } = returnTillPerTest()

describe('the value of a return as payment', () => {
  /** Kept for another purchase: nothing leaves the drawer. */
  const creditOf = (saleId: SaleId) => {
    expect(giveBack(saleId, null, { refund: { method: 'NC', reference: '' } })).toMatchObject({
      ok: true,
      value: { payments: [{ method: 'NC' }] },
    })
    const credit = till.api.credits()[0]
    if (credit === undefined) throw new Error('no credit')
    return credit
  }
  const payWith = (creditId: string, code: string, more: CommitReturnInput['refund'][] = []) =>
    till.api.commitSale({
      ...commitOf(till.api, cartOf(till.api, code)),
      payments: [
        { method: 'NC', amountClp: null, reference: creditId },
        ...more.map((each) => ({ ...each, amountClp: null })),
      ],
    })

  it('pays once; what is missing is paid by other means', async () => {
    const credit = creditOf(sellOf(till.api, '201'))
    expect(credit).toMatchObject({
      amountClp: 1600,
      name: expect.stringMatching(/^Nota de crédito [0-9A-Z]{6}$/),
    })
    await fixture.until(() => till.api.status().pendingCount === 0)
    expect(till.api.credits()).toMatchObject([{ name: 'Nota de crédito N° 1' }])
    expect(payWith(credit.creditId, COFFEE)).toMatchObject({
      ok: false,
      refusal: { code: 'TENDERED_BELOW_DUE', params: { missing: '$396' } },
    })
    expect(payWith(credit.creditId, COFFEE, [{ method: 'EF', reference: '' }])).toMatchObject({
      ok: true,
      value: {
        payments: [
          { method: 'NC', name: 'Nota de crédito N° 1', totalClp: 1600 },
          { method: 'EF', totalClp: 396, toCollectClp: 400 },
        ],
      },
    })
    expect(till.api.credits()).toEqual([])
    expect(payWith(credit.creditId, COFFEE)).toMatchObject({
      ok: false,
      refusal: { code: 'CREDIT_SPENT' },
    })
    await till.stop()
    await fixture.open()
    expect(payWith(credit.creditId, '201')).toMatchObject({
      ok: false,
      refusal: { code: 'CREDIT_SPENT' },
    })
  })

  it('above the price gives the rest back in cash, rounded by law, with the drawer', async () => {
    const saleId = sellOf(till.api, COFFEE)
    await fixture.until(() => fixture.printer.printed.length === 1)
    must(await till.api.openReturn(saleId))
    const credit = creditOf(saleId)
    await fixture.until(() => fixture.printer.printed.length === 2)
    // 1996 for 1600: 396 are left, and the law makes 400 of them.
    expect(payWith(credit.creditId, '201')).toMatchObject({
      ok: true,
      value: { totalClp: 1600, tenderedClp: 1996, changeClp: 400, roundingClp: -4 },
    })
    await fixture.until(() => fixture.printer.printed.length === 3)
    expect(fixture.printer.printed.map(({ opensDrawer }) => opensDrawer)).toEqual([
      true,
      false,
      true,
    ])
  })

  it('is nobody else’s: an unknown one, and the same one twice in a sale, are refused', () => {
    const credit = creditOf(sellOf(till.api, '201'))
    expect(payWith('01JD0000000000000000000000', '201')).toMatchObject({
      refusal: { code: 'CREDIT_UNKNOWN' },
    })
    expect(
      payWith(credit.creditId, COFFEE, [{ method: 'NC', reference: credit.creditId }]),
    ).toMatchObject({ refusal: { code: 'CREDIT_SPENT' } })
  })
})
