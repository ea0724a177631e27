/** What every story of a credit note begins with: sold, taken back, refused. */
import { expect } from 'vitest'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { creditNote, receipt, today, type ContractWorld } from './contract-world.ts'

const VALIDATE = '/api/invoices/validate?apiKey=%7B%7D'

/** Part of the bread: the given gross pesos of its 1.190. */
export const part = (
  grossClp: number,
): Pick<DocumentRequest, 'reason_code' | 'items' | 'totals'> => {
  const net = Math.round(grossClp / 1.19)
  const tax = { type: 'IVA', amount: grossClp - net, rate: 19 }
  return {
    reason_code: '3',
    items: [
      {
        quantity: 1,
        unit_price: Math.round((grossClp / 1.19) * 1e6) / 1e6,
        description: 'Pan',
        taxes: [tax],
      },
    ],
    totals: { sub_total: net, taxes: [{ ...tax, base_amount: net }], total: grossClp },
  }
}
export const reference = (sold: { number: number }, change: object = {}) => [
  { invoice_type: '39', number: sold.number, invoice_date: today(), ...change },
]

/** `world` is asked for each time: a suite connects before its first test, not before. */
export function creditNoteWords(world: () => ContractWorld) {
  const issue = async (document: DocumentRequest) => {
    const { status, body } = await world().send('POST', '/api/invoices', document)
    expect({ status, code: body.code }).toEqual({ status: 201, code: undefined })
    return body
  }
  const sell = () => issue(receipt(world().issuer))
  const note = (sold: { number: number }, change: Partial<DocumentRequest> = {}) =>
    creditNote(world().issuer, sold, change)

  /** Refused alike by validation and by creation, with 422. */
  async function expectRefused(
    document: DocumentRequest,
    field: string,
    code: string,
  ): Promise<void> {
    const validated = await world().send('POST', VALIDATE, document)
    expect(validated.body.validation_errors).toContainEqual(
      expect.objectContaining({ field, code }),
    )
    const created = await world().send('POST', '/api/invoices', document)
    expect([created.status, created.body.errors]).toEqual([422, validated.body.validation_errors])
  }
  return { issue, sell, note, expectRefused }
}
