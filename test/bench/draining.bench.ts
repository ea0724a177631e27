/**
 * `npm run bench -- draining [--backlog N] [--sales N] [--rounds N] [--beside DIR]`: what a hand
 * waits for the core while a backlog goes out, beside what it waits at an idle one; in turns, in
 * one run, each round with a till of its own. `--beside` does the same with another checkout.
 *
 * A receipt takes 1.2 to 1.6 ms of the core (`queue --only drain`, whose `--profile` says of what):
 * of SQLite, us, mark 9, read 9, folio 35, answer kept 9, folios known 15, two commits shared by
 * what comes up together. A till that only marks, sends and numbers is 3 to 16 % faster.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { applyToCart, cartTotals, EMPTY_CART } from '#shared/selling/cart/cart.ts'
import type { TillCommands } from '#shared/bridge/contract.ts'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { startService, type LaunchService } from '#host/embedded-service.ts'
import { SOURCE_SERVICE_ENTRY } from '#host/source-paths.ts'
import { commandsOf } from '../../renderer/bridge/commands-of.ts'
import type { CoreOrder, CoreTasks } from './draining-words.ts'
import { figuresOf, type Figures } from './figures.ts'
import { copyTill } from './queue-shop.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- draining [--backlog N] [--sales N] [--rounds N] [--beside DIR]',
    options: {
      backlog: { kind: 'number', from: 1, to: 1_000_000, first: 10_000 },
      sales: { kind: 'number', from: 1, to: 10_000, first: 40 },
      rounds: { kind: 'number', from: 1, to: 100, first: 3 },
      beside: { kind: 'text' },
    },
  },
  process,
  3,
)
const SCANS = 3
const [BETWEEN_SCANS_MS, BETWEEN_SALES_MS] = [150, 300] as const
const WARM_UP_SALES = 3
const WARM_UP_DRAIN_MS = 3_000
/** The service is another machine where shops are; here it leaves the counter the processor. */
const SERVICE_NICE = 10
const COLA = '7801040000037'

const HERE = fileURLToPath(new URL('../..', import.meta.url))
const checkouts = [HERE, ...(values.beside === undefined ? [] : [resolve(values.beside)])]
const folder = mkdtempSync(join(tmpdir(), 'meson-draining-'))
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Measured {
  readonly scan: Figures
  readonly charge: Figures
  readonly tasks: CoreTasks
  readonly perSecond: number
}

/** Once it is there: a machine that is busy would not let it begin. */
const launchNicely: LaunchService = (serviceArguments) => {
  const child = spawn(process.execPath, [SOURCE_SERVICE_ENTRY, ...serviceArguments], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdout.once('data', () => setPriority(child.pid ?? 0, SERVICE_NICE))
  return {
    stdout: child.stdout,
    onExit: (listener) => void child.once('exit', listener),
    stop: (how) => child.kill(how === 'gently' ? 'SIGTERM' : 'SIGKILL'),
  }
}

const service = startService(launchNicely, join(folder, 'service'), ['--log-level', 'error'])
try {
  const ready = await service.ready
  const answering = { url: ready.base_url, key: ready.keys.member }
  await Promise.all(
    checkouts.map(async (checkout, index) => {
      const dataDir = join(folder, `full-${index}`)
      const core = await openCore(checkout, { dataDir, backlog: values.backlog, service: null })
      await core.stop()
    }),
  )
  say(
    '| | scan p50 | p95 | max | charge p50 | p95 | max | tasks > 50 ms | computing | longest | receipts/s |\n|---|---|---|---|---|---|---|---|---|---|---|',
  )
  for (let round = 1; round <= values.rounds; round += 1)
    for (const [index, checkout] of checkouts.entries()) {
      const name = index === 0 ? 'here' : 'beside'
      const dataDir = copyTill(join(folder, `full-${index}`), join(folder, `${name}-${round}`))
      const idle = await sellAt(checkout, { dataDir, backlog: 0, service: null })
      tell(`${name} ${round}, idle`, idle)
      tell(
        `${name} ${round}, draining`,
        await sellAt(checkout, { dataDir, backlog: 0, service: answering }),
      )
    }
} finally {
  await service.kill()
  rmSync(folder, { recursive: true, force: true })
}

/** A hand sells; what is told is what it waited, and what the core did meanwhile. */
async function sellAt(checkout: string, order: CoreOrder): Promise<Measured> {
  const core = await openCore(checkout, order)
  for (let sale = 0; sale < WARM_UP_SALES; sale += 1) await sellOne(core.till)
  if (order.service !== null) await pause(WARM_UP_DRAIN_MS)
  const before = await core.tasks()
  const startMs = performance.now()
  const scans: number[] = []
  const charges: number[] = []
  for (let sale = 0; sale < values.sales; sale += 1) {
    const took = await sellOne(core.till)
    scans.push(...took.scans)
    charges.push(took.charge)
  }
  const seconds = (performance.now() - startMs) / 1000
  const tasks = await core.tasks()
  await core.stop()
  const drained = before.pendingCount + values.sales - tasks.pendingCount
  return {
    ...{ scan: figuresOf(scans), charge: figuresOf(charges), tasks },
    perSecond: order.service === null ? 0 : drained / seconds,
  }
}

async function sellOne(till: TillCommands): Promise<{ scans: number[]; charge: number }> {
  const scans: number[] = []
  let cart = EMPTY_CART
  for (let scan = 0; scan < SCANS; scan += 1) {
    const startMs = performance.now()
    const found = await till.productByCode(COLA)
    scans.push(performance.now() - startMs)
    if (!found.ok) throw new Error(found.refusal.code)
    const added = applyToCart(cart, {
      type: 'add-product',
      product: found.value,
      quantity: 1_000 as never,
    })
    if (!added.ok) throw new Error(added.refusal.code)
    cart = added.value
    await pause(BETWEEN_SCANS_MS)
  }
  const opened = await till.openSale(null)
  if (!opened.ok) throw new Error(opened.refusal.code)
  const startMs = performance.now()
  const sold = await till.commitSale({
    saleId: opened.value.saleId,
    lines: cart.lines.map(({ lineNumber: _, ...line }) => line),
    payments: [{ method: 'EF', amountClp: null, reference: '' }],
    expectedTotalClp: cartTotals(cart).totalClp,
    recipient: null,
  })
  const charge = performance.now() - startMs
  if (!sold.ok) throw new Error(sold.refusal.code)
  await pause(BETWEEN_SALES_MS)
  return { scans, charge }
}

interface Core {
  readonly till: TillCommands
  readonly tasks: () => Promise<CoreTasks>
  readonly stop: () => Promise<void>
}

async function openCore(checkout: string, order: CoreOrder): Promise<Core> {
  const child = fork(join(checkout, 'test/bench/draining-core.ts'), [], { cwd: checkout })
  child.send(order)
  const { port } = await heard<{ port: number }>(child)
  return {
    till: commandsOf(async (name, input) => {
      const answer = await fetch(`http://127.0.0.1:${port}/trpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input ?? null),
      })
      return ((await answer.json()) as { readonly result: { readonly data: unknown } }).result.data
    }),
    tasks() {
      child.send('tasks')
      return heard<CoreTasks>(child)
    },
    async stop() {
      const exited = new Promise((done) => child.once('exit', done))
      child.send('stop')
      await exited
    },
  }
}

function heard<Words>(child: ChildProcess): Promise<Words> {
  return new Promise((hear, fail) => {
    child.once('message', (words) => hear(words as Words))
    child.once('exit', (code) => fail(new Error(`the core ended with ${code}`)))
  })
}

function tell(name: string, { scan, charge, tasks, perSecond }: Measured): void {
  const ms = [scan, charge].flatMap(({ p50, p95, max }) => [p50, p95, max])
  const cells = [...ms, tasks.over50Ms, tasks.computedOver50Ms, tasks.longestMs, perSecond].map(
    (each) => each.toFixed(1),
  )
  say(`| ${name} | ${cells.join(' | ')} |`)
}
