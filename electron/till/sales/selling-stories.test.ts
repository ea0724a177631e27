import { afterEach, beforeEach, it } from 'vitest'
import { SELLING_STORIES } from '../../../test/support/selling-stories.ts'
import { coreHands, driveTill } from '../../../test/support/till-driver.ts'
import { tillFixture, type TillFixture } from '../../../test/support/till-fixture.ts'

let fixture: TillFixture
beforeEach(() => { fixture = tillFixture() })
afterEach(() => fixture.close())

it.each(Object.entries(SELLING_STORIES))('%s', async (_, story) => {
  const till = await fixture.open()
  await fixture.until(() => till.api.status().connection === 'online')
  await story(driveTill(coreHands(fixture, till)), { first: { code: '7801040000037', clp: 1996 }, second: { code: '101', clp: 1890 } })
})
