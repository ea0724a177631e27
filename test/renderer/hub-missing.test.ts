/** A hub that is not heard, in Chromium: what its tills show, and how a sale comes back from it. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { FleetView } from '#shared/fleet/views.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { tapProduct } from '../support/tap-product.ts'
import { wallClockMs } from '../support/wall-clock.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { tillsOfShop } from './fleet-cases.ts'

/** Where somebody wants to look at it; nowhere else is a picture left. */
const PICTURE = process.env['HUB_MISSING_PICTURE']

describe.skipIf(NO_CHROMIUM !== null)('a hub that is not heard', () => {
  const counter = eachStory()

  it('is named by its tills with since when, until it is heard again', async () => {
    const { page, till } = counter
    const at = wallClockMs()
    const [own = null] = tillsOfShop(at)
    const name = 'Caja del patio'
    const alone: FleetView = {
      ...{ state: 'together', till: own, barredCode: null, heardAt: at, people: 'shared' },
      ...{ toSend: 0, toWrite: 0, overruled: [], hub: null },
      asksKey: true,
      missedHub: { number: 2, name, since: (at - 3_600_000) as EpochMs },
    }
    let now: FleetView = alone
    till.alter('fleet', () => () => ok(now))
    till.alter('shopTills', () => async () => ok([...tillsOfShop(at)]))
    await counter.press('F10').tap('settings-nav-tills')
    await counter.see('hub-missed', /la caja 2, «Caja del patio», no se oye desde .*: esta caja/)
    await counter.isAccessible()
    if (PICTURE) {
      mkdirSync(dirname(PICTURE), { recursive: true })
      await page.screenshot({ path: PICTURE })
    }
    const hub = { number: 2, name, isOwn: false, isHeard: true, heardAt: at, typed: '' }
    now = { ...alone, hub: { ...hub, addresses: ['192.168.1.20:47811'] }, missedHub: null }
    await counter.find('hub-heard')
    await expect.poll(() => page.getByTestId('hub-missed').count(), PATIENT).toBe(0)
  })

  it('and the key of the shop, asked beside it, is typed again at once where it is refused', async () => {
    const { page, till } = counter
    const at = wallClockMs()
    const [own = null] = tillsOfShop(at)
    const view: FleetView = {
      ...{ state: 'together', till: own, barredCode: null, heardAt: at, people: 'shared' },
      ...{ toSend: 0, toWrite: 0, overruled: [], hub: null, asksKey: true, missedHub: null },
    }
    till.alter('fleet', () => () => ok(view))
    till.alter('shopTills', () => async () => ok([...tillsOfShop(at)]))
    till.alter('makeTillCode', () => async () => refuse(refusal('SHOP_KEY_WRONG', 'shopKey')))
    await counter.press('F10').tap('settings-nav-tills').find('shop-key')
    await counter.tap('add-till')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))
    await expect.poll(focused, PATIENT).toBe('shop-key')
  })

  it('and never comes back leaves a parked sale to whoever touches it twice', async () => {
    const { till } = counter
    const asked: (boolean | undefined)[] = []
    const shop = { till: null, taken: null }
    till.alter('parkedSales', (own) => () => own().map((sale) => ({ ...sale, shop })))
    await tapProduct(counter.page, 4)
    await counter.press('Shift+F12')
    await counter.type('parked-name', 'Sra. Rosa').press('Enter').see('parked-count', '1')
    till.alter('claimParked', () => async ({ isSure }) => {
      asked.push(isSure)
      return isSure === true ? ok(null) : refuse(refusal('PARKED_HUB_LOST'))
    })
    await counter.tap('parked-count', 'parked-sale').read('nadie sabe si ella la cobró')
    await counter.tap('parked-sale').find('cart-line')
    expect(asked).toEqual([false, true])
  })
})
