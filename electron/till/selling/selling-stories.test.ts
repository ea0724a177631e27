import { it } from 'vitest'
import { coreHands } from '../../../test/support/core-hands.ts'
import { SELLING_STORIES } from '../../../test/support/selling-stories.ts'
import { cash, driveTill } from '../../../test/support/till-driver.ts'
import { UNREACHABLE } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'

const { fixture } = fixturePerTest()

it.each(Object.entries(SELLING_STORIES))('%s', async (_, story) => {
  const till = await fixture.open()
  await fixture.until(() => till.api.status().connection === 'online')
  await story(driveTill(coreHands(fixture, till)), {
    first: { code: '7801040000037', clp: 1996 },
    second: { code: '101', clp: 1890 },
    weighed: { code: '101', clp: 1890 },
  })
})

it('opens for the first time with no network at all, sells, and issues once there is one', async () => {
  const honest = fixture.service.answer
  fixture.service.answer = () => UNREACHABLE
  const hands = coreHands(fixture, await fixture.open())
  await driveTill(hands)
    .scan('101')
    .pay(cash(2_000))
    .expectChange(110)
    .expectPending(1)
    .expectPrinted('slip')
  fixture.service.answer = honest
  await driveTill(hands).expectIssued().expectPending(0).expectPrinted('slip', 'receipt')
})
