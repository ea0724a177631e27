/** What the page of a locked counter is told and keeps: in Chromium, over the real core. */
import { afterEach, describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { cartOf, keptOf, sellOf } from '../support/till-fixture.ts'
import { fixturePerTest } from '../support/till-per-test.ts'
import { eachStory, PATIENT } from './each-story.ts'

const PIN = '3690'

describe.skipIf(NO_CHROMIUM !== null)(
  `the page of a locked counter in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const world = fixturePerTest()
    const counter = eachStory(null, async () => {
      world.fixture.printer.keepsPictures = true
      await world.fixture.open({ pinCost: 4 })
      sellOf(world.api, '101')
      world.api.parkSale({ ...keptOf(cartOf(world.api, '201')), name: 'Rosa' })
      const paula = { staffId: null, name: 'Paula', role: 'owner', pin: PIN } as const
      expect(await world.api.saveStaff(paula)).toMatchObject({ ok: true })
      world.api.signOut()
      return world.till
    })
    const rows = () => counter.page.getByTestId('receipt-row').count()
    const signIn = async () => {
      await counter.find('pin').type('pin', PIN).press('Enter').see('nav-staff', 'Paula')
    }
    afterEach(() => expect(world.api.parkedSales()).toHaveLength(1))

    it('shows no sale and no receipt before a PIN, and reads all of it again after each', async () => {
      await signIn()
      await counter.scan('7801040000037')
      const kept = () => world.api.loadDraft().sale?.cart.lines.length
      await expect.poll(kept, PATIENT).toBe(1)
      await counter.press('Control+l').find('pin')
      const answers: string[] = []
      counter.page.on('response', (response) => {
        if (response.url().includes('/trpc/') && !response.url().includes('feed'))
          void response.text().then(
            (text) => answers.push(text),
            () => undefined,
          )
      })
      await counter.page.reload()
      await counter.find('pin')
      expect(await counter.cart()).toEqual([])
      expect(answers.join()).toContain('registerName')
      expect(answers.join()).not.toMatch(/Rosa|nextLineNumber/)
      await signIn()
      await expect.poll(counter.cart, PATIENT).toHaveLength(1)
      await counter.press('F9')
      await expect.poll(rows, PATIENT).toBe(1)
      await counter.press('Control+l').find('pin')
      await expect.poll(rows, PATIENT).toBe(0)
      await signIn()
      await expect.poll(rows, PATIENT).toBe(1)
    })

    it('of the practice says so and lets out, also whoever knows none of its PINs', async () => {
      const place = () => counter.page.evaluate(() => sessionStorage.getItem('meson.place'))
      await counter.page.evaluate(() => sessionStorage.setItem('meson.place', 'practice'))
      await counter.page.reload()
      await counter.find('pin').see('locked-practice', 'PRÁCTICA')
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.tap('leave-locked-practice')
      await expect.poll(place, PATIENT).toBe('shop')
      await counter.find('pin')
      expect(await counter.page.getByTestId('locked-practice').count()).toBe(0)
      await signIn()
    })
  },
)
