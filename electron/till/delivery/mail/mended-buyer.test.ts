/** A refused invoice mended to another buyer: what goes to a buyer by itself goes to that one. */
import { describe, expect, it } from 'vitest'
import { clp } from '#shared/money/clp.ts'
import { DEFAULT_RETENTION } from '#shared/customers/retention.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { MAIL_ACCOUNT } from '../../../../test/support/fake-mail.ts'
import { freeAmount } from '../../../../test/support/free-amount.ts'
import { givePages } from '../../../../test/support/give-pages.ts'
import { INVOICE_BUYER } from '../../../../test/support/invoice-buyer.ts'
import { must } from '../../../../test/support/must.ts'
import { refuseDocuments } from '../../../../test/support/service-answers.ts'
import { cartOf, commitOf, receiptOf } from '../../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'

const { fixture, api } = fixturePerTest()
const OTHER = { ...INVOICE_BUYER, rut: '77.777.777-7', legalName: 'Otra Limitada' }

/** Sold to the first, refused, mended to the other and issued. */
async function mended(others: readonly { rut: string; email: string; phone: string }[]) {
  givePages(fixture.service, 'https://boletas.example.cl')
  const { answer } = fixture.service
  await fixture.open()
  await fixture.until(() => api.status().hasPages === true)
  must(await api.saveMailAccount({ account: { ...MAIL_ACCOUNT, user: '' } }))
  const known = { ...INVOICE_BUYER, notes: '', isNew: true, mailsReceipts: true }
  for (const each of others) must(api.saveCustomer({ ...known, ...each }))
  refuseDocuments(fixture.service, 'recipient.document_number', 'RECIPIENT_IDENTIFICATION_REQUIRED')
  const order = commitOf(api, cartOf(api, '101'))
  const { saleId } = must(api.commitSale({ ...order, recipient: INVOICE_BUYER, isInvoice: true }))
  await fixture.until(() => receiptOf(api, saleId).issueState === 'rejected')
  fixture.service.answer = answer
  must(api.resendFixed({ saleId, recipient: OTHER }))
  const isOver = () => must(api.saleMails(saleId)).mails.at(-1)?.finishedAt != null
  await fixture.until(() => receiptOf(api, saleId).folio !== null && isOver())
  return saleId
}
const FIRST = { rut: INVOICE_BUYER.rut, email: 'a@roble.cl', phone: '+56911111111' }

it('the first, who wants every document by e-mail, gets none of theirs, nor their phone', async () => {
  const saleId = await mended([FIRST])
  expect(fixture.mail.tried).toEqual([])
  expect(must(api.saleMails(saleId))).toMatchObject({
    suggested: '',
    mails: [{ state: 'dropped', trouble: 'MAIL_NOT_WANTED' }],
  })
  expect(must(await api.whatsappStart(saleId))).toMatchObject({ phone: '', keepsFor: null })
  const asked = { saleId, phone: '+56922222222' }
  expect(api.keepPhone(asked)).toMatchObject({ refusal: { code: 'CUSTOMER_GONE' } })
})

it('the other gets it, where they want theirs so as well', async () => {
  const other = { rut: OTHER.rut, email: 'b@otra.cl', phone: '+56922222222' }
  const saleId = await mended([FIRST, other])
  expect(fixture.mail.taken.map(({ to }) => to)).toEqual(['b@otra.cl'])
  expect(must(await api.whatsappStart(saleId)).phone).toBe(other.phone)
})

it('and it stands in the history of who is on the paper, found by their RUT, at nobody else', async () => {
  const other = { rut: OTHER.rut, email: 'b@otra.cl', phone: '' }
  const saleId = await mended([FIRST, other])
  const ofFirst = must(
    api.commitSale({ ...commitOf(api, cartOf(api, '101')), recipient: INVOICE_BUYER }),
  )
  const historyOf = (rut: string) => must(api.customerHistory({ rut, before: null }))
  const ids = (rut: string) => historyOf(rut).rows.map((row) => row.saleId)
  expect([ids(OTHER.rut), ids(FIRST.rut)]).toEqual([[saleId], [ofFirst.saleId]])
  expect([historyOf(OTHER.rut).total, historyOf(FIRST.rut).total]).toEqual([1, 1])
  const found = (text: string) =>
    api.listReceipts({ cursor: null, limit: 9, text, onlyPending: false }).rows
  expect(found(OTHER.rut).map((row) => row.saleId)).toEqual([saleId])
  expect(found(INVOICE_BUYER.rut).map((row) => row.saleId)).toEqual([ofFirst.saleId])
  const { customer } = receiptOf(api, saleId)
  expect(customer).toEqual({ rut: '77777777-7', legalName: OTHER.legalName })
})

it('is warned of as a part of a split sale at the other, and at the first no more', async () => {
  await fixture.open()
  must(await api.saveSettings({ buyerLimits: [{ year: 2026, limitClp: 10_000 }] }))
  const { answer } = fixture.service
  refuseDocuments(fixture.service, 'recipient.document_number', 'RECIPIENT_IDENTIFICATION_REQUIRED')
  const order = commitOf(api, freeAmount(1_500))
  const { saleId } = must(api.commitSale({ ...order, recipient: INVOICE_BUYER }))
  await fixture.until(() => receiptOf(api, saleId).issueState === 'rejected')
  fixture.service.answer = answer
  must(api.resendFixed({ saleId, recipient: OTHER }))
  const warned = (rut: string) => api.splitSale({ rut, totalClp: clp(9_000) })
  expect(warned(OTHER.rut)).toMatchObject({ kind: 'buyer', count: 2, sumClp: 10_500 })
  expect(warned(INVOICE_BUYER.rut)).toBeNull()
})

describe('it stays there', () => {
  const other = { rut: OTHER.rut, email: 'b@otra.cl', phone: '' }
  const historyOf = (rut: string) => must(api.customerHistory({ rut, before: null })).rows
  const theirs = () => [OTHER.rut, FIRST.rut].map((rut) => historyOf(rut).map((row) => row.saleId))

  it('when the first is erased', async () => {
    const saleId = await mended([FIRST, other])
    must(await api.erasePerson({ rut: FIRST.rut }))
    expect(theirs()).toEqual([[saleId], []])
    expect(must(await api.findPerson({ rut: OTHER.rut })).documents.count).toBe(1)
  })

  it('when the exchanges with the service are past their period, which go once', async () => {
    const saleId = await mended([FIRST, other])
    must(api.saveRetention({ ...DEFAULT_RETENTION, attempts: 30 }))
    const gone: number[] = []
    for (let jump = 0; jump < 7; jump += 1) {
      fixture.clock.jumpWallClock(9 * DAY_MS)
      await fixture.clock.advance(61 * 60_000)
      gone.push(must(api.peopleData()).lastRun?.counts.attempts ?? 0)
    }
    expect(gone.filter((count) => count > 0)).toHaveLength(1)
    expect(theirs()).toEqual([[saleId], []])
  })
})
