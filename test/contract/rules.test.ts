/**
 * Spec part 2 (rules) and part 8 (limits): every broken rule is named, alike by validation and by
 * creation.
 */
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { describe, expect, it } from 'vitest'
import { CASES } from './broken-rules.ts'
import { withChange, changed, exportInfo, LONG_MAIL } from './changed-documents.ts'
import {
  argentineInvoice,
  creditNote,
  goodsExport,
  invoice,
  newReference,
  receipt,
  connectedPerFile,
} from './contract-world.ts'

const VALIDATE = '/api/invoices/validate?apiKey=%7B%22role%22%3A%22MEMBER%22%7D'
const world = connectedPerFile()

async function errorsOf(document: unknown): Promise<string[]> {
  const { body } = await world.send('POST', VALIDATE, document)
  return (body.validation_errors ?? []).map(({ field, code }) => `${field}:${code}`)
}

describe('rules', () => {
  it.for(CASES)('%s', async ([_, document, field, code], context) => {
    const body = document(world.issuer, world.argentine?.document_number ?? null)
    if (body === null) return context.skip('needs an Argentine company')
    const validated = await world.send('POST', VALIDATE, body)
    expect(validated.body.valid).toBe(false)
    expect(validated.body.validation_errors).toContainEqual(
      expect.objectContaining({ field, code }),
    )
    const created = await world.send('POST', '/api/invoices', body)
    expect([400, 422]).toContain(created.status)
    expect(created.body.errors).toEqual(
      expect.arrayContaining(validated.body.validation_errors.map((error) => ({ ...error }))),
    )
  })

  it('states both totals of a mismatch', async () => {
    const { body } = await world.send('POST', VALIDATE, changed('totals.total', 1191)(world.issuer))
    expect(body.validation_errors).toHaveLength(1)
    expect(body.validation_errors[0]?.message).toMatch(/1191.*1190/)
  })

  it('states both totals when the lines make another one, in validation and in creation', async () => {
    const totals = {
      sub_total: 839_497,
      taxes: [{ type: 'IVA', base_amount: 839_497, rate: 19, amount: 159_504 }],
      total: 999_001,
    }
    const document = { ...receipt(world.issuer), totals }
    const validated = await world.send('POST', VALIDATE, document)
    expect(validated.body.validation_errors).toHaveLength(1)
    expect(validated.body.validation_errors[0]?.message).toMatch(/999001.*1190/)
    const created = await world.send('POST', '/api/invoices', document)
    expect(created.status).toBe(422)
    expect(created.body).toMatchObject({
      code: 'INVOICE_TOTALS_MISMATCH',
      errors: validated.body.validation_errors,
    })
  })

  it('reports all errors at once, shapes and rules together', async () => {
    const document = {
      ...receipt(world.issuer),
      invoice_date: 'soon',
      recipient: { legal_name: 'X', document_type: 'RUT', document_number: '1-1' },
    }
    const { body } = await world.send('POST', VALIDATE, {
      ...document,
      totals: { ...document.totals, total: 1 },
    })
    expect(body.validation_errors.map((error) => error.code).toSorted()).toEqual([
      'DOCUMENT_NUMBER_INVALID',
      'INVALID_FORMAT',
      'INVOICE_TOTALS_MISMATCH',
    ])
  })

  it.each([
    ['legal_name', undefined, 'issuer.legal_name:REQUIRED'],
    ['document_type', undefined, 'issuer.document_type:REQUIRED'],
    ['address', { country: 'ZZ', state: 5 }, 'issuer.address.state:INVALID_TYPE'],
  ])('knows an issuer whose %s is wrong by his number', async (field, value, error) => {
    const document = withChange(receipt(world.issuer), `issuer.${field}`, value)
    const told = await errorsOf(withChange(document as DocumentRequest, 'totals.total', 1))
    expect(told).toContain(error)
    expect(told).toContain('total:INVOICE_TOTALS_MISMATCH')
    expect(told).not.toContain('issuer.document_number:COMPANY_REQUIRED')
    expect(told.includes('issuer.address.country:COUNTRY_NOT_FOUND')).toBe(field === 'address')
  })

  it('reports what else is wrong with a line or a party whose texts are', async () => {
    const document = {
      ...receipt(world.issuer),
      recipient: {
        document_type: 'RUT',
        document_number: '1-1',
        address: { state: 'nope', email: 'nobody' },
      },
      items: [
        {
          quantity: 0,
          unit_price: 1_000,
          description: 'x'.repeat(1_001),
          taxes: [{ type: 'nope', amount: 1 }],
        },
      ],
    }
    expect((await errorsOf(document)).toSorted()).toEqual([
      'items[0].description:TOO_LONG',
      'items[0].quantity:QUANTITY_NOT_POSITIVE',
      'items[0].taxes[0].type:TAX_TYPE_NOT_FOUND',
      'recipient.address.email:INVALID_FORMAT',
      'recipient.address.state:STATE_NOT_FOUND',
      'recipient.document_number:DOCUMENT_NUMBER_INVALID',
      'recipient.legal_name:REQUIRED',
    ])
  })

  it('says of a body that is no document nothing else', async () => {
    for (const body of [[], '"text"', 3, null])
      expect(await errorsOf(body)).toEqual([':INVALID_TYPE'])
  })

  it.each(['nobody', `${'a'.repeat(80)}@correo.cl`, ''])(
    'ignores the e-mail of an issuer: «%s»',
    async (email) => {
      const document = withChange(receipt(world.issuer), 'issuer.address', { email })
      expect((await world.send('POST', VALIDATE, document)).body).toEqual({ valid: true })
    },
  )

  it.each(['1'.repeat(22), '2850590940090418135202'])(
    'takes any 22 digits for a cbu: %s',
    async (cbu) => {
      if (world.argentine === null) return
      const document = argentineInvoice(world.argentine.document_number, { cbu })
      expect(await errorsOf(document)).toEqual([])
    },
  )

  it('keeps the Contact to 80 characters on receipts alone', async () => {
    const phone = '1'.repeat(81)
    const on = (document: DocumentRequest) =>
      errorsOf(withChange(document, 'recipient.address', { phone }))
    expect(await on(receipt(world.issuer))).toEqual(['recipient.address.phone:CONTACT_TOO_LONG'])
    expect(await on(invoice(world.issuer))).toEqual([])
  })

  it.each([
    [999.999999, []],
    [999.9999999, ['items[0].unit_price:TOO_MANY_DECIMALS']],
  ])('takes six decimals of a unit price and no more: %f', async (price, errors) => {
    expect(await errorsOf(changed('items.0.unit_price', price)(world.issuer))).toEqual(errors)
  })

  it('judges customs keys on any Chilean document, and asks for them on exports alone', async () => {
    const withKey = (key: string) =>
      errorsOf(changed('additional_export_info', [{ key, value: '1' }])(world.issuer))
    expect(await withKey('transport.sales_modality_code')).toEqual([])
    expect(await withKey('transport.nope')).toEqual([
      'additional_export_info[0].key:EXPORT_KEY_UNKNOWN',
    ])
  })

  it('ignores the client rate of a catalogue tax', async () => {
    const document = withChange(receipt(world.issuer), 'items.0.taxes.0.rate', 3)
    const { body } = await world.send('POST', '/api/invoices', document)
    expect(body['items']).toMatchObject([{ taxes: [{ rate: 19 }] }])
  })

  it('requires the eight customs keys of goods, and none of services', async () => {
    const goods = await world.send('POST', VALIDATE, {
      ...goodsExport(world.issuer),
      additional_export_info: [],
    })
    expect(
      goods.body.validation_errors.filter((error) => error.code === 'EXPORT_KEY_REQUIRED'),
    ).toHaveLength(8)
    for (const service_indicator of [2, 7]) {
      const { body } = await world.send('POST', VALIDATE, {
        ...goodsExport(world.issuer),
        additional_export_info: [],
        service_indicator,
      })
      expect(
        body.validation_errors.filter((error) => error.code === 'EXPORT_KEY_REQUIRED'),
      ).toHaveLength(8)
    }
    for (const service_indicator of [3, 4, 5, 6]) {
      const services = {
        ...goodsExport(world.issuer),
        additional_export_info: [],
        service_indicator,
      }
      expect((await world.send('POST', VALIDATE, services)).body).toEqual({ valid: true })
    }
  })

  it('accepts customs numbers as countries', async () => {
    const document = withChange(goodsExport(world.issuer), 'recipient.address.country', '224')
    expect((await world.send('POST', VALIDATE, document)).body).toEqual({ valid: true })
  })

  it('accepts a document that breaks no rule, of every country and kind', async () => {
    const sold = await world.send('POST', '/api/invoices', receipt(world.issuer))
    const note = creditNote(world.issuer, sold.body)
    const abroad =
      world.argentine === null ? [] : [argentineInvoice(world.argentine.document_number)]
    for (const document of [receipt(world.issuer), goodsExport(world.issuer), note, ...abroad]) {
      expect(
        (await world.send('POST', VALIDATE, { ...document, external_reference: newReference() }))
          .body,
      ).toEqual({ valid: true })
    }
  })

  const LONG_CONTACT = { phone: '+56 9 1234 5678', email: LONG_MAIL }
  it.each([
    ['an empty description', changed('items.0.description', '')],
    ['a description of 1000', changed('items.0.description', 'x'.repeat(1_000))],
    [
      'a discount that the totals take off',
      (issuer: string) => ({
        ...receipt(issuer),
        totals: {
          sub_total: 1100,
          discount: 100,
          taxes: [{ type: 'IVA', base_amount: 1000, rate: 19, amount: 190 }],
          total: 1190,
        },
      }),
    ],
    [
      'a receipt whose taxes stand in its totals alone',
      (issuer: string) => withChange(receipt(issuer), 'items.0.taxes', undefined),
    ],
    [
      'unit prices in whole net pesos',
      (issuer: string) => ({
        ...(withChange(receipt(issuer), 'items.0', {
          quantity: 10,
          unit_price: 1672,
          description: 'Pan',
          taxes: [{ type: 'IVA', amount: 3177, rate: 19 }],
        }) as object),
        totals: {
          sub_total: 16_723,
          taxes: [{ type: 'IVA', base_amount: 16_723, rate: 19, amount: 3177 }],
          total: 19_900,
        },
      }),
    ],
    [
      'a discount on the whole receipt',
      (issuer: string) => ({
        ...receipt(issuer),
        totals: {
          sub_total: 1000,
          discount: 100,
          taxes: [{ type: 'IVA', base_amount: 900, rate: 19, amount: 171 }],
          total: 1071,
        },
      }),
    ],
    [
      'a long contact on a document that does not print it',
      (issuer: string) => withChange(invoice(issuer), 'recipient.address', LONG_CONTACT),
    ],
    ['a long contact of the issuer, which is ignored', changed('issuer.address', LONG_CONTACT)],
    [
      'export keys that are not for customs',
      exportInfo((entries) => [...entries, { key: 'incoterm_note', value: 'as agreed' }]),
    ],
    ['no reference at all', changed('external_reference', undefined)],
  ])('accepts %s', async (_, document) => {
    expect((await world.send('POST', VALIDATE, document(world.issuer))).body).toEqual({
      valid: true,
    })
  })
})
