import { describe, expect, it } from 'vitest'
import { clp } from '../money/clp.ts'
import { readOrder } from './point.ts'
import { refundBodyOf, refundFindingOf, refusedCodeOf, type SentRefund } from './refund-proof.ts'

const line = (id: unknown, amount: unknown = '400', status: unknown = 'processed') => ({
  ...{ id, amount, status },
})
interface Said {
  readonly refunds?: unknown
  readonly status?: string
  readonly id?: string
  readonly tip?: string
}
function order({ refunds, status = 'processed', id = 'ORD1', tip = '0' }: Said) {
  const payments = [{ id: 'PAY1', amount: '1000', tip_amount: tip }]
  const said = { id, external_reference: 'a', status, transactions: { payments, refunds } }
  const read = readOrder(JSON.stringify(said))
  if (read === null) throw new Error('no order')
  return read
}
const WHOLE: SentRefund = { body: '', before: [], until: null }
const PART: SentRefund = { body: '{"transactions":[]}', before: ['old'], until: null }
const found = (
  said: Said,
  sent: SentRefund | null = PART,
  amountClp = 400,
  others: readonly string[] = [],
) => {
  const wanted = { attemptId: 'a', orderId: 'ORD1', amountClp: clp(amountClp), sent, others }
  return refundFindingOf(wanted, order(said))
}
const errors = (...codes: readonly string[]) =>
  JSON.stringify({ errors: codes.map((code) => ({ code })) })

describe('what an order proves of a refund', () => {
  it('its own line alone: not what stood there before, nor what came with a later one', () => {
    expect(found({ refunds: [line('old')] })).toEqual({ kind: 'absent', shown: ['old'] })
    expect(found({ refunds: [line('old'), line('new')] })).toMatchObject({ serviceId: 'new' })
    const until = { ...PART, until: ['old'] }
    expect(found({ refunds: [line('old'), line('new')] }, until).kind).toBe('absent')
    expect(found({ refunds: [line('old')] }, null).kind).toBe('absent')
    // Nor what another one of the charge is proven by, though the list was behind before.
    expect(found({ refunds: [line('theirs')] }, PART, 400, ['theirs']).kind).toBe('absent')
    expect(found({ refunds: [line('a'), line('b')] })).toMatchObject({ isTwice: true })
  })

  it('of another order, or of a list that cannot be read whole, nothing', () => {
    expect(found({ refunds: [line('new')], id: 'ORD2' }).kind).toBe('again')
    for (const spoilt of [line('new', '3.992'), line(''), line('new', '400', null), 'x'])
      expect(found({ refunds: [line('old'), spoilt] }).kind).toBe('again')
    expect(found({ refunds: [line(7)] })).toEqual({ kind: 'done', serviceId: '7', isTwice: false })
  })

  it('refused by its own line, running while the bank says nothing, and a person of an order that is over', () => {
    expect(found({ refunds: [line('new', '400', 'failed')] })).toMatchObject({ kind: 'refused' })
    expect(found({ refunds: [line('new', '400', 'processing')] }).kind).toBe('running')
    expect(found({ refunds: [line('old')], status: 'refunded' })).toEqual({
      ...{ kind: 'person', code: 'refunded' },
    })
    for (const status of ['processing', 'x'.repeat(1_000)])
      expect(found({ status }).kind).toBe('again')
  })

  it('all of a charge takes its tip along, a part of it does not', () => {
    const all = { refunds: [line('new', '1500')], tip: '500', status: 'refunded' }
    expect(found(all, WHOLE, 1_000).kind).toBe('done')
    expect(found(all, PART, 1_000).kind).toBe('person')
  })

  it('all is asked for without a body where nothing went back before', () => {
    const whole = { amountClp: 1_000, chargedClp: 1_000 }
    expect(refundBodyOf(whole, order({ refunds: [line('old', '400', 'failed')] }))).toBe('')
    expect(refundBodyOf(whole, order({ refunds: [line('old')] }))).toContain('"1000"')
    expect(refundBodyOf({ ...whole, amountClp: 400 }, order({}))).toContain('"PAY1"')
  })

  it.each([
    [403, 'partial_refund_forbidden_with_tips', true],
    [400, 'refund_amount_exceeds', true],
    [409, 'refund_in_progress', false],
    [409, 'order_already_refunded', false],
    [409, 'idempotency_key_already_used', false],
    [401, 'unauthorized', false],
    [500, 'refund_amount_exceeds', false],
  ])('%s %s is a refusal for good: %s', (status, code, isRefusal) => {
    expect(refusedCodeOf(status, errors(code))).toBe(isRefusal ? code : null)
    expect(refusedCodeOf(status, errors(code, 'refund_in_progress'))).toBeNull()
  })
})
