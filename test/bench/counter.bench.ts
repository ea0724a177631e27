/**
 * The counter in real Chromium over the real till and service, with 50,000 products: how long the
 * cashier waits, without and with the processor slowed down four times; a cold start; selling while
 * 10,000 receipts drain and print; memory over
 * 1,000 sales; and the search beside MiniSearch and Fuse.js on the same catalogue in the same
 * browser.
 * `npm run bench -- counter [--only speed,start,search,backlog,memory] [--products N] [--backlog N]
 * [--sales N] [--timed N] [--slowed 1,4] [--data DIR]`
 *
 * What its paths are made of: scan and pay key in `old-computer`, a start in `start`, draining in
 * `draining` and `queue`, memory in `memory`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { openTill } from '#host/open-till.ts'
import { openChromium, openChromiumProfile } from '../support/chromium.ts'
import { startTill, type Program, type TillReady } from '../support/programs.ts'
import { cartOf, commitOf } from '../support/till-fixture.ts'
import { connectTill } from '../support/till-client.ts'
import { clear, scan, sellOne, typeText, type SaleTimes } from './counter-hand.ts'
import { installProbe, run, type Timed } from './counter-page.ts'
import { memory } from './counter-memory.ts'
import { peers } from './counter-peers.ts'
import { fillShop, shopProducts } from './counter-shop.ts'
import { head, line, longTasks, say } from './counter-words.ts'
import { BENCH_TILL } from './bench-till.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage:
      'npm run bench -- counter [--only PARTS] [--products N] [--backlog N] [--sales N] [--timed N] [--slowed 1,4] [--data DIR]',
    options: {
      only: { kind: 'text', first: 'start,speed,search,backlog,memory' },
      products: { kind: 'number', from: 1, to: 1_000_000, first: 50_000 },
      backlog: { kind: 'number', from: 1, to: 10_000_000, first: 10_000 },
      sales: { kind: 'number', from: 1, to: 1_000_000, first: 1_000 },
      timed: { kind: 'number', from: 1, to: 100_000, first: 100 },
      slowed: { kind: 'text', first: '1,4' },
      data: { kind: 'text' },
    },
  },
  process,
  3,
)
const parts = values.only.split(',')
const products = shopProducts(values.products)
/** Sales whose every step is timed; each has three scans. */
const SALES_TIMED = values.timed
const QUERIES = ['leche colun', 'cafe', 'yogur light', 'papel hig', 'detergnte omo', '780000012']
const STARTS_TIMED = 9
/** Mornings before: the browser keeps what it compiled of a page from its second visit on. */
const STARTS_BEFORE = 3
/** The window, as a small till has it. */
const WINDOW = { width: 1366, height: 768 }
/**
 * Some sales before anything is timed: the machine learns the way, as it does on the first minute
 * of a morning.
 */
const WARM_UP_SALES = 10

/** Sales of this run, so that each takes other products. */
let sold = 0

/** With `--data` a shop and its backlog are made once and kept for the next run. */
const folder = values.data ?? mkdtempSync(join(tmpdir(), 'meson-counter-'))
try {
  await measureAll()
} finally {
  if (values.data === undefined) rmSync(folder, { recursive: true, force: true })
}

async function measureAll(): Promise<void> {
  if (!existsSync(join(folder, 'till', 'till.db'))) fillShop(folder, products)
  // Builds the screens if need be and lets the service make its first data: neither is part of a
  // start in the morning.
  await (await startTill(['--data', folder])).stop()
  if (parts.includes('backlog') || parts.includes('prepare')) await makeBacklog(values.backlog)
  if (parts.includes('prepare')) return
  if (parts.includes('start')) await coldStarts()
  const browser = await openChromium()
  try {
    if (parts.includes('backlog')) await sellDuringBacklog(browser)
    if (parts.includes('speed') || parts.includes('memory'))
      await withTill(browser, async (page, cdp) => {
        if (parts.includes('speed')) await speed(page, cdp)
        if (parts.includes('memory')) await memory(page, cdp, values.sales, products)
      })
    if (parts.includes('search')) await peers(browser, products, QUERIES)
  } finally {
    await browser.close()
  }
}

async function withTill(
  browser: Browser,
  use: (page: Page, cdp: CDPSession, till: Program<TillReady>) => Promise<void>,
): Promise<void> {
  const till = await startTill(['--data', folder])
  const page = await openCounterPage(browser, till.ready.url)
  try {
    await use(page, await page.context().newCDPSession(page), till)
  } finally {
    await page.context().close()
    await till.stop()
  }
}

async function openCounterPage(browser: Browser, url: string): Promise<Page> {
  const page = await openWindow(browser)
  await page.goto(url)
  await page.getByTestId('product-tile').first().waitFor()
  return page
}

async function openWindow(browser: Browser): Promise<Page> {
  return probed(await browser.newContext({ viewport: WINDOW }))
}

async function probed(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  await installProbe(page)
  return page
}

/** Some seconds after the till is opened the page knows every code; a morning has many more. */
async function untilCodesAreKnown(page: Page): Promise<void> {
  const patienceMs = performance.now() + 120_000
  let asked = 1
  for (
    let quiet = 0;
    quiet < 3 && performance.now() < patienceMs;
    quiet = asked === 0 ? quiet + 1 : 0
  ) {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    asked = (await run(page, () => probe.waits('productSlice'), null)).length
  }
}

/**
 * From the start of the program to a sale screen with products, and to the line of the first scan.
 */
async function coldStarts(): Promise<void> {
  const starts: ColdStart[] = []
  for (let start = 0; start < STARTS_BEFORE + STARTS_TIMED; start += 1)
    starts.push(await coldStart(products[start]?.code ?? ''))
  const timed = starts.slice(STARTS_BEFORE)
  head(
    'Cold start, ms since the program was started (an empty window is open already, of a profile used before; the service starts after it)',
  )
  say(
    line(
      'the screen can be opened',
      timed.map(({ openMs }) => openMs),
    ),
  )
  say(
    line(
      'of the page: navigation to products, the core meanwhile opening',
      timed.map(({ pageMs }) => pageMs),
    ),
  )
  say(
    line(
      'sale screen with products',
      timed.map(({ screenMs }) => screenMs),
    ),
  )
  say(
    line(
      'first scan is a line',
      timed.map(({ scanMs }) => scanMs),
    ),
  )
  say(
    line(
      '(opening Chromium itself, before)',
      timed.map(({ browserMs }) => browserMs),
    ),
  )
}

type ColdStart = Readonly<Record<'browserMs' | 'openMs' | 'pageMs' | 'screenMs' | 'scanMs', number>>

async function coldStart(code: string): Promise<ColdStart> {
  const launchMs = performance.now()
  // A browser of its own each time: one that goes on running would still have the page's code in
  // its memory.
  const context = await openChromiumProfile(join(folder, 'browser'), WINDOW)
  const browserMs = performance.now() - launchMs
  const page = await probed(context)
  const startMs = performance.now()
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('counter-start.ts', import.meta.url)), folder],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const [opened] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const openMs = performance.now() - startMs
  await page.goto(opened)
  await page.getByTestId('product-tile').first().waitFor()
  const screenMs = performance.now() - startMs
  await scan(page, await context.newCDPSession(page), code)
  const scanMs = performance.now() - startMs
  const pageMs = await run(page, () => probe.firstProductMs, null)
  await context.close()
  child.stdin.end()
  await once(child, 'exit')
  return { browserMs, openMs, pageMs, screenMs, scanMs }
}

async function speed(page: Page, cdp: CDPSession): Promise<void> {
  await untilCodesAreKnown(page)
  for (const rate of values.slowed.split(',').map(Number)) {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate })
    await sellMany(page, cdp, WARM_UP_SALES)
    await run(page, () => [probe.waits(''), probe.longTasks()], null)
    const { scans, pays, scanWaits, payWaits } = await sellMany(page, cdp, SALES_TIMED)
    const tasks = await run(page, () => probe.longTasks(), null)
    const keys: Timed[] = []
    for (let round = 0; round < 2; round += 1)
      for (const query of QUERIES) {
        keys.push(...(await typeText(page, cdp, query)))
        await clear(cdp)
      }
    head(
      `${products.length} products, processor ${rate === 1 ? 'as it is' : `slowed ${rate}x`}, ms`,
    )
    say(
      line(
        'scan to line in the page',
        scans.map(({ inPage }) => inPage),
      ),
    )
    say(line('— of it waiting for the core', scanWaits))
    say(
      line(
        'scan to the frame that shows it',
        scans.map(({ onScreen }) => onScreen),
      ),
    )
    say(
      line(
        'keystroke to results in the page',
        keys.map(({ inPage }) => inPage),
      ),
    )
    say(
      line(
        'keystroke to the frame that shows them',
        keys.map(({ onScreen }) => onScreen),
      ),
    )
    say(
      line(
        'pay key to result screen in the page',
        pays.map(({ inPage }) => inPage),
      ),
    )
    say(line('— of it waiting for the core (a durable commit)', payWaits))
    say(
      line(
        'pay key to the frame that shows it',
        pays.map(({ onScreen }) => onScreen),
      ),
    )
    say(longTasks(tasks))
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}

/** Three scans, the payment screen, exact cash, next sale. */
async function sellMany(page: Page, cdp: CDPSession, count: number): Promise<SaleTimes> {
  const timed: SaleTimes = { scans: [], pays: [], scanWaits: [], payWaits: [] }
  for (let sale = 0; sale < count; sale += 1) {
    sold += 1
    const codes = [0, 1, 2].map(
      (step) => products[(sold * 7919 + step * 104_729) % products.length]?.code ?? '',
    )
    await sellOne(page, cdp, codes, timed)
  }
  return timed
}

/**
 * Sold in one go with no service there; the till then drains and prints them while the cashier goes
 * on.
 */
async function makeBacklog(count: number): Promise<void> {
  const till = await openTill({
    ...BENCH_TILL,
    dataDir: folder,
    embedded: { baseUrl: () => null, apiKey: () => null },
  })
  for (let sale = till.api.status().pendingCount; sale < count; sale += 1) {
    const cart = cartOf(
      till.api,
      products[sale % products.length]?.code ?? '',
      products[(sale * 31 + 7) % products.length]?.code ?? '',
    )
    const answer = till.api.commitSale(commitOf(till.api, cart))
    if (!answer.ok) throw new Error(answer.refusal.code)
    // Its workers get their turn, as between two customers.
    if (sale % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await till.stop()
}

async function sellDuringBacklog(browser: Browser): Promise<void> {
  await withTill(browser, async (page, cdp, till) => {
    const client = connectTill(till.ready.url)
    await page
      .getByTestId('connection')
      .filter({ hasText: /En línea/ })
      .waitFor()
    const before = await client.status()
    await sellMany(page, cdp, WARM_UP_SALES)
    await run(page, () => probe.longTasks(), null)
    const startMs = performance.now()
    const { scans, pays, payWaits } = await sellMany(page, cdp, SALES_TIMED)
    const seconds = (performance.now() - startMs) / 1000
    const tasks = await run(page, () => probe.longTasks(), null)
    const after = await client.status()
    head(
      `Selling with a backlog: ${before.pendingCount} receipts waiting at the start, ${after.pendingCount} after ${seconds.toFixed(0)} s, ${after.printQueueCount} papers in line, ms`,
    )
    say(
      line(
        'scan to line in the page',
        scans.map(({ inPage }) => inPage),
      ),
    )
    say(
      line(
        'pay key to result screen in the page',
        pays.map(({ inPage }) => inPage),
      ),
    )
    say(line('— of it waiting for the core (a durable commit)', payWaits))
    say(
      `${longTasks(tasks)}; ${SALES_TIMED} sales, ${((before.pendingCount - after.pendingCount + SALES_TIMED) / seconds).toFixed(0)} receipts/s issued meanwhile.`,
    )
  })
}
