/** Tills of one shop over real HTTP: how they join it, share, wait for each other, and leave. */
import { gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../test/support/wait-for.ts'
import {
  changesAnswer,
  CHANGES_MAX,
  EDITS_BYTES_MAX,
  EDITS_MAX,
  editsAnswer,
  KINDS_HEADER,
  pairAnswer,
  PAIRING_CODE_MS,
  type Changes,
} from '#shared/fleet/contract.ts'
import { FIRST_KINDS } from '#shared/fleet/shared-records.ts'
import {
  companyOf,
  startInProcess,
  type InProcessService,
} from '../../../test/integration/service-in-process.ts'
import { must } from '../../../test/support/must.ts'
import { WAITING_OF_TILL_MAX, WAITING_PER_SHOP_MAX } from '../fleet/news.ts'
import { listen, type ListeningServer } from '../server.ts'
import { PAIRINGS_PER_MINUTE } from './fleet.ts'

let world: InProcessService
let server: ListeningServer
let shop: string
beforeEach(async () => {
  world = await startInProcess()
  server = must(await listen((asked, env) => world.service.handle(asked, env), 0))
  shop = (await companyOf(world.storage)).id
})
afterEach(async () => {
  world.service.beginEnd()
  await server.close()
  await world.close()
})

type Headers = Record<string, string>
async function send(method: string, path: string, body?: object | string, headers: Headers = {}) {
  const answer = await fetch(`${server.baseUrl}/api/fleet/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, answer }
}
const owner = (method: string, path: string, body?: object) =>
  send(method, `${path}?company_id=${shop}`, body, { 'x-api-key': world.keys.owner })
async function newCode(body: object = {}): Promise<string> {
  return String((await owner('POST', 'codes', body)).body['code'])
}
const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  [status, body['code']] as const

interface Till {
  readonly id: string
  readonly number: number
  readonly headers: Headers
}
async function join(installation: string, code?: string): Promise<Till> {
  const asked = { code: code ?? (await newCode()), installation_id: installation, name: 'Caja' }
  const { status, body } = await send('POST', 'pair', asked)
  expect(status, JSON.stringify(body)).toBe(201)
  const { till_id: id, number, till_key: key } = pairAnswer.parse(body)
  return { id, number, headers: { 'x-till-key': key, 'x-installation': installation } }
}
const A = 'installation-a'
const B = 'installation-b'
const C = 'installation-c'
const category = (name: string, hue = 1) => ({ name, hue, position: 1 })
let edits = 0
const edit = (id: string, fields: object, more: object = {}) => ({
  ...{ edit_id: `e${(edits += 1)}`, kind: 'category', id, fields },
  ...{ is_deleted: false, age_ms: 0, heard_version: 0, ...more },
})
async function take(till: Till, ...said: object[]) {
  const { status, body } = await send('POST', 'edits', { edits: said }, till.headers)
  expect(status, JSON.stringify(body)).toBe(200)
  return editsAnswer.parse(body).results
}
const asked = (till: Till, after: number, more = '') =>
  send('GET', `changes?after=${after}${more}`, undefined, till.headers)
async function changes(till: Till, after: number, more = ''): Promise<Changes> {
  const { status, body } = await asked(till, after, more)
  expect(status, JSON.stringify(body)).toBe(200)
  return changesAnswer.parse(body)
}

describe('a till joins', () => {
  it('by a code, in any spelling, once and within an hour', async () => {
    const code = await newCode()
    const said = { code: ` ${code.toLowerCase()} `, installation_id: A, name: 'Caja 1' }
    const first = await send('POST', 'pair', { ...said, branch: 'Centro' })
    expect(first.body).toMatchObject({
      ...{ number: 1, name: 'Caja 1', branch: 'Centro', shop_id: shop, rut: '76192083-9' },
    })
    const invalid = [403, 'PAIRING_CODE_INVALID']
    expect(codeOf(await send('POST', 'pair', { ...said, installation_id: B }))).toEqual(invalid)
    const late = await newCode()
    world.clock.advance(PAIRING_CODE_MS)
    for (const wrong of [late, 'ABCDE-FGHJK', ''])
      expect(codeOf(await send('POST', 'pair', { ...said, code: wrong }))).toEqual(invalid)
    const stored = JSON.stringify(
      await world.storage.read.selectFrom('fleet_codes').selectAll().execute(),
    )
    expect(stored).not.toContain(late.replace('-', ''))
  })

  it('after so many codes of a visitor only in the next minute', async () => {
    const said = { code: 'ABCDEFGHJK', installation_id: A, name: 'x' }
    for (let n = 0; n < PAIRINGS_PER_MINUTE; n += 1)
      expect((await send('POST', 'pair', said)).status).toBe(403)
    const over = await send('POST', 'pair', { ...said, code: await newCode() })
    expect(codeOf(over)).toEqual([429, 'RATE_LIMITED'])
    expect(over.answer.headers.get('retry-after')).toBe('60')
    world.clock.advance(60_000)
    await join(A)
  })

  it('once with each installation, and takes the place of another by its code', async () => {
    const lost = await join(A)
    // Its answer, or its key, was lost: the same till with another key.
    const first = await join(A)
    expect([first.id, first.number]).toEqual([lost.id, 1])
    const third = await join(C)
    const other = { installation_id: C, code: await newCode({ till_id: first.id }), name: 'x' }
    expect(codeOf(await send('POST', 'pair', other))).toEqual([409, 'INSTALLATION_PAIRED'])
    await owner('PUT', `tills/${third.id}`, { is_retired: true })
    const next = await join(B, await newCode({ till_id: first.id }))
    expect([next.id, next.number]).toEqual([first.id, first.number])
    world.clock.advance(1_000)
    expect(codeOf(await asked(first, 0))).toEqual([403, 'TILL_KEY_REQUIRED'])
    expect((await changes(next, 0)).records).toEqual([])
    const renewed = await join(B, await newCode({ till_id: first.id }))
    expect(renewed.number).toBe(1)
    expect((await join(A)).number).toBe(3)
    expect(codeOf(await owner('POST', 'codes', { till_id: 'nobody' }))).toEqual([
      404,
      'TILL_NOT_FOUND',
    ])
  })

  it('of many with one code only one does, and numbers have no gap', async () => {
    const codes = await Promise.all([newCode(), newCode(), newCode()])
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) =>
        send('POST', 'pair', { code: codes[n % 3], installation_id: `install-${n}`, name: 'x' }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 403, 403, 403])
    const numbers = answers.flatMap(({ body }) => body['number'] ?? [])
    expect(numbers.toSorted()).toEqual([1, 2, 3])
  })

  it('is seen, renamed and retired by its company alone', async () => {
    const [till, other] = [await join(A), await join(B)]
    await changes(till, 0)
    // Written down behind the request, with whoever else was seen.
    await world.service.settle()
    const { body } = await owner('PUT', `tills/${till.id}`, { name: 'Caja X' })
    expect(body).toMatchObject({ name: 'Caja X', seen_at_ms: world.clock.now() })
    const { status } = await send(
      ...(['PUT', `tills/${till.id}?issuer=96874030-K`, { is_retired: true }] as const),
      { 'x-api-key': world.keys.owner },
    )
    expect(status).toBeGreaterThanOrEqual(403)
    expect((await owner('PUT', `tills/${till.id}`, { is_retired: true })).status).toBe(200)
    expect(codeOf(await asked(till, 0))).toEqual([403, 'TILL_KEY_REQUIRED'])
    const seen = await send('GET', 'tills', undefined, other.headers)
    expect(seen.body['data']).toEqual((await owner('GET', 'tills')).body['data'])
    expect(seen.body['data']).toMatchObject([
      { number: 1, retired_at_ms: world.clock.now() },
      { number: 2, retired_at_ms: null },
    ])
    expect(codeOf(await owner('PUT', `tills/${till.id}`, { name: 'x' }))).toEqual([
      404,
      'TILL_NOT_FOUND',
    ])
    expect((await join(A)).number).toBe(3)
  })
})

describe('a key of a till', () => {
  it('is asked for, is good at its own installation, and is no API key', async () => {
    const till = await join(A)
    const api = { 'x-api-key': world.keys.owner }
    for (const headers of [{}, api, { ...till.headers, 'x-till-key': 'mst_x' }])
      expect(codeOf(await send('GET', 'changes?after=0', undefined, headers))).toEqual([
        403,
        'TILL_KEY_REQUIRED',
      ])
    const copied = { ...till.headers, 'x-installation': B }
    expect(codeOf(await send('GET', 'changes?after=0', undefined, copied))).toEqual([
      409,
      'TILL_ELSEWHERE',
    ])
    const key = till.headers['x-till-key'] ?? ''
    for (const path of ['companies', 'invoices', 'fleet/codes', `fleet/tills/${till.id}`]) {
      const headers = { 'x-api-key': key }
      expect((await fetch(`${server.baseUrl}/api/${path}`, { headers })).status).toBe(401)
    }
  })
})

describe('what is shared', () => {
  it('goes up once and comes down to everybody', async () => {
    const [one, two] = [await join(A), await join(B)]
    const made = edit('c1', category('Pan'))
    const first = await take(one, made)
    expect(await take(one, made)).toEqual(first)
    expect(await changes(two, 0)).toEqual({
      ...{
        version: 1,
        epoch: expect.any(String),
        has_more: false,
        key_issues: true,
        overruled: [],
        stock: [],
      },
      ...{ counted: [], parked: [], worths: [], kinds: [...FIRST_KINDS] },
      records: [
        { kind: 'category', id: 'c1', version: 1, fields: category('Pan'), is_deleted: false },
      ],
    })
    world.clock.advance(60_000)
    // Both without a network: who was later has it, and the other one is told.
    await take(two, edit('c1', { hue: 7 }, { age_ms: 1_000 }))
    const [late] = await take(one, edit('c1', { hue: 3 }, { age_ms: 30_000, heard_version: 1 }))
    expect(late?.lost).toEqual([{ field: 'hue', value: 7, reason: 'LATER', by: 2 }])
    expect((await changes(one, 1)).overruled).toMatchObject([
      { field: 'hue', lost: 1, won: 7, by: 2 },
    ])
    const [same] = await take(two, edit('c9', category('PAN', 5)))
    expect(same).toMatchObject({ outcome: 'same_as', same_as: 'c1' })
    world.clock.advance(1)
    await take(one, edit('c1', {}, { is_deleted: true }))
    expect((await changes(two, 2)).records).toMatchObject([
      { id: 'c1', fields: {}, is_deleted: true },
    ])
    expect(codeOf(await asked(two, 99))).toEqual([409, 'VERSION_AHEAD'])
  })

  it('is told of the kinds a till knows, and passes by the others', async () => {
    const [one, two] = [await join(A), await join(B)]
    await take(one, edit('c1', category('Pan')), {
      ...edit('l1', { name: 'Mayorista', is_archived: false }),
      kind: 'price_list',
    })
    const knowing = (kinds: string) =>
      changes({ ...two, headers: { ...two.headers, [KINDS_HEADER]: kinds } }, 0)
    expect(await knowing('price_list of-tomorrow')).toMatchObject({
      ...{ version: 2, has_more: false, kinds: ['price_list'] },
      records: [{ kind: 'price_list', id: 'l1' }],
    })
    expect(await knowing('')).toMatchObject({ version: 2, kinds: [], records: [] })
    expect((await changes(two, 0)).records).toMatchObject([{ kind: 'category' }])
  })

  it('is refused whole where its shape or size is wrong', async () => {
    const till = await join(A)
    const many = { edits: Array.from({ length: EDITS_MAX + 1 }, () => edit('c1', {})) }
    expect((await send('POST', 'edits', many, till.headers)).status).toBe(422)
    const large = JSON.stringify({ edits: [edit('c1', { name: 'x'.repeat(EDITS_BYTES_MAX) })] })
    expect((await send('POST', 'edits', large, till.headers)).status).toBe(413)
    for (const said of [{}, { edits: [{}] }, { edits: [edit('c1', {}, { age_ms: -1 })] }])
      expect((await send('POST', 'edits', said, till.headers)).status).toBeLessThan(423)
    const long = { code: 'x'.repeat(5_000), installation_id: A, name: 'x' }
    expect((await send('POST', 'pair', long)).status).toBe(413)
    for (const query of ['', '&limit=0', `&limit=${CHANGES_MAX + 1}`, '&wait_ms=60000'])
      expect((await asked(till, query === '' ? -1 : 0, query)).status).toBe(400)
  })

  it('comes down packed to who asks for it', async () => {
    const till = await join(A)
    await take(till, ...Array.from({ length: 300 }, (_, n) => edit(`c${n}`, category(`Pan ${n}`))))
    const packed = await asGzip(till, 0)
    expect(packed.encoding).toBe('gzip')
    const text = gunzipSync(packed.bytes).toString()
    expect(changesAnswer.parse(JSON.parse(text)).records).toHaveLength(300)
    expect(packed.bytes.length).toBeLessThan(text.length / 4)
    const { version } = changesAnswer.parse(JSON.parse(text))
    await take(till, edit('c1', category('Té')))
    const short = await asGzip(till, version)
    expect([
      short.encoding,
      changesAnswer.parse(JSON.parse(`${short.bytes}`)).records,
    ]).toMatchObject([undefined, [{ id: 'c1' }]])
  })

  /** As a till asks, its bytes as they come. */
  function asGzip(till: Awaited<ReturnType<typeof join>>, after: number) {
    const headers = { ...till.headers, 'accept-encoding': 'gzip' }
    return new Promise<{ encoding: unknown; bytes: Buffer }>((resolve) => {
      request(`${server.baseUrl}/api/fleet/changes?after=${after}`, { headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ encoding: answer.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
        )
      }).end()
    })
  }
})

describe('a till that waits', () => {
  const WAIT = '&wait_ms=25000'
  /** Until so many of them hold their question open. */
  const waiting = (count: number) =>
    waitFor(async () => {
      const answer = await fetch(`${server.baseUrl}/metrics`)
      const [, said = ''] = /meson_fleet_waiting (\d+)/.exec(await answer.text()) ?? []
      expect(Number(said)).toBe(count)
    })

  it('hears of a change as soon as it is there, and inside no door meanwhile', async () => {
    const [one, two] = [await join(A), await join(B)]
    const news = changes(two, 0, WAIT)
    await waiting(1)
    const figures = await (await fetch(`${server.baseUrl}/metrics`)).text()
    expect(figures).toContain('meson_door_inside{door="reading"} 0')
    await take(one, edit('c1', category('Pan')))
    expect((await news).records).toMatchObject([{ id: 'c1' }])
    await waiting(0)
    expect(await changes(two, 1, '&wait_ms=1')).toMatchObject({ version: 1, records: [] })
  })

  it('is answered at the end, and when it was retired it is not told the news', async () => {
    const [one, two] = [await join(A), await join(B)]
    const news = asked(two, 0, WAIT)
    await waiting(1)
    await owner('PUT', `tills/${two.id}`, { is_retired: true })
    await take(one, edit('c1', category('Pan')))
    expect(codeOf(await news)).toEqual([403, 'TILL_KEY_REQUIRED'])
    const last = changes(one, 1, WAIT)
    await waiting(1)
    world.service.beginEnd()
    expect(await last).toMatchObject({ version: 1, records: [], has_more: false })
  })

  it('gives its place back when it goes, and beyond so many of a shop none waits', async () => {
    const gone = new AbortController()
    const many: Promise<unknown>[] = []
    for (let at = 0; many.length < WAITING_PER_SHOP_MAX; at += 1) {
      if (at > 0 && at % PAIRINGS_PER_MINUTE === 0) world.clock.advance(60_000)
      const { headers } = await join(`installation-${at}`)
      for (let each = 0; each < WAITING_OF_TILL_MAX; each += 1)
        many.push(
          fetch(`${server.baseUrl}/api/fleet/changes?after=0${WAIT}`, {
            ...{ headers, signal: gone.signal },
          }).catch(() => null),
        )
    }
    await waiting(WAITING_PER_SHOP_MAX)
    world.clock.advance(60_000)
    const till = await join(A)
    const over = await asked(till, 0, WAIT)
    expect(codeOf(over)).toEqual([503, 'OVERLOADED'])
    expect(over.answer.headers.get('retry-after')).toBe('10')
    expect(await changes(till, 0)).toMatchObject({ version: 0 })
    gone.abort()
    await Promise.all(many)
    await waiting(0)
  })

  // P2: whoever had one key could take all places of a shop, whose other tills heard nothing then.
  it('takes no more than its own places, however often it asks', async () => {
    const [thief, other] = [await join(A), await join(B)]
    const many = Array.from({ length: WAITING_PER_SHOP_MAX }, () => changes(thief, 0, WAIT))
    await waiting(WAITING_OF_TILL_MAX)
    const news = changes(other, 0, WAIT)
    await waiting(WAITING_OF_TILL_MAX + 1)
    await take(other, edit('c1', category('Pan')))
    expect((await news).records).toMatchObject([{ id: 'c1' }])
    expect(await Promise.all(many)).toHaveLength(WAITING_PER_SHOP_MAX)
  })
})
