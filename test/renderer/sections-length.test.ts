/** How long the parts of the settings are on the screens a shop has. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createBackupClient } from '#till/backup/durability/backup-client.ts'
import { SECTION_IDS } from '../../renderer/settings/section-ids.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { PINS } from '../support/crew.ts'
import { must } from '../support/must.ts'
import { supportWorker } from '../support/support-per-test.ts'
import { BACKUP_WORKER } from '../support/backup-worker.ts'
import { openCore } from './counter-core.ts'
import { openCounter, type Counter } from './counter-driver.ts'

describe.skipIf(NO_CHROMIUM !== null).each([
  // What stands beyond it is not found by whoever scrolls; half a screen of these is little.
  [1366, 768, 1.5],
  [1024, 600, 1.5],
  [800, 600, 1.5],
])('parts of the settings at %i x %i', (width, height, screensMax) => {
  let counter: Counter
  beforeAll(async () => {
    const core = await openCore({
      support: supportWorker(),
      makeBackup: createBackupClient(BACKUP_WORKER),
    })
    must(await core.api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: PINS.owner }))
    counter = await openCounter(
      await sharedChromium(),
      inject('screenRoot'),
      { viewport: { width, height } },
      core,
    )
  })
  afterAll(() => counter?.close())

  it('are not longer than that, begin under the head and are saved from anywhere', async () => {
    await counter.press('F10')
    const long: Record<string, number> = {}
    const outOfSight: string[] = []
    for (const id of SECTION_IDS) {
      await counter.tap(`settings-nav-${id}`)
      const { page } = counter
      const screens = await page
        .locator('main')
        .evaluate(({ scrollHeight, clientHeight }) => scrollHeight / clientHeight)
      if (screens > screensMax) long[id] = screens
      const heading = await page.locator('#settings-section').boundingBox()
      if ((heading?.y ?? height) > height / 4) outOfSight.push(`${id} begins at ${heading?.y}`)
      const save = page.getByTestId('save-section')
      const box = (await save.isVisible()) ? await save.boundingBox() : null
      if (box !== null && box.y + box.height > height) outOfSight.push(`save key of ${id}`)
    }
    expect({ long, outOfSight }).toEqual({ long: {}, outOfSight: [] })
  })
})
