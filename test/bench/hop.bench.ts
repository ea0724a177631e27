/**
 * `npm run bench -- hop`: what a command costs when the core is a process of its own, beside the
 * core in the window's process; in turns, in one run. Electron hands requests to either.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applyToCart, cartTotals, EMPTY_CART } from '#shared/selling/cart/cart.ts'
import type { TillCommands } from '#shared/bridge/contract.ts'
import { beginTill } from '#host/begin-till.ts'
import { keepCore } from '#host/core-process/keep-core.ts'
import type { FromCore } from '#host/core-process/words.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { refuse } from '#shared/core/result.ts'
import type { OwnService } from '#host/own-service.ts'
import { SOURCE_CHECK_WORKER, SOURCE_PATHS } from '#host/source-paths.ts'
import { commandsOf } from '../../renderer/bridge/commands-of.ts'
import { figuresOf, row } from './figures.ts'
import { sealedSecrets, secretNames, secretsBy } from '#till/kernel/till-secrets.ts'

const ROUNDS = 400
const COLA = '7800104006297'
const NO_SERVICE: OwnService = {
  baseUrl: () => null,
  apiKey: () => null,
  start: async () => {},
  stop: async () => {},
}
const NO_KEY = { load: async () => null, save: async () => {} }
const folder = mkdtempSync(join(tmpdir(), 'meson-hop-'))
const say = (line: string) => process.stdout.write(`${line}\n`)

const start = (name: string) => ({
  paths: { ...SOURCE_PATHS, rendererDir: join(SOURCE_PATHS.resourcesDir, 'demo') },
  checkWorkerFile: SOURCE_CHECK_WORKER,
  dataDir: join(folder, name),
  apiUrl: null,
  apiKey: null,
  wantsShop: false,
  version: 'bench',
})
const within = beginTill({
  ...start('within'),
  paths: SOURCE_PATHS,
  service: NO_SERVICE,
  ...secretsBy(secretNames, () => NO_KEY),
  log: () => {},
})
const opened = await within.open(() => false)
const apart = keepCore({
  launch() {
    const child = fork(fileURLToPath(new URL('core-child.ts', import.meta.url)), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    return {
      post: (message) => void child.send(message),
      onMessage: (listener) => child.on('message', (message) => listener(message as FromCore)),
      onExit: (listener) => child.once('exit', listener),
      kill: () => child.kill('SIGKILL'),
    }
  },
  start: { ...start('apart'), paths: SOURCE_PATHS, adoptFrom: null },
  secrets: secretsBy(sealedSecrets, () => NO_KEY),
  service: NO_SERVICE,
  spawnUsbHost: () => {
    throw new Error('the bench has no USB')
  },
  desk: {
    want: () => {},
    screens: async () => [],
    update: async () => refuse(refusal('UPDATE_NOT_HERE')),
  },
  messages: { canOpen: async () => false, open: async () => false },
  log: () => {},
  onBack: () => {},
  onHopeless: say,
})
await apart.ready
const tills = { within: coreBehind(within.handle), apart: coreBehind(apart.handle) }
try {
  say('A command, ms from asking to the answer in hand\n\n| | p50 | p95 | max |\n|---|---|---|---|')
  for (const [name, work] of Object.entries(WORKS())) await measure(name, work)
} finally {
  await Promise.all([opened.stop(), apart.stop()])
  rmSync(folder, { recursive: true, force: true })
}

function WORKS(): Record<string, (till: TillCommands) => Promise<unknown>> {
  return {
    'status ': (till) => till.status(),
    'a scan ': (till) => till.productByCode(COLA),
    'the products of the first screen ': (till) =>
      till.searchProducts({ text: '', categoryId: null, favouritesOnly: false, limit: 120 }),
    'a charge ': charge,
  }
}

async function measure(name: string, work: (till: TillCommands) => Promise<unknown>) {
  const spent = { within: [] as number[], apart: [] as number[] }
  for (let round = -20; round < ROUNDS; round += 1)
    for (const where of ['within', 'apart'] as const) {
      const startMs = performance.now()
      await work(tills[where])
      if (round >= 0) spent[where].push(performance.now() - startMs)
    }
  for (const [where, samples] of Object.entries(spent))
    say(row(`${name}${where === 'within' ? 'in one process' : 'in its own'}`, figuresOf(samples)))
}

async function charge(till: TillCommands): Promise<void> {
  const added = applyToCart(EMPTY_CART, {
    type: 'add-free-line',
    name: 'Pan',
    unitGrossClp: 1_000,
    isExempt: false,
  })
  const sale = await till.openSale(null)
  if (!added.ok || !sale.ok) throw new Error('no sale was opened')
  const sold = await till.commitSale({
    saleId: sale.value.saleId,
    lines: added.value.lines.map(({ lineNumber: _, ...line }) => line),
    payments: [{ method: 'EF', amountClp: null, reference: '' }],
    expectedTotalClp: cartTotals(added.value).totalClp,
    recipient: null,
  })
  if (!sold.ok) throw new Error(sold.refusal.code)
}

function coreBehind(handle: (request: Request) => Promise<Response>): TillCommands {
  return commandsOf(async (name, input) => {
    const answer = await handle(
      new Request(`till://app/trpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: input === undefined ? null : JSON.stringify(input),
      }),
    )
    return ((await answer.json()) as { readonly result: { readonly data: unknown } }).result.data
  })
}
