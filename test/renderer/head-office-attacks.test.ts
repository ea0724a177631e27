/** The head office in Chromium: a thief's till, a slow line, and a session that is over. */
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { takeFacts } from '../../electron/service/fleet/facts.ts'
import { takeHealth } from '../../electron/service/fleet/health.ts'
import { listen, type ListeningServer } from '../../electron/service/server.ts'
import { sharedChromium } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { byCode, change, COFFEE, isSettled } from '../integration/fleet-hands.ts'
import { fleetWorld, type FleetWorld } from '../integration/fleet-world.ts'
import { officeHand, PASSPHRASE, type OfficeHand } from '../integration/office-hands.ts'
import { companyOf } from '../integration/service-in-process.ts'
import { soldFact } from '../integration/told-facts.ts'
import { PATIENT } from './each-story.ts'

let world: FleetWorld
let server: ListeningServer
let ana: OfficeHand
let page: Page
beforeEach(async () => {
  world = await fleetWorld(inject('screenRoot'))
  const { handle } = world.service.service
  server = must(await listen((request, env) => handle(request, env), 0))
  ana = await officeHand(world.service)
  const browser = await sharedChromium()
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, locale: 'es-CL' },
  })
  page = await context.newPage()
  page.setDefaultTimeout(PATIENT.timeout)
  await page.goto(`${server.baseUrl}/office/`)
  await enter()
})
afterEach(async () => {
  await page.context().close()
  await server.close()
  await world.close()
})

async function enter() {
  world.service.clock.advance(30_000)
  const phone = new TOTP({ secret: Secret.fromBase32(ana.secret) })
  await page.getByTestId('email').fill(ana.email)
  await page.getByTestId('passphrase').fill(PASSPHRASE)
  const code = phone.generate({ timestamp: world.service.clock.now() })
  await page.getByTestId('phone-code').fill(code)
  await page.getByTestId('enter').click()
  await page.getByTestId('leave').waitFor()
}

const till = async () => {
  const one = await world.open()
  await world.join(one)
  const [row] = (await ana.ask('GET', 'tills')).body['data'] as { till_id: string }[]
  return {
    companyId: (await companyOf(world.service.storage)).id,
    id: row?.till_id ?? '',
    number: 1,
  }
}

describe('the pages of the head office', () => {
  it.each(['__proto__', 'constructor'])('show a till whose printer says %s', async (code) => {
    const from = await till()
    const health = {
      ...{ version: '1', pending: 0, folios: [], certificate_days: null, shift: null },
      ...{ oldest_age_ms: null, printer: { code, age_ms: 0 } },
    }
    const now = world.service.clock.now()
    await world.service.storage.write((db) => takeHealth(db, from, health, now))
    await page.getByTestId('tab-tills').click()
    await page.getByRole('cell', { name: code }).waitFor()
    await page.getByTestId('retire-1').waitFor()
  })

  it('put back in one step what a stolen till did', async () => {
    const one = await world.open()
    await world.join(one)
    await world.until(() => isSettled(one))
    change(one, byCode(one, COFFEE)?.name ?? '', { unitGrossClp: 990 })
    await world.until(() => isSettled(one))
    await page.getByTestId('tab-tills').click()
    await page.getByTestId('retire-1').click()
    await page.getByTestId('till-change').click()
    await page.getByTestId('undo-1').click()
    await page.getByTestId('undo-hours').fill('2')
    await page.getByTestId('undo-till').click()
    const undone = page.getByTestId('till-undone')
    expect(await undone.textContent()).toContain('Precios: 1; vales')
  })

  it('never show what was asked before under what is asked now', async () => {
    const from = await till()
    const shown = await page.getByTestId('day-to').inputValue()
    const day = shown.split('-').toReversed().join('-')
    const facts = [soldFact({ day })]
    await takeFacts(world.service.storage, from, { facts, told_before: null }, 0 as EpochMs)
    await page.getByTestId('tab-tills').click()
    await page.getByTestId('tab-sales').click()
    // The tills' table has that name too, until the other part is there.
    await page.getByRole('heading', { name: 'Ventas' }).waitFor()
    await page.getByRole('cell', { name: 'Uno' }).waitFor()
    let answer = () => {}
    const late = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/sold\?/, async (route) => {
      await late
      await route.continue()
    })
    await page.getByTestId('range-month').click()
    await page.getByText('$1.190').first().waitFor({ state: 'detached' })
    answer()
    await page.getByText('$1.190').first().waitFor()
  })

  it('ask who is there once a session is over, wherever it is noticed', async () => {
    const people = (await ana.ask('GET', 'people')).body['data'] as { person_id: string }[]
    await ana.ask('PUT', `people/${people[0]?.person_id}`, { role: 'owner' })
    await page.getByTestId('tab-tills').click()
    await page.getByTestId('email').waitFor()
    await enter()
  })

  it('make one code of a key that is pressed twice', async () => {
    await page.getByTestId('tab-tills').click()
    await page.getByTestId('join-till').dblclick()
    await page.getByTestId('till-code').waitFor()
    await ana.enter().then(({ headers }) => {
      ana.cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    })
    const log = (await ana.ask('GET', 'log')).body['data'] as { action: string }[]
    expect(log.filter(({ action }) => action === 'till-code')).toHaveLength(1)
  })
})
