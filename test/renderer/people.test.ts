/**
 * People's data in the settings, in Chromium over the real core: an owner finds, corrects, exports
 * and erases a person by keyboard and touch, and reads what is kept where and why.
 */
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { TillApi } from '#shared/bridge/contract.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { ROSA } from '../support/people-story.ts'
import { cartOf, commitOf, receiptOf } from '../support/till-fixture.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { realCore } from './real-core.ts'

describe.skipIf(NO_CHROMIUM !== null)('people’s data in the settings', () => {
  const core = realCore()
  let api: TillApi
  const counter = eachStory(/503/, async () => {
    const opened = await core.open()
    ;({ api } = opened)
    return opened
  })

  const openPeople = async () => {
    await counter.press('F10').tap('settings-nav-people')
  }
  const sellToRosa = async () => {
    const command = { ...commitOf(api, cartOf(api, '101')), recipient: ROSA }
    const { saleId } = must(api.commitSale(command))
    await expect.poll(() => receiptOf(api, saleId).folio, PATIENT).not.toBeNull()
  }

  it('finds, corrects, saves and erases a person, and says what the law keeps', async () => {
    await sellToRosa()
    await openPeople()
    await counter
      .type('person-rut', '123456785')
      .press('Enter')
      .see('person', /12\.345\.678-5/)
      .see('person-facts', /1 documento tributario, que se guarda hasta el 31-12-2032/)
      .isAccessible()
      .type('person-email', 'rosa')
      .press('Enter')
      .read('Revise el correo: falta algo')
      .type('person-email', 'rosa@nuevo.cl')
      .tap('correct-person')
      .read('Corregido')
    expect(api.findCustomers({ text: ROSA.rut, limit: 1 })).toMatchObject([
      { email: 'rosa@nuevo.cl' },
    ])
    const [download] = await Promise.all([
      counter.page.waitForEvent('download'),
      counter.tap('export-person'),
    ])
    expect(download.suggestedFilename()).toBe('datos-personales-2026-11-20.json')
    const saved = JSON.parse(await readFile(await download.path(), 'utf8')) as unknown
    expect(saved).toMatchObject({ rut: ROSA.rut, cliente: { correo: 'rosa@nuevo.cl' } })
    await counter
      .tap('erase-person')
      .see('erase-stays', /Se conserva 1 documento tributario hasta el 31-12-2032/)
      .isAccessible()
      .press('Escape')
    expect(api.findCustomers({ text: ROSA.rut, limit: 1 })).toHaveLength(1)
    await counter
      .tap('erase-person', 'erase-now')
      .see('person-erased', /Se borraron los datos de 12\.345\.678-5/)
      .see('person-facts', /Se borró el 20-11-2026/)
    expect(api.findCustomers({ text: ROSA.rut, limit: 1 })).toEqual([])
    await counter.isAccessible()
  })

  it('says that nothing is kept of a stranger, and where a RUT is wrong', async () => {
    await openPeople()
    await counter.type('person-rut', '12.345.678-9').press('Enter')
    await counter.page.getByRole('alert').waitFor()
    await counter
      .type('person-rut', '11.111.111-1')
      .press('Enter')
      .read('La caja no tiene datos de 11.111.111-1.')
      .isAccessible()
  })

  it('keeps periods within their limits, and shows what is kept where and why', async () => {
    await openPeople()
    await counter
      .tap('people-tab-periods')
      .type('period-customers', '5')
      .tap('save-section')
      .read('El plazo va de 30 a 2192 días.')
      .isAccessible()
      .type('period-customers', '365')
      .press('Enter')
      .see('section-state', 'Guardado')
    expect(must(api.peopleData()).retention.customers).toBe(365)
    await counter
      .tap('people-tab-places')
      .see('places', /365 días desde su última compra/)
      .see('places', /Código Tributario \(arts\. 17 y 200\)/)
      .isAccessible()
  })

  it('offers another try when the periods cannot be read', async () => {
    await counter.page.route('**/trpc/peopleData*', (route) => route.fulfill({ status: 503 }))
    await openPeople()
    await counter
      .tap('people-tab-places')
      .read('No se pudieron leer los datos de personas')
      .isAccessible()
    await counter.page.unroute('**/trpc/peopleData*')
    await counter.tap('people-again').see('places', /Clientes: RUT, nombre/)
  })
})
