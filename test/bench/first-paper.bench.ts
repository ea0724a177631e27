/**
 * `npm run bench -- first-paper [--tills N] [--turns N] [--share 0.5]`: from the pay key to the
 * last byte of the first receipt after a rest, when the threads that draw have ended, and of the
 * one behind it; with the machine as it is, and with till and service on half a core, whose counter
 * goes before what draws. Several tills rest at once and sell one after the other.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { MEMORY_ENVIRONMENT, NODE_MEMORY_FLAGS } from '#host/node-service.ts'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { startProgramOf, type TillReady } from '../support/programs.ts'
import { ROOT } from '../support/source-files.ts'
import {
  charge,
  connectTill,
  freeCart,
  receiptOf,
  type TillClient,
} from '../support/till-client.ts'
import { figuresOf, row } from './figures.ts'
import { openHalfCore } from './half-core.ts'
import { machineTold } from './machine.ts'
import { pageFaults, spentMs, startedBy } from './process-tree.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- first-paper [--tills N] [--turns N] [--share 0.5]',
    options: {
      tills: { kind: 'number', from: 1, to: 20, first: 5 },
      turns: { kind: 'number', from: 1, to: 100, first: 4 },
      share: { kind: 'text', first: '0.5' },
    },
  },
  process,
  3,
)
/** Threads that draw end after 30 s without a paper. */
const REST_MS = 32_000
/** Each look costs the till 2 ms of processor, which half a core has to spare from no paper. */
const LOOK_EVERY_MS = 20
const PATIENCE_MS = 60_000

interface Seat {
  readonly client: TillClient
  readonly pids: readonly number[]
}

interface Paper {
  readonly tookMs: number
  /** Of the till and its service, until it was out. */
  readonly spentMs: number
  readonly pageFaults: number
}

const folder = mkdtempSync(join(tmpdir(), 'meson-first-paper-'))
const halfCore = openHalfCore()
const stops: (() => Promise<unknown>)[] = []
try {
  const tills: Seat[] = []
  for (let at = 0; at < values.tills; at += 1) tills.push(await openTill(join(folder, String(at))))
  // What is compiled at the very first of a till is another matter.
  for (const till of tills) await paperOf(till)
  say(machineTold())
  say('| ms | p50 | p95 | max |\n|---|---|---|---|')
  await measure(tills, 'the machine as it is')
  if (halfCore !== null) {
    halfCore.lend(Number(values.share))
    await measure(tills, `on ${values.share} of a core`)
  }
} finally {
  halfCore?.end()
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true })
}

async function openTill(data: string): Promise<Seat> {
  const options = ['--kiosk', '--no-open', '--data', data]
  const till = await startProgramOf<TillReady>(
    ROOT,
    'electron/kiosk/start.js',
    options,
    MEMORY_ENVIRONMENT,
    NODE_MEMORY_FLAGS,
  )
  stops.push(() => till.stop())
  const pids = [till.pid, ...startedBy(till.pid).map(({ pid }) => pid)]
  return { client: connectTill(till.ready.url), pids }
}

async function measure(tills: readonly Seat[], how: string): Promise<void> {
  const [first, second]: [Paper[], Paper[]] = [[], []]
  for (let turn = 0; turn < values.turns; turn += 1) {
    await wait(REST_MS)
    for (const till of tills) {
      first.push(await paperOf(till))
      second.push(await paperOf(till))
    }
  }
  tell(`first paper after a rest, ${how} (n ${first.length})`, first)
  tell(`the paper behind it, ${how}`, second)
}

function tell(what: string, papers: readonly Paper[]): void {
  say(row(what, figuresOf(papers.map(({ tookMs }) => tookMs))))
  say(row(`processor of ${what}`, figuresOf(papers.map((paper) => paper.spentMs))))
  say(row(`pages of memory of ${what}`, figuresOf(papers.map((paper) => paper.pageFaults))))
}

async function paperOf({ client: till, pids }: Seat): Promise<Paper> {
  const before = { spentMs: spentMs(pids), pageFaults: pageFaults(pids) }
  const cart = freeCart('Café en grano', 4_990)
  const startedMs = performance.now()
  const { saleId } = await charge(till, cart)
  for (;;) {
    const { papers } = await receiptOf(till, saleId)
    const isOut = papers.some(
      ({ kind, state }) => kind === 'receipt' && (state === 'sent' || state === 'printed'),
    )
    const tookMs = performance.now() - startedMs
    if (isOut)
      return {
        tookMs,
        spentMs: spentMs(pids) - before.spentMs,
        pageFaults: pageFaults(pids) - before.pageFaults,
      }
    if (tookMs > PATIENCE_MS) throw new Error('no paper within a minute')
    await wait(LOOK_EVERY_MS)
  }
}

function say(words: string): void {
  process.stdout.write(`${words}\n`)
}
