/** The year's 135 UF in the bar: what it means, until when it does not matter, the way there. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory } from './each-story.ts'
import { realCore } from './real-core.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `the year's 135 UF${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const core = realCore()
    const counter = eachStory(null, core.open)

    it('is explained where it is missed, and entered a press further', async () => {
      await counter.tap('missing-limit')
      await counter.read('la caja los pide desde $5.186.253, el último monto conocido')
      expect(await counter.accessibilityProblems({ isPopoverOpen: true })).toEqual([])
      await counter.tap('enter-limit').read('Monto 2026 desde el que se identifica')
      await counter.isAccessible()
    })
  },
)
