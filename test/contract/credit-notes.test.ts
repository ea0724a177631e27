/**
 * Spec part 2 (billing_reference, reason_code) over Chilean credit notes: one document each, and
 * never more than is left of it.
 */
import { describe, expect, it } from 'vitest'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { documentSchema } from '#shared/issuing/document-response.ts'
import { verifyTed } from '../../electron/service/folios/ted.ts'
import { decode, rasterize } from '../support/paper-raster.ts'
import { connectedPerFile, invoice, newReference, receipt, today } from './contract-world.ts'
import { creditNoteWords, part, reference } from './credit-note-words.ts'

const world = connectedPerFile()

const { issue, sell, note, expectRefused } = creditNoteWords(() => world)

describe('a credit note', () => {
  it('over a whole receipt has a folio of its own range and is found by id and by folio', async () => {
    const sold = await sell()
    const body = await issue(note(sold))
    expect(documentSchema.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      invoice_type: 61,
      status: 'PEN',
      total: 1190,
      total_taxes: 190,
      reason_code: 1,
      observations: 'Producto con falla',
      billing_reference: [
        { invoice_type: '39', branch_office: 1, number: sold.number, date: today(), cae: null },
      ],
    })
    expect((await issue(note(await sell()))).number).toBe(body.number + 1)
    for (const path of [`by-id/${body.id}`, `61/${body.number}`, `nvc/${body.number}`]) {
      expect((await world.send('GET', `/api/invoices/${path}`)).body).toEqual(body)
    }
    for (const width of ['58mm', '80mm']) {
      const pdf = await world.send(
        'GET',
        `/api/invoices/61/${body.number}/download-base64/${width}`,
      )
      const [paper] = await rasterize(Buffer.from(pdf.body.content, 'base64'))
      const [stamp] = paper === undefined ? [] : await decode(paper, 'PDF417')
      expect(verifyTed(Buffer.from(stamp ?? []).toString('latin1'))).toMatchObject({
        isSignatureValid: true,
        isInAuthorizedRange: true,
        documentCode: 61,
        folio: body.number,
        totalClp: 1190,
        recipientRut: '66666666-6',
      })
    }
  })

  it('takes parts until nothing is left, each at most the rest', async () => {
    const sold = await sell()
    await issue(note(sold, part(400)))
    await expectRefused(note(sold), 'totals.total', 'CREDIT_ABOVE_DOCUMENT')
    await expectRefused(note(sold, part(791)), 'totals.total', 'CREDIT_ABOVE_DOCUMENT')
    await issue(note(sold, part(790)))
    await expectRefused(note(sold, part(1)), 'totals.total', 'CREDIT_ABOVE_DOCUMENT')
  })

  it('wins once when many ask at the same time', async () => {
    const sold = await sell()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.send('POST', '/api/invoices', note(sold, part(500)))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201, 201, 422, 422, 422, 422, 422, 422,
    ])
    expect(
      new Set(answers.filter(({ status }) => status === 422).map(({ body }) => body.code)),
    ).toEqual(new Set(['CREDIT_ABOVE_DOCUMENT']))
  })

  it('sent again is the same note, not one too many', async () => {
    const document = note(await sell())
    const first = await issue(document)
    const again = await world.send('POST', '/api/invoices', document)
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE_EXTERNAL_REFERENCE', document_id: first.id },
    })
    expect(again.body.errors).toHaveLength(1)
  })

  it('gives its part back when it is deleted, and keeps its document from being deleted', async () => {
    const sold = await sell()
    const first = await issue(note(sold))
    const document = `/api/invoices/39/${sold.number}`
    expect(await world.send('DELETE', document)).toMatchObject({
      status: 409,
      body: { code: 'DOCUMENT_CREDITED' },
    })
    expect((await world.send('DELETE', `/api/invoices/61/${first.number}`)).status).toBe(200)
    await issue(note(sold))
    const other = await sell()
    expect((await world.send('DELETE', `/api/invoices/39/${other.number}`)).status).toBe(200)
    await expectRefused(note(other), 'billing_reference[0].number', 'CREDITED_DOCUMENT_VOID')
  })

  it('may be about a document that this service never numbered', async () => {
    await issue(
      note(
        { number: 9_000_000_001 },
        { billing_reference: reference({ number: 9_000_000_001 }, { invoice_date: '2020-01-02' }) },
      ),
    )
  })

  it('may be about the voucher of a card terminal that counted as the receipt', async () => {
    const voucher = {
      billing_reference: [{ invoice_type: '48', number: 4711, invoice_date: today() }],
    }
    const made = await issue(note({ number: 4711 }, voucher))
    expect((await world.send('GET', `/api/invoices/by-id/${made.id}`)).body).toMatchObject({
      invoice_type: 61,
      billing_reference: [{ invoice_type: '48', number: 4711, date: today() }],
    })
  })

  it('over an exempt receipt carries no tax', async () => {
    const exempt = {
      items: [{ quantity: 1, unit_price: 1190, description: 'Libro' }],
      totals: { sub_total: 1190, total: 1190 },
    }
    const sold = await issue({ ...receipt(world.issuer), invoice_type: '41', ...exempt })
    const about = { billing_reference: reference(sold, { invoice_type: '41' }) }
    await expectRefused(note(sold, about), 'totals.taxes', 'TAX_NOT_ALLOWED')
    expect(await issue(note(sold, { ...exempt, ...about }))).toMatchObject({
      total: 1190,
      total_taxes: 0,
    })
  })

  it('over an invoice takes no more than that', async () => {
    const sold = await issue(invoice(world.issuer))
    const about = {
      billing_reference: [
        ...reference(sold, { invoice_type: '33' }),
        { invoice_type: '801', number: 7 },
      ],
    }
    await issue(note(sold, { ...part(1190), ...about }))
    await expectRefused(
      note(sold, { ...part(1), ...about }),
      'totals.total',
      'CREDIT_ABOVE_DOCUMENT',
    )
  })

  it('is about a document of its own company', async (context) => {
    const { other } = world
    if (other === null) return context.skip('needs a second Chilean company')
    const { issuer } = receipt(other.document_number)
    const theirs = await issue(receipt(other.document_number))
    await expectRefused(
      { ...note({ number: theirs.number + 1 }), issuer },
      'billing_reference[0].number',
      'CREDITED_DOCUMENT_NOT_FOUND',
    )
    await issue({ ...note(theirs), issuer })
  })
})

type Broken = readonly [
  rule: string,
  change: (sold: { number: number }) => Partial<DocumentRequest>,
  field: string,
  code: string,
]

describe('a credit note is refused', () => {
  it.each<Broken>([
    [
      'without a document',
      () => ({ billing_reference: [] }),
      'billing_reference',
      'BILLING_REFERENCE_REQUIRED',
    ],
    [
      'with an order only',
      () => ({ billing_reference: [{ invoice_type: '801', number: 7 }] }),
      'billing_reference',
      'BILLING_REFERENCE_REQUIRED',
    ],
    [
      'without its number',
      () => ({ billing_reference: [{ invoice_type: '39', invoice_date: today() }] }),
      'billing_reference[0].number',
      'BILLING_REFERENCE_INCOMPLETE',
    ],
    [
      'without its date',
      (sold) => ({ billing_reference: [{ invoice_type: '39', number: sold.number }] }),
      'billing_reference[0].invoice_date',
      'BILLING_REFERENCE_INCOMPLETE',
    ],
    [
      'over two documents',
      (sold) => ({ billing_reference: [...reference(sold), ...reference(sold)] }),
      'billing_reference[1].invoice_type',
      'BILLING_REFERENCE_NOT_SINGLE',
    ],
    [
      'over a credit note',
      (sold) => ({ billing_reference: reference(sold, { invoice_type: '61' }) }),
      'billing_reference[0].invoice_type',
      'DOCUMENT_NOT_CREDITABLE',
    ],
    [
      'over what does not exist',
      (sold) => ({ billing_reference: reference({ number: sold.number + 40_000 }) }),
      'billing_reference[0].number',
      'CREDITED_DOCUMENT_NOT_FOUND',
    ],
    [
      'with another date',
      (sold) => ({ billing_reference: reference(sold, { invoice_date: '2026-01-02' }) }),
      'billing_reference[0].invoice_date',
      'CREDITED_DATE_DIFFERS',
    ],
    [
      'before its document',
      () => ({ invoice_date: '2020-01-02' }),
      'invoice_date',
      'NOTE_BEFORE_ITS_DOCUMENT',
    ],
    [
      'that annuls a part',
      () => ({ ...part(1000), reason_code: '1' }),
      'totals.total',
      'ANNULMENT_NOT_WHOLE',
    ],
    [
      'that corrects text with an amount',
      () => ({ reason_code: '2' }),
      'totals.total',
      'TEXT_CORRECTION_WITH_AMOUNT',
    ],
    [
      'for a reason nobody knows',
      () => ({ reason_code: '9' }),
      'reason_code',
      'CANCELLATION_REASON_NOT_FOUND',
    ],
  ])('%s', async (_, change, field, code) => {
    const sold = await sell()
    await expectRefused(
      { ...note(sold), ...change(sold), external_reference: newReference() },
      field,
      code,
    )
  })
})
