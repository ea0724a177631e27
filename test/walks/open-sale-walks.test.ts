/**
 * The open sale under random hands. `OPEN_SALE_WALKS=20000` walks them all; with every change a
 * part of them.
 */
import { expect, it } from 'vitest'
import type { SaleId, ScreenId } from '#shared/core/brand.ts'
import { makeSaleId, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { newSale } from '#shared/selling/open-sale/open-sale.ts'
import { createDice } from '../sim/dice.ts'
import { tillFixture } from '../support/till-fixture.ts'
import { walk, type Walked } from './open-sale-walk.ts'

const WALKS = Number(process.env['OPEN_SALE_WALKS'] ?? 500)
const STEPS = 40
const TIPS = { isOn: true, percents: [5, 10, 15] }
const METHODS = DEFAULT_METHODS.filter(({ isActive }) => isActive)

/** The counter as it is in the morning. */
function clear(api: TillApi, saleId: SaleId): void {
  const eye = 'eye' as ScreenId
  const { sale } = api.takeSale(eye)
  if (sale !== null) api.saveDraft({ sale: newSale(saleId), replaces: sale.saleId }, eye)
  for (const { id } of api.parkedSales()) api.discardParked({ parkedId: id, approvalId: null })
}

/** A window that listens to the feed, as screens do. */
function listen(api: TillApi, by: ScreenId): () => void {
  const stop = new AbortController()
  const events = api.feed(null, stop.signal, by)[Symbol.asyncIterator]()
  void events.next()
  return () => {
    stop.abort()
    void events.return?.()
  }
}

function takenAt(api: TillApi): readonly string[] {
  const open = api.loadDraft('eye' as ScreenId).sale?.paying.given ?? []
  const parked = api.parkedSales().flatMap(({ taken }) => taken.match(/[0-9A-Z]{26}-\d+/g) ?? [])
  return [
    ...open.map(({ reference }) => reference).filter((reference) => reference !== ''),
    ...parked,
  ]
}

function sum(all: readonly Walked[]): Walked {
  return all.reduce(
    (before, next) => ({
      charged: before.charged + next.charged,
      refused: before.refused + next.refused,
      parked: before.parked + next.parked,
      taken: before.taken + next.taken,
    }),
    { charged: 0, refused: 0, parked: 0, taken: 0 },
  )
}

it(`charges what was shown, pays with what is of the sale, and forgets no payment silently, on ${WALKS} walks`, async () => {
  const fixture = tillFixture()
  try {
    const { api } = await fixture.open()
    await api.saveSettings({ tips: TIPS })
    const products = ['7801040000037', '101', '201']
      .map((code) => api.productByCode(code))
      .flatMap((found) => (found.ok ? [found.value] : []))
    const [first, ...rest] = products
    if (first === undefined) throw new Error('the shop has products')
    const all: Walked[] = []
    for (let seed = 0; seed < WALKS; seed += 1) {
      const dice = createDice(`open sale ${seed}`)
      const ids = dice.split('ids')
      const newId = () => makeSaleId(fixture.clock.now(), ids.bytes(ULID_RANDOM_BYTES))
      clear(api, newId())
      await new Promise((resolve) => setImmediate(resolve))
      try {
        all.push(
          walk(
            {
              core: api,
              makeSaleId: newId,
              products: [first, ...rest],
              methods: METHODS,
              arrive: (by) => listen(api, by),
              taken: () => takenAt(api),
            },
            dice,
            STEPS,
          ),
        )
      } catch (error) {
        throw new Error(`walk ${seed}: ${String(error)}`, { cause: error })
      }
    }
    const walked = sum(all)
    expect(walked.charged).toBeGreaterThan(WALKS / 2)
    expect(Math.min(walked.refused, walked.parked, walked.taken)).toBeGreaterThan(WALKS / 4)
  } finally {
    await fixture.close()
  }
}, 3_600_000)
