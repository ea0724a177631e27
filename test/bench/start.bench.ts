/**
 * The packaged program's start beside the kiosk's, in turns, each on a folder and a browser profile
 * used before: from the start of the program to its window, and to the end of the first sale. Both
 * open real Chromium by the same hand, the packaged program through the stand-in of Electron unless
 * MESON_ELECTRON names a real one; the floor is the same browser with an empty page, in the same
 * run. On a busy machine the figures are of that machine, and all are still comparable. Medians.
 *
 * `npm run bench -- start [--runs N]`
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import type { Page } from 'playwright-core'
import { packageOnce } from '../packaged/package-once.ts'
import { PackagedTill } from '../packaged/packaged-program.ts'
import { WHERE, WHY_NOT } from '../packaged/where.ts'
import { openChromiumProfile } from '../support/chromium.ts'
import { sendScan } from '../support/scan-in-page.ts'
import { figuresOf, row } from './figures.ts'

const COLA = '7800104006297'
const WINDOW = { width: 1366, height: 800 }
const say = (line: string) => process.stdout.write(`${line}\n`)

type Start = Readonly<Record<'windowMs' | 'saleMs', number>>

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- start [--runs N]',
    options: { runs: { kind: 'number', from: 1, to: 1_000, first: 5 } },
  },
  process,
  3,
)
if (WHY_NOT !== null) throw new Error(WHY_NOT)
const folder = mkdtempSync(join(tmpdir(), 'meson-start-'))
const till = new PackagedTill((await packageOnce()).executable)
const packaged: Start[] = []
const kiosk: Start[] = []
const empty: number[] = []
try {
  // The first of each makes the folder and the profile.
  for (let run = 0; run <= values.runs; run += 1) {
    packaged.push(await startPackaged())
    kiosk.push(await startKiosk())
    empty.push(await startEmpty())
  }
} finally {
  await till.clear()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
const load = (loadavg()[0] ?? 0).toFixed(1)
say(`Start, ms since the program was started; ${WHERE}, load ${load} on ${availableParallelism()}`)
say('\n| | p50 | p95 | max |\n|---|---|---|---|')
const floor = figuresOf(empty.slice(1))
say(row('Chromium with an empty page', floor))
for (const [name, starts] of Object.entries({ 'packaged program': packaged, kiosk })) {
  const timed = starts.slice(1)
  say(row(`${name}: sale screen`, figuresOf(timed.map(({ windowMs }) => windowMs))))
  say(row(`${name}: first sale charged`, figuresOf(timed.map(({ saleMs }) => saleMs))))
  const ofFloor = (part: keyof Start) =>
    (figuresOf(timed.map((start) => start[part])).p50 / floor.p50).toFixed(2)
  say(`${name} / empty page: sale screen ${ofFloor('windowMs')}, first sale ${ofFloor('saleMs')}`)
}

async function startPackaged(): Promise<Start> {
  const startMs = performance.now()
  const program = till.start()
  const start = await timed(startMs, await program.page())
  await program.stop()
  return start
}

async function startKiosk(): Promise<Start> {
  const startMs = performance.now()
  const host = spawn(
    process.execPath,
    [fileURLToPath(new URL('counter-start.ts', import.meta.url)), join(folder, 'datos')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const [address] = (await once(createInterface({ input: host.stdout }), 'line')) as [string]
  const context = await openChromiumProfile(join(folder, 'browser'), WINDOW)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(address)
  await page.getByTestId('search').waitFor()
  const start = await timed(startMs, page)
  await context.close()
  host.stdin.end()
  await once(host, 'exit')
  return start
}

async function startEmpty(): Promise<number> {
  const startMs = performance.now()
  const context = await openChromiumProfile(join(folder, 'empty'), WINDOW)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto('data:text/html,<input>')
  await page.locator('input').waitFor()
  const tookMs = performance.now() - startMs
  await context.close()
  return tookMs
}

async function timed(startMs: number, page: Page): Promise<Start> {
  const windowMs = performance.now() - startMs
  await page.evaluate(sendScan, COLA)
  await page.getByTestId('cart-line').first().waitFor()
  await page.keyboard.press('F12')
  await page.getByTestId('pay-cash').click()
  await page.getByTestId('tendered').fill('')
  await page.getByTestId('confirm-payment').click()
  await page.getByTestId('next-sale').waitFor()
  return { windowMs, saleMs: performance.now() - startMs }
}
