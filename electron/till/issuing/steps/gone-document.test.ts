/** A document the service has answered 201 for, and then no longer knows. */
import { beforeEach, expect, it } from 'vitest'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { must } from '../../../../test/support/must.ts'
import { answered, isCreation } from '../../../../test/support/service-answers.ts'
import { receiptOf, sellOf } from '../../../../test/support/till-fixture.ts'
import { onlineTillPerTest } from '../../../../test/support/till-per-test.ts'

const MINUTE_MS = 60_000
const { fixture, till, honest } = onlineTillPerTest()
const bodies: string[] = []
/** Documents that it forgets as soon as it has named them. */
let forgets = 0
beforeEach(() => {
  bodies.length = 0
  forgets = 1
  fixture.service.answer = async (request) => {
    if (!isCreation(request)) return honest(request)
    const body = Buffer.from(request.body ?? []).toString('utf8')
    bodies.push(body)
    if (bodies.length > forgets) return honest(request)
    const id = `00000000-0000-4000-9000-${String(bodies.length).padStart(12, '0')}`
    const sent = JSON.parse(body) as DocumentRequest
    return answered(201, {
      ...sent,
      ...{ id, number: null, status: 'PEN', total: sent.totals.total },
      invoice_type: Number(sent.invoice_type),
    })
  }
})
const stateOf = (saleId: SaleId) => receiptOf(till.api, saleId).issueState

it('is sent again as the same bytes, once several reads have not found it', async () => {
  const saleId = sellOf(till.api)
  await fixture.until(() => stateOf(saleId) === 'accepted')
  await fixture.until(() => stateOf(saleId) === 'numbered', 10 * MINUTE_MS)
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).toBe(bodies[0])
  expect(fixture.service.created()).toHaveLength(1)
})

it('is sent again at once when somebody presses', async () => {
  const saleId = sellOf(till.api)
  await fixture.until(() => stateOf(saleId) === 'accepted')
  await fixture.clock.advance(5_000)
  must(till.api.retryNow(saleId))
  await fixture.until(() => stateOf(saleId) === 'numbered', 5_000)
  expect(bodies).toHaveLength(2)
})

it("is a person's when it is gone again and again", async () => {
  forgets = Infinity
  const saleId = sellOf(till.api)
  await fixture.until(() => stateOf(saleId) === 'attention', 60 * MINUTE_MS)
  expect(receiptOf(till.api, saleId).lastErrorCode).toBe('DOCUMENT_UNKNOWN_ID')
  expect(bodies.length).toBeLessThan(5)
  forgets = 0
  must(till.api.retryNow(saleId))
  await fixture.until(() => stateOf(saleId) === 'numbered', MINUTE_MS)
})

it('is not sent again for one read that comes too early', async () => {
  forgets = 0
  let isEarly = true
  const answer = fixture.service.answer
  fixture.service.answer = async (request) => {
    if (request.path.includes('/by-id/') && isEarly) return answered(404, {})
    const outcome = await answer(request)
    return isCreation(request) && outcome.kind === 'answered'
      ? { ...outcome, bodyText: outcome.bodyText.replace(/"number":\d+/, '"number":null') }
      : outcome
  }
  const saleId = sellOf(till.api)
  await fixture.until(() => stateOf(saleId) === 'accepted')
  await fixture.clock.advance(10_000)
  isEarly = false
  await fixture.until(() => stateOf(saleId) === 'numbered', MINUTE_MS)
  expect(bodies).toHaveLength(1)
})
