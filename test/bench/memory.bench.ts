/**
 * `npm run bench -- memory [--sales N] [--rest SECONDS]`: what the till's processes hold, by the
 * share of memory that is their own (PSS), at rest and after sales and another rest, and how much
 * of it is their program. Linux only: `/proc` says it. What the service's rest is made of, and what
 * drawing adds to it, says `service-memory`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as rest } from 'node:timers/promises'
import { MEMORY_ENVIRONMENT, NODE_MEMORY_FLAGS } from '#host/node-service.ts'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { openChromium } from '../support/chromium.ts'
import { startProgramOf, type TillReady } from '../support/programs.ts'
import { ROOT } from '../support/source-files.ts'
import { sellOne } from './counter-hand.ts'
import { installProbe } from './counter-page.ts'
import { fillShop, shopProducts } from './counter-shop.ts'
import { pssOf } from './process-memory.ts'
import { startedBy } from './process-tree.ts'

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
/** Shared with whatever else runs of the same: the fewer of it do, the more of it is theirs. */
const FILES = ' program and libraries: core | service | page |'
// First: where there is none, nothing else is left behind.
const browser = await openChromium()
const products = shopProducts(values.products)
const folder = mkdtempSync(join(tmpdir(), 'meson-memory-'))
fillShop(folder, products)
const options = ['--kiosk', '--no-open', '--data', folder]
// As the unit does that starts the till with the computer.
const till = await startProgramOf<TillReady>(
  ROOT,
  'electron/kiosk/start.js',
  options,
  MEMORY_ENVIRONMENT,
  NODE_MEMORY_FLAGS,
)
try {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
  await installProbe(page)
  await page.goto(till.ready.url)
  await page.getByTestId('product-tile').first().waitFor()
  const cdp = await page.context().newCDPSession(page)
  process.stdout.write(`| PSS, MB | core | service | page |${FILES}\n${'|---'.repeat(7)}|\n`)
  await rest(values.rest * 1_000)
  tell('at rest')
  const unread = { scans: [], pays: [], scanWaits: [], payWaits: [] }
  for (let sale = 0; sale < values.sales; sale += 1)
    await sellOne(page, cdp, [products[(sale * 7919) % products.length]?.code ?? ''], unread)
  tell(`after ${values.sales} sales`)
  await rest(values.rest * 1_000)
  tell(`${values.rest} s later`)
} finally {
  await browser.close()
  await till.stop()
  rmSync(folder, { recursive: true, force: true })
}

function tell(when: string): void {
  const core = till.pid
  // Of this browser: others may be open on the machine.
  const own = startedBy(process.pid)
  const service = own.filter(({ parent }) => parent === core)
  const renderers = own.filter(({ command }) => command.includes('--type=renderer'))
  const each = [[{ pid: core }], service, renderers].map((some) => {
    const held = some.map(({ pid }) => pssOf(pid))
    const sum = (part: 'all' | 'files') => held.reduce((all, one) => all + one[part], 0).toFixed(0)
    return { all: sum('all'), files: sum('files') }
  })
  const cells = [...each.map(({ all }) => all), ...each.map(({ files }) => files)]
  process.stdout.write(`| ${[when, ...cells].join(' | ')} |\n`)
}
