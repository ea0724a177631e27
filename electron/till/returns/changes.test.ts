/** A boleta becomes an invoice, or the other way: two documents, no money, one sale. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { VOUCHER_CARD } from '../../../test/support/card-method.ts'
import { changeDocument } from '../../../test/support/change-document.ts'
import { giveWholeBack } from '../../../test/support/give-back.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { INVOICE_BUYER } from '../../../test/support/invoice-buyer.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, returnTillPerTest } from '../../../test/support/return-till.ts'
import { cartOf, commitOf, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { openDatabase } from '../tables/open-database.ts'
import { salvageSales } from '../backup/durability/salvage.ts'

const { fixture, till, bodies, sent, sellMixed, giveBack } = returnTillPerTest()

const settled = () => fixture.until(() => till.api.status().pendingCount === 0)
const folioOf = (saleId: SaleId) => fixture.until(() => receiptOf(till.api, saleId).folio !== null)

const change = (saleId: SaleId) => changeDocument(till.api, saleId)

describe('a boleta', () => {
  it('becomes an invoice of the same lines and pesos, after a note that voids it', async () => {
    const saleId = sellMixed()
    await folioOf(saleId)
    const boleta = receiptOf(till.api, saleId)
    const made = must(await change(saleId))
    expect(made).toMatchObject({
      documentType: '33',
      originalId: saleId,
      totalClp: boleta.totalClp,
      payments: boleta.payments,
    })
    await settled()
    expect(sent()).toEqual([
      ['39', undefined],
      ['61', 1],
      ['33', undefined],
    ])
    const [before, note, invoice] = bodies()
    expect(note).toMatchObject({ reason_code: '1', observations: 'Cambio de boleta por factura' })
    for (const body of [note, invoice]) {
      expect(body?.items).toEqual(before?.items)
      expect(body?.totals).toEqual(before?.totals)
      expect(body?.payment_method).toEqual(before?.payment_method)
    }
    expect(invoice).toMatchObject({ recipient: { document_number: '76000006-K' } })
    expect(invoice).not.toHaveProperty('service_indicator')
    expect(invoice?.additional_footer_info).toContainEqual({
      key: 'Reemplaza a',
      value: expect.stringMatching(/^boleta N° 1 del \d\d-\d\d-\d{4}$/),
    })
    const changed = receiptOf(till.api, made.saleId)
    expect(changed.lines).toEqual(boleta.lines)
    expect(changed.saleDiscount).toEqual(boleta.saleDiscount)
    expect(till.api.findCustomers({ text: '76000006', limit: 1 })).toHaveLength(1)
  })

  it('of exempt goods alone becomes a 34, and that a 41 again', async () => {
    const saleId = sellOf(till.api, '201')
    await folioOf(saleId)
    const invoice = must(await change(saleId))
    expect(invoice.documentType).toBe('34')
    await settled()
    expect(must(await change(invoice.saleId)).documentType).toBe('41')
    await settled()
    expect(sent().map(([type, of]) => `${type} ${of ?? ''}`.trim())).toEqual([
      '41',
      '61 1',
      '34',
      '61 1',
      '41',
    ])
  })

  it('and back: the new boleta names nobody and says nothing of the invoice but its number', async () => {
    const saleId = sellOf(till.api, COFFEE)
    await folioOf(saleId)
    const first = bodies()[0]
    const { saleId: invoiceId } = must(await change(saleId))
    await settled()
    const back = must(await change(invoiceId))
    await settled()
    const body = bodies().at(-1)
    expect(back).toMatchObject({
      documentType: '39',
      payments: receiptOf(till.api, saleId).payments,
    })
    expect(body).toMatchObject({
      service_indicator: 3,
      recipient: { document_number: '66666666-6' },
      items: first?.items,
    })
    expect(body?.additional_header_info).not.toContainEqual({
      key: 'Condición de pago',
      value: 'Contado',
    })
    const replaces = (body?.additional_footer_info ?? []).filter(({ key }) => key === 'Reemplaza a')
    expect(replaces.map(({ value }) => value)).toEqual([expect.stringContaining('factura N° 1')])
    // As often as the customer changes his mind, and never twice the same.
    expect(await till.api.openChange(saleId)).toMatchObject({
      refusal: { code: 'CHANGE_DONE', params: { what: 'factura N° 1' } },
    })
    expect(must(await till.api.openChange(back.saleId)).to).toBe('invoice')
  })

  it('without the service waits in order: its folio, the note over it, the invoice', async () => {
    const comeBack = await goOffline({ fixture, api: till.api })
    const saleId = sellOf(till.api, COFFEE)
    const made = must(await change(saleId))
    expect(made.soldOffline).toBe(true)
    await fixture.until(() => fixture.printer.printed.length === 2)
    expect(receiptOf(till.api, made.saleId).papers.map(({ kind }) => kind)).toEqual([
      'slip',
      'receipt',
    ])
    await till.stop()
    await fixture.open()
    comeBack()
    await settled()
    expect(sent()).toEqual([
      ['39', undefined],
      ['61', 1],
      ['33', undefined],
    ])
    expect(receiptOf(till.api, made.saleId)).toMatchObject({ documentType: '33', folio: 1 })
  })
})

describe('issued once', () => {
  it('a second press, a second window and a restart are answered with what was made', async () => {
    const saleId = sellOf(till.api, COFFEE)
    await folioOf(saleId)
    const mine = must(await till.api.openChange(saleId))
    const other = must(await till.api.openChange(saleId))
    const order = (changeId: SaleId) => ({
      changeId,
      originalId: saleId,
      to: 'invoice' as const,
      recipient: INVOICE_BUYER,
      approvalId: null,
    })
    const made = must(till.api.changeDocument(order(mine.changeId)))
    expect(till.api.changeDocument(order(mine.changeId))).toEqual({ ok: true, value: made })
    expect(till.api.changeDocument(order(other.changeId))).toMatchObject({
      refusal: { code: 'CHANGE_DONE' },
    })
    await settled()
    await till.stop()
    await fixture.open()
    expect(till.api.changeDocument(order(mine.changeId))).toEqual({ ok: true, value: made })
    await settled()
    expect(sent()).toHaveLength(3)
  })
})

describe('is refused with a sentence', () => {
  const codeFor = async (saleId: SaleId) => {
    const opened = await till.api.openChange(saleId)
    return opened.ok ? null : opened.refusal.code
  }

  it('where something of it came back, in part or whole', async () => {
    const saleId = sellMixed()
    await folioOf(saleId)
    must(await till.api.openReturn(saleId))
    must(giveBack(saleId, { 1: 1000 }))
    expect(await codeFor(saleId)).toBe('CHANGE_RETURNED')
    const whole = sellOf(till.api, COFFEE)
    await folioOf(whole)
    must(await till.api.openReturn(whole))
    giveWholeBack(till.api, whole)
    expect(await codeFor(whole)).toBe('CHANGE_RETURNED')
  })

  it('where a voucher documents the sale: there is no boleta to change', async () => {
    must(
      await till.api.saveSettings({
        emissionModel: 'card-voucher',
        paymentMethods: [...DEFAULT_METHODS, VOUCHER_CARD],
      }),
    )
    const { saleId } = must(
      till.api.commitSale({
        ...commitOf(till.api, cartOf(till.api, COFFEE)),
        payments: [{ method: 'TV', amountClp: null, reference: '123' }],
      }),
    )
    expect(await codeFor(saleId)).toBe('CHANGE_VOUCHER')
  })

  it('for a buyer an invoice cannot name, and for the same kind of document', async () => {
    const saleId = sellOf(till.api, COFFEE)
    await folioOf(saleId)
    const { changeId } = must(await till.api.openChange(saleId))
    const order = { changeId, originalId: saleId, approvalId: null }
    expect(till.api.changeDocument({ ...order, to: 'invoice', recipient: null })).toMatchObject({
      refusal: { code: 'INVOICE_BUYER_REQUIRED', field: 'rut' },
    })
    expect(
      till.api.changeDocument({
        ...order,
        to: 'invoice',
        recipient: { ...INVOICE_BUYER, activity: '' },
      }),
    ).toMatchObject({ refusal: { code: 'INVOICE_ACTIVITY_REQUIRED', field: 'activity' } })
    expect(till.api.changeDocument({ ...order, to: 'receipt', recipient: null })).toMatchObject({
      refusal: { code: 'CHANGE_SAME' },
    })
    expect(receiptOf(till.api, saleId).returns).toEqual([])
  })

  it('for a note; and neither half of a change is undone or deleted', async () => {
    const saleId = sellOf(till.api, COFFEE)
    await folioOf(saleId)
    const { saleId: invoiceId, noteId } = must(await change(saleId))
    expect(await codeFor(noteId)).toBe('RETURN_OF_RETURN')
    expect(till.api.undoReturn({ returnId: noteId, reason: 'x', approvalId: null })).toMatchObject({
      refusal: { code: 'UNDO_CHANGE' },
    })
    expect(
      await till.api.deleteReceipt({ saleId: invoiceId, reason: 'x', approvalId: null }),
    ).toMatchObject({ refusal: { code: 'DELETE_CHANGED' } })
    expect(await till.api.deleteReceipt({ saleId, reason: 'x', approvalId: null })).toMatchObject({
      refusal: { code: 'DELETE_HAS_RETURN' },
    })
  })
})

describe('what the screen is told', () => {
  it('each of the three documents says what became of the sale, one press from the other', async () => {
    const saleId = sellOf(till.api, COFFEE)
    await folioOf(saleId)
    const { saleId: invoiceId, noteId } = must(await change(saleId))
    await settled()
    const other = { saleId: invoiceId, documentType: '33', folio: 1 }
    expect(receiptOf(till.api, saleId)).toMatchObject({
      isChanged: true,
      isChange: false,
      changedTo: other,
    })
    expect(receiptOf(till.api, noteId)).toMatchObject({ isChange: true, returnOf: { saleId } })
    expect(receiptOf(till.api, invoiceId)).toMatchObject({
      isChange: true,
      changedFrom: { saleId, documentType: '39', folio: 1 },
    })
  })
})

it('is carried over from a damaged file like any sale, though no money moved with it', async () => {
  const saleId = sellOf(till.api, COFFEE)
  await folioOf(saleId)
  const { saleId: invoiceId } = must(await change(saleId))
  await settled()
  await till.stop()
  const into = openDatabase(join(fixture.dataDir, 'backup.db'))
  const carried = salvageSales(join(fixture.dataDir, 'till/till.db'), into)
  const kept = into.prepare<[string], string>('SELECT change_of FROM sale WHERE id = ?').pluck()
  expect(kept.get(invoiceId)).toBe(saleId)
  into.close()
  expect(carried).toEqual({ sales: 3, unreadable: 0, lost: [] })
})
