import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import type { SaleId } from '#shared/core/brand.ts'
import {
  cartOf,
  commitOf,
  PRINTER,
  receiptOf,
  sellOf,
  UNREACHABLE,
  keptOf,
  openedOf,
} from '../../../test/support/till-fixture.ts'
import { freeAmount } from '../../../test/support/free-amount.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const { fixture, till } = tillPerTest()

const NO_ROWS = { sale: 0, sale_line: 0, sale_payment: 0, receipt: 0, print_job: 0 }

function database() {
  return new Database(join(fixture.dataDir, 'till', 'till.db'), { readonly: true })
}
function countRows() {
  const db = database()
  const count = (table: string) =>
    db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n
  const counts = Object.fromEntries(
    ['sale', 'sale_line', 'sale_payment', 'receipt', 'print_job'].map((table) => [
      table,
      count(table),
    ]),
  )
  db.close()
  return counts
}

describe('a committed sale', () => {
  it('writes sale, lines, payment, outbox row and print job at once, and empties the cart', () => {
    const { api } = till
    const cart = cartOf(api, '7801040000037', '101')
    api.saveDraft(keptOf(cart))
    const sold = api.commitSale(commitOf(api, cart, 'EF', 5000))
    expect(sold).toMatchObject({
      ok: true,
      value: {
        documentType: '39',
        totalClp: 3886,
        roundingClp: 4,
        toCollectClp: 3890,
        changeClp: 1110,
      },
    })
    expect(countRows()).toEqual({
      sale: 1,
      sale_line: 2,
      sale_payment: 1,
      receipt: 1,
      print_job: 1,
    })
    expect(api.loadDraft()).toMatchObject({ sale: null, hold: 'free' })
  })

  it('stores the document once, as bytes the contract accepts', () => {
    const { api } = till
    api.commitSale(commitOf(api, cartOf(api, '7801040000037', '201')))
    const db = database()
    const row = db
      .prepare<[], { body: Buffer; reference: string }>(
        'SELECT body, external_reference AS reference FROM receipt',
      )
      .get()
    db.close()
    const request = documentRequestSchema.parse(JSON.parse(row?.body.toString('utf8') ?? ''))
    expect(request).toMatchObject({
      invoice_type: '39',
      invoice_date: '2026-11-20',
      external_reference: row?.reference,
      totals: { total: 3596 },
    })
    expect(row?.reference).toMatch(/^P1-[0-9A-Z]{26}$/)
  })

  it('is a 41 when every line is exempt', () => {
    const { api } = till
    expect(api.commitSale(commitOf(api, cartOf(api, '201'), 'TC'))).toMatchObject({
      ok: true,
      value: { documentType: '41', roundingClp: 0 },
    })
  })

  it('is one sale however often the key is pressed', () => {
    const { api } = till
    const command = commitOf(api, cartOf(api, '101'))
    expect(api.commitSale(command)).toEqual(api.commitSale(command))
    expect(countRows()).toMatchObject({ sale: 1, receipt: 1 })
  })

  it('keeps its id and reference while the payment screen is open, and gets new ones for the next sale', () => {
    const { api } = till
    const first = openedOf(api)
    expect(openedOf(api)).toEqual(first)
    api.commitSale(commitOf(api, cartOf(api, '101')))
    expect(openedOf(api).externalReference).not.toBe(first.externalReference)
  })
})

describe('a refused sale', () => {
  it.each([
    ['an empty cart', { lines: [] }, 'CART_EMPTY'],
    [
      'too little cash',
      { payments: [{ method: 'EF', amountClp: 1000, reference: '' }] },
      'TENDERED_BELOW_DUE',
    ],
    [
      'a method the shop does not take',
      { payments: [{ method: 'CH', amountClp: null, reference: '' }] },
      'METHOD_UNKNOWN',
    ],
    [
      'a transfer without its number',
      { payments: [{ method: 'PE', amountClp: null, reference: ' ' }] },
      'REFERENCE_REQUIRED',
    ],
    [
      'a number no receipt can carry',
      { payments: [{ method: 'PE', amountClp: null, reference: '号' }] },
      'REFERENCE_NOT_VALID',
    ],
    ['another total than the cashier saw', { expectedTotalClp: 1 }, 'TOTAL_CHANGED'],
    [
      'a sale that is not open',
      { saleId: '01JD0000000000000000000000' as SaleId },
      'SALE_NOT_OPEN',
    ],
    [
      'a wrong RUT',
      { recipient: { rut: '55.666.777-8', legalName: 'X', phone: '', email: '' } },
      'RUT_CHECK_DIGIT',
    ],
    [
      'a contact that does not fit',
      {
        recipient: {
          rut: '11111111-1',
          legalName: 'X',
          phone: '9'.repeat(60),
          email: 'nombre.largo@ejemplo.cl',
        },
      },
      'CONTACT_TOO_LONG',
    ],
    [
      'a name that cannot be printed',
      { recipient: { rut: '11111111-1', legalName: '日本', phone: '', email: '' } },
      'NAME_NOT_LATIN1',
    ],
  ])('%s leaves nothing behind: %s', (_, changes, code) => {
    const { api } = till
    const cart = cartOf(api, '7801040000037')
    api.saveDraft(keptOf(cart))
    expect(api.commitSale({ ...commitOf(api, cart), ...changes })).toMatchObject({
      ok: false,
      refusal: { code },
    })
    expect(countRows()).toEqual(NO_ROWS)
    expect(api.loadDraft().sale?.cart.lines).toHaveLength(1)
  })

  it('writes nothing when any part of the transaction fails', () => {
    // Behind the open till's back: what it finds foreign at its start, it takes out.
    const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
    db.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON print_job BEGIN SELECT RAISE(ABORT, 'broken'); END",
    )
    db.close()
    const { api } = till
    expect(api.commitSale(commitOf(api, cartOf(api, '101')))).toMatchObject({
      ok: false,
      refusal: { code: 'SALE_NOT_SAVED' },
    })
    expect(countRows()).toEqual(NO_ROWS)
  })
})

describe('the buyer', () => {
  const buyer = { rut: '12.345.678-5', legalName: 'Ana Pérez', phone: '', email: '' }

  it('has to be named from 135 UF on, and the sale waits for it', () => {
    const { api } = till
    const command = commitOf(api, freeAmount(5_186_253, 'Moto'), 'TC')
    expect(api.commitSale(command)).toMatchObject({
      ok: false,
      refusal: { code: 'BUYER_REQUIRED', field: 'rut', params: { limit: '$5.186.253' } },
    })
    expect(api.commitSale({ ...command, recipient: buyer })).toMatchObject({ ok: true })
  })
})

describe('paper at the moment of sale', () => {
  it('is a provisional slip when the service is known to be away', async () => {
    fixture.service.answer = () => UNREACHABLE
    await fixture.clock.advance(60_000)
    const { api } = till
    expect(api.status().connection).toBe('offline')
    expect(api.commitSale(commitOf(api, cartOf(api, '101')))).toMatchObject({
      ok: true,
      value: { soldOffline: true },
    })
    await fixture.clock.advance(10)
    expect(fixture.printer.printed.map((order) => Buffer.from(order.pdf).toString())).toEqual([
      '%PDF-1.7 slip',
    ])
    expect(fixture.printer.printed[0]?.opensDrawer).toBe(true)
  })
})

describe('the chosen printer', () => {
  it('is printed on right after a restart, before it has been found again', async () => {
    const usb = {
      ...PRINTER,
      id: 'usb-1',
      widthMm: 58,
      transport: { kind: 'usb', vendorId: 1, productId: 2, serial: 'S', portPath: null },
    } as const
    fixture.printer.discover = async () => [{ config: usb, present: true, trouble: null }]
    await till.api.discoverPrinters()
    expect(await till.api.saveSettings({ printerId: 'usb-1' })).toMatchObject({ ok: true })
    await till.stop()
    fixture.printer.discover = async () => []
    await fixture.open()
    till.api.commitSale(commitOf(till.api, cartOf(till.api, '101')))
    await fixture.until(() => fixture.printer.printed.length > 0)
    expect(fixture.printer.printed[0]?.printer).toEqual(usb)
  })

  it('that stops in the middle of a paper is named in the status', () => {
    till.printerTrouble('virtual-80', 'PAPER_OUT')
    expect(till.api.status().printerTrouble).toBe('PAPER_OUT')
    till.printerTrouble('virtual-80', null)
    expect(till.api.status().printerTrouble).toBeNull()
  })

  it('that takes nothing keeps no other printer waiting, and its papers come out in their order', async () => {
    await till.stop()
    const bar = { ...PRINTER, id: 'bar', name: 'Barra' }
    await fixture.open({ printers: [PRINTER, bar] })
    fixture.printer.discover = async () =>
      [PRINTER, bar].map((config) => ({ config, present: true, trouble: null }))
    await till.api.discoverPrinters()
    const { answer } = fixture.printer
    fixture.printer.answer = (order) =>
      order.printer.id === 'bar' ? answer(order) : { kind: 'held', reason: 'PAPER_OUT', detail: '' }
    const held = [sellOf(till.api), sellOf(till.api)]
    await fixture.until(
      () => receiptOf(till.api, held[0] ?? ('' as SaleId)).receiptPrintState === 'held',
    )
    await till.api.saveSettings({ printerId: 'bar' })
    const third = sellOf(till.api)
    await fixture.until(() => receiptOf(till.api, third).receiptPrintState === 'sent')
    expect(held.map((saleId) => receiptOf(till.api, saleId).receiptPrintState)).not.toContain(
      'sent',
    )
    fixture.printer.answer = answer
    await fixture.until(() => fixture.printer.printed.length === 3)
    const jobs = [third, ...held].map((saleId) => receiptOf(till.api, saleId).papers[0]?.jobId)
    expect(fixture.printer.printed.map(({ jobId }) => jobId)).toEqual(jobs)
  })
})
