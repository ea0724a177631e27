/**
 * Starts the issuing service as a process of its own and keeps it running. The till speaks to it
 * over HTTP only.
 */
import type { Log } from '#shared/core/ports.ts'
import { parseJson } from '#shared/issuing/answer-body.ts'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { EmbeddedService } from '#till/kernel/ports.ts'

/** Asks a service that is a utility process to stop in order. */
export const STOP_MESSAGE = 'stop'
const READY_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 5_000
/** Waits before a service that died is started again; the last one repeats. */
const RESTART_MS = [200, 1_000, 3_000, 10_000] as const

/** What a service says on its standard output once it listens. */
export const readyLine = z.object({
  ready: z.literal('service'),
  base_url: z.url(),
  companies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      country: z.string(),
      document_number: z.string(),
    }),
  ),
  keys: z.object({ owner: z.string(), member: z.string() }),
})
export type ServiceReady = z.output<typeof readyLine>

/** A process of the service, whichever way the host makes processes. */
export interface ServiceChild {
  readonly stdout: Readable
  readonly onExit: (listener: (code: number | null) => void) => void
  readonly stop: (how: 'gently' | 'at once') => void
}
/** Starts one with these arguments: `--port 0 --data DIR --resources DIR ...`. */
export type LaunchService = (serviceArguments: readonly string[]) => ServiceChild

export interface SupervisorOptions {
  readonly launch: LaunchService
  readonly dataDir: string
  /** The program's own files, which only the host can find. */
  readonly resourcesDir: string
  readonly onMoved: () => void
  readonly log: Log
}

export interface ServiceSupervisor extends EmbeddedService {
  /** Resolves at the first ready line; rejects when the first start fails, and goes on trying. */
  readonly started: Promise<ServiceReady>
  readonly stop: () => Promise<void>
}

/** A service that dies is started again with growing waits; until then the till sells offline. */
export function superviseService(options: SupervisorOptions): ServiceSupervisor {
  const first = Promise.withResolvers<ServiceReady>()
  let current: ServiceReady | null = null
  let running: RunningService | null = null
  let stopping = false
  let deaths = 0
  let restartTimer: NodeJS.Timeout | undefined

  const start = () => {
    const service = startService(options.launch, options.dataDir, [
      '--resources',
      options.resourcesDir,
    ])
    running = service
    service.ready.then((ready) => {
      current = ready
      deaths = 0
      first.resolve(ready)
      options.onMoved()
    }, first.reject)
    void service.exited.then((code) => {
      current = null
      if (stopping) return
      const delayMs = RESTART_MS[deaths] ?? 10_000
      deaths += 1
      options.log('the service ended; starting it again', { code, delayMs })
      options.onMoved()
      restartTimer = setTimeout(start, delayMs)
    })
  }
  start()

  return {
    started: first.promise,
    baseUrl: () => current?.base_url ?? null,
    apiKey: () => current?.keys.member ?? null,
    deletingKey: () => current?.keys.owner ?? null,
    async stop() {
      stopping = true
      clearTimeout(restartTimer)
      await running?.stop()
    },
  }
}

export interface RunningService {
  readonly ready: Promise<ServiceReady>
  readonly exited: Promise<number | null>
  readonly stop: () => Promise<void>
  readonly kill: () => Promise<void>
}

/** One run of the service on a folder. */
export function startService(
  launch: LaunchService,
  dataDir: string,
  extraArguments: readonly string[] = [],
): RunningService {
  const child = launch(['--port', '0', '--demo', '--data', dataDir, ...extraArguments])
  const exited = new Promise<number | null>((resolve) => child.onExit(resolve))
  const ready = new Promise<ServiceReady>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the service was not ready after ${READY_TIMEOUT_MS} ms`)),
      READY_TIMEOUT_MS,
    )
    void exited.then((code) => {
      clearTimeout(timer)
      reject(new Error(`the service ended with ${code} before it was ready`))
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      const parsed = readyLine.safeParse(parseJson(line))
      if (!parsed.success) return
      clearTimeout(timer)
      resolve(parsed.data)
    })
  })
  // Whoever does not wait for readiness still hears of the end through `exited`.
  ready.catch(() => {})
  return {
    ready,
    exited,
    async stop() {
      child.stop('gently')
      const timer = setTimeout(() => child.stop('at once'), STOP_TIMEOUT_MS)
      await exited
      clearTimeout(timer)
    },
    async kill() {
      child.stop('at once')
      await exited
    },
  }
}
