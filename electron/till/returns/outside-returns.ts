/**
 * Returns of receipts that this till has not issued. First they are looked up: the service confirms
 * what the cashier typed, or says what differs. Where it does not know the receipt or does not
 * answer, it comes back as typed, by whoever may give money back, and the log says so.
 */
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { OutsideItem, OutsideReceiptInput, ReturnableSale } from '#shared/bridge/returns.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { clp, formatClp, ZERO_CLP, type Clp } from '#shared/money/clp.ts'
import { parseJson } from '#shared/sync/classify.ts'
import { printDate } from '#shared/time/calendar.ts'
import {
  decideOutsideReturn,
  outsideProblem,
  outsideRecipient,
  type OutsideReceipt,
} from '#shared/returns/decide-outside-return.ts'
import { ivaTooLate } from '#shared/returns/iva-deadline.ts'
import { readOutsideAnswer, type OutsideAnswer } from '#shared/returns/outside-answer.ts'
import { ONE_MILLI } from '#shared/money/quantity.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import type { TillDatabase } from '../db/open-database.ts'
import { isExemptType } from '#shared/document/document-type.ts'
import { createCustomerRows } from '../customers/customer-rows.ts'
import { OUTSIDE_STANDS, RETURN_STANDS } from './undone.ts'
import { askElsewhere, type ElsewherePorts, type Unspent } from './ask-elsewhere.ts'
import { commitDecided, type ReturnsPorts } from './returns.ts'

export type OutsideReturns = Pick<TillApi, 'lookUpOutside' | 'commitOutsideReturn'>

const TIMEOUT_MS = 6_000
/**
 * Receipts looked up and not given back yet; the oldest is forgotten, and looked up again when
 * somebody goes on.
 */
const REMEMBERED_MAX = 20

export function createOutsideReturns(ports: ReturnsPorts & ElsewherePorts): OutsideReturns {
  const { db, ids } = ports
  const before = createEarlierReader(db)
  const customers = createCustomerRows(db)
  const commit = commitDecided(ports)
  const lookedUp = new Map<SaleId, LookedUp>()
  return {
    async lookUpOutside(input) {
      const today = ports.today()
      const { issuer, serviceId } = ports.context()
      const problem = outsideProblem(input, today) ?? before.problem(input, issuer.rut, serviceId)
      if (problem !== null) return refuse(problem)
      const asked = await ask(ports, input)
      if (!asked.ok) return asked
      const recipient = outsideRecipient(input, asked.value.confirmed?.recipient ?? null, (rut) =>
        customers.byRut(rut),
      )
      if (!recipient.ok) return recipient
      const receipt = receiptOf(
        { input, issuerRut: issuer.rut, recipient: recipient.value },
        asked.value,
      )
      const unspentClp = clp(receipt.totalClp - before.givenBackClp(receipt))
      if (unspentClp < 1) return refuse(refusal('RETURN_ALL_DONE'))
      const returnId = ids.saleId()
      const elsewhere = await elsewhereOf(ports, receipt, {
        leftClp: unspentClp,
        unissuedClp: before.unissuedClp(receipt),
      })
      if (!elsewhere.ok) return elsewhere
      const leftClp = clp(unspentClp - elsewhere.value)
      lookedUp.set(returnId, { receipt, backElsewhereClp: elsewhere.value })
      for (const oldest of [...lookedUp.keys()].slice(0, -REMEMBERED_MAX)) lookedUp.delete(oldest)
      return ok(
        toReturnable(receipt, {
          returnId,
          leftClp,
          today,
          limits: ports.limits(receipt.check),
          items: asked.value.confirmed?.items ?? [],
        }),
      )
    },

    commitOutsideReturn: (command) =>
      commit(
        command.returnId,
        null,
        (around, registerNumber) => {
          const known = lookedUp.get(command.returnId)
          if (known === undefined) return refuse(refusal('OUTSIDE_LOOK_AGAIN'))
          const { receipt, backElsewhereClp } = known
          return decideOutsideReturn(command, {
            ...around,
            receipt,
            givenBackClp: clp(before.givenBackClp(receipt) + backElsewhereClp),
            externalReference: ids.externalReference(registerNumber),
          })
        },
        {
          approvalId: command.approvalId,
          asked: { totalClp: command.amountClp, method: command.refund.method },
        },
      ),
  }
}

interface LookedUp {
  readonly receipt: OutsideReceipt
  /** By other tills, as the service judged it. */
  readonly backElsewhereClp: Clp
}

/** Only of a receipt that the service knows: of any other it has nothing to say. */
const elsewhereOf = (ports: ElsewherePorts, receipt: OutsideReceipt, unspent: Unspent) =>
  receipt.check === 'confirmed' ? askElsewhere(ports, receipt, unspent) : ok(ZERO_CLP)

type Asked =
  | { readonly check: 'confirmed'; readonly confirmed: OutsideAnswer }
  | { readonly check: 'not-found' | 'not-asked'; readonly confirmed: null }

async function ask(
  { http, isServiceThere, signal }: ElsewherePorts,
  input: OutsideReceiptInput,
): Promise<Result<Asked, Refusal>> {
  if (!isServiceThere()) return ok({ check: 'not-asked', confirmed: null })
  const path = `/api/invoices/${input.documentType}/${input.folio}`
  const outcome = await http.exchange(
    { method: 'GET', path, body: null, timeoutMs: TIMEOUT_MS },
    signal,
  )
  if (outcome.kind === 'answered' && outcome.status === 404)
    return ok({ check: 'not-found', confirmed: null })
  const read =
    outcome.kind === 'answered' && outcome.status === 200
      ? readOutsideAnswer(parseJson(outcome.bodyText), input)
      : null
  if (read === null) return ok({ check: 'not-asked', confirmed: null })
  return read.ok ? ok({ check: 'confirmed', confirmed: read.value }) : read
}

function receiptOf(
  {
    input,
    issuerRut,
    recipient,
  }: Pick<OutsideReceipt, 'issuerRut' | 'recipient'> & { readonly input: OutsideReceiptInput },
  { check, confirmed }: Asked,
): OutsideReceipt {
  const { documentType, folio, date } = input
  const totalClp = clp(input.totalClp)
  return {
    issuerRut,
    documentType,
    folio,
    date,
    totalClp,
    check,
    recipient,
    exemptClp: confirmed?.exemptClp ?? clp(isExemptType(documentType) ? totalClp : 0),
  }
}

interface Shown {
  readonly returnId: SaleId
  readonly leftClp: Clp
  readonly today: IsoDate
  readonly limits: ReturnableSale['limits']
  readonly items: readonly OutsideItem[]
}

function toReturnable(
  receipt: OutsideReceipt,
  { returnId, leftClp, today, limits, items }: Shown,
): ReturnableSale {
  const { documentType, folio, date, totalClp, exemptClp, recipient, check } = receipt
  return {
    returnId,
    originalId: returnId,
    documentType,
    folio: folio as ReturnableSale['folio'],
    date,
    soldAt: null,
    totalClp,
    returnedClp: clp(totalClp - leftClp),
    payments: [],
    lines: [],
    valeDueClp: ZERO_CLP,
    limits,
    customerName: recipient.rut === ANONYMOUS_RUT ? null : recipient.legalName,
    documentedBy: 'receipt',
    voucherNumber: '',
    ivaTooLateSince: ivaTooLate(date, today, [
      { isExempt: exemptClp === totalClp, quantity: ONE_MILLI, returnedQuantity: 0 },
    ]),
    outside: { check, leftClp, items },
  }
}

/** What this till knows of the receipt: that it is its own, or what it has given back for it. */
function createEarlierReader(db: TillDatabase) {
  const own = db
    .prepare<[string, string, number], number>(
      'SELECT 1 FROM receipt WHERE service_id = ? AND document_type = ? AND folio = ?',
    )
    .pluck()
  const ofFolio = 'issuer_rut = ? AND o.document_type = ? AND o.folio = ?'
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
  // Issued by this till at a service of before, in the same company's name: what came back of it
  // stays back. The services are walked in the index, one step each: among a million receipts there
  // are two or three.
  const ownGiven = db
    .prepare<[string, string, number, string, number], number>(`
    WITH RECURSIVE service(id) AS (
      SELECT min(service_id) FROM receipt WHERE folio IS NOT NULL
      UNION ALL SELECT (SELECT min(service_id) FROM receipt WHERE folio IS NOT NULL AND service_id > service.id)
        FROM service WHERE id IS NOT NULL)
    SELECT coalesce(sum(back.total_clp), 0)
    FROM service JOIN receipt r ON r.service_id = service.id JOIN sale s ON s.id = r.sale_id JOIN sale back ON back.original_id = s.id
    WHERE substr(service.id, instr(service.id, ' ') + 1) = ? AND r.document_type = ? AND r.folio = ? AND s.date = ? AND s.total_clp = ?
      AND ${RETURN_STANDS}`)
    .pluck()
  return {
    problem(
      { documentType, folio, date, totalClp }: OutsideReceiptInput,
      issuerRut: string,
      serviceId: string,
    ): Refusal | null {
      if (own.get(serviceId, documentType, folio) !== undefined)
        return refusal('OUTSIDE_IS_OURS', 'folio')
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
