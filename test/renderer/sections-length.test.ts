/** How long the parts of the settings are on a shop's usual screen. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createBackupClient } from '#till/backup/durability/backup-client.ts'
import { SECTION_IDS } from '../../renderer/settings/section-ids.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { PINS } from '../support/crew.ts'
import { must } from '../support/must.ts'
import { supportWorker } from '../support/support-per-test.ts'
import { openCore, WORKER } from './counter-core.ts'
import { openCounter, type Counter } from './counter-driver.ts'

/** What stands beyond it is not found by whoever scrolls. */
const SCREENS_MAX = 1.5

describe.skipIf(NO_CHROMIUM !== null)('parts of the settings at 1366 x 768', () => {
  let counter: Counter
  beforeAll(async () => {
    const core = await openCore({
      support: supportWorker(),
      makeBackup: createBackupClient(WORKER),
    })
    must(await core.api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: PINS.owner }))
    counter = await openCounter(
      await sharedChromium(),
      inject('screenRoot'),
      { viewport: { width: 1366, height: 768 } },
      core,
    )
  })
  afterAll(() => counter?.close())

  it('are a screen and a half long at most', async () => {
    await counter.press('F10')
    const lengths: Record<string, number> = {}
    for (const id of SECTION_IDS) {
      await counter.tap(`settings-nav-${id}`)
      lengths[id] = await counter.page
        .locator('main')
        .evaluate(({ scrollHeight, clientHeight }) => scrollHeight / clientHeight)
    }
    const long = Object.entries(lengths).filter(([, screens]) => screens > SCREENS_MAX)
    expect(long).toEqual([])
  })
})
