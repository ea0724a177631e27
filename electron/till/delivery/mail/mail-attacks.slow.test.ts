/** The line of e-mails under whoever abuses it, and under what changes while it waits. */
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { MAILS_PER_HOUR_MAX } from '#shared/delivery/mail-limits.ts'
import type { SmtpAccount } from '#shared/delivery/smtp-account.ts'
import { MAIL_ACCOUNT } from '../../../../test/support/fake-mail.ts'
import { must } from '../../../../test/support/must.ts'
import { orderOf } from '../../../../test/support/return-till.ts'
import { cartOf, commitOf, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { onlineTillPerTest } from '../../../../test/support/till-per-test.ts'
import { openDatabase } from '../../tables/open-database.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { createJournal } from '../../kernel/journal.ts'
import { prepareMailSweeps } from './mail-orders.ts'
import { createMailStore } from './mail-store.ts'

const ACCOUNT: SmtpAccount = { ...MAIL_ACCOUNT, user: '' }
const ROSA = { rut: '12345678-5', legalName: 'Rosa', phone: '', email: 'rosa@correo.cl' }
const YEAR_MS = 365 * 86_400_000

const { fixture, api, honest } = onlineTillPerTest()
beforeEach(async () => {
  must(await api.saveMailAccount({ account: ACCOUNT }))
})

const lastOf = (saleId: SaleId) => must(api.saleMails(saleId)).mails.at(-1)
const stateOf = (saleId: SaleId) => lastOf(saleId)?.state ?? ''
const ask = (saleId: SaleId, address = 'cliente@correo.cl') => api.mailReceipt({ saleId, address })
const isOver = (saleId: SaleId) =>
  ['sent', 'failed', 'dropped', 'unknown'].includes(stateOf(saleId))
const sentTo = () => fixture.mail.taken.map(({ to }) => to)

const saveRosa = (changes: { email?: string; mailsReceipts?: boolean; isNew?: boolean }) =>
  must(
    api.saveCustomer({
      ...{ ...ROSA, activity: '', address: '', commune: '', notes: '' },
      ...{ isNew: false, mailsReceipts: true, ...changes },
    }),
  )

function onDisk(sql: string, ...values: readonly unknown[]): void {
  const db = new Database(tillFolder(fixture.dataDir).database)
  db.prepare(sql).run(...values)
  db.close()
}

const issued = async () => {
  const saleId = sellOf(api)
  await fixture.until(() => api.status().pendingCount + api.status().printQueueCount === 0)
  return saleId
}

describe('what changes while an automatic e-mail waits', () => {
  let saleId: SaleId
  beforeEach(async () => {
    saveRosa({ isNew: true })
    fixture.service.answer = () => UNREACHABLE
    saleId = must(api.commitSale({ ...commitOf(api, cartOf(api, '101')), recipient: ROSA })).saleId
    await fixture.until(() => api.status().connection !== 'online')
    expect(stateOf(saleId)).toBe('waiting')
  })
  const serviceBack = () => {
    fixture.service.answer = honest
    return fixture.until(() => isOver(saleId), 900_000)
  }

  it('the customer wants none any more: it does not go', async () => {
    saveRosa({ mailsReceipts: false })
    await serviceBack()
    expect(lastOf(saleId)).toMatchObject({ state: 'dropped', trouble: 'MAIL_NOT_WANTED' })
    expect(fixture.mail.tried).toEqual([])
  })

  it('the address is put right: it goes to the right one', async () => {
    saveRosa({ email: 'rosa.zurita@correo.cl' })
    await serviceBack()
    expect([sentTo(), lastOf(saleId)?.address]).toEqual([
      ['rosa.zurita@correo.cl'],
      'rosa.zurita@correo.cl',
    ])
  })
})

it('a credit note goes to who wants every document so, of the sale that comes back', async () => {
  saveRosa({ isNew: true })
  const { saleId } = must(api.commitSale({ ...commitOf(api, cartOf(api, '101')), recipient: ROSA }))
  await fixture.until(() => isOver(saleId))
  const back = must(await api.openReturn(saleId))
  const { saleId: returnId } = must(api.commitReturn(orderOf(back, null)))
  expect(lastOf(returnId)).toMatchObject({ isAutomatic: true, address: ROSA.email })
  await fixture.until(() => isOver(returnId))
  expect(fixture.mail.taken.map(({ subject }) => subject)).toEqual([
    'Boleta electrónica N° 1 de Almacén',
    'Nota de crédito electrónica N° 1 de Almacén',
  ])
})

describe('the line', () => {
  it('goes on after the clock was put back a year, whatever was sent in that year', async () => {
    const saleId = await issued()
    const at = fixture.clock.now() + YEAR_MS
    onDisk(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
        INSERT INTO mail_job (id, sale_id, address, state, is_automatic, created_at_ms,
          wanted_at_ms, finished_at_ms) SELECT 's' || n, ?, '', 'sent', 1, ?, ?, ? FROM n`,
      ...[MAILS_PER_HOUR_MAX, saleId, at, at, at],
    )
    const next = sellOf(api)
    must(ask(next))
    await fixture.until(() => isOver(next))
    expect(stateOf(next)).toBe('sent')
  })

  it('does not stand behind a document of a service that is not spoken to any more', async () => {
    const [elsewhere, here] = [await issued(), await issued()]
    onDisk('DELETE FROM receipt_pdf')
    onDisk("UPDATE receipt SET service_id = 'another' WHERE sale_id = ?", elsewhere)
    must(ask(elsewhere))
    must(ask(here))
    await fixture.until(() => isOver(here))
    expect([stateOf(elsewhere), stateOf(here)]).toEqual(['waiting', 'sent'])
  })

  it('rests where a server refuses one after the other, instead of using up all of it', async () => {
    fixture.mail.answer = () => ({ kind: 'not-taken', code: 'MAIL_CONTENT_REFUSED', detail: '' })
    const sales = [await issued(), await issued(), await issued(), await issued()]
    for (const saleId of sales) for (let n = 0; n < 10; n += 1) must(ask(saleId, `n${n}@correo.cl`))
    await fixture.clock.advance(60_000)
    expect(fixture.mail.tried.length).toBeLessThan(20)
    fixture.mail.answer = () => ({ kind: 'taken', detail: '' })
    await fixture.until(() => fixture.mail.taken.length >= 20, 3_600_000)
  })

  it('takes no more in an hour by hand than a counter has customers', async () => {
    const sales = Array.from({ length: 13 }, () => sellOf(api))
    const asked = sales.flatMap((saleId) =>
      Array.from({ length: 10 }, (_, n) => ask(saleId, `n${n}@correo.cl`)),
    )
    expect(asked.filter(({ ok }) => ok)).toHaveLength(120)
    expect(asked.at(-1)).toMatchObject({ refusal: { code: 'MAIL_TOO_OFTEN' } })
    await fixture.clock.advance(3_600_001)
    must(ask(sales[12] ?? ('' as SaleId)))
  })

  it('hands nothing over whose receipt was taken back a moment ago', async () => {
    const saleId = await issued()
    const db = openDatabase(tillFolder(fixture.dataDir).database)
    const { clock } = fixture
    const store = createMailStore(db, createJournal({ db, clock }), clock)
    store.add({ id: 'm', saleId, address: 'a@b.cl', isAutomatic: false, at: clock.now() })
    store.sort(clock.now())
    const mail = store.next(clock.now())
    onDisk(
      `INSERT INTO receipt_deletion (sale_id, state, reason, asked_by, asked_at_ms)
        VALUES (?, 'asked', 'error', 'x', 1)`,
      saleId,
    )
    expect(mail !== null && store.claim(mail, mail.address)).toBe(false)
    store.sort(clock.now())
    expect(lastOf(saleId)).toMatchObject({ state: 'failed', trouble: 'RECEIPT_DELETED' })
    onDisk("UPDATE receipt_deletion SET state = 'refused' WHERE sale_id = ?", saleId)
    store.sort(clock.now())
    const kept = store.next(clock.now())
    expect(lastOf(saleId)).toMatchObject({ trouble: null, finishedAt: null })
    expect(kept !== null && store.claim(kept, kept.address)).toBe(true)
    // Years of e-mails that are over are not gone through for the few that wait.
    const { late, undone, nobodys, clamp } = prepareMailSweeps(db)
    const given = { now: 1, before: 1, latest: 1 }
    for (const { source } of [late, undone, nobodys, clamp])
      for (const { detail } of db
        .prepare<[typeof given], { detail: string }>(`EXPLAIN QUERY PLAN ${source}`)
        .all(given))
        expect(detail).not.toMatch(/SCAN mail_job(?! USING)/)
    db.close()
  })
})
