/**
 * What becomes of a receipt after it is on paper: each later state of the contract, and who is
 * told.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import type { HttpRequest } from '../../kernel/ports.ts'
import { receiptOf, sellOf } from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const HOUR_MS = 3_600_000
const PAGE = { cursor: null, limit: 40, text: '', onlyPending: false }
const { fixture, till } = tillPerTest()
beforeEach(() => fixture.clock.advance(1_000))

/** What the service says of its documents. */
function answerWith(statusFor: (request: HttpRequest) => string): void {
  const honest = fixture.service.answer
  fixture.service.answer = async (request) => {
    if (request.method === 'DELETE')
      return { kind: 'answered', status: 200, bodyText: '{"status":"DELETED"}', headers: {} }
    const outcome = await honest(request)
    if (outcome.kind !== 'answered') return outcome
    return {
      ...outcome,
      bodyText: outcome.bodyText.replace('"status":"APR"', `"status":"${statusFor(request)}"`),
    }
  }
}

/** It is issued and on paper, and then its document has this state. */
async function issuedThen(status: string): Promise<SaleId> {
  answerWith((request) => (request.path.includes('/by-id/') ? status : 'PEN'))
  const saleId = sellOf(till.api)
  await fixture.until(() => receiptOf(till.api, saleId).receiptPrintState === 'sent', 60_000)
  await fixture.until(() => receiptOf(till.api, saleId).authorityStatus === status, 2 * HOUR_MS)
  return saleId
}
const asked = () =>
  till.api.listReceipts({ ...PAGE, onlyAttention: true }).rows.map(({ saleId }) => saleId)

it.each(['RCH', 'DELETED'])(
  "%s is a person's: counted, found, and settled with a reason",
  async (status) => {
    const saleId = await issuedThen(status)
    sellOf(till.api)
    expect(till.api.status().attentionCount).toBe(1)
    expect(asked()).toEqual([saleId])
    expect(till.api.setAside({ saleId, reason: '  ' })).toMatchObject({
      ok: false,
      refusal: { code: 'REASON_REQUIRED' },
    })
    expect(till.api.setAside({ saleId, reason: 'La contadora la reemplazó' })).toMatchObject({
      ok: true,
    })
    expect([till.api.status().attentionCount, asked()]).toEqual([0, []])
    expect(receiptOf(till.api, saleId)).toMatchObject({
      issueState: 'numbered',
      setAsideReason: 'La contadora la reemplazó',
    })
  },
)

it.each(['PEN', 'EMS', 'APR', 'XYZ'])(
  '%s asks nothing of anybody, and is not set aside',
  async (status) => {
    const saleId = await issuedThen(status)
    expect([till.api.status().attentionCount, asked()]).toEqual([0, []])
    expect(till.api.setAside({ saleId, reason: 'x' })).toMatchObject({
      ok: false,
      refusal: { code: 'RECEIPT_NOT_STUCK' },
    })
  },
)

describe('a document that the service no longer finds', () => {
  /** Read by its id once, and from then on nowhere by it. */
  async function vanished(): Promise<SaleId> {
    answerWith(() => 'PEN')
    const saleId = sellOf(till.api)
    await fixture.until(() => receiptOf(till.api, saleId).receiptPrintState === 'sent', 60_000)
    await fixture.clock.advance(60_000)
    lose()
    return saleId
  }
  let found: typeof fixture.service.answer
  const lose = () => {
    found = fixture.service.answer
    fixture.service.answer = (request) =>
      request.path.includes('/by-id/')
        ? { kind: 'answered', status: 404, bodyText: '{}', headers: {} }
        : found(request)
  }

  it('is said so once it has stayed away, counted, and taken back when it is there again', async () => {
    const saleId = await vanished()
    await fixture.clock.advance(8 * 60_000)
    expect(receiptOf(till.api, saleId).authorityStatus).toBe('PEN')
    await fixture.until(
      () => receiptOf(till.api, saleId).authorityStatus === 'MISSING',
      4 * HOUR_MS,
    )
    expect([till.api.status().attentionCount, asked()]).toEqual([1, [saleId]])
    fixture.service.answer = found
    await fixture.until(() => receiptOf(till.api, saleId).authorityStatus === 'PEN', 4 * HOUR_MS)
    expect(till.api.status().attentionCount).toBe(0)
  })

  it('is not said of a service that finds nothing by its id at all', async () => {
    answerWith(() => 'PEN')
    lose()
    const saleId = sellOf(till.api)
    await fixture.clock.advance(6 * HOUR_MS)
    expect(receiptOf(till.api, saleId)).toMatchObject({
      issueState: 'numbered',
      authorityStatus: 'PEN',
    })
  })

  it('is settled by a person with a reason', async () => {
    const saleId = await vanished()
    await fixture.until(
      () => receiptOf(till.api, saleId).authorityStatus === 'MISSING',
      4 * HOUR_MS,
    )
    expect(till.api.setAside({ saleId, reason: 'El proveedor la repuso' })).toMatchObject({
      ok: true,
    })
    expect(till.api.status().attentionCount).toBe(0)
  })
})

it('what a cashier deleted here is no surprise', async () => {
  answerWith(() => 'PEN')
  const saleId = sellOf(till.api)
  await fixture.until(() => receiptOf(till.api, saleId).issueState === 'numbered', 60_000)
  expect(await till.api.deleteReceipt({ saleId, reason: 'prueba' })).toMatchObject({ ok: true })
  await fixture.until(() => receiptOf(till.api, saleId).deletion === 'done', 60_000)
  expect([till.api.status().attentionCount, asked()]).toEqual([0, []])
})
