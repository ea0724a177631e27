/** One list on its thread: read, planned as often as its columns change, written once. */
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { MessagePort } from 'node:worker_threads'
import type {
  ImportArrangement,
  ImportDone,
  ImportList,
  ImportPlanView,
  ImportShow,
  PlannedRow,
} from '#shared/importing/importing.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { createIds } from '#shared/text/ids.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { systemClock, systemRandomness } from '../adapters/system.ts'
import { joinChain } from '../audit/chain.ts'
import { configure, waitForOthers, type TillDatabase } from '../kernel/database.ts'
import { CUSTOMER_LIST } from './import-customers.ts'
import { GOODS_LIST } from './import-goods.ts'
import { ImportRefused } from '#shared/importing/import-refused.ts'
import type { ListKind, ListPlan } from './list-kind.ts'
import { readTable, type Table } from './read-table.ts'
import { MIGRATIONS } from '../tables/migrations.ts'

export type ImportAsk =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'arrange'; readonly arrangement: ImportArrangement }
  | {
      readonly kind: 'rows'
      readonly ask: number
      readonly show: ImportShow
      readonly offset: number
      readonly limit: number
    }
  | { readonly kind: 'write'; readonly at: EpochMs; readonly staffName: string }
  | { readonly kind: 'stop' }

export type ImportTold =
  | { readonly kind: 'plan'; readonly plan: ImportPlanView }
  | {
      readonly kind: 'rows'
      readonly ask: number
      readonly rows: readonly PlannedRow[]
      readonly total: number
    }
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly done: ImportDone }
  | { readonly kind: 'failed'; readonly refusal: Refusal; readonly detail: string }

/** What the thread is started with. */
export interface ImportOrder {
  readonly list: true
  readonly of: ImportList
  readonly database: string
  /** What the till seals with, and so does this thread; null where it has no secret. */
  readonly sealKey: Uint8Array | null
}

const LISTS: Readonly<Record<ImportList, ListKind>> = {
  goods: GOODS_LIST,
  customers: CUSTOMER_LIST,
}

export function runImport({ database, of, sealKey }: ImportOrder, port: MessagePort): void {
  const db = openBeside(database)
  if (sealKey !== null) joinChain(db, Buffer.from(sealKey), systemClock, MIGRATIONS)
  const tell = (told: ImportTold) => port.postMessage(told)
  const session = createSession(LISTS[of], db, tell)
  port.on('message', (ask: ImportAsk) => {
    session(ask).catch((error: unknown) =>
      tell({
        kind: 'failed',
        refusal: error instanceof ImportRefused ? error.refusal : refusal('IMPORT_FAILED'),
        detail: error instanceof Error ? (error.stack ?? '') : String(error),
      }),
    )
  })
}

const CHECKPOINT_PAGES = 4_000

/**
 * A connection of its own. It leaves the flush of each slice to the counter's commits and to the
 * row in the log that ends the import: what a power cut takes is only the end of the list.
 */
function openBeside(database: string): TillDatabase {
  const db = new Database(database, { fileMustExist: true })
  configure(db)
  db.pragma('synchronous = NORMAL')
  // Pages that many rows touch go into the file once, not at every thousandth.
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  waitForOthers(db, true)
  return db
}

const SAMPLE_ROWS = 4
const SAMPLE_CHARS = 40

function createSession(kind: ListKind, db: TillDatabase, tell: (told: ImportTold) => void) {
  let table: Table | null = null
  let plan: ListPlan | null = null
  let isStopped = false

  function arrange(next: ImportArrangement): void {
    if (table === null) throw new ImportRefused('IMPORT_GONE')
    const planned = kind.plan(table, next, db)
    plan = planned.ok ? planned.value : null
    tell({
      kind: 'plan',
      plan: {
        arrangement: next,
        sample: table.rows
          .slice(0, SAMPLE_ROWS)
          .map(({ cells }) => cells.map((cell) => String(cell).slice(0, SAMPLE_CHARS))),
        counts: plan?.counts ?? null,
        problem: planned.ok ? null : planned.refusal,
        newCategories: plan?.newCategories ?? [],
        remarks: plan?.remarks ?? [],
      },
    })
  }

  return async (ask: ImportAsk): Promise<void> => {
    switch (ask.kind) {
      case 'read':
        table = readTable(ask.bytes, kind.words)
        return arrange(kind.first(table, db))
      case 'arrange':
        return arrange(ask.arrangement)
      case 'rows': {
        const rows = plan?.rowsOf(ask.show) ?? []
        const { ask: number, offset, limit } = ask
        const page = rows.slice(offset, offset + limit)
        return tell({ kind: 'rows', ask: number, rows: page, total: rows.length })
      }
      case 'stop':
        isStopped = true
        return
      case 'write': {
        if (plan === null) throw new ImportRefused('IMPORT_NOT_READY')
        const ids = createIds(systemClock, systemRandomness)
        const done = await plan.write({
          db,
          now: () => ask.at,
          staffName: ask.staffName,
          newId: () => ids.next(),
          isStopped: () => isStopped,
          onProgress: paced((share) => tell({ kind: 'progress', share })),
          rest: createRest(),
        })
        return tell({ kind: 'done', done })
      }
    }
  }
}

const REST_MS_MIN = 3

/**
 * Half of the time is the counter's, however slow the disk is; a writer that waits looks again
 * every few milliseconds.
 */
function createRest(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    const tookMs = performance.now() - since
    await pause(Math.max(REST_MS_MIN, Math.round(tookMs)))
    since = performance.now()
  }
}

const STEPS_TOLD = 100

function paced(tell: (share: number) => void): (share: number) => void {
  let told = -1
  return (share) => {
    const step = Math.floor(share * STEPS_TOLD)
    if (step === told) return
    told = step
    tell(share)
  }
}
