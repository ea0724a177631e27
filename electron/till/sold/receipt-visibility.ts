/**
 * Which receipts whoever serves may see, asked before any row of the contract that names one. A
 * receipt beyond it comes back all the same with its paper in hand: who types its folio or scans it
 * may open its return, which is written down, and nothing else of it.
 */
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import type { ReceiptInHand, SightView } from '#shared/receipts/views.ts'
import { isSeen, sightOf, type Sight, type SoldFacts } from '#shared/selling/sale/receipts-seen.ts'
import type { ReceiptQuery } from '#shared/selling/sale/receipt-search.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Settings } from '../settings/settings.ts'
import type { Staff } from '../staff/staff-ports.ts'

interface SightPorts {
  readonly db: TillDatabase
  readonly settings: Pick<Settings, 'read'>
  readonly staff: Pick<Staff, 'actor' | 'cashierName'>
  readonly today: () => IsoDate
}

export interface ReceiptVisibility {
  /** Null: all of them. */
  view(): SightView | null
  sees(saleId: SaleId): boolean
  /** As it was printed. */
  seesPaper(jobId: string): boolean
  /** The rows of sales from which on there may be some; each is asked on its own. */
  among(): { readonly from: number; readonly has: (seq: number) => boolean } | null
  /** Receipts beyond it whose paper says what was typed; they may be opened for a return. */
  inHand(text: string, query: ReceiptQuery | null): readonly ReceiptInHand[]
  holds(saleId: SaleId): boolean
}

/** Papers somebody has looked for since they signed in; the last ones count. */
const IN_HAND_MAX = 40

export function createReceiptVisibility({
  db,
  settings,
  staff,
  today,
}: SightPorts): ReceiptVisibility {
  const { openShift, lastDay, bySeq, byId, ofPaper, first, byPaper } = prepare(db)
  const hand: { staffId: string | null; saleIds: SaleId[] } = { staffId: null, saleIds: [] }
  const held = () => {
    const actor = staff.actor()
    const staffId = actor.ok ? actor.value.id : null
    if (hand.staffId !== staffId) Object.assign(hand, { staffId, saleIds: [] })
    return hand
  }
  const now = (): Sight | null => {
    const actor = staff.actor()
    held()
    if (!actor.ok || actor.value.rights.seeReceipts) return null
    const { receiptsSeen, usesShifts } = settings.read()
    return sightOf(receiptsSeen, {
      today: notBefore(today(), lastDay.get()),
      usesShifts,
      openShiftId: openShift.get() ?? null,
      name: staff.cashierName(),
    })
  }
  return {
    view() {
      const { by, days } = settings.read().receiptsSeen
      return now() === null ? null : { by, days, inHand: [] }
    },
    sees(saleId) {
      const sold = byId.get(saleId)
      // What is nowhere is told so by whoever is asked.
      return sold === undefined || isSeen(now(), sold)
    },
    seesPaper(jobId) {
      const sold = ofPaper.get(jobId)
      return sold === undefined || isSeen(now(), sold)
    },
    among() {
      const sight = now()
      if (sight === null) return null
      const has = (seq: number) => {
        const sold = bySeq.get(seq)
        return sold !== undefined && isSeen(sight, sold)
      }
      return { from: first(sight), has }
    },
    inHand(text, query) {
      const sight = now()
      if (sight === null || query === null) return []
      const { wholeNumber: folio, documentType } = query
      const asked = { folio, documentType, reference: text.trim() }
      const found = byPaper.all(asked).filter((sold) => !isSeen(sight, sold))
      const mine = held()
      mine.saleIds = [...mine.saleIds, ...found.map(({ saleId }) => saleId)].slice(-IN_HAND_MAX)
      return found.map(({ saleId, documentType: type, folio: its }) => ({
        saleId,
        documentType: type,
        folio: its,
      }))
    },
    holds: (saleId) => held().saleIds.includes(saleId),
  }
}

/**
 * A clock set back shows no more than it did: the day of the latest sale counts. One that was ahead
 * is right again with the next sale.
 */
const notBefore = (today: IsoDate, sold: IsoDate | undefined): IsoDate =>
  sold !== undefined && sold > today ? sold : today

const FACTS = 'date, shift_id AS shiftId, cashier_name AS soldBy'

function prepare(db: TillDatabase) {
  // By these indexes: left to itself SQLite walks all sales from the first for the least number.
  const oldest = (index: string, where: string) =>
    db
      .prepare<[string], number | null>(
        `SELECT min(seq) FROM sale INDEXED BY ${index} WHERE ${where}`,
      )
      .pluck()
  const ofShift = oldest('sale_by_shift', 'shift_id = ?')
  const sinceDay = oldest('sale_by_date', 'date >= ?')
  return {
    openShift: db.prepare<[], string>('SELECT id FROM open_shift').pluck(),
    lastDay: db.prepare<[], IsoDate>('SELECT date FROM sale ORDER BY seq DESC LIMIT 1').pluck(),
    bySeq: db.prepare<[number], SoldFacts>(`SELECT ${FACTS} FROM sale WHERE seq = ?`),
    byId: db.prepare<[SaleId], SoldFacts>(`SELECT ${FACTS} FROM sale WHERE id = ?`),
    ofPaper: db.prepare<[string], SoldFacts>(
      `SELECT ${FACTS} FROM sale WHERE id = (SELECT sale_id FROM print_job WHERE id = ?)`,
    ),
    first({ from, shiftId }: Sight): number {
      const seq = shiftId === null ? sinceDay.get(from ?? '') : ofShift.get(shiftId)
      return seq ?? Number.MAX_SAFE_INTEGER
    },
    byPaper: db.prepare<
      [{ folio: number | null; documentType: string | null; reference: string }],
      SoldFacts & ReceiptInHand
    >(`SELECT ${FACTS}, s.id AS saleId, s.document_type AS documentType, r.folio
      FROM sale s LEFT JOIN receipt r ON r.sale_id = s.id
      WHERE s.document_type IN ('39', '41', '33', '34') AND s.id IN (
        SELECT sale_id FROM receipt WHERE folio = @folio
          AND (@documentType IS NULL OR document_type = @documentType)
        UNION SELECT id FROM sale WHERE external_reference = @reference)
      ORDER BY s.seq DESC LIMIT 4`),
  }
}
