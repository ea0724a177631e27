/**
 * The stories the core is told on its database (electron/till/selling/selling-stories.test.ts),
 * told by the screen over that same core, in Chromium.
 */
import { describe, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { SELLING_STORIES } from '../support/selling-stories.ts'
import { driveTill } from '../support/till-driver.ts'
import { eachStory } from './each-story.ts'
import { realCore } from './real-core.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `selling in Chromium on the real core${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)

    it.each(Object.entries(SELLING_STORIES))('as the core tells it: %s', async (_, story) => {
      await story(driveTill(core.hands(counter)), {
        first: { code: '7801040000037', clp: 1996 },
        second: { code: '201', clp: 1600 },
        weighed: { code: '101', clp: 1890 },
      })
    })
  },
)
