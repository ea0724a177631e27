/** Receipts as a till would send them, for tests of the service. */
import type { ExternalReference, IsoDate } from '#shared/core/brand.ts'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { toDocumentRequest } from '#shared/issuing/receipt-document.ts'
import { documentTypeOf } from '#shared/issuing/receipt-lines.ts'
import { clp } from '#shared/money/clp.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import { todayInChile } from '../support/wall-clock.ts'

export const FIRST_COMPANY_RUT = '76192083-9'

export interface TestLine {
  readonly name: string
  readonly unitGrossClp: number
  readonly quantityMilli?: number
  readonly discountClp?: number
  readonly isExempt?: boolean
}

/** A receipt for a service that runs by the machine's clock. */
export function receiptOfToday(
  reference: string,
  lines: readonly TestLine[],
  issuerRut?: string,
): DocumentRequest {
  return receiptRequest(reference, lines, todayInChile(), issuerRut)
}

/** A receipt of that day; 41 when every line is exempt. */
export function receiptRequest(
  reference: string,
  lines: readonly TestLine[],
  date: IsoDate,
  issuerRut = FIRST_COMPANY_RUT,
): DocumentRequest {
  const receiptLines = lines.map((line) => ({
    code: '',
    description: line.name,
    quantity: quantityMilli(line.quantityMilli ?? 1000),
    unit: null,
    unitGrossClp: clp(line.unitGrossClp),
    discountClp: clp(line.discountClp ?? 0),
    isExempt: line.isExempt ?? false,
  }))
  return toDocumentRequest({
    documentType: documentTypeOf(receiptLines),
    externalReference: reference as ExternalReference,
    date,
    branchOffice: 1,
    issuer: { legalName: 'Almacén Don Patricio SpA', rut: issuerRut },
    recipient: { legalName: 'Sin RUT', rut: ANONYMOUS_RUT },
    lines: receiptLines,
    payment: { code: 'EF', description: 'Efectivo' },
    headerInfo: [{ key: 'Caja', value: '1' }],
    footerInfo: [{ key: 'Efectivo', value: '$2.000' }],
  })
}
