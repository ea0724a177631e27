/** Documents listed and looked for: the right ones, each once, of nobody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IsoDate } from '#shared/core/brand.ts'
import { companyOf, startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

const OWN = '76192083-9'
const OTHER = '76000006-K'
const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20'] as const
const BUYER = '12345678-5'

let world: InProcessService
beforeAll(async () => {
  world = await startInProcess()
  for (const [at, day] of DAYS.entries())
    for (let sale = 0; sale < 5; sale += 1) await sell(`${day}-${sale}`, { day, at, sale })
  await sell('theirs', { day: DAYS[2], at: 0, sale: 0 }, OTHER)
})
afterAll(() => world.close())

async function sell(
  reference: string,
  { day, at, sale }: { day: string; at: number; sale: number },
  issuer = OWN,
) {
  const line = { name: '=SUMA(1;2)', unitGrossClp: 1_000 + sale * 10, isExempt: sale === 4 }
  const receipt = receiptRequest(reference, [line], day as IsoDate, issuer)
  const named = { legal_name: 'María Pérez', document_type: 'RUT', document_number: '12.345.678-5' }
  const body = {
    ...receipt,
    ...(sale === 1 ? { recipient: named } : {}),
    additional_header_info: [{ key: 'Caja', value: `Caja ${at + 1}` }],
  }
  const answer = await world.post('/api/invoices', JSON.stringify(body))
  expect(answer.status).toBe(201)
  world.clock.advance(1_000)
}
async function get(path: string, key = world.keys.owner) {
  const asked = new Request(`http://127.0.0.1${path}`, { headers: { 'x-api-key': key } })
  const answer = await world.service.handle(asked)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
interface Page {
  readonly code?: string
  readonly data: readonly { readonly external_reference: string; readonly total: number }[]
  readonly next_cursor: string | null
}
async function list(query: string, key?: string): Promise<Page> {
  return JSON.parse((await get(`/api/invoices?issuer=${OWN}&${query}`, key)).text) as Page
}
const found = async (query: string) =>
  (await list(query)).data.map(({ external_reference: reference }) => reference)
const ofDay = (day: string) => [4, 3, 2, 1, 0].map((sale) => `${day}-${sale}`)
const ALL = DAYS.toReversed().flatMap(ofDay)

it('lists all of a company, the last ones first', async () => {
  expect(await found('')).toEqual(ALL)
  expect(await found(`issuer=${OTHER}`)).toEqual(ALL)
  const [last] = (await list('')).data
  expect(last).toMatchObject({
    ...{ invoice_type: 41, number: 3, invoice_date: DAYS[2], status: 'PEN', total: 1_040 },
    ...{ recipient_document_number: null, till: 'Caja 3', track_id: null },
  })
})

it.each([
  [`from=${DAYS[1]}&to=${DAYS[1]}`, ofDay(DAYS[1])],
  [`from=${DAYS[1]}`, [...ofDay(DAYS[2]), ...ofDay(DAYS[1])]],
  ['to=2026-11-17', []],
  ['status=PEN', ALL],
  ['status=APR', []],
  ['document_type=41', DAYS.toReversed().map((day) => `${day}-4`)],
  ['document_type=33', []],
  [`recipient=${BUYER}`, DAYS.toReversed().map((day) => `${day}-1`)],
  ['recipient=12.345.678-5', DAYS.toReversed().map((day) => `${day}-1`)],
  ['recipient=66666666-6', ALL.filter((reference) => !reference.endsWith('-1'))],
  ['total=1020', DAYS.toReversed().map((day) => `${day}-2`)],
  ['total=1020.5', []],
  ['till=Caja%202', ofDay(DAYS[1])],
  ['till=caja%202', []],
  [`external_reference=${DAYS[0]}-3`, [`${DAYS[0]}-3`]],
  ['external_reference=theirs', []],
  [`till=Caja%201&total=1010&recipient=${BUYER}&status=PEN`, [`${DAYS[0]}-1`]],
])('finds by %s what fits, and nothing else', async (query, references) => {
  expect(await found(query)).toEqual(references)
})

describe('page after page', () => {
  it.each([1, 4, 5, 15, 100])('of %i each is there once, in order', async (size) => {
    const seen: string[] = []
    let cursor: string | null = ''
    for (let page = 0; cursor !== null; page += 1) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`
      const { data, next_cursor: next } = await list(`per_page=${size}${after}`)
      expect(data.length).toBeLessThanOrEqual(size)
      seen.push(...data.map(({ external_reference: reference }) => reference))
      cursor = next
      expect(page).toBeLessThan(20)
    }
    expect(seen).toEqual(ALL)
  })

  it('what is issued meanwhile does not move what is left', async () => {
    const { next_cursor: next } = await list('per_page=5')
    await sell('meanwhile', { day: DAYS[2], at: 0, sale: 0 })
    expect(await found(`per_page=100&cursor=${next}`)).toEqual(ALL.slice(5))
    await world.storage.write((db) =>
      db.deleteFrom('documents').where('external_reference', '=', 'meanwhile').execute(),
    )
  })
})

it.each([
  ['per_page=101', 'per_page'],
  ['per_page=0', 'per_page'],
  ['per_page=1e99', 'per_page'],
  ['from=ayer', 'from'],
  ['from=2026-02-30', 'from'],
  ['status=apr', 'status'],
  ['total=-1', 'total'],
  ['total=NaN', 'total'],
  ['total=1e300', 'total'],
  [`till=${'x'.repeat(101)}`, 'till'],
  [`external_reference=${'x'.repeat(101)}`, 'external_reference'],
  ['cursor=x', 'cursor'],
  ['cursor=W10', 'cursor'],
  [`cursor=${Buffer.from(`["${DAYS[0]}",1e400,"x"]`).toString('base64url')}`, 'cursor'],
  [`cursor=${'x'.repeat(400)}`, 'cursor'],
  ['form=2026-11-20', 'form'],
  ["status=PEN' OR 1=1 --", 'status'],
])(
  'a list by %s is refused with the word, instead of a list of everything',
  async (query, name) => {
    const { status, text } = await get(`/api/invoices?issuer=${OWN}&${query}`)
    expect([status, text]).toEqual([400, expect.stringContaining(`"field":"${name}"`)])
  },
)

it("another client's, another company's and nobody's documents are not there", async () => {
  const { id } = await companyOf(world.storage, OTHER)
  const { member } = world.keys
  for (const [query, code] of [
    [`company_id=${id}`, 'COMPANY_NOT_ACCESSIBLE'],
    [`issuer=${OTHER}`, 'COMPANY_NOT_ACCESSIBLE'],
    ['issuer=11111111-1', 'COMPANY_NOT_ACCESSIBLE'],
    ["issuer=' OR 1=1", 'COMPANY_NOT_ACCESSIBLE'],
    ['company_id=%25', 'COMPANY_NOT_ACCESSIBLE'],
  ]) {
    for (const path of ['/api/invoices', '/api/invoices.csv', '/api/invoices/by-reference/theirs'])
      expect((await get(`${path}?${query}`, member)).text).toContain(code)
  }
  expect((await get('/api/invoices')).text).toContain('COMPANY_REQUIRED')
  expect((await list('', member)).data).toHaveLength(ALL.length)
  // A cursor says where, not whose.
  const theirs = JSON.parse((await get(`/api/invoices?company_id=${id}`)).text) as Page
  expect(theirs.data).toHaveLength(1)
  const { next_cursor: next } = await list('per_page=1')
  expect((await get(`/api/invoices?issuer=${OTHER}&cursor=${next}`, member)).status).toBe(403)
})

it('both series of a letter stand in one list, in order, page after page', async () => {
  const made = await world.storage.write(async (db) => {
    const row = await db.selectFrom('documents').selectAll().limit(1).executeTakeFirstOrThrow()
    const { id } = await db
      .selectFrom('companies')
      .select('id')
      .where('country', '=', 'ARG')
      .executeTakeFirstOrThrow()
    for (let at = 1; at <= 7; at += 1) {
      const own = { id: `arg-${at}` as never, company_id: id, external_reference: `arg-${at}` }
      const code = at % 3 === 0 ? 51 : 1
      const facts = { document_code: code, invoice_type: 'FCA', created_at_ms: at as never }
      await db
        .insertInto('documents')
        .values({ ...row, ...own, ...facts, number: at })
        .execute()
    }
    return id
  })
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const query = `company_id=${made}&document_type=FCA&per_page=3${after}`
    const page = JSON.parse((await get(`/api/invoices?${query}`)).text) as Page
    seen.push(...page.data.map(({ external_reference: reference }) => reference))
    cursor = page.next_cursor
  }
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((at) => `arg-${at}`))
  await world.storage.write((db) =>
    db.deleteFrom('documents').where('company_id', '=', made).execute(),
  )
})

it('the same as a table, in which no cell is a formula', async () => {
  await sell('=1+1', { day: DAYS[2], at: 0, sale: 0 })
  const { headers, text } = await get(`/api/invoices.csv?issuer=${OWN}&per_page=2`)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head = '', first = '', second = '', end] = text.split('\r\n')
  expect(head).toContain('id;company_id;invoice_type;serie;number;invoice_date')
  expect(first).toContain(";'=1+1;")
  expect(second).toContain(`;${DAYS[2]}-4;`)
  expect(end).toBe('')
  const next = headers.get('x-next-cursor')
  const rest = await get(`/api/invoices.csv?issuer=${OWN}&cursor=${next}`)
  expect(rest.text.split('\r\n')).toHaveLength(ALL.length + 1)
  expect(rest.headers.get('x-next-cursor')).toBeNull()
})

it('whether a document is there by its reference is one question', async () => {
  const path = `/api/invoices/by-reference/${DAYS[1]}-2`
  const there = await get(`${path}?issuer=76.192.083-9`)
  expect([there.status, JSON.parse(there.text)]).toEqual([
    200,
    expect.objectContaining({ external_reference: `${DAYS[1]}-2`, total: 1_020, number: 7 }),
  ])
  expect((await get(path, world.keys.member)).text).toBe(there.text)
  expect((await get('/api/invoices/by-reference/theirs', world.keys.member)).status).toBe(404)
  expect((await get('/api/invoices/by-reference/%2F', world.keys.member)).status).toBe(404)
  expect((await get(`${path}?isuer=${OWN}`)).status).toBe(400)
})

it('each state is found as documents go their way', async () => {
  world.clock.advance(10_000)
  await world.service.settle()
  const mixed = await found('status=PEN')
  expect(mixed).toEqual([])
  world.clock.advance(10_000)
  await world.service.settle()
  expect((await found('status=APR&per_page=100')).length).toBe(ALL.length + 1)
})
