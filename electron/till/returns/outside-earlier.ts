/**
 * What this till knows of a receipt of elsewhere: that it is its own, what it has given back for
 * it, and what of the same folio came back as a document of another type.
 */
import type { OutsideReceiptInput, SameFolio } from '#shared/returns/views.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { isInvoice } from '#shared/core/document-type.ts'
import { clp, formatClp, type Clp } from '#shared/money/clp.ts'
import { CASH_ID } from '#shared/selling/payment/payment-method.ts'
import { NO_CASH_BACK, type CashBack } from '#shared/returns/hand-over.ts'
import type { OutsideReceipt } from '#shared/returns/decide-outside-return.ts'
import type { OutsideFacts } from '#shared/returns/return-decision.ts'
import { printDate } from '#shared/time/calendar.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { BUYER_RUT } from '../sold/buyer-of-sale.ts'
import { CASH_BACK, OUTSIDE_STANDS, RETURN_STANDS } from './undone.ts'
import { isNoTrial, receiptClp, trialOf } from '../sold/sale-parts.ts'

const ofFolio = 'issuer_rut = ? AND o.document_type = ? AND o.folio = ?'
type Typed = 'documentType' | 'folio' | 'date' | 'totalClp'

export function createEarlierReader(db: TillDatabase) {
  const ownProblem = createOwnProblem(db)
  const earlier = db.prepare<[string, string, number], Pick<OutsideReceipt, 'date' | 'totalClp'>>(
    `SELECT o.date, o.total_clp AS totalClp
    FROM outside_receipt o JOIN sale back ON back.id = o.sale_id
    WHERE ${ofFolio} AND ${OUTSIDE_STANDS} LIMIT 1`,
  )
  const given = db
    .prepare<[string, string, number], number>(`SELECT coalesce(sum(back.total_clp), 0)
    FROM outside_receipt o JOIN sale back ON back.id = o.sale_id WHERE ${ofFolio} AND ${OUTSIDE_STANDS}`)
    .pluck()
  const unissued = db
    .prepare<[string, string, number], number>(`SELECT coalesce(sum(back.total_clp), 0)
    FROM outside_receipt o JOIN sale back ON back.id = o.sale_id
    JOIN receipt r ON r.sale_id = back.id
    WHERE ${ofFolio} AND r.folio IS NULL`)
    .pluck()
  const ownGiven = prepareOwnGiven(db)
  const sameFolio = createSameFolioReader(db)
  const cashBack = createCashReader(db)
  const named = db
    .prepare<[string, string, number], string>(
      `SELECT ${BUYER_RUT} FROM outside_receipt o JOIN sale s ON s.id = o.sale_id
      JOIN sale back ON back.id = s.id WHERE ${ofFolio} AND ${OUTSIDE_STANDS} LIMIT 1`,
    )
    .pluck()
  return {
    compared: (receipt: OutsideReceipt, serviceId: string): OutsideReceipt => ({
      ...receipt,
      sameFolio: sameFolio(receipt, serviceId),
      cashBack: cashBack(receipt),
    }),
    /** An invoice has one buyer: under another RUT it is the same one, or typed wrong. */
    buyerProblem({ issuerRut, documentType, folio, recipient }: OutsideReceipt): Refusal | null {
      const rut = isInvoice(documentType) ? named.get(issuerRut, documentType, folio) : undefined
      return rut === undefined || rut === recipient.rut
        ? null
        : refusal('OUTSIDE_BUYER_BEFORE', 'buyerRut')
    },
    problem(
      { documentType, folio, date, totalClp }: Pick<OutsideReceiptInput, Typed>,
      issuerRut: string,
      serviceId: string,
    ): Refusal | null {
      const ours = ownProblem({ documentType, folio, date, totalClp }, serviceId)
      if (ours !== null) return ours
      const first = earlier.get(issuerRut, documentType, folio)
      if (first === undefined || (first.date === date && first.totalClp === totalClp)) return null
      const what = { date: printDate(first.date), total: formatClp(first.totalClp) }
      return refusal(
        'OUTSIDE_TYPED_BEFORE',
        first.totalClp === totalClp ? 'date' : 'totalClp',
        what,
      )
    },
    unissuedClp: ({ issuerRut, documentType, folio }: OutsideReceipt): Clp =>
      clp(unissued.get(issuerRut, documentType, folio) ?? 0),
    givenBackClp: ({ issuerRut, documentType, folio, date, totalClp }: OutsideReceipt): Clp =>
      clp(
        (given.get(issuerRut, documentType, folio) ?? 0) +
          (ownGiven.get(issuerRut, documentType, folio, date, totalClp) ?? 0),
      ),
  }
}

/** SQL: of trials and of what counts, so that the index leads on to the folio. */
const OF_ANY_KIND = `${trialOf('r.')} IN (0, 1)`

/** Issued by this till. A trial by its folio alone may be somebody else's that counts. */
function createOwnProblem(db: TillDatabase) {
  const own = db.prepare<
    [string, string, number],
    { isTrial: number; date: string; totalClp: number }
  >(`SELECT ${trialOf('r.')} AS isTrial, s.date, ${receiptClp('s')} AS totalClp
    FROM receipt r JOIN sale s ON s.id = r.sale_id
    WHERE r.service_id = ? AND r.document_type = ? AND ${OF_ANY_KIND} AND r.folio = ?`)
  return (
    { documentType, folio, date, totalClp }: Pick<OutsideReceiptInput, Typed>,
    serviceId: string,
  ): Refusal | null => {
    const ours = own.all(serviceId, documentType, folio)
    if (ours.some(({ isTrial }) => isTrial === 0)) return refusal('OUTSIDE_IS_OURS', 'folio')
    const isTrial = ours.some((trial) => trial.date === date && trial.totalClp === totalClp)
    return isTrial ? refusal('RETURN_OF_TRIAL', 'folio') : null
  }
}

/** What went out in cash for it, as it was typed before. */
function createCashReader(db: TillDatabase) {
  const select = db.prepare<[string, string, number], CashBack>(`SELECT ${CASH_BACK}
    FROM outside_receipt o JOIN sale back ON back.id = o.sale_id
    JOIN sale_payment p ON p.sale_id = back.id AND p.method = '${CASH_ID}'
    WHERE ${ofFolio} AND ${OUTSIDE_STANDS}`)
  return ({ issuerRut, documentType, folio }: OutsideReceipt): CashBack =>
    select.get(issuerRut, documentType, folio) ?? NO_CASH_BACK
}

/**
 * Issued by this till at a service of before, in the same company's name: what came back of it
 * stays back. The services are walked in the index, one step each: among a million receipts there
 * are two or three.
 */
function prepareOwnGiven(db: TillDatabase) {
  return db
    .prepare<[string, string, number, string, number], number>(`
    WITH RECURSIVE service(id) AS (
      SELECT min(service_id) FROM receipt WHERE folio IS NOT NULL
      UNION ALL SELECT (SELECT min(service_id) FROM receipt WHERE folio IS NOT NULL AND service_id > service.id)
        FROM service WHERE id IS NOT NULL)
    SELECT coalesce(sum(${receiptClp('back')}), 0)
    FROM service JOIN receipt r ON r.service_id = service.id JOIN sale s ON s.id = r.sale_id JOIN sale back ON back.original_id = s.id
    WHERE substr(service.id, instr(service.id, ' ') + 1) = ? AND r.document_type = ? AND ${OF_ANY_KIND} AND r.folio = ? AND s.date = ? AND s.total_clp = ?
      AND ${RETURN_STANDS}`)
    .pluck()
}

type Asked = Omit<OutsideFacts, 'sameFolio'>

/**
 * The folio under another type. Each type counts its own folios, so it can be another document:
 * whether it is the same paper a person says who may go beyond the limits. Nobody needs to say it
 * of two that the service knows both.
 */
function createSameFolioReader(db: TillDatabase) {
  const types = "IN ('33', '34', '39', '41')"
  const typed = db.prepare<[Asked], Omit<SameFolio, 'isOurs'>>(
    `SELECT o.document_type AS documentType, o.date, o.total_clp AS totalClp,
      sum(back.total_clp) AS backClp
    FROM outside_receipt o JOIN sale back ON back.id = o.sale_id
    WHERE o.issuer_rut = @issuerRut AND o.document_type ${types} AND o.folio = @folio
      AND o.document_type <> @documentType AND ${OUTSIDE_STANDS}
      AND NOT (o.checked = 'confirmed' AND @check = 'confirmed')
    GROUP BY o.document_type ORDER BY backClp DESC LIMIT 1`,
  )
  const own = db.prepare<[Asked & { serviceId: string }], Omit<SameFolio, 'isOurs'>>(
    `SELECT r.document_type AS documentType, s.date, ${receiptClp('s')} AS totalClp, 0 AS backClp
    FROM receipt r JOIN sale s ON s.id = r.sale_id
    WHERE r.service_id = @serviceId AND r.document_type ${types} AND ${isNoTrial('r.')} AND r.folio = @folio
      AND r.document_type <> @documentType AND @check <> 'confirmed'
      AND s.date = @date AND ${receiptClp('s')} = @totalClp LIMIT 1`,
  )
  return (receipt: OutsideReceipt, serviceId: string): SameFolio | undefined => {
    const { issuerRut, documentType, folio, date, totalClp, check } = receipt
    const asked = { issuerRut, documentType, folio, date, totalClp, check }
    const other = typed.get(asked)
    if (other !== undefined) return { ...other, isOurs: false }
    const ours = own.get({ ...asked, serviceId })
    return ours === undefined ? undefined : { ...ours, isOurs: true }
  }
}
