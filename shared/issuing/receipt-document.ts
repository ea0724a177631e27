/**
 * The one mapping between a sale in gross pesos and the document of the contract, in both
 * directions. The till builds the request with it; the service reads the lines back with it, so
 * paper and screen show the same pesos.
 *
 * Convention (the specification leaves it open): `unit_price` and `discount_amount` are net with up
 * to six decimals; tax amounts and totals are whole pesos; the document's IVA is a difference, and
 * the lines carry a largest-remainder share of it. Because till prices are whole gross pesos, six
 * decimals are enough to get them back exactly.
 */
import { clp, IVA_RATE_PERCENT, type Clp } from '../money/clp.ts'
import { lineGross, type QuantityMilli } from '../money/quantity.ts'
import type { EpochMs, ExternalReference, IsoDate } from '../core/brand.ts'
import { santiagoTime } from '../time/santiago.ts'
import type { DocumentRequest, DocumentRequestItem } from './document-request.ts'
import { lineIvaShares, receiptTotals, type GrossLine } from './receipt-lines.ts'
import { isInvoice, type DocumentType } from '../core/document-type.ts'

/** Code of the IVA in the tax-type catalogue of the contract; its rate comes from the catalogue. */
export const IVA_TAX_TYPE = 'IVA'
const NET_DECIMALS = 1_000_000
const IVA_FACTOR = 1 + IVA_RATE_PERCENT / 100

export interface ReceiptLine {
  readonly code: string
  readonly description: string
  readonly quantity: QuantityMilli
  readonly unit: string | null
  readonly unitGrossClp: Clp
  readonly discountClp: Clp
  readonly isExempt: boolean
}

export interface ReceiptParty {
  readonly legalName: string
  readonly rut: string
  readonly phone?: string
  readonly email?: string
  /** Of a branch that sells, or of an invoice's buyer; the head office's the service knows. */
  readonly place?: { readonly address: string; readonly commune: string }
  /** Line of business of an invoice's buyer. */
  readonly activity?: string
}

export interface ReceiptSource {
  readonly documentType: DocumentType
  readonly externalReference: ExternalReference
  readonly date: IsoDate
  readonly branchOffice: number
  readonly issuer: ReceiptParty
  readonly recipient: ReceiptParty
  readonly lines: readonly ReceiptLine[]
  readonly payment: NonNullable<DocumentRequest['payment_method']>
  readonly headerInfo: readonly { readonly key: string; readonly value: string }[]
  readonly footerInfo: readonly { readonly key: string; readonly value: string }[]
}

/**
 * Builds the request for a receipt or an invoice (39, 41, 33, 34). Pure: the same source always
 * gives the same document.
 */
export function toDocumentRequest(source: ReceiptSource): DocumentRequest {
  return {
    branch_office: source.branchOffice,
    invoice_type: source.documentType,
    invoice_date: source.date,
    // Sales and services over the counter: a field that receipts must have and invoices not.
    ...(isInvoice(source.documentType) ? {} : { service_indicator: 3 }),
    ...toCommon(source),
    ...toInfo(source),
  }
}

type Common = Pick<
  ReceiptSource,
  'externalReference' | 'issuer' | 'recipient' | 'payment' | 'lines'
>

/** What a receipt and a note say alike: of whom to whom, paid how, and what. */
export const toCommon = (source: Common) => ({
  external_reference: source.externalReference,
  issuer: toParty(source.issuer),
  recipient: toParty(source.recipient),
  currency: { code: 'CLP' as const },
  payment_method: source.payment,
  ...toLinesAndTotals(source.lines),
})

/** When, at which till and by whom. */
export const counterInfo = (at: {
  readonly now: EpochMs
  readonly registerName: string
  readonly cashierName: string
}) => [
  { key: 'Hora', value: santiagoTime(at.now).slice(0, 5) },
  { key: 'Caja', value: at.registerName },
  { key: 'Cajero', value: at.cashierName },
]

/** The shop's own rows, where there are any. */
export const toInfo = ({
  headerInfo,
  footerInfo,
}: Pick<ReceiptSource, 'headerInfo' | 'footerInfo'>) => ({
  ...(headerInfo.length > 0 ? { additional_header_info: [...headerInfo] } : {}),
  ...(footerInfo.length > 0 ? { additional_footer_info: [...footerInfo] } : {}),
})

/** Net lines and the document's totals: IVA is a difference, and the lines carry a share of it. */
function toLinesAndTotals(
  lines: readonly ReceiptLine[],
): Pick<DocumentRequest, 'items' | 'totals'> {
  const grossLines = lines.map(toGrossLine)
  const totals = receiptTotals(grossLines)
  const ivaShares = lineIvaShares(grossLines)
  return {
    items: lines.map((line, index) => toItem(line, ivaShares[index] ?? clp(0))),
    totals: {
      sub_total: totals.subTotalClp,
      ...(totals.discountClp > 0 ? { discount: totals.discountClp } : {}),
      ...(totals.ivaClp > 0
        ? {
            taxes: [
              {
                type: IVA_TAX_TYPE,
                base_amount: totals.netoClp,
                rate: IVA_RATE_PERCENT,
                amount: totals.ivaClp,
              },
            ],
          }
        : {}),
      total: totals.totalClp,
    },
  }
}

export function toGrossLine(
  line: Pick<ReceiptLine, 'unitGrossClp' | 'quantity' | 'discountClp' | 'isExempt'>,
): GrossLine {
  return {
    beforeDiscountClp: lineGross(line.unitGrossClp, line.quantity),
    discountClp: line.discountClp,
    isExempt: line.isExempt,
  }
}

/**
 * An affected line says so with an IVA entry, even when its share of the document's IVA is 0 pesos:
 * without it the reader could not tell a $1 line from an exempt one.
 */
function toItem(line: ReceiptLine, ivaClp: Clp): DocumentRequestItem {
  const toNet = (grossClp: number) =>
    line.isExempt ? grossClp : roundTo(grossClp / IVA_FACTOR, NET_DECIMALS)
  return {
    quantity: line.quantity / 1000,
    unit_price: toNet(line.unitGrossClp),
    description: line.description,
    ...(line.unit === null ? {} : { code_unit_of_measure: line.unit }),
    ...(line.discountClp > 0 ? { discount_amount: toNet(line.discountClp) } : {}),
    ...(line.code === '' ? {} : { code: { type: 'INT1', value: line.code } }),
    ...(line.isExempt
      ? {}
      : { taxes: [{ type: IVA_TAX_TYPE, amount: ivaClp, rate: IVA_RATE_PERCENT }] }),
  }
}

/** A line of a document in gross pesos again, for paper. */
interface DocumentGrossLine {
  readonly unitGrossClp: Clp
  readonly discountClp: Clp
  /** After the discount. */
  readonly grossClp: Clp
  readonly isExempt: boolean
}

/**
 * Gross lines of any CLP receipt document. For documents made by `toDocumentRequest` they are the
 * sale's own lines to the peso. A client with other roundings may be off by a few pesos; the
 * difference goes to the largest line, so that the printed lines always add up to the printed
 * total.
 */
export function grossLinesOf(
  items: readonly DocumentRequestItem[],
  totalClp: number,
): DocumentGrossLine[] {
  const lines = items.map((item) => {
    const isExempt = !(item.taxes ?? []).some((tax) => tax.type === IVA_TAX_TYPE)
    const toGross = (net: number) => Math.round(roundTo(isExempt ? net : net * IVA_FACTOR, 100))
    const unitGross = toGross(item.unit_price)
    const before = Math.floor(
      (unitGross * Math.round(item.quantity * NET_DECIMALS)) / NET_DECIMALS + 0.5,
    )
    const discount = Math.min(toGross(item.discount_amount ?? 0), before)
    return {
      unitGrossClp: clp(unitGross),
      discountClp: clp(discount),
      grossClp: clp(before - discount),
      isExempt,
    }
  })
  const difference = Math.round(totalClp) - lines.reduce((sum, line) => sum + line.grossClp, 0)
  if (difference === 0) return lines
  const largest = lines.reduce(
    (best, line, index) => (line.grossClp > (lines[best]?.grossClp ?? -1) ? index : best),
    0,
  )
  return lines.map((line, index) =>
    index === largest ? { ...line, grossClp: clp(Math.max(0, line.grossClp + difference)) } : line,
  )
}

/** Issuer or recipient as the contract writes them. */
export function toParty(party: ReceiptParty): NonNullable<DocumentRequest['issuer']> {
  const contact = {
    ...(party.place === undefined
      ? {}
      : {
          address: party.place.address,
          ...(party.place.commune === '' ? {} : { city: party.place.commune }),
        }),
    ...(party.phone === undefined ? {} : { phone: party.phone }),
    ...(party.email === undefined ? {} : { email: party.email }),
  }
  return {
    legal_name: party.legalName,
    document_type: 'RUT',
    document_number: party.rut,
    ...(Object.keys(contact).length > 0 ? { address: contact } : {}),
    ...(party.activity === undefined ? {} : { tax_information: { activity: party.activity } }),
  }
}

function roundTo(value: number, steps: number): number {
  return Math.round(value * steps) / steps
}
