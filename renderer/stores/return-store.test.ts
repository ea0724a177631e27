import { expect, it } from 'vitest'
import type { ReturnableSale } from '#shared/returns/views.ts'
import type { EpochMs, Folio, IsoDate, SaleId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import { VALE_ID } from '#shared/selling/payment/payment-method.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import type { ReturnableLine } from '#shared/returns/return-shares.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { createReturnStore, problemOf, totalOf, waysOf } from './return-store.ts'

const line = (lineNumber: number, change: Partial<ReturnableLine>): ReturnableLine => ({
  lineNumber,
  productId: null,
  code: `c${lineNumber}`,
  name: `P${lineNumber}`,
  unit: null,
  unitGrossClp: clp(1000),
  quantity: quantityMilli(2000),
  grossClp: clp(1801),
  isExempt: false,
  returnedQuantity: 0,
  returnedClp: clp(0),
  ...change,
})
const SALE: ReturnableSale = {
  returnId: '01JD0000000000000000000001' as SaleId,
  originalId: '01JD0000000000000000000000' as SaleId,
  documentType: '39',
  folio: 7 as Folio,
  date: '2026-11-20' as IsoDate,
  soldAt: 0 as EpochMs,
  totalClp: clp(5000),
  returnedClp: clp(0),
  payments: [],
  customerName: null,
  documentedBy: 'receipt',
  voucherNumber: '',
  valeDueClp: clp(0),
  cashBack: { totalClp: clp(0), handedClp: clp(0) },
  limits: { givesVales: true, valeClp: clp(50_000), unconfirmedClp: null },
  ivaTooLateSince: null,
  lines: [
    line(1, {}),
    line(2, { unit: 'kg', quantity: quantityMilli(350), grossClp: clp(700) }),
    line(3, { returnedQuantity: 2000, returnedClp: clp(1801) }),
  ],
}

type Payments = ReturnableSale['payments']

async function openStore(
  answer: () => Promise<never> | never = () => {
    throw new Error('not asked')
  },
  payments: Payments = [],
  ways: readonly string[] = ['EF', 'TC', 'PE', 'NC'],
) {
  const sent: Parameters<TillPort['commitReturn']>[0][] = []
  const store = createReturnStore({
    openReturn: async () => ok({ ...SALE, payments }),
    async commitReturn(input) {
      sent.push(input)
      return answer()
    },
    commitOutsideReturn: () => Promise.reject(new Error('not asked')),
  })
  await store.getState().open(SALE.originalId, ways)
  store.setState({ allowed: { approvalId: 'approval-1', method: 'EF', amountClp: clp(901) } })
  return { store, sent, state: () => store.getState() }
}

it('counts pieces one by one, takes what is weighed as a whole, and never more than is left', async () => {
  const { state } = await openStore()
  expect(state().selectedLine).toBe(1)
  for (const step of [1, 1, 1, -1] as const) state().step(1, step)
  expect([state().typed[1], totalOf(state())]).toEqual(['1', 901])
  state().step(2, 1)
  expect([state().typed[2], totalOf(state())]).toEqual(['0,35', 1601])
  state().selectNeighbour(1)
  state().selectNeighbour(1)
  // What has come back whole is passed over.
  expect(state().selectedLine).toBe(2)
  state().toggleAll()
  expect(totalOf(state())).toBe(2501)
  state().toggleAll()
  expect(totalOf(state())).toBe(0)
})

it('says at the line what cannot be, and asks the core nothing', async () => {
  const { state, sent } = await openStore()
  const [first] = SALE.lines
  if (first === undefined) throw new Error('no line')
  state().setQuantity(1, '3')
  expect(problemOf(state(), first)).toMatchObject({
    code: 'RETURN_TOO_MUCH',
    params: { left: '2' },
  })
  state().setQuantity(1, 'dos')
  expect(await state().commit()).toBeNull()
  expect(state().troubles['line-1']).toMatchObject({ code: 'QUANTITY_NOT_A_NUMBER' })
  expect(sent).toEqual([])
})

it('shows a refusal at its field, and sends the same return again when nobody heard how the last try ended', async () => {
  let isHeard = false
  const { state, sent } = await openStore(async () => {
    if (isHeard) return refuse(refusal('REASON_REQUIRED', 'reason')) as never
    throw new Error('the link is down')
  })
  state().step(1, 1)
  expect(await state().commit()).toBeNull()
  expect(state().phase).toBe('unanswered')
  isHeard = true
  await state().commit()
  expect(state()).toMatchObject({
    phase: 'idle',
    troubles: { reason: { code: 'REASON_REQUIRED' } },
  })
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
  expect(sent[0]).toMatchObject({
    returnId: SALE.returnId,
    approvalId: 'approval-1',
    lines: [{ lineNumber: 1, quantity: 1000 }],
    expectedTotalClp: 901,
    refund: { method: 'EF' },
  })
})

it.each<readonly [string, Payments, string]>([
  ['the card it was paid with', [{ method: 'TC', name: 'Tarjeta', totalClp: clp(5000) }], 'TC'],
  [
    'of two ways the one that paid most',
    [
      { method: 'EF', name: 'Efectivo', totalClp: clp(1000) },
      { method: 'PE', name: 'Transferencia', totalClp: clp(4000) },
    ],
    'PE',
  ],
  [
    'a value kept for a next sale',
    [{ method: 'NC', name: 'Nota de crédito N° 3', totalClp: clp(5000) }],
    'NC',
  ],
  [
    'cash where the shop no longer takes what was paid with',
    [{ method: 'CH', name: 'Cheque', totalClp: clp(5000) }],
    'EF',
  ],
  ['cash where nothing is known', [], 'EF'],
])('gives back by %s', async (_, payments, method) => {
  const { state } = await openStore(undefined, payments)
  expect(state().method).toBe(method)
})

it('offers no vale where the shop gives none, also not for what a vale had paid', () => {
  const ways = ['EF', 'TC', VALE_ID]
  const none = { ...SALE, limits: { ...SALE.limits, givesVales: false } }
  expect(waysOf(SALE, ways)).toEqual(ways)
  expect(waysOf(none, ways)).toEqual(['EF', 'TC'])
  const store = createReturnStore({} as never)
  const paid = { name: '', totalClp: clp(3000) }
  store.getState().show({ ...none, payments: [{ ...paid, method: VALE_ID }] }, ways)
  expect(store.getState().method).toBe('EF')
  store.getState().show({ ...SALE, payments: [{ ...paid, method: VALE_ID }] }, ways)
  expect(store.getState().method).toBe(VALE_ID)
})
