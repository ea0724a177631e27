/**
 * Pays a sale at a played card terminal in front of the shim (`paying-by-card.ts DIR MOMENTS`);
 * and what must hold after the kill, wherever it came.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { tillFolder } from '#till/kernel/till-folder.ts'
import type { Till } from '#till/till.ts'
import { playedCable, TRANSBANK, type PlayedCable } from '../support/played-cable.ts'
import type { PlayedSale } from '../support/played-terminal.ts'
import { cartOf, commitOf, keptOf } from '../support/till-fixture.ts'
import { armKill, disarm } from './shim.ts'
import { allNumbered, faultsAfterRestart, tellStory, type Story } from './story.ts'

/** The bank's ledger: it outlives the till. */
const BANK = 'bank.txt'
const QUIET_MS = 15_000
const LIMIT_MS = 600_000
const AMOUNT_CLP = 3_490

const [, file = '', dir = '', at = ''] = process.argv
if (file === fileURLToPath(import.meta.url)) {
  await payUntil(dir, at)
  process.exit(0)
}

interface Opened {
  readonly story: Story
  readonly till: Till
  readonly cable: PlayedCable
}

/** The terminal stands beside the till: what it charged before the till fell it still knows. */
async function openAt(dataDir: string): Promise<Opened> {
  const story = tellStory(dataDir)
  const cable = playedCable(story.fixture.clock)
  const ledger = join(dataDir, BANK)
  if (existsSync(ledger))
    for (const line of readFileSync(ledger, 'utf8').split('\n').filter(Boolean))
      cable.terminal.remember(JSON.parse(line) as PlayedSale)
  cable.terminal.onApproved = (sale) => appendFileSync(ledger, `${JSON.stringify(sale)}\n`)
  const till = await story.fixture.open({ dataDir, wires: cable.wires })
  await story.fixture.clock.advance(QUIET_MS)
  return { story, till, cable }
}

/** A till with a terminal, and a sale on its counter. */
export async function preparePayment(dataDir: string): Promise<void> {
  const { story, till } = await openAt(dataDir)
  const saved = await till.api.saveSettings({ cardTerminal: TRANSBANK })
  if (!saved.ok) throw new Error(saved.refusal.code)
  const opened = till.api.openSale(keptOf(cartOf(till.api, '101', '201')))
  if (!opened.ok) throw new Error(opened.refusal.code)
  await till.stop()
  await story.fixture.close()
}

/** Charged at the terminal, and then at the till; what was on the way is asked about first. */
async function pay({ story, till }: Opened): Promise<void> {
  const sale = commitOf(till.api, cartOf(till.api, '101', '201'), 'TC')
  const paid = () => (till.api.status().cards ?? []).filter(({ state }) => state === 'approved')
  await story.fixture.until(() => {
    const open = (till.api.status().cards ?? []).filter(({ state }) => state !== 'declined')
    return open.length === paid().length
  }, LIMIT_MS)
  if (paid().length === 0) {
    let isOver = false
    void till.api.chargeCard(sale).then(() => (isOver = true))
    await story.fixture.until(() => isOver, LIMIT_MS)
  }
  const payments = paid().map(({ attemptId, amountClp }) => ({
    ...{ method: 'TC', amountClp, reference: '', attemptId },
  }))
  const sold = till.api.commitSale({ ...sale, payments })
  if (!sold.ok) throw new Error(sold.refusal.code)
}

async function payUntil(dataDir: string, moments: string): Promise<void> {
  const opened = await openAt(dataDir)
  armKill(dataDir, moments)
  await pay(opened)
  await allNumbered(opened.story, opened.till)
  disarm()
}

/**
 * Faults in words; none where the sale is there once, paid by the one card that was charged,
 * whether it was there at the kill or the cashier pressed again.
 */
export async function judgePayment(dataDir: string): Promise<string[]> {
  const before = read(dataDir)
  const faults: string[] = []
  const opened = await openAt(dataDir)
  try {
    if (before.sales === 0) await pay(opened)
    await allNumbered(opened.story, opened.till)
    await opened.till.stop()
  } catch (error) {
    faults.push(`pressed again: ${String(error)}`)
  } finally {
    await opened.story.fixture.close()
  }
  const { sales, settled, loose } = read(dataDir)
  const charged = readFileSync(join(dataDir, BANK), 'utf8').split('\n').filter(Boolean).length
  return [
    ...faults,
    ...(sales === 1 && settled === 1 && charged === 1 && loose === 0
      ? []
      : [`${charged} cards charged, ${sales} sales, ${settled} settled, ${loose} without a sale`]),
    ...(before.sales === 1 && before.settled === 0 ? ['a sale without its card'] : []),
    ...(await faultsAfterRestart(dataDir, [])),
  ]
}

interface Counted {
  readonly sales: number
  readonly settled: number
  /** Charged or under way, in no sale. */
  readonly loose: number
}

function read(dataDir: string): Counted {
  const db = new Database(tillFolder(dataDir).database)
  try {
    return db
      .prepare<[number], Counted>(
        `SELECT (SELECT count(*) FROM sale WHERE total_clp = ?) AS sales,
          (SELECT count(*) FROM card_attempt WHERE state = 'settled') AS settled,
          (SELECT count(*) FROM card_attempt WHERE state NOT IN ('settled', 'declined')) AS loose`,
      )
      .get(AMOUNT_CLP) as Counted
  } finally {
    db.close()
  }
}
