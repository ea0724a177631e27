/** The real programs, started as a newcomer would, for tests that cross processes. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { bundled } from './bundled.ts'
import { ROOT } from './source-files.ts'

const READY_TIMEOUT_MS = 90_000

export interface Program<Ready> {
  readonly ready: Ready
  readonly pid: number
  /** What it has said on stderr so far. */
  readonly stderr: () => string
  /** SIGTERM, and waits for the end; the exit code. */
  stop(): Promise<number | null>
  /** kill -9, and waits for the end. */
  kill(): Promise<void>
}

export interface TillReady {
  readonly ready: 'till'
  readonly url: string
  readonly data: string
  readonly service: string
}
export interface ServiceReady {
  readonly ready: 'service'
  readonly base_url: string
  readonly companies: readonly {
    readonly id: string
    readonly name: string
    readonly country: string
    readonly document_number: string
  }[]
  readonly keys: { readonly owner: string; readonly member: string }
}

export function startTill(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Program<TillReady>> {
  return startProgram<TillReady>('electron/kiosk/start.js', ['--kiosk', '--no-open', ...args], env)
}

const SERVICE = 'electron/service/main.ts'

export async function startServiceProgram(args: readonly string[]): Promise<Program<ServiceReady>> {
  return startProgram<ServiceReady>(await bundled(SERVICE), ['--demo', ...args], {})
}

/** Without the demo: what it knows was entered by its tool. */
export async function startOwnService(
  args: readonly string[],
): Promise<Program<Pick<ServiceReady, 'base_url'> & { readonly ready: 'service' }>> {
  return startProgram(await bundled(SERVICE), args, {})
}

/** The service in test/foreign: another's, as far as the till is concerned. */
export function startForeignService(args: readonly string[]): Promise<Program<ServiceReady>> {
  return startProgram<ServiceReady>('test/foreign/main.ts', args, {})
}

export interface ProgramEnd {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, however it ends. */
export function runToEnd(
  entry: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  typed = '',
): Promise<ProgramEnd> {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    env,
  })
  // Whoever does not read what is typed may have ended before.
  child.stdin.on('error', () => {})
  child.stdin.end(typed)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  return new Promise((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr })),
  )
}

function startProgram<Ready extends { ready: string }>(
  entry: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Program<Ready>> {
  return startProgramOf(ROOT, entry, args, env)
}

/** Of another checkout. */
export async function startProgramOf<Ready extends { ready: string }>(
  root: string,
  entry: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  nodeFlags: readonly string[] = [],
): Promise<Program<Ready>> {
  const child = spawn(process.execPath, [...nodeFlags, entry, ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-20_000)
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const ready = await waitForReady<Ready>(child, () => stderr)
  return {
    ready,
    pid: child.pid ?? -1,
    stderr: () => stderr,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function waitForReady<Ready>(child: ChildProcess, stderr: () => string): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`not ready after ${READY_TIMEOUT_MS} ms: ${stderr()}`)),
      READY_TIMEOUT_MS,
    )
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`ended with ${code} before it was ready: ${stderr()}`))
    })
    if (!child.stdout) throw new Error('the program has a pipe')
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{"ready"')) return
      clearTimeout(timer)
      resolve(JSON.parse(line) as Ready)
    })
  })
}
