/**
 * Spec part 2 (rules) and part 8 (limits): every broken rule is named, alike by validation and by
 * creation.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentRequest } from '#shared/contract/document-request.ts'
import {
  argentineInvoice,
  connect,
  creditNote,
  goodsExport,
  newReference,
  receipt,
  type ContractWorld,
} from './contract-world.ts'

const VALIDATE = '/api/invoices/validate?apiKey=%7B%22role%22%3A%22MEMBER%22%7D'
let world: ContractWorld

beforeAll(async () => {
  world = await connect()
})

afterAll(() => world.close())

/** `document` answers null where the service under test has no company to break the rule with. */
type Case = readonly [
  rule: string,
  document: (issuer: string, argentine: string | null) => unknown,
  field: string,
  code: string,
]

/**
 * Changes one place of a document, named by its path: `items.0.quantity`. `undefined` takes the
 * field out.
 */
function withChange(document: DocumentRequest, path: string, value: unknown): unknown {
  const copy = structuredClone(document) as unknown as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let place = copy
  for (const key of keys) place = (place[key] ??= {}) as Record<string, unknown>
  if (value === undefined) Reflect.deleteProperty(place, last)
  else place[last] = value
  return copy
}

const changed = (path: string, value: unknown) => (issuer: string) =>
  withChange(receipt(issuer), path, value)
const exported = (path: string, value: unknown) => (issuer: string) =>
  withChange(goodsExport(issuer), path, value)
const argentine = (path: string, value: unknown) => (_: string, issuer: string | null) =>
  issuer === null ? null : withChange(argentineInvoice(issuer), path, value)
interface Entry {
  key?: string
  value?: string
}
const exportInfo = (change: (entries: Entry[]) => unknown) => (issuer: string) => {
  const document = goodsExport(issuer)
  const entries = [...(document.additional_export_info ?? [])] as Entry[]
  return { ...document, additional_export_info: change(entries) }
}
const setInfo = (key: string, value: string) =>
  exportInfo((entries) => entries.map((entry) => (entry.key === key ? { key, value } : entry)))
const LONG_MAIL = `${'a'.repeat(60)}@ejemplo.cl`

const REQUIRED: readonly Case[] = [
  'branch_office',
  'invoice_date',
  'recipient',
  'currency',
  'items',
  'totals',
].map((field) => [`requires ${field}`, changed(field, undefined), field, 'REQUIRED'] as const)

/** What an object has to have once it is there at all. */
const REQUIRED_INSIDE: readonly Case[] = (
  [
    ['issuer', { legal_name: 'X', document_type: 'RUT' }, 'issuer.document_number'],
    ['items.0.taxes', [{ amount: 190 }], 'items[0].taxes[0].type'],
    ['items.0.taxes', [{ type: 'IVA' }], 'items[0].taxes[0].amount'],
    ['global_taxes', [{ base_amount: 1, amount: 1 }], 'global_taxes[0].type'],
    ['global_taxes', [{ type: 'IVA', amount: 1 }], 'global_taxes[0].base_amount'],
    ['global_taxes', [{ type: 'IVA', base_amount: 1 }], 'global_taxes[0].amount'],
    ['billing_reference', [{ number: 1 }], 'billing_reference[0].invoice_type'],
    ['totals.taxes', [{ base_amount: 1000, amount: 190 }], 'totals.taxes[0].type'],
    ['totals.taxes', [{ type: 'IVA', amount: 190 }], 'totals.taxes[0].base_amount'],
    ['totals.taxes', [{ type: 'IVA', base_amount: 1000 }], 'totals.taxes[0].amount'],
  ] as const
).map(
  ([path, value, field]) => [`requires ${field}`, changed(path, value), field, 'REQUIRED'] as const,
)

const CASES: readonly Case[] = [
  ...REQUIRED,
  ...REQUIRED_INSIDE,
  ['requires invoice_type', changed('invoice_type', undefined), 'invoice_type', 'REQUIRED'],
  [
    'requires items[].quantity',
    changed('items.0.quantity', undefined),
    'items[0].quantity',
    'REQUIRED',
  ],
  [
    'requires items[].unit_price',
    changed('items.0.unit_price', undefined),
    'items[0].unit_price',
    'REQUIRED',
  ],
  [
    'requires items[].description',
    changed('items.0.description', undefined),
    'items[0].description',
    'REQUIRED',
  ],
  [
    'requires totals.sub_total',
    changed('totals.sub_total', undefined),
    'totals.sub_total',
    'REQUIRED',
  ],
  ['requires totals.total', changed('totals.total', undefined), 'totals.total', 'REQUIRED'],
  [
    'requires recipient.legal_name',
    changed('recipient.legal_name', undefined),
    'recipient.legal_name',
    'REQUIRED',
  ],
  [
    'requires recipient.document_type',
    changed('recipient.document_type', undefined),
    'recipient.document_type',
    'REQUIRED',
  ],
  ['requires currency.code', changed('currency.code', undefined), 'currency.code', 'REQUIRED'],
  [
    'wants numbers as numbers',
    changed('items.0.quantity', '1'),
    'items[0].quantity',
    'INVALID_TYPE',
  ],
  ['wants int32', changed('branch_office', 2 ** 31), 'branch_office', 'OUT_OF_RANGE'],
  ['wants dates as dates', changed('invoice_date', '20-11-2026'), 'invoice_date', 'INVALID_FORMAT'],
  [
    'limits a description to 1000',
    changed('items.0.description', 'x'.repeat(1001)),
    'items[0].description',
    'TOO_LONG',
  ],
  [
    'wants an e-mail',
    changed('recipient.address', { email: 'nobody' }),
    'recipient.address.email',
    'INVALID_FORMAT',
  ],
  [
    'limits an e-mail to 80',
    changed('recipient.address', { email: `${'a'.repeat(70)}@ejemplo.cl` }),
    'recipient.address.email',
    'TOO_LONG',
  ],
  [
    'limits phone and e-mail of a receipt to 80',
    changed('recipient.address', { phone: '+56 9 1234 5678', email: LONG_MAIL }),
    'recipient.address.email',
    'CONTACT_TOO_LONG',
  ],
  ['checks the totals', changed('totals.total', 1191), 'total', 'INVOICE_TOTALS_MISMATCH'],
  [
    'knows its tax types',
    changed('items.0.taxes.0.type', 'NOPE'),
    'items[0].taxes[0].type',
    'TAX_TYPE_NOT_FOUND',
  ],
  [
    'requires the rate of a client-rate tax on a line',
    changed('items.0.taxes', [{ type: '28', amount: 1 }]),
    'items[0].taxes[0].rate',
    'TAX_RATE_REQUIRED',
  ],
  [
    'requires it on the document',
    changed('global_taxes', [{ type: '28', base_amount: 1, amount: 1 }]),
    'global_taxes[0].rate',
    'TAX_RATE_REQUIRED',
  ],
  [
    'requires it in the totals',
    argentine('totals.taxes.0.rate', undefined),
    'totals.taxes[0].rate',
    'TAX_RATE_REQUIRED',
  ],
  [
    'refuses a total that no stamp has room for',
    (issuer) => ({
      ...(withChange(goodsExport(issuer), 'items.0.unit_price', 1e14) as object),
      totals: { sub_total: 1e15, total: 1e15 },
    }),
    'totals.total',
    'AMOUNT_TOO_LARGE',
  ],
  ['knows its currencies', changed('currency.code', 'XYZ'), 'currency.code', 'CURRENCY_NOT_FOUND'],
  [
    'checks the RUT',
    changed('recipient.document_number', '12345678-9'),
    'recipient.document_number',
    'DOCUMENT_NUMBER_INVALID',
  ],
  [
    'checks the CUIT',
    argentine('recipient.document_number', '20123456780'),
    'recipient.document_number',
    'DOCUMENT_NUMBER_INVALID',
  ],
  [
    'knows the subdivisions',
    changed('recipient.address', { state: 'CL-XX' }),
    'recipient.address.state',
    'STATE_NOT_FOUND',
  ],
  [
    'accepts region as the old name of state',
    changed('recipient.address', { region: 'XX' }),
    'recipient.address.region',
    'STATE_NOT_FOUND',
  ],
  [
    'knows the countries',
    changed('recipient.address', { country: 'ZZ' }),
    'recipient.address.country',
    'COUNTRY_NOT_FOUND',
  ],
  [
    'refuses quantities that are not positive',
    changed('items.0.quantity', 0),
    'items[0].quantity',
    'QUANTITY_NOT_POSITIVE',
  ],
  [
    'refuses a discount above its line',
    changed('items.0.discount_amount', 5000),
    'items[0].discount_amount',
    'DISCOUNT_ABOVE_LINE',
  ],
  [
    'checks the lines of a receipt against its total',
    (issuer) => ({
      ...receipt(issuer),
      totals: {
        sub_total: 839_497,
        taxes: [{ type: 'IVA', base_amount: 839_497, rate: 19, amount: 159_504 }],
        total: 999_001,
      },
    }),
    'total',
    'INVOICE_TOTALS_MISMATCH',
  ],
  [
    'checks the lines of an exempt receipt against its total',
    (issuer) => ({
      ...receipt(issuer),
      invoice_type: '41',
      items: [{ quantity: 2, unit_price: 500, description: 'Libro' }],
      totals: { sub_total: 2000, total: 2000 },
    }),
    'total',
    'INVOICE_TOTALS_MISMATCH',
  ],
  [
    'believes no tax that the rate does not make',
    (issuer) => ({
      ...(withChange(receipt(issuer), 'items.0.taxes.0.amount', 998_001) as object),
      totals: {
        sub_total: 1000,
        taxes: [{ type: 'IVA', base_amount: 1000, rate: 19, amount: 998_001 }],
        total: 999_001,
      },
    }),
    'total',
    'INVOICE_TOTALS_MISMATCH',
  ],
  [
    'refuses characters no Chilean document can carry',
    changed('items.0.description', 'Té 🍵'),
    'items[0].description',
    'CHARACTER_NOT_LATIN1',
  ],
  [
    'refuses service periods that end before they start',
    (issuer) => ({
      ...receipt(issuer),
      service_start_date: '2026-02-01',
      service_end_date: '2026-01-01',
    }),
    'service_end_date',
    'DATES_OUT_OF_ORDER',
  ],
  [
    'refuses dates in the future',
    changed('invoice_date', '2999-01-01'),
    'invoice_date',
    'DATE_IN_FUTURE',
  ],
  [
    'wants credit notes to name their document',
    changed('invoice_type', '61'),
    'billing_reference',
    'BILLING_REFERENCE_REQUIRED',
  ],
  [
    'knows its cancellation reasons',
    changed('reason_code', '9'),
    'reason_code',
    'CANCELLATION_REASON_NOT_FOUND',
  ],
  [
    'wants large receipts to name their buyer',
    (issuer) => ({
      ...receipt(issuer),
      items: [{ quantity: 1, unit_price: 6_000_000, description: 'Refrigerador' }],
      totals: { sub_total: 6_000_000, total: 6_000_000 },
    }),
    'recipient.document_number',
    'RECIPIENT_IDENTIFICATION_REQUIRED',
  ],
  [
    'keeps cbu to Argentine class A',
    changed('issuer.tax_information', { cbu: '2850590940090418135201' }),
    'issuer.tax_information.cbu',
    'TAX_INFORMATION_NOT_APPLICABLE',
  ],
  [
    'checks the digits of a cbu',
    argentine('issuer.tax_information', { cbu: '2850590940090418135202' }),
    'issuer.tax_information.cbu',
    'CBU_INVALID',
  ],
  [
    'lets cbu and retention exclude each other',
    argentine('issuer.tax_information', {
      cbu: '2850590940090418135201',
      subject_to_retention: true,
    }),
    'issuer.tax_information.cbu',
    'TAX_INFORMATION_EXCLUSIVE',
  ],
  ...['111', '112'].map(
    (type): Case => [
      `wants the country of a ${type}`,
      (issuer) => ({
        ...(withChange(goodsExport(issuer), 'recipient.address', {}) as object),
        invoice_type: type,
        billing_reference: [{ invoice_type: '110', number: 1 }],
      }),
      'recipient.address.country',
      'COUNTRY_REQUIRED',
    ],
  ),
  [
    'wants the country of an export',
    exported('recipient.address', {}),
    'recipient.address.country',
    'COUNTRY_REQUIRED',
  ],
  [
    'wants it to be another',
    exported('recipient.address.country', 'CL'),
    'recipient.address.country',
    'COUNTRY_NOT_FOREIGN',
  ],
  [
    'knows the customs keys',
    exportInfo((entries) => [...entries, { key: 'transport.colour', value: 'red' }]),
    'additional_export_info[9].key',
    'EXPORT_KEY_UNKNOWN',
  ],
  [
    'wants values of the declared type',
    setInfo('transport.total_packages', 'many'),
    'additional_export_info[7].value',
    'EXPORT_VALUE_INVALID',
  ],
  [
    'wants weights above zero',
    setInfo('transport.gross_weight', '0'),
    'additional_export_info[5].value',
    'EXPORT_VALUE_NOT_POSITIVE',
  ],
  [
    'refuses negative amounts',
    exportInfo((entries) => [...entries, { key: 'transport.freight_amount', value: '-5' }]),
    'additional_export_info[9].value',
    'EXPORT_VALUE_NOT_POSITIVE',
  ],
  [
    'wants the unit of a weight',
    exportInfo((entries) =>
      entries.filter((entry) => entry.key !== 'transport.gross_weight_unit_code'),
    ),
    'additional_export_info',
    'EXPORT_UNIT_REQUIRED',
  ],
  [
    'knows the sales modalities',
    setInfo('transport.sales_modality_code', '7'),
    'additional_export_info[0].value',
    'EXPORT_CODE_NOT_FOUND',
  ],
  [
    'knows the sales clauses',
    setInfo('transport.sales_clause_code', '99'),
    'additional_export_info[1].value',
    'EXPORT_CODE_NOT_FOUND',
  ],
  [
    'knows the transport modes',
    setInfo('transport.transport_mode_code', '2'),
    'additional_export_info[2].value',
    'EXPORT_CODE_NOT_FOUND',
  ],
  [
    'resolves country codes',
    exportInfo((entries) => [
      ...entries,
      { key: 'transport.destination_country_code', value: 'QQ' },
    ]),
    'additional_export_info[9].value',
    'COUNTRY_NOT_FOUND',
  ],
]

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
      (issuer: string) => ({
        ...(withChange(receipt(issuer), 'recipient.address', LONG_CONTACT) as object),
        invoice_type: '33',
      }),
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
