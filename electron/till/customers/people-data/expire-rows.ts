/** Rows past their period, a few at a time. */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { prepareMailSweeps } from '../../delivery/mail/mail-orders.ts'
import { MARK_ALONE, prepareAttemptRemoval } from './attempt-rows.ts'
import type { PeopleParts } from './people-parts.ts'
import { removePictures } from './person-files.ts'
import { PAPER_IS_OVER } from './person-rows.ts'

/** Rows of one transaction: the counter waits for one of them at most. */
const PIECE_ROWS = 200

type Parts = Pick<PeopleParts, 'db'>

/** Who has not bought for so long. Their documents stay. */
export function* expireCustomers({ db }: Parts, cutoff: EpochMs): Generator<number> {
  const remove = db.prepare(`DELETE FROM customer WHERE rut IN (SELECT rut FROM customer
    WHERE last_sold_at_ms < @cutoff AND kept_at_ms < @cutoff ORDER BY last_sold_at_ms LIMIT ${PIECE_ROWS})`)
  for (;;) {
    const { changes } = remove.run({ cutoff })
    yield changes
    if (changes < PIECE_ROWS) return
  }
}

interface AttemptRow {
  readonly id: number
  readonly atMs: number
  readonly isOver: number
}

/**
 * Exchanges about receipts that have arrived. They lie in the order they were made, so the first
 * piece without an old one is the last that is read.
 */
export function* expireAttempts({ db }: Parts, cutoff: EpochMs): Generator<number> {
  yield* forgetAddresses({ db }, cutoff)
  const piece = db.prepare<
    [number],
    AttemptRow
  >(`SELECT a.id, a.at_ms AS atMs, (r.issue_state = 'numbered') AS isOver
    FROM attempt a JOIN receipt r ON r.sale_id = a.sale_id
    WHERE a.id > ? AND NOT (${MARK_ALONE}) ORDER BY a.id
    LIMIT ${PIECE_ROWS}`)
  const remove = prepareAttemptRemoval(db)
  let after = 0
  for (;;) {
    const rows = piece.all(after)
    const old = rows.filter(({ atMs }) => atMs < cutoff)
    const over = old.filter(({ isOver }) => isOver === 1)
    db.transaction(() => remove.byIds(over.map(({ id }) => id))).immediate()
    yield over.length
    after = rows.at(-1)?.id ?? after
    if (rows.length < PIECE_ROWS || old.length === 0) return
  }
}

/** To whom a receipt went by e-mail; that it went stays. */
function* forgetAddresses({ db }: Parts, cutoff: EpochMs): Generator<number> {
  const { forget } = prepareMailSweeps(db)
  for (;;) {
    const { changes } = forget.run({ cutoff, limit: PIECE_ROWS })
    yield changes
    if (changes < PIECE_ROWS) return
  }
}

/** What was left of the sales of erased people because it was still on its way. */
export async function* expireRest(
  parts: Pick<PeopleParts, 'db' | 'rows' | 'eraser' | 'paperFolder'>,
): AsyncGenerator<number> {
  const { db, rows, eraser, paperFolder } = parts
  const arrived = db
    .prepare<[], SaleId>(`SELECT e.sale_id FROM erasure_rest e
      LEFT JOIN receipt r ON r.sale_id = e.sale_id
      WHERE (r.sale_id IS NULL OR r.issue_state = 'numbered'
          OR EXISTS (SELECT 1 FROM receipt_deletion d WHERE d.sale_id = e.sale_id AND d.state = 'done'))
        AND NOT EXISTS (SELECT 1 FROM print_job j WHERE j.sale_id = e.sale_id AND NOT ${PAPER_IS_OVER})
      ORDER BY e.sale_id LIMIT ${PIECE_ROWS}`)
    .pluck()
  for (;;) {
    const saleIds = arrived.all()
    if (saleIds.length === 0) return
    // The pictures first: while they are there, the sale is still to be finished.
    await removePictures(
      paperFolder,
      rows.papers(saleIds).map(({ jobId }) => jobId),
    )
    yield db.transaction(() => eraser.eraseRest(saleIds)).immediate()
  }
}
