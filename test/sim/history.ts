/**
 * One history: several tills, one service, an hour and more of bad weather, then calm; and the
 * verdict on it.
 */
import { join } from 'node:path'
import type { SaleId } from '#shared/core/brand.ts'
import { createDice, type Dice } from './dice.ts'
import { createNetwork, type Sabotage, type Weather } from './network.ts'
import {
  createSimulatedService,
  outcomeOf,
  type SaleFate,
  type SimulatedService,
} from './simulated-service.ts'
import type { SimulatedTill } from './simulated-ports.ts'
import { createSimulatedTill } from './simulated-till.ts'
import { createTimeline, type Timeline } from './timeline.ts'

export interface HistoryOptions {
  readonly seed: string
  /** Folder on a memory file system; what is made below it is removed again. */
  readonly folder: string
  readonly template: string
  readonly sabotage: Sabotage
}

export interface HistoryReport {
  readonly seed: string
  readonly sales: number
  readonly returns: number
  readonly documents: number
  readonly crashes: number
  readonly simulatedMs: number
  readonly events: number
  /** Simulated time from the end of the faults until the last receipt was settled. */
  readonly settledAfterMs: number
  readonly recoveries: number
  readonly walkReads: readonly number[]
  /** What went wrong how often: on the wire, and with the machine. */
  readonly faults: ReadonlyMap<string, number>
  /** Broken promises; empty when all held. */
  readonly violations: readonly string[]
}

const TILLS_MAX = 3
/** Some fall into a time when their till is down, and are not made. */
const SALES = 70
/**
 * Of any sale before; besides, some customers turn round at the door, and most of those whose
 * receipt the service refuses.
 */
const RETURNS = 4
const AT_THE_DOOR = 0.06
const AT_THE_DOOR_MS = 2_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** What is promised: everything settled this long after the faults stop. */
const SETTLE_MS_MAX = 10 * MINUTE_MS
/**
 * A document that breaks the service each time is given up after half an hour; that fault never
 * stops.
 */
const POISON_MS_MAX = 60 * MINUTE_MS
/** Share of histories with an outage of up to thirty days. */
const LONG_OUTAGES = 0.005

export async function playHistory({
  seed,
  folder,
  template,
  sabotage,
}: HistoryOptions): Promise<HistoryReport> {
  const dice = createDice(seed)
  const timeline = createTimeline()
  const service = createSimulatedService(timeline, dice.split('service'), {
    tellsDuplicateId: dice.chance(0.3),
    lateFolios: dice.pick([0, 0, 0.3]),
    listsRanges: dice.chance(0.9),
  })
  const weather = makeWeather(dice.split('weather'))
  const faults = new Map<string, number>()
  const note = (fault: string) => void faults.set(fault, (faults.get(fault) ?? 0) + 1)
  const connect = createNetwork(timeline, service, weather, sabotage, faults)
  if (weather.calmFromMs > DAY_MS) note('outage of days')
  const violations: string[] = []
  // In a month's outage a share of all steps would be thousands of crashes; those of the storm are
  // enough.
  const crashShare = weather.calmFromMs > DAY_MS ? 0.00001 : dice.pick([0, 0.001, 0.003])
  const printerFaultShare = dice.pick([0, 0.2])
  const tills = Array.from(
    { length: weather.calmFromMs > DAY_MS ? 1 : dice.between(1, TILLS_MAX) },
    (_, index) =>
      createSimulatedTill({
        timeline,
        dice: dice.split(`till ${index}`),
        folder: join(folder, `${index}`),
        template,
        number: index + 1,
        connect,
        crashShare,
        printerFaultShare,
        calmFromMs: weather.calmFromMs,
        onBug: (text) => violations.push(`bug: ${text}`),
      }),
  )
  try {
    schedule(timeline, dice.split('shop'), { tills, calmFromMs: weather.calmFromMs, note })
    await timeline.runUntil(weather.calmFromMs)
    await timeline.runUntil(weather.calmFromMs + SETTLE_MS_MAX, () =>
      tills.every((till) => till.unsettled('good and bad') === 0),
    )
    const settledAfterMs = timeline.nowMs() - weather.calmFromMs
    for (const till of tills) {
      const left = till.unsettled('good and bad')
      if (left > 0)
        violations.push(`${left} receipts without folio or paper ten minutes after the faults`)
    }
    await timeline.runUntil(weather.calmFromMs + POISON_MS_MAX, () =>
      tills.every((till) => till.unsettled('all') === 0),
    )
    const recoveries = tills.map((till) => judgeTill(till, service, violations))
    judgeService(tills, service, violations)
    return {
      seed,
      sales: tills.reduce((sum, till) => sum + till.sold.size, 0),
      returns: tills.reduce((sum, till) => sum + till.givenBack.size, 0),
      documents: [...service.documents()].length,
      crashes: tills.reduce((sum, till) => sum + till.crashes(), 0),
      simulatedMs: timeline.nowMs(),
      events: timeline.eventsRun(),
      settledAfterMs,
      recoveries: recoveries.flat().length,
      walkReads: recoveries.flat(),
      faults,
      violations,
    }
  } finally {
    for (const till of tills) till.close()
  }
}

function makeWeather(dice: Dice): Weather {
  const stormMs = dice.between(20, 70) * MINUTE_MS
  const stretch = (longestMs: number): readonly [number, number] => {
    const from = dice.between(0, stormMs)
    return [from, from + dice.between(1_000, longestMs)]
  }
  const outages = Array.from({ length: dice.between(0, 3) }, () => stretch(15 * MINUTE_MS))
  if (dice.chance(LONG_OUTAGES))
    outages.push([stormMs / 2, stormMs / 2 + dice.between(1, 30) * DAY_MS])
  const refusedKey = dice.chance(0.15) ? [stretch(10 * MINUTE_MS)] : []
  const unknownType = dice.chance(0.1) ? [stretch(10 * MINUTE_MS)] : []
  const calmFromMs = Math.max(
    stormMs,
    ...[...outages, ...refusedKey, ...unknownType].map(([, to]) => to),
  )
  return { faultShare: dice.pick([0.05, 0.25, 0.5]), calmFromMs, outages, refusedKey, unknownType }
}

interface Shop {
  readonly tills: readonly SimulatedTill[]
  readonly calmFromMs: number
  readonly note: (fault: string) => void
}

/** Sales, returns, crashes, sleeps and clock jumps, all before the calm begins. */
function schedule(timeline: Timeline, dice: Dice, { tills, calmFromMs, note }: Shop): void {
  const stormMs = Math.min(calmFromMs, 70 * MINUTE_MS)
  const hasPoison = dice.chance(0.1)
  for (const till of tills) timeline.at(dice.between(0, 5_000), till.start)
  for (let sale = 0; sale < SALES; sale += 1) {
    const till = tills[sale % tills.length]
    const fate: SaleFate = dice.chance(0.02) ? 'bad' : hasPoison && sale === 7 ? 'poison' : 'good'
    const atMs = dice.between(1_000, stormMs)
    if (till === undefined) continue
    timeline.at(atMs, () => till.sell(fate))
    if (dice.chance(fate === 'good' ? AT_THE_DOOR : 0.7))
      timeline.at(atMs + dice.between(0, AT_THE_DOOR_MS), () => till.takeBack('last'))
  }
  for (let back = 0; back < RETURNS; back += 1) {
    const till = tills[back % tills.length]
    if (till) timeline.at(dice.between(1_000, stormMs), () => till.takeBack('any'))
  }
  for (const till of tills) {
    const someTimes = (most: number, run: () => void) => {
      for (let left = dice.between(0, most); left > 0; left -= 1)
        timeline.at(dice.between(1_000, stormMs), run)
    }
    someTimes(2, till.crash)
    someTimes(1, () => {
      note('clock set')
      till.jump(dice.between(-2 * DAY_MS, 2 * DAY_MS))
    })
    someTimes(1, () => {
      note('asleep')
      const longestMs = Math.min(20 * MINUTE_MS, calmFromMs - timeline.nowMs())
      till.sleep(dice.between(20_000, Math.max(20_001, longestMs)))
    })
  }
}

interface ReceiptRow {
  saleId: SaleId
  reference: string
  state: string
  folio: number | null
  remoteId: string | null
  code: string | null
  mark: string
  isLast: number
  /** Returns: how it stands with their receipt, and its mark. */
  originalState: string | null
  originalMark: string | null
}

/**
 * What a till believes, against what the service has. Answers the reads each recovery without an id
 * took.
 */
function judgeTill(till: SimulatedTill, service: SimulatedService, violations: string[]): number[] {
  if (till.unsettled('all') === Number.MAX_SAFE_INTEGER) {
    violations.push('a till is down at the end')
    return []
  }
  const rows = till
    .database()
    .prepare<
      [],
      ReceiptRow
    >(`SELECT r.sale_id AS saleId, r.external_reference AS reference, r.issue_state AS state,
    r.folio, r.remote_id AS remoteId, r.last_error_code AS code, coalesce(s.reason, l.name) AS mark,
    o.issue_state AS originalState, iif(o.sale_id IS NULL, NULL, l.name) AS originalMark,
    NOT EXISTS (SELECT 1 FROM receipt o WHERE o.seq > r.seq AND o.issue_state = 'numbered') AS isLast
    FROM receipt r JOIN sale s ON s.id = r.sale_id JOIN sale_line l ON l.sale_id = r.sale_id AND l.line_number = 1
    LEFT JOIN receipt o ON o.sale_id = s.original_id`)
    .all()
  for (const row of rows) {
    const wrong = isExcused(row) ? null : judgeReceipt(row, service)
    if (wrong !== null) violations.push(`${row.mark}: ${wrong}`)
  }
  const stored = new Set(rows.map((row) => row.mark))
  for (const mark of [...till.sold.keys(), ...till.givenBack.keys()]) {
    if (!stored.has(mark))
      violations.push(`${mark}: acknowledged, and not in the till after a crash`)
  }
  const originals = new Map<SaleId, number>()
  for (const paper of till.printed) {
    if (paper.kind === 'receipt' && !paper.isCopy)
      originals.set(paper.saleId, (originals.get(paper.saleId) ?? 0) + 1)
  }
  for (const [saleId, count] of originals)
    if (count > 1) violations.push(`${saleId}: ${count} papers that do not say copy`)
  return till
    .database()
    .prepare<[], { reads: number }>(`SELECT count(b.id) AS reads FROM attempt a
    LEFT JOIN attempt b ON b.sale_id = a.sale_id AND b.request LIKE 'walk of%' WHERE a.outcome = 'found' GROUP BY a.sale_id`)
    .all()
    .map(({ reads }) => reads)
}

/**
 * A note whose receipt will never come is a person's, who is told why; while its receipt waits, it
 * waits too.
 */
function isExcused({ originalState, originalMark, state, code }: ReceiptRow): boolean {
  if (originalState === null || originalState === 'numbered') return false
  if (originalState === 'rejected' || originalState === 'attention')
    return state === 'attention' && code === 'RETURN_ORIGINAL_STUCK'
  return state === 'queued' && outcomeOf(originalMark ?? '') === 'poison'
}

function judgeReceipt(row: ReceiptRow, service: SimulatedService): string | null {
  const fate = outcomeOf(row.mark)
  const document = service.byReference(row.reference)
  switch (row.state) {
    case 'numbered':
      if (document === undefined) return 'numbered here, unknown to the service'
      if (document.folio !== row.folio)
        return `folio ${row.folio} here, ${document.folio} at the service`
      return document.id === row.remoteId ? null : 'another id than the service has'
    case 'rejected':
      return fate === 'bad' && document === undefined
        ? null
        : `rejected (${row.code}) without reason`
    case 'attention':
      return fate === 'poison' && row.code === 'POISON'
        ? null
        : `attention (${row.code}) without reason`
    case 'queued':
      // Only others that pass tell a document that breaks the service from a service that is
      // broken.
      if (fate === 'poison' && row.isLast === 1 && row.code === 'SERVICE_ERROR') return null
      return `not settled: queued (${row.code})`
    default:
      return `not settled: ${row.state} (${row.code})`
  }
}

function judgeService(
  tills: readonly SimulatedTill[],
  service: SimulatedService,
  violations: string[],
): void {
  const counts = new Map<string, number>()
  const folios = new Set<string>()
  for (const document of service.documents()) {
    counts.set(document.mark, (counts.get(document.mark) ?? 0) + 1)
    const folio = `${document.type}/${document.folio}`
    if (document.folio !== null && folios.has(folio)) violations.push(`folio ${folio} twice`)
    folios.add(folio)
  }
  for (const [mark, count] of counts)
    if (count > 1) violations.push(`${mark}: ${count} documents for one sale`)
  for (const till of tills) {
    for (const mark of till.sold.keys()) {
      if (outcomeOf(mark) === 'good' && !counts.has(mark))
        violations.push(`${mark}: sold, and no document at the service`)
    }
  }
}
