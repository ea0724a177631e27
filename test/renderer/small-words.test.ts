/**
 * What a till says in passing, in Chromium: nothing of it may keep the keyboard, contradict itself
 * or name what is not there.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { answered } from '../support/service-answers.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS } from './counter-shop.ts'

const COLA = PRODUCTS[6]?.code ?? ''

describe.skipIf(NO_CHROMIUM !== null)(
  `words in passing in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()
    const focused = () =>
      counter.page.evaluate(() => document.activeElement?.getAttribute('data-testid'))
    const sell = async () => {
      await counter.scan(COLA)
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(1)
      await counter.press('F12').find('confirm-payment').press('Enter').find('change')
    }

    it('an indicator explains itself without keeping the keyboard: Escape closes it, and typing goes on in the search', async () => {
      const { page } = counter
      const explanation = page.getByRole('dialog').getByText('El servicio de boletas responde')
      await page.getByTestId('connection').focus()
      await counter.press('Enter')
      await explanation.waitFor()
      await counter.press('Escape')
      await explanation.waitFor({ state: 'detached' })
      await expect.poll(focused, PATIENT).toBe('connection')
      await counter.press('Enter')
      await explanation.waitFor()
      await counter.typeKeys('te')
      await expect.poll(focused, PATIENT).toBe('search')
      expect(await page.getByTestId('search').inputValue()).toBe('te')
      await explanation.waitFor({ state: 'detached' })
    })

    it('an indicator gives the keyboard back to Tab and to the arrows: they move in the page and in the sale', async () => {
      const { page } = counter
      for (const code of PRODUCTS.slice(5, 7).map((product) => product.code))
        await counter.scan(code)
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(2)
      const explanation = page.getByRole('dialog').getByText('El servicio de boletas responde')
      await page.getByTestId('connection').focus()
      await counter.press('Enter')
      await explanation.waitFor()
      await counter.press('Tab')
      await expect.poll(focused, PATIENT).toBe('pending-count')
      await explanation.waitFor({ state: 'detached' })
      await page.getByTestId('connection').focus()
      await counter.press('Enter')
      await explanation.waitFor()
      await counter.press('F2')
      await expect.poll(focused, PATIENT).toBe('search')
      await explanation.waitFor({ state: 'detached' })
      await counter.press('ArrowUp', '+')
      await expect.poll(counter.cart, PATIENT).toContainEqual(expect.stringMatching(/^2 /))
    })

    it('a free amount is what was typed or is refused: neither the minus nor the millions are dropped', async () => {
      await counter.press('F4').find('free-price')
      for (const [typed, message] of [
        ['-5', 'desde $1'],
        ['1,5', 'pesos enteros'],
        ['999999999', 'el máximo es $500.000.000'],
      ] as const) {
        await counter.type('free-price', '').typeKeys(typed).press('Enter')
        await counter.page.getByRole('dialog').getByText(message).waitFor()
      }
      expect(await counter.cart()).toEqual([])
    })

    it('a service that leaves a receipt waiting is called slow, not away, beside what the bar says of it', async () => {
      const { world } = counter.till
      world.holdDocuments()
      await sell()
      await world.until(() => counter.till.api.status().connection === 'slow')
      await counter
        .see('connection', 'Servicio lento')
        .see('issue-state', 'El servicio de boletas está lento')
      expect(await counter.page.getByText(/Sin conexión|En línea/).count()).toBe(0)
      await counter.tap('connection')
      const explanation = counter.page.getByRole('dialog', { name: 'Servicio lento' })
      await explanation.getByText('no ha contestado todavía').waitFor()
      await world.setOnline(false)
      // The receipt's own words follow its next try.
      world.hasten(10_000)
      await counter.see('issue-state', 'Sin conexión').see('connection', 'Sin conexión')
      expect(
        await counter.page.getByText(/Servicio lento|boletas está lento|En línea/).count(),
      ).toBe(0)
      counter.till.fixture.service.answer = () => answered(500, {})
      await world.until(() => counter.till.api.status().connection === 'trouble')
      await counter
        .see('issue-state', 'El servicio de boletas tiene problemas')
        .see('connection', 'Servicio con problemas')
    })

    it('a deleted receipt names no button that is gone', async () => {
      await counter.till.world.setOnline(false)
      await sell()
      const [saleId = '' as never] = counter.till.sales()
      must(
        await counter.till.api.deleteReceipt({ saleId, reason: 'Se equivocó', approvalId: null }),
      )
      await counter.press('F7').see('detail-state', 'Eliminada')
      expect(await counter.page.getByText('Reintentar').count()).toBe(0)
    })

    it('keys have the faces of the language’s keyboard, and the owner sees who serves', async () => {
      await counter.press('F10').tap('settings-nav-appearance')
      await counter.page.getByText('English', { exact: true }).click()
      await counter.press('Control+F1')
      const keys = counter.page.getByRole('dialog').locator('kbd')
      await keys.first().waitFor()
      const faces = await keys.allTextContents()
      expect([
        faces.some((face) => face.includes('Del')),
        faces.some((face) => face.includes('Supr')),
      ]).toEqual([true, false])
      await counter.press('Escape')
      await counter.till.world.hire()
      await counter.see('nav-staff', 'Camila').press('Shift+F1').find('pin')
      await counter.page.locator('label').filter({ hasText: 'Paula' }).click()
      await counter
        .typeKeys('3690')
        .press('Enter')
        .see('nav-staff', 'Paula')
        .press('F10')
        .tap('settings-nav-staff')
        .read(/Camila, Rodrigo, Paula|Everybody signs in/)
      expect(await counter.page.getByText('Without staff').count()).toBe(0)
    })

    it('what is refused before the words of refusals have come is said as soon as they have', async () => {
      const { page } = counter
      const held: Route[] = []
      await page.route(wordsOfRefusals(), (route) => void held.push(route))
      await page.reload()
      await page.getByTestId('product-tile').first().waitFor()
      await expect.poll(() => held.length, PATIENT).toBe(1)
      await counter.scan('0000000000017')
      await page.getByTestId('search-trouble').waitFor()
      expect(await page.getByTestId('search-trouble').innerText()).not.toContain('código 00')
      for (const route of held) await route.continue()
      await page.unroute(wordsOfRefusals())
      await counter.see('search-trouble', 'No hay ningún producto con el código')
    })
  },
)

/** The file the built screen fetches them in, after its first picture. */
function wordsOfRefusals(): string {
  const assets = join(inject('screenRoot'), 'assets')
  const file = readdirSync(assets).find((name) =>
    readFileSync(join(assets, name), 'utf8').includes('No hay ningún producto con el código'),
  )
  return `**/${file}`
}
