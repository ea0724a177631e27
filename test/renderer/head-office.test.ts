/** The head office in Chromium, at a desk and on a phone: entered, read, and a price changed. */
import { readFileSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { SESSION_IDLE_MS, SOLD_BY, type SoldByWhat } from '#shared/head-office/contract.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { office } from '../../renderer/i18n/es/office.ts'
import { listen, type ListeningServer } from '../../electron/service/server.ts'
import { must } from '../support/must.ts'
import { sharedChromium } from '../support/chromium.ts'
import { sellOf } from '../support/till-fixture.ts'
import { unsaid } from '../integration/fact-hands.ts'
import { BREAD, COFFEE } from '../integration/fleet-hands.ts'
import { fleetWorld, type FleetWorld, type PlayedTill } from '../integration/fleet-world.ts'
import { invitationFor, PASSPHRASE } from '../integration/office-hands.ts'
import { accessibilityProblems } from './counter-steps.ts'
import { PATIENT } from './each-story.ts'

const KINDS = office.sales.kinds
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
  // Its today is the one of the tills.
  await page.clock.setFixedTime(world.service.clock.now())
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

async function twoTills(): Promise<readonly PlayedTill[]> {
  const tills = [await world.open(), await world.open()]
  await world.join(...tills)
  await world.until(() => tills.every(({ till }) => must(till.api.fleet()).toSend === 0))
  return tills
}

const tab = (page: Page, name: string) => page.getByTestId(`tab-${name}`).click()

async function changeCoffee(page: Page): Promise<string> {
  await tab(page, 'products')
  await page.getByTestId('find-product').fill('café')
  const row = page.getByRole('row', { name: /café/i }).first()
  const code = await row.getByRole('cell').nth(1).textContent()
  await row.getByRole('button').click()
  await page.getByTestId('new-name').fill('Café de la casa central')
  await page.getByTestId('new-price').fill('7770')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByTestId('save-product').click()
  await page.getByRole('row', { name: 'Café de la casa central' }).getByText('$7.770').waitFor()
  return code ?? ''
}

/** Another half minute, and its code. */
async function typePhone(page: Page, phone: TOTP): Promise<void> {
  world.service.clock.advance(30_000)
  const timestamp = world.service.clock.now()
  await page.getByTestId('people-phone').fill(phone.generate({ timestamp }))
}

async function invitePerson(page: Page, phone: TOTP): Promise<void> {
  await tab(page, 'people')
  await typePhone(page, phone)
  await page.getByTestId('person-name').fill('Eva')
  await page.getByTestId('person-email').fill('eva@tienda.cl')
  await page.getByTestId('invite').click()
  await page.getByTestId('invitation-once').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByTestId('role-eva@tienda.cl').click()
  await page.getByRole('button', { name: /Qué puede Eva/ }).click()
  await page.getByRole('option', { name: 'Ver, y cambiar productos y precios' }).click()
  await typePhone(page, phone)
  await page.getByTestId('save-role').click()
  await page.getByRole('cell', { name: 'Ver, y cambiar productos y precios' }).waitFor()
}

describe('the head office in Chromium', () => {
  it.each(SIZES)('is entered, seen and changed at $width px', async (size) => {
    const tills = await twoTills()
    const { invitation } = await invitationFor(world.service, 'ana@tienda.cl', 'owner')
    const { context, page, complaints } = await openPage(size)
    expect(await accessibilityProblems(page)).toEqual([])
    const phone = await join(page, invitation)
    await page.getByText('En estos días no se ha recibido ninguna venta.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await tab(page, 'tills')
    await page.getByRole('cell', { name: 'Caja 2', exact: true }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await isWide(page)).toBe(false)

    const code = await changeCoffee(page)
    const isHeard = ({ till }: PlayedTill) => {
      const product = till.api.productByCode(code)
      if (!product.ok) return false
      const { name, unitGrossClp: price } = product.value
      return name === 'Café de la casa central' && Number(price) === 7_770
    }
    await world.until(() => tills.every(isHeard))

    await invitePerson(page, phone)
    await tab(page, 'log')
    const done = 'Café molido: Producto Café de la casa central, Precio $7.770'
    await page.getByText(`Cambió un producto: ${done}`).waitFor()
    await page.getByText('Cambió el rol: eva@tienda.cl: Ver, y cambiar productos').waitFor()
    expect(await isWide(page)).toBe(false)
    await page.reload()
    await page.getByRole('heading', { name: 'Registro' }).waitFor()

    await page.getByTestId('leave').click()
    await enter(page, phone)
    // The first look of each visit asks whether somebody is in, which nobody was.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
    await context.close()
  })

  it('says that the service is away, and goes on once it is back', async () => {
    const { context, page } = await openPage(SIZES[0])
    await page.getByTestId('email').waitFor()
    await context.route('**/api/office/**', (route) => route.abort())
    await page.reload()
    await page.getByText('El servicio no responde.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await context.unroute('**/api/office/**')
    await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
    await page.getByTestId('email').waitFor()
    expect(await page.getByText('El servicio no responde.').count()).toBe(0)
    await context.close()
  })

  it.each(SIZES)('shows what was sold, and saves what it shows, at $width px', async (size) => {
    const [one, two] = await twoTills()
    if (one === undefined || two === undefined) throw new Error('two tills')
    sellOf(one.till.api, COFFEE, BREAD)
    sellOf(one.till.api, BREAD)
    sellOf(two.till.api, COFFEE)
    await world.until(() => [one, two].every((till) => unsaid(till) === 0), 300_000)
    const { invitation } = await invitationFor(world.service, 'ana@tienda.cl', 'reader')
    const { context, page, complaints } = await openPage(size)
    await join(page, invitation)
    const all = await page.getByTestId('sold-figures').locator('dd').first().textContent()
    for (const by of ['till', ...SOLD_BY]) {
      await page.getByTestId('sold-by').click()
      await page.getByTestId(`by-${by}`).click()
      const rows = await rowsSaved(page, by)
      expect(rows.file).toEqual(rows.shown)
      expect(formatClp(clp(rows.soldClp))).toBe(all)
    }
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await isWide(page)).toBe(false)
    expect(await page.getByRole('button', { name: 'Personas' }).count()).toBe(0)

    world.service.clock.advance(SESSION_IDLE_MS)
    await tab(page, 'tills')
    await page.getByText('La sesión terminó: entre de nuevo.').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
    await context.close()
  })
})

async function enter(page: Page, phone: TOTP): Promise<void> {
  await page.getByTestId('email').fill('ana@tienda.cl')
  await page.getByTestId('passphrase').fill(PASSPHRASE)
  world.service.clock.advance(30_000)
  const now = world.service.clock.now()
  await page.getByTestId('phone-code').fill(phone.generate({ timestamp: now }))
  await page.getByTestId('enter').click()
  await page.getByRole('heading', { name: 'Registro' }).waitFor()
}

const figures = (text: string) => text.replaceAll(/[^\d-]/g, '')

/** Name and figures of each row, as the table and as the file have them. */
async function rowsSaved(page: Page, by: string) {
  const head = KINDS[by as SoldByWhat]
  await page.getByRole('columnheader', { name: head, exact: true }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('csv').click(),
  ])
  expect(download.suggestedFilename()).toBe(`ventas-${by}-2026-11-20-2026-11-20.csv`)
  const text = readFileSync(await download.path(), 'utf8')
  const [heads = [], ...lines] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'))
  const cells = await page
    .getByRole('table')
    .evaluate((table) =>
      [...table.querySelectorAll('tbody tr')].map((row) =>
        [...row.querySelectorAll('td')]
          .filter((cell) => !cell.querySelector('svg'))
          .map((cell) => cell.textContent),
      ),
    )
  const sold = heads.indexOf('Vendido')
  const shownIn = ([name = '', ...rest]: readonly string[]) => [name, ...rest.map(figures)]
  return {
    file: lines.map(shownIn),
    shown: cells.map(shownIn),
    soldClp: lines.reduce((sum, line) => sum + Number(line[sold]), 0),
  }
}
