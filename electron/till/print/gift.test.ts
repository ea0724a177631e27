import { expect, it } from 'vitest'
import type { SlipPaper } from '#shared/paper/paper-model.ts'
import { layoutSlip } from '#shared/paper/slip-layout.ts'
import { giveWholeBack } from '../../../test/support/give-back.ts'
import { must } from '../../../test/support/must.ts'
import { faultsOf, textsOf } from '../../../test/support/paper-samples.ts'
import { receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'

const { fixture } = fixturePerTest()
const module = { columns: 1, rows: 1, isDark: () => true } as never

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
  const noteId = giveWholeBack(api, saleId).saleId
  expect(await api.printGift(noteId)).toMatchObject({ refusal: { code: 'GIFT_OF_RETURN' } })
  const nobody = must(api.openSale()).saleId
  expect(await api.printGift(nobody)).toMatchObject({ refusal: { code: 'SALE_NOT_FOUND' } })
  expect(slips.filter(({ standsFor }) => standsFor === 'gift').length).toBe(1)
})
