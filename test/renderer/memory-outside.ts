/**
 * Receipts of another till in memory: the service knows N° 9001 (19-11-2026, $5.990) and no other.
 */
import type { OutsideReceiptInput, SameFolio } from '#shared/returns/views.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { EpochMs, ExternalReference, Folio, SaleId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import { sumPayments } from '#shared/selling/payment/payment.ts'
import {
  decideOutsideReturn,
  outsideProblem,
  outsideRecipient,
  type OutsideReceipt,
} from '#shared/returns/decide-outside-return.ts'
import { NOTHING_GIVEN, refundLimits } from '#shared/returns/refund-limits.ts'
import { NO_CASH_BACK } from '#shared/returns/hand-over.ts'
import { readOutsideAnswer } from '#shared/returns/outside-answer.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { DEFAULT_BACK } from '#shared/vales/back-settings.ts'
import { METHODS } from './memory-customers.ts'
import { JUST_MADE } from './memory-receipt.ts'
import type { MemoryReturnsPorts } from './memory-returns.ts'
import { SHOP } from './memory-shop.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'
import type { ReturnDecision } from '#shared/returns/return-decision.ts'

const KNOWN = {
  id: 'd-9001',
  number: 9001,
  invoice_type: 39,
  invoice_date: '2026-11-19',
  total: 5_990,
  status: 'APR',
  items: [{ description: 'Tetera 1,7 L', quantity: 1, total: 5_990, taxes: [{ tax_type: 'IVA' }] }],
}

export function createMemoryOutside(
  ports: MemoryReturnsPorts,
): Pick<TillApi, 'lookUpOutside' | 'commitOutsideReturn'> {
  const lookedUp = new Map<SaleId, OutsideReceipt>()
  const today = () => santiagoDate(ports.now() as EpochMs)
  const givenBackClp = ({ folio, documentType }: OutsideReceipt) =>
    clp(
      ports
        .all()
        .filter(
          ({ returnOf }) =>
            returnOf?.saleId === null &&
            returnOf.folio === folio &&
            returnOf.documentType === documentType,
        )
        .reduce((sum, { totalClp }) => sum + totalClp, 0),
    )
  const sameFolioAs = ({ folio, documentType }: OutsideReceiptInput) => {
    const back = ports
      .all()
      .find(
        ({ returnOf }) =>
          returnOf?.saleId === null &&
          returnOf.folio === folio &&
          returnOf.documentType !== documentType,
      )
    if (back?.returnOf == null) return undefined
    const { date, totalClp, returnOf } = back
    const type = returnOf.documentType as SameFolio['documentType']
    return { documentType: type, date, totalClp, backClp: totalClp, isOurs: false }
  }
  const ask = (input: OutsideReceiptInput) =>
    !ports.isOnline() || input.folio !== KNOWN.number ? null : readOutsideAnswer(KNOWN, input)
  return {
    async lookUpOutside(input) {
      const problem = outsideProblem(input, today())
      if (problem !== null) return refuse(problem)
      const answer = ask(input)
      if (answer?.ok === false) return answer
      const told = answer?.value ?? null
      const recipient = outsideRecipient(input, null, () => undefined)
      if (!recipient.ok) return recipient
      const receipt: OutsideReceipt = {
        ...input,
        issuerRut: SHOP.rut,
        totalClp: clp(input.totalClp),
        recipient: recipient.value,
        check: told !== null ? 'confirmed' : ports.isOnline() ? 'not-found' : 'not-asked',
        exemptClp: told?.exemptClp ?? clp(0),
        sameFolio: sameFolioAs(input),
      }
      const returnId =
        `01HWWWWWWWWWWWWWWWWWWWWW${String(lookedUp.size + 1).padStart(2, '0')}` as SaleId
      lookedUp.set(returnId, receipt)
      const leftClp = clp(receipt.totalClp - givenBackClp(receipt))
      return ok({
        ...receipt,
        returnId,
        originalId: returnId,
        folio: input.folio as Folio,
        soldAt: null,
        returnedClp: givenBackClp(receipt),
        payments: [],
        lines: [],
        valeDueClp: clp(0),
        cashBack: NO_CASH_BACK,
        limits: refundLimits(DEFAULT_BACK, receipt, NOTHING_GIVEN),
        customerName: receipt.recipient.rut === ANONYMOUS_RUT ? null : receipt.recipient.legalName,
        documentedBy: 'receipt',
        voucherNumber: '',
        ivaTooLateSince: null,
        outside: {
          check: receipt.check,
          leftClp,
          items: told?.items ?? [],
          ...(receipt.sameFolio === undefined ? {} : { sameFolio: receipt.sameFolio }),
        },
      })
    },
    commitOutsideReturn(command) {
      const receipt = lookedUp.get(command.returnId)
      if (receipt === undefined) return refuse(refusal('OUTSIDE_LOOK_AGAIN'))
      const decided = decideOutsideReturn(command, {
        receipt,
        givenBackClp: givenBackClp(receipt),
        now: ports.now() as EpochMs,
        date: today(),
        registerName: '1',
        cashierName: 'Camila',
        paymentMethods: METHODS,
        serviceIsDown: !ports.isOnline(),
        serviceId: 'memory',
        issuer: SHOP,
        branchOffice: 1,
        externalReference: `P1-${command.returnId}` as ExternalReference,
      })
      if (!decided.ok) return decided
      if (!ports.mayRefund() && command.approvalId === null)
        return refuse(refusal('RIGHT_REQUIRED'))
      const note = toNote(decided.value, receipt)
      ports.add(note, null)
      return ok({ ...note, originalId: null, vale: null })
    },
  }
}

function toNote(
  decision: ReturnDecision,
  { documentType, folio, recipient }: OutsideReceipt,
): ReceiptDetail {
  const { payments, totals } = decision
  return {
    ...JUST_MADE,
    ...totals,
    ...sumPayments(payments),
    saleId: decision.returnId,
    externalReference: decision.externalReference,
    documentType: '61',
    soldAt: decision.at,
    date: decision.date,
    issueState: 'queued',
    payments,
    lineCount: decision.lines.length,
    documentedBy: 'receipt',
    customer: recipient?.rut === ANONYMOUS_RUT ? null : recipient,
    soldOffline: decision.printsSlip,
    soldBy: 'Camila',
    allowed: [],
    lines: decision.lines.map(({ original, quantity, grossClp }) => ({
      ...original,
      quantity,
      grossClp,
      discountClp: clp(0),
      discount: null,
      saleDiscountClp: clp(0),
      note: null,
    })),
    saleDiscount: null,
    parts: [],
    returnOf: { saleId: null, documentType, folio: folio as Folio, reason: decision.reason },
  }
}
