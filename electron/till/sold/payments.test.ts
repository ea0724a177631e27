import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import {
  cartOf,
  commitOf,
  receiptOf,
  sellOf,
  UNREACHABLE,
} from '../../../test/support/till-fixture.ts'
import { VOUCHER_CARD } from '../../../test/support/card-method.ts'
import { freeAmount } from '../../../test/support/free-amount.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const { fixture, till } = tillPerTest()

const COFFEE = '7801040000037'
const pay = (method: string, amountClp: number | null, reference = '') => ({
  method,
  amountClp,
  reference,
})
const sell = (payments: ReturnType<typeof pay>[], changes: object = {}, ...codes: string[]) =>
  till.api.commitSale({
    ...commitOf(till.api, cartOf(till.api, ...(codes.length > 0 ? codes : [COFFEE]))),
    payments,
    ...changes,
  })

function storedBody() {
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'), { readonly: true })
  const body = db.prepare<[], Buffer>('SELECT body FROM receipt').pluck().get()
  db.close()
  return body === undefined ? null : documentRequestSchema.parse(JSON.parse(body.toString('utf8')))
}

describe('several payments', () => {
  it('are one sale: the document keeps the exact total, the law rounds what is left for cash', () => {
    const sold = sell([pay('TC', 1000, '4711'), pay('EF', 1000)])
    expect(sold).toMatchObject({
      ok: true,
      value: {
        totalClp: 1996,
        roundingClp: 4,
        toCollectClp: 2000,
        tenderedClp: 2000,
        changeClp: 0,
      },
    })
    expect(storedBody()).toMatchObject({
      totals: { total: 1996 },
      payment_method: { code: 'TC', description: 'Tarjeta $1.000 + Efectivo $996' },
      additional_footer_info: [
        { key: 'Tarjeta 4711', value: '$1.000' },
        { key: 'Efectivo', value: '$996' },
        { key: 'Redondeo Ley 20.956', value: '+$4' },
        { key: 'Efectivo a pagar', value: '$1.000' },
        { key: 'Recibido', value: '$1.000' },
        { key: 'Vuelto', value: '$0' },
      ],
    })
    if (!sold.ok) return
    expect(receiptOf(till.api, sold.value.saleId).payments).toMatchObject([
      { method: 'TC', name: 'Tarjeta', reference: '4711', totalClp: 1000, roundingClp: 0 },
      { method: 'EF', totalClp: 996, roundingClp: 4 },
    ])
  })

  it('open the drawer when one of them does', async () => {
    for (const [index, payments] of [
      [pay('TC', 1000), pay('EF', null)],
      [pay('TC', null)],
    ].entries()) {
      sell(payments)
      await fixture.until(() => fixture.printer.printed.length === index + 1)
    }
    expect(fixture.printer.printed.map((order) => order.opensDrawer)).toEqual([true, false])
  })

  it('answer a second press with the same parts', () => {
    const command = {
      ...commitOf(till.api, cartOf(till.api, COFFEE)),
      payments: [pay('PE', 996, 'T-1'), pay('EF', null)],
    }
    expect(till.api.commitSale(command)).toEqual(till.api.commitSale(command))
  })

  it('are never taken for another sale: what was added after a charge whose answer got lost is not passed off as paid', () => {
    const command = commitOf(till.api, cartOf(till.api, COFFEE))
    expect(till.api.commitSale(command)).toMatchObject({ ok: true })
    const longer = {
      ...commitOf(till.api, cartOf(till.api, COFFEE, COFFEE)),
      saleId: command.saleId,
    }
    expect(till.api.commitSale(longer)).toMatchObject({
      ok: false,
      refusal: { code: 'SALE_ALREADY_CHARGED' },
    })
  })

  it('go by the methods of the shop, renamed and new', async () => {
    const own = {
      ...DEFAULT_METHODS[1],
      id: 'GIFT',
      name: 'Tarjeta de regalo',
      siiCode: 'OT',
    } as const
    expect(
      await till.api.saveSettings({
        paymentMethods: [...DEFAULT_METHODS.slice(0, 1), own as never],
      }),
    ).toMatchObject({ ok: true })
    expect(till.api.bootstrap().paymentMethods.map(({ name }) => name)).toEqual([
      'Efectivo',
      'Tarjeta de regalo',
    ])
    expect(sell([pay('TC', null)])).toMatchObject({
      ok: false,
      refusal: { code: 'METHOD_UNKNOWN' },
    })
    expect(sell([pay('GIFT', null)])).toMatchObject({
      ok: true,
      value: { payments: [{ name: 'Tarjeta de regalo' }] },
    })
    expect(storedBody()?.payment_method).toEqual({ code: 'OT', description: 'Tarjeta de regalo' })
  })
})

describe('a voucher that is the receipt', () => {
  beforeEach(() =>
    till.api.saveSettings({
      emissionModel: 'card-voucher',
      paymentMethods: [...DEFAULT_METHODS, VOUCHER_CARD],
    }),
  )

  it('leaves nothing to issue: no document, a plain slip, and a copy of it', async () => {
    const sold = sell([pay('TV', null)])
    expect(sold).toMatchObject({ ok: true, value: { documentedBy: 'voucher', soldOffline: false } })
    if (!sold.ok) return
    await fixture.until(() => fixture.printer.printed.length === 1)
    expect(till.api.reprint(sold.value.saleId)).toEqual({ ok: true, value: null })
    await fixture.until(() => fixture.printer.printed.length === 2)
    expect(
      fixture.printer.printed.map(({ pdf, banner }) => [Buffer.from(pdf).toString(), banner]),
    ).toEqual([
      ['%PDF-1.7 slip', null],
      ['%PDF-1.7 slip', 'COPIA'],
    ])
    expect(fixture.service.created()).toEqual([])
    expect(till.api.status().pendingCount).toBe(0)
    expect(receiptOf(till.api, sold.value.saleId)).toMatchObject({
      issueState: 'none',
      documentedBy: 'voucher',
      folio: null,
      soldOffline: false,
    })
    expect(till.api.setAside({ saleId: sold.value.saleId, reason: 'x' })).toMatchObject({
      refusal: { code: 'SALE_NOT_FOUND' },
    })
    expect(till.api.retryNow(sold.value.saleId)).toMatchObject({ ok: true })
  })

  it('documents exempt goods as well: taxed and exempt apart, as the shift and the F29 read them', () => {
    expect(sell([pay('TV', null)], {}, COFFEE, '201')).toMatchObject({
      ok: true,
      value: { documentedBy: 'voucher', totalClp: 3_596 },
    })
    const db = new Database(join(fixture.dataDir, 'till', 'till.db'), { readonly: true })
    const row = db.prepare('SELECT neto_clp AS n, iva_clp AS i, exento_clp AS e FROM sale').get()
    db.close()
    expect(row).toEqual({ n: 1_677, i: 319, e: 1_600 })
  })

  it('leaves the document to a boleta where the law wants the buyer named', () => {
    const sale = commitOf(till.api, freeAmount(5_186_253, 'Moto'))
    const payments = [pay('TV', null)]
    expect(till.api.commitSale({ ...sale, payments })).toMatchObject({
      refusal: { code: 'BUYER_REQUIRED' },
    })
    const recipient = { rut: '76192083-9', legalName: 'Ana Soto', phone: '', email: '' }
    expect(till.api.commitSale({ ...sale, payments, recipient })).toMatchObject({
      value: { documentedBy: 'receipt', documentType: '39' },
    })
  })
})

describe('the limit of 135 UF', () => {
  it('is that of the year, and an old setting without a year still counts', async () => {
    const buyerLimits = [
      { year: 2026, limitClp: 1996 },
      { year: 2025, limitClp: 9_000_000 },
    ]
    expect(await till.api.saveSettings({ buyerLimits })).toMatchObject({ ok: true })
    expect(sell([pay('EF', null)])).toMatchObject({
      ok: false,
      refusal: { code: 'BUYER_REQUIRED', params: { limit: '$1.996' } },
    })
  })

  it("is not met by the RUT that is nobody's", async () => {
    await till.api.saveSettings({ buyerLimits: [{ year: 2026, limitClp: 1996 }] })
    const recipient = { rut: '66.666.666-6', legalName: 'Cliente', phone: '', email: '' }
    expect(sell([pay('EF', null)], { recipient })).toMatchObject({
      ok: false,
      refusal: { code: 'BUYER_REQUIRED', field: 'rut' },
    })
  })

  it('refuses a year twice', async () => {
    expect(
      await till.api.saveSettings({
        buyerLimits: [
          { year: 2026, limitClp: 1 },
          { year: 2026, limitClp: 2 },
        ],
      }),
    ).toMatchObject({ ok: false, refusal: { code: 'LIMIT_YEARS_NOT_VALID' } })
  })
})

describe('customers', () => {
  const ana = {
    rut: '12.345.678-5',
    legalName: 'Ana Pérez Núñez',
    phone: '+56 9 1111',
    email: 'ana@ejemplo.cl',
  }

  it('are kept with the sale, found by RUT and by name, and keep what is not said again', () => {
    sell([pay('TC', null)], { recipient: ana })
    sell([pay('TC', null)], { recipient: { ...ana, legalName: 'Ana Pérez', phone: '', email: '' } })
    const known = {
      activity: '',
      address: '',
      commune: '',
      rut: '12345678-5',
      legalName: 'Ana Pérez',
      phone: '+56 9 1111',
      email: 'ana@ejemplo.cl',
      priceListId: null,
    }
    for (const text of ['12.345', '123456785', 'perez', 'ANA per'])
      expect(till.api.findCustomers({ text, limit: 5 })).toEqual([known])
    for (const text of ['a', '76', 'pérez soto', '%', ''])
      expect(till.api.findCustomers({ text, limit: 5 })).toEqual([])
  })

  it('are not kept of a sale that was refused', () => {
    expect(sell([pay('EF', 10)], { recipient: ana }).ok).toBe(false)
    expect(till.api.findCustomers({ text: 'ana', limit: 5 })).toEqual([])
  })

  it('may be asked for at the service, which is never needed', async () => {
    const honest = fixture.service.answer
    fixture.service.answer = (request) =>
      !request.path.startsWith('/api/taxpayers/')
        ? honest(request)
        : {
            kind: 'answered',
            status: request.path.endsWith('76192083-9') ? 200 : 404,
            bodyText: '{"legal_name":" Comercial “Sur” SpA "}',
            headers: {},
          }
    await fixture.clock.advance(1_000)
    expect(await till.api.lookUpTaxpayer({ rut: '76.192.083-9' })).toEqual({
      kind: 'found',
      legalName: 'Comercial "Sur" SpA',
    })
    expect(await till.api.lookUpTaxpayer({ rut: '12.345.678-5' })).toEqual({ kind: 'unknown' })
    expect(await till.api.lookUpTaxpayer({ rut: 'abc' })).toEqual({ kind: 'unknown' })
    fixture.service.answer = () => UNREACHABLE
    expect(await till.api.lookUpTaxpayer({ rut: '76.192.083-9' })).toEqual({ kind: 'unavailable' })
  })
})

describe('finding a sale', () => {
  it('by folio, amount, day, RUT, customer, product, barcode and reference, the newest first', async () => {
    const first = sellOf(till.api, COFFEE)
    await fixture.until(() => receiptOf(till.api, first).folio !== null)
    // Closed for the night: an open till would look a thousand times for something to do.
    await till.stop()
    await fixture.clock.advance(24 * 3_600_000)
    await fixture.open()
    const second = sell(
      [pay('TC', null)],
      { recipient: { rut: '12.345.678-5', legalName: 'Ana Pérez', phone: '', email: '' } },
      '101',
      '201',
    )
    if (!second.ok) throw new Error(second.refusal.code)
    const { saleId, externalReference } = second.value
    await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
    const find = (text: string, onlyPending = false) =>
      till.api
        .listReceipts({ cursor: null, limit: 10, text, onlyPending })
        .rows.map((row) =>
          row.saleId === first ? 'first' : row.saleId === saleId ? 'second' : '?',
        )
    const both = ['second', 'first']
    expect(find('')).toEqual(both)
    for (const text of ['1', '$1.996', '20-11', 'cafe mol', COFFEE, 'ayer'])
      expect([text, find(text)]).toEqual([text, ['first']])
    for (const text of [
      '2',
      '3.490',
      'hoy',
      '12.345.678-5',
      'perez',
      'Pasaje',
      'ana perez',
      externalReference.slice(3),
    ]) {
      expect([text, find(text)]).toEqual([text, ['second']])
    }
    for (const text of ['cafe pasaje', 'olido', '66666666-6', '1997', '" OR *'])
      expect([text, find(text)]).toEqual([text, []])
    expect([find('', true), find('pasaje', true)]).toEqual([[], []])
  })

  it('page by page, also among what is pending', async () => {
    fixture.service.answer = () => UNREACHABLE
    await fixture.clock.advance(60_000)
    const sold = Array.from({ length: 7 }, () => sellOf(till.api, COFFEE))
    for (const [text, onlyPending] of [
      ['', false],
      ['cafe', false],
      ['', true],
      ['cafe', true],
    ] as const) {
      const seen: string[] = []
      for (let cursor: number | null = null, more = true; more; ) {
        const page = till.api.listReceipts({ cursor, limit: 3, text, onlyPending })
        seen.push(...page.rows.map((row) => row.saleId))
        cursor = page.nextCursor
        more = cursor !== null
      }
      expect(seen).toEqual([...sold].reverse())
    }
  })
})
