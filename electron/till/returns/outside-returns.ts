/**
 * Returns of receipts that this till has not issued. First they are looked up: the service confirms
 * what the cashier typed, or says what differs. Where it does not know the receipt or does not
 * answer, it comes back as typed, by whoever may give money back, and the log says so.
 */
import type { EpochMs, IsoDate, SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { OutsideItem, OutsideReceiptInput, ReturnableSale } from '#shared/returns/views.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { clp, ZERO_CLP, type Clp } from '#shared/money/clp.ts'
import { parseJson } from '#shared/issuing/classify.ts'
import {
  decideOutsideReturn,
  exemptLeftOf,
  outsideProblem,
  outsideRecipient,
  type OutsideReceipt,
} from '#shared/returns/decide-outside-return.ts'
import { NO_CASH_BACK } from '#shared/returns/hand-over.ts'
import {
  PAID_ANYHOW,
  readPaidAs,
  waysBack,
  type OutsidePaid,
} from '#shared/returns/outside-paid.ts'
import { ivaTooLate } from '#shared/returns/iva-deadline.ts'
import { readOutsideAnswer, type OutsideAnswer } from '#shared/returns/outside-answer.ts'
import { ONE_MILLI } from '#shared/money/quantity.ts'
import { ANONYMOUS_RUT, parseRut } from '#shared/rut/rut.ts'
import { isExemptType } from '#shared/core/document-type.ts'
import { createCustomerRows } from '../customers/customer-rows.ts'
import {
  askElsewhere,
  isStillAsked,
  orByHub,
  type ElsewherePorts,
  type Unspent,
} from './ask-elsewhere.ts'
import { createEarlierReader } from './outside-earlier.ts'
import { commitDecided, type ReturnsPorts } from './returns.ts'

type OutsideReturns = Pick<TillApi, 'lookUpOutside' | 'commitOutsideReturn'>

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
  const lookedUp = createMemory()
  return {
    async lookUpOutside(input) {
      const today = ports.today()
      const { issuer, serviceId } = ports.context()
      const problem = outsideProblem(input, today) ?? before.problem(input, issuer.rut, serviceId)
      if (problem !== null) return refuse(problem)
      const asked = await ask(ports, input)
      if (!asked.ok) return asked
      const told = asked.value.confirmed?.recipient ?? null
      const recipient = outsideRecipient(input, told, (rut) => customers.byRut(rut))
      if (!recipient.ok) return recipient
      const named = { input, issuerRut: issuer.rut, recipient: recipient.value }
      const typed = receiptOf(named, asked.value)
      const other = before.buyerProblem(typed)
      if (other !== null) return refuse(other)
      const compared = before.compared(typed, serviceId)
      const { isByHub } = asked.value
      const unspentClp = clp(compared.totalClp - before.givenBackClp(compared))
      if (unspentClp < 1) return refuse(refusal('RETURN_ALL_DONE'))
      const returnId = ids.saleId()
      const unspent = { leftClp: unspentClp, unissuedClp: before.unissuedClp(compared) }
      const left = await leftOf(ports, { returnId, receipt: compared, isByHub }, unspent)
      if (!left.ok) return left
      const leftClp = left.value
      const paid = paidIn(ports, compared, asked.value)
      const backElsewhereClp = clp(unspentClp - leftClp)
      const known = { receipt: compared, backElsewhereClp, paid, at: ports.clock.now() }
      lookedUp.keep(returnId, known)
      const receipt = withWays(before, known)
      const [limits, items] = [ports.limits(receipt), asked.value.confirmed?.items ?? []]
      return ok(toReturnable(receipt, { returnId, leftClp, today, limits, items }))
    },

    commitOutsideReturn: (command) =>
      commit(
        command.returnId,
        null,
        (around, registerNumber) => {
          const known = lookedUp.of(command.returnId)
          if (known === undefined) return refuse(refusal('OUTSIDE_LOOK_AGAIN'))
          const { backElsewhereClp } = known
          const found = stillSo(ports, before, { ...known, returnId: command.returnId })
          if (!found.ok) return found
          const receipt = withWays(before, { ...known, receipt: found.value })
          return decideOutsideReturn(command, {
            ...around,
            receipt,
            givenBackClp: clp(before.givenBackClp(receipt) + backElsewhereClp),
            left: ports.heldOf(command.returnId),
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
  readonly paid: OutsidePaid
  readonly at: EpochMs
}

/** How it was paid, by whoever confirmed it. */
function paidIn(
  { context }: Pick<ReturnsPorts, 'context'>,
  { totalClp }: OutsideReceipt,
  { confirmed }: Asked,
): OutsidePaid {
  if (confirmed === null) return PAID_ANYHOW
  return readPaidAs(confirmed.paidAs, totalClp, context().paymentMethods)
}

function withWays(
  before: ReturnType<typeof createEarlierReader>,
  { receipt, paid, backElsewhereClp: elsewhereClp }: Omit<LookedUp, 'at'>,
): OutsideReceipt {
  const { cashBack = NO_CASH_BACK } = receipt
  const hereClp = before.givenBackClp(receipt)
  return { ...receipt, ...waysBack(paid, { cashBack, hereClp, elsewhereClp }) }
}

/** Looked for again: another window may have given it back meanwhile, as it was typed there. */
function stillSo(
  ports: ReturnsPorts & ElsewherePorts,
  before: ReturnType<typeof createEarlierReader>,
  { receipt, ...asked }: LookedUp & { readonly returnId: SaleId },
): Result<OutsideReceipt, Refusal> {
  if (!isStillAsked(ports, asked)) return refuse(refusal('RETURN_OPEN_AGAIN'))
  const { issuer, serviceId } = ports.context()
  const problem = before.problem(receipt, issuer.rut, serviceId) ?? before.buyerProblem(receipt)
  return problem === null ? ok(before.compared(receipt, serviceId)) : refuse(problem)
}

function createMemory() {
  const found = new Map<SaleId, LookedUp>()
  return {
    of: (returnId: SaleId) => found.get(returnId),
    keep(returnId: SaleId, lookedUp: LookedUp) {
      found.set(returnId, lookedUp)
      for (const oldest of [...found.keys()].slice(0, -REMEMBERED_MAX)) found.delete(oldest)
    },
  }
}

/**
 * What this till may give back. The notes over it only of a receipt that the service knows: of any
 * other it has nothing to say.
 */
async function leftOf(
  ports: ElsewherePorts,
  { returnId, receipt, isByHub }: Found,
  unspent: Unspent,
): Promise<Result<Clp, Refusal>> {
  const isKnown = receipt.check === 'confirmed' && !isByHub
  const elsewhere = isKnown
    ? orByHub(ports, await askElsewhere(ports, receipt, unspent), ZERO_CLP)
    : ok(ZERO_CLP)
  if (!elsewhere.ok) return elsewhere
  const leftClp = clp(unspent.leftClp - elsewhere.value)
  const left = { clp: leftClp, exemptClp: exemptLeftOf(receipt, leftClp) }
  const held = await ports.hold(returnId, receipt, left)
  return held.ok ? ok(clp(Math.min(leftClp, held.value ?? leftClp))) : held
}

interface Found {
  readonly returnId: SaleId
  readonly receipt: OutsideReceipt
  readonly isByHub: boolean
}

type Asked = { readonly isByHub: boolean } & (
  | { readonly check: 'confirmed'; readonly confirmed: OutsideAnswer }
  | { readonly check: 'not-found' | 'not-asked'; readonly confirmed: null }
)

/** As the till that sold it told the hub; whom it names stands on its paper. */
async function askHub(
  { nearby }: ElsewherePorts,
  input: OutsideReceiptInput,
): Promise<Result<Asked, Refusal>> {
  const word = nearby.word()
  if (!word.ok) return word
  const found = await nearby.find({ ...input, totalClp: clp(input.totalClp) })
  if (!found.ok) return found
  const { exemptClp, paidAs, isBuyer } = found.value
  const rut = parseRut(input.buyerRut)
  if (rut.ok && !isBuyer(rut.value))
    return refuse(refusal('OUTSIDE_DIFFERS', 'buyerRut', { what: 'RUT' }))
  const confirmed = { items: [], exemptClp, recipient: null, paidAs }
  return ok({ check: 'confirmed', confirmed, isByHub: true })
}

async function ask(
  ports: ElsewherePorts,
  input: OutsideReceiptInput,
): Promise<Result<Asked, Refusal>> {
  const { http, isServiceThere, needsWord, signal } = ports
  const isByHub = false
  const notAsked = async (): Promise<Result<Asked, Refusal>> =>
    needsWord(null) ? askHub(ports, input) : ok({ check: 'not-asked', confirmed: null, isByHub })
  if (!isServiceThere()) return notAsked()
  const path = `/api/invoices/${input.documentType}/${input.folio}`
  const outcome = await http.exchange(
    { method: 'GET', path, body: null, timeoutMs: TIMEOUT_MS },
    signal,
  )
  if (outcome.kind === 'answered' && outcome.status === 404)
    return ok({ check: 'not-found', confirmed: null, isByHub })
  const read =
    outcome.kind === 'answered' && outcome.status === 200
      ? readOutsideAnswer(parseJson(outcome.bodyText), input)
      : null
  if (read === null) return notAsked()
  return read.ok ? ok({ check: 'confirmed', confirmed: read.value, isByHub }) : read
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
  const { documentType, folio, date, totalClp, exemptClp, recipient, check, sameFolio } = receipt
  const { cashBack = NO_CASH_BACK, valeDueClp = ZERO_CLP } = receipt
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
    valeDueClp,
    limits,
    cashBack,
    customerName: recipient.rut === ANONYMOUS_RUT ? null : recipient.legalName,
    documentedBy: 'receipt',
    voucherNumber: '',
    ivaTooLateSince: ivaTooLate(date, today, [
      { isExempt: exemptClp === totalClp, quantity: ONE_MILLI, returnedQuantity: 0 },
    ]),
    outside: { check, leftClp, items, ...(sameFolio === undefined ? {} : { sameFolio }) },
  }
}
