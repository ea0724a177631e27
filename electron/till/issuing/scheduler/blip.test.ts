/** How soon a queue flows again after a blip, and what it says of those that wait. */
import { expect, it } from 'vitest'
import { answered, isCreation } from '../../../../test/support/service-answers.ts'
import { receiptOf, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { onlineTillPerTest } from '../../../../test/support/till-per-test.ts'

const { fixture, till, honest } = onlineTillPerTest()

it('flows again within two seconds of a blip, however many were under way', async () => {
  fixture.service.answer = () => UNREACHABLE
  for (let sale = 0; sale < 6; sale += 1) sellOf(till.api)
  await fixture.until(() => till.api.status().connection === 'offline')
  fixture.service.answer = honest
  await fixture.until(() => till.api.status().pendingCount === 0, 2_000)
})

it('says why a receipt waits that holds nothing but its type', async () => {
  fixture.service.answer = (request) =>
    isCreation(request) && Buffer.from(request.body ?? []).includes('"invoice_type":"41"')
      ? answered(404, { code: 'DOCUMENT_TYPE_NOT_FOUND' })
      : honest(request)
  sellOf(till.api, '201')
  await fixture.until(() => till.api.status().closedTypes.length > 0, 60_000)
  const saleId = sellOf(till.api, '201')
  await fixture.clock.advance(1_000)
  expect(receiptOf(till.api, saleId)).toMatchObject({
    issueState: 'queued',
    lastErrorCode: 'DOCUMENT_TYPE_REFUSED',
  })
})
