/**
 * Starts the real issuing service as a process and talks to it over HTTP, the way any client does.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readyLine, type ServiceReady } from '#host/embedded-service.ts'
import { MEMORY_ENVIRONMENT } from '#host/node-service.ts'
import { bundled } from '../support/bundled.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type { ServiceReady as ReadyLine }

export interface ServiceProcess {
  readonly ready: ServiceReady
  readonly child: ChildProcess
  /** Its log so far. */
  readonly said: () => string
  /** Sends a request with the owner's key unless the headers say otherwise. */
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>
  readonly stop: () => Promise<number | null>
  readonly kill: () => Promise<void>
}

export interface Answer {
  readonly status: number
  readonly body: AnswerBody
  readonly headers: Headers
}

/** The fields tests look at; whether they are there is what the tests are about. */
export interface AnswerBody {
  readonly id: string
  readonly number: number
  readonly status: string
  readonly total: number
  readonly code: string
  readonly message: string
  readonly document_id: string
  readonly valid: boolean
  readonly validation_errors: readonly {
    readonly field: string
    readonly code: string
    readonly message: string
  }[]
  readonly errors: readonly {
    readonly field: string
    readonly code: string
    readonly message: string
  }[]
  readonly filename: string
  readonly content: string
  readonly data: readonly Record<string, unknown>[]
  readonly [field: string]: unknown
}

const PROGRAM = 'electron/service/main.ts'

/** As a server's unit and its image start it; see service-on-a-server.test.ts. */
export const SERVER_FLAGS = ['--max-semi-space-size=8']

/** `env`: beside what this process has, as a clock of its own. */
export function spawnService(
  dataDir: string,
  extra: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  program = PROGRAM,
): ChildProcess {
  const demo = [program, '--demo', '--data', dataDir]
  const command = [...demo, '--log-level', 'error', ...extra]
  const args = extra.includes('--port') ? command : [...command, '--port', '0']
  return spawn(process.execPath, [...SERVER_FLAGS, ...args], {
    cwd: root,
    env: { ...process.env, ...MEMORY_ENVIRONMENT, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

export async function startService(
  dataDir: string,
  extra: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<ServiceProcess> {
  const child = spawnService(dataDir, extra, env, await bundled(PROGRAM))
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const ready = await readReadyLine(child, () => stderr)
  const stopWith = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    return child.exitCode
  }
  return {
    ready,
    child,
    said: () => stderr,
    send: (method, path, body, headers) => send(ready, { method, path, body, headers }),
    stop: () => stopWith('SIGTERM'),
    kill: async () => {
      await stopWith('SIGKILL')
    },
  }
}

/** Runs the service until it refuses to start. */
export async function refusedStart(
  dataDir: string,
  extra: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; stderr: string }> {
  const child = spawnService(dataDir, extra, env)
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  await once(child, 'exit')
  return { code: child.exitCode, stderr }
}

async function readReadyLine(child: ChildProcess, said: () => string): Promise<ServiceReady> {
  if (child.stdout === null) throw new Error('the service has no stdout')
  for await (const line of createInterface({ input: child.stdout }))
    return readyLine.parse(JSON.parse(line))
  throw new Error(`the service did not start: ${said()}`)
}

async function send(
  ready: ServiceReady,
  request: {
    method: string
    path: string
    body?: unknown
    headers?: Record<string, string> | undefined
  },
): Promise<Answer> {
  const response = await fetch(`${ready.base_url}${request.path}`, {
    method: request.method,
    headers: {
      'x-api-key': ready.keys.owner,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(request.body === undefined
      ? {}
      : { body: typeof request.body === 'string' ? request.body : JSON.stringify(request.body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: JSON.parse(text === '' ? '{}' : text) as AnswerBody,
    headers: response.headers,
  }
}
