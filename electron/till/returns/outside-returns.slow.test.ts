import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type {
  CommitOutsideReturnInput,
  OutsideReceiptInput,
  ReturnableSale,
} from '#shared/returns/views.ts'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import { must } from '../../../test/support/must.ts'
import { receiptOf, sellOf, UNREACHABLE } from '../../../test/support/till-fixture.ts'
import { CREW } from '../../../test/support/crew.ts'
import { giveWholeBack } from '../../../test/support/give-back.ts'
import { judgeNotes } from '../../../test/support/judge-notes.ts'
import { onlineTillPerTest } from '../../../test/support/till-per-test.ts'
import type { HttpOutcome } from '../kernel/ports.ts'

const TYPED: OutsideReceiptInput = {
  documentType: '39',
  folio: 9001,
  date: '2026-11-18' as IsoDate,
  totalClp: 11_900,
  buyerRut: '',
}
const TOLD = {
  id: 'd-9001',
  number: 9001,
  invoice_type: 39,
  invoice_date: '2026-11-18',
  total: 11_900,
  status: 'APR',
}

const { fixture, till } = onlineTillPerTest()

/** The service knows one receipt of another till; the rest of it stays as it is. */
function elsewhere(document: object): void {
  const honest = fixture.service.answer
  fixture.service.answer = (request): HttpOutcome | Promise<HttpOutcome> =>
    request.path === '/api/invoices/39/9001'
      ? { kind: 'answered', status: 200, bodyText: JSON.stringify(document), headers: {} }
      : honest(request)
}
async function found(typed: Partial<OutsideReceiptInput> = {}): Promise<ReturnableSale> {
  const answer = await till.api.lookUpOutside({ ...TYPED, ...typed })
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.value
}
const orderOf = (
  sale: ReturnableSale,
  amountClp: number,
  changes: Partial<CommitOutsideReturnInput> = {},
) => ({
  returnId: sale.returnId,
  amountClp,
  reason: 'Producto fallado',
  refund: { method: 'EF', reference: '' },
  approvalId: null,
  ...changes,
})
const giveBack = (
  sale: ReturnableSale,
  amountClp: number,
  changes: Partial<CommitOutsideReturnInput> = {},
) => till.api.commitOutsideReturn(orderOf(sale, amountClp, changes))
const notes = () =>
  fixture.service
    .created()
    .map(({ body }) => documentRequestSchema.parse(JSON.parse(body)))
    .filter(({ invoice_type: type }) => type === '61')

it('a receipt of another till is confirmed by the service, comes back in parts, and never above its total', async () => {
  elsewhere({
    ...TOLD,
    items: [{ description: 'Tetera', quantity: 1, total: 11_900, taxes: [{ tax_type: 'IVA' }] }],
  })
  const sale = await found()
  expect(sale).toMatchObject({
    folio: 9001,
    totalClp: 11_900,
    outside: {
      check: 'confirmed',
      leftClp: 11_900,
      items: [{ description: 'Tetera', quantity: 1, totalClp: 11_900 }],
    },
  })
  const made = giveBack(sale, 4_000)
  expect(made).toMatchObject({
    ok: true,
    value: { documentType: '61', totalClp: 4_000, toCollectClp: 4_000, originalId: null },
  })
  expect(giveBack(sale, 4_000)).toEqual(made)
  const rest = await found()
  expect(rest.outside?.leftClp).toBe(7_900)
  expect(giveBack(rest, 7_901)).toMatchObject({
    ok: false,
    refusal: { code: 'OUTSIDE_TOO_MUCH', field: 'amount' },
  })
  expect(giveBack(rest, 7_900)).toMatchObject({ ok: true })
  expect(await till.api.lookUpOutside(TYPED)).toMatchObject({
    ok: false,
    refusal: { code: 'RETURN_ALL_DONE' },
  })
  await fixture.until(() => till.api.status().pendingCount === 0)
  expect(notes()).toMatchObject(
    [4_000, 7_900].map((total) => ({
      reason_code: '3',
      totals: { total, taxes: [{ type: 'IVA' }] },
      billing_reference: [{ invoice_type: '39', number: 9001, invoice_date: '2026-11-18' }],
    })),
  )
  expect(receiptOf(till.api, sale.returnId)).toMatchObject({
    folio: 1,
    returnOf: { saleId: null, documentType: '39', folio: 9001, reason: 'Producto fallado' },
  })
})

it('the whole of an exempt one annuls it, and carries no IVA', async () => {
  const sale = await found({ documentType: '41', folio: 12 })
  giveBack(sale, 11_900)
  await fixture.until(() => till.api.status().pendingCount === 0)
  const [note] = notes()
  expect(note).toMatchObject({
    reason_code: '1',
    totals: { total: 11_900 },
    billing_reference: [{ invoice_type: '41', number: 12 }],
  })
  expect(note?.totals.taxes ?? []).toEqual([])
})

it('what was sold without IVA in an affected one comes back without it, to the peso over all parts', async () => {
  elsewhere({
    ...TOLD,
    items: [
      { description: 'Tetera', quantity: 1, total: 8_001, taxes: [{ tax_type: 'IVA' }] },
      { description: 'Libro usado', quantity: 1, total: 3_899, taxes: [] },
    ],
  })
  for (const amountClp of [1, 3_333, 3_333, 5_233])
    expect(giveBack(await found(), amountClp)).toMatchObject({ ok: true })
  await fixture.until(() => till.api.status().pendingCount === 0)
  const exemptClp = notes()
    .flatMap(({ items }) => items)
    .filter(({ taxes }) => taxes === undefined)
    .reduce((sum, item) => sum + item.unit_price, 0)
  expect(exemptClp).toBe(3_899)
})

it.each([
  [{ total: 9_900 }, 'totalClp', /\$9\.900/],
  [{ invoice_date: '2026-11-17' }, 'date', /17-11-2026/],
])('says in words what differs at the service: %o', async (told, field, words) => {
  elsewhere({ ...TOLD, ...told })
  const answer = await till.api.lookUpOutside(TYPED)
  expect(answer).toMatchObject({ ok: false, refusal: { code: 'OUTSIDE_DIFFERS', field } })
  expect(answer.ok ? '' : answer.refusal.params?.['what']).toMatch(words)
})

it('an answer about another receipt confirms nothing, and one that is void is no receipt', async () => {
  elsewhere({ ...TOLD, number: 9002 })
  expect((await found()).outside?.check).toBe('not-asked')
  elsewhere({ ...TOLD, status: 'DELETED' })
  expect(await till.api.lookUpOutside(TYPED)).toMatchObject({
    ok: false,
    refusal: { code: 'OUTSIDE_VOID' },
  })
})

async function soldHere() {
  const saleId = sellOf(till.api, '201')
  await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
  return receiptOf(till.api, saleId)
}

it('one of this till is returned from its list, and what was typed once stays', async () => {
  const { folio, date, totalClp, documentType } = await soldHere()
  const own = { ...TYPED, documentType: documentType as '39', folio: folio ?? 0, date, totalClp }
  expect(await till.api.lookUpOutside(own)).toMatchObject({
    ok: false,
    refusal: { code: 'OUTSIDE_IS_OURS' },
  })
  giveBack(await found(), 1_000)
  expect(await till.api.lookUpOutside({ ...TYPED, totalClp: 99_000 })).toMatchObject({
    ok: false,
    refusal: { code: 'OUTSIDE_TYPED_BEFORE' },
  })
  expect(await till.api.lookUpOutside({ ...TYPED, date: '2030-01-01' as IsoDate })).toMatchObject({
    ok: false,
    refusal: { code: 'OUTSIDE_DATE_AHEAD' },
  })
})

it('one of this till, issued at a service of before, is not given back a second time by typing it', async () => {
  const { saleId, folio, date, totalClp, documentType } = await soldHere()
  must(await till.api.openReturn(saleId))
  giveWholeBack(till.api, saleId)
  await fixture.until(() => till.api.status().pendingCount === 0)
  // As after the shop has moved to another service: the receipt stays where it was issued, in the
  // same company's name.
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
  db.exec(
    "UPDATE receipt SET service_id = 'https://antes.example' || substr(service_id, instr(service_id, ' '))",
  )
  db.close()
  fixture.service.answer = () => UNREACHABLE
  const own = { ...TYPED, documentType: documentType as '39', folio: folio ?? 0, date, totalClp }
  expect(await till.api.lookUpOutside(own)).toMatchObject({
    ok: false,
    refusal: { code: 'RETURN_ALL_DONE' },
  })
  // The other service's receipt of this number is another one.
  expect(await till.api.lookUpOutside({ ...own, totalClp: totalClp + 1 })).toMatchObject({
    ok: true,
  })
})

it('two lookups of one receipt do not give its money back twice', async () => {
  const [first, second] = [await found(), await found()]
  expect(giveBack(first, 11_900)).toMatchObject({ ok: true })
  expect(giveBack(second, 1)).toMatchObject({ ok: false, refusal: { code: 'RETURN_ALL_DONE' } })
})

it('offline, as typed: by who may, logged as such, with a slip, and issued when the network is back; looked up again after a restart', async () => {
  for (const [name, role, pin] of CREW) await till.api.saveStaff({ staffId: null, name, role, pin })
  const [, rodrigo, camila] = CREW.map(
    ([name]) => till.api.staff().members.find((member) => member.name === name)?.id ?? '',
  )
  await till.api.signIn({ staffId: camila ?? '', pin: '2580' })
  const honest = fixture.service.answer
  fixture.service.answer = () => UNREACHABLE
  await fixture.until(() => till.api.status().connection === 'offline')
  const sale = await found({ buyerRut: '76.192.083-9' })
  expect(sale.outside?.check).toBe('not-asked')
  expect(giveBack(sale, 11_900)).toMatchObject({ ok: false, refusal: { code: 'RIGHT_REQUIRED' } })
  const allow = async (subject: SaleId) => {
    const approval = await till.api.approve({
      staffId: rodrigo ?? '',
      pin: '1470',
      subject: { kind: 'right', right: 'refund', subject: `${subject} EF`, amountClp: 11_900 },
    })
    return approval.ok ? approval.value.approvalId : null
  }
  await till.stop()
  await fixture.open()
  await till.api.signIn({ staffId: camila ?? '', pin: '2580' })
  expect(giveBack(sale, 11_900, { approvalId: await allow(sale.returnId) })).toMatchObject({
    ok: false,
    refusal: { code: 'OUTSIDE_LOOK_AGAIN' },
  })
  const again = await found({ buyerRut: '76.192.083-9' })
  expect(giveBack(again, 11_900, { approvalId: await allow(again.returnId) })).toMatchObject({
    ok: true,
    value: { soldOffline: true },
  })
  expect(receiptOf(till.api, again.returnId).papers.map(({ kind }) => kind)).toContain('slip')
  fixture.service.answer = honest
  await fixture.until(() => receiptOf(till.api, again.returnId).folio !== null)
  expect(notes()).toMatchObject([
    { recipient: { document_number: '76192083-9' }, totals: { total: 11_900 } },
  ])
  await till.api.signIn({ staffId: rodrigo ?? '', pin: '1470' })
  const log = till.api.audit({ cursor: null, limit: 50 })
  expect(log.ok && log.value.rows.find(({ action }) => action === 'returned')).toMatchObject({
    staffName: 'Camila',
    approverName: 'Rodrigo',
    detail: {
      receipt: 'Boleta N° 9001 de otra caja, según lo escrito: el servicio no respondió',
      totalClp: 11_900,
    },
  })
})

/** Gone back by mistake, issued; the id of the return. */
async function mistaken(amountClp: number): Promise<SaleId> {
  const made = giveBack(await found(), amountClp)
  if (!made.ok) throw new Error(made.refusal.code)
  await fixture.until(() => till.api.status().pendingCount === 0)
  return made.value.saleId
}

it('undone, a debit note names its credit note, and all of that receipt can be given back again', async () => {
  elsewhere(TOLD)
  const returnId = await mistaken(11_900)
  expect(await till.api.lookUpOutside(TYPED)).toMatchObject({
    refusal: { code: 'RETURN_ALL_DONE' },
  })
  const undone = till.api.undoReturn({ returnId, reason: 'Era de otro cliente', approvalId: null })
  expect(undone).toMatchObject({
    ok: true,
    value: { documentType: '56', totalClp: 11_900, toCollectClp: 11_900, originalId: returnId },
  })
  await fixture.until(() => till.api.status().pendingCount === 0)
  const debit = fixture.service
    .created()
    .map(({ body }) => documentRequestSchema.parse(JSON.parse(body)))
    .at(-1)
  expect(debit).toMatchObject({
    invoice_type: '56',
    reason_code: '1',
    totals: { total: 11_900 },
    billing_reference: [{ invoice_type: '61', number: 1 }],
  })
  expect((await found()).outside?.leftClp).toBe(11_900)
  expect(till.api.undoReturn({ returnId, reason: 'Otra vez', approvalId: null })).toEqual(undone)
  expect(giveBack(await found(), 11_900)).toMatchObject({ ok: true })
})

it('is undone by a cashier with somebody’s PIN for this return only, and the log names both', async () => {
  const [returnId, other] = [await mistaken(4_000), await mistaken(1_000)]
  for (const [name, role, pin] of [
    ['Paula', 'owner', '3690'],
    ['Rodrigo', 'supervisor', '1470'],
    ['Camila', 'cashier', '2580'],
  ] as const) {
    await till.api.saveStaff({ staffId: null, name, role, pin })
  }
  const idOf = (wanted: string) =>
    till.api.staff().members.find(({ name }) => name === wanted)?.id ?? ''
  await till.api.signIn({ staffId: idOf('Camila'), pin: '2580' })
  const undo = (subject: SaleId, approvalId: string | null) =>
    till.api.undoReturn({ returnId: subject, reason: 'Error', approvalId })
  expect(undo(returnId, null)).toMatchObject({ ok: false, refusal: { code: 'RIGHT_REQUIRED' } })
  const approval = await till.api.approve({
    staffId: idOf('Rodrigo'),
    pin: '1470',
    subject: { kind: 'right', right: 'refund', subject: returnId, amountClp: 4_000 },
  })
  const approvalId = approval.ok ? approval.value.approvalId : null
  expect(undo(other, approvalId)).toMatchObject({ ok: false, refusal: { code: 'RIGHT_REQUIRED' } })
  expect(undo(returnId, approvalId)).toMatchObject({ ok: true })
  expect(undo(other, approvalId)).toMatchObject({ ok: false, refusal: { code: 'RIGHT_REQUIRED' } })
  await till.api.signIn({ staffId: idOf('Paula'), pin: '3690' })
  const log = till.api.audit({ cursor: null, limit: 10 })
  expect(log.ok && log.value.rows).toContainEqual(
    expect.objectContaining({
      action: 'return-undone',
      staffName: 'Camila',
      approverName: 'Rodrigo',
      detail: expect.objectContaining({ what: 'Error', totalClp: 4_000 }),
    }),
  )
})

describe('what another till has given back', () => {
  function backAtOthers(backClp: number, words?: (leftClp: number) => string): void {
    elsewhere(TOLD)
    judgeNotes(fixture.service, TOLD.total - backClp, words)
  }

  it('does not come back a second time here: the service is asked before any money goes out', async () => {
    backAtOthers(11_900)
    expect(await till.api.lookUpOutside(TYPED)).toMatchObject({
      ok: false,
      refusal: { code: 'OUTSIDE_BACK_ELSEWHERE' },
    })
    expect(notes()).toEqual([])
  })

  it('leaves the rest of it, and not a peso more', async () => {
    backAtOthers(4_000)
    const sale = await found()
    expect(sale).toMatchObject({ returnedClp: 4_000, outside: { leftClp: 7_900 } })
    expect(giveBack(sale, 7_901)).toMatchObject({ refusal: { code: 'OUTSIDE_TOO_MUCH' } })
    expect(giveBack(sale, 7_900)).toMatchObject({ ok: true })
  })

  it('sends the customer to the selling till where the service says how much in no words of ours', async () => {
    backAtOthers(4_000, () => 'too much')
    expect(await till.api.lookUpOutside(TYPED)).toMatchObject({
      ok: false,
      refusal: { code: 'OUTSIDE_PART_ELSEWHERE' },
    })
    backAtOthers(4_000, () => 'quedan 9.999')
    expect(await till.api.lookUpOutside(TYPED)).toMatchObject({
      ok: false,
      refusal: { code: 'OUTSIDE_PART_ELSEWHERE' },
    })
  })
})
