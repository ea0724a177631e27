import { expect, it } from 'vitest'
import type { EpochMs, ExternalReference, IsoDate, SaleId } from '../core/brand.ts'
import { toDocumentRequest } from '../issuing/receipt-document.ts'
import { clp, ZERO_CLP } from '../money/clp.ts'
import { ONE_MILLI } from '../money/quantity.ts'
import { ANONYMOUS_RUT } from '../rut/rut.ts'
import {
  changeProblem,
  decideChange,
  type ChangeableOriginal,
  type ChangeContext,
} from './decide-change.ts'

const SALE = '01JD7AAAAAAAAAAAAAAAAAAAAA' as SaleId
const DAY = '2026-11-20' as IsoDate
const ISSUER = { rut: '76192083-9', legalName: 'Almacén' }
const BUYER = { rut: ANONYMOUS_RUT, legalName: 'Sin RUT' }

const body = toDocumentRequest({
  documentType: '39',
  externalReference: 'P1-A' as ExternalReference,
  date: DAY,
  branchOffice: 0,
  issuer: ISSUER,
  recipient: BUYER,
  lines: [
    {
      code: '1',
      description: 'Café',
      quantity: ONE_MILLI,
      unit: null,
      unitGrossClp: clp(1_996),
      discountClp: ZERO_CLP,
      isExempt: false,
    },
  ],
  payment: { code: 'EF', description: 'Efectivo' },
  headerInfo: [],
  footerInfo: [],
})

const SOLD: ChangeableOriginal = {
  saleId: SALE,
  documentType: '39',
  documentedBy: 'receipt',
  folio: 7,
  date: DAY,
  issueState: 'numbered',
  authorityStatus: 'APR',
  deletion: null,
  serviceId: 'here',
  lines: [
    {
      lineNumber: 1,
      productId: null,
      code: '1',
      name: 'Café',
      unit: null,
      unitGrossClp: clp(1_996),
      quantity: ONE_MILLI,
      grossClp: clp(1_996),
      isExempt: false,
      returnedQuantity: 0,
      returnedClp: ZERO_CLP,
    },
  ],
  branchOffice: 0,
  issuer: ISSUER,
  recipient: BUYER,
  body,
  paidId: SALE,
  paidOn: DAY,
  totals: { netoClp: clp(1_677), exentoClp: ZERO_CLP, ivaClp: clp(319), totalClp: clp(1_996) },
  discount: null,
  returnCount: 0,
  changedTo: null,
}
const NOW: ChangeContext = {
  original: SOLD,
  noteId: SALE,
  references: ['P1-B' as ExternalReference, 'P1-C' as ExternalReference],
  now: Date.UTC(2026, 10, 21, 15) as EpochMs,
  date: '2026-11-21' as IsoDate,
  serviceId: 'here',
  serviceIsDown: false,
  issuer: ISSUER,
  registerName: '1',
  cashierName: 'Ana',
  buyerRequiredFromClp: 5_000_000,
  backElsewhereClp: ZERO_CLP,
}

it.each([
  ['nothing stands in its way', {}, {}, null],
  ['another company', {}, { issuer: { rut: '76000006-K' } }, 'RETURN_OTHER_SERVICE'],
  ['another service', {}, { serviceId: 'there' }, 'RETURN_OTHER_SERVICE'],
  ['the authority refused it', { authorityStatus: 'RCH' }, {}, 'RETURN_RECEIPT_REFUSED'],
  ['it needs a person', { issueState: 'attention', folio: null }, {}, 'RETURN_RECEIPT_STUCK'],
  ['it was refused', { issueState: 'rejected', folio: null }, {}, 'RETURN_RECEIPT_STUCK'],
  ['it waits for its folio', { issueState: 'queued', folio: null }, {}, null],
  ['its fate is not known yet', { issueState: 'reconciling', folio: null }, {}, null],
  ['it is being deleted', { deletion: 'asked' }, {}, 'RETURN_BEING_DELETED'],
  ['it was deleted', { deletion: 'done' }, {}, 'RETURN_DELETED'],
  ['another till gave some back', {}, { backElsewhereClp: clp(1) }, 'CHANGE_RETURNED'],
  ['a voucher documents it', { documentedBy: 'voucher', body: null }, {}, 'CHANGE_VOUCHER'],
  [
    'a voucher documents a part of it',
    { totals: { ...SOLD.totals, totalClp: clp(2_996) } },
    {},
    'CHANGE_IN_PART',
  ],
  ['six months have passed', {}, { date: '2027-05-21' as IsoDate }, 'CHANGE_TOO_LATE'],
  ['it is the last day of the six months', {}, { date: '2027-05-20' as IsoDate }, null],
] as const)('%s', (_, sold, around, code) => {
  const problem = changeProblem({ ...SOLD, ...sold }, { ...NOW, ...around })
  expect(problem?.code ?? null).toBe(code)
})

it('is never dated before what it is about, whatever the clock says', () => {
  const command = {
    changeId: SALE,
    originalId: SALE,
    to: 'invoice',
    recipient: {
      rut: '76000006-K',
      legalName: 'Ferretería',
      phone: '',
      email: '',
      activity: 'Ferretería',
      address: 'Barros Arana 567',
      commune: 'Concepción',
    },
    approvalId: null,
  } as const
  const made = decideChange(command, { ...NOW, date: '2026-11-01' as IsoDate })
  expect(made).toMatchObject({
    ok: true,
    value: {
      date: DAY,
      note: {
        request: { invoice_date: DAY, billing_reference: [{ number: 7, invoice_date: DAY }] },
      },
      document: { documentType: '33', request: { invoice_date: DAY } },
    },
  })
})

it('a boleta from 135 UF on keeps the name of its invoice', () => {
  const named = { rut: '76000006-K', legalName: 'Ferretería' }
  const original = { ...SOLD, documentType: '33' as const, recipient: named }
  const command = {
    changeId: SALE,
    originalId: SALE,
    to: 'receipt',
    recipient: null,
    approvalId: null,
  } as const
  const rutOf = (buyerRequiredFromClp: number) => {
    const made = decideChange(command, { ...NOW, original, buyerRequiredFromClp })
    return made.ok ? made.value.document.recipient.rut : made.refusal.code
  }
  expect(rutOf(1_996)).toBe(named.rut)
  expect(rutOf(1_997)).toBe(ANONYMOUS_RUT)
})
