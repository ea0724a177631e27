/**
 * People's data in the settings, in Chromium over the real core: an owner finds, corrects, exports
 * and erases a person by keyboard and touch, and reads what is kept where and why.
 */
import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
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
  afterEach(() => core.close())

  const openPeople = async () => {
    await counter.press('F10')
    await counter.tap('settings-nav-people')
  }
  const sellToRosa = async () => {
    const command = { ...commitOf(api, cartOf(api, '101')), recipient: ROSA }
    const { saleId } = must(api.commitSale(command))
    await expect.poll(() => receiptOf(api, saleId).folio, PATIENT).not.toBeNull()
  }

  it('finds, corrects, saves and erases a person, and says what the law keeps', async () => {
    await sellToRosa()
    await openPeople()
    await counter.type('person-rut', '123456785')
    await counter.press('Enter')
    await counter.see('person', /12\.345\.678-5/)
    await counter.see('person-facts', /1 documento tributario, que se guarda hasta el 31-12-2032/)
    expect(await counter.accessibilityProblems()).toEqual([])
    await counter.type('person-email', 'rosa')
    await counter.press('Enter')
    await counter.page.getByText('Revise el correo: falta algo').waitFor()
    await counter.type('person-email', 'rosa@nuevo.cl')
    await counter.tap('correct-person')
    await counter.page.getByText('Corregido').waitFor()
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
    await counter.tap('erase-person')
    await counter.see('erase-stays', /Se queda 1 documento tributario hasta el 31-12-2032/)
    expect(await counter.accessibilityProblems()).toEqual([])
    await counter.press('Escape')
    expect(api.findCustomers({ text: ROSA.rut, limit: 1 })).toHaveLength(1)
    await counter.tap('erase-person')
    await counter.tap('erase-now')
    await counter.see('person-erased', /Se borró a 12\.345\.678-5/)
    await counter.see('person-facts', /Se borró el 20-11-2026/)
    expect(api.findCustomers({ text: ROSA.rut, limit: 1 })).toEqual([])
    expect(await counter.accessibilityProblems()).toEqual([])
  })

  it('says that nothing is kept of a stranger, and where a RUT is wrong', async () => {
    await openPeople()
    await counter.type('person-rut', '12.345.678-9')
    await counter.press('Enter')
    await counter.page.getByRole('alert').waitFor()
    await counter.type('person-rut', '11.111.111-1')
    await counter.press('Enter')
    await counter.page.getByText('La caja no guarda nada de 11.111.111-1.').waitFor()
    expect(await counter.accessibilityProblems()).toEqual([])
  })

  it('keeps periods within their limits, and shows what is kept where and why', async () => {
    await openPeople()
    await counter.tap('people-tab-periods')
    await counter.type('period-customers', '5')
    await counter.tap('save-section')
    await counter.page.getByText('El plazo va de 30 a 2192 días.').waitFor()
    expect(await counter.accessibilityProblems()).toEqual([])
    await counter.type('period-customers', '365')
    await counter.press('Enter')
    await counter.see('section-state', 'Guardado')
    expect(must(api.peopleData()).retention.customers).toBe(365)
    await counter.tap('people-tab-places')
    await counter.see('places', /365 días desde su última compra/)
    await counter.see('places', /Código Tributario \(arts\. 17 y 200\)/)
    expect(await counter.accessibilityProblems()).toEqual([])
  })

  it('offers another try when the periods cannot be read', async () => {
    await counter.page.route('**/trpc/peopleData*', (route) => route.fulfill({ status: 503 }))
    await openPeople()
    await counter.tap('people-tab-places')
    await counter.page.getByText('No se pudieron leer los datos de personas').waitFor()
    expect(await counter.accessibilityProblems()).toEqual([])
    await counter.page.unroute('**/trpc/peopleData*')
    await counter.tap('people-again')
    await counter.see('places', /Clientes: RUT, nombre/)
  })
})
