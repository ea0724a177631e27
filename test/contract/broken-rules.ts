/** Every rule of the contract, and a document that breaks it. */
import {
  type Case,
  withChange,
  changed,
  exported,
  argentine,
  exportInfo,
  setInfo,
  LONG_MAIL,
} from './changed-documents.ts'
import { goodsExport, receipt } from './contract-world.ts'

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

export const CASES: readonly Case[] = [
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
  ...['33', '34'].map(
    (type): Case => [
      `wants a ${type} to name its buyer`,
      (issuer) => ({
        ...receipt(issuer),
        invoice_type: type,
        items: [{ quantity: 1, unit_price: 1_000, description: 'Libro' }],
        totals: { sub_total: 1_000, total: 1_000 },
      }),
      'recipient.document_number',
      'INVOICE_RECIPIENT_REQUIRED',
    ],
  ),
  [
    'keeps cbu to Argentine class A',
    changed('issuer.tax_information', { cbu: '2850590940090418135201' }),
    'issuer.tax_information.cbu',
    'TAX_INFORMATION_NOT_APPLICABLE',
  ],
  ...['1'.repeat(21), '1'.repeat(23), 'x'.repeat(22), '١'.repeat(22), ''].map(
    (cbu): Case => [
      `wants a cbu of 22 digits, not «${cbu}»`,
      argentine('issuer.tax_information', { cbu }),
      'issuer.tax_information.cbu',
      'CBU_INVALID',
    ],
  ),
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
