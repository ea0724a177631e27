/** A document as it goes out by e-mail, with what a test says of it. */
import type { IsoDate } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import type { MailedDocument, MailedLine } from '#shared/delivery/receipt-mail.ts'
import type { QuantityMilli } from '#shared/money/quantity.ts'

export const mailedLine = (name: string, gross = 1_990, quantityMilli = 1_000): MailedLine => ({
  name,
  unit: null,
  quantity: quantityMilli as QuantityMilli,
  grossClp: clp(gross),
})

export function mailedDocument(part: Partial<MailedDocument> = {}): MailedDocument {
  return {
    documentType: '39',
    folio: 1,
    date: '2026-11-20' as IsoDate,
    totalClp: clp(1190),
    netoClp: clp(1000),
    ivaClp: clp(190),
    exentoClp: clp(0),
    savedClp: clp(0),
    lines: [mailedLine('Pan amasado', 1190)],
    isTrial: false,
    fileName: 'boleta-39-000001.pdf',
    shop: { tradeName: 'Doña Rosa', legalName: 'Almacén Doña Rosa SpA', rut: '76192083-9' },
    ...part,
  }
}
