/** The core of `draining.bench.ts` in a process of its own, behind loopback as at a kiosk. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import type { Till } from '#till/till.ts'
import { createNodeHttp } from '#till/adapters/node-http.ts'
import type { PrinterPort } from '#till/kernel/ports.ts'
import { cartOf, commitOf, fakePrinter } from '../support/till-fixture.ts'
import type { CoreOrder, CoreTasks } from './draining-words.ts'
import { openBenchTill, SILENCE } from './queue-shop.ts'

const PAPER_MS = 1_500
const LONG_MS = 50
const LOOKED_EVERY_MS = 5
const CODES = ['7801040000037', '101', '201']

const printer = fakePrinter()
const printing: PrinterPort = {
  ...printer,
  async print(order, signal) {
    await pause(PAPER_MS, undefined, { signal, ref: false }).catch(() => undefined)
    return printer.print(order, signal)
  },
}

process.once('disconnect', () => process.exit(0))
process.on('message', (message: CoreOrder | 'tasks' | 'stop') => {
  if (message === 'tasks') process.send?.(tasks())
  else if (message === 'stop') void end()
  else void begin(message)
})

let till: Till | null = null
const gone = new AbortController()
const turns = monitorEventLoopDelay({ resolution: LOOKED_EVERY_MS })
let over50Ms = 0
let computedOver50Ms = 0
let last = { ms: performance.now(), cpuMs: 0 }
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
/**
 * A tick that comes late was kept waiting by a task of this process, or of another that had the
 * processor: only the first is ours.
 */
function watchTurns(): void {
  const now = { ms: performance.now(), cpuMs: cpuMs() }
  if (now.ms - last.ms - LOOKED_EVERY_MS > LONG_MS) {
    over50Ms += 1
    if (now.cpuMs - last.cpuMs > LONG_MS) computedOver50Ms += 1
  }
  last = now
}

function tasks(): CoreTasks {
  const found = { over50Ms, computedOver50Ms, longestMs: turns.max / 1e6 }
  over50Ms = 0
  computedOver50Ms = 0
  turns.reset()
  return { ...found, pendingCount: till?.api.status().pendingCount ?? 0 }
}

async function begin({ dataDir, backlog, service }: CoreOrder): Promise<void> {
  const http =
    service === null
      ? SILENCE
      : createNodeHttp(() => ({ baseUrl: service.url, apiKey: service.key }))
  const url = service?.url ?? 'http://127.0.0.1:1'
  till = await openBenchTill(dataDir, { http, serviceUrlFromHost: url, printing })
  const { api, handle } = till
  for (let sale = 0; sale < backlog; sale += 1) {
    const sold = api.commitSale(commitOf(api, cartOf(api, ...CODES)))
    if (!sold.ok) throw new Error(sold.refusal.code)
  }
  void listen(api)
  const server = serve({ fetch: handle, hostname: '127.0.0.1', port: 0 }, (address) => {
    turns.enable()
    setInterval(watchTurns, LOOKED_EVERY_MS)
    process.send?.({ port: address.port })
  })
  gone.signal.addEventListener('abort', () => server.close())
}

/** A screen reads the status at each event. */
async function listen(api: Till['api']): Promise<void> {
  for await (const _ of api.feed(null, gone.signal)) api.status()
}

async function end(): Promise<void> {
  gone.abort()
  await till?.stop()
  process.exit(0)
}
