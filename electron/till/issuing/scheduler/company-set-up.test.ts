/** A certificate that ended and a company that is suspended: said as what they are. */
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#shared/time/calendar.ts'
import { receiptOf, sellOf } from '../../../../test/support/till-fixture.ts'
import { answered, isCreation } from '../../../../test/support/service-answers.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const { fixture, till, honest } = tillPerTest()
beforeEach(() => fixture.clock.advance(1_000))

it.each([
  [422, 'CERTIFICATE_NOT_FOUND', 'CERTIFICATE_EXPIRED', 'certificate'],
  [400, 'COMPANY_SUSPENDED', 'COMPANY_SUSPENDED', 'suspended'],
])('%s %s is named, holds all, and lets them go by itself', async (status, code, cause, kind) => {
  fixture.service.answer = (request) =>
    isCreation(request) ? answered(status, { code }) : honest(request)
  const sales = [sellOf(till.api), sellOf(till.api), sellOf(till.api)]
  await fixture.clock.advance(30_000)
  expect(till.api.status()).toMatchObject({
    connection: 'trouble',
    connectionCause: cause,
    attentionCount: 0,
    heldTogether: [{ kind, count: 3 }],
  })
  expect(sales.map((saleId) => receiptOf(till.api, saleId).lastErrorCode)).toContain(cause)
  // An afternoon of it makes no receipt somebody's to settle.
  await fixture.clock.advance(4 * 3_600_000)
  expect(till.api.status()).toMatchObject({ attentionCount: 0, pendingCount: 3 })
  fixture.service.answer = honest
  await fixture.until(() => till.api.status().pendingCount === 0, 400_000)
  expect(till.api.status().heldTogether).toEqual([])
})

it('the end of the certificate is known days ahead, where the service lists it', async () => {
  expect(till.api.status().certificateEndsAt).toBeNull()
  const endsAt = fixture.clock.now() + 9 * DAY_MS
  fixture.service.answer = (request) =>
    request.path === '/api/certificates'
      ? answered(200, [{ expires_at: new Date(endsAt).toISOString() }])
      : honest(request)
  await fixture.until(() => till.api.status().certificateEndsAt === endsAt, 7_200_000)
  fixture.service.answer = honest
  await fixture.clock.advance(3_600_000)
  expect(till.api.status().certificateEndsAt).toBe(endsAt)
})
