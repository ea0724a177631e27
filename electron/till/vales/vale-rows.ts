/**
 * The rows of vales. What one was given for stands in the payment of its return, what it has paid
 * in the payments of sales, both under the seal: no balance is kept anywhere that could be wrong.
 */
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import type { Ids } from '#shared/text/ids.ts'
import type { NewVale } from '#shared/returns/return-decision.ts'
import type { KeptVale } from '#shared/vales/vale-view.ts'
import { valeEnd } from '#shared/vales/vale.ts'
import { LAST_RESTORE } from '../audit/chain.ts'
import { IS_PAST_VALUE } from '../issuing/outbox/trials.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { PAID_AS } from '../sold/payments.ts'

export interface StoredVale extends KeptVale {
  readonly printCount: number
  /** Of what is used: by other tills of the shop, as far as this one has heard. */
  readonly elsewhereClp: number
}

interface Row extends Omit<StoredVale, 'hasEnded' | 'isVoided' | 'isDoubtful'> {
  readonly hasEnded: number
  readonly isVoided: number
  readonly isDoubtful: number
}

interface ValeRows {
  next(givenOn: IsoDate, months: number, ids: Pick<Ids, 'valeCode'>): NewVale
  give(saleId: SaleId, vale: NewVale): void
  byCode(code: string): StoredVale | null
  byNumber(number: number): StoredVale | null
  ofReturn(returnId: SaleId): StoredVale | null
  /** All of them, the latest first. */
  list(): StoredVale[]
  /** Its return cannot be undone: it has paid, or was voided. */
  isTouched(returnId: SaleId): boolean
  voidOne(number: number, reason: string, atMs: number): void
  /** The owner takes it for good after a restore. */
  accept(number: number, atMs: number): void
  notePrinted(number: number, atMs: number): void
}

/**
 * Of the sale `s`: what vales paid of it, less what returns that stand have put into vales. Those
 * may have put in more; below nothing it would be cash on top of the rest.
 */
export const VALE_DUE = `max(0, (SELECT coalesce(sum(total_clp), 0) FROM sale_payment
    WHERE sale_id = ${PAID_AS} AND method = 'vc')
  - (SELECT coalesce(sum(p.total_clp), 0) FROM sale back JOIN sale_payment p ON p.sale_id = back.id
    WHERE back.original_id = s.id AND p.method = 'vc'
      AND NOT EXISTS (SELECT 1 FROM sale undo WHERE undo.original_id = back.id)))`

/** No return gives one; a debit note only takes back. */
const PAID = `(SELECT coalesce(sum(p.total_clp), 0)
  FROM sale_payment p JOIN sale u ON u.id = p.sale_id
  WHERE p.method = 'vc' AND p.reference = 'V' || v.number AND u.document_type NOT IN ('56', '61'))`

const ofPeople = (path: string) =>
  `(SELECT json_extract(value_json, '$.${path}') FROM setting WHERE key = 'people')`

/** The till saw this day by a clock that went on quietly (shared/customers/retention.ts). */
const QUIET_DAY = `coalesce(${ofPeople('clock.quietDay')}, '')`

/** Of a row of `sale`: not what a clock that ran ahead had dated later than a day that was told. */
export const NOT_AHEAD = `(seq > coalesce(${ofPeople('told.seq')}, 0)
  OR date <= ${ofPeople('told.day')})`

/** The latest day that sold. */
const SOLD_DAY = `coalesce((SELECT date FROM sale INDEXED BY sale_by_date WHERE ${NOT_AHEAD}
  ORDER BY date DESC LIMIT 1), '')`

/** Pesos of it that other tills of the shop have taken, as far as this one has heard. */
const ELSEWHERE = `min(max(given.total_clp - ${PAID}, 0), coalesce((SELECT elsewhere_clp
  FROM fleet_worth WHERE kind = 'vale' AND own_id = CAST(v.number AS TEXT)), 0))`

// What was printed between a backup and its restore is on no disk: perhaps it is out.
const VALE = `SELECT v.number, v.code, v.sale_id AS saleId, v.expires_on AS expiresOn,
    (SELECT count(*) FROM vale_print o WHERE o.number = v.number)
      + (coalesce((${LAST_RESTORE}), 0) > s.sold_at_ms) AS printCount, s.sold_at_ms AS givenAt, given.total_clp AS amountClp,
    ${PAID} + ${ELSEWHERE} AS usedClp, ${ELSEWHERE} AS elsewhereClp, w.reason AS voidReason,
    coalesce(v.expires_on < max(${SOLD_DAY}, ${QUIET_DAY}), 0) AS hasEnded,
    w.number IS NOT NULL OR EXISTS (SELECT 1 FROM sale undo WHERE undo.original_id = v.sale_id)
      OR EXISTS (SELECT 1 FROM receipt r WHERE r.sale_id = v.sale_id AND ${IS_PAST_VALUE}) AS isVoided,
    coalesce((${LAST_RESTORE}), 0) > max(s.sold_at_ms, coalesce(
      (SELECT max(at_ms) FROM vale_accepted a WHERE a.number = v.number), 0)) AS isDoubtful
  FROM vale v JOIN sale s ON s.id = v.sale_id
    JOIN sale_payment given ON given.sale_id = v.sale_id AND given.method = 'vc'
    LEFT JOIN vale_void w ON w.number = v.number`

export function createValeRows(db: TillDatabase): ValeRows {
  // Above every number a payment names too: after a restore the vale of one may be gone.
  const last = db
    .prepare<[], number>(`SELECT max(coalesce((SELECT max(number) FROM vale), 0),
      coalesce((SELECT max(CAST(substr(reference, 2) AS INTEGER)) FROM sale_payment
        WHERE method = 'vc'), 0))`)
    .pluck()
  const give = db.prepare(
    'INSERT INTO vale (number, code, sale_id, expires_on) VALUES (?, ?, ?, ?)',
  )
  const byCode = db.prepare<[string], Row>(`${VALE} WHERE v.code = ?`)
  const byNumber = db.prepare<[number], Row>(`${VALE} WHERE v.number = ?`)
  const ofReturn = db.prepare<[SaleId], Row>(`${VALE} WHERE v.sale_id = ?`)
  const list = db.prepare<[], Row>(`${VALE} ORDER BY v.number DESC`)
  const voidOne = db.prepare('INSERT INTO vale_void (number, at_ms, reason) VALUES (?, ?, ?)')
  const accept = db.prepare(`INSERT INTO vale_accepted (number, at_ms)
    VALUES (?, max(?, coalesce((${LAST_RESTORE}), 0)))`)
  const printed = db.prepare('INSERT INTO vale_print (number, at_ms) VALUES (?, ?)')
  const read = (row: Row | undefined): StoredVale | null =>
    row === undefined
      ? null
      : {
          ...row,
          hasEnded: row.hasEnded === 1,
          isVoided: row.isVoided === 1,
          isDoubtful: row.isDoubtful === 1,
        }
  return {
    next: (givenOn, months, ids) => ({
      number: (last.get() ?? 0) + 1,
      code: ids.valeCode(),
      expiresOn: valeEnd(givenOn, months),
    }),
    give: (saleId, { number, code, expiresOn }) => void give.run(number, code, saleId, expiresOn),
    byCode: (code) => read(byCode.get(code)),
    byNumber: (number) => read(byNumber.get(number)),
    ofReturn: (returnId) => read(ofReturn.get(returnId)),
    list: () => list.all().flatMap((row) => read(row) ?? []),
    isTouched(returnId) {
      const vale = read(ofReturn.get(returnId))
      // What others have taken the service says when it is asked.
      return vale !== null && (vale.usedClp > vale.elsewhereClp || vale.isVoided)
    },
    voidOne: (number, reason, atMs) => void voidOne.run(number, atMs, reason),
    accept: (number, atMs) => void accept.run(number, atMs),
    notePrinted: (number, atMs) => void printed.run(number, atMs),
  }
}
