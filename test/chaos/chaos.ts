/**
 * Real tills and the real service as processes, a faulty proxy between them, network printers
 * behind the tills, and kill -9 for everybody. Ends in calm; then the three sides' own records are
 * compared.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#till/tables/open-database.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { createDice, type Dice } from '../sim/dice.ts'
import { fingerprintOf } from '#till/settings/key-origin.ts'
import { stockShop, DECLARED } from '../support/till-fixture.ts'
import { CATALOGUE, COMPANY_OF_SERVICE } from '../support/shop-owner.ts'
import {
  startForeignService,
  startServiceProgram,
  startTill,
  type ServiceReady,
  type TillReady,
} from '../support/programs.ts'
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'
import { CALM_FILE } from '../foreign/moods.ts'
import { connectTill } from '../support/till-client.ts'
import {
  issuedAbroad,
  issuedBy,
  judgeChaos,
  otherBytes,
  stoppedIn,
  unsettledIn,
  type Verdict,
} from './judge-chaos.ts'
import { startMortal, type Mortal } from './mortal.ts'
import { startPaperSink, type PaperSink } from './paper-sink.ts'
import { until } from './look-until.ts'
import { createCashier, type Credit, type GivenBack, type SoldSale } from './cashier.ts'
import type { ProductView } from '#shared/catalogue/product.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

export interface ChaosOptions {
  readonly seed: string
  /** Receipts and credit notes together. */
  readonly receipts: number
  readonly tills: number
  /** Share of exchanges with the service that the proxy breaks. */
  readonly faultShare: number
  /** kill -9 of each till and, counted apart, of the service. */
  readonly kills: number
  readonly settleTimeoutMs: number
  /** This project's own service, or the one in test/foreign, which knows nothing of this till. */
  readonly service?: 'own' | 'foreign'
}

export interface ChaosReport extends Verdict {
  readonly seed: string
  readonly tillKills: number
  readonly serviceKills: number
  readonly faults: ReadonlyMap<string, number>
  readonly sellingMs: number
  readonly totalMs: number
}

const WIDTH_MM = 58
const ASK_AGAIN_MS = 3_000
/** One customer in fifteen comes back. */
const RETURN_SHARE = 1 / 15
const JUST_SOLD = 4
const MEMORY_FOLDER = '/dev/shm'

export async function playChaos(options: ChaosOptions): Promise<ChaosReport> {
  // kill -9 takes nothing from a memory file system that it would leave on a disk, and a thousand
  // flushes cost nothing there.
  const folder = mkdtempSync(
    join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'meson-chaos-'),
  )
  const world = await openWorld(folder, options)
  try {
    const startedMs = performance.now()
    const asked = setInterval(() => void askAgain(world), ASK_AGAIN_MS)
    const days = await Promise.all(
      world.tills.map((till, index) => workShare(till, world, options, index)),
    )
    const sellingMs = performance.now() - startedMs
    await settle(world, options.settleTimeoutMs)
    clearInterval(asked)
    await endInOrder(world)
    return {
      ...judgeChaos({
        issued:
          options.service === 'foreign'
            ? issuedAbroad(join(folder, 'service'))
            : issuedBy(join(folder, 'service', 'service.db')),
        tills: world.tills.map(({ dataDir, sink }) => ({
          databaseFile: tillFolder(dataDir).database,
          sink,
        })),
        sold: days.flatMap(({ sold }) => sold),
        givenBack: days.flatMap(({ givenBack }) => givenBack),
        firstFolio: options.service === 'foreign' ? null : 1,
        troubles: [
          ...world.troubles,
          ...(options.service === 'foreign' ? otherBytes(join(folder, 'service')) : []),
        ],
      }),
      seed: options.seed,
      faults: world.proxy.faults,
      serviceKills: world.service.kills(),
      tillKills: world.tills.reduce((sum, { program }) => sum + program.kills(), 0),
      sellingMs,
      totalMs: performance.now() - startedMs,
    }
  } finally {
    await Promise.all([
      ...world.tills.map(({ program }) => program.destroy()),
      world.service.destroy(),
    ])
    await Promise.all([world.proxy.close(), ...world.tills.map(({ sink }) => sink.close())])
    rmSync(folder, { recursive: true, force: true })
  }
}

interface ChaosTill {
  readonly dataDir: string
  readonly program: Mortal<TillReady>
  readonly sink: PaperSink
  onSold(count: number): void
}
interface World {
  readonly service: Mortal<ServiceReady>
  readonly proxy: FaultyProxy
  readonly tills: readonly ChaosTill[]
  readonly troubles: string[]
  /** The service makes no more trouble of its own. */
  calm(): void
}

/** The service first, then the proxy before it, then the tills, each with its printer. */
async function openWorld(folder: string, options: ChaosOptions): Promise<World> {
  const dice = createDice(options.seed)
  const troubles: string[] = []
  const data = join(folder, 'service')
  const isForeign = options.service === 'foreign'
  const start = (at: number) =>
    isForeign
      ? startForeignService([
          '--data',
          data,
          '--faults',
          `${options.faultShare}`,
          '--seed',
          `${dice.between(1, 1_000_000)}`,
          '--port',
          `${at}`,
        ])
      : startServiceProgram(['--data', data, '--log-level', 'error', '--port', String(at)])
  let proxy: FaultyProxy | null = null
  let port = 0
  const outage = dice.split('outage')
  const service = await startMortal<ServiceReady>({
    start: () => start(port),
    // Half the time the machine is off, and connections are refused instead of broken.
    whileDead: async () => {
      if (outage.chance(0.5)) await proxy?.down()
    },
    onBack: async () => proxy?.up(),
    onTrouble: (text) => troubles.push(`service ${text}`),
  })
  const { ready } = await service.alive()
  port = Number(new URL(ready.base_url).port)
  const deaths = planDeaths(dice.split('service deaths'), options.kills, options.receipts * 2)
  proxy = await startFaultyProxy({
    dice: dice.split('proxy'),
    faultShare: options.faultShare,
    servicePort: () => port,
    onAnswer: (count) => {
      if (deaths.has(count)) service.kill()
    },
  })
  const tills: ChaosTill[] = []
  for (let index = 0; index < options.tills; index += 1) {
    tills.push(
      await openChaosTill({
        folder,
        index,
        dice: dice.split(`till ${index} deaths`),
        proxy,
        ready,
        options,
        troubles,
      }),
    )
  }
  return {
    service,
    proxy,
    tills,
    troubles,
    calm: () => {
      if (isForeign) writeFileSync(join(data, CALM_FILE), '')
    },
  }
}

/**
 * At which of `span` events it dies: spread over all of them, each at a random one of its stretch.
 */
function planDeaths(dice: Dice, kills: number, span: number): ReadonlySet<number> {
  const stretch = Math.floor(span / (kills + 1))
  return new Set(
    Array.from(
      { length: kills },
      (_, index) => stretch * index + dice.between(Math.floor(stretch / 2), stretch),
    ),
  )
}

interface ChaosTillPorts {
  readonly folder: string
  readonly index: number
  readonly dice: Dice
  readonly proxy: FaultyProxy
  readonly ready: ServiceReady
  readonly options: ChaosOptions
  readonly troubles: string[]
}

/**
 * Half of a till's deaths come with a sale, the other half while a paper is on its way to the
 * printer.
 */
async function openChaosTill({
  folder,
  index,
  dice,
  proxy,
  ready,
  options,
  troubles,
}: ChaosTillPorts): Promise<ChaosTill> {
  const dataDir = join(folder, `till-${index + 1}`)
  const share = Math.floor(options.receipts / options.tills)
  const deathsBySale = planDeaths(dice, Math.ceil(options.kills / 2), share)
  const deathsByPaper = planDeaths(dice, Math.floor(options.kills / 2), share)
  let program: Mortal<TillReady> | null = null
  const sink = await startPaperSink((count) => {
    if (deathsByPaper.has(count)) program?.kill()
  })
  const url = `http://127.0.0.1:${proxy.port}`
  chooseSink(dataDir, index + 1, sink.port, { url, key: ready.keys.member })
  const started = await startMortal<TillReady>({
    start: () => startTill(['--data', dataDir, '--api', url], { TILL_API_KEY: ready.keys.member }),
    onTrouble: (text) => troubles.push(`till ${index + 1} ${text}`),
  })
  program = started
  return {
    dataDir,
    program: started,
    sink,
    onSold: (count) => {
      if (deathsBySale.has(count)) started.kill()
    },
  }
}

/**
 * The settings as a shop would have left them: its name, its number, a tested connection, and the
 * network printer.
 */
function chooseSink(
  dataDir: string,
  registerNumber: number,
  port: number,
  service: { readonly url: string; readonly key: string },
): void {
  const folder = tillFolder(dataDir)
  mkdirSync(folder.folder, { recursive: true })
  const printer: PrinterConfig = {
    id: 'tcp-sink',
    name: 'Sumidero',
    widthMm: WIDTH_MM,
    dots: 384,
    transport: { kind: 'tcp', host: '127.0.0.1', port },
    hasCutter: true,
    hasDrawer: false,
  }
  const db = openDatabase(folder.database)
  db.prepare("INSERT INTO setting (key, value_json) VALUES ('till', ?)").run(
    JSON.stringify({
      registerNumber,
      printerId: printer.id,
      printer,
      shop: COMPANY_OF_SERVICE,
      emission: DECLARED,
      tested: { url: service.url, rut: COMPANY_OF_SERVICE.rut, key: fingerprintOf(service.key) },
    }),
  )
  stockShop(db, CATALOGUE)
  db.close()
}

interface DaysWork {
  readonly sold: SoldSale[]
  readonly givenBack: GivenBack[]
  readonly credits: Credit[]
}

/**
 * Works in bursts, and between two bursts lets the queue come down to a few, as between two rushes
 * of customers.
 */
async function workShare(
  till: ChaosTill,
  world: World,
  options: ChaosOptions,
  index: number,
): Promise<DaysWork> {
  const dice = createDice(`${options.seed}/cashier ${index}`)
  const share = Math.floor(options.receipts / options.tills)
  const cashier = createCashier(till.program)
  const products = await cashier.products()
  const day: DaysWork = { sold: [], givenBack: [], credits: [] }
  const done = () => day.sold.length + day.givenBack.length
  while (done() < share) {
    for (let burst = Math.min(dice.between(10, 120), share - done()); burst > 0; burst -= 1) {
      const returned = dice.chance(RETURN_SHARE)
        ? await takeSomethingBack(cashier, day.sold, dice)
        : null
      if (returned !== null) day.givenBack.push(returned)
      if (returned?.credit) day.credits.push(returned.credit)
      const credit = returned === null && dice.chance(0.3) ? (day.credits.shift() ?? null) : null
      if (returned === null) day.sold.push(await cashier.sell(linesOf(dice, products), credit))
      till.onSold(done())
    }
    const few = dice.between(0, 60)
    await until(
      () => world.troubles.length > 0 || unsettledIn(tillFolder(till.dataDir).database) <= few,
      options.settleTimeoutMs,
    )
  }
  return day
}

/** Of what was sold a moment ago, mostly without a folio yet, or of any sale before. */
function takeSomethingBack(
  cashier: ReturnType<typeof createCashier>,
  sold: readonly SoldSale[],
  dice: Dice,
): Promise<GivenBack | null> {
  const oldest = dice.chance(0.5) ? Math.max(0, sold.length - JUST_SOLD) : 0
  const sale = sold[dice.between(oldest, sold.length - 1)]
  return sale === undefined ? Promise.resolve(null) : cashier.takeBack(sale, dice)
}

function linesOf(dice: Dice, products: readonly ProductView[]): readonly ProductView[] {
  const isExempt = dice.chance(0.2)
  const kind = products.filter((product) => product.isExempt === isExempt)
  const [first, ...others] = kind
  if (first === undefined) throw new Error('the demo shop has products of both kinds')
  return Array.from({ length: dice.between(1, 2) }, () => dice.pick([first, ...others]))
}

async function settle(world: World, timeoutMs: number): Promise<void> {
  world.proxy.calm()
  world.calm()
  await until(
    () =>
      world.troubles.length > 0 ||
      world.tills.every(({ dataDir }) => unsettledIn(tillFolder(dataDir).database) === 0),
    timeoutMs,
  )
}

/**
 * What a person does about receipts that were refused while the service was in trouble: one press
 * on the first of them.
 */
async function askAgain({ tills }: World): Promise<void> {
  for (const { dataDir, program } of tills) {
    const [saleId] = stoppedIn(tillFolder(dataDir).database)
    if (saleId === undefined) continue
    const { ready } = await program.alive()
    await connectTill(ready.url)
      .retryNow(saleId)
      .catch(() => {})
  }
}

async function endInOrder({ tills, service, troubles }: World): Promise<void> {
  for (const { program } of tills) {
    const code = await program.stop()
    if (code !== 0) troubles.push(`a till ended with ${code}`)
  }
  await service.stop()
}
