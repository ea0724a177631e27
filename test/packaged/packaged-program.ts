/**
 * The packaged program as a test holds it: the one of the stand-in, or the real binary that
 * MESON_ELECTRON names. The window is joined over DevTools in both.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright-core'
import type { TillReady } from '../support/programs.ts'

/** Path of a packaged till over real Electron, where there is one. */
export const REAL_PROGRAM = process.env['MESON_ELECTRON'] ?? null
const WINDOW_TIMEOUT_MS = 60_000
const PAGE_TIMEOUT_MS = 30_000
const LOOK_AGAIN_MS = 50
const LOG_LETTERS = 2_000

/** One line of what the stand-in was asked for. */
export interface Note {
  readonly what: string
  readonly [detail: string]: unknown
}
export interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}
export interface StartOptions {
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** What stands after --data; null for none. */
  readonly dataArgument?: string | null
}

export interface PackagedProgram {
  readonly pid: number
  readonly ready: Promise<TillReady>
  readonly ended: Promise<End>
  /** From the start until the search field could be used. */
  readonly page: () => Promise<Page>
  /** The customer's, once it is there. */
  readonly customerPage: () => Promise<Page>
  readonly stderr: () => string
  /** Why it ended otherwise than it should: its dialogs, its last lines and the end of its log. */
  readonly said: () => string
  /** Empty over real Electron, which tells nobody. */
  readonly notes: (what?: string) => Note[]
  readonly tell: (order: object) => Promise<unknown>
  readonly stop: () => Promise<End>
  readonly kill: () => Promise<End>
}

/** A folder of data and every program started on it; `clear` leaves neither. */
export class PackagedTill {
  readonly folder = mkdtempSync(join(tmpdir(), 'meson-packaged-'))
  readonly dataDir = join(this.folder, 'datos')
  readonly #executable: string
  readonly programs: PackagedProgram[] = []

  constructor(executable: string) {
    this.#executable = REAL_PROGRAM ?? executable
  }

  start(options: StartOptions = {}): PackagedProgram {
    const { dataArgument = this.dataDir, args = [] } = options
    const prefix = join(this.folder, `run-${this.programs.length}`)
    const child = spawn(
      this.#executable,
      [
        ...(dataArgument === null ? [] : ['--data', dataArgument]),
        ...(REAL_PROGRAM === null ? [] : ['--remote-debugging-port=0', '--no-sandbox']),
        // What is installed asks in a new folder; the suites sell at once.
        '--practice',
        ...args,
      ],
      {
        cwd: options.cwd ?? this.folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...cleanEnvironment(this.folder),
          MESON_STANDIN_LOG: `${prefix}.log`,
          MESON_STANDIN_CONTROL: `${prefix}.sock`,
          ...options.env,
        },
      },
    )
    const program = programOf(child, prefix, join(this.dataDir, 'logs', 'caja.log'))
    this.programs.push(program)
    return program
  }

  async clear(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.kill()))
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Nothing of the test runner, and a home of its own. */
function cleanEnvironment(folder: string): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LANG', 'DISPLAY', 'TMPDIR', 'MESON_CHROMIUM', 'TZ']
  return { ...Object.fromEntries(kept.map((name) => [name, process.env[name]])), HOME: folder }
}

function programOf(child: ChildProcess, prefix: string, logFile: string): PackagedProgram {
  let stderr = ''
  const devTools = Promise.withResolvers<string>()
  const ready = Promise.withResolvers<TillReady>()
  const ended = new Promise<End>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  for (const waiting of [devTools, ready]) {
    waiting.promise.catch(() => {})
    void ended.then(({ code }) => waiting.reject(new Error(`ended with ${code}: ${stderr}`)))
  }
  if (child.stderr === null || child.stdout === null) throw new Error('the program has pipes')
  createInterface({ input: child.stderr }).on('line', (line) => {
    stderr = `${stderr}${line}\n`.slice(-20_000)
    const [, address] = /^DevTools listening on (ws:.*)$/.exec(line) ?? []
    if (address !== undefined) devTools.resolve(address)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{"ready"')) ready.resolve(JSON.parse(line) as TillReady)
  })
  const stopWith = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    pid: child.pid ?? -1,
    ready: ready.promise,
    ended,
    page: async () => openPage(await devTools.promise),
    customerPage: async () => windowOf(await devTools.promise, isCustomers),
    stderr: () => stderr,
    said: () =>
      [JSON.stringify(notesIn(`${prefix}.log`, 'dialog')), stderr, endOf(logFile)].join('\n'),
    notes: (what) => notesIn(`${prefix}.log`, what),
    tell: (order) => tell(`${prefix}.sock`, order),
    stop: () => stopWith('SIGTERM'),
    kill: () => stopWith('SIGKILL'),
  }
}

const isCustomers = (page: Page) => page.url().endsWith('/customer.html')

async function windowOf(devTools: string, isIt: (page: Page) => boolean): Promise<Page> {
  const browser = await chromium.connectOverCDP(devTools, { timeout: WINDOW_TIMEOUT_MS })
  const page = await eventuallyFound('a window', () =>
    browser.contexts()[0]?.pages().filter(isIt).at(-1),
  )
  page.setDefaultTimeout(PAGE_TIMEOUT_MS)
  return page
}

async function openPage(devTools: string): Promise<Page> {
  const page = await windowOf(devTools, (each) => !isCustomers(each))
  // Playwright answers questions nobody listens to, the one before closing too.
  page.on('dialog', () => {})
  await page.getByTestId('search').waitFor()
  return page
}

function notesIn(file: string, what?: string): Note[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const notes = lines.map((line) => JSON.parse(line) as Note)
  return notes.filter((one) => what === undefined || one.what === what)
}

const endOf = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').slice(-LOG_LETTERS) : ''

function tell(socketFile: string, order: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(socketFile).on('error', reject)
    createInterface({ input: socket }).once('line', (line) => {
      socket.end()
      resolve(JSON.parse(line))
    })
    socket.write(`${JSON.stringify(order)}\n`)
  })
}

/** Looks again until there is something; a busy machine may take its time. */
export async function eventuallyFound<Found>(
  what: string,
  look: () => Found | null | undefined | Promise<Found | null | undefined>,
  patienceMs = WINDOW_TIMEOUT_MS,
): Promise<Found> {
  for (const endMs = performance.now() + patienceMs; performance.now() < endMs; ) {
    const found = await look()
    if (found !== null && found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  throw new Error(`not seen: ${what}`)
}
