/**
 * A till made of the real modules on real SQLite: sales, outbox, sync worker, connection, print
 * queue. Only its ports are simulated. A crash takes the database files as they are at that instant
 * and leaves the old process without effect.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createIds } from '#shared/text/ids.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { clp, ZERO_CLP } from '#shared/money/clp.ts'
import type { RefusalCode } from '#shared/languages/refusals.ts'
import { ok } from '#shared/core/result.ts'
import { NOTHING_GIVEN, refundLimits } from '#shared/returns/refund-limits.ts'
import { quantityLeft, refundTotal } from '#shared/returns/return-shares.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { lineGross, quantityMilli } from '#shared/money/quantity.ts'
import { field, parseJson } from '#shared/issuing/classify.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { DEFAULT_BACK } from '#shared/vales/back-settings.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import { createJournal, type Journal } from '#till/kernel/journal.ts'
import type { Clock } from '#till/kernel/ports.ts'
import { createPrintStore } from '#till/printing/print-store.ts'
import { createPrintWorker } from '#till/printing/print-worker.ts'
import { createOwnPapers } from '#till/printing/own-papers.ts'
import { NO_CARDS_BACK } from '#till/returns/back-to-card.ts'
import { createReturns } from '#till/returns/returns.ts'
import { createSales } from '#till/selling/sales.ts'
import { createConnection } from '#till/issuing/connection/connection.ts'
import { createSilenceWatch } from '#till/issuing/connection/silence-watch.ts'
import { createFolioReader } from '#till/issuing/connection/folio-reader.ts'
import { createOutageMemory } from '#till/issuing/connection/outage-memory.ts'
import { createOutboxStore } from '#till/issuing/outbox/outbox-store.ts'
import { createReadAdmission } from '#till/issuing/scheduler/read-admission.ts'
import { createRefusalHolds } from '#till/issuing/scheduler/refusal-holds.ts'
import { createServiceClient } from '#till/issuing/connection/service-client.ts'
import { createSyncWorker } from '#till/issuing/scheduler/sync-worker.ts'
import type { Dice } from './dice.ts'
import { bareSales } from '../support/bare-sales.ts'
import { PRINTER } from '../support/fake-ports.ts'
import {
  SHOP,
  crashBetweenCommits,
  printerOf,
  type LifePorts,
  type Printed,
  type SimulatedTill,
  type TillPorts,
} from './simulated-ports.ts'

export const EPOCH_MS = Date.UTC(2026, 10, 20, 15, 0)
/** A till that has crashed is started again by its cashier within this time. */
const RESTART_MS_MAX = 60_000

export function createSimulatedTill(ports: TillPorts): SimulatedTill {
  const { timeline, dice, folder } = ports
  const sold = new Map<string, SaleId>()
  const givenBack = new Map<string, SaleId>()
  const printed: Printed[] = []
  let wallOffsetMs = dice.between(-90_000, 90_000)
  /** As on Linux; on Windows and macOS it runs on. */
  const isSteadyClockStopped = dice.split('machine').chance(0.5)
  let asleepUntilMs = 0
  let sleptMs = 0
  let generation = 0
  let crashes = 0
  let sales = 0
  let returns = 0
  let life: Life | null = null
  const isCalm = () => timeline.nowMs() >= ports.calmFromMs
  mkdirSync(folder, { recursive: true })
  copyFileSync(ports.template, fileOf(folder, 0))

  const start = () => {
    const born = generation
    const isAlive = () => generation === born
    const clock: Clock = {
      now: () => (EPOCH_MS + timeline.nowMs() + wallOffsetMs) as EpochMs,
      ...{ monotonicMs: () => timeline.nowMs() - sleptMs, uptimeMs: timeline.nowMs },
      after(delayMs, callback) {
        const run = () => {
          if (!isAlive()) return
          if (timeline.nowMs() < asleepUntilMs) cancel = timeline.at(asleepUntilMs, run)
          else callback()
        }
        let cancel = timeline.at(timeline.nowMs() + delayMs, run)
        return () => cancel()
      },
    }
    const mayCrash = () => {
      if (isAlive() && !isCalm() && dice.chance(ports.crashShare)) crash()
      return !isAlive()
    }
    life = openLife({
      ...ports,
      file: fileOf(folder, born),
      clock,
      isAlive,
      mayCrash,
      asleepUntilMs: () => asleepUntilMs,
      printed,
    })
  }
  const crash = () => {
    const old = life
    if (old === null) return
    crashes += 1
    generation += 1
    life = null
    for (const suffix of ['', '-wal']) {
      if (existsSync(fileOf(folder, generation - 1) + suffix)) {
        copyFileSync(fileOf(folder, generation - 1) + suffix, fileOf(folder, generation) + suffix)
      }
    }
    // What runs on in the old process till its next wait writes to files nobody reads any more.
    timeline.at(timeline.nowMs() + 1, () => old.db.close())
    timeline.at(timeline.nowMs() + dice.between(100, RESTART_MS_MAX), start)
  }

  return {
    start,
    crash,
    sold,
    givenBack,
    printed,
    crashes: () => crashes,
    jump(byMs) {
      wallOffsetMs += byMs
    },
    sleep(forMs) {
      asleepUntilMs = timeline.nowMs() + forMs
      if (isSteadyClockStopped) sleptMs += forMs
    },
    sell(fate) {
      if (life === null || timeline.nowMs() < asleepUntilMs) return
      sales += 1
      const mark = `S${ports.number}-${sales}${fate === 'good' ? '' : `-${fate}`}`
      const saleId = life.sell(mark, dice)
      if (saleId !== null) sold.set(mark, saleId)
    },
    takeBack(which) {
      const originalId = [...sold.values()][
        which === 'last' ? sold.size - 1 : dice.between(0, sold.size - 1)
      ]
      if (life === null || originalId === undefined || timeline.nowMs() < asleepUntilMs) return
      returns += 1
      const mark = `R${ports.number}-${returns}`
      const returnId = life.takeBack(mark, originalId, dice)
      if (returnId !== null) givenBack.set(mark, returnId)
    },
    unsettled: (which) => (life === null ? Number.MAX_SAFE_INTEGER : life.unsettled(which)),
    database() {
      if (life === null) throw new Error('the till is down')
      return life.db
    },
    close() {
      life?.db.close()
      generation += 1
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fileOf(folder: string, generation: number): string {
  return join(folder, `till-${generation}.db`)
}

type Life = ReturnType<typeof openLife>

/** One run of the till's process, from start to crash. */
function openLife(ports: LifePorts) {
  const { clock, dice } = ports
  const db = openDatabase(ports.file)
  crashBetweenCommits(db, ports)
  const randomness = { bytes: (count: number) => dice.bytes(count) }
  const ids = createIds(clock, randomness)
  const journal = createJournal({ db, clock })
  const outbox = createOutboxStore({ db, journal, clock, randomness, ids })
  const printing = createPrintStore({ ...outbox, db, journal, clock, ids })
  const log = (message: string, detail: Readonly<Record<string, unknown>>) => {
    if (ports.isAlive() && 'error' in detail) ports.onBug(`${message}: ${JSON.stringify(detail)}`)
  }
  const lifetime = new AbortController()
  const client = createServiceClient(ports.connect(ports, dice))
  const print = createPrintWorker({
    store: printing,
    port: printerOf(ports, db),
    clock,
    printers: () => [PRINTER],
    logoOf: () => null,
    fallbackOf: () => null,
    readPdf: async () => new Uint8Array(),
    onChange: journal.announceStatus,
    ...{ log, onMoved: () => {} },
    fetchAgain: outbox.markPdfUseless,
    drawOwn: createOwnPapers({
      db,
      shop: () => SHOP,
      pageOf: () => null,
      isPractice: false,
      drawSlip: async () => new Uint8Array(),
      drawReport: async () => new Uint8Array(),
    }),
  })
  const connection = createConnection({
    clock,
    randomness,
    silence: createSilenceWatch(clock, () => {}),
    probe: () => client.probe(lifetime.signal),
    outage: createOutageMemory(db),
    onChange: journal.announceStatus,
    onOpen() {
      outbox.wakeAll()
      sync.connectionReturned()
    },
    onOnline: () => void folioReader.keepFresh(lifetime.signal),
  })
  const folioReader = createFolioReader({
    client,
    folios: outbox.folios,
    clock,
    serviceId: () => 'simulated',
    issuerRut: () => SHOP.rut,
    onRangesRead: journal.announceStatus,
  })
  const sync = createSyncWorker({
    store: outbox,
    client,
    folioReader,
    connection,
    clock,
    randomness,
    serviceId: () => 'simulated',
    readAdmission: createReadAdmission({ clock, randomness }),
    refusalHolds: createRefusalHolds({ clock, store: outbox, onChange: journal.announceStatus }),
    pdfs: {
      store: async (saleId, widthMm, text) =>
        field(parseJson(text), 'content') !== undefined
          ? { widthMm, fileName: `${saleId}.pdf`, sha256: '', sizeBytes: 1 }
          : 'PDF_MISSING',
      read: async () => new Uint8Array(),
    },
    printsReceiptAfterSlip: () => true,
    hasSlip: printing.hasSlip,
    onPrintable: print.wake,
    log,
  })
  const sales = createSales({
    ...bareSales(),
    ...{ db, journal, clock, ids },
    printer: () => PRINTER,
    today: () => santiagoDate(clock.now()),
    isHalted: () => false,
    onCommitted() {
      sync.wake()
      print.wake()
    },
    context: () => ({
      issuer: SHOP,
      branchOffice: 0,
      registerName: String(ports.number),
      registerNumber: ports.number,
      cashierName: 'Ana',
      buyerRequiredFromClp: 5_186_253,
      paymentMethods: DEFAULT_METHODS,
      serviceIsDown: connection.isDown(),
    }),
  })
  const takeBack = openReturns(ports, {
    db,
    journal,
    wake: () => {
      sync.wake()
      print.wake()
    },
    isDown: connection.isDown,
  })
  sync.start()
  connection.start()
  print.start()
  const unsettled = db.prepare<[string], { count: number }>(`SELECT count(*) AS count FROM receipt r
    JOIN sale_line l ON l.sale_id = r.sale_id AND l.line_number = 1 AND l.name NOT LIKE ?
    WHERE (r.issue_state <> 'numbered' AND r.issue_state IN ('queued', 'sending', 'accepted', 'reconciling'))
      OR (r.issue_state = 'numbered' AND EXISTS (SELECT 1 FROM print_job j WHERE j.sale_id = r.sale_id AND j.state = 'waiting'))`)
  return {
    db,
    takeBack,
    unsettled: (which: 'all' | 'good and bad') =>
      unsettled.get(which === 'all' ? '' : '%-poison')?.count ?? 0,
    sell(mark: string, cashier: Dice): SaleId | null {
      const quantity = quantityMilli(1_000)
      const isExempt = cashier.chance(0.2)
      const lines = Array.from({ length: cashier.between(1, 4) }, (_, index) => ({
        productId: null,
        code: '',
        name: index === 0 ? mark : `Cosa ${index}`,
        unit: null,
        unitGrossClp: clp(cashier.between(100, 99_990)),
        isExempt,
        quantity,
        discountClp: clp(0),
      }))
      const expectedTotalClp = lines.reduce(
        (sum, line) => sum + lineGross(line.unitGrossClp, quantity),
        0,
      )
      const opened = sales.api.openSale()
      if (!opened.ok) throw new Error(opened.refusal.code)
      const { saleId } = opened.value
      const committed = sales.api.commitSale({
        saleId,
        lines,
        payments: [{ method: 'TC', amountClp: null, reference: '' }],
        expectedTotalClp,
        recipient: null,
      })
      if (!committed.ok) ports.onBug(`sale refused: ${committed.refusal.code}`)
      // A crash in mid-sale leaves it in doubt for the cashier, who looks; the checker reads the
      // database either way.
      return committed.ok && ports.isAlive() ? saleId : null
    },
  }
}

interface ReturnParts {
  readonly db: ReturnType<typeof openDatabase>
  readonly journal: Journal
  readonly wake: () => void
  readonly isDown: () => boolean
}

/** Why a sale cannot come back although nothing is wrong with the till. */
const NO_RETURNS: readonly string[] = [
  'RETURN_ALL_DONE',
  'RETURN_RECEIPT_STUCK',
] satisfies RefusalCode[]

/**
 * Gives back the first line of a sale in part or whole, and perhaps the others; the note's first
 * line then bears the sale's mark.
 */
function openReturns(ports: LifePorts, { db, journal, wake, isDown }: ReturnParts) {
  const { clock, dice } = ports
  const returns = createReturns({
    db,
    journal,
    clock,
    ids: createIds(clock, { bytes: (count) => dice.bytes(count) }),
    printer: () => PRINTER,
    today: () => santiagoDate(clock.now()),
    ...{ isHalted: () => false, needsShift: () => null, permit: () => ok(() => {}) },
    elsewhere: {
      ...{ backClp: () => ZERO_CLP, heldOf: () => null },
      ...{ isSettled: () => true, ask: async () => null },
    },
    ...{ ...NO_CARDS_BACK, cashLimit: () => null },
    limits: () => refundLimits(DEFAULT_BACK, null, NOTHING_GIVEN),
    ...{ given: () => {}, onCommitted: wake },
    context: () => ({
      registerName: String(ports.number),
      registerNumber: ports.number,
      cashierName: 'Ana',
      paymentMethods: DEFAULT_METHODS,
      serviceIsDown: isDown(),
      serviceId: 'simulated',
      issuer: SHOP,
      branchOffice: 0,
    }),
  })
  return (mark: string, originalId: SaleId, cashier: Dice): SaleId | null => {
    const opened = returns.startReturn(originalId)
    if (!opened.ok) {
      if (!NO_RETURNS.includes(opened.refusal.code))
        ports.onBug(`return refused: ${opened.refusal.code}`)
      return null
    }
    const { returnId, lines } = opened.value
    const left = lines.filter((line) => quantityLeft(line) > 0)
    if (left[0]?.lineNumber !== 1) return null
    const isWhole = cashier.chance(0.5)
    const chosen = left.filter((line) => isWhole || line.lineNumber === 1 || cashier.chance(0.5))
    const part = (most: number) => (isWhole ? most : cashier.between(Math.ceil(most / 5), most))
    const quantities = new Map(chosen.map((line) => [line.lineNumber, part(quantityLeft(line))]))
    const expectedTotalClp = refundTotal(lines, quantities)
    // What is left may be a gram or two, and worth nothing.
    if (expectedTotalClp === 0) return null
    const committed = returns.commitReturn({
      returnId,
      originalId,
      lines: [...quantities].map(([lineNumber, quantity]) => ({ lineNumber, quantity })),
      reason: mark,
      refund: { method: 'TC', reference: '' },
      expectedTotalClp,
      approvalId: null,
    })
    if (!committed.ok) ports.onBug(`return refused: ${committed.refusal.code}`)
    return committed.ok && ports.isAlive() ? returnId : null
  }
}
