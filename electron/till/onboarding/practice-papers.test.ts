/** What leaves a practice on paper: each says so, and none is worth anything in the shop. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { must } from '../../../test/support/must.ts'
import { cartOf, commitOf, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'

const { fixture } = fixturePerTest()
interface Drawn {
  readonly isPractice?: boolean
  readonly standsFor?: string
  readonly codeText?: string
  readonly externalReference?: string
}
const COFFEE = '7801040000037'
const DAYS = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }
const ALL_GOODS = { kind: 'list', text: '', filter: 'sold', categoryId: null } as const

/** The practice beside the fixture's shop, and all it draws itself. */
async function practiceTill() {
  const drawn: Drawn[] = []
  const draw = async (paper: Drawn) => {
    drawn.push(paper)
    return Buffer.from('%PDF-1.7 own')
  }
  const till = await fixture.open({
    ...{ dataDir: join(fixture.dataDir, 'practica'), wantsPractice: true },
    ...{ serviceUrlFromHost: null, apiKeyFromHost: null },
    embedded: { baseUrl: () => 'http://127.0.0.1:2', apiKey: () => 'key' },
    ...{ drawSlip: draw, drawReport: draw, drawLabels: draw },
  })
  return { api: till.api, drawn }
}

async function soldAndGivenBack(api: TillApi) {
  const saleId = sellOf(api, COFFEE)
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  must(await api.printGift(saleId))
  const order = orderOf(must(await api.openReturn(saleId)), null, {
    refund: { method: 'vc', reference: '' },
  })
  const given = must(api.commitReturn(order))
  must(await api.printVale({ number: given.vale?.number ?? 0, approvalId: null }))
  return saleId
}

it('says on each paper the till makes that it is of practice', async () => {
  const { api, drawn } = await practiceTill()
  must(await api.saveSettings({ usesShifts: true }))
  must(api.openShift({ shiftId: api.shift().nextId, floatClp: clp(0) }))
  await soldAndGivenBack(api)
  must(await api.printLabels({ of: ALL_GOODS, each: 1 }))
  must(await api.labelSheets({ of: ALL_GOODS, each: 1 }))
  must(await api.printReport({ part: 'totals', ...DAYS }))
  must(api.readShift({ approvalId: null }))
  await fixture.until(() => drawn.length === 6)
  // A slip, while its service is away.
  fixture.service.answer = () => ({ kind: 'unsent', detail: 'ECONNREFUSED' })
  await fixture.until(() => api.status().connection === 'offline')
  sellOf(api, '201')
  await fixture.until(() => drawn.length >= 7)
  expect(drawn.filter(({ isPractice }) => isPractice !== true)).toEqual([])
})

it('gives no vale that pays in the shop, and no paper that brings a sale of it back', async () => {
  const { api, drawn } = await practiceTill()
  const practised = await soldAndGivenBack(api)
  const vale = drawn.find(({ standsFor }) => standsFor === 'vale')
  const gift = drawn.find(({ standsFor }) => standsFor !== 'vale')
  const shop = (await fixture.open()).api
  const [shown, scanned] = [vale?.codeText ?? '', vale?.externalReference ?? '']
  expect(must(api.findVale({ code: shown }))).toMatchObject({ state: 'issued' })
  for (const code of [shown, scanned]) {
    expect(shop.findVale({ code })).toMatchObject({ refusal: { code: 'VALE_UNKNOWN' } })
    const payments = [{ method: 'vc', amountClp: 100, reference: code }]
    const sale = { ...commitOf(shop, cartOf(shop, '201')), payments }
    expect(shop.commitSale(sale)).toMatchObject({ refusal: { code: 'VALE_UNKNOWN' } })
  }
  const text = gift?.externalReference ?? 'no gift receipt'
  const asked = { cursor: null, limit: 5, text, onlyPending: false }
  expect(api.listReceipts(asked).rows.map(({ saleId }) => saleId)).toContain(practised)
  expect(shop.listReceipts(asked).rows).toEqual([])
  expect(shop.startReturn(practised)).toMatchObject({ ok: false })
})
