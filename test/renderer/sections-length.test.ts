/** How long the parts of the settings are on the screens a shop has. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createBackupClient } from '#till/backup/durability/backup-client.ts'
import { SECTION_IDS } from '../../renderer/settings/section-ids.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { PINS } from '../support/crew.ts'
import { must } from '../support/must.ts'
import { supportWorker } from '../support/support-per-test.ts'
import { BACKUP_WORKER } from '../support/backup-worker.ts'
import { atEachSize } from './at-each-size.ts'
import { openCore } from './counter-core.ts'
import { openCounter, type Counter } from './counter-driver.ts'

/** Screens of its own height; what stands beyond is not found by whoever scrolls. */
const SCREENS_MAX = 1.5
const WINDOWS = [
  { width: 1366, height: 768 },
  { width: 1024, height: 600 },
  { width: 800, height: 600 },
] as const

describe.skipIf(NO_CHROMIUM !== null)('parts of the settings, in every window of a shop', () => {
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
      { viewport: WINDOWS[2] },
      core,
    )
  })
  afterAll(() => counter?.close())

  it('are not longer than that, begin under the head and are saved from anywhere', async () => {
    const { page } = counter
    await counter.press('F10')
    const found: Record<string, string[]> = {}
    for (const id of SECTION_IDS) {
      await counter.tap(`settings-nav-${id}`)
      const problems = await atEachSize(page, WINDOWS, async ({ height }) => {
        const screens = await page
          .locator('main')
          .evaluate(({ scrollHeight, clientHeight }) => scrollHeight / clientHeight)
        const heading = await page.locator('#settings-section').boundingBox()
        const save = page.getByTestId('save-section')
        const box = (await save.isVisible()) ? await save.boundingBox() : null
        return [
          ...(screens > SCREENS_MAX ? [`${screens} screens long`] : []),
          ...((heading?.y ?? height) > height / 4 ? [`begins at ${heading?.y}`] : []),
          ...(box !== null && box.y + box.height > height ? ['its save key is out of sight'] : []),
        ]
      })
      if (problems.length > 0) found[id] = problems
    }
    expect(found).toEqual({})
  })
})
