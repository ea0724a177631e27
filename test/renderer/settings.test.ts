/**
 * The settings in Chromium: part by part, each saved as one, and hidden from whoever may not change
 * it.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { WeightMg } from '#shared/devices/reading.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { UNREACHABLE } from '../support/till-fixture.ts'
import { openCore } from './counter-core.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PINS } from '../support/crew.ts'

describe.skipIf(NO_CHROMIUM !== null)(
  `the settings in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory(/ERR_|500 \(/)
    beforeEach(() => counter.press('F10'))

    it('finds a setting by another name for it, by keyboard alone, and its part has an address that a reload keeps', async () => {
      const focused = () =>
        counter.page.evaluate(() => document.activeElement?.getAttribute('data-testid'))
      await counter.page.getByTestId('settings-search').waitFor()
      await counter.press('F2')
      await expect.poll(focused, PATIENT).toBe('settings-search')
      await counter.type('settings-search', 'bitácora inexistente')
      await counter.see('settings-found-none', 'No hay un ajuste con ese nombre')
      await counter.type('settings-search', 'credencial')
      await counter.see('settings-found', 'Clave del servicio')
      expect(await counter.accessibilityProblems()).toEqual([])
      await counter.press('Enter')
      await expect.poll(focused, PATIENT).toBe('settings-apiKey')
      expect(new URL(counter.page.url()).hash).toBe('#settings/service')
      await counter.page.reload()
      await counter.page.getByTestId('settings-apiKey').waitFor()
      await counter.press('F8')
      await counter.page.getByTestId('search').waitFor()
      expect(new URL(counter.page.url()).hash).toBe('')
    })

    it('opens what is folded: by its own key, and for whoever looked for it', async () => {
      const isOpen = (part: string) =>
        counter.page.getByTestId(part).evaluate((name) => name.closest('details')?.open)
      await counter.type('settings-search', 'computador nuevo').press('Enter').find('move-part')
      await expect.poll(() => isOpen('move-part'), PATIENT).toBe(true)
      expect(await isOpen('restore-part')).toBe(false)
      await counter.page.keyboard.press('Enter')
      expect(await isOpen('move-part')).toBe(false)
      await counter.page.getByTestId('restore-part').press('Space')
      await counter.read('Deja la caja como estaba').isAccessible()
    })

    it('a link names a fold: it is opened, and has the keyboard', async () => {
      const address = () => new URL(counter.page.url()).hash
      // The settings write their own address as they open.
      await expect.poll(address, PATIENT).toBe('#settings/printer')
      await counter.page.evaluate(() => void (location.hash = '#settings/support/move-part'))
      const summary = counter.page.getByTestId('move-part')
      await expect
        .poll(() => summary.evaluate((name) => name === document.activeElement), PATIENT)
        .toBe(true)
      expect(await summary.evaluate((name) => name.closest('details')?.open)).toBe(true)
      expect(address()).toBe('#settings/support')
    })

    it('what is typed beside a field is looked for, here, among products and among customers', async () => {
      for (const [key, field] of [
        ['F10', 'settings-search'],
        ['Shift+F9', 'goods-search'],
        ['Shift+F11', 'customers-search'],
      ] as const) {
        await counter.press(key).find(field).typeKeys('te')
        expect(await counter.page.getByTestId(field).inputValue(), field).toBe('te')
      }
    })

    it('leads to the lists of prices, which are no setting, whoever looks for a wholesale price', async () => {
      await counter.type('settings-search', 'precio al por mayor')
      await counter.see('settings-found', 'Listas de precios').isAccessible().press('Enter')
      await counter.page.getByRole('dialog', { name: 'Listas de precios' }).waitFor()
    })

    it('stores nothing and loses nothing without a word when somebody leaves with something typed', async () => {
      await counter.tap('settings-nav-shifts')
      await counter.page.getByText('Usar turnos').click()
      await counter
        .see('section-state', 'Cambios sin guardar')
        .press('F8')
        .read('Todavía no guarda lo que cambió en «Turnos»')
        .isAccessible()
        .press('Escape')
        .see('section-state', 'Cambios sin guardar')
        .tap('settings-nav-appearance', 'unsaved-discard')
        .read('English')
      expect(counter.till.api.settings().usesShifts).toBe(false)
      await counter.tap('settings-nav-shifts')
      await counter.page.getByText('Usar turnos').click()
      await counter.press('F8', 'Enter').find('search')
      expect(counter.till.api.settings().usesShifts).toBe(true)
    })

    it('says who changed a setting and what it was, and puts it back once that is confirmed, by keyboard alone', async () => {
      const paula = { staffId: null, name: 'Paula', role: 'owner', pin: PINS.owner } as const
      must(await counter.till.api.saveStaff(paula))
      await counter.see('nav-staff', 'Paula').tap('settings-nav-shifts')
      await counter.page.getByText('Usar turnos').click()
      await counter
        .tap('save-section', 'settings-history')
        .see('changed-shifts', 'por Paula')
        .see('changed-shifts', 'Antes: no.')
      await counter.page.getByTestId('put-back-shifts').focus()
      await counter.press('Enter').read('queda como en una caja nueva').isAccessible()
      await counter.press('Escape')
      expect(counter.till.api.settings().usesShifts).toBe(true)
      await counter.page.getByTestId('put-back-shifts').focus()
      await counter.press('Enter', 'Enter').see('changed-shifts', 'Antes: sí.')
      expect(counter.till.api.settings().usesShifts).toBe(false)
      expect(await counter.page.getByTestId('put-back-shifts').count()).toBe(0)
    })

    it('shows a cashier only what a cashier may change; the owner’s PIN over the shoulder opens the rest for this visit', async () => {
      await counter.till.world.hire()
      await counter.see('nav-staff', 'Camila')
      const parts = () =>
        counter.page
          .getByRole('navigation', { name: 'Partes de los ajustes' })
          .getByRole('button')
          .allInnerTexts()
      await expect
        .poll(parts, PATIENT)
        .toEqual(['Impresora', 'Lector de códigos', 'Pantalla', 'Práctica y guía'])
      await counter.tap('settings-more').read('cambiar los ajustes y el personal')
      expect(await counter.page.getByTestId('person').allInnerTexts()).toEqual([
        expect.stringContaining('Paula'),
      ])
      await counter
        .type('pin', PINS.owner)
        .press('Enter')
        .see('settings-lent', 'Ajustes abiertos con el PIN de Paula')
        .see('nav-staff', 'Camila')
        .tap('settings-nav-service')
        .find('settings-serviceUrl')
        .isAccessible()
        .press('F8', 'F10')
      const anyones = ['Impresora', 'Lector de códigos', 'Pantalla', 'Práctica y guía']
      await expect.poll(parts, PATIENT).toEqual(anyones)
    })

    it('sets up the scale on a wire: port, way to speak, a try before it is saved, and none again', async () => {
      await counter.tap('settings-nav-scale-wire', 'scale-port')
      await counter.page.getByRole('option', { name: '/dev/ttyUSB0 (FTDI)' }).click()
      counter.till.world.setScale({ kind: 'weight', weightMg: 350_000 as WeightMg })
      await counter.tap('try-scale').see('scale-says', 'La balanza marca 0,350 kg')
      counter.till.world.setScale({ kind: 'unclear' })
      await counter.tap('try-scale').see('scale-says', 'no se entiende').tap('scale-protocol')
      await counter.page.getByRole('option', { name: 'Toledo 8213 (W)' }).click()
      await counter.isAccessible()
      expect(counter.till.api.settings().scale).toBeNull()
      await counter.tap('save-section')
      const stored = () => counter.till.api.settings().scale
      await expect
        .poll(stored, PATIENT)
        .toEqual({ path: '/dev/ttyUSB0', speed: 9_600, framing: '8N1', protocol: 'toledo-asked' })
      await counter.tap('scale-port')
      await counter.page.getByRole('option', { name: 'Sin balanza' }).click()
      await counter.tap('save-section')
      await expect.poll(stored, PATIENT).toBeNull()
    })

    it('changes language and theme at once', async () => {
      await counter.tap('settings-nav-appearance')
      await counter.page.getByText('English').click()
      await counter.page.getByRole('heading', { name: 'Settings' }).waitFor()
      await counter.see('connection', 'Online')
      await counter.page.getByText('Dark').click()
      expect(await counter.page.locator('html').getAttribute('data-theme')).toBe('dark')
    })

    it('chooses a printer', async () => {
      await counter.page.getByText('Epson TM-T20III').first().click()
      await counter.tap('save-section')
      await expect.poll(() => counter.till.api.settings().printerId, PATIENT).toBe('usb-04b8-0e15')
    })

    it('prints a test page, sets a printer up and adds one by its address', async () => {
      counter.till.fixture.printer.printTestPage = async () => ({
        kind: 'held',
        reason: 'PAPER_OUT',
        detail: '',
      })
      await counter
        .tap('test-page-usb-04b8-0e15')
        .see('test-page-trouble', 'papel')
        .tap('set-up-virtual-80', 'copies-2')
        .type('printer-footerLines', 'Gracias por su compra')
        .tap('save-printer')
      const saved = async () =>
        (await counter.till.api.discoverPrinters()).find(({ config }) => config.id === 'virtual-80')
          ?.options
      await expect
        .poll(saved, PATIENT)
        .toMatchObject({ copies: 2, footerLines: ['Gracias por su compra'] })
      await counter
        .tap('add-printer')
        .type('printer-address', '192.168.1.50:9101')
        .tap('add-printer-save')
      const added = async () =>
        (await counter.till.api.discoverPrinters()).find(({ isAdded }) => isAdded)?.config.transport
      await expect.poll(added, PATIENT).toEqual({ kind: 'tcp', host: '192.168.1.50', port: 9101 })
    })

    it('adds a printer on a serial wire, its port chosen or typed and its line set', async () => {
      await counter.tap('add-printer')
      await counter.page.getByText('Serial (RS-232)').click()
      await counter.tap('serial-port')
      await counter.page.getByRole('option', { name: '/dev/ttyUSB0 (FTDI)' }).click()
      await counter.tap('serial-speed')
      await counter.page.getByRole('option', { name: '115200 bits por segundo' }).click()
      await counter.page.getByText('XON/XOFF').click()
      await counter.isAccessible().tap('add-printer-save')
      const added = async () =>
        (await counter.till.api.discoverPrinters()).find(({ isAdded }) => isAdded)?.config.transport
      await expect
        .poll(added, PATIENT)
        .toEqual({
          kind: 'serial',
          path: '/dev/ttyUSB0',
          baudRate: 115_200,
          framing: '8N1',
          flow: 'xonxoff',
        })
    })

    it('prints the ruler and takes the head it tells, by hand', async () => {
      await counter
        .tap('set-up-virtual-80', 'print-ruler')
        .see('ruler-sent', 'la última barra entera')
        .tap('printer-head')
      await counter.page.getByRole('option', { name: '432 puntos' }).click()
      await counter.page.getByRole('radio', { name: '300' }).click({ force: true })
      await counter.isAccessible().tap('save-printer')
      const saved = async () =>
        (await counter.till.api.discoverPrinters()).find(({ config }) => config.id === 'virtual-80')
          ?.config
      await expect
        .poll(saved, PATIENT)
        .toMatchObject({ dots: 432, widthMm: 58, options: { head: { dots: 432, dpi: 300 } } })
    })
  },
)

describe.skipIf(NO_CHROMIUM !== null).each([
  ['basic-text', 'GNOME Keyring o KWallet'],
  ['file', 'cifre el disco'],
] as const)('the service in the settings, its key kept in %s', (place, words) => {
  const counter = eachStory(/ERR_|500 \(/, () => {
    let key: string | null = null
    return openCore({
      ...{ serviceUrlFromHost: null, apiKeyFromHost: null },
      serviceKey: {
        load: async () => key,
        save: async (next) => void (key = next),
        place: async () => place,
      },
    })
  })
  beforeEach(() => counter.press('F10'))
  const saveService = async () => {
    await counter
      .tap('settings-nav-service')
      .type('settings-serviceUrl', 'https://boletas.ejemplo.cl')
      .type('settings-apiKey', 'una-clave-larga-9876')
      .press('Enter')
      .see('section-state', 'Guardado')
  }

  it('says where the key lies, and what to do about it', async () => {
    await saveService()
    await counter.press('Escape', 'F10').tap('settings-nav-service').see('key-place', words)
  })

  if (place !== 'file') return

  it('refuses a bad address and a bad key at their fields, saves both as one, and shows only the tail of a good key', async () => {
    await counter
      .tap('settings-nav-service')
      .type('settings-serviceUrl', 'http://malo')
      .press('Enter')
      .read('Escriba una dirección https')
      .type('settings-serviceUrl', 'https://boletas.ejemplo.cl')
      .type('settings-apiKey', 'corta')
      .press('Enter')
      .read('La clave tiene entre 8 y 200 letras')
    expect(counter.till.api.settings().serviceUrl).toBeNull()
    await counter
      .type('settings-apiKey', 'una-clave-larga-9876')
      .press('Enter')
      .see('section-state', 'Guardado')
    await counter.page.getByPlaceholder('Guardada, termina en 9876').waitFor()
    expect(counter.till.api.settings().serviceUrl).toBe('https://boletas.ejemplo.cl')
    expect(await counter.page.getByTestId('settings-apiKey').inputValue()).toBe('')
  })

  it('takes the company id and the codes of a service that has its own, by the keyboard alone', async () => {
    await counter.tap('settings-nav-service')
    await counter.page.getByTestId('settings-companyId').focus()
    await counter
      .typeKeys('77-K')
      .press('Tab')
      .typeKeys('39=FCE')
      .press('Enter')
      .see('section-state', 'Guardado')
    expect(counter.till.api.settings()).toMatchObject({ companyId: '77-K', pathCodes: '39=FCE' })
    await counter.isAccessible()
  })

  it('says on every screen that a shop’s till sells nothing yet, leads to what is missing, and opens with a passed test', async () => {
    const { fixture } = counter.till
    const { answer } = fixture.service
    await saveService()
    must(counter.till.api.moveGuide({ to: 'finish' }))
    await counter
      .press('F8')
      .see('not-selling', 'falta probar la conexión')
      .tap('set-up-next')
      .see('set-up-steps', /Datos de la tienda Listo.*Conexión probada Falta/s)
    fixture.service.answer = () => ({ kind: 'unsent', detail: 'ENOTFOUND' })
    await counter
      .tap('test-service')
      .see('test-trouble', 'No existe un equipo con esa dirección')
      .isAccessible()
    const { exchange } = fixture.service
    fixture.service.exchange = (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(UNREACHABLE))
      })
    await counter.tap('test-service', 'stop-test').see('test-trouble', 'La prueba se detuvo')
    Object.assign(fixture.service, { answer, exchange })
    await counter.tap('test-service').see('test-passed', 'La caja puede vender')
    await counter.page.getByTestId('not-selling').waitFor({ state: 'detached' })
    await counter.press('F8').find('search')
  })
})
