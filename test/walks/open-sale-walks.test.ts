/**
 * The open sale under random hands. `OPEN_SALE_WALKS=200000` walks them all; with every change a
 * part of them.
 */
import { expect, it } from 'vitest'
import type { EpochMs, IsoDate, SaleId, ScreenId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { makeSaleId, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { sumPayments } from '#shared/selling/payment/payment.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { CommittedSale } from '#shared/selling/views.ts'
import { newSale } from '#shared/selling/open-sale/open-sale.ts'
import { decideSale } from '#shared/selling/sale/decide-sale.ts'
import { createDice, type Dice } from '../sim/dice.ts'
import { product } from '../support/carts.ts'
import { createMemorySales } from '../support/memory-sales.ts'
import { tillFixture } from '../support/till-fixture.ts'
import { walk, type Walked, type WalkWorld } from './open-sale-walk.ts'

const WALKS = Number(process.env['OPEN_SALE_WALKS'] ?? 10_000)
const STEPS = 40
const CORE_WALKS = 300
const TIPS = { isOn: true, percents: [5, 10, 15] }
const METHODS = DEFAULT_METHODS.filter(({ isActive }) => isActive)

const PRODUCTS = [product(1, 1_990), product(2, 990), product(3, 1_600, true)] as const

/** A part as it is kept: its number follows its amount. */
const TAKEN = /"amountClp":\d+,"reference":"([0-9A-Z]{26}-\d+)"/g

/** A core of the rules alone. */
function memoryWorld(dice: Dice): WalkWorld {
  const sold = new Map<SaleId, { readonly answer: CommittedSale; readonly by: ScreenId }>()
  const makeId = () => makeSaleId(0 as EpochMs, dice.bytes(ULID_RANDOM_BYTES))
  const sales = createMemorySales({
    now: () => 0,
    makeSaleId: makeId,
    isCharged: (saleId) => sold.has(saleId),
    cashierName: () => 'Ana',
    onHolder: () => undefined,
    onParked: () => undefined,
  })
  return {
    arrive: sales.arrive,
    makeSaleId: makeId,
    products: PRODUCTS,
    methods: METHODS,
    taken: () =>
      sales.texts().flatMap((text) => [...text.matchAll(TAKEN)].map((found) => found[1] ?? '')),
    core: {
      ...sales.api,
      commitSale(command, by = 'none' as ScreenId) {
        const before = sold.get(command.saleId)
        if (before !== undefined)
          return before.by === by ? ok(before.answer) : refuse(refusal('SALE_CHARGED_ELSEWHERE'))
        if (sales.isElsewhere(by)) return refuse(refusal('SALE_HELD_ELSEWHERE'))
        const decided = decideSale(command, {
          open: sales.ids(),
          now: 0 as EpochMs,
          date: '2026-11-20' as IsoDate,
          issuer: { rut: '76192083-9', legalName: 'Almacén SpA' },
          branchOffice: 1,
          registerName: '1',
          cashierName: 'Ana',
          buyerRequiredFromClp: 50_000_000,
          paymentMethods: METHODS,
          tips: TIPS,
          serviceIsDown: false,
        })
        if (!decided.ok) return decided
        const { saleId, externalReference, documentType, totals, payments, documentedBy } =
          decided.value
        const answer = {
          ...sumPayments(payments),
          saleId,
          externalReference,
          documentType,
          payments,
          documentedBy,
          totalClp: totals.totalClp,
          soldOffline: false,
        }
        sold.set(saleId, { answer, by })
        sales.end()
        return ok(answer)
      },
    },
  }
}

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

it(`charges what was shown, pays with what is of the sale, and forgets no payment silently, on ${WALKS} walks`, () => {
  const all = Array.from({ length: WALKS }, (_, seed) => {
    const dice = createDice(`open sale ${seed}`)
    try {
      return walk(memoryWorld(dice.split('ids')), dice, STEPS)
    } catch (error) {
      throw new Error(`walk ${seed}: ${String(error)}`, { cause: error })
    }
  })
  const walked = sum(all)
  expect(walked.charged).toBeGreaterThan(WALKS / 2)
  expect(Math.min(walked.refused, walked.parked, walked.taken)).toBeGreaterThan(WALKS / 4)
}, 600_000)

it(`does the same over the real core on its database, on ${CORE_WALKS} walks`, async () => {
  const fixture = tillFixture()
  try {
    const { api } = await fixture.open()
    await api.saveSettings({ tips: TIPS })
    const products = ['7801040000037', '101', '201']
      .map((code) => api.productByCode(code))
      .flatMap((found) => (found.ok ? [found.value] : []))
    const [first, ...rest] = products
    if (first === undefined) throw new Error('the shop has products')
    let charged = 0
    for (let seed = 0; seed < CORE_WALKS; seed += 1) {
      const dice = createDice(`core ${seed}`)
      const ids = dice.split('ids')
      clear(api, makeSaleId(fixture.clock.now(), ids.bytes(ULID_RANDOM_BYTES)))
      await new Promise((resolve) => setImmediate(resolve))
      charged += walk(
        {
          core: api,
          makeSaleId: () => makeSaleId(fixture.clock.now(), ids.bytes(ULID_RANDOM_BYTES)),
          products: [first, ...rest],
          methods: METHODS,
          arrive: (by) => listen(api, by),
          taken: () => takenAt(api),
        },
        dice,
        STEPS,
      ).charged
    }
    expect(charged).toBeGreaterThan(CORE_WALKS / 2)
  } finally {
    await fixture.close()
  }
}, 300_000)
