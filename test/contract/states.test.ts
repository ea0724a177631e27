/**
 * Spec part 3: what moves a document, numbers it and lets it be issued. Needs the service's sandbox
 * switch.
 */
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { decode, decodePicture, rasterize } from '../support/paper-raster.ts'
import { argentineInvoice, newReference, today } from './contract-world.ts'
import { bread, connectSandbox } from './sandbox-world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const { world, send, advance, request, issue, noteOver, statusOf } = await connectSandbox()
const { companyId: company } = world

afterAll(() => world.close())

afterEach(async () => {
  if (world.hasSandbox) await send('POST', '/sandbox/reset', {})
})

describe.skipIf(!world.hasSandbox)('needs --sandbox: states', () => {
  it('goes from pending to sent to approved', async () => {
    const body = await issue()
    expect(await statusOf(body.id)).toBe('PEN')
    await advance(600_001)
    expect(await statusOf(body.id)).toBe('EMS')
    expect((await send('GET', `/api/invoices/by-id/${body.id}`)).body).toMatchObject({
      track_id: expect.any(Number) as number,
      number: body.number,
    })
    expect((await send('GET', `/api/invoices/by-id/${body.id}`)).body).toMatchObject({ cae: null })
    await advance(2_000)
    const approved = (await send('GET', `/api/invoices/by-id/${body.id}`)).body
    expect(approved).toMatchObject({
      status: 'APR',
      cae: expect.any(Number) as number,
      cae_expiration_date: null,
    })
    expect(approved['cae']).toBe(approved['track_id'])
  })

  it('ends as rejected when the authority says so', async () => {
    await send('POST', '/sandbox/authority', { verdict: 'RCH' })
    const body = await issue()
    await advance(600_001)
    await advance(2_000)
    expect(await statusOf(body.id)).toBe('RCH')
  })

  it('waits in pending while the authority cannot be reached', async () => {
    await send('POST', '/sandbox/authority', { reachable: false })
    const body = await issue()
    await advance(HOUR_MS)
    expect(await statusOf(body.id)).toBe('PEN')
    await send('POST', '/sandbox/authority', { reachable: true })
    await advance(HOUR_MS)
    await advance(HOUR_MS)
    expect(await statusOf(body.id)).toBe('APR')
  })

  it('sends a credit note after the document it is about, and then like any other', async () => {
    const sold = await issue()
    await send('POST', '/sandbox/authority', { reachable: false })
    for (let outage = 0; outage < 5; outage += 1) await advance(600_001)
    const note = (await send('POST', '/api/invoices', noteOver(sold))).body
    expect(note).toMatchObject({
      invoice_type: 61,
      status: 'PEN',
      number: expect.any(Number) as number,
    })
    // Tried once more in vain, the receipt waits five minutes; the note is due before that.
    await advance(590_000)
    await send('POST', '/sandbox/authority', { reachable: true })
    await advance(11_000)
    expect([await statusOf(sold.id), await statusOf(note.id)]).toEqual(['PEN', 'PEN'])
    for (let round = 0; round < 4; round += 1) await advance(300_001)
    expect([await statusOf(sold.id), await statusOf(note.id)]).toEqual(['APR', 'APR'])
  })

  it('lets another note take the place of one that the authority rejected', async () => {
    const sold = await issue()
    await advance(600_001)
    await advance(2_000)
    await send('POST', '/sandbox/authority', { verdict: 'RCH' })
    const rejected = (await send('POST', '/api/invoices', noteOver(sold))).body
    expect((await send('POST', '/api/invoices', noteOver(sold))).body.code).toBe(
      'CREDIT_ABOVE_DOCUMENT',
    )
    await advance(600_001)
    await advance(2_000)
    expect(await statusOf(rejected.id)).toBe('RCH')
    expect((await send('POST', '/api/invoices', noteOver(sold))).status).toBe(201)
  })

  it('deletes only what is pending, and never uses its folio again', async () => {
    const body = await issue()
    const deleted = await send('DELETE', `/api/invoices/39/${body.number}`)
    expect(deleted).toMatchObject({ status: 200, body: { id: body.id, status: 'DELETED' } })
    const again = await send('DELETE', `/api/invoices/39/${body.number}`)
    expect(again).toMatchObject({ status: 409, body: { code: 'DOCUMENT_NOT_PENDING' } })
    expect((await issue()).number).toBe(body.number + 1)
  })

  it('numbers in Argentina only when the authority does', async (context) => {
    const { argentine } = world
    if (argentine === null) return context.skip('needs an Argentine company')
    const create = (information: object = {}) =>
      send('POST', '/api/invoices', argentineInvoice(argentine.document_number, information))
    const { body } = await create()
    expect(body).toMatchObject({ number: null, status: 'PEN', invoice_type: 1 })
    const retained = await create({ subject_to_retention: true })
    await advance(600_001)
    const byId = async (id: string) => (await send('GET', `/api/invoices/by-id/${id}`)).body
    const [ordinary, own] = [await byId(body.id), await byId(retained.body.id)]
    expect(ordinary).toMatchObject({
      number: expect.any(Number) as number,
      status: 'EMS',
      cae: expect.any(Number) as number,
    })
    expect(own).toMatchObject({ number: expect.any(Number) as number, invoice_type: 51 })
    expect(ordinary['cae_expiration_date']).toMatch(/^\d{4}-\d\d-\d\d$/)
    const [code] = await decodePicture(Buffer.from(String(ordinary['qr_code']), 'base64'), 'QRCode')
    const address = new URL(Buffer.from(code ?? []).toString())
    expect(
      JSON.parse(Buffer.from(address.searchParams.get('p') ?? '', 'base64').toString()),
    ).toMatchObject({
      cuit: Number(argentine.document_number),
      tipoCmp: 1,
      nroCmp: ordinary.number,
      codAut: ordinary['cae'],
      importe: 1210,
    })
    const pdf = await send(
      'GET',
      `/api/invoices/FCA/${ordinary.number}/download-base64/58mm?company_id=${argentine.id}`,
    )
    const [paper] = await rasterize(Buffer.from(pdf.body.content, 'base64'))
    expect(paper && (await decode(paper, 'QRCode'))).toEqual([code])
  })
})

describe.skipIf(!world.hasSandbox)('needs --sandbox: folio ranges', () => {
  it('goes on with the next range, then waits without a folio until there is one', async (context) => {
    const { other } = world
    if (other === null) return context.skip('needs a second Chilean company')
    const folios = `/sandbox/companies/${other.id}/folios`
    await send('POST', folios, { document_type: 39, leave: 1, add: 1 })
    const [first, second] = [await issue(other.document_number), await issue(other.document_number)]
    expect(second.number).toBe(first.number + 1)
    const waiting = await issue(other.document_number)
    expect(waiting.number).toBeNull()
    const listed = await send('GET', `/api/companies/${other.id}/enumeration/list?document_type=39`)
    expect(listed.body).toMatchObject({ data: [], total: 0, last_page: 1 })
    await send('POST', folios, { document_type: 39, add: 1_000 })
    await advance(600_001)
    expect((await send('GET', `/api/invoices/by-id/${waiting.id}`)).body.number).toBe(
      second.number + 1,
    )
  })
})

describe.skipIf(!world.hasSandbox)('needs --sandbox: companies that may not issue', () => {
  const validate = async () => send('POST', '/api/invoices/validate?apiKey={}', request())

  it('are refused while suspended, 400 in both places', async () => {
    await send('POST', `/sandbox/companies/${company}`, { status: 'SUSPENDED' })
    const answers = [await validate(), await send('POST', '/api/invoices', request())]
    await send('POST', `/sandbox/companies/${company}`, { status: 'ACTIVE' })
    expect(answers.map((answer) => answer.status)).toEqual([400, 400])
    expect(answers[0]?.body.validation_errors.map((error) => error.code)).toEqual([
      'COMPANY_SUSPENDED',
    ])
    expect((await validate()).body).toEqual({ valid: true })
  })

  it('are refused without a valid certificate', async () => {
    await send('POST', `/sandbox/companies/${company}`, { certificate_expires_in_days: -1 })
    const answers = [await validate(), await send('POST', '/api/invoices', request())]
    await send('POST', `/sandbox/companies/${company}`, { certificate_expires_in_days: 400 })
    expect(answers[0]).toMatchObject({
      status: 200,
      body: { valid: false, validation_errors: [{ code: 'CERTIFICATE_NOT_FOUND' }] },
    })
    expect(answers[1]).toMatchObject({ status: 422, body: { code: 'CERTIFICATE_NOT_FOUND' } })
  })
})

describe.skipIf(!world.hasSandbox)('needs --sandbox: series of Argentina', () => {
  it.for([
    ['FCA', 51],
    ['NDA', 52],
    ['NCA', 53],
  ] as const)('%s of an issuer subject to retention is a %i', async ([type, code], context) => {
    const { argentine } = world
    if (argentine === null) return context.skip('needs an Argentine company')
    const document = {
      ...argentineInvoice(argentine.document_number, { subject_to_retention: true }),
      invoice_type: type,
      ...(type === 'FCA' ? {} : { billing_reference: [{ invoice_type: 'FCA', number: 1 }] }),
    }
    expect((await send('POST', '/api/invoices', document)).body).toMatchObject({
      invoice_type: code,
      number: null,
    })
    const ordinary = {
      ...document,
      external_reference: newReference(),
      issuer: argentineInvoice(argentine.document_number, { cbu: '2850590940090418135201' }).issuer,
    }
    expect((await send('POST', '/api/invoices', ordinary)).body).toMatchObject({
      invoice_type: code - 50,
    })
  })
})

describe.skipIf(!world.hasSandbox)('needs --sandbox: ranges that ended', () => {
  it.for(['VEN', 'ANU'])(
    'are neither listed nor used when they are %s',
    async (status, context) => {
      const { other } = world
      if (other === null) return context.skip('needs a second Chilean company')
      const type = status === 'VEN' ? 56 : 61
      await send('POST', `/sandbox/companies/${other.id}/folios`, { document_type: type, status })
      const listed = await send(
        'GET',
        `/api/companies/${other.id}/enumeration/list?document_type=${type}`,
      )
      expect(listed.body.data).toEqual([])
      const note = {
        ...request(bread, other.document_number),
        invoice_type: String(type),
        billing_reference: [{ invoice_type: '39', number: 1, invoice_date: today() }],
      }
      expect((await send('POST', '/api/invoices', note)).body).toMatchObject({
        number: null,
        status: 'PEN',
      })
    },
  )

  it('expire by themselves after their last day', async (context) => {
    const { other } = world
    if (other === null) return context.skip('needs a second Chilean company')
    const folios = `/sandbox/companies/${other.id}/folios`
    const list = async () =>
      (await send('GET', `/api/companies/${other.id}/enumeration/list?document_type=46`)).body[
        'total'
      ]
    await send('POST', folios, { document_type: 46, leave: 0, add: 5 })
    await send('POST', folios, { document_type: 46, date_end: today() })
    expect(await list()).toBe(1)
    await advance(2 * DAY_MS)
    await send('POST', '/sandbox/settle', {})
    expect(await list()).toBe(0)
  })
})
