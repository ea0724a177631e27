/**
 * `npm run bench -- start [--runs N] [--beside DIR]`: the packaged program's start beside the
 * kiosk's, in turns, and in turns with another checkout's, each on a folder and a browser profile
 * used before: from the start of the program to its window, and to the end of the first sale. Both
 * open real Chromium by the same hand, the packaged program through the stand-in of Electron unless
 * MESON_ELECTRON names a real one; the floor is the same browser with an empty page, in the same
 * run, and the stand-in with a program of one empty window, which is what it takes itself. On a
 * busy machine the figures are of that machine, and all are still comparable. Medians.
 *
 * The kiosk to the frame with its sale screen, by parts that follow each other, ms of 890: Node 34,
 * whether what is built is old 36, its program 55, lock, files and port 16, the browser 310 (206
 * with an empty page whole), the page until it asks the core 170, the core, loaded meanwhile, 32,
 * the screen's scripts, first commit and its frame 240.
 *
 * Processor time to the sale screen, ms: window's process 830 (most of it the stand-in's), core
 * 790, browser 1,400. Of the core's: reading and linking modules 28 % (compiling 10), schemas of
 * the contract 12, the stand-in taking types off its own files 11, the time zone 3. Keeping what
 * was compiled (`NODE_COMPILE_CACHE`) took 790 to 1,070 ms where 770 to 820 were taken without, and
 * was left.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import type { Page } from 'playwright-core'
import type * as Packer from '../packaged/package-once.ts'
import { PackagedTill, REAL_PROGRAM } from '../packaged/packaged-program.ts'
import { makeDistribution } from '../packaged/stand-in/make-distribution.ts'
import { WHERE, WHY_NOT } from '../packaged/where.ts'
import { openChromiumProfile } from '../support/chromium.ts'
import { sendScan } from '../support/scan-in-page.ts'
import { ROOT } from '../support/source-files.ts'
import { figuresOf, row } from './figures.ts'
import { partsTold, processorMs, type ProcessorMs } from './process-tree.ts'

const COLA = '7800104006297'
const WINDOW = { width: 1366, height: 800 }
const say = (line: string) => process.stdout.write(`${line}\n`)

type Start = Readonly<Record<'windowMs' | 'saleMs', number>> & { readonly spent?: ProcessorMs }

interface Seat {
  readonly name: string
  readonly checkout: string
  readonly till: PackagedTill
  readonly packaged: Start[]
  readonly kiosk: Start[]
}

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- start [--runs N] [--beside DIR]',
    options: { runs: { kind: 'number', from: 1, to: 1_000, first: 5 }, beside: { kind: 'text' } },
  },
  process,
  3,
)
if (WHY_NOT !== null) throw new Error(WHY_NOT)
const folder = mkdtempSync(join(tmpdir(), 'meson-start-'))
const bare = new PackagedTill(bareProgram())
const seats: readonly Seat[] = await Promise.all([
  seatOf('here', ROOT),
  ...(values.beside === undefined ? [] : [seatOf('beside', resolve(values.beside))]),
])
const empty: number[] = []
const emptyPackaged: number[] = []
try {
  // The first of each makes the folder and the profile.
  await Promise.all([
    startEmpty(),
    ...(REAL_PROGRAM === null ? [startBare()] : []),
    ...seats.flatMap((seat) => [startPackaged(seat), startKiosk(seat)]),
  ])
  for (let run = 0; run < values.runs; run += 1) {
    for (const seat of seats) {
      seat.packaged.push(await startPackaged(seat, run === values.runs - 1 ? 'kill' : 'stop'))
      seat.kiosk.push(await startKiosk(seat))
    }
    empty.push(await startEmpty())
    if (REAL_PROGRAM === null) emptyPackaged.push(await startBare())
  }
} finally {
  for (const { till } of seats) await till.clear()
  await bare.clear()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
const load = (loadavg()[0] ?? 0).toFixed(1)
say(`Start, ms since the program was started; ${WHERE}, load ${load} on ${availableParallelism()}`)
say('\n| | p50 | p95 | max |\n|---|---|---|---|')
const floor = figuresOf(empty)
say(row('Chromium with an empty page', floor))
const standIn = REAL_PROGRAM === null ? figuresOf(emptyPackaged) : null
if (standIn !== null) say(row('the stand-in with an empty page', standIn))
for (const seat of seats) tell(seat)

function tell({ name, packaged, kiosk }: Seat): void {
  for (const [program, starts] of Object.entries({ 'packaged program': packaged, kiosk })) {
    const of = (part: 'windowMs' | 'saleMs') => figuresOf(starts.map((start) => start[part]))
    const ofFloor = (part: 'windowMs' | 'saleMs') => (of(part).p50 / floor.p50).toFixed(2)
    say(row(`${program}, ${name}: sale screen`, of('windowMs')))
    say(row(`${program}, ${name}: first sale charged`, of('saleMs')))
    say(
      `${program}, ${name} / empty page: sale screen ${ofFloor('windowMs')}, first sale ${ofFloor('saleMs')}`,
    )
  }
  const [spent] = kiosk.flatMap((start) => start.spent ?? [])
  if (spent !== undefined) say(`kiosk, ${name}, to the sale screen: ${partsTold(spent)}`)
  if (standIn === null) return
  const { p50 } = figuresOf(packaged.map(({ windowMs }) => windowMs))
  const ofStandIn = (p50 / standIn.p50).toFixed(2)
  say(`packaged program, ${name} / the stand-in with an empty page: sale screen ${ofStandIn}`)
}

/** Packed by the checkout's own hand. */
async function seatOf(name: string, checkout: string): Promise<Seat> {
  const packer = pathToFileURL(join(checkout, 'test/packaged/package-once.ts')).href
  const { packageOnce } = (await import(packer)) as typeof Packer
  const till = new PackagedTill((await packageOnce()).executable)
  return { name, checkout, till, packaged: [], kiosk: [] }
}

/** A program of a single window over the same stand-in, which the till's share begins after. */
function bareProgram(): string {
  const home = join(folder, 'bare')
  makeDistribution(home, '0.0.0')
  const program = join(home, 'resources/app.asar')
  mkdirSync(program)
  writeFileSync(
    join(program, 'package.json'),
    '{"name":"bare","version":"0.0.0","main":"main.mjs"}',
  )
  writeFileSync(
    join(program, 'main.mjs'),
    `import { app, BrowserWindow } from 'electron'
    void app.whenReady().then(() => new BrowserWindow().loadURL('data:text/html,<input data-testid=search>'))
    app.on('window-all-closed', () => app.quit())`,
  )
  return join(home, 'electron')
}

async function startBare(): Promise<number> {
  const startMs = performance.now()
  const program = bare.start()
  await program.page()
  const tookMs = performance.now() - startMs
  await program.stop()
  return tookMs
}

/** Nobody waits for the end of the last. */
async function startPackaged({ till }: Seat, end: 'stop' | 'kill' = 'stop'): Promise<Start> {
  const startMs = performance.now()
  const program = till.start()
  const start = await timed(startMs, await program.page())
  await program[end]()
  return start
}

async function startKiosk({ name, checkout }: Seat): Promise<Start> {
  const startMs = performance.now()
  const host = spawn(
    process.execPath,
    [join(checkout, 'test/bench/counter-start.ts'), join(folder, `datos-${name}`)],
    { cwd: checkout, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const [address] = (await once(createInterface({ input: host.stdout }), 'line')) as [string]
  const context = await openChromiumProfile(join(folder, `browser-${name}`), WINDOW)
  const page = context.pages()[0] ?? (await context.newPage())
  const shown = await tellsShown(page)
  await page.goto(address)
  const windowMs = (await shown()) - startMs
  const spent = processorMs(host.pid ?? 0)
  const start = { ...(await timed(startMs, page)), windowMs, spent }
  await context.close()
  host.stdin.end()
  await once(host, 'exit')
  return start
}

async function startEmpty(): Promise<number> {
  const startMs = performance.now()
  const context = await openChromiumProfile(join(folder, 'empty'), WINDOW)
  const page = context.pages()[0] ?? (await context.newPage())
  const shown = await tellsShown(page)
  await page.goto('data:text/html,<input data-testid=search>')
  const tookMs = (await shown()) - startMs
  await context.close()
  return tookMs
}

/**
 * By the page itself, in the frame that has the field, in this process's time: who looks from
 * outside hears of it 60 to 140 ms later, while the page is busy with what comes after it.
 */
async function tellsShown(page: Page): Promise<() => Promise<number>> {
  const told = Promise.withResolvers<number>()
  await page.exposeFunction('tellShown', told.resolve)
  await page.addInitScript(() => {
    const { tellShown } = globalThis as unknown as { tellShown: (atMs: number) => void }
    const look = () => {
      if (document.querySelector('[data-testid="search"]') === null)
        return void requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => tellShown(performance.timeOrigin + performance.now())
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  })
  return async () => (await told.promise) - performance.timeOrigin
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
