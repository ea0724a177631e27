/**
 * The stories the core is told on its database (electron/till/selling/selling-stories.test.ts),
 * told by the screen over that same core, in Chromium. Three of them wait half a minute for a till
 * that asks again for its service in its own time: with a change they are told on the core in
 * memory, whose service is back at once, in the long run on both.
 */
import { afterEach, describe, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { SELLING_STORIES } from '../support/selling-stories.ts'
import { IS_LONG } from '../support/thoroughness.ts'
import { driveTill } from '../support/till-driver.ts'
import { counterHands } from './counter-hands.ts'
import { eachStory } from './each-story.ts'
import { PRODUCTS } from './memory-shop.ts'
import { realCore } from './real-core.ts'

const stories = Object.entries(SELLING_STORIES)
const isWaiting = (name: string) => /offline|pending/.test(name)

describe.skipIf(NO_CHROMIUM !== null)(
  `selling in Chromium on the real core${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    // Hooks after a story run last first: the counter is closed before its core.
    afterEach(() => core.close())
    const counter = eachStory(null, core.open)

    it.each(stories.filter(([name]) => IS_LONG || !isWaiting(name)))(
      'as the core tells it: %s',
      async (_, story) => {
        await story(driveTill(core.hands(counter)), {
          first: { code: '7801040000037', clp: 1996 },
          second: { code: '201', clp: 1600 },
          weighed: { code: '101', clp: 1890 },
        })
      },
    )
  },
)

describe.skipIf(NO_CHROMIUM !== null)(
  `selling in Chromium on the core in memory${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()

    it.each(stories.filter(([name]) => isWaiting(name)))(
      'as the core tells it: %s',
      async (_, story) => {
        const codeOf = (name: string) =>
          PRODUCTS.find((product) => product.name.startsWith(name))?.code ?? ''
        await story(driveTill(counterHands(counter)), {
          first: { code: codeOf('Leche entera'), clp: 1290 },
          second: { code: codeOf('Azúcar'), clp: 1396 },
          weighed: { code: codeOf('Hallulla'), clp: 2190 },
        })
      },
    )
  },
)
