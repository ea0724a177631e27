import { expect, it } from 'vitest'
import { applyToCart } from '#shared/selling/cart/cart.ts'
import type { SlipPaper } from '#shared/paper/paper-model.ts'
import { layoutSlip } from '#shared/paper/slip-layout.ts'
import { offeredCart } from '#shared/selling/cart/cart-offers.ts'
import { giveWholeBack } from '../../../test/support/give-back.ts'
import { must } from '../../../test/support/must.ts'
import { faultsOf, roundMeasure, textsOf } from '../../../test/support/paper-samples.ts'
import { promotionRule } from '../../../test/support/promotions.ts'
import { cartOf, commitOf, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'

const { fixture } = fixturePerTest()
const module = { columns: 1, rows: 1, isDark: () => true } as never
const BUYER = { rut: '12.345.678-5', legalName: 'Ana Pérez', phone: '', email: '' }

async function giftTill() {
  const slips: SlipPaper[] = []
  const till = await fixture.open({
    drawSlip: async (slip) => {
      slips.push(slip)
      return Buffer.from('%PDF-1.7 slip')
    },
  })
  return { api: till.api, slips }
}

it('names the goods and how many, never what they cost, and its code finds the sale for an exchange', async () => {
  const { api, slips } = await giftTill()
  const saleId = sellOf(api, '7801040000037', '101', '201')
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  expect(await api.printGift(saleId)).toEqual({ ok: true, value: null })
  const [gift] = slips
  if (gift === undefined) throw new Error('no gift receipt was drawn')
  const drawing = layoutSlip(gift, module, (text) => text.length * 10)
  const texts = textsOf(drawing).map(({ text }) => text)
  expect(texts).toEqual(expect.arrayContaining(['TICKET DE CAMBIO', 'Pasaje', '1 kg']))
  const { lines } = receiptOf(api, saleId)
  const amounts = lines.flatMap(({ unitGrossClp, grossClp }) => [unitGrossClp, grossClp])
  for (const amount of amounts) {
    const written = String(amount).replace(/\B(?=(\d{3})+(?!\d))/g, '.')
    expect(texts.filter((text) => text.includes(written))).toEqual([])
  }
  expect(texts.filter((text) => text.includes('$'))).toEqual([])
  expect(faultsOf(drawing)).toEqual([])
  const found = api.listReceipts({
    cursor: null,
    limit: 5,
    text: gift.externalReference,
    onlyPending: false,
  })
  expect(found.rows.map((row) => row.saleId)).toEqual([saleId])
  expect(api.startReturn(saleId)).toMatchObject({ ok: true })
})

it('is of a sale whose goods can come back: not of a return, not of what nobody sold, and not while the printer stands', async () => {
  const { api, slips } = await giftTill()
  const saleId = sellOf(api, '201')
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  fixture.printer.answer = () => ({ kind: 'held', reason: 'PRINTER_BUSY', detail: '' })
  expect(await api.printGift(saleId)).toMatchObject({ refusal: { code: 'PRINTER_BUSY' } })
  must(await api.openReturn(saleId))
  const noteId = giveWholeBack(api, saleId).saleId
  expect(await api.printGift(noteId)).toMatchObject({ refusal: { code: 'GIFT_OF_RETURN' } })
  const nobody = must(api.openSale()).saleId
  expect(await api.printGift(nobody)).toMatchObject({ refusal: { code: 'SALE_NOT_FOUND' } })
  expect(slips.filter(({ standsFor }) => standsFor === 'gift').length).toBe(1)
})

it('of a sale with promotions says nothing of them, and fits the narrow paper with the longest names', async () => {
  const { api, slips } = await giftTill()
  const name = '3x2 en esto hoy solamente a $990 la uni'
  must(api.savePromotion({ promotionId: null, name, rule: promotionRule() }))
  const long = 'Electroencefalografista '.repeat(4).slice(0, 80).trim()
  const cart = must(
    applyToCart(cartOf(api, '7801040000037'), {
      type: 'add-free-line',
      name: long,
      unitGrossClp: 499_999_999,
      isExempt: false,
    }),
  )
  const shown = offeredCart(cart, api.offers(), fixture.clock.now())
  const { saleId } = must(
    api.commitSale({ ...commitOf(api, shown), offersAt: shown.offersAt, recipient: BUYER }),
  )
  must(await api.printGift(saleId))
  for (const widthMm of [58, 80] as const) {
    const drawing = layoutSlip({ ...slips[0]!, widthMm }, module, roundMeasure)
    expect(faultsOf(drawing)).toEqual([])
    const words = textsOf(drawing)
      .map(({ text }) => text)
      .join(' ')
    expect(words).toContain('Electroencefalografista')
    for (const told of ['3x2', '990', '499', BUYER.legalName, BUYER.rut, '$'])
      expect(words).not.toContain(told)
  }
})
