/**
 * What a simulated till stands on: its shop, its printer, and a power that may go at every commit.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { TillDatabase } from '#till/kernel/database.ts'
import type { Clock, HttpPort, PrinterPort, PrintOutcome } from '#till/kernel/ports.ts'
import type { Dice } from './dice.ts'
import type { Wire } from './network.ts'
import type { SaleFate } from './simulated-service.ts'
import type { Timeline } from './timeline.ts'

export const SHOP = {
  rut: '76192083-9',
  legalName: 'Almacén SpA',
  tradeName: 'Almacén',
  address: 'Calle 1',
  commune: 'Ñuñoa',
}

export interface TillPorts {
  readonly timeline: Timeline
  readonly dice: Dice
  /** Folder of its own, on a memory file system. */
  readonly folder: string
  /** An empty database to start from. */
  readonly template: string
  readonly number: number
  readonly connect: (wire: Wire, dice: Dice) => HttpPort
  /** Chance of a crash at each thing that may be interrupted, while it is not calm. */
  readonly crashShare: number
  readonly printerFaultShare: number
  readonly calmFromMs: number
  readonly onBug: (text: string) => void
}

export interface Printed {
  readonly saleId: SaleId
  readonly isCopy: boolean
  readonly kind: string
}

export interface SimulatedTill {
  start(): void
  /** Sells one thing marked with what is to become of it. Null = the till was down just then. */
  sell(fate: SaleFate): void
  /**
   * Takes back a part of something sold before, marked as well. Null = down, or nothing there that
   * can come back.
   */
  takeBack(which: 'last' | 'any'): void
  crash(): void
  /** Moves its wall clock. */
  jump(byMs: number): void
  /**
   * The lid is closed: no timers, no answers, and on some machines the steady clock stands still.
   */
  sleep(forMs: number): void
  /**
   * Receipts still on their way to a folio and a PDF; those that break the service may take longer
   * than the others.
   */
  unsettled(which: 'all' | 'good and bad'): number
  readonly database: () => TillDatabase
  readonly crashes: () => number
  /** Sales whose commit was acknowledged to the cashier, by their mark. */
  readonly sold: ReadonlyMap<string, SaleId>
  /** The same of returns. */
  readonly givenBack: ReadonlyMap<string, SaleId>
  readonly printed: readonly Printed[]
  close(): void
}

export interface LifePorts extends TillPorts {
  readonly file: string
  readonly clock: Clock
  readonly isAlive: () => boolean
  readonly mayCrash: () => boolean
  readonly asleepUntilMs: () => number
  readonly printed: Printed[]
}

/** Every commit is a place where the power may go. */
export function crashBetweenCommits(db: TillDatabase, { mayCrash, isAlive }: LifePorts): void {
  const begin = db.transaction.bind(db)
  db.transaction = ((work: (...args: unknown[]) => unknown) => {
    const prepared = begin(work)
    return {
      immediate: (...args: unknown[]) => {
        const result: unknown = prepared.immediate(...args)
        if (isAlive()) mayCrash()
        return result
      },
    }
  }) as unknown as typeof db.transaction
}

export function printerOf(ports: LifePorts, db: TillDatabase): PrinterPort {
  const { dice, isAlive, clock, mayCrash, printed, printerFaultShare, calmFromMs, timeline } = ports
  const jobOf = db.prepare<[string], { saleId: SaleId; kind: string }>(
    'SELECT sale_id AS saleId, kind FROM print_job WHERE id = ?',
  )
  const outcome = (): PrintOutcome => {
    if (timeline.nowMs() >= calmFromMs || !dice.chance(printerFaultShare)) {
      return {
        kind: 'sent',
        escpos: new Uint8Array([27]),
        paperPng: new Uint8Array(),
        stampReadable: true,
      }
    }
    return dice.pick<PrintOutcome>([
      { kind: 'held', reason: 'PAPER_OUT', detail: '' },
      { kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: '' },
      { kind: 'unknown', detail: 'cable', bytesAccepted: 100 },
    ])
  }
  return {
    print: (order) =>
      new Promise((resolve) => {
        const job = jobOf.get(order.jobId)
        const result = outcome()
        clock.after(dice.between(50, 900), () => {
          if (!isAlive() || mayCrash()) return
          if (result.kind !== 'held' && job) printed.push({ ...job, isCopy: order.banner !== null })
          resolve(result)
        })
      }),
    discover: async () => [],
    kickDrawer: async () => ({ kind: 'failed', code: 'RASTER_CRASHED', detail: '' }),
    models: () => [],
    printTestPage: async () => ({ kind: 'failed', code: 'RASTER_CRASHED', detail: 'not used' }),
    close: async () => {},
  }
}
