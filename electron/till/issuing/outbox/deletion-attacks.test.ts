/** The right to delete and the order to: both are written, or neither. */
import Database from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { MAIL_ACCOUNT } from '../../../../test/support/fake-mail.ts'
import { must } from '../../../../test/support/must.ts'
import { stillPending } from '../../../../test/support/still-pending.ts'
import { LOST, receiptOf, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'
import type { HttpOutcome } from '../../kernel/ports.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { deleteCommand } from '../steps/delete-receipt.ts'

const { fixture, api, honest } = tillPerTest({ pinCost: 4 })

function onDisk(sql: string): void {
  const db = new Database(tillFolder(fixture.dataDir).database)
  db.exec(sql)
  db.close()
}
const deletions = () =>
  must(api.audit({ cursor: null, limit: 20 })).rows.filter(
    ({ action }) => action.startsWith('receipt-') && action.includes('delet'),
  )

it('an order that cannot be kept leaves no row, and one that is kept has its row at once', async () => {
  const saleId = sellOf(api, '101')
  onDisk(`CREATE TRIGGER broken BEFORE INSERT ON receipt_deletion
    BEGIN SELECT RAISE(ABORT, 'the disk is broken'); END`)
  await expect(api.deleteReceipt({ saleId, reason: 'error' })).rejects.toThrow('broken')
  expect(deletions()).toEqual([])
  expect(receiptOf(api, saleId).deletion).toBeNull()
  onDisk('DROP TRIGGER broken')
  const ordered = api.deleteReceipt({ saleId, reason: 'error' })
  await fixture.until(() => deletions().length > 0)
  expect(deletions()).toMatchObject([{ saleId, staffName: 'Cajero 1' }])
  expect(receiptOf(api, saleId).deletion).not.toBeNull()
  await fixture.clock.advance(20_000)
  expect(receiptOf(api, saleId).deletion).not.toBeNull()
  await ordered
})

/** Still pending, and this for each order. */
function answerOrders(outcome: HttpOutcome): void {
  fixture.service.answer = stillPending(honest, () => outcome)
}
const answered = (status: number): HttpOutcome => ({
  ...{ kind: 'answered', status, bodyText: '{}', headers: {} },
})

it.each<[string, HttpOutcome, string, object]>([
  ['is done', answered(204), 'receipt-deleted', { totalClp: 1890, cashClp: 1890 }],
  ['comes to nothing', answered(429), 'receipt-not-deleted', { problem: 'DELETE_NOT_NOW' }],
  ['may not', answered(403), 'receipt-not-deleted', { problem: 'DELETE_NOT_ALLOWED' }],
])('an order that %s stands so in the log', async (_, outcome, action, detail) => {
  answerOrders(outcome)
  const saleId = sellOf(api, '101')
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  await api.deleteReceipt({ saleId, reason: 'error' })
  expect(deletions()).toMatchObject([
    { action, saleId, staffName: 'Cajero 1' },
    { action: 'receipt-deletion-asked', saleId, staffName: 'Cajero 1' },
  ])
  expect(deletions().map((row) => row.detail)).toEqual([detail, {}])
})

it('what never left is deleted at once, with its amount', async () => {
  fixture.service.answer = () => UNREACHABLE
  const saleId = sellOf(api, '101')
  must(await api.deleteReceipt({ saleId, reason: 'error' }))
  expect(deletions()).toMatchObject([
    { action: 'receipt-deleted', detail: { totalClp: 1890, cashClp: 1890 } },
  ])
})

it.each(['is refused by then', 'cannot be written'])(
  'an order that %s keeps nothing of the shop in hand',
  async (how) => {
    const letGo = vi.fn<() => void>()
    const deletions = {
      ...{ start: () => {}, wake: () => {}, stop: async () => {} },
      check: () => ok('at-service' as const),
      ask: async () => {
        if (how.includes('written')) throw new Error('the disk is broken')
        return refuse(refusal('DELETE_NOT_PENDING'))
      },
    }
    const { deleteReceipt } = deleteCommand(
      deletions,
      () => ok({ askedBy: 'Ana', note: () => {} }),
      async () => ok({ write: () => {}, letGo }),
    )
    await deleteReceipt({ saleId: 's' as SaleId, reason: 'error' }).catch(() => null)
    expect(letGo).toHaveBeenCalledOnce()
  },
)

it('what waited for a deletion that is refused goes out without another sale', async () => {
  const { print } = fixture.printer
  fixture.printer.print = async () => ({ kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: '' })
  must(await api.saveMailAccount({ account: { ...MAIL_ACCOUNT, user: '' } }))
  fixture.mail.answer = () => ({ kind: 'not-taken', code: 'MAIL_SERVER_SILENT', detail: '' })
  answerOrders(LOST)
  const saleId = sellOf(api, '101')
  await fixture.until(() => receiptOf(api, saleId).receiptPrintState === 'held')
  must(api.mailReceipt({ saleId, address: 'ana@ejemplo.cl' }))
  expect(must(await api.deleteReceipt({ saleId, reason: 'error' }))).toBe('asked')
  const mails = () => must(api.saleMails(saleId)).mails
  await fixture.until(() => mails()[0]?.state === 'failed', 900_000)
  fixture.printer.print = print
  fixture.mail.answer = () => ({ kind: 'taken', detail: '' })
  answerOrders(answered(403))
  await fixture.until(() => receiptOf(api, saleId).deletion === 'refused', 900_000)
  await fixture.until(() => receiptOf(api, saleId).receiptPrintState === 'sent')
  await fixture.until(() => mails()[0]?.state === 'sent')
})

const answerOf = (status: number, bodyText: string) =>
  ({ kind: 'answered', status, bodyText, headers: {} }) as const
const OTHER_ID = '99999999-0000-4000-8000-000000000001'

async function pendingSale() {
  fixture.service.answer = stillPending(honest)
  const saleId = sellOf(api, '101')
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  return { saleId, pending: fixture.service.answer }
}

it.each([
  ['a page of the network it is on', '<html><body>Inicie sesión</body></html>'],
  ['what another question was answered', JSON.stringify({ id: OTHER_ID, status: 'DELETED' })],
  ['an error', JSON.stringify({ success: false, message: 'No se puede' })],
  ['the document as it stands', null],
])('no money goes back when the order to delete is answered 200 with %s', async (_, body) => {
  const { saleId, pending } = await pendingSale()
  fixture.service.answer = (request) => {
    if (request.method !== 'DELETE') return pending(request)
    return body === null ? pending({ ...request, method: 'GET' }) : answerOf(200, body)
  }
  expect(must(await api.deleteReceipt({ saleId, reason: 'error' }))).toBe('asked')
  fixture.service.answer = (request) =>
    request.method === 'DELETE' ? answerOf(204, '') : pending(request)
  await fixture.until(() => receiptOf(api, saleId).deletion === 'done', 900_000)
})

it('a yes in words of its own is believed once the document is gone', async () => {
  const { saleId, pending } = await pendingSale()
  let isGone = false
  fixture.service.answer = (request) => {
    if (request.method === 'DELETE') {
      isGone = true
      return answerOf(200, JSON.stringify({ message: 'Documento eliminado' }))
    }
    return isGone && request.path.includes('/by-id/') ? answerOf(404, '{}') : pending(request)
  }
  expect(must(await api.deleteReceipt({ saleId, reason: 'error' }))).toBe('done')
})

it('no money goes back for the word about another document', async () => {
  const { saleId, pending } = await pendingSale()
  fixture.service.answer = (request) =>
    request.path.startsWith('/api/invoices/by-id/')
      ? answerOf(200, JSON.stringify({ id: OTHER_ID, number: 7, status: 'DELETED' }))
      : pending(request)
  expect(await api.deleteReceipt({ saleId, reason: 'error' })).toMatchObject({
    refusal: { code: 'DELETE_NOT_NOW' },
  })
})

it('what a printer was just trying does not come out once its receipt is deleted', async () => {
  const [begun, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { print } = fixture.printer
  fixture.printer.print = async () => {
    begun.resolve()
    await isOver.promise
    return { kind: 'held', reason: 'PAPER_OUT', detail: '' }
  }
  const { saleId, pending } = await pendingSale()
  await begun.promise
  fixture.service.answer = (request) =>
    request.method === 'DELETE' ? answerOf(204, '') : pending(request)
  expect(must(await api.deleteReceipt({ saleId, reason: 'error' }))).toBe('done')
  let out = 0
  fixture.printer.print = (order, signal) => {
    out += 1
    return print(order, signal)
  }
  isOver.resolve()
  await fixture.clock.advance(120_000)
  expect([out, receiptOf(api, saleId).receiptPrintState]).toEqual([0, 'failed'])
})
