/** The scanner's pauses, with real keys of a real browser, each at a time of its own. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './counter-shop.ts'

const COLA = PRODUCTS[6]?.code ?? ''
const ONE = '1 Bebida cola 1,5 L retornable $1.690'
/** Keys as a scanner sends them, with pauses before some of them. */
const scanned = (code: string, pauses: Readonly<Record<number, number>> = {}, end = 'Enter') =>
  [...code, end].map((key, at) => [key, pauses[at] ?? (at === 0 ? 5_000 : 4)] as const)

describe.skipIf(NO_CHROMIUM !== null)(
  `the scanner in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()
    const fieldText = () => counter.page.getByTestId('search').inputValue()

    // A stamp of Chromium's is a tenth of a millisecond off: 150, the shop's limit, may be more.
    it.each([[45], [100], [149]])(
      'sells the product of a code with a pause of %s ms in it, never that of its tail',
      async (pauseMs) => {
        counter.till.api.saveProduct({
          code: COLA.slice(10),
          name: 'Lo que no se escaneó',
          unitGrossClp: 100,
          isExempt: false,
          unit: null,
          categoryId: 'panaderia',
          isFavourite: false,
        })
        await counter.keysAt(scanned(COLA, { 10: pauseMs }))
        await expect.poll(counter.cart, PATIENT).toEqual([ONE])
        expect(await fieldText()).toBe('')
      },
    )

    it('sells nothing when the pause is longer than the shop allows, says so, and hears the same code again', async () => {
      await counter
        .keysAt(scanned(COLA, { 10: 400 }))
        .see(
          'search-trouble',
          `El código llegó en partes («${COLA.slice(0, 10)}», «${COLA.slice(10)}»)`,
        )
      expect([await counter.cart(), await fieldText()]).toEqual([[], ''])
      await counter.keysAt(scanned(COLA))
      await expect.poll(counter.cart, PATIENT).toEqual([ONE])
    })

    it('takes what fingers type for what it is, in the search and in a quantity', async () => {
      await counter.page.getByTestId('search').focus()
      await counter.keysAt(
        scanned(COLA, Object.fromEntries([...COLA, ''].map((_, at) => [at, 90]))),
      )
      await expect.poll(counter.cart, PATIENT).toEqual([ONE])
      await counter
        .tap('edit-quantity')
        .find('quantity')
        .keysAt([
          ['1', 5_000],
          ['2', 70],
          ['Enter', 70],
        ])
      await expect.poll(counter.cart, PATIENT).toEqual(['12 Bebida cola 1,5 L retornable $20.280'])
    })

    it('a code that pauses while a quantity is being typed never becomes a quantity or another product', async () => {
      await counter
        .scan(COLA)
        .tap('edit-quantity')
        .find('quantity')
        .keysAt(scanned(COLA, { 10: 120 }))
      await expect.poll(counter.cart, PATIENT).toEqual(['2 Bebida cola 1,5 L retornable $3.380'])
    })

    it.each([
      ['at once', 60],
      ['soon after', 700],
      ['long after', 5_000],
    ])('a quantity typed before a code counts for it, scanned %s', async (_, gapMs) => {
      await counter.page.getByTestId('search').focus()
      await counter.keysAt([['5', 5_000], ['*', 180], ...scanned(COLA, { 0: gapMs })])
      await expect.poll(counter.cart, PATIENT).toEqual(['5 Bebida cola 1,5 L retornable $8.450'])
      expect(await fieldText()).toBe('')
      // It is spent: the next one is one more.
      await counter.keysAt(scanned(COLA))
      await expect.poll(counter.cart, PATIENT).toEqual(['6 Bebida cola 1,5 L retornable $10.140'])
    })

    it('a quantity that is none is said, and nothing is sold of the code that follows', async () => {
      await counter.page.getByTestId('search').focus()
      await counter.keysAt([['0', 5_000], ['*', 180], ...scanned(COLA)]).find('search-trouble')
      expect([await counter.cart(), await fieldText()]).toEqual([[], ''])
    })

    it('is measured in the settings, which then wait as long as it needs', async () => {
      await counter.press('F10').tap('settings-nav-scanner', 'try-scanner')
      for (const pauseMs of [90, 180, 240]) await counter.keysAt(scanned(COLA, { 8: pauseMs }))
      await expect.poll(() => counter.page.getByTestId('scanner-reading').count(), PATIENT).toBe(3)
      await counter
        .see('scanner-change', 'hasta 240 ms. La caja espera 150 ms; le conviene 360 ms')
        .isAccessible()
        .tap('use-pause')
      await expect.poll(() => counter.till.api.settings().scannerPauseMs, PATIENT).toBe(360)
      await counter.press('F8').keysAt(scanned(COLA, { 8: 300 }))
      await expect.poll(counter.cart, PATIENT).toEqual([ONE])
    })
  },
)
