/** The line of e-mails by itself: its moves, its limits, ten thousand of them, and a restore. */
import { mailedDocument } from '../../../../test/support/mailed-document.ts'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { createIds } from '#shared/text/ids.ts'
import { MAIL_LATE_MS, MAILS_PER_HOUR_MAX } from '#shared/delivery/mail-limits.ts'
import { canMove, MAIL_STATES, type MailState } from '#shared/delivery/mail-moves.ts'
import { fakeMail, type FakeMail } from '../../../../test/support/fake-mail.ts'
import { manualClock, type ManualClock } from '../../../../test/support/manual-clock.ts'
import { FIXTURE_SHOP, sellOf } from '../../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'
import { systemRandomness } from '../../adapters/system.ts'
import { openDatabase } from '../../tables/open-database.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { createJournal } from '../../kernel/journal.ts'
import type { MailAccount } from './mail-account.ts'
import { doubtMails, prepareMailMoves, prepareMailSweeps } from './mail-orders.ts'
import { createMailStore, type MailStore } from './mail-store.ts'
import { createMailWorker, type MailWorker } from './mail-worker.ts'

const { fixture } = fixturePerTest()
let db: TillDatabase
let clock: ManualClock
let store: MailStore
let mail: FakeMail
let saleId: SaleId
let worker: MailWorker | undefined

/** One issued sale with its PDF, and nothing open over it. */
beforeEach(async () => {
  const till = await fixture.open()
  saleId = sellOf(till.api)
  await fixture.until(() => till.api.status().pendingCount === 0)
  await fixture.until(() => till.api.status().printQueueCount === 0)
  await till.stop()
  db = openDatabase(tillFolder(fixture.dataDir).database)
  clock = manualClock()
  mail = fakeMail()
  store = createMailStore(db, createJournal({ db, clock }), clock)
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  db.close()
})

const { next: nextId } = createIds({ now: () => 1 as EpochMs }, systemRandomness)
const add = (count: number, address = 'a@b.cl') =>
  db.transaction(() => {
    for (let n = 0; n < count; n += 1)
      store.add({ id: nextId(), saleId, address, isAutomatic: false, at: clock.now() })
  })()
const states = () =>
  Object.fromEntries(
    db
      .prepare<[], { state: string; count: number }>(
        'SELECT state, count(*) AS count FROM mail_job GROUP BY state',
      )
      .all()
      .map(({ state, count }) => [state, count]),
  )
const account: MailAccount = {
  read: () => null,
  hasPassword: () => true,
  server: () => ({
    host: 'smtp.ejemplo.cl',
    port: 465,
    security: 'tls',
    user: '',
    senderName: 'x',
    senderAddress: 'x@ejemplo.cl',
    replyTo: '',
    password: null,
  }),
  save: async () => {},
}
const begin = () => {
  worker = createMailWorker({
    store,
    account,
    port: mail,
    clock,
    randomness: systemRandomness,
    reports: () => Promise.reject(new Error('no report is closed here')),
    reportsTo: () => null,
    documents: async () => ({ ...mailedDocument(), pdf: Buffer.from('%PDF-') }),
    logo: () => null,
    fetchWanted: async () => false,
    shop: () => FIXTURE_SHOP,
    turn: () => null,
    onChange: () => {},
    log: () => {},
  })
  worker.start()
}

describe('the line', () => {
  it('of ten thousand goes on by the hour, and a look at it costs a moment', async () => {
    add(10_000)
    const startedMs = performance.now()
    store.sort(clock.now())
    for (let look = 0; look < 100; look += 1) {
      expect(store.next(clock.now())).not.toBeNull()
      store.counts(clock.now())
    }
    // The first five hundred of ten thousand and a hundred looks: far from what a counter feels.
    expect(performance.now() - startedMs).toBeLessThan(5_000)
    begin()
    await clock.advance(5_000)
    await expect.poll(() => mail.taken.length).toBe(MAILS_PER_HOUR_MAX)
    await clock.advance(1_800_000)
    expect(mail.taken).toHaveLength(MAILS_PER_HOUR_MAX)
    await clock.advance(2_400_000)
    await expect.poll(() => mail.taken.length).toBe(2 * MAILS_PER_HOUR_MAX)
    expect(new Set(mail.taken.map(({ messageId }) => messageId)).size).toBe(2 * MAILS_PER_HOUR_MAX)
  })

  it('asks about what has waited for more than a week', async () => {
    add(2)
    await clock.advance(MAIL_LATE_MS + 1)
    add(1)
    begin()
    await expect.poll(states).toEqual({ failed: 2, sent: 1 })
    expect(store.ofSale(saleId)[0]).toMatchObject({ state: 'failed', trouble: 'MAIL_LATE' })
  })

  it('of a backup that is put back does not go again by itself', async () => {
    add(5)
    store.sort(clock.now())
    expect(doubtMails(db, clock.now())).toBe(5)
    begin()
    await clock.advance(86_400_000)
    expect([states(), mail.tried.length]).toEqual([{ unknown: 5 }, 0])
    expect(store.ofSale(saleId)[0]?.trouble).toBe('MAIL_RESTORED')
    const again = store.ofSale(saleId)[0]?.mailId ?? ''
    expect(store.again(again, clock.now())).toBe(true)
    worker?.wake()
    await expect.poll(() => mail.taken.length).toBe(1)
  })

  it('forgets to whom with the person, in every byte, and sends them nothing more', async () => {
    add(1, 'Rosa.Zurita@correo.cl')
    add(1, 'otra@correo.cl')
    const { erase } = prepareMailSweeps(db)
    erase.run({ sales: '[]', address: 'rosa.zurita@correo.cl' })
    begin()
    await expect.poll(states).toEqual({ dropped: 1, sent: 1 })
    expect(mail.taken.map(({ to }) => to)).toEqual(['otra@correo.cl'])
    db.pragma('wal_checkpoint(TRUNCATE)')
    const bytes = readFileSync(tillFolder(fixture.dataDir).database, 'latin1')
    expect(bytes).toContain('otra@correo.cl')
    expect(bytes).not.toContain('Rosa.Zurita@correo.cl')
  })

  it('erased while it is handed over, an e-mail that is put off is not tried again', async () => {
    add(1, 'rosa@correo.cl')
    mail.answer = () => {
      prepareMailSweeps(db).erase.run({ sales: JSON.stringify([saleId]), address: '' })
      return { kind: 'not-taken', code: 'MAIL_PUT_OFF', detail: '' }
    }
    begin()
    await expect.poll(() => mail.tried.length).toBe(1)
    await clock.advance(86_400_000)
    expect([states(), mail.tried.length]).toEqual([{ dropped: 1 }, 1])
  })
})

describe('the moves of an e-mail', () => {
  it('lead along the table and nowhere else, whatever comes in whatever order', () => {
    const moves = prepareMailMoves(db)
    const sweeps = prepareMailSweeps(db)
    const now = clock.now()
    const ending = { now, trouble: null, detail: null }
    const all: Readonly<Record<string, (id: string) => unknown>> = {
      queue: (id) => moves.queue.run({ id }),
      await: (id) => moves.await.run({ id }),
      claim: (id) => moves.claim.run({ id, address: 'a@b.cl' }),
      retry: (id) =>
        moves.retry.run({ id, trouble: 'MAIL_PUT_OFF', detail: '', notBefore: 1, isTry: 1 }),
      note: (id) => moves.note.run({ id, trouble: 'MAIL_NOT_SET' }),
      sent: (id) => moves.end.sent.run({ id, ...ending }),
      unknown: (id) => moves.end.unknown.run({ id, ...ending }),
      failed: (id) => moves.end.failed.run({ id, ...ending }),
      again: (id) => moves.again.run({ id, now }),
      drop: (id) => moves.drop.run({ id, now, trouble: null }),
      recover: () => sweeps.recover.run({ now }),
      late: () => sweeps.late.run({ before: now + 1, now }),
      undone: () => sweeps.undone.run({ now }),
      doubtAll: () => sweeps.doubtAll.run({ now }),
    }
    const of = db.prepare<[string], MailState>('SELECT state FROM mail_job WHERE id = ?').pluck()
    const put = db.prepare('UPDATE mail_job SET state = ? WHERE id = ?')
    const seen = new Set<string>()
    const id = nextId()
    store.add({ id, saleId, address: 'a@b.cl', isAutomatic: true, at: now })
    for (const from of MAIL_STATES)
      for (const [name, move] of Object.entries(all)) {
        put.run(from, id)
        move(id)
        const to = of.get(id) ?? from
        if (to === from) continue
        seen.add(`${from} ${to}`)
        if (!canMove(from, to)) expect.fail(`${name} leads from ${from} to ${to}`)
      }
    const names = Object.keys(all)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...names), { maxLength: 12 }), (walk) => {
        put.run('waiting', id)
        let handedOver = 0
        for (const name of walk) {
          const before = of.get(id)
          all[name]?.(id)
          const after = of.get(id)
          if (before === 'sent') expect(after, name).toBe('sent')
          // What may have been taken goes out again by a person's word alone.
          if (before === 'unknown' && name !== 'again')
            expect(['unknown', 'dropped'], name).toContain(after)
          handedOver += Number(before !== 'sending' && after === 'sending')
        }
        const claims = walk.filter((name) => name === 'claim').length
        expect(handedOver).toBeLessThanOrEqual(claims)
      }),
      { numRuns: 300 },
    )
    const pairs = MAIL_STATES.flatMap((from) =>
      MAIL_STATES.filter((to) => canMove(from, to)).map((to) => `${from} ${to}`),
    )
    // Every pair of the table is walked by some move.
    expect(pairs.filter((pair) => !seen.has(pair))).toEqual([])
  })
})
