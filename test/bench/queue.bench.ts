/**
 * `npm run bench -- queue [--only charge|lists|drain] [--receipts N] [--past DIR] [--backlog N]
 * [--profile FILE]`: the pay key to durable against the bare SQLite commit of the same rows, with
 * few and with many receipts in the file (in DIR, filled once and kept, if one is named); a backlog
 * drained against the service's own maximum; list and search in a year.
 *
 * A charge of three lines, by its parts, ms of 1.7 on a quiet disk: commit 0.5, the same as of the
 * bare rows (33 pages of 4 kB, bare 30). Before it 1.1, bare 0.27: rows 0.4 (lines 0.11, receipt,
 * sale and payment 0.05 each), reads 0.2, deciding 0.45 (the document's check 0.1, risk and rights
 * 0.1, promotions 0.06). What SQLite compiles anew at each run costs most: it does so for a value
 * bound to a bare parameter where rows are ordered or joined, or the highest is asked for, and not
 * for `+?`.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import Database from 'better-sqlite3'
import type { TillApi } from '#shared/bridge/contract.ts'
import { startService } from '#host/embedded-service.ts'
import { launchWithNode } from '#host/node-service.ts'
import { SOURCE_SERVICE_ENTRY } from '#host/source-paths.ts'
import { configure } from '#till/kernel/database.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { systemClock } from '#till/adapters/system.ts'
import { createNodeHttp } from '#till/adapters/node-http.ts'
import type { HttpPort } from '#till/kernel/ports.ts'
import { cartOf, commitOf } from '../support/till-fixture.ts'
import { liveHeapMb, residentMb } from './process-memory.ts'
import { createEcho, createServicePeer } from './queue-peer.ts'
import { addPast, copyTill, openBenchTill, SALE_TABLES } from './queue-shop.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage:
      'npm run bench -- queue [--receipts N] [--backlog N] [--sales N] [--only PART] [--profile DIR] [--past DIR]',
    options: {
      receipts: { kind: 'number', from: 1, to: 100_000_000, first: 1_000_000 },
      backlog: { kind: 'number', from: 1, to: 10_000_000, first: 10_000 },
      sales: { kind: 'number', from: 1, to: 1_000_000, first: 400 },
      only: { kind: 'text' },
      profile: { kind: 'text' },
      past: { kind: 'text' },
    },
  },
  process,
  3,
)
const { receipts: MANY, backlog: BACKLOG, sales: SALES } = values
const YEAR = 200_000
const WARM_UP = 40
/**
 * A backlog is drained in parts, so that a machine that is busy with something else for a while
 * does not decide the ratio.
 */
const LEGS = 5
const CONNECTIONS = 4
const MOST_CONNECTIONS = 40
const [PEER_WARM_UP, PEER_CREATIONS] = [300, 700] as const
const CODES = ['7801040000037', '101', '201'] as const

const folder = mkdtempSync(join(tmpdir(), 'meson-bench-queue-'))
const say = (line: string) => process.stdout.write(`${line}\n`)
try {
  const few = join(folder, 'few')
  await (await openBenchTill(few)).stop()
  addPast(few, 10, systemClock.now())
  if (asks('charge') || asks('lists')) await benchFile(few)
  if (asks('drain')) await benchDrain(few)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function asks(part: string): boolean {
  return values.only === undefined || values.only === part
}

/** Lists in a year's past; charging with a short one and with a long one. */
async function benchFile(few: string): Promise<void> {
  say('| ms | p50 | p99 | max |\n|---|---|---|---|')
  const past = values.past ?? join(folder, 'past')
  if (!existsSync(past)) copyTill(few, past)
  if (asks('lists')) {
    addPast(past, YEAR, systemClock.now())
    await benchLists(past)
  }
  if (!asks('charge')) return
  addPast(past, MANY, systemClock.now())
  const [small, large, bare] = await benchCharge(few, past)
  row('charge to durable, 10 receipts', small)
  row(`charge to durable, ${MANY.toLocaleString('en')} receipts`, large)
  row('the same rows bare (peer)', bare)
  say(
    `charge to durable / bare commit of the same rows: p50 ${ratio(small.p50, bare.p50)}, p99 ${ratio(small.p99, bare.p99)} ` +
      `(10 receipts); p50 ${ratio(large.p50, bare.p50)}, p99 ${ratio(large.p99, bare.p99)} (${MANY})`,
  )
  say(
    `charge with ${MANY} receipts / with 10: p50 ${ratio(large.p50, small.p50)}, p99 ${ratio(large.p99, small.p99)}`,
  )
}

interface Spread {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

function spreadOf(samplesMs: readonly number[]): Spread {
  const sorted = [...samplesMs].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

function row(name: string, { p50, p99, max }: Spread): void {
  say(`| ${name} | ${[p50, p99, max].map((ms) => ms.toFixed(2)).join(' | ')} |`)
}

function ratio(one: number, other: number): string {
  return (one / other).toFixed(2)
}

/**
 * Turn by turn, so that all meet the same disk: a sale in each till, and the rows of the first
 * written bare into an equal file.
 */
async function benchCharge(few: string, past: string): Promise<readonly [Spread, Spread, Spread]> {
  const peer = openPeer(copyTill(few, join(folder, 'peer')))
  const tills = [await openBenchTill(few), await openBenchTill(past)] as const
  const reader = new Database(tillFolder(few).database, { readonly: true })
  const samples = [[], [], []] as [number[], number[], number[]]
  for (let sale = -WARM_UP; sale < SALES; sale += 1) {
    const charged = tills.map(({ api }) => charge(api))
    const took = [...charged.map(({ ms }) => ms), peer.write(reader, charged[0]?.saleId ?? '')]
    if (sale >= 0) took.forEach((ms, index) => samples[index]?.push(ms))
    // What is woken by a sale runs between two sales, as it does at a counter.
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  reader.close()
  peer.close()
  for (const till of tills) await till.stop()
  const [small, large, bare] = samples
  return [spreadOf(small), spreadOf(large), spreadOf(bare)]
}

function charge(api: TillApi): { ms: number; saleId: string } {
  const command = commitOf(api, cartOf(api, ...CODES))
  const startedMs = performance.now()
  const sold = api.commitSale(command)
  const ms = performance.now() - startedMs
  if (!sold.ok) throw new Error(sold.refusal.code)
  return { ms, saleId: sold.value.saleId }
}

/** Plain prepared statements on the same schema: what these rows cost where nothing is decided. */
function openPeer(dataDir: string) {
  const db = new Database(tillFolder(dataDir).database)
  configure(db)
  const inserts = new Map<string, Database.Statement>()
  const insertOf = (table: string, columns: readonly string[]) => {
    const found = inserts.get(table)
    if (found) return found
    const made = db.prepare(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    inserts.set(table, made)
    return made
  }
  const countSold = db.prepare('UPDATE product SET sold_count = sold_count + 1 WHERE code = ?')
  const draft = db.prepare(
    'UPDATE draft SET sale_json = NULL, open_sale_id = NULL, open_reference = NULL',
  )
  const write = db.transaction((rows: readonly (readonly [string, Record<string, unknown>])[]) => {
    for (const [table, values] of rows)
      insertOf(table, Object.keys(values)).run(...Object.values(values))
    for (const code of CODES) countSold.run(code)
    draft.run()
  })
  return {
    write(reader: Database.Database, saleId: string): number {
      const rows = SALE_TABLES.flatMap(([table, key]) =>
        (
          reader.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`).all(saleId) as Record<
            string,
            unknown
          >[]
        ).map(
          ({ seq, ...rest }) => [table, table === 'receipt' ? { seq, ...rest } : rest] as const,
        ),
      )
      // Its own order, whatever numbers the other file is at.
      const next = db
        .prepare<[], number>('SELECT coalesce(max(seq), 0) + 1 FROM receipt')
        .pluck()
        .get()
      const own = rows.map(
        ([table, values]) =>
          [table, table === 'receipt' ? { ...values, seq: next } : values] as const,
      )
      const startedMs = performance.now()
      write.immediate(own)
      return performance.now() - startedMs
    },
    close: () => db.close(),
  }
}

/** Pages and searches as the screen asks for them, in a year of receipts. */
async function benchLists(dataDir: string): Promise<void> {
  const till = await openBenchTill(dataDir)
  const { api } = till
  const asked = [
    ['first page', { text: '' }],
    ['a page deep down', { text: '', cursor: YEAR / 2 }],
    ['pending only', { text: '', onlyPending: true }],
    ['folio', { text: '123456' }],
    ['amount', { text: '$45.190' }],
    ['one word', { text: 'mantequilla' }],
    ['two words', { text: 'arroz aceite' }],
    ['beginning of a word', { text: 'ma' }],
    ['date', { text: '2026-11-01' }],
    ['nothing', { text: 'zzzz' }],
    ['pending, one word', { text: 'pan', onlyPending: true }],
  ] as const
  for (const [name, question] of asked) {
    const samples = Array.from({ length: 150 }, () => {
      const startedMs = performance.now()
      api.listReceipts({ cursor: null, limit: 40, onlyPending: false, ...question })
      return performance.now() - startedMs
    })
    row(`list of ${YEAR.toLocaleString('en')}: ${name}`, spreadOf(samples))
  }
  row('status', spreadOf(Array.from({ length: 150 }, () => timed(() => api.status()))))
  await till.stop()
}

function timed(run: () => unknown): number {
  const startedMs = performance.now()
  run()
  return performance.now() - startedMs
}

/**
 * Sold while nobody answers; then the service is there, and the clock runs until the last has its
 * folio.
 */
async function benchDrain(few: string): Promise<void> {
  const service = startService(
    launchWithNode(process.execPath, SOURCE_SERVICE_ENTRY),
    join(folder, 'service'),
    ['--log-level', 'error'],
  )
  const ready = await service.ready
  const dataDir = copyTill(few, join(folder, 'drain'))
  const closed = await openBenchTill(dataDir)
  for (let sale = 0; sale < BACKLOG; sale += 1) {
    const sold = closed.api.commitSale(commitOf(closed.api, cartOf(closed.api, ...CODES)))
    if (!sold.ok) throw new Error(sold.refusal.code)
  }
  await closed.stop()
  const peer = createServicePeer(ready, dataDir)
  const echo = createEcho(ready, copyTill(dataDir, join(folder, 'echo')))
  await peer.measure(CONNECTIONS, PEER_WARM_UP)
  const wire = createGate(
    createNodeHttp(() => ({ baseUrl: ready.base_url, apiKey: ready.keys.member })),
  )
  const [startMb, startHeapMb] = [residentMb(), liveHeapMb()]
  const stopProfile = await startProfile(values.profile)
  const till = await openBenchTill(dataDir, { http: wire.http, serviceUrlFromHost: ready.base_url })
  const reader = new Database(tillFolder(dataDir).database, { readonly: true })
  const count = reader
    .prepare<[], number>("SELECT count(*) FROM receipt WHERE issue_state <> 'numbered'")
    .pluck()
  const waiting = () => count.get() ?? 0
  const legs: (Leg & { readonly mb: number })[] = []
  for (let leg = 1; leg <= LEGS; leg += 1) {
    const [before, startedMs, cpuBefore] = [waiting(), performance.now(), process.cpuUsage()]
    wire.open()
    await until(() => waiting() <= BACKLOG * (1 - leg / LEGS))
    const drained = before - waiting()
    const ms = performance.now() - startedMs
    const { user, system } = process.cpuUsage(cpuBefore)
    // The till holds its breath while the service shows what it can do just now.
    await wire.close()
    legs.push({
      drained,
      ms,
      cpuMs: (user + system) / 1000,
      echo: await echo.measure(CONNECTIONS, Math.floor(BACKLOG / LEGS)),
      peer: await peer.measure(CONNECTIONS, PEER_CREATIONS),
      mb: residentMb(),
    })
  }
  await stopProfile()
  reader.close()
  const endHeapMb = liveHeapMb()
  wire.open()
  await till.stop()
  tellDrain(legs, await peer.measure(MOST_CONNECTIONS, PEER_CREATIONS * 2))
  say(
    `memory of the till: ${startMb} MB before, then ${legs.map(({ mb }) => mb).join(', ')} MB after each part; ` +
      `live objects ${startHeapMb} MB before, ${endHeapMb} MB after`,
  )
  await service.kill()
}

/** Of one part of a backlog; `echo` and `peer` per second. */
interface Leg {
  readonly drained: number
  readonly ms: number
  readonly cpuMs: number
  readonly echo: number
  readonly peer: number
}

function tellDrain(legs: readonly Leg[], best: number): void {
  const sum = (of: (leg: Leg) => number) => legs.reduce((total, leg) => total + of(leg), 0)
  const drained = sum((leg) => leg.drained)
  const perSecond = drained / (sum((leg) => leg.ms) / 1000)
  const four = legs.length / sum((leg) => 1 / leg.peer)
  const echo = legs.length / sum((leg) => 1 / leg.echo)
  say(
    `drain of ${BACKLOG} in ${legs.length} parts, each followed by a till that only echoes and the service alone with as many connections (${CONNECTIONS}), per second: ` +
      legs
        .map(
          (leg) =>
            `${((leg.drained / leg.ms) * 1000).toFixed(0)} / ${leg.echo.toFixed(0)} / ${leg.peer.toFixed(0)}`,
        )
        .join(', '),
  )
  say(
    `time to folio of all: ${perSecond.toFixed(0)} receipts/s; the service alone: ${four.toFixed(0)}/s, at its best ${best.toFixed(0)}/s; ` +
      `ratio ${ratio(perSecond, four)}, at its best ${ratio(perSecond, best)}; processor time of the till ${((sum((leg) => leg.cpuMs) / drained) * 1000).toFixed(0)} µs a receipt`,
  )
  say(
    `a till that only echoes: ${echo.toFixed(0)}/s, / the service alone ${ratio(echo, four)}; this till / the echo ${ratio(perSecond, echo)}`,
  )
}

/** The way to the service, with a gate in it. */
function createGate(http: HttpPort) {
  let gate = Promise.withResolvers<void>()
  let underWay = 0
  return {
    http: {
      async exchange(...request) {
        await gate.promise
        underWay += 1
        try {
          return await http.exchange(...request)
        } finally {
          underWay -= 1
        }
      },
    } satisfies HttpPort,
    open: () => gate.resolve(),
    /** Resolves when nothing is on the wire any more. */
    async close() {
      gate = Promise.withResolvers<void>()
      await until(() => underWay === 0)
    },
  }
}

/** Where the processor time of the drain goes, as a file that developer tools open. */
async function startProfile(file: string | undefined): Promise<() => Promise<void>> {
  if (file === undefined) return async () => {}
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  return async () => {
    const { profile } = await session.post('Profiler.stop')
    writeFileSync(file, JSON.stringify(profile))
    session.disconnect()
  }
}

/** Looks twenty times a second: asking at every event would be part of what is measured. */
async function until(holds: () => boolean): Promise<void> {
  const endMs = performance.now() + 240_000
  while (!holds()) {
    if (performance.now() > endMs) throw new Error('the backlog is not drained after four minutes')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
