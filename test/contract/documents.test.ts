/** Spec parts 1, 3, 4 and 7 over documents: create, read, delete, download, who may. */
import { describe, expect, it } from 'vitest'
import { documentSchema } from '#shared/issuing/document-response.ts'
import {
  argentineInvoice,
  connectedPerFile,
  goodsExport,
  invoice,
  newReference,
  receipt,
} from './contract-world.ts'

const world = connectedPerFile()

describe('looking for a document', () => {
  it('finds it by its reference, alone and in the list, as it was created', async () => {
    const created = (await world.send('POST', '/api/invoices', receipt(world.issuer))).body
    const whose = `issuer=${world.issuer}`
    const reference = encodeURIComponent(String(created.external_reference))
    const found = await world.send('GET', `/api/invoices/by-reference/${reference}?${whose}`)
    expect(found).toMatchObject({ status: 200, body: { id: created.id, number: created.number } })
    const query = `${whose}&external_reference=${reference}&total=${created.total}`
    const { body } = await world.send('GET', `/api/invoices?${query}`)
    expect(body).toMatchObject({ data: [{ id: created.id, total: 1190 }], next_cursor: null })
    const lost = `/api/invoices/by-reference/${newReference()}?${whose}`
    expect((await world.send('GET', lost)).status).toBe(404)
    const none = await world.send('GET', `/api/invoices?${whose}&to=1999-12-31`)
    expect(none.body.data).toEqual([])
    expect((await world.send('GET', `/api/invoices?${whose}&per_page=101`)).status).toBe(400)
  })
})

describe('creation and retrieval', () => {
  it("answers the document in the contract's shape, with every field", async () => {
    const request = {
      ...receipt(world.issuer),
      payment_method: { code: 'EF', description: 'Efectivo' },
      observations: 'Para llevar',
      recipient: {
        legal_name: 'María Pérez',
        document_type: 'RUT',
        document_number: '12345678-5',
        address: { state: 'CL-RM', phone: '+56 2 2345 6789' },
      },
    }
    const { status, body } = await world.send('POST', '/api/invoices', request)
    expect(status).toBe(201)
    expect(documentSchema.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      branch_office: 1,
      invoice_type: 39,
      external_reference: request.external_reference,
      sub_total: 1000,
      total_taxes: 190,
      total_discount: 0,
      total: 1190,
      currency_code: 'CLP',
      payment_method_code: 'EF',
      observations: 'Para llevar',
      recipient: {
        legal_name: 'María Pérez',
        state: 'CL-RM',
        region: 'CL-RM',
        phone: '+56 2 2345 6789',
      },
      items: [
        {
          line_number: 1,
          quantity: 1,
          unit_price: 1000,
          sub_total: 1000,
          total_taxes: 190,
          total: 1190,
        },
      ],
    })
  })

  it('gives back every optional field it was sent', async () => {
    const request = {
      ...receipt(world.issuer),
      invoice_type: '56',
      serie: 'A',
      payment_due_date: '2999-01-01',
      service_start_date: '2026-01-01',
      service_end_date: '2026-01-31',
      concept: 2,
      reason_code: '1',
      cancellation_date: '2026-01-05',
      currency: { code: 'CLP', exchange_rate: 1 },
      payment_method: { code: 'EF', description: 'Efectivo' },
      items: [
        {
          quantity: 2,
          unit_price: 550.5,
          description: 'Pan',
          code_unit_of_measure: 'KG',
          discount_amount: 101,
          code: { type: 'EAN13', value: '7801234567890' },
          taxes: [{ type: 'IVA', amount: 190, rate: 19 }],
        },
      ],
      billing_reference: [
        { invoice_type: '39', branch_office: 3, number: 12, invoice_date: '2026-01-02' },
      ],
    }
    const { status, body } = await world.send('POST', '/api/invoices', request)
    expect(status).toBe(201)
    expect((await world.send('GET', `/api/invoices/by-id/${body.id}`)).body).toMatchObject({
      serie: 'A',
      payment_due_date: '2999-01-01',
      service_start_date: '2026-01-01',
      service_end_date: '2026-01-31',
      concept: 2,
      reason_code: 1,
      currency_exchange_rate: 1,
      payment_method_description: 'Efectivo',
      total_taxes: 190,
      cancellation_date: '2026-01-05T00:00:00.000Z',
      items: [
        {
          quantity: 2,
          unit_price: 550.5,
          discount: 101,
          sub_total: 1000,
          total_taxes: 190,
          total: 1190,
          unit_of_measure_code: 'KG',
          code_type: 'EAN13',
          code_value: '7801234567890',
          taxes: [{ tax_type: 'IVA', base_amount: 1000, rate: 19, amount: 190 }],
        },
      ],
      billing_reference: [
        { invoice_type: '39', branch_office: 3, number: 12, date: '2026-01-02', cae: null },
      ],
    })
  })

  it('takes the only company of a key when no issuer is given, and asks which when there are several', async (context) => {
    const { memberKey, other } = world
    if (memberKey === null || other === null)
      return context.skip('needs --member-key and a company that it does not reach')
    const { issuer: _, ...request } = receipt(world.issuer)
    const created = await world.send('POST', '/api/invoices', request, { 'x-api-key': memberKey })
    expect(created).toMatchObject({
      status: 201,
      body: { issuer: { document_number: world.issuer } },
    })
    const asked = await world.send('POST', '/api/invoices', {
      ...request,
      external_reference: newReference(),
    })
    expect(asked).toMatchObject({
      status: 400,
      body: { code: 'COMPANY_REQUIRED', errors: [{ field: 'issuer.document_number' }] },
    })
  })

  it('reads by id, and by type code and folio', async () => {
    const { body } = await world.send('POST', '/api/invoices', receipt(world.issuer))
    expect((await world.send('GET', `/api/invoices/by-id/${body.id}`)).body.id).toBe(body.id)
    expect((await world.send('GET', `/api/invoices/39/${body.number}`)).body.id).toBe(body.id)
  })

  it('reads a document without a folio by its id only', async (context) => {
    if (world.argentine === null) return context.skip('needs an Argentine company')
    const { body } = await world.send(
      'POST',
      '/api/invoices',
      argentineInvoice(world.argentine.document_number),
    )
    expect(body.number).toBeNull()
    expect((await world.send('GET', `/api/invoices/by-id/${body.id}`)).body).toMatchObject({
      id: body.id,
      number: null,
      status: 'PEN',
    })
  })

  it('gives a later document the next folio', async () => {
    const first = await world.send('POST', '/api/invoices', receipt(world.issuer))
    const second = await world.send('POST', '/api/invoices', receipt(world.issuer))
    expect(second.body.number).toBe(first.body.number + 1)
  })

  it('refuses a reference that exists, and validation says so beforehand', async () => {
    const request = receipt(world.issuer)
    await world.send('POST', '/api/invoices', request)
    const again = await world.send('POST', '/api/invoices', request)
    expect(again).toMatchObject({ status: 409, body: { code: 'DUPLICATE_EXTERNAL_REFERENCE' } })
    const validated = await world.send('POST', '/api/invoices/validate?apiKey={}', request)
    expect(validated).toMatchObject({
      status: 200,
      body: { valid: false, validation_errors: [{ code: 'DUPLICATE_EXTERNAL_REFERENCE' }] },
    })
  })

  it('answers 404 for what does not exist', async () => {
    expect(
      (await world.send('GET', '/api/invoices/by-id/00000000-0000-4000-8000-000000000000')).status,
    ).toBe(404)
    expect((await world.send('GET', '/api/invoices/39/999999999')).status).toBe(404)
    expect((await world.send('GET', '/api/invoices/NOPE/1')).status).toBe(404)
  })
})

describe('deletion', () => {
  it('deletes a pending document and says so', async () => {
    const { body } = await world.send('POST', '/api/invoices', receipt(world.issuer))
    const deleted = await world.send('DELETE', `/api/invoices/39/${body.number}`)
    expect(deleted).toMatchObject({ status: 200, body: { id: body.id, status: 'DELETED' } })
    expect(deleted.body.message).not.toBe('')
    expect((await world.send('DELETE', `/api/invoices/39/${body.number}`)).status).toBe(409)
    const { body: gone } = await world.send('GET', `/api/invoices/by-id/${body.id}`)
    expect(gone.status).toBe('DELETED')
    expect(Date.parse(String(gone['cancellation_date']))).not.toBeNaN()
  })

  it('takes the letters of a type for its code, as every path does', async () => {
    const { body } = await world.send('POST', '/api/invoices', {
      ...receipt(world.issuer),
      invoice_type: '56',
      reason_code: '1',
      billing_reference: [{ invoice_type: '39', number: 1 }],
    })
    expect((await world.send('DELETE', `/api/invoices/NVD/${body.number}`)).body).toMatchObject({
      id: body.id,
      status: 'DELETED',
    })
  })
})

describe('PDFs', () => {
  it.each(['58mm', '80mm'])('of a receipt in %s', async (width) => {
    const { body } = await world.send('POST', '/api/invoices', receipt(world.issuer))
    const pdf = await world.send('GET', `/api/invoices/39/${body.number}/download-base64/${width}`)
    expect(pdf).toMatchObject({ status: 200, body: { content_type: 'application/pdf' } })
    expect(pdf.body.filename).toMatch(/\.pdf$/)
    expect(Buffer.from(pdf.body.content, 'base64').toString('latin1')).toMatch(
      /^%PDF-1\.\d[\s\S]*%%EOF\s*$/,
    )
  })

  it.each([
    ['39', '58mm'],
    ['33', '80mm'],
  ])(
    'of a thousand lines with long descriptions and exempt ones, type %s in %s',
    async (type, width) => {
      const sold = {
        quantity: 1,
        unit_price: 100,
        description: 'Descripción larga que no cabe en una línea de papel '.repeat(3),
      }
      const items = Array.from({ length: 1_000 }, (_, index) =>
        index % 2 === 0
          ? { ...sold, taxes: [{ type: 'IVA', amount: 19, rate: 19 }] }
          : { ...sold, taxes: [] },
      )
      const totals = {
        sub_total: 100_000,
        taxes: [{ type: 'IVA', base_amount: 50_000, rate: 19, amount: 9_500 }],
        total: 109_500,
      }
      const { status, body } = await world.send('POST', '/api/invoices', {
        ...(type === '33' ? invoice : receipt)(world.issuer),
        items,
        totals,
      })
      expect(status).toBe(201)
      const pdf = await world.send(
        'GET',
        `/api/invoices/${type}/${body.number}/download-base64/${width}`,
      )
      const text = Buffer.from(pdf.body.content, 'base64').toString('latin1')
      expect(text).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\s*$/)
      // A page has an end (14,400 points), paper from a roll has none: long documents go on on
      // further pages.
      const heights = [...text.matchAll(/\/MediaBox ?\[0 0 [\d.]+ ([\d.]+)\]/g)].map(([, height]) =>
        Number(height),
      )
      expect(heights.length).toBeGreaterThan(1)
      expect(Math.max(...heights)).toBeLessThanOrEqual(14_400)
      const tooMany = {
        ...receipt(world.issuer),
        items: [...items, sold],
        totals: { ...totals, sub_total: 100_100, total: 109_600 },
      }
      expect((await world.send('POST', '/api/invoices', tooMany)).body).toMatchObject({
        code: 'TOO_LONG',
        errors: [{ field: 'items' }],
      })
    },
  )

  it('of an export document', async () => {
    const { body } = await world.send('POST', '/api/invoices', goodsExport(world.issuer))
    const pdf = await world.send('GET', `/api/invoices/110/${body.number}/download-base64/80mm`)
    expect(Buffer.from(pdf.body.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  })
})
