import { expect, it } from 'vitest'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { ProductId, SaleId } from '#shared/core/brand.ts'
import { ok } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import { scan } from '../actions/scanning.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { startedScreen } from './started-screen.ts'
import type { OffersKnown } from '#shared/promotions/price-offers.ts'
import type { ProductView } from '#shared/catalogue/product.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

const milk = (priceClp: number): ProductView => ({
  id: 'milk' as ProductId,
  code: '7801',
  name: 'Leche',
  unitGrossClp: clp(priceClp),
  isExempt: false,
  unit: null,
  categoryId: 'c',
  isFavourite: false,
})

const NO_OFFERS: OffersKnown = { promotions: [], priceLists: [] }

/** A screen whose feed the test speaks into, over a core that counts what it is asked. */
async function open() {
  const asked: string[] = []
  const core = { priceClp: 100, folio: null as number | null, offers: NO_OFFERS }
  const answer = <Name extends keyof TillPort>(name: Name, make: () => unknown) => ({
    [name]: () => {
      asked.push(name)
      return Promise.resolve(make())
    },
  })
  const commands: Partial<TillPort> = {
    ...answer('bootstrap', () => ({ categories: [] })),
    ...answer('status', () => ({})),
    ...answer('settings', () => ({})),
    ...answer('staff', () => ({ isOn: false, current: null })),
    ...answer('parkedSales', () => []),
    ...answer('loadDraft', () => ({ sale: null, hold: 'free' })),
    ...answer('searchProducts', () => []),
    ...answer('bestSellers', () => []),
    ...answer('saveDraft', () => undefined),
    ...answer('productByCode', () => ok(milk(core.priceClp))),
    ...answer('receipt', () => ok({ saleId: 's1', folio: core.folio } as unknown as ReceiptDetail)),
    ...answer('offers', () => core.offers),
  }
  const { ui, tell } = await startedScreen(commands)
  return {
    ui,
    core,
    asked,
    tell(kind: FeedEvent['kind']) {
      asked.length = 0
      return tell(kind)
    },
  }
}

it('reads everything it shows again when the feed says that too much was missed', async () => {
  const { ui, core, asked, tell } = await open()
  await ui.receipts.getState().select('s1' as SaleId)
  core.folio = 1042
  await tell('reread')
  expect([...new Set(asked)].sort()).toEqual([
    'bestSellers',
    'bootstrap',
    'loadDraft',
    'offers',
    'parkedSales',
    'receipt',
    'searchProducts',
    'settings',
    'staff',
    'status',
  ])
  expect(ui.receipts.getState().detail?.folio).toBe(1042)
})

it('charges no price it knew before the gap', async () => {
  const { ui, core, tell } = await open()
  await scan(ui, '7801')
  core.priceClp = 200
  await tell('reread')
  await scan(ui, '7801')
  expect(ui.cart.getState().cart.lines.map(({ unitGrossClp }) => unitGrossClp)).toEqual([100, 200])
})

it('looks at its receipt again when many changed that nobody names, and at nothing else', async () => {
  const { ui, core, asked, tell } = await open()
  await ui.receipts.getState().select('s1' as SaleId)
  core.folio = 1042
  await tell('receipts')
  expect([...new Set(asked)].sort()).toEqual(['receipt', 'status'])
  expect(ui.receipts.getState().detail?.folio).toBe(1042)
})
