/**
 * Spec parts 1 and 4 over what is not a document: taxpayers, catalogues, folio ranges, logo,
 * webhooks.
 */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  enumerationPageSchema,
  exportInfoSchema,
  logoSchema,
  taxpayerSchema,
  taxTypeSchema,
} from '#shared/issuing/document-response.ts'
import { webhookSchema } from '#shared/issuing/webhook.ts'
import { formatRut, type Rut } from '#shared/rut/rut.ts'
import { connectedPerFile, receipt } from './contract-world.ts'

const world = connectedPerFile()

describe('taxpayers', () => {
  const companyOf = (country: string) =>
    ({
      CHL: world.issuer,
      ARG: world.argentine?.document_number,
      URY: world.uruguayan?.document_number,
    })[country]
  const dotted = (rut: string) => formatRut(rut as Rut)

  it.for([
    ['CHL', (number: string) => number],
    ['CHL', dotted],
    ['ARG', (number: string) => `${number.slice(0, 2)}-${number.slice(2, 10)}-${number.slice(10)}`],
    ['URY', (number: string) => number],
  ] as const)('knows a taxpayer of %s', async ([country, spelling], context) => {
    const number = companyOf(country)
    if (number === undefined) return context.skip(`needs a company of ${country}`)
    const { status, body } = await world.send(
      'GET',
      `/api/taxpayers/${country}/${spelling(number)}`,
    )
    expect(status).toBe(200)
    expect(taxpayerSchema.parse(body)).toEqual(body)
  })

  it.each([
    ['CHL', '76192083-0'],
    ['ARG', '30712345670'],
    ['URY', '210000000010'],
  ])('checks the digits of %s %s', async (country, number) => {
    expect((await world.send('GET', `/api/taxpayers/${country}/${number}`)).status).toBe(422)
  })

  it('answers 404 for countries and numbers it does not know', async () => {
    expect((await world.send('GET', '/api/taxpayers/FRA/1')).status).toBe(404)
    expect((await world.send('GET', '/api/taxpayers/CHL/11111111-1')).status).toBe(404)
  })
})

describe('catalogues', () => {
  it('lists tax types with their rate source', async () => {
    const types = z.array(taxTypeSchema).parse((await world.send('GET', '/api/tax-types')).body)
    expect(types).toContainEqual(
      expect.objectContaining({ code: 'IVA', id_country: 'CHL', rate_source: 'CATALOG', rate: 19 }),
    )
    expect(types.some((type) => type.rate_source === 'CLIENT' && type.rate === null)).toBe(true)
  })

  it('lists export info of a country, the eight required keys among it', async () => {
    const records = z
      .array(exportInfoSchema)
      .parse((await world.send('GET', '/api/additional-export-info?country=CHL')).body)
    expect(records.map((record) => record.key)).toEqual(
      expect.arrayContaining([
        'transport.sales_modality_code',
        'transport.sales_clause_code',
        'transport.transport_mode_code',
        'transport.port_shipment_code',
        'transport.port_discharge_code',
        'transport.gross_weight',
        'transport.total_packages',
        'transport.packages_type.packages_type_code',
      ]),
    )
    expect((await world.send('GET', '/api/additional-export-info?country=URY')).body).toEqual([])
  })

  it.each([
    'document-types',
    'countries',
    'currencies',
    'measurement-units',
    'payment-types',
    'document-cancellation-reasons',
    'document-reference-types',
    'item-code-types',
    'legal-entities',
    'legal-activities',
    'tax-identification-documents',
    'tax-information',
    'export-payment-methods',
  ])('lists %s as code and description', async (name) => {
    const { status, body } = await world.send('GET', `/api/${name}`)
    expect(status).toBe(200)
    expect(
      z
        .array(z.looseObject({ code: z.string().min(1), description: z.string().min(1) }))
        .parse(body).length,
    ).toBeGreaterThan(0)
  })
})

describe('records the specification names without describing them', () => {
  const list = async (path: string, headers?: Record<string, string>) => {
    const { status, body } = await world.send('GET', path, undefined, headers)
    return { status, records: body as unknown as Record<string, unknown>[] }
  }

  it('lists the users of the client without their secrets, to owners only', async (context) => {
    const { status, records } = await list('/api/users')
    expect(status).toBe(200)
    expect(records).toContainEqual({
      id: expect.any(String),
      name: expect.any(String),
      role: 'OWNER',
      status: 'ACTIVE',
      accessible_company_ids: expect.arrayContaining([world.companyId]),
      created_at: expect.stringMatching(/^\d{4}-/),
    })
    if (world.memberKey === null) return context.skip('needs a member key')
    expect((await list('/api/users', { 'x-api-key': world.memberKey })).status).toBe(403)
  })

  it('lists the settings of the companies a key reaches', async () => {
    const { status, records } = await list('/api/company-settings')
    expect(status).toBe(200)
    expect(records.find(({ id_company }) => id_company === world.companyId)).toMatchObject({
      status: 'ACTIVE',
      resolution_number: expect.any(Number),
      resolution_year: expect.any(Number),
      low_folio_percent: expect.any(Number),
      is_test: expect.any(Boolean),
    })
  })

  it('lists certificates and purchases of the companies a key reaches', async () => {
    expect(
      (await list('/api/certificates')).records.find(
        ({ company_id }) => company_id === world.companyId,
      ),
    ).toMatchObject({ expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
    expect(Array.isArray((await list('/api/purchases')).records)).toBe(true)
  })
})

describe('folio ranges', () => {
  it('are listed in pages, active ones only', async () => {
    const path = `/api/companies/${world.companyId}/enumeration/list`
    const all = enumerationPageSchema.parse((await world.send('GET', path)).body)
    expect(all).toMatchObject({
      current_page: 1,
      per_page: 20,
      last_page: Math.max(1, Math.ceil(all.total / 20)),
    })
    expect(all.data).toHaveLength(Math.min(all.total, 20))
    expect(
      all.data.every((range) => range.status === 'ACT' && range.id_company === world.companyId),
    ).toBe(true)
    const second = enumerationPageSchema.parse(
      (await world.send('GET', `${path}?per_page=2&page=2`)).body,
    )
    expect(second).toMatchObject({
      current_page: 2,
      per_page: 2,
      last_page: Math.ceil(all.total / 2),
    })
    expect(second.data.map((range) => range.id)).toEqual(
      all.data.slice(2, 4).map((range) => range.id),
    )
    expect((await world.send('GET', `${path}?status=AGO`)).body.data).toEqual([])
    expect((await world.send('GET', `${path}?serie=NONE`)).body.data).toEqual([])
    const receipts = enumerationPageSchema.parse(
      (await world.send('GET', `${path}?document_type=39`)).body,
    )
    expect(new Set(receipts.data.map((range) => range.id_document_type))).toEqual(new Set(['39']))
    expect((await world.send('GET', `${path}?per_page=101`)).status).toBe(400)
  })

  it('show the next number to use', async () => {
    const path = `/api/companies/${world.companyId}/enumeration/list?document_type=39`
    const { body } = await world.send('POST', '/api/invoices', receipt(world.issuer))
    const [range] = enumerationPageSchema.parse((await world.send('GET', path)).body).data
    expect(range).toMatchObject({
      id_document_type: '39',
      id_company: world.companyId,
      next_number_to_use: body.number + 1,
    })
  })

  it('of a company out of reach answer 403', async () => {
    expect((await world.send('GET', '/api/companies/none/enumeration/list')).status).toBe(403)
  })
})

describe('logo', () => {
  it('is an address that shows a picture', async (context) => {
    const { status, body } = await world.send('GET', `/api/companies/${world.companyId}/logo`)
    if (status === 404) return context.skip('the company has no logo')
    const { file_url: url } = logoSchema.parse(body)
    const picture = await fetch(url)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  })
})

describe('webhooks', () => {
  const destination = {
    url: 'https://hooks.example.com/tax',
    events: ['ISE', 'ENU'],
    description: 'Contrato',
  }

  it('names its four events', async () => {
    const { body } = await world.send('GET', `/api/companies/${world.companyId}/webhooks/events`)
    expect((body as unknown as { code: string }[]).map((event) => event.code).toSorted()).toEqual([
      'CER',
      'ENU',
      'ISE',
      'REC',
    ])
  })

  it('registers, reads, updates and deletes one destination', async (context) => {
    const path = `/api/companies/${world.companyId}/webhooks`
    if ((await world.send('GET', path)).status === 200)
      return context.skip('the client has a webhook, which is not ours to delete')
    const created = await world.send('POST', path, destination)
    expect(created.status).toBe(201)
    expect(webhookSchema.parse(created.body)).toMatchObject(destination)
    expect((await world.send('GET', path)).body).toMatchObject(destination)
    const updated = await world.send('PUT', path, { ...destination, events: ['REC'] })
    expect(updated.body).toMatchObject({ id: created.body.id, events: ['REC'] })
    expect((await world.send('DELETE', path)).body).toMatchObject({
      id: created.body.id,
      status: 'DELETED',
    })
    expect((await world.send('GET', path)).status).toBe(404)
  })

  it('wants https and known events', async () => {
    const path = `/api/companies/${world.companyId}/webhooks`
    expect(
      (await world.send('POST', path, { ...destination, url: 'http://hooks.example.com' })).status,
    ).toBe(422)
    expect((await world.send('POST', path, { ...destination, events: ['NEW'] })).body.code).toBe(
      'WEBHOOK_EVENT_UNKNOWN',
    )
  })
})
