/**
 * What the till gives money back for, the service accepts: returns of receipts that were issued,
 * with every reason, reference and number a screen or a hostile program could send.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  commitOutsideReturnInput,
  commitReturnInput,
  outsideReceiptInput,
  undoReturnInput,
} from '#shared/returns/views.ts'
import type { ExternalReference, IsoDate, SaleId } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { documentTypeOf, receiptTotals, saleTypeOf } from '#shared/issuing/receipt-lines.ts'
import { toDocumentRequest } from '#shared/issuing/receipt-document.ts'
import { clp, ZERO_CLP } from '#shared/money/clp.ts'
import { lineGross, quantityMilli } from '#shared/money/quantity.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { decideOutsideReturn, outsideRecipient } from '#shared/returns/decide-outside-return.ts'
import { decideReturn } from '#shared/returns/decide-return.ts'
import { decideUndo } from '#shared/returns/decide-undo.ts'
import type {
  OriginalSale,
  ReturnContext,
  ReturnDecision,
} from '#shared/returns/return-decision.ts'
import { afterPercent } from '#shared/promotions/price-offers.ts'
import { shareOf } from '#shared/returns/return-shares.ts'
import { INVOICE_BUYER } from '../support/invoice-buyer.ts'
import { pick } from '../support/thoroughness.ts'
import { wallClockMs } from '../support/wall-clock.ts'
import {
  connectedPerFile,
  expectAccepted,
  issuedNumber,
  newReference,
  today,
} from './contract-world.ts'

const NOBODY = { rut: '66666666-6', legalName: 'Sin RUT' }
const SALE_ID = '01JD0000000000000000000000' as SaleId

const world = connectedPerFile()

const HOSTILE = ['\u0001', '\u0007\u0008', '\u007f', '\u0085', '\u00a0', '\ufffe', '日本', '😀']
const text = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength }),
      fc.string({ unit: 'binary', maxLength }),
      fc.constantFrom(...HOSTILE, ' ', '\t', '\n', '<>&"', '\u2019', 'x'.repeat(maxLength)),
    )
    .map((all) => all.slice(0, maxLength))
const mostly = (usual: string, odd: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })
/** As the rows of a sale may be, also of a till of before the rules of today. */
const soldLine = fc.record({
  code: fc.oneof({ weight: 4, arbitrary: fc.constant('7') }, { weight: 1, arbitrary: text(35) }),
  name: fc.oneof({ weight: 4, arbitrary: fc.constant('Pan') }, { weight: 1, arbitrary: text(80) }),
  unit: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('KG', null) },
    { weight: 1, arbitrary: text(12) },
  ),
  unitGrossClp: fc.integer({ min: 10, max: 80_000 }),
  isExempt: fc.boolean(),
  quantity: fc.oneof(fc.constant(1_000), fc.integer({ min: 500, max: 20_000 })),
  /** Sold by a price list: the row has the shelf's price, the document that of the list. */
  listPercent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99 })),
  backPerMille: fc.integer({ min: 1, max: 1_000 }),
})
const refund = fc.record({
  method: fc.constantFrom('EF', 'PE', 'NC'),
  reference: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('123', 'op. 9') },
    { weight: 1, arbitrary: text(60) },
  ),
})
const reason = fc.oneof(
  { weight: 3, arbitrary: fc.constant('vino abierto') },
  { weight: 2, arbitrary: text(200) },
)

const contextOf = (): Omit<ReturnContext, 'original'> => ({
  now: wallClockMs(),
  date: today() as IsoDate,
  externalReference: newReference() as ExternalReference,
  registerName: '1',
  cashierName: 'Ana',
  paymentMethods: DEFAULT_METHODS,
  serviceIsDown: false,
  serviceId: 'here',
  issuer: { legalName: 'Almacén', rut: world.issuer },
  branchOffice: 1,
})

const soldAt = ({ unitGrossClp, listPercent }: Sold) =>
  clp(listPercent === 0 ? unitGrossClp : afterPercent(unitGrossClp, listPercent))

type Sold = typeof soldLine extends fc.Arbitrary<infer Line> ? Line : never

/** Issued by the service, with plain words: what the till remembers of it may be worse. */
async function issued(lines: readonly Sold[]): Promise<number> {
  const context = contextOf()
  return issuedNumber(
    world,
    toDocumentRequest({
      ...context,
      documentType: documentTypeOf(lines),
      recipient: NOBODY,
      lines: lines.map((line) => ({
        code: '',
        description: 'Pan',
        quantity: quantityMilli(line.quantity),
        unit: null,
        unitGrossClp: soldAt(line),
        discountClp: ZERO_CLP,
        isExempt: line.isExempt,
      })),
      payment: { code: 'EF', description: 'Efectivo' },
      headerInfo: [],
      footerInfo: [],
    }),
  )
}

function originalOf(lines: readonly Sold[], folio: number): OriginalSale {
  const { issuer, branchOffice, date } = contextOf()
  return {
    saleId: SALE_ID,
    documentType: documentTypeOf(lines),
    documentedBy: 'receipt',
    folio,
    date,
    issueState: 'numbered',
    authorityStatus: 'PEN',
    deletion: null,
    serviceId: 'here',
    lines: lines.map((line, index) => ({
      ...{ code: line.code, name: line.name, unit: line.unit, isExempt: line.isExempt },
      lineNumber: index + 1,
      productId: null,
      unitGrossClp: clp(line.unitGrossClp),
      quantity: quantityMilli(line.quantity),
      grossClp: lineGross(soldAt(line), quantityMilli(line.quantity)),
      returnedQuantity: 0,
      returnedClp: ZERO_CLP,
    })),
    branchOffice,
    issuer,
    recipient: NOBODY,
  }
}

const counts = { accepted: 0, refused: 0 }
async function judge(decided: Result<ReturnDecision, Refusal>): Promise<void> {
  if (!decided.ok) {
    counts.refused += 1
    return
  }
  counts.accepted += 1
  await expectAccepted(world, decided.value.request)
}

it('what is returned is accepted', { timeout: pick(120_000, 600_000) }, async () => {
  Object.assign(counts, { accepted: 0, refused: 0 })
  const asked = fc.record({
    lines: fc.array(soldLine, { minLength: 1, maxLength: 3 }),
    reason,
    refund,
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ lines, ...given }) => {
      const original = originalOf(lines, await issued(lines))
      const back = original.lines.map((line, index) => ({
        lineNumber: line.lineNumber,
        quantity: Math.max(
          1,
          Math.floor((line.quantity * (lines[index]?.backPerMille ?? 1_000)) / 1_000),
        ),
      }))
      const read = commitReturnInput.safeParse({
        ...given,
        returnId: SALE_ID,
        originalId: SALE_ID,
        lines: back,
        expectedTotalClp: expectedOf(original, back),
        approvalId: null,
      })
      if (read.success) await judge(decideReturn(read.data, { ...contextOf(), original }))
    }),
    { numRuns: pick(200, 5_000) },
  )
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(pick(10, 250))
})

it('and what is given back for a receipt of another till', { timeout: 120_000 }, async () => {
  Object.assign(counts, { accepted: 0, refused: 0 })
  const asked = fc.record({
    folio: fc.integer({ min: 900_000, max: 10_000_000_001 }),
    totalClp: fc.integer({ min: 1, max: 900_000 }),
    partPerMille: fc.integer({ min: 1, max: 1_000 }),
    exemptPerMille: fc.constantFrom(0, 0, 300, 1_000),
    isInvoice: fc.boolean(),
    buyer: fc.record({
      legalName: mostly(INVOICE_BUYER.legalName, text(100)),
      activity: mostly(INVOICE_BUYER.activity, text(80)),
      address: mostly(INVOICE_BUYER.address, text(120)),
      commune: mostly(INVOICE_BUYER.commune, text(60)),
    }),
    reason,
    refund,
  })
  await fc.assert(
    fc.asyncProperty(
      asked,
      async ({ folio, totalClp, partPerMille, exemptPerMille, isInvoice, buyer, ...given }) => {
        const documentType = saleTypeOf([{ isExempt: exemptPerMille === 1_000 }], isInvoice)
        const receipt = outsideReceiptInput.safeParse({
          documentType,
          folio,
          date: today(),
          totalClp,
          buyerRut: isInvoice ? INVOICE_BUYER.rut : '',
          buyer,
        })
        const amountClp = Math.max(1, Math.floor((totalClp * partPerMille) / 1_000))
        const read = commitOutsideReturnInput.safeParse({
          ...given,
          returnId: SALE_ID,
          amountClp,
          approvalId: null,
        })
        if (!receipt.success || !read.success) return
        const recipient = outsideRecipient(receipt.data, null, () => undefined)
        if (!recipient.ok) return void (counts.refused += 1)
        const { issuer, ...context } = contextOf()
        await judge(
          decideOutsideReturn(read.data, {
            ...context,
            issuer,
            givenBackClp: ZERO_CLP,
            receipt: {
              ...receipt.data,
              issuerRut: issuer.rut,
              totalClp: clp(totalClp),
              exemptClp: clp(Math.floor((totalClp * exemptPerMille) / 1_000)),
              recipient: recipient.value,
              check: 'confirmed',
            },
          }),
        )
      },
    ),
    { numRuns: pick(300, 5_000) },
  )
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(pick(10, 250))
})

it('and what undoes a return that was a mistake', { timeout: pick(120_000, 600_000) }, async () => {
  Object.assign(counts, { accepted: 0, refused: 0 })
  const asked = fc.record({
    lines: fc.array(soldLine, { minLength: 1, maxLength: 3 }),
    method: fc.constantFrom('EF', 'PE', 'NC'),
    reason,
    paidReference: text(60),
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ lines, method, paidReference, ...given }) => {
      const read = undoReturnInput.safeParse({ ...given, returnId: SALE_ID, approvalId: null })
      if (!read.success) return
      const noted = await creditNoteOf(lines, method)
      // What the till remembers of its own note may be worse than what was issued.
      const note: OriginalSale = {
        ...noted.original,
        documentType: '61',
        folio: noted.folio,
        lines: noted.decision.lines.map(({ original, quantity, grossClp }, index) => ({
          ...original,
          code: lines[index]?.code ?? '',
          name: lines[index]?.name ?? '',
          unit: lines[index]?.unit ?? null,
          quantity,
          grossClp,
        })),
      }
      await judge(
        decideUndo(read.data, {
          ...contextOf(),
          undoId: SALE_ID,
          note,
          payments: noted.decision.payments.map((payment) => ({
            ...payment,
            reference: paidReference,
          })),
          isSpent: false,
          isUndone: false,
          cardProblem: null,
        }),
      )
    }),
    // One in ten is refused: of 150 it was nine once.
    { numRuns: pick(300, 3_000) },
  )
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(pick(10, 150))
})

/** A credit note over parts of a receipt, both issued. */
async function creditNoteOf(lines: readonly Sold[], method: string) {
  const plain = lines.map((line) => ({ ...line, code: '', name: 'Pan', unit: null }))
  const original = originalOf(plain, await issued(plain))
  const back = original.lines.map((line, index) => ({
    lineNumber: line.lineNumber,
    quantity: Math.max(1, Math.floor((line.quantity * (lines[index]?.backPerMille ?? 1)) / 1_000)),
  }))
  const decided = decideReturn(
    {
      returnId: SALE_ID,
      originalId: SALE_ID,
      reason: 'vino abierto',
      refund: { method, reference: '123' },
      lines: back,
      expectedTotalClp: expectedOf(original, back),
      approvalId: null,
    },
    { ...contextOf(), original },
  )
  // A part that comes to nothing is no return.
  fc.pre(decided.ok || decided.refusal.code !== 'RETURN_TOTAL_ZERO')
  if (!decided.ok) throw new Error(decided.refusal.code)
  return {
    original,
    decision: decided.value,
    folio: await issuedNumber(world, decided.value.request),
  }
}

type Back = readonly { readonly lineNumber: number; readonly quantity: number }[]
function expectedOf({ lines }: OriginalSale, back: Back): number {
  return receiptTotals(
    back.map(({ quantity }, index) => {
      const line = lines[index]
      if (line === undefined) throw new Error('a line')
      return {
        beforeDiscountClp: shareOf(line, quantity),
        discountClp: ZERO_CLP,
        isExempt: line.isExempt,
      }
    }),
  ).totalClp
}
