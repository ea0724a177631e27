/**
 * Spec part 2 over Chilean debit notes: a credit note is undone by one, once, and at most by what
 * is left of it.
 */
import { describe, expect, it } from 'vitest'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { verifyTed } from '../../electron/service/folios/ted.ts'
import { decode, rasterize } from '../support/paper-raster.ts'
import { connectedPerFile, receipt, today } from './contract-world.ts'
import { creditNoteWords, part } from './credit-note-words.ts'

const world = connectedPerFile()

const { issue, sell, note, expectRefused } = creditNoteWords(() => world)

describe('a debit note over a credit note', () => {
  const debit = (
    undone: { number: number },
    change: Partial<DocumentRequest> = {},
  ): DocumentRequest => ({
    ...receipt(world.issuer),
    invoice_type: '56',
    reason_code: '1',
    observations: 'Nota emitida por error',
    billing_reference: [{ invoice_type: '61', number: undone.number, invoice_date: today() }],
    ...change,
  })

  it('undoes it once, and what it took can be credited again', async () => {
    const sold = await sell()
    const mistaken = await issue(note(sold))
    await expectRefused(note(sold), 'totals.total', 'CREDIT_ABOVE_DOCUMENT')
    const undo = await issue(debit(mistaken))
    expect(undo).toMatchObject({
      invoice_type: 56,
      status: 'PEN',
      total: 1190,
      reason_code: 1,
      billing_reference: [{ invoice_type: '61', number: mistaken.number, date: today() }],
    })
    await expectRefused(debit(mistaken), 'totals.total', 'DEBIT_ABOVE_NOTE')
    expect(await world.send('DELETE', `/api/invoices/61/${mistaken.number}`)).toMatchObject({
      status: 409,
      body: { code: 'DOCUMENT_CREDITED' },
    })
    await issue(note(sold))
    await expectRefused(note(sold), 'totals.total', 'CREDIT_ABOVE_DOCUMENT')
    expect(await world.send('DELETE', `/api/invoices/56/${undo.number}`)).toMatchObject({
      status: 409,
      body: { code: 'DEBIT_USED' },
    })
  })

  it('undoes parts, at most what is left of the note, and none that is deleted', async () => {
    const sold = await sell()
    const mistaken = await issue(note(sold, part(800)))
    await issue(debit(mistaken, part(300)))
    await expectRefused(debit(mistaken, part(501)), 'totals.total', 'DEBIT_ABOVE_NOTE')
    await expectRefused(note(sold, part(691)), 'totals.total', 'CREDIT_ABOVE_DOCUMENT')
    const rest = await issue(debit(mistaken, part(500)))
    expect((await world.send('DELETE', `/api/invoices/56/${rest.number}`)).status).toBe(200)
    await expectRefused(note(sold, part(691)), 'totals.total', 'CREDIT_ABOVE_DOCUMENT')
    await issue(note(sold, part(690)))
  })

  it('carries a stamp of its own and says what it is', async () => {
    const undo = await issue(debit(await issue(note(await sell()))))
    const pdf = await world.send('GET', `/api/invoices/56/${undo.number}/download-base64/80mm`)
    const content = Buffer.from(pdf.body.content, 'base64')
    const [paper] = await rasterize(content)
    const [stamp] = paper === undefined ? [] : await decode(paper, 'PDF417')
    expect(verifyTed(Buffer.from(stamp ?? []).toString('latin1'))).toMatchObject({
      isSignatureValid: true,
      isInAuthorizedRange: true,
      documentCode: 56,
      folio: undo.number,
      totalClp: 1190,
    })
  })

  it.each([
    [
      'that does not exist',
      (number: number) => debit({ number: number + 4_000 }),
      'billing_reference[0].number',
      'CREDITED_DOCUMENT_NOT_FOUND',
    ],
    [
      'without its date',
      (number: number) =>
        debit({ number }, { billing_reference: [{ invoice_type: '61', number }] }),
      'billing_reference[0].invoice_date',
      'BILLING_REFERENCE_INCOMPLETE',
    ],
    [
      'of another date',
      (number: number) =>
        debit(
          { number },
          { billing_reference: [{ invoice_type: '61', number, invoice_date: '2026-01-02' }] },
        ),
      'billing_reference[0].invoice_date',
      'CREDITED_DATE_DIFFERS',
    ],
    [
      'only in part, as if it annulled it',
      (number: number) => debit({ number }, { ...part(1_000), reason_code: '1' }),
      'totals.total',
      'ANNULMENT_NOT_WHOLE',
    ],
  ])('is refused over one %s', async (_, make, field, code) => {
    const mistaken = await issue(note(await sell()))
    await expectRefused(make(mistaken.number), field, code)
  })
})
