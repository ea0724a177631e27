/**
 * A hostile tenant: every operation of the interface, asked by its owner and by a till of its shop
 * with what belongs to another client in each path, word of the query and field of the body.
 * Nothing of the other one is told, and nothing of it is changed.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey, keyIdOf } from '../../electron/service/auth/keys.ts'
import { systemRandom } from '../../electron/service/core/ports.ts'
import { isOpenToTills } from '../../electron/service/routes/key-table.ts'
import { KEPT_TABLES } from '../../electron/service/storage/kept-tables.ts'
import { describedInterface } from '../support/openapi-client.ts'
import { ask, companyOf, startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

/** Stands in whatever the other one has, and in nothing that is sent. */
const MARK = 'AJENA-9F2'
const OTHER = '00000000-0000-4000-8000-0000000000b1'
const CLIENT = 'client-ajena'
const NUMBER = '77777777-7'
const RUN_TIMEOUT_MS = 240_000

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly format?: string
}
interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: Schema; readonly example?: unknown }>
    >
  }
}
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> }
}
type Headers = Readonly<Record<string, string>>

let world: InProcessService
let described: Described
/** Ids, names and numbers of what the other one has. */
let theirs: readonly string[]
let own: { readonly company: string; readonly till: Headers }

beforeAll(async () => {
  world = await startInProcess()
  described = JSON.parse(await describedInterface()) as Described
  const key = await enterOther()
  const company = (await companyOf(world.storage)).id
  own = { company, till: (await join(world.keys.owner, 'Caja', company)).headers }
  theirs = await fill(key)
})
afterAll(() => world.close())

/** A client of its own with one company, and a key of its owner. */
async function enterOther(): Promise<string> {
  const company = await companyOf(world.storage)
  return world.storage.write(async (db) => {
    await db
      .insertInto('clients')
      .values({ id: CLIENT as never, name: MARK })
      .execute()
    const named = { id: OTHER as never, client_id: CLIENT as never, document_number: NUMBER }
    await db
      .insertInto('companies')
      .values({ ...company, ...named, name: MARK, address: MARK, activity: MARK })
      .execute()
    for (const table of ['folio_ranges', 'certificates'] as const) {
      const rows = await db
        .selectFrom(table)
        .selectAll()
        .where('company_id', '=', company.id)
        .execute()
      for (const row of rows)
        await db
          .insertInto(table)
          .values({ ...row, id: `b-${row.id}`, company_id: OTHER } as never)
          .execute()
    }
    return createKey(
      { db, clock: world.clock, random: systemRandom },
      { clientId: CLIENT as never, role: 'OWNER', label: MARK, companyIds: [OTHER as never] },
    )
  })
}

async function join(
  key: string,
  name: string,
  company = OTHER,
): Promise<{ readonly id: string; readonly headers: Headers }> {
  const code = await ask(world, 'POST', `/api/fleet/codes?company_id=${company}`, {}, key)
  const asked = { code: code.body['code'], installation_id: `at-${name}`, name }
  const { body } = await ask(world, 'POST', '/api/fleet/pair', asked, key)
  const headers = { 'x-till-key': String(body['till_key']), 'x-installation': `at-${name}` }
  return { id: String(body['till_id']), headers }
}

/** What the other one has, and by which words it goes. */
async function fill(key: string): Promise<readonly string[]> {
  const receipt = receiptRequest('B-1', [{ name: MARK, unitGrossClp: 1990 }], world.today(), NUMBER)
  const issued = await ask(world, 'POST', `/api/invoices?company_id=${OTHER}`, receipt, key)
  expect(issued.status, JSON.stringify(issued.body)).toBe(201)
  const reader = { role: 'MEMBER', label: MARK, companies: [OTHER] }
  const made = await ask(world, 'POST', '/api/users', reader, key)
  const till = await fillShop(key)
  await fillHook()
  const range = await world.storage.read
    .selectFrom('folio_ranges')
    .select('id')
    .where('company_id', '=', OTHER as never)
    .executeTakeFirstOrThrow()
  const keys = [key, String(made.body['key'])].map((each) => keyIdOf(each) ?? '')
  const document = [issued.body['id'], issued.body['number']].map(String)
  const words = [
    ...[OTHER, CLIENT, NUMBER, till, 'B-1', ...document, ...keys, range.id],
    ...['b-hook', 'b-delivery', 'b-edit', 'b-category', 'b-parked'],
  ]
  expect(words.filter((word) => word === '' || word === 'undefined')).toEqual([])
  return words
}

/** A till with a category and a parked sale. */
async function fillShop(key: string): Promise<string> {
  const till = await join(key, MARK)
  const edit = {
    ...{ edit_id: 'b-edit', kind: 'category', id: 'b-category', is_deleted: false },
    ...{ fields: { name: MARK, hue: 1, position: 1 }, age_ms: 0, heard_version: 0 },
  }
  const parked = {
    ...{ parked_id: 'b-parked', number: 1, name: MARK, line_count: 1, total_clp: 1 },
    ...{ products: [MARK], parked_by: MARK, sale: `"${MARK}"`, customer: '' },
    ...{ buyer: 'NONE', age_ms: 0 },
  }
  await asTill(till.headers, 'POST', '/api/fleet/edits', { edits: [edit] })
  await asTill(till.headers, 'POST', '/api/fleet/parked', { parked: [parked] })
  // When a till was seen is written a while after.
  await world.service.settle()
  return till.id
}

/** Where it is told of its documents, and a notice that failed. */
function fillHook(): Promise<void> {
  const now = world.clock.now()
  return world.storage.write(async (db) => {
    await db
      .insertInto('webhooks')
      .values({
        ...{ id: 'b-hook', client_id: CLIENT as never, url: `https://${MARK}.cl/` },
        ...{ events: '["ISE"]', description: MARK, secret: MARK },
        ...{ created_at_ms: now, updated_at_ms: now },
      })
      .execute()
    await db
      .insertInto('webhook_deliveries')
      .values({
        ...{ id: 'b-delivery', webhook_id: 'b-hook', event: 'ISE', status: 'FAILED', attempts: 4 },
        ...{ payload: JSON.stringify({ companyId: OTHER, mark: MARK }), due_at_ms: null },
        ...{ created_at_ms: now, last_result: '500' },
      })
      .execute()
  })
}

async function asTill(headers: Headers, method: string, path: string, body?: object) {
  const answer = await world.service.handle(
    new Request(`http://127.0.0.1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  expect(answer.status, await answer.clone().text()).toBeLessThan(300)
}

/** Each row that is the other one's, as it is. */
async function theirRows(): Promise<readonly string[]> {
  const { read } = world.storage
  const owned = new Set<unknown>([OTHER, CLIENT])
  const keys = await read
    .selectFrom('api_keys')
    .select('id')
    .where('client_id', '=', CLIENT as never)
    .execute()
  for (const { id } of keys) owned.add(id)
  owned.add('b-hook')
  const rows: string[] = []
  for (const [table, order] of KEPT_TABLES) {
    const all = await sql<
      Record<string, unknown>
    >`SELECT * FROM ${sql.table(table)} ORDER BY ${sql.raw(order)}`.execute(read)
    for (const row of all.rows) {
      const owner =
        row['company_id'] ?? row['client_id'] ?? row['key_id'] ?? row['webhook_id'] ?? row['id']
      if (owned.has(owner)) rows.push(`${table} ${JSON.stringify(row)}`)
    }
  }
  return rows
}

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : resolved(described.components.schemas?.[name] ?? {})
}

/** A body as the schema has it, with that word wherever a text may stand. */
function bodyOf(given: Schema, word: string, depth = 0): unknown {
  const schema = resolved(given)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const choice = schema.anyOf ?? schema.oneOf
  if (choice !== undefined) return bodyOf(choice[0] ?? {}, word, depth)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((each) => bodyOf(each, word, depth)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties !== undefined) {
    if (depth > 8) return {}
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, each]) => [
        name,
        bodyOf(each, word, depth + 1),
      ]),
    )
  }
  if (type === 'array') return [bodyOf(schema.items ?? {}, word, depth + 1)]
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 1)
  if (type === 'boolean') return false
  return word
}

/** The same with that word in the place of each text, one after the other. */
function spoilt(value: unknown, word: string): unknown[] {
  if (typeof value === 'string') return [word]
  if (Array.isArray(value))
    return value.flatMap((each, at) =>
      spoilt(each, word).map((one) => (value as unknown[]).with(at, one)),
    )
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    spoilt(each, word).map((one) => ({ ...value, [name]: one })),
  )
}

function* addressesOf(path: string, { parameters = [] }: Operation, word: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const isFolio = (name: string) => name === 'document_code' || name === 'country'
  const filled = (companyId: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) =>
      isFolio(name)
        ? name === 'country'
          ? 'CHL'
          : '39'
        : encodeURIComponent(/company/i.test(name) ? companyId : word),
    )
  const queries = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
  const addresses = names.length === 0 ? [path] : [filled(OTHER), filled(own.company)]
  for (const address of addresses) {
    yield address
    yield `${address}?company_id=${OTHER}`
    yield `${address}?issuer=${NUMBER}`
    yield `${address}?company_id=${own.company}&company_id=${OTHER}&apiKey=%7B%7D`
    for (const name of queries)
      if (name !== 'wait_ms')
        yield `${address}?company_id=${own.company}&${name}=${encodeURIComponent(word)}`
  }
}

function* bodiesOf({ requestBody }: Operation, word: string): Generator<object | undefined, void> {
  const media = requestBody?.content['application/json']
  if (media === undefined) {
    yield undefined
    return
  }
  yield bodyOf(media.schema, word) as object
  for (const each of spoilt(media.example ?? bodyOf(media.schema, 'x'), word)) yield each as object
}

it(
  'tells and changes nothing of the other client, whatever is asked with its words',
  async () => {
    const before = await theirRows()
    expect(before.length).toBeGreaterThan(15)
    const key = { 'x-api-key': world.keys.owner, 'content-type': 'application/json' }
    const told: string[] = []
    const faults: string[] = []
    const counts: Record<number, number> = {}
    const play = async (method: string, address: string, body: unknown, headers: Headers) => {
      const asked = { method: method.toUpperCase(), headers }
      const answer = await world.service.handle(
        new Request(`http://127.0.0.1${address}`, {
          ...asked,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      )
      const text = await answer.text()
      counts[answer.status] = (counts[answer.status] ?? 0) + 1
      if (text.includes(MARK))
        told.push(`${method} ${address} ${JSON.stringify(body)}: ${text.slice(0, 200)}`)
      if (answer.status >= 500 && answer.status !== 503)
        faults.push(`${method} ${address} ${JSON.stringify(body)}`)
    }
    for (const [path, operations] of Object.entries(described.paths))
      for (const [method, operation] of Object.entries(operations))
        for (const word of theirs)
          for (const address of new Set(addressesOf(path, operation, word)))
            for (const body of bodiesOf(operation, word)) {
              await play(method, address, body, key)
              // Beside a till's own key another one counts for nothing.
              if (isOpenToTills(method, path))
                await play(method, address, body, { ...key, ...own.till })
            }
    // Most is refused at the door; what goes in is asked about as well.
    expect(counts[200]).toBeGreaterThan(1_000)
    expect(told).toEqual([])
    expect(faults).toEqual([])
    expect(await theirRows()).toEqual(before)
  },
  RUN_TIMEOUT_MS,
)
