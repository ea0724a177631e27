/**
 * What a client sends, to be read in the OpenAPI document and run by a test: against the companies
 * of a demonstration (`--demo`).
 */

const ISSUER = '76192083-9'

/** A boleta of one line to a buyer nobody asks for his name. */
export const RECEIPT = {
  branch_office: 1,
  invoice_type: '39',
  invoice_date: '2026-11-20',
  external_reference: 'CAJA-1-000042',
  issuer: { legal_name: 'Comercial Demo SpA', document_type: 'RUT', document_number: ISSUER },
  recipient: { legal_name: 'Sin RUT', document_type: 'RUT', document_number: '66666666-6' },
  currency: { code: 'CLP' },
  items: [
    {
      quantity: 1,
      unit_price: 1000,
      description: 'Pan amasado',
      taxes: [{ type: 'IVA', amount: 190, rate: 19 }],
    },
  ],
  totals: {
    sub_total: 1000,
    taxes: [{ type: 'IVA', base_amount: 1000, rate: 19, amount: 190 }],
    total: 1190,
  },
}

export const DESTINATION = {
  url: 'https://hooks.example.com/tax',
  events: ['ISE', 'ENU', 'CER'],
  description: 'Contabilidad',
}

export const REDELIVERY = { since: '2026-11-20T09:00:00-03:00' }

export const COMPANY = {
  name: 'Panadería Los Aromos SpA',
  country: 'CHL' as const,
  document_number: '76543210-3',
  activity: 'Elaboración de pan',
  address: 'Av. Matta 123',
  city: 'Santiago',
  state: 'RM',
  resolution_number: 80,
  resolution_year: 2014,
  certificate: { subject: 'Ana Rojas', serial_number: '1A2B3C', expires_on: '2028-05-31' },
}

/** Of one till: `companies` by the ids that `GET /api/companies` names. */
export const KEY = {
  role: 'MEMBER' as const,
  label: 'Caja 1',
  companies: ['00000000-0000-4000-8000-000000000001'],
}

export const COMPANY_CHANGES = { address: 'Av. Matta 125', city: 'Santiago' }

export const COMPANY_SETTINGS = { is_test: true }

/** One pixel. */
export const LOGO = {
  content:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
}

/** A till more; with `till_id` another computer takes the place of that one. */
export const NEW_TILL = {}
