/**
 * `npm run bench -- old-computer [--products N] [--rounds N] [--scans N] [--sales N]
 * [--keys 2,6,20] [--share 0.5] [--beside DIR]`: the counter on a shop's ten-year-old machine. A
 * scanner's keys come from outside the page every so many ms, each is timed from its own stamp to
 * the frame that shows what it did; in the same run a bare page takes the same keys, asks a server
 * that searches nothing and pays with one bare commit, and all of it is done again with the till,
 * the service and the browser together on half a core (or, where the machine lends none, with the
 * page alone slowed). `--beside` sells in turns at another checkout.
 *
 * What a scan and the pay key take of the processor, by process, is printed. A scan in the page, by
 * its parts, ms of 73 traced: 14 keys in and out of the event loop 28, layout 9 (7 of them, one by
 * the list that shows its new line, 6), scripts 16, painting 11, styles 4. A whole sale, 208:
 * scripts 70, layout 42 (34 by the focus that moves between the screens), painting 45, styles 21.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { openChromium } from '../support/chromium.ts'
import { startProgramOf, type TillReady } from '../support/programs.ts'
import { ROOT } from '../support/source-files.ts'
import { clear, pressAll, scan, SCANNER_KEY_MS, sellOne, typeText } from './counter-hand.ts'
import { installProbe, run, type Timed } from './counter-page.ts'
import { fillShop, shopProducts } from './counter-shop.ts'
import { figuresOf } from './figures.ts'
import { openHalfCore } from './half-core.ts'
import { createSpending } from './process-tree.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage:
      'npm run bench -- old-computer [--products N] [--rounds N] [--scans N] [--sales N] [--keys 2,6,20] [--share 0.5] [--beside DIR]',
    options: {
      products: { kind: 'number', from: 1, to: 1_000_000, first: 50_000 },
      rounds: { kind: 'number', from: 1, to: 100, first: 3 },
      scans: { kind: 'number', from: 1, to: 1_000, first: 10 },
      sales: { kind: 'number', from: 1, to: 1_000, first: 5 },
      keys: { kind: 'text', first: `2,${SCANNER_KEY_MS},20` },
      share: { kind: 'text', first: '0.5' },
      beside: { kind: 'text' },
    },
  },
  process,
  3,
)
const KEYS_MS = values.keys.split(',').map(Number)
const UNKNOWN_CODE = '7800000000003'
/** A tone of 220 ms, and what is made for it. */
const BEEPED_MS = 800
const QUERY = 'leche colun'
/** Without a share of the processor to lend, only the page can be slowed. */
const PAGE_SLOWED = 4
const WINDOW = { width: 1366, height: 768 }
const products = shopProducts(values.products)
let scanned = 0
const nextCode = () => products[(++scanned * 7919) % products.length]?.code ?? ''

interface Seat {
  readonly name: string
  readonly page: Page
  readonly cdp: CDPSession
  readonly times: Map<string, number[]>
  readonly work: Work
  readonly spending: ReturnType<typeof createSpending>
}

/** What the page did for the keystrokes, which no other load on the machine changes. */
interface Work {
  keys: number
  layouts: number
  taskMs: number
}

const folder = mkdtempSync(join(tmpdir(), 'meson-old-computer-'))
const halfCore = openHalfCore()
const stops: (() => Promise<unknown>)[] = []
try {
  const browser = await openChromium()
  stops.push(() => browser.close())
  const seats = await Promise.all([
    bareSeat(browser),
    tillSeat(browser, 'here', ROOT),
    ...(values.beside === undefined ? [] : [tillSeat(browser, 'beside', resolve(values.beside))]),
  ])
  for (const isSlow of [false, true]) await measure(seats, isSlow)
} finally {
  halfCore?.end()
  for (const stop of stops.reverse()) await stop()
  rmSync(folder, { recursive: true, force: true })
}

async function bareSeat(browser: Browser): Promise<Seat> {
  const counter = fork(new URL('bare-counter.ts', import.meta.url))
  stops.push(async () => {
    counter.disconnect()
    await once(counter, 'exit')
  })
  const [{ url }] = (await once(counter, 'message')) as [{ readonly url: string }]
  const page = await browser.newPage({ viewport: WINDOW })
  await installProbe(page)
  await page.goto(url)
  return seatAt('bare page', page, counter.pid ?? 0)
}

async function tillSeat(browser: Browser, name: string, checkout: string): Promise<Seat> {
  const dataDir = join(folder, name)
  fillShop(dataDir, products)
  const options = ['--kiosk', '--no-open', '--data', dataDir]
  // An older checkout has no other.
  const [entry = ''] = ['start.js', 'start.ts'].filter((name) =>
    existsSync(join(checkout, 'electron/kiosk', name)),
  )
  const till = await startProgramOf<TillReady>(checkout, `electron/kiosk/${entry}`, options, {})
  stops.push(() => till.stop())
  const page = await browser.newPage({ viewport: WINDOW })
  await installProbe(page)
  await page.goto(till.ready.url)
  await page.getByTestId('product-tile').first().waitFor()
  return seatAt(name, page, till.pid)
}

async function seatAt(name: string, page: Page, core: number): Promise<Seat> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const work = { keys: 0, layouts: 0, taskMs: 0 }
  const spending = createSpending(core)
  return { name, page, cdp, times: new Map(), work, spending }
}

async function measure(seats: readonly Seat[], isSlow: boolean): Promise<void> {
  // What was measured before is warm.
  if (!isSlow) for (const seat of seats) await warmUp(seat, 2)
  halfCore?.lend(isSlow ? Number(values.share) : 'all')
  if (halfCore === null)
    for (const { cdp } of seats)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? PAGE_SLOWED : 1 })
  for (const seat of seats) {
    await warmUp(seat, 1)
    if (!isSlow) await badScan(seat)
    await run(seat.page, () => probe.longTasks(), null)
    seat.times.clear()
    seat.spending.clear()
    Object.assign(seat.work, { keys: 0, layouts: 0, taskMs: 0 })
  }
  for (let round = 0; round < values.rounds; round += 1)
    for (const seat of seats) {
      // Of a page behind another no frame is drawn, and no key reaches it.
      await seat.page.bringToFront()
      await oneTurn(seat)
    }
  const how =
    halfCore === null
      ? `the page slowed ${PAGE_SLOWED}x; no share of the processor can be lent here`
      : `all on ${values.share} of a core`
  say(
    `\n${values.products} products, ${isSlow ? how : 'the machine as it is'}, ms from the key's stamp to the frame\n`,
  )
  say('| | p50 | p95 | p99 |\n|---|---|---|---|')
  for (const what of new Set(seats.flatMap(({ times }) => [...times.keys()])))
    for (const { name, times } of seats) {
      const samples = times.get(what)
      if (samples !== undefined)
        say(`| ${what}, ${name} (n ${samples.length}) | ${cellsOf(samples).join(' | ')} |`)
    }
  for (const { name, work } of seats)
    say(
      `A keystroke, ${name}: ${(work.layouts / work.keys).toFixed(1)} layouts, ${(work.taskMs / work.keys).toFixed(1)} ms of processor in the page`,
    )
  for (const { name, spending } of seats)
    for (const line of spending.told()) say(`${name}, ${line}`)
  for (const { name, page } of seats) {
    const tasks = await run(page, () => probe.longTasks(), null)
    say(`Tasks over 50 ms, ${name}: ${tasks.length}, together ${sum(tasks).toFixed(0)} ms`)
  }
}

/** Of fewer than a hundred the last is the longest. */
function cellsOf(samples: readonly number[]): string[] {
  const { p50, p95, p99 } = figuresOf(samples)
  return [p50, p95, p99].map((ms) => ms.toFixed(1))
}

async function oneTurn(seat: Seat): Promise<void> {
  const { page, cdp, times, work, spending } = seat
  const keep = (what: string, ...timed: Timed[]) =>
    times.set(what, [...(times.get(what) ?? []), ...timed.map(({ onScreen }) => onScreen)])
  for (const keyMs of KEYS_MS) {
    for (let at = 0; at < values.scans; at += 1)
      keep(
        `scan, keys every ${keyMs} ms`,
        await spending.around('a scan', () => scan(page, cdp, nextCode(), keyMs)),
      )
    await sell(seat, 1)
  }
  const before = await workOf(cdp)
  keep('keystroke to results', ...(await typeText(page, cdp, QUERY)))
  const after = await workOf(cdp)
  work.keys += QUERY.length
  work.layouts += after.layouts - before.layouts
  work.taskMs += after.taskMs - before.taskMs
  await clear(cdp)
  keep('pay key to result', ...(await sell(seat, values.sales)))
}

/** The first of this page: it beeps. */
async function badScan({ name, page, cdp }: Seat): Promise<void> {
  await run(page, () => probe.longTasks(), null)
  await pressAll(cdp, [...UNKNOWN_CODE, 'Enter'])
  await rest(BEEPED_MS)
  const tasks = await run(page, () => probe.longTasks(), null)
  say(`First bad scan, ${name}: longest task ${Math.max(0, ...tasks).toFixed(0)} ms`)
  await clear(cdp)
}

async function workOf(cdp: CDPSession): Promise<Omit<Work, 'keys'>> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  return { layouts: of('LayoutCount'), taskMs: of('TaskDuration') * 1000 }
}

async function warmUp(seat: Seat, count: number): Promise<void> {
  await seat.page.bringToFront()
  await sell(seat, count)
}

async function sell({ page, cdp, spending }: Seat, count: number): Promise<Timed[]> {
  const sold = { scans: [], pays: [] as Timed[], scanWaits: [], payWaits: [] }
  for (let sale = 0; sale < count; sale += 1)
    await sellOne(page, cdp, [nextCode()], sold, (pay) => spending.around('pay key to result', pay))
  return sold.pays
}

function say(words: string): void {
  process.stdout.write(`${words}\n`)
}

function sum(each: readonly number[]): number {
  return each.reduce((all, one) => all + one, 0)
}
