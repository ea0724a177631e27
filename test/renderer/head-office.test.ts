/** The head office in Chromium, at a desk and on a phone: entered, read, and a price changed. */
import { readFileSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { listen, type ListeningServer } from '../../electron/service/server.ts'
import { must } from '../support/must.ts'
import { sellOf } from '../support/till-fixture.ts'
import { dayInChile } from '../support/wall-clock.ts'
import { sharedChromium } from '../support/chromium.ts'
import { unsaid } from '../integration/fact-hands.ts'
import { fleetWorld, type FleetWorld } from '../integration/fleet-world.ts'
import { invitationFor, PASSPHRASE } from '../integration/office-hands.ts'
import { accessibilityProblems } from './counter-steps.ts'
import { PATIENT } from './each-story.ts'

const SIZES = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
] as const

let world: FleetWorld
let server: ListeningServer
beforeEach(async () => {
  world = await fleetWorld(inject('screenRoot'))
  const { handle } = world.service.service
  const listening = await listen((request, env) => handle(request, env), 0)
  if (!listening.ok) throw new Error(listening.refusal.code)
  server = listening.value
})
afterEach(async () => {
  await server.close()
  await world.close()
})

async function openPage(size: (typeof SIZES)[number]) {
  const browser = await sharedChromium()
  const context = await browser.newContext({ viewport: size, locale: 'es-CL' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (said) => {
    if (['error', 'warning'].includes(said.type())) complaints.push(said.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.setDefaultTimeout(PATIENT.timeout)
  await page.goto(`${server.baseUrl}/office`)
  return { context, page, complaints }
}

async function join(page: Page, invitation: string): Promise<TOTP> {
  await page.getByTestId('invited').click()
  await page.getByTestId('invitation').fill(invitation)
  await page.getByTestId('join').click()
  await page.getByRole('img', { name: 'Código QR para el teléfono' }).waitFor()
  const secret = await page.locator('form output').textContent()
  const phone = new TOTP({ secret: Secret.fromBase32(secret ?? '') })
  await page.getByTestId('passphrase').fill(PASSPHRASE)
  await page
    .getByTestId('phone-code')
    .fill(phone.generate({ timestamp: world.service.clock.now() }))
  await page.getByTestId('join').click()
  await page.getByRole('heading', { name: 'Ventas' }).waitFor()
  return phone
}

/** Nothing is wider than the page but what is moved sideways by itself. */
const isWide = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')

describe('the head office in Chromium', () => {
  it.each(SIZES)('is entered, seen and changed at $width px', async (size) => {
    const [one, two] = [await world.open(), await world.open()]
    await world.join(one, two)
    await world.until(() => [one, two].every(({ till }) => must(till.api.fleet()).toSend === 0))
    const { invitation } = await invitationFor(world.service, 'ana@tienda.cl', 'owner')
    const { context, page, complaints } = await openPage(size)
    expect(await accessibilityProblems(page)).toEqual([])
    const phone = await join(page, invitation)
    await page.getByText('En estos días no se ha recibido ninguna venta.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByTestId('tab-tills').click()
    await page.getByRole('cell', { name: 'Caja 2', exact: true }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await isWide(page)).toBe(false)

    await page.getByTestId('tab-products').click()
    await page.getByTestId('find-product').fill('café')
    const row = page.getByRole('row', { name: /café/i }).first()
    const code = await row.getByRole('cell').nth(1).textContent()
    await row.getByRole('button').click()
    await page.getByTestId('new-price').fill('7770')
    await page.getByTestId('save-price').click()
    await row.getByText('$7.770').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const priceAt = ({ till }: typeof one) => {
      const product = till.api.productByCode(code ?? '')
      return product.ok ? Number(product.value.unitGrossClp) : null
    }
    await world.until(() => [one, two].every((till) => priceAt(till) === 7_770))

    await page.getByTestId('tab-people').click()
    await page.getByTestId('person-name').fill('Eva')
    await page.getByTestId('person-email').fill('eva@tienda.cl')
    await page.getByTestId('invite').click()
    await page.getByTestId('invitation-once').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByTestId('tab-log').click()
    await page.getByText('Cambió un producto').waitFor()
    expect(await isWide(page)).toBe(false)

    const sales = [sellOf(one.till.api, code ?? ''), sellOf(two.till.api, code ?? '')]
    expect(new Set(sales).size).toBe(2)
    await world.until(() => [one, two].every((till) => unsaid(till) === 0))
    const day = dayInChile(one.fixture.clock.now())
    await page.getByTestId('tab-sales').click()
    await page.getByTestId('day-from').fill(day)
    await page.getByTestId('day-to').fill(day)
    await expect.poll(() => page.getByTestId('sold-figures').innerText()).toContain('$15.540')
    const rows = page.getByRole('row').filter({ hasText: '$7.770' })
    await rows.nth(1).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const saving = page.waitForEvent('download')
    await page.getByTestId('csv').click()
    const csv = readFileSync(await (await saving).path(), 'utf8')
    const [, ...saved] = csv.trim().split('\n')
    expect(saved.map((line) => line.trim().split(';')[2])).toEqual(['7770', '7770'])

    await page.getByTestId('leave').click()
    await page.getByTestId('email').fill('ana@tienda.cl')
    await page.getByTestId('passphrase').fill(PASSPHRASE)
    world.service.clock.advance(30_000)
    await page
      .getByTestId('phone-code')
      .fill(phone.generate({ timestamp: world.service.clock.now() }))
    await page.getByTestId('enter').click()
    await page.getByRole('heading', { name: 'Ventas' }).waitFor()
    // The first look of each visit asks whether somebody is in, which nobody was.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
    await context.close()
  })
})
