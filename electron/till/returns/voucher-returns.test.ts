/** A sale that a card terminal’s voucher documents comes back too. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { VOUCHER_CARD } from '../../../test/support/card-method.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { COFFEE, orderOf, returnTillPerTest } from '../../../test/support/return-till.ts'
import { cartOf, commitOf, receiptOf } from '../../../test/support/till-fixture.ts'

const { fixture, till, returnable, bodies, noteOf } = returnTillPerTest()

describe('a return of a sale that a voucher documents', () => {
  beforeEach(() =>
    till.api.saveSettings({
      emissionModel: 'card-voucher',
      paymentMethods: [...DEFAULT_METHODS, VOUCHER_CARD],
    }),
  )

  const sellByVoucher = (reference = ''): SaleId => {
    const payments = [{ method: 'TV', amountClp: null, reference, creditId: null }]
    const sold = till.api.commitSale({ ...commitOf(till.api, cartOf(till.api, COFFEE)), payments })
    if (!sold.ok) throw new Error(sold.refusal.code)
    expect(sold.value.documentedBy).toBe('voucher')
    return sold.value.saleId
  }

  it('issues a credit note that names the voucher, by the number noted at the sale', async () => {
    const sale = returnable(sellByVoucher('Op. 4711'))
    expect(sale).toMatchObject({ documentedBy: 'voucher', voucherNumber: '4711', folio: null })
    const made = till.api.commitReturn({
      ...orderOf(sale, null),
      voucherNumber: sale.voucherNumber,
    })
    expect(made).toMatchObject({
      ok: true,
      value: { documentType: '61', totalClp: sale.totalClp, soldOffline: false },
    })
    await fixture.until(() => noteOf(sale.originalId).folio !== null)
    expect(bodies()).toMatchObject([
      {
        invoice_type: '61',
        reason_code: '1',
        issuer: { document_number: '76192083-9' },
        billing_reference: [{ invoice_type: '48', number: 4711, invoice_date: sale.date }],
        totals: { total: sale.totalClp },
      },
    ])
    expect(till.api.startReturn(sale.originalId)).toMatchObject({
      ok: false,
      refusal: { code: 'RETURN_ALL_DONE' },
    })
  })

  it('needs no receipt to go first: offline it waits for the network alone, and gets a slip', async () => {
    const saleId = sellByVoucher()
    const goOnline = await goOffline({ fixture, api: till.api })
    const sale = returnable(saleId)
    expect(till.api.commitReturn({ ...orderOf(sale, null), voucherNumber: '88 12' })).toMatchObject(
      { ok: true, value: { soldOffline: true } },
    )
    goOnline()
    await fixture.until(() => noteOf(saleId).folio !== null)
    expect(bodies()).toMatchObject([{ billing_reference: [{ invoice_type: '48', number: 8812 }] }])
  })

  it.each(['', '0', '12a', '1234567890123456'])(
    'is refused with the number «%s», and leaves nothing behind',
    (voucherNumber) => {
      const sale = returnable(sellByVoucher())
      const refused = till.api.commitReturn({ ...orderOf(sale, null), voucherNumber })
      expect(refused).toMatchObject({
        ok: false,
        refusal: { code: 'RETURN_VOUCHER_NUMBER', field: 'voucherNumber' },
      })
      expect(receiptOf(till.api, sale.originalId).returns).toEqual([])
    },
  )
})
