/**
 * Every form the counter opens: what is typed beside its field goes into it, and Enter over an
 * empty one says so.
 */
import { describe, expect, it } from 'vitest'
import { systemClock } from '#till/adapters/system.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import type { CounterCore } from './counter-core.ts'
import type { Counter } from './counter-driver.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS, UNKNOWN_CODE } from './counter-shop.ts'
import { fixturePerTest } from '../support/till-per-test.ts'

const COLA = PRODUCTS[6]?.code ?? ''

interface Form {
  readonly name: string
  open(counter: Counter<CounterCore>): PromiseLike<unknown>
  readonly field: string
  /** A choice in it, by its words or test id. */
  readonly choice?: string
  /** What Enter over the empty field is answered; null where the field may stay empty. */
  readonly message: RegExp | null
}

async function withLine(counter: Counter<CounterCore>): Promise<void> {
  await counter.scan(COLA)
  await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(1)
}
const onLine =
  (...keys: string[]) =>
  async (counter: Counter<CounterCore>) => {
    await withLine(counter)
    await counter.press(...keys)
  }
async function hired(counter: Counter<CounterCore>): Promise<void> {
  await counter.till.world.hire()
  await counter.see('nav-staff', 'Camila')
}

const FORMS: readonly Form[] = [
  {
    name: 'the quantity of a line',
    open: onLine('F6'),
    field: 'quantity',
    message: /Escriba una cantidad/,
  },
  {
    name: 'the discount of a line',
    open: onLine('F7'),
    field: 'discount',
    choice: 'En porcentaje',
    message: /Escriba el descuento|Escriba un porcentaje/,
  },
  {
    name: 'the discount of the sale',
    open: onLine('Shift+F7'),
    field: 'discount',
    choice: 'En porcentaje',
    message: /Escriba el descuento|Escriba un porcentaje/,
  },
  { name: 'the price of a line', open: onLine('Shift+F6'), field: 'line-price', message: /precio/ },
  { name: 'the note of a line', open: onLine('Shift+F4'), field: 'line-note', message: null },
  {
    name: 'a free amount',
    open: (counter) => counter.press('F4'),
    field: 'free-price',
    message: /precio/,
  },
  {
    name: 'a price asked for',
    open: (counter) => counter.press('F5'),
    field: 'price-code',
    message: /Escriba o escanee un código/,
  },
  { name: 'a parked sale', open: onLine('Shift+F12'), field: 'parked-name', message: null },
  {
    name: 'a new product',
    field: 'product-name',
    choice: 'kg',
    message: /nombre/,
    async open(counter) {
      await counter.scan(UNKNOWN_CODE).tap('create-product')
    },
  },
  {
    name: 'who serves',
    field: 'pin',
    choice: 'Paula',
    message: /Escriba el PIN/,
    async open(counter) {
      await hired(counter)
      await counter.press('Shift+F1')
    },
  },
  {
    name: 'a PIN over the shoulder',
    field: 'pin',
    choice: 'Paula',
    message: /Escriba el PIN/,
    async open(counter) {
      await hired(counter)
      await onLine('F7')(counter)
      await counter.type('discount', '1000').press('Enter').find('needs')
    },
  },
  {
    name: 'the reason of a deletion',
    field: 'delete-reason',
    message: /motivo/,
    async open(counter) {
      await counter.till.world.setOnline(false)
      await onLine('F12')(counter)
      await counter
        .find('confirm-payment')
        .press('Enter')
        .find('change')
        .press('F7')
        .find('detail-state')
        .press('Shift+Delete')
    },
  },
  {
    name: 'a person',
    field: 'staff-name',
    choice: 'Supervisor',
    message: /nombre/,
    async open(counter) {
      await counter.press('F10').tap('settings-nav-staff', 'add-staff')
    },
  },
  {
    name: 'the weight of what is sold by it',
    field: 'weight',
    message: /peso/i,
    async open(counter) {
      await counter.scan(PRODUCTS.find(({ unit }) => unit === 'kg')?.code ?? '')
    },
  },
  {
    name: 'a printer that does not tell of itself',
    field: 'printer-address',
    choice: 'Red',
    message: /Revise la dirección/,
    async open(counter) {
      await counter.press('F10').tap('settings-nav-printer', 'add-printer')
    },
  },
  {
    name: 'the letterhead of a printer',
    field: 'printer-headerLines',
    choice: 'Parcial',
    message: null,
    async open(counter) {
      await counter.press('F10').tap('settings-nav-printer', 'set-up-virtual-80')
    },
  },
]

/**
 * Fields of a screen: digits typed beside them go to the field that leads it, as its own stories
 * tell.
 */
const ASKED: readonly Form[] = [
  {
    name: 'the number of a payment',
    field: 'reference',
    message: /Escriba el número de operación/,
    async open(counter) {
      await onLine('F12')(counter)
      await counter.find('confirm-payment')
      await counter.page.getByTestId('pay-PE').click()
    },
  },
  {
    name: 'the customer',
    field: 'customer-rut',
    message: null,
    async open(counter) {
      await onLine('F12')(counter)
      await counter.find('confirm-payment').press('F6')
    },
  },
  {
    name: 'the reason of a return',
    field: 'return-reason',
    message: /Escriba el motivo/,
    async open(counter) {
      await onLine('F12')(counter)
      await counter
        .find('confirm-payment')
        .press('Enter')
        .see('issue-state', 'Boleta emitida')
        .press('F7')
      await counter.page.getByTestId('return-receipt').click()
      await counter.find('return-total').press('+', 'F6')
    },
  },
]

describe.skipIf(NO_CHROMIUM !== null)(
  `forms in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory(/ERR_|500 \(/)
    const value = (field: string) =>
      counter.page
        .getByTestId(field)
        .inputValue()
        .then((text) => text.replace(/[$.]/g, ''))

    it.each(FORMS)('$name', async ({ open, field, choice, message }) => {
      const { page } = counter
      await open(counter)
      await page.getByTestId(field).waitFor()
      if (message !== null) {
        await counter.press('Enter')
        await page
          .getByRole('dialog')
          .or(page.getByRole('alertdialog'))
          .getByText(message)
          .first()
          .waitFor()
      }
      await page.getByTestId(field).fill('')
      await counter.typeKeys('14')
      expect(await value(field)).toBe('14')
      if (choice !== undefined) {
        // By finger, and by the arrows, which leave the focus on the choice.
        await page.locator('label').filter({ hasText: choice }).first().click()
        await expect
          .poll(
            () => page.evaluate(() => document.activeElement?.getAttribute('data-testid')),
            PATIENT,
          )
          .toBe(field)
        expect(await value(field)).toBe('14')
        await page.locator('label').filter({ hasText: choice }).first().locator('input').focus()
      } else
        await page
          .getByRole('dialog')
          .or(page.getByRole('alertdialog'))
          .getByRole('button')
          .first()
          .focus()
      await counter.typeKeys('70')
      await expect.poll(() => value(field), PATIENT).toBe('1470')
    })

    it.each(ASKED)('$name, on its screen', async ({ open, field, message }) => {
      const { page } = counter
      await open(counter)
      const isFocused = () =>
        page.evaluate(() => document.activeElement?.getAttribute('data-testid'))
      await expect.poll(isFocused, PATIENT).toBe(field)
      if (message !== null) {
        await counter.press('Control+Enter')
        await page.locator('main').getByText(message).first().waitFor()
        await expect.poll(isFocused, PATIENT).toBe(field)
      }
      await counter.typeKeys('1470')
      expect((await value(field)).replace(/\D/g, '')).toBe('1470')
    })
  },
)

const COUNTS = [
  {
    name: 'the blind count of a shift, by coins and notes',
    way: 'by-pieces',
    field: 'piece-20000',
    last: 'piece-10',
    typed: '1470',
  },
  {
    name: 'the blind count of a shift, as a sum',
    way: 'by-sum',
    field: 'count-EF',
    last: 'count-EF',
    typed: '1470',
  },
] as const

describe.skipIf(NO_CHROMIUM !== null)(
  `the count in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    // First here is last to end: the counter closes before its core.
    const { fixture, till } = fixturePerTest()
    const counter = eachStory(null, async () => {
      await fixture.open({ clock: systemClock, pinCost: 4 })
      for (const [name, role, pin] of [
        ['Paula', 'owner', '3690'],
        ['Camila', 'cashier', '2580'],
      ] as const) {
        expect(await till.api.saveStaff({ staffId: null, name, role, pin })).toMatchObject({
          ok: true,
        })
      }
      expect(await till.api.saveSettings({ usesShifts: true, countsBlind: true })).toMatchObject({
        ok: true,
      })
      const camila = till.api.staff().members.find(({ name }) => name === 'Camila')?.id ?? ''
      expect(await till.api.signIn({ staffId: camila, pin: '2580' })).toMatchObject({ ok: true })
      expect(
        till.api.openShift({ shiftId: till.api.shift().nextId, floatClp: 30_000 }),
      ).toMatchObject({ ok: true })
      return till
    })

    it.each(COUNTS)('$name', async ({ way, field, last, typed }) => {
      const { page } = counter
      const isFocused = () =>
        page.evaluate(() => document.activeElement?.getAttribute('data-testid'))
      const value = () =>
        page
          .getByTestId(field)
          .inputValue()
          .then((text) => text.replace(/\D/g, ''))
      const saysMissing = () =>
        page.locator('main').getByText('Cuente el efectivo del cajón').first().waitFor()
      await counter.press('F11')
      await page.getByTestId('read-shift').waitFor()
      await counter.press('F12')
      await page.getByTestId('piece-20000').waitFor()
      await page
        .locator('label')
        .filter({ has: page.getByTestId(way) })
        .or(page.getByTestId(way))
        .first()
        .click()
      await page.getByTestId(field).focus()
      // By the key that compares, and by Enter in the last field: nothing counted is no count of
      // nothing.
      await counter.press('Control+Enter')
      await saysMissing()
      expect(await isFocused()).toBe(field)
      await counter.typeKeys('1')
      await expect
        .poll(() => page.getByText('Cuente el efectivo del cajón').count(), PATIENT)
        .toBe(0)
      await counter.press('Backspace')
      await page.getByTestId(last).focus()
      await counter.press('Enter')
      await saysMissing()
      // Nobody has seen what should be there, and no count was used up.
      expect(till.api.shift().open).toMatchObject({ recountNeedsSupervisor: false })
      await page.getByTestId(field).focus()
      await counter.typeKeys(typed.slice(0, 2))
      await page.getByTestId('leave-count').focus()
      await counter.typeKeys(typed.slice(2))
      expect(await value()).toBe(typed)
      await counter.isAccessible()
    })
  },
)
