/**
 * Runs in front of the shim: `kill DIR MOMENTS`, `life DIR MOMENTS SCENARIO`,
 * `record DIR SALES [normal]`, `faults DIR TEMPLATE STEP`,
 * `life-faults DIR TEMPLATE STEP SCENARIO`, `record-migration DIR`.
 */
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { LATER_MIGRATIONS } from './older-till.ts'
import {
  arm,
  armKill,
  disarm,
  recordAcknowledged,
  startRecording,
  wasHit,
  type FaultMode,
} from './shim.ts'
import {
  allNumbered,
  copyTemplate,
  faultsAfterRestart,
  press,
  sellOne,
  tellStory,
  type Sold,
  type Story,
} from './story.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import type { Till } from '#till/till.ts'
import {
  judgeLife,
  liveUntil,
  liveWithFault,
  prepareLife,
  type LifeScenario,
} from './whole-life.ts'

const KILLED_SALES = 2
const FAULT_SALES = 2
/** Till time in which the broken disk is felt by everything that runs. */
const BROKEN_MS = 1_500
/**
 * Till time in which it must sell again once the disk works; it runs ahead of real file writes, so
 * there is much of it.
 */
const HEAL_LIMIT_MS = 600_000

export interface FaultPoint {
  readonly mode: FaultMode
  readonly sticky: boolean
  readonly n: number
  readonly reached: boolean
  /** What the cashier was told, sale by sale. */
  readonly answers: readonly string[]
  /** Sales refused as not saved that were there all the same. */
  readonly failedButPresent: number
  readonly faults: readonly string[]
}

const [scenario, dir = '', argument = '', extra = '', last = ''] = process.argv.slice(2)
if (scenario === 'kill') await killAt(dir, argument)
if (scenario === 'record') await recordSales(dir, Number(argument), extra === 'normal')
if (scenario === 'life') await liveUntil(extra as LifeScenario, dir, argument)
if (scenario === 'faults') await breakEverywhere(dir, argument, Number(extra))
if (scenario === 'record-migration') {
  startRecording()
  openDatabase(tillFolder(dir).database, { migrations: LATER_MIGRATIONS }).close()
}
if (scenario === 'life-faults')
  await breakLifeEverywhere(dir, argument, Number(extra), last as LifeScenario)
process.exit(0)

/**
 * Sells, sends and closes; dies on the way. Acknowledged sales go to a file of
 * their own.
 */
async function killAt(dataDir: string, moments: string): Promise<void> {
  const story = tellStory(dataDir)
  const till = await story.open()
  armKill(dataDir, moments)
  for (let sale = 0; sale < KILLED_SALES; sale += 1) {
    const sold = sellOne(till)
    if (!sold.ok) throw new Error(sold.code)
    appendFileSync(join(dataDir, 'acknowledged.txt'), `${sold.saleId}\n`)
  }
  await allNumbered(story, till)
  await till.stop()
  disarm()
}

async function recordSales(dataDir: string, sales: number, isNormal: boolean): Promise<void> {
  if (isNormal) pretendFull()
  startRecording()
  const story = tellStory(dataDir)
  const till = await story.open()
  for (let sale = 0; sale < sales; sale += 1) {
    const sold = sellOne(till)
    if (!sold.ok) throw new Error(sold.code)
    recordAcknowledged(sold.saleId)
    if (sale % 5 === 4) await allNumbered(story, till)
  }
  await till.stop()
}

/** The control: the same till on synchronous=NORMAL, which believes it runs on FULL. */
function pretendFull(): void {
  const honest = Database.prototype.pragma
  Database.prototype.pragma = function pragma(
    this: Database.Database,
    source: string,
    options?: Database.PragmaOptions,
  ) {
    if (source === 'synchronous = FULL') return honest.call(this, 'synchronous = NORMAL', options)
    return source === 'synchronous' ? 2 : honest.call(this, source, options)
  }
}

/**
 * Every `step`-th operation fails, once and from then on, with EIO and with ENOSPC. One JSON line a
 * point on stdout.
 */
async function breakEverywhere(folder: string, template: string, step: number): Promise<void> {
  for (const mode of ['eio', 'enospc'] as const) {
    for (const sticky of [false, true]) {
      // From then on: the operations after the first are hit in any case, so every other start
      // tells as much.
      const apart = sticky && process.env['CRASH_SWEEP'] !== 'full' ? 2 * step : step
      for (let n = 1; ; n += apart) {
        const dataDir = join(folder, `${mode}-${sticky}-${n}`)
        copyTemplate(template, dataDir)
        const point = await breakAt(dataDir, mode, sticky, n)
        process.stdout.write(`${JSON.stringify(point)}\n`)
        rmSync(dataDir, { recursive: true, force: true })
        if (!point.reached) break
      }
    }
  }
}

/** The same beside charging and sending. */
async function breakLifeEverywhere(
  folder: string,
  template: string,
  step: number,
  scenario: LifeScenario,
): Promise<void> {
  for (const mode of ['eio', 'enospc'] as const) {
    for (const sticky of [false, true]) {
      for (let n = 1, reached = true; reached; n += step) {
        const dataDir = join(folder, `life-${mode}-${sticky}-${n}`)
        copyTemplate(template, dataDir)
        prepareLife(scenario, dataDir)
        reached = await liveWithFault(scenario, dataDir, { mode, sticky, n })
        const faults = await judgeLife(scenario, dataDir)
        process.stdout.write(`${JSON.stringify({ mode, sticky, n, reached, faults })}\n`)
        rmSync(dataDir, { recursive: true, force: true })
      }
    }
  }
}

async function breakAt(
  dataDir: string,
  mode: FaultMode,
  sticky: boolean,
  n: number,
): Promise<FaultPoint> {
  const story = tellStory(dataDir)
  const till = await story.open()
  arm(mode, n, sticky)
  const sales: Sold[] = []
  for (let sale = 0; sale < FAULT_SALES; sale += 1) sales.push(sellOne(till))
  await story.fixture.clock.advance(BROKEN_MS)
  const reached = wasHit()
  disarm()
  const before = readSaleIds(dataDir)
  const failedButPresent = sales.filter(
    (sold) => !sold.ok && sold.command !== null && before.has(sold.command.saleId),
  ).length
  const again = await pressAgain(story, till, sales)
  await till.stop().catch(() => {})
  await story.fixture.close()
  const promised = [...sales, ...again].flatMap((sold) => (sold.ok ? [sold.saleId] : []))
  return {
    mode,
    sticky,
    n,
    reached,
    failedButPresent,
    answers: sales.map((sold) => (sold.ok ? 'sold' : sold.code)),
    faults: [
      ...again.flatMap((sold) =>
        sold.ok ? [] : [`not sold when the disk works again: ${sold.code}`],
      ),
      ...(await faultsAfterRestart(dataDir, promised)),
    ],
  }
}

/**
 * The disk works again: so must the till, without being started anew. Refused sales first, then a
 * new one.
 */
async function pressAgain(story: Story, till: Till, sales: readonly Sold[]): Promise<Sold[]> {
  const refused = sales.flatMap((sold) => (sold.ok || sold.command === null ? [] : [sold.command]))
  const keys = [...refused.map((command) => () => press(till, command)), () => sellOne(till)]
  const again: Sold[] = []
  for (const key of keys) {
    let sold = key()
    await story.fixture
      .until(() => {
        if (!sold.ok) sold = key()
        return sold.ok
      }, HEAL_LIMIT_MS)
      .catch(() => {})
    again.push(sold)
  }
  return again
}

function readSaleIds(dataDir: string): ReadonlySet<string> {
  const db = new Database(join(dataDir, 'till', 'till.db'), { readonly: true })
  const ids = db.prepare<[], string>('SELECT id FROM sale').pluck().all()
  db.close()
  return new Set(ids)
}
