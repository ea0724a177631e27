/**
 * Whoever lacks a right is asked for a PIN over the shoulder, at the control itself: in Chromium,
 * over the real core.
 */
import { describe, expect, it } from 'vitest'
import { systemClock } from '#till/adapters/system.ts'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { INVOICE_BUYER } from '../support/invoice-buyer.ts'
import {
  COFFEE,
  OUTSIDE,
  RIGHTLESS_PINS,
  rightlessCashier,
  type PinCommand,
  type Rightless,
} from '../support/rightless-cashier.ts'
import type { Counter } from './counter-driver.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { UNKNOWN_CODE } from './counter-shop.ts'
import { fixturePerTest } from '../support/till-per-test.ts'

interface Control {
  /** What leads to the question. */
  press(counter: Counter, world: Rightless): PromiseLike<void>
  /** What the question names. */
  readonly asks: string
}

async function openReceipt(counter: Counter, saleId: string, world: Rightless): Promise<void> {
  const rows = world.till.api.listReceipts({
    cursor: null,
    limit: 40,
    text: '',
    onlyPending: false,
  }).rows
  await counter
    .press('F9')
    .tapNth(
      'receipt-row',
      rows.findIndex((row) => row.saleId === saleId),
    )
    .find('detail-state')
}

async function countNothing(counter: Counter): Promise<void> {
  await counter.find('piece-20000').type('piece-20000', '0').press('F12')
}

async function openCount(counter: Counter): Promise<void> {
  await counter.press('F11').find('read-shift').press('F12')
  await countNothing(counter)
  await counter.see('count-verdict', 'Faltan')
}

async function typePin(counter: Counter): Promise<void> {
  await counter.type('pin', RIGHTLESS_PINS.owner).press('Enter')
}

async function openX(counter: Counter): Promise<void> {
  await counter.press('F11').find('read-shift').press('F4')
}

const CONTROLS: Readonly<Record<PinCommand, Control>> = {
  commitSale: {
    asks: 'de descuento',
    async press(counter) {
      await counter.scan(COFFEE)
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(1)
      await counter.press('F7').type('discount', '100').press('Enter')
    },
  },
  saveProduct: {
    asks: 'crear un producto',
    async press(counter) {
      await counter
        .scan(UNKNOWN_CODE)
        .tap('create-product')
        .type('product-name', 'Alfajor')
        .type('product-price', '450')
      await counter.page.getByRole('dialog').getByRole('option').first().click()
      await counter.tap('save-product')
    },
  },
  discardParked: {
    asks: 'descartar una venta en espera',
    async press(counter) {
      await counter.press('Shift+F8').tap('discard-parked')
    },
  },
  openDrawer: { asks: 'abrir el cajón', press: (counter) => counter.press('Shift+F2') },
  commitReturn: {
    asks: 'devolver o cambiar',
    async press(counter, world) {
      await openReceipt(counter, world.issuedId, world)
      await counter
        .tap('return-receipt', 'return-all')
        .type('return-reason', 'Producto fallado')
        .tap('confirm-return')
    },
  },
  commitOutsideReturn: {
    asks: 'devolver o cambiar',
    async press(counter) {
      await counter
        .press('F9')
        .tap('return-outside')
        .type('outside-folio', String(OUTSIDE.folio))
        .type('outside-date', OUTSIDE.date.split('-').reverse().join('-'))
        .type('outside-total', String(OUTSIDE.totalClp))
        .tap('outside-look', 'return-all')
        .type('return-reason', 'Producto fallado')
        .tap('confirm-return')
    },
  },
  changeDocument: {
    asks: 'devolver o cambiar',
    async press(counter, world) {
      await openReceipt(counter, world.issuedId, world)
      await counter.tap('change-document').type('change-rut', INVOICE_BUYER.rut)
      for (const field of ['legalName', 'activity', 'address', 'commune'] as const)
        await counter.type(`change-${field}`, INVOICE_BUYER[field])
      await counter.tap('confirm-change')
    },
  },
  undoReturn: {
    asks: 'devolver o cambiar',
    async press(counter, world) {
      await openReceipt(counter, world.noteId, world)
      await counter.tap('undo-return')
    },
  },
  deleteReceipt: {
    asks: 'eliminar una boleta pendiente',
    async press(counter, world) {
      await openReceipt(counter, world.pendingId, world)
      await counter.press('Shift+Delete')
    },
  },
  savePrinter: {
    asks: 'cambiar los ajustes',
    async press(counter) {
      await counter.press('F10')
      await counter.page.locator('[data-testid^=set-up-]').first().click()
      await counter.type('printer-headerLines', 'Otra tienda').tap('save-printer')
    },
  },
  moveCash: {
    asks: 'ingresar o retirar efectivo',
    async press(counter) {
      await counter
        .press('F11')
        .find('read-shift')
        .press('F3')
        .type('movement-amount', '1000')
        .type('movement-reason', 'Banco')
        .tap('move-cash')
    },
  },
  countShift: {
    asks: 'diferencia',
    async press(counter) {
      await openCount(counter)
      await counter.tap('recount')
      await countNothing(counter)
    },
  },
  closeShift: {
    asks: 'diferencia',
    async press(counter) {
      await openCount(counter)
      await counter.type('difference-reason', 'Falta el sencillo').press('F12')
    },
  },
  readShift: { asks: 'ver el informe X', press: openX },
  shiftFile: {
    asks: 'diferencia',
    async press(counter) {
      await openX(counter)
      await typePin(counter)
      await counter.tap('save-csv')
    },
  },
}

describe.skipIf(NO_CHROMIUM !== null)(
  `a PIN instead of a refusal${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    let world: Rightless
    // First here is last to end: the counter closes before its core.
    const { fixture } = fixturePerTest()
    const counter = eachStory(null, async () => {
      fixture.printer.keepsPictures = true
      world = await rightlessCashier(fixture, { clock: systemClock }, (isSo) =>
        expect.poll(isSo, PATIENT).toBe(true),
      )
      return world.till
    })

    it.each(Object.entries(CONTROLS))('%s', async (_, { press, asks }) => {
      await counter.see('nav-staff', 'Camila')
      await press(counter, world)
      await counter.see('needs', asks)
      expect(await counter.page.getByTestId('person').allInnerTexts()).toEqual([
        expect.stringContaining('Paula'),
      ])
      await typePin(counter)
      await counter.page.getByTestId('needs').waitFor({ state: 'detached' })
      expect(world.till.api.staff().current?.name).toBe('Camila')
    })
  },
)
