/**
 * `npm run bench -- rest [--turns N] [--seconds N] [--beside DIR]`: what a till and its window take
 * while nobody does anything, beside a bare page in a browser of its own, all of them at once: a
 * count, which nothing else on the machine changes. Linux only: `/proc` says it.
 *
 * Whose the wake-ups of a window are, per second: of 51 all but two are a bare page's, whose caret
 * blinks: 15 of the thread that puts frames on the screen, 15 of the one that makes them, 10 that
 * carry word between the two, 8 of the page. The till's own are the service's looks for work (2 a
 * second) and the core's (0.7).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { MEMORY_ENVIRONMENT, NODE_MEMORY_FLAGS } from '#host/node-service.ts'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { openChromium } from '../support/chromium.ts'
import { startProgramOf, type TillReady } from '../support/programs.ts'
import { ROOT } from '../support/source-files.ts'
import { figuresOf } from './figures.ts'
import { spentMs, startedBy, wakeUpsOf } from './process-tree.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- rest [--turns N] [--seconds N] [--beside DIR]',
    options: {
      turns: { kind: 'number', from: 1, to: 1_000, first: 5 },
      seconds: { kind: 'number', from: 1, to: 3_600, first: 60 },
      beside: { kind: 'text' },
    },
  },
  process,
  3,
)
/**
 * Until sums of reports are made, threads have ended and, a minute after the start, what was
 * compiled is written: before that a till has three times as many wake-ups.
 */
const SETTLING_MS = 63_000
const WINDOW = { width: 1366, height: 768 }
/** All that is asked at once begins with it, on two cores. */
const OPENED_MS_MAX = 120_000

interface Taken {
  readonly share: number
  readonly wakeUps: number
}

interface Seat {
  readonly name: string
  readonly till: readonly number[]
  readonly window: readonly number[]
}

const folder = mkdtempSync(join(tmpdir(), 'meson-rest-'))
const stops: (() => unknown)[] = []
try {
  const seats = [await bareSeat(), await tillSeat('here', ROOT)]
  if (values.beside !== undefined) seats.push(await tillSeat('beside', resolve(values.beside)))
  await rest(SETTLING_MS)
  const taken = new Map<string, Taken[]>()
  for (let turn = 0; turn < values.turns; turn += 1) await watch(seats, taken)
  say('| at rest, medians of turns | % of a core | wake-ups a second |\n|---|---|---|')
  for (const [name, turns] of taken) {
    const median = (part: keyof Taken) => figuresOf(turns.map((turn) => turn[part])).p50
    say(`| ${name} | ${median('share').toFixed(2)} | ${median('wakeUps').toFixed(1)} |`)
  }
} finally {
  for (const stop of stops.reverse()) await stop()
  rmSync(folder, { recursive: true, force: true })
}

async function bareSeat(): Promise<Seat> {
  const counter = fork(new URL('bare-counter.ts', import.meta.url))
  stops.push(() => counter.disconnect())
  const [{ url }] = (await once(counter, 'message')) as [{ readonly url: string }]
  return { name: 'bare page', till: [], window: await openWindow(url) }
}

async function tillSeat(name: string, checkout: string): Promise<Seat> {
  // An older checkout has no other.
  const [entry = ''] = ['start.js', 'start.ts'].filter((file) =>
    existsSync(join(checkout, 'electron/kiosk', file)),
  )
  const till = await startProgramOf<TillReady>(
    checkout,
    `electron/kiosk/${entry}`,
    ['--kiosk', '--no-open', '--data', join(folder, name)],
    MEMORY_ENVIRONMENT,
    NODE_MEMORY_FLAGS,
  )
  stops.push(() => till.stop())
  const window = await openWindow(till.ready.url)
  return { name, till: [till.pid, ...pidsOf(till.pid)], window }
}

/** In a browser of its own; its processes. */
async function openWindow(url: string): Promise<readonly number[]> {
  const others = new Set(pidsOf(process.pid))
  const browser = await openChromium()
  stops.push(() => browser.close())
  const page = await browser.newPage({ viewport: WINDOW })
  page.setDefaultTimeout(OPENED_MS_MAX)
  await page.goto(url)
  await page.getByTestId('search').focus()
  return pidsOf(process.pid).filter((pid) => !others.has(pid))
}

async function watch(seats: readonly Seat[], taken: Map<string, Taken[]>): Promise<void> {
  const groups = seats.flatMap(({ name, till, window }) => [
    { name: `${name}, till`, pids: till },
    { name: `${name}, window`, pids: window },
    { name: `${name}, both`, pids: [...till, ...window] },
  ])
  const look = () => groups.map(({ pids }) => ({ ms: spentMs(pids), wakeUps: wakeUpsOf(pids) }))
  const before = look()
  const beganMs = performance.now()
  await rest(values.seconds * 1_000)
  const ms = performance.now() - beganMs
  for (const [at, after] of look().entries()) {
    const { name = '' } = groups[at] ?? {}
    const share = ((after.ms - (before[at]?.ms ?? 0)) / ms) * 100
    const wakeUps = ((after.wakeUps - (before[at]?.wakeUps ?? 0)) / ms) * 1_000
    taken.set(name, [...(taken.get(name) ?? []), { share, wakeUps }])
  }
}

function pidsOf(parent: number): number[] {
  return startedBy(parent).map(({ pid }) => pid)
}

function say(words: string): void {
  process.stdout.write(`${words}\n`)
}
