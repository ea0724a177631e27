/**
 * The tiles of the sale screen: where they stand, and how their owner puts them there. In Chromium,
 * as it ships.
 */
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { PRODUCTS } from './counter-shop.ts'
import { eachStory, PATIENT } from './each-story.ts'

/** Larger than any tile. */
const PHOTOGRAPH = createCanvas(900, 600).toBuffer('image/png')

describe.skipIf(NO_CHROMIUM !== null)(
  `tiles in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()

    const texts = (testId: string) =>
      counter.page
        .getByTestId(testId)
        .evaluateAll((tiles) =>
          tiles
            .slice(0, 4)
            .map((tile) => tile.querySelector('span:not(:has(img, svg)):not(:empty)')?.textContent),
        )
    const breadId = () => must(counter.till.api.productByCode(PRODUCTS[0]?.code ?? '')).id
    const START = [
      'Pan marraqueta',
      'Hallulla',
      'Leche entera Colún 1 L',
      'Yogur batido frutilla 120 g',
    ]

    it('keep their place though others sell, and what sold stands in a row of its own after the next start', async () => {
      expect(await texts('product-tile')).toEqual(START)
      await counter.page.getByText('Yogur batido frutilla 120 g').click()
      await counter
        .press('F12')
        .find('confirm-payment')
        .press('Enter')
        .see('issue-state', 'emitida')
      await counter.page.reload()
      await counter.see('best-tile', 'Yogur batido')
      expect(await texts('product-tile')).toEqual(START)
      await counter.tap('best-tile')
      await expect.poll(counter.cart, PATIENT).toEqual(['1 Yogur batido frutilla 120 g $390'])
      await counter.type('search', 'pan')
      await counter.page.getByTestId('best-tile').waitFor({ state: 'detached' })
    })

    it('are one stop of Tab with the arrows inside, and Enter sells the one they stand on', async () => {
      const at = () =>
        counter.page.evaluate(() => {
          const tiles = [...document.querySelectorAll('[data-testid=product-tile]')]
          return tiles.indexOf(document.activeElement as Element)
        })
      await counter.tabTo('product-tile')
      expect(await at()).toBe(0)
      await counter.press('ArrowRight', 'ArrowRight')
      expect(await at()).toBe(2)
      await counter.press('ArrowDown', 'ArrowLeft')
      const below = await at()
      expect(below).toBeGreaterThan(2)
      await counter.press('Tab')
      expect(await at()).toBe(-1)
      await counter.press('Shift+Tab')
      expect(await at()).toBe(below)
      await counter.press('Home', 'Enter')
      await expect.poll(counter.cart, PATIENT).toEqual([expect.stringContaining(START[0] ?? '')])
      // What is found anew has a stop of its own.
      await counter.type('search', 'leche').see('product-tile', 'Leche').tabTo('product-tile')
      expect(await at()).toBe(0)
    })

    it('are pressed for what they stood for: of what an answer overtakes nothing is sold', async () => {
      const { page } = counter
      const first = await page.getByTestId('product-tile').first().boundingBox()
      await page.mouse.move((first?.x ?? 0) + 20, (first?.y ?? 0) + 20)
      await page.mouse.down()
      await counter.type('search', 'leche')
      await expect.poll(() => texts('product-tile'), PATIENT).not.toContain(START[0])
      await page.mouse.up()
      const [milk = ''] = await texts('product-tile')
      await page.mouse.down()
      await page.mouse.up()
      await expect.poll(counter.cart, PATIENT).toEqual([expect.stringContaining(`1 ${milk}`)])
    })

    it('are arranged by two taps, by the mouse, by keyboard; the counter follows, and axe finds nothing', async () => {
      const { page } = counter
      await counter.tap('arrange')
      await page.getByTestId('place').first().waitFor()
      await counter
        .tapNth('place', 3)
        .see('arrange-told', 'Elegido: Yogur')
        .isAccessible()
        .tapNth('place', 0)
        .see('arrange-told', 'lugar 1 de 28')
      const [yogurt] = [START[3] ?? '']
      await expect.poll(() => texts('place'), PATIENT).toEqual([yogurt, ...START.slice(0, 3)])
      const centre = async (nth: number) => {
        const box = await page.getByTestId('place').nth(nth).boundingBox()
        return {
          x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
          y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
        }
      }
      const [from, to] = [await centre(0), await centre(2)]
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 4 })
      await page.mouse.up()
      await expect
        .poll(() => texts('place'), PATIENT)
        .toEqual([START[0], START[1], yogurt, START[2]])
      await page.getByTestId('place').nth(2).focus()
      await counter.press('Shift+ArrowLeft', 'Shift+ArrowLeft')
      await expect.poll(() => texts('place'), PATIENT).toEqual([yogurt, ...START.slice(0, 3)])
      await counter.press('Escape')
      await expect
        .poll(() => texts('product-tile'), PATIENT)
        .toEqual([yogurt, ...START.slice(0, 3)])
    })

    it('get a picture, made small before it is sent, and lose it again', async () => {
      const { page } = counter
      await counter.tap('arrange', 'place')
      await page
        .getByTestId('picture-file')
        .setInputFiles({ name: 'pan.png', mimeType: 'image/png', buffer: PHOTOGRAPH })
      await counter.see('arrange-told', 'Imagen guardada').press('Escape')
      await page.getByTestId('product-tile').first().getByTestId('tile-picture').waitFor()
      const [kept] = counter.till.api.productPictures({ productIds: [breadId()] })
      expect(kept?.type).toBe('image/webp')
      await counter.tap('arrange', 'place')
      await page
        .getByTestId('picture-file')
        .setInputFiles({
          name: 'pan.png',
          mimeType: 'image/png',
          buffer: Buffer.from('no picture'),
        })
      await counter.see('arrange-trouble', 'Elija una imagen PNG').tap('no-picture')
      await expect
        .poll(() => counter.till.api.productPictures({ productIds: [breadId()] }), PATIENT)
        .toEqual([])
    })

    it('are the owner’s to arrange: a cashier is not offered it', async () => {
      await counter.till.world.hire()
      await counter.see('nav-staff', 'Camila')
      await counter.page.getByTestId('arrange').waitFor({ state: 'detached' })
      await counter.press('Shift+F3')
      expect(await counter.page.getByRole('dialog').count()).toBe(0)
    })
  },
)
