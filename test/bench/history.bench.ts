/**
 * `npm run bench -- history [--documents N]`: every list of the head office, and of documents, of a
 * company with years behind it, on PostgreSQL: how long each takes, the index it is read by and how
 * many rows it reads. One that reads through a table that grows ends with 1.
 */
import pg from 'pg'
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { SOLD_BY } from '#shared/head-office/contract.ts'
import { openPostgresStorage } from '../../electron/service/storage/postgres-storage.ts'
import { officeHand, type OfficeHand } from '../integration/office-hands.ts'
import {
  companyOf,
  startInProcess,
  type InProcessService,
} from '../integration/service-in-process.ts'
import { must } from '../support/must.ts'
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts'
import { fillHistory, HISTORY } from './history-rows.ts'
import { planOf, type Plan, type Statement } from './read-plan.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- history [--documents N]',
    options: { documents: { kind: 'number', from: 10_000, to: 50_000_000, first: 5_000_000 } },
  },
  process,
  3,
)
const TIMES = 3
const ASKED = /^\s*(?:select|with)\b/i

/** What the service sends while somebody asks. */
const sent: Statement[] = []
function listen(): void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function heard(this: pg.Client, ...asked: unknown[]) {
    const [first, second] = asked as [Statement | string, unknown[]?]
    const { text, values = [] } =
      typeof first === 'string' ? { text: first, values: second ?? [] } : first
    if (ASKED.test(text)) sent.push({ text, values })
    return (query as (...all: unknown[]) => unknown).apply(this, asked)
  } as typeof query
}

interface Line {
  readonly list: string
  readonly status: number
  readonly ms: number
  readonly plans: readonly Plan[]
}

function listsOf(day: string, till: string): readonly (readonly [string, string])[] {
  const year = `from=${HISTORY.firstDay}&to=${HISTORY.lastDay}`
  return [
    ...['tills', 'products?text=', 'products?text=zz', 'products.csv?head=x', 'prices?text='].map(
      (path) => ['office', path] as const,
    ),
    ...['ranges', 'prices.csv?head=x', 'offers', 'staff', 'alarms', 'people', 'log', 'session'].map(
      (path) => ['office', path] as const,
    ),
    ...SOLD_BY.map((by) => ['office', `sold?${year}&by=${by}`] as const),
    ...SOLD_BY.map((by) => ['office', `sold?from=${day}&to=${day}&by=${by}`] as const),
    ...[
      ...['', `from=${day}&to=${day}`, 'status=APR', 'status=RCH', 'document_type=39'],
      ...['recipient=66666666-6', 'recipient=11111111-1', 'total=1990', `till=${till}`],
      ...['external_reference=e77', 'is_test=true', `till=${till}&from=${day}&to=${day}`],
    ].map((query) => ['documents', query] as const),
  ]
}

/** The path that asks for a list. */
const pathOf = (kind: string, query: string) =>
  kind === 'office' ? `/api/office/${query}` : `/api/invoices?issuer=76192083-9&${query}`

async function measure(
  { service, keys }: InProcessService,
  hand: OfficeHand,
  client: pg.Client,
): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const [kind, query] of listsOf(HISTORY.someDay, HISTORY.someTill)) {
    const path = pathOf(kind, query)
    const headers = { 'x-api-key': keys.owner, cookie: hand.cookie }
    const took: number[] = []
    let status = 0
    for (let time = 0; time < TIMES; time += 1) {
      sent.length = 0
      const from = performance.now()
      const answer = await service.handle(new Request(`http://127.0.0.1${path}`, { headers }))
      await answer.text()
      took.push(performance.now() - from)
      ;({ status } = answer)
    }
    const asked = new Map(sent.map((statement) => [statement.text, statement]))
    const plans: Plan[] = []
    for (const statement of asked.values()) plans.push(await planOf(client, statement))
    const [, ms = 0] = took.toSorted((one, other) => one - other)
    lines.push({ list: `${kind} ${query}`, status, ms, plans })
  }
  return lines
}

function show(lines: readonly Line[]): number {
  let wrong = 0
  for (const { list, status, ms, plans } of lines) {
    const of = plans.flatMap(({ reads }) => reads).filter(({ table }) => HISTORY.grows(table))
    const said = of.map(({ table, index, rows }) => `${index ?? `${table} READ THROUGH`} ${rows}`)
    if (status !== 200 || of.some(({ index }) => index === null)) wrong += 1
    process.stdout.write(`${list}\t${status}\t${ms.toFixed(1)} ms\t${said.join(', ')}\n`)
  }
  return wrong
}

/** Of the lists that were not read as they should be. */
async function run(world: InProcessService, client: pg.Client): Promise<number> {
  const { id } = await companyOf(world.storage)
  const from = performance.now()
  await fillHistory(client, id, values.documents, world.clock.now())
  const seconds = ((performance.now() - from) / 1_000).toFixed(0)
  process.stdout.write(`${values.documents} documents made in ${seconds} s\n`)
  const hand = await officeHand(world)
  listen()
  return show(await measure(world, hand, client))
}

if (NO_POSTGRES === null) {
  const server = startPostgres()
  await server.answers()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const world = await startInProcess({ requestsPerMinute: 1_000_000 }, async () =>
    must(await openPostgresStorage(server.url)),
  )
  try {
    process.exitCode = Math.min(1, await run(world, client))
  } finally {
    await client.end()
    await world.close()
    await server.close()
  }
} else process.stdout.write(`skipped: ${NO_POSTGRES}\n`)
