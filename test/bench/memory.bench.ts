/**
 * `npm run bench -- memory [--sales N] [--rest SECONDS]`: what the till's processes hold, by the
 * share of memory that is their own (PSS) as if they ran alone, at rest and after sales and another
 * rest, and how much of it is their program; beside a bare counter's page with the same sales, and
 * an empty Node of the same flags with SQLite and a server of HTTP, twice as core and service are
 * two. And what they take of the processor at rest. Linux only: `/proc` says it.
 *
 * Of the service's 60 MB at rest 25 are program and libraries, half of what it has in memory, and
 * 33 its own: of JavaScript 24 (text of its program 4, of Node 5, code 6, objects, closures and
 * their shapes 9), the rest SQLite, buffers and V8 itself. Of the core's 150: program and libraries
 * 46, JavaScript 32 (text 8, code 7, objects 13), the others threads, WebAssembly and buffers. What
 * drawing adds to the service says `service-memory`.
 */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as rest } from 'node:timers/promises'
import { MEMORY_ENVIRONMENT, NODE_MEMORY_FLAGS } from '#host/node-service.ts'
import { askedOrEnd } from '#shared/core/command-line.ts'
import type { Page } from 'playwright-core'
import { openChromium } from '../support/chromium.ts'
import { startProgramOf, type TillReady } from '../support/programs.ts'
import { ROOT } from '../support/source-files.ts'
import { sellOne } from './counter-hand.ts'
import { installProbe } from './counter-page.ts'
import { fillShop, shopProducts } from './counter-shop.ts'
import { heldBy } from './process-memory.ts'
import { RENDERER, startedBy, type Started } from './process-tree.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- memory [--products N] [--sales N] [--rest SECONDS]',
    options: {
      products: { kind: 'number', from: 1, to: 1_000_000, first: 5_000 },
      sales: { kind: 'number', from: 1, to: 10_000, first: 200 },
      rest: { kind: 'number', from: 1, to: 600, first: 60 },
    },
  },
  process,
  3,
)
const EMPTY_NODE = `const Database = require('better-sqlite3')
globalThis.kept = new Database(':memory:').prepare('SELECT 1').get()
require('node:http').createServer((asked, answer) => answer.end()).listen(0, '127.0.0.1')
process.stdout.write('ready')`
const WINDOW = { width: 1366, height: 768 }
/** Shared with whatever else runs of the same: the fewer of it do, the more of it is theirs. */
const FILES = ' program and libraries: core | service | page |'
// First: where there is none, nothing else is left behind.
const browser = await openChromium()
const products = shopProducts(values.products)
const folder = mkdtempSync(join(tmpdir(), 'meson-memory-'))
fillShop(folder, products)
const options = ['--kiosk', '--no-open', '--data', folder]
const empty = await openNothing()
// As the unit does that starts the till with the computer.
const till = await startProgramOf<TillReady>(
  ROOT,
  'electron/kiosk/start.js',
  options,
  MEMORY_ENVIRONMENT,
  NODE_MEMORY_FLAGS,
)
try {
  const page = await browser.newPage({ viewport: WINDOW })
  await installProbe(page)
  await page.goto(till.ready.url)
  await page.getByTestId('product-tile').first().waitFor()
  process.stdout.write(`| PSS, MB | core | service | page |${FILES}\n${'|---'.repeat(7)}|\n`)
  await rest(values.rest * 1_000)
  tell('at rest')
  for (const each of [empty.page, page]) await sell(each)
  tell(`after ${values.sales} sales`)
  await rest(values.rest * 1_000)
  tell(`${values.rest} s later`)
} finally {
  empty.end()
  await browser.close()
  await till.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function sell(page: Page): Promise<void> {
  await page.bringToFront()
  const cdp = await page.context().newCDPSession(page)
  const unread = { scans: [], pays: [], scanWaits: [], payWaits: [] }
  for (let sale = 0; sale < values.sales; sale += 1)
    await sellOne(page, cdp, [products[(sale * 7919) % products.length]?.code ?? ''], unread)
}

/** And what the empty ones hold at the same time. */
function tell(when: string): void {
  const service = pidsOf(startedBy(till.pid))
  const [core = 0, ...others] = empty.nodes
  row(when, [[till.pid], service, rendererPids().filter((pid) => !empty.renderers.includes(pid))])
  row(`empty, ${when}`, [[core], others, empty.renderers])
}

function row(name: string, [core = [], service = [], page = []]: readonly number[][]): void {
  // What shares a program on a computer of its own: what Node runs, and what a browser is.
  const elsewhere = rendererPids().filter((pid) => !page.includes(pid))
  const browsing = browserPids().filter((pid) => !elsewhere.includes(pid))
  const held = new Map([...heldBy([...core, ...service]), ...heldBy(browsing)])
  const sums = (part: 'all' | 'files') =>
    [core, service, page].map((pids) =>
      pids.reduce((sum, pid) => sum + (held.get(pid)?.[part] ?? 0), 0).toFixed(0),
    )
  process.stdout.write(`| ${[name, ...sums('all'), ...sums('files')].join(' | ')} |\n`)
}

/** Of this browser: others may be open on the machine. */
function browserPids(): number[] {
  return pidsOf(startedBy(process.pid).filter(({ command }) => /chrom|headless/i.test(command)))
}

function rendererPids(): number[] {
  return pidsOf(startedBy(process.pid).filter(({ command }) => command.includes(RENDERER)))
}

/** A bare counter's page and two empty programs of Node, the least that any till has. */
async function openNothing() {
  const counter = fork(new URL('bare-counter.ts', import.meta.url))
  const [{ url }] = (await once(counter, 'message')) as [{ readonly url: string }]
  const page = await browser.newPage({ viewport: WINDOW })
  await installProbe(page)
  await page.goto(url)
  const nodes = [0, 1].map(() =>
    spawn(process.execPath, [...NODE_MEMORY_FLAGS, '-e', EMPTY_NODE], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...MEMORY_ENVIRONMENT },
    }),
  )
  await Promise.all(nodes.map(({ stdout }) => once(stdout, 'data')))
  return {
    page,
    renderers: rendererPids(),
    nodes: nodes.map(({ pid }) => pid ?? 0),
    end() {
      for (const node of nodes) node.kill()
      counter.disconnect()
    },
  }
}

function pidsOf(processes: readonly Started[]): number[] {
  return processes.map(({ pid }) => pid)
}
