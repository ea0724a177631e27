/** A sale comes back, online and off: to the peso, once, by whoever may. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { CREW } from '../../../test/support/crew.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { clp, roundForCash } from '#shared/money/clp.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, orderOf, returnTillPerTest } from '../../../test/support/return-till.ts'
import { cartOf, commitOf, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { openDatabase } from '../tables/open-database.ts'
import { createJournal } from '../kernel/journal.ts'
import { exportSales } from '../backup/durability/export-sales.ts'
import { salvageSales } from '../backup/durability/salvage.ts'
import { creditReader } from './credits.ts'
import { createDependents } from '../issuing/dependents.ts'

const { fixture, till, returnable, giveBack, sellMixed, bodies, sent, noteOf } = returnTillPerTest()

describe('a return', () => {
  it('gives back each share to the peso in any parts, one credit note a part, and never more than was paid', async () => {
    const saleId = sellMixed()
    await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
    const { totalClp } = receiptOf(till.api, saleId)
    must(await till.api.openReturn(saleId))
    const parts = [{ 1: 1000, 2: 333 }, { 2: 334 }, { 2: 333, 3: 1000 }].map((pieces) =>
      giveBack(saleId, pieces),
    )
    const rest = giveBack(saleId, null)
    const given = [...parts, rest].map((answer) => (answer.ok ? answer.value : null))
    expect(given.map((part) => part?.totalClp)).not.toContain(undefined)
    expect(given.reduce((sum, part) => sum + (part?.totalClp ?? 0), 0)).toBe(totalClp)
    // Never above the law's rounding of the part, and together as the sale was rounded.
    for (const part of given)
      expect(part?.toCollectClp).toBeLessThanOrEqual(roundForCash(clp(part?.totalClp ?? 0)))
    const handedClp = given.reduce((sum, part) => sum + (part?.toCollectClp ?? 0), 0)
    expect(handedClp).toBeLessThanOrEqual(roundForCash(totalClp))
    expect(till.api.startReturn(saleId)).toMatchObject({
      ok: false,
      refusal: { code: 'RETURN_ALL_DONE' },
    })
    await fixture.until(() => till.api.status().pendingCount === 0)
    const notes = bodies().filter(({ invoice_type: type }) => type === '61')
    expect(notes.map(({ totals }) => totals.total)).toEqual(given.map((part) => part?.totalClp))
    for (const note of notes) {
      expect(note).toMatchObject({
        reason_code: '3',
        billing_reference: [{ invoice_type: '39', number: receiptOf(till.api, saleId).folio }],
      })
    }
    const returns = given.map((part) => ({ totalClp: part?.totalClp }))
    expect(receiptOf(till.api, saleId)).toMatchObject({ returnedClp: totalClp, returns })
  })

  it('of everything at once annuls the receipt', async () => {
    const saleId = sellMixed()
    await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
    must(await till.api.openReturn(saleId))
    expect(giveBack(saleId, null)).toMatchObject({
      ok: true,
      value: { documentType: '61', totalClp: receiptOf(till.api, saleId).totalClp },
    })
    await fixture.until(() => noteOf(saleId).folio !== null)
    expect(bodies().at(-1)).toMatchObject({
      invoice_type: '61',
      reason_code: '1',
      observations: 'Producto fallado',
    })
    expect(noteOf(saleId)).toMatchObject({
      folio: 1,
      returnOf: { saleId, folio: 1, documentType: '39', reason: 'Producto fallado' },
    })
  })

  it('opens the drawer for cash with the first paper, prints the note, and a copy of it says so', async () => {
    const saleId = sellOf(till.api, COFFEE)
    await fixture.until(() => fixture.printer.printed.length === 1)
    must(await till.api.openReturn(saleId))
    giveBack(saleId, null)
    await fixture.until(() => fixture.printer.printed.length === 2)
    expect(till.api.reprint(noteOf(saleId).saleId)).toMatchObject({ ok: true })
    await fixture.until(() => fixture.printer.printed.length === 3)
    expect(
      fixture.printer.printed.slice(1).map(({ opensDrawer, banner }) => [opensDrawer, banner]),
    ).toEqual([
      [true, null],
      [false, 'COPIA'],
    ])
  })

  it('is one return however often the key is pressed', () => {
    const order = orderOf(returnable(sellOf(till.api, COFFEE)), null)
    const first = till.api.commitReturn(order)
    expect(first).toMatchObject({ ok: true })
    expect(till.api.commitReturn(order)).toEqual(first)
    expect(receiptOf(till.api, order.originalId).returns).toHaveLength(1)
  })

  it.each([
    ['nothing', { lines: [] }, 'RETURN_NOTHING'],
    ['more than was sold', { lines: [{ lineNumber: 1, quantity: 1001 }] }, 'RETURN_TOO_MUCH'],
    ['a line that is not there', { lines: [{ lineNumber: 9, quantity: 1000 }] }, 'LINE_NOT_FOUND'],
    [
      'a line twice',
      {
        lines: [
          { lineNumber: 1, quantity: 500 },
          { lineNumber: 1, quantity: 500 },
        ],
      },
      'LINE_NOT_FOUND',
    ],
    ['another amount than the cashier saw', { expectedTotalClp: 1 }, 'RETURN_TOTAL_CHANGED'],
    ['no reason', { reason: ' ' }, 'REASON_REQUIRED'],
    ['a reason no document can carry', { reason: '壊れた' }, 'NAME_NOT_LATIN1'],
    [
      'a transfer without its number',
      { refund: { method: 'PE', reference: '' } },
      'REFERENCE_REQUIRED',
    ],
    ['money by a voucher', { refund: { method: 'TV', reference: '' } }, 'METHOD_UNKNOWN'],
    [
      'a sale nobody knows',
      { originalId: '01JD0000000000000000000000' as SaleId },
      'SALE_NOT_FOUND',
    ],
  ])('of %s is refused and leaves nothing behind', (_, changes, code) => {
    const order = { ...orderOf(returnable(sellOf(till.api, COFFEE)), null), ...changes }
    expect(till.api.commitReturn(order)).toMatchObject({ ok: false, refusal: { code } })
    expect(
      till.api.listReceipts({ cursor: null, limit: 10, text: '', onlyPending: false }).rows,
    ).toHaveLength(1)
  })

  it('is no sale: it ranks no product, makes no customer, and the export tells it apart', async () => {
    const saleId = sellOf(till.api, COFFEE)
    giveBack(saleId, null)
    await till.stop()
    const db = new Database(join(fixture.dataDir, 'till', 'till.db'), { readonly: true })
    expect(db.prepare('SELECT sold_count AS n FROM product WHERE code = ?').get(COFFEE)).toEqual({
      n: 1,
    })
    expect(
      [...exportSales(db, () => {})].map(({ kind, sale }) => [kind, sale['original_id']]),
    ).toEqual([
      ['sale', null],
      ['return', saleId],
    ])
    db.close()
  })

  it('cannot come back, and neither it nor its receipt can be deleted any more', async () => {
    const saleId = sellOf(till.api, COFFEE)
    giveBack(saleId, null)
    const { saleId: returnId } = noteOf(saleId)
    expect(till.api.startReturn(returnId)).toMatchObject({ refusal: { code: 'RETURN_OF_RETURN' } })
    expect(await till.api.deleteReceipt({ saleId, reason: 'x' })).toMatchObject({
      refusal: { code: 'DELETE_HAS_RETURN' },
    })
    expect(await till.api.deleteReceipt({ saleId: returnId, reason: 'x' })).toMatchObject({
      refusal: { code: 'DELETE_RETURN' },
    })
  })
})

describe('without the service', () => {
  it('a numbered receipt comes back at once: money and slip now, the note by itself later, with the bytes of the counter', async () => {
    const saleId = sellOf(till.api, COFFEE, '101')
    await fixture.until(() => fixture.printer.printed.length === 1)
    const goOnline = await goOffline({ fixture, api: till.api })
    expect(giveBack(saleId, { 1: 1000 })).toMatchObject({
      ok: true,
      value: { toCollectClp: 2000, soldOffline: true },
    })
    await fixture.until(() => fixture.printer.printed.length === 2)
    expect(fixture.printer.printed[1]).toMatchObject({ opensDrawer: true, banner: null })
    expect(till.api.status()).toMatchObject({ pendingCount: 1, attentionCount: 0 })
    goOnline()
    await fixture.until(() => noteOf(saleId).folio !== null)
    expect(bodies().at(-1)).toMatchObject({
      invoice_type: '61',
      billing_reference: [{ number: 1 }],
      totals: { total: 1996 },
    })
  })

  it('a receipt without a folio comes back too: its note waits for it, then both go, in this order', async () => {
    const goOnline = await goOffline({ fixture, api: till.api })
    const saleId = sellOf(till.api, COFFEE, '101')
    expect(giveBack(saleId, { 2: 1000 })).toMatchObject({ ok: true })
    await fixture.clock.advance(60_000)
    await till.stop()
    await fixture.open()
    expect(noteOf(saleId)).toMatchObject({ issueState: 'queued', returnOf: { folio: null } })
    goOnline()
    await fixture.until(() => till.api.status().pendingCount === 0)
    expect(sent()).toEqual([
      ['39', undefined],
      ['61', 1],
    ])
    expect(receiptOf(till.api, saleId).folio).toBe(1)
  })

  it('a receipt that is refused after all sends its note to a person, and both go once it is mended', async () => {
    const goOnline = await goOffline({ fixture, api: till.api })
    const saleId = sellOf(till.api, COFFEE)
    giveBack(saleId, null)
    goOnline()
    const honest = fixture.service.answer
    fixture.service.answer = (request) => {
      if (request.method !== 'POST') return honest(request)
      const isValidation = request.path.includes('validate')
      const errors = [
        { field: 'recipient.legal_name', code: 'REQUIRED', message: 'Falta el nombre' },
      ]
      return {
        kind: 'answered',
        status: isValidation ? 200 : 422,
        headers: {},
        bodyText: JSON.stringify({ code: 'VALIDATION', valid: false, validation_errors: errors }),
      }
    }
    await fixture.until(() => receiptOf(till.api, saleId).issueState === 'rejected')
    expect(noteOf(saleId)).toMatchObject({
      issueState: 'attention',
      lastErrorCode: 'RETURN_ORIGINAL_STUCK',
      attempts: 0,
    })
    expect(till.api.status().attentionCount).toBe(2)
    expect(till.api.retryNow(noteOf(saleId).saleId)).toMatchObject({ ok: true })
    expect(noteOf(saleId).issueState).toBe('attention')
    fixture.service.answer = honest
    till.api.resendFixed({ saleId, recipient: null })
    await fixture.until(() => noteOf(saleId).folio !== null)
    expect(till.api.status()).toMatchObject({ pendingCount: 0, attentionCount: 0 })
  })

  it('a receipt deleted at the service before its note could go leaves the note to a person, who cannot send it on', async () => {
    const saleId = sellOf(till.api, COFFEE)
    await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
    await goOffline({ fixture, api: till.api })
    giveBack(saleId, null)
    await till.stop()
    const db = openDatabase(join(fixture.dataDir, 'till', 'till.db'))
    const dependents = createDependents(db, createJournal({ db, clock: fixture.clock }))
    db.transaction(() => dependents.stop(saleId, 'RETURN_ORIGINAL_DELETED'))()
    db.close()
    await fixture.open()
    expect(till.api.retryNow(noteOf(saleId).saleId)).toMatchObject({ ok: true })
    expect(noteOf(saleId)).toMatchObject({
      issueState: 'attention',
      lastErrorCode: 'RETURN_ORIGINAL_DELETED',
    })
    expect(
      till.api.setAside({ saleId: noteOf(saleId).saleId, reason: 'Boleta anulada en el portal' }),
    ).toMatchObject({ ok: true })
    expect(till.api.status()).toMatchObject({ pendingCount: 0, attentionCount: 0 })
  })
})

describe('a damaged database', () => {
  it('gives its returns to the backup it is restored from: the note waits there for the same receipt, and a spent value stays spent', async () => {
    const saleId = sellOf(till.api, COFFEE)
    await fixture.until(() => till.api.status().pendingCount === 0)
    await till.stop()
    const file = (name: string) => join(fixture.dataDir, name)
    copyFileSync(file('till/till.db'), file('backup.db'))
    await fixture.open()
    await goOffline({ fixture, api: till.api })
    const kept = giveBack(saleId, null, { refund: { method: 'NC', reference: '' } })
    const creditId = must(kept).saleId
    till.api.commitSale({
      ...commitOf(till.api, cartOf(till.api, '201')),
      payments: [{ method: 'NC', amountClp: null, reference: creditId }],
    })
    await till.stop()
    const into = openDatabase(file('backup.db'))
    expect(salvageSales(file('till/till.db'), into)).toEqual({ sales: 2, unreadable: 0, lost: [] })
    expect(creditReader(into)(creditId)?.balanceClp).toBe(396)
    expect(
      into
        .prepare(
          'SELECT depends_on AS original, issue_state AS state FROM receipt WHERE sale_id = ?',
        )
        .get(creditId),
    ).toEqual({ original: saleId, state: 'queued' })
    into.close()
  })
})

describe('who may', () => {
  it('is not the cashier alone: a supervisor’s PIN allows one return of this receipt, and the log names both', async () => {
    for (const [name, role, pin] of CREW)
      expect(await till.api.saveStaff({ staffId: null, name, role, pin })).toMatchObject({
        ok: true,
      })
    const [, rodrigo, camila] = CREW.map(
      ([name]) => till.api.staff().members.find((member) => member.name === name)?.id ?? '',
    )
    expect(await till.api.signIn({ staffId: camila ?? '', pin: '2580' })).toMatchObject({
      ok: true,
    })
    const [first, second] = [sellOf(till.api, COFFEE), sellOf(till.api, COFFEE)]
    expect(giveBack(first, null)).toMatchObject({ ok: false, refusal: { code: 'RIGHT_REQUIRED' } })
    const approval = await till.api.approve({
      staffId: rodrigo ?? '',
      pin: '1470',
      subject: { kind: 'right', right: 'refund', subject: `${first} EF`, amountClp: 1996 },
    })
    const approvalId = approval.ok ? approval.value.approvalId : null
    expect(giveBack(second, null, { approvalId })).toMatchObject({
      ok: false,
      refusal: { code: 'RIGHT_REQUIRED' },
    })
    expect(giveBack(first, null, { approvalId })).toMatchObject({ ok: true })
    expect(giveBack(second, null, { approvalId })).toMatchObject({
      ok: false,
      refusal: { code: 'RIGHT_REQUIRED' },
    })
    await till.api.signIn({ staffId: rodrigo ?? '', pin: '1470' })
    const log = till.api.audit({ cursor: null, limit: 50 })
    expect(log.ok && log.value.rows.find(({ action }) => action === 'returned')).toMatchObject({
      staffName: 'Camila',
      approverName: 'Rodrigo',
      detail: { what: 'Producto fallado', totalClp: 1996, method: 'Efectivo' },
    })
  })
})

it('a return after six months says until when the IVA came off, and is made all the same', () => {
  const saleId = sellOf(till.api, COFFEE)
  expect(returnable(saleId).ivaTooLateSince).toBeNull()
  fixture.clock.jumpWallClock(185 * 86_400_000)
  const { date, ivaTooLateSince } = returnable(saleId)
  expect([date, ivaTooLateSince]).toEqual(['2026-11-20', '2027-05-20'])
  expect(giveBack(saleId, null)).toMatchObject({ ok: true })
})
