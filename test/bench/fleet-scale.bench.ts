/**
 * `npm run bench -- fleet-scale [--shops N] [--tills N] [--sales N] [--dealt]`: tills of many shops
 * on one PostgreSQL with three processes. What issuing takes alone and while all tills hear and
 * tell too, by turns in the same run (the aim is 1.2 at the 99th of a hundred); then more and more
 * sales until something breaks. A shop is at one process, as the proxy has it, or dealt out.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { startService, type ServiceProcess } from '../integration/service-process.ts'
import { receiptOfToday } from '../integration/service-receipts.ts'
import { startPostgres } from '../support/postgres.ts'
import type { IssuersFigures, IssuersOrder } from './scale-issuers.ts'
import { enterShops, type ScaleShop } from './scale-shops.ts'
import type { TillsFigures, TillsOrder } from './scale-tills.ts'
import { cpuMs, familyMs, residentMbOf, round } from './service-clients.ts'
import { REFERENCE_MARK } from './service-load.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: `npm run bench -- fleet-scale [--shops N] [--tills N] [--sales N] [--seconds N]
      [--rounds N] [--dealt]`,
    options: {
      shops: { kind: 'number', from: 1, to: 200, first: 50 },
      tills: { kind: 'number', from: 1, to: 20, first: 10 },
      /** A second, of all: 500 tills of 300 receipts a day, a third in two hours, come to 7. */
      sales: { kind: 'number', from: 1, to: 1_000, first: 7 },
      seconds: { kind: 'number', from: 2, to: 600, first: 15 },
      rounds: { kind: 'number', from: 1, to: 50, first: 5 },
      dealt: { kind: 'flag' },
    },
  },
  process,
  3,
)
const PROCESSES = 3
/** Beyond this a customer at the counter waits. */
const BROKEN_MS = 1_000
const TIMES_MAX = 64
const SETTLE_MS = 4_000

interface Measured {
  readonly salesPerSecond: number
  readonly issuing: IssuersFigures
  readonly tills: TillsFigures | null
  /** Of one processor: all processes of the service together, and PostgreSQL. */
  readonly serviceShare: number
  readonly serverShare: number
  readonly residentMb: readonly (number | null)[]
  readonly load: number
}

const folder = mkdtempSync(join(tmpdir(), 'fleet-scale-'))
const server = startPostgres({ flushes: true })
await server.answers()
const services: ServiceProcess[] = []
const say = (line: string) => process.stdout.write(`${line}\n`)
const issuers = child<IssuersOrder, IssuersFigures>('scale-issuers.ts', 'issue')
const tellers = child<TillsOrder | null, TillsFigures | null>('scale-tills.ts', 'tills')
let measures = 0
const client = new pg.Client({ connectionString: server.url })
try {
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  while (services.length < PROCESSES)
    services.push(
      await startService(join(folder, `${services.length}`), [
        ...['--database', server.url, '--behind-proxy'],
      ]),
    )
  const shops = await enterShops(services[0] as ServiceProcess, values.shops, values.tills)
  const world = { shops, serverPid: rows[0]?.pid }
  await measure(world, values.sales, true)
  await compare(world)
  await untilItBreaks(world)
} finally {
  for (const { stop } of [issuers, tellers]) stop()
  await client.end()
  await Promise.all(services.map((service) => service.kill()))
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

interface World {
  readonly shops: readonly ScaleShop[]
  readonly serverPid: number | undefined
}

/** By turns, so that a busy moment of the machine hits both alike. */
async function compare(world: World): Promise<void> {
  const rounds: { readonly alone: Measured; readonly together: Measured }[] = []
  for (let turn = 0; turn < values.rounds; turn += 1) {
    const first = await measure(world, values.sales, turn % 2 === 1)
    const second = await measure(world, values.sales, turn % 2 === 0)
    const [alone, together] = turn % 2 === 0 ? [first, second] : [second, first]
    rounds.push({ alone, together })
    say(JSON.stringify({ turn, alone, together }))
  }
  const p99 = (name: 'alone' | 'together') => middle(rounds.map((one) => one[name].issuing.p99Ms))
  const p50 = (name: 'alone' | 'together') => middle(rounds.map((one) => one[name].issuing.p50Ms))
  const ratios = rounds.map(({ alone, together }) => together.issuing.p99Ms / alone.issuing.p99Ms)
  say(
    JSON.stringify({
      ...{ shops: values.shops, tills: values.shops * values.tills, isDealt: values.dealt },
      ...{ p50AloneMs: p50('alone'), p50TogetherMs: p50('together') },
      ...{ p99AloneMs: p99('alone'), p99TogetherMs: p99('together') },
      p99TogetherOfAlone: round(middle(ratios)),
    }),
  )
}

async function untilItBreaks(world: World): Promise<void> {
  for (let times = 2; times <= TIMES_MAX; times *= 2) {
    const measured = await measure(world, values.sales * times, true)
    say(JSON.stringify({ times, ...measured }))
    const { p99Ms, refused, unsent } = measured.issuing
    if (p99Ms > BROKEN_MS || refused + unsent > 0) return
  }
}

async function measure(
  { shops, serverPid }: World,
  salesPerSecond: number,
  isTogether: boolean,
): Promise<Measured> {
  const ports = services.map(({ ready }) => Number(new URL(ready.base_url).port))
  const portAt = (shop: number, till: number) =>
    ports[(values.dealt ? shop + till : shop) % ports.length] ?? 0
  measures += 1
  const label = `${measures}`
  const tills = shops.flatMap((shop, at) =>
    shop.tills.map((till, one) => ({ till, port: portAt(at, one) })),
  )
  await tellers.ask(isTogether ? { tills, salesPerSecond, label } : null)
  // All tills that come at once are another day: who sells meanwhile is let in by another door.
  await sleep(SETTLE_MS)
  const cpu = () => services.reduce((sum, { child: { pid } }) => sum + (cpuMs(pid) ?? 0), 0)
  const before = { atMs: performance.now(), service: cpu(), server: familyMs(serverPid) }
  const issuing = await issuers.ask({
    ...{ perSecond: salesPerSecond, seconds: values.seconds, label },
    // One till of each shop after the other.
    shops: Array.from({ length: values.tills }, (_, till) => till).flatMap((till) =>
      shops.map(({ key, rut }, at) => ({ key, body: bodyOf(rut), port: portAt(at, till) })),
    ),
  })
  const tookMs = performance.now() - before.atMs
  const measured = {
    ...{ salesPerSecond, issuing },
    serviceShare: round((cpu() - before.service) / tookMs),
    serverShare: round((familyMs(serverPid) - before.server) / tookMs),
    residentMb: services.map((service) => residentMbOf(service.child.pid)),
    load: round(loadavg()[0] ?? 0),
  }
  return { ...measured, tills: await tellers.ask(null) }
}

function bodyOf(rut: string): string {
  const lines = ['Pan amasado', 'Leche 1 L', 'Libro'].map((name) => ({ name, unitGrossClp: 1990 }))
  return JSON.stringify(receiptOfToday(REFERENCE_MARK, lines, rut))
}

/** A program of this folder that reads a line of orders and answers one. */
function child<Order, Figures>(file: string, word: string) {
  const program = fileURLToPath(new URL(file, import.meta.url))
  const running = spawn(process.execPath, [program, word], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]()
  return {
    ask: async (order: Order): Promise<Figures> => {
      running.stdin.write(`${JSON.stringify(order)}\n`)
      const answer = await lines.next()
      if (answer.done === true) throw new Error(`${file} ended before its figures`)
      return JSON.parse(answer.value) as Figures
    },
    stop: () => running.stdin.end(),
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
