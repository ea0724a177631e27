/**
 * Sales that a damaged database still holds and the backup does not: the money was taken, so they
 * are carried over. Each part may fail by itself, and all of them together: a restore goes on
 * without what cannot be read, and says which parts may be missing.
 */
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import type { LostPart } from '#shared/languages/lost-part.ts'
import { saleSeqs } from './export-sales.ts'
import { insertRow } from './insert-row.ts'
import { isLogWhole } from './log-frames.ts'
import { carryOwnerCode } from './salvage-owner-code.ts'
import { carryCards } from './salvage-cards.ts'
import { carryCustomers } from './salvage-customers.ts'
import { carryStock } from './salvage-stock.ts'
import { carryVoidedVales } from './salvage-vales.ts'
import { carryShifts, hasShift } from './salvage-shifts.ts'
import { isDiskFull } from '../../kernel/database.ts'
import { createPaperOrders } from '../../printing/print-orders.ts'
import { prepareRestoring } from '../../issuing/outbox/receipt-moves.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'

export interface Salvaged {
  /** Carried over whole. */
  readonly sales: number
  /** Seen, but not whole any more. They stay in quarantine. */
  readonly unreadable: number
  /** What could not be read, or not to its end; it stays in quarantine as well. */
  readonly lost: readonly LostPart[]
}

export const NOTHING_CARRIED: Salvaged = { sales: 0, unreadable: 0, lost: [] }
export const ALL_LOST: Salvaged = { sales: 0, unreadable: 0, lost: ['all'] }

/**
 * Tables of one sale in the order of their references, each with the column that names the sale.
 */
const TABLES = [
  ['sale', 'id'],
  ['sale_line', 'sale_id'],
  ['sale_line_promotion', 'sale_id'],
  ['sale_payment', 'sale_id'],
  ['sale_part', 'sale_id'],
  ['outside_receipt', 'sale_id'],
  ['vale', 'sale_id'],
  ['receipt', 'sale_id'],
  ['sale_page', 'sale_id'],
  ['sale_paperless', 'sale_id'],
  ['attempt', 'sale_id'],
  ['print_job', 'sale_id'],
  ['receipt_deletion', 'sale_id'],
] as const
/** Numbered by each database for itself. */
const OWN_NUMBERS: ReadonlySet<string> = new Set(['attempt.id', 'print_job.seq'])

/**
 * Each sale in a transaction of its own; of a known sale only which service may have it, which is
 * then asked again. `damagedFile` is a copy: reading it may write to it. Throws only when this
 * disk is full.
 */
export function salvageSales(damagedFile: string, into: Database.Database): Salvaged {
  const lost = new Set<LostPart>()
  const salvaged = attempt(lost, 'all', () => {
    if (!isLogWhole(`${damagedFile}-wal`)) lost.add('log')
    const damaged = new Database(damagedFile, { fileMustExist: true })
    try {
      // A page that is none is an error, and nothing in the file is obeyed.
      damaged.pragma('cell_size_check = ON')
      damaged.pragma('trusted_schema = OFF')
      if (isThere(damaged, 'sale')) return carryAll(damaged, into, lost)
      lost.add('all')
      return undefined
    } finally {
      damaged.close()
    }
  })
  const { sales, unreadable } = salvaged ?? NOTHING_CARRIED
  return { sales, unreadable, lost: lost.has('all') ? ['all'] : [...lost] }
}

type Counted = Omit<Salvaged, 'lost'>

function carryAll(
  damaged: Database.Database,
  into: Database.Database,
  lost: Set<LostPart>,
): Counted {
  const lose = (part: LostPart) => () => void lost.add(part)
  const carry = (part: LostPart, table: string, work: () => void) =>
    attempt(lost, part, () => {
      // A database of an older till has fewer tables.
      if (isThere(damaged, table)) work()
    })
  carry('shifts', 'shift', () => carryShifts(damaged, into, lose('shifts')))
  const known = into.prepare<[string], number>('SELECT 1 FROM sale WHERE id = ?').pluck()
  const missing = saleSeqs(damaged, lose('sales'))
    .map(({ id }) => id)
    .filter((id) => known.get(id) === undefined)
  const carried = missing.filter((id) => carryOver(damaged, into, id))
  carry('states', 'receipt', () => carryWhereabouts(damaged, into))
  carry('states', 'receipt_deletion', () => carryDeletions(damaged, into))
  carry('papers', 'sale_paperless', () => carryFirstPapers(damaged, into))
  carry('owner-code', 'owner_code', () => carryOwnerCode(damaged, into))
  carry('customers', 'customer', () => carryCustomers(damaged, into, lose('customers')))
  carry('stock', 'stock_move', () => carryStock(damaged, into))
  carry('cards', 'card_attempt', () => carryCards(damaged, into, lose('cards')))
  carry('vales', 'vale_void', () => carryVoidedVales(damaged, into))
  return { sales: carried.length, unreadable: missing.length - carried.length }
}

/**
 * Whatever the damaged file does to the work, the restore goes on. A full disk is this till's own:
 * then nothing is changed, and the person makes room.
 */
function attempt<Value>(lost: Set<LostPart>, part: LostPart, work: () => Value): Value | undefined {
  try {
    return work()
  } catch (error) {
    if (isDiskFull(error)) throw error
    lost.add(part)
    return undefined
  }
}

/** False when any part of the sale cannot be read or does not fit together. */
function carryOver(damaged: Database.Database, into: Database.Database, saleId: string): boolean {
  try {
    const parts = TABLES.filter(([table]) => isThere(damaged, table)).map(([table, key]) => ({
      table,
      rows: damaged
        .prepare<[string], Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${key} = ?`)
        .all(saleId),
    }))
    if (!isWhole(parts)) return false
    into
      .transaction(() => {
        for (const { table, rows } of parts) for (const row of rows) insert(into, table, row)
      })
      .immediate()
    return true
  } catch (error) {
    if (isDiskFull(error)) throw error
    return false
  }
}

/** A receipt that went to a service after the backup stays with that one. */
function carryWhereabouts(damaged: Database.Database, into: Database.Database): void {
  const waiting = into
    .prepare<[], SaleId>(
      "SELECT sale_id FROM receipt WHERE service_id IS NULL AND issue_state <> 'numbered'",
    )
    .pluck()
    .all()
  const { noteService } = prepareRestoring(into)
  const sentOf = damaged.prepare<
    [string],
    { serviceId: string | null; folioLow: number | null; firstSentAt: number | null }
  >(`SELECT service_id AS serviceId, folio_low AS folioLow, first_sent_at_ms AS firstSentAt
    FROM receipt WHERE sale_id = ?`)
  const isRead = waiting.map((saleId) => {
    try {
      const sent = sentOf.get(saleId)
      if (typeof sent?.serviceId === 'string')
        noteService.run({ ...sent, serviceId: sent.serviceId, saleId })
      return true
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || isDiskFull(error)) throw error
      return false
    }
  })
  if (isRead.includes(false)) throw new Error('some receipts could not be read')
}

/**
 * The backup may still hold in the queue what has been deleted since, here or at the service: the
 * money was handed back, so it must not go out. What was refused since stands, and may have come
 * back another way: nobody orders it again. A deletion that was only asked for is asked for again
 * by a person.
 */
function carryDeletions(damaged: Database.Database, into: Database.Database): void {
  const deletions = damaged
    .prepare<[], Record<string, unknown>>(
      "SELECT * FROM receipt_deletion WHERE state IN ('done', 'refused')",
    )
    .all()
  const before = into
    .prepare<[unknown], string>('SELECT state FROM receipt_deletion WHERE sale_id = ?')
    .pluck()
  const isSold = into.prepare('SELECT 1 FROM sale WHERE id = ?')
  const papers = createPaperOrders(into)
  const { noteDeleted } = prepareRestoring(into)
  const refuse = into.prepare(`UPDATE receipt_deletion SET state = 'refused',
    problem_code = @problem_code, settled_at_ms = @settled_at_ms WHERE sale_id = @sale_id`)
  into
    .transaction(() => {
      for (const deletion of deletions) {
        const { sale_id: id, state, reason, settled_at_ms: at } = deletion
        const saleId = id as SaleId
        const known = before.get(saleId)
        const isNews = state === 'done' ? known !== 'done' : known === 'asked'
        if (!isNews || isSold.get(saleId) === undefined) continue
        if (state === 'done') {
          into.prepare('DELETE FROM receipt_deletion WHERE sale_id = ?').run(saleId)
          insert(into, 'receipt_deletion', deletion)
          noteDeleted.run({ saleId, reason: reason as string, at: at as EpochMs })
          papers.stop(saleId)
        } else {
          // Changed in its row: what was taken of the shop for it is let go with that.
          refuse.run(deletion)
          papers.goOn(saleId)
        }
      }
    })
    .immediate()
}

/** What went without paper in the backup may have been printed since: the next one is a copy. */
function carryFirstPapers(damaged: Database.Database, into: Database.Database): void {
  const without = into.prepare<[], string>('SELECT sale_id FROM sale_paperless').pluck().all()
  const isStill = damaged.prepare('SELECT 1 FROM sale_paperless WHERE sale_id = ?')
  const papersOf = damaged.prepare<[string], Record<string, unknown>>(
    'SELECT * FROM print_job WHERE sale_id = ?',
  )
  const end = into.prepare('DELETE FROM sale_paperless WHERE sale_id = ?')
  into
    .transaction(() => {
      for (const saleId of without) {
        const papers = isStill.get(saleId) === undefined ? papersOf.all(saleId) : []
        if (papers.length === 0) continue
        end.run(saleId)
        for (const paper of papers) insert(into, 'print_job', paper)
      }
    })
    .immediate()
}

function isThere(db: Database.Database, table: string): boolean {
  return db.prepare<[string]>('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined
}

function isWhole(
  parts: readonly { table: string; rows: readonly Record<string, unknown>[] }[],
): boolean {
  const rowsOf = (name: string) => parts.find(({ table }) => table === name)?.rows ?? []
  const [receipt] = rowsOf('receipt')
  const [sale] = rowsOf('sale')
  // A change of document was paid with the sale it is of.
  const isPaid = rowsOf('sale_payment').length > 0 || (sale?.['change_of'] ?? null) !== null
  if (rowsOf('sale_line').length === 0 || !isPaid) return false
  const isShared =
    sale?.['documented_by'] === 'receipt' &&
    rowsOf('sale_payment').some(
      (payment) => payment['is_voucher'] === 1 && Number(payment['total_clp']) > 0,
    )
  if (isShared && rowsOf('sale_part').length !== 2) return false
  if (sale?.['documented_by'] === 'voucher') return receipt === undefined
  if (receipt === undefined) return false
  return (
    createHash('sha256')
      .update(receipt['body'] as Buffer)
      .digest('hex') === receipt['body_sha256']
  )
}

/**
 * A shift that could not be read must not hold up the money taken in it, nor what went back: no
 * other one is to answer for it.
 */
function insert(into: Database.Database, table: string, whole: Record<string, unknown>): void {
  const isOfLost = whole['shift_id'] != null && !hasShift(into, whole['shift_id'])
  const ofNone = 'is_by_shift' in whole ? { shift_id: null, is_by_shift: 0 } : { shift_id: null }
  const row = isOfLost ? { ...whole, ...ofNone } : whole
  insertRow(
    into,
    table,
    Object.fromEntries(
      Object.entries(row).filter(([column]) => !OWN_NUMBERS.has(`${table}.${column}`)),
    ),
  )
}
