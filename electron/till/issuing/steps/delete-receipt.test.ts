import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import type { HttpOutcome, HttpRequest } from '#till/kernel/ports.ts'
import { must } from '../../../../test/support/must.ts'
import { LOST, receiptOf, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'
import { makeBackup } from '../../backup/durability/make-backup.ts'
import { restoreBackup } from '../../backup/durability/restore.ts'
import { tillFolder } from '../../kernel/till-folder.ts'

/** What the authority thinks of everything, until the test changes it. */
let status: string
let honest: (request: HttpRequest) => HttpOutcome | Promise<HttpOutcome>
const { fixture, till } = fixturePerTest()
beforeEach(async () => {
  status = 'PEN'
  const { answer } = fixture.service
  honest = async (request) => {
    if (request.method === 'DELETE') {
      const isPending = status === 'PEN'
      if (isPending) status = 'DELETED'
      return {
        kind: 'answered',
        status: isPending ? 200 : 409,
        bodyText: JSON.stringify({ status }),
        headers: {},
      }
    }
    const outcome = await answer(request)
    return outcome.kind === 'answered'
      ? { ...outcome, bodyText: outcome.bodyText.replace('"status":"APR"', `"status":"${status}"`) }
      : outcome
  }
  fixture.service.answer = honest
  await fixture.open()
})

const requests = (method: HttpRequest['method'], path = '/api/invoices') =>
  fixture.service.requests.filter(
    (request) => request.method === method && request.path.startsWith(path),
  )
const deletes = () => requests('DELETE').map(({ path }) => path)
const creations = () => requests('POST').filter(({ path }) => path === '/api/invoices')
const remove = (saleId: SaleId, reason = 'se equivocó de producto') =>
  till.api.deleteReceipt({ saleId, reason })

const answered = (httpStatus: number): HttpOutcome => ({
  ...{ kind: 'answered', status: httpStatus, bodyText: '{}', headers: {} },
})
/** The service, where it refuses to delete. */
const refusing = (httpStatus: number) => (request: HttpRequest) =>
  request.method === 'DELETE' ? answered(httpStatus) : honest(request)

/** The order gets there, and does nothing; its answer is lost. */
function loseOrders(): void {
  fixture.service.answer = (request) => (request.method === 'DELETE' ? LOST : honest(request))
}

async function useShifts(): Promise<void> {
  must(await till.api.saveSettings({ usesShifts: true }))
  openShift()
}
const openShift = () =>
  must(till.api.openShift({ shiftId: till.api.shift().nextId, floatClp: 30_000 }))
function closeShift(countedClp: number): void {
  const { api } = till
  const { shiftId } = must(api.readShift({ approvalId: null })).shift
  const countId = api.shift().nextId
  const amounts = [{ key: 'EF', amountClp: countedClp }]
  must(api.countShift({ countId, shiftId, pieces: null, amounts, approvalId: null }))
  must(api.closeShift({ shiftId, countId, reason: '', note: '', approvalId: null }))
}
/** Of cash: what went back for deletions, and what lies there. */
function drawer() {
  const [cash] = must(till.api.readShift({ approvalId: null })).report.methods
  return [cash?.deletionsClp, cash?.expectedClp]
}

async function issued(): Promise<SaleId> {
  await fixture.clock.advance(100)
  const saleId = sellOf(till.api)
  await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
  return saleId
}

async function offline(): Promise<void> {
  fixture.service.answer = () => UNREACHABLE
  await fixture.clock.advance(60_000)
}

/** Sent once, with this for an answer. */
async function triedOnce(outcome: HttpOutcome): Promise<SaleId> {
  fixture.service.answer = (request) => (request.method === 'POST' ? outcome : honest(request))
  await fixture.clock.advance(1_000)
  const saleId = sellOf(till.api)
  await fixture.until(
    () =>
      receiptOf(till.api, saleId).attempts === 1 &&
      receiptOf(till.api, saleId).issueState === 'queued',
  )
  return saleId
}

describe('a receipt that never left', () => {
  it('is taken out of the queue for good, across restarts, and prints nothing more', async () => {
    await offline()
    const saleId = sellOf(till.api)
    expect(await remove(saleId)).toEqual({ ok: true, value: 'done' })
    expect(till.api.status().pendingCount).toBe(0)
    expect(
      till.api.listReceipts({ cursor: null, limit: 9, text: '', onlyPending: true }).rows,
    ).toEqual([])
    expect(till.api.retryNow(saleId)).toMatchObject({ refusal: { code: 'RECEIPT_DELETED' } })
    expect(till.api.resendFixed({ saleId, recipient: null })).toMatchObject({
      refusal: { code: 'RECEIPT_DELETED' },
    })
    await till.stop()
    fixture.service.answer = honest
    await fixture.open()
    const other = sellOf(till.api)
    await fixture.until(() => receiptOf(till.api, other).folio !== null)
    await fixture.clock.advance(3_600_000)
    expect([creations().length, deletes().length]).toEqual([1, 0])
    expect(receiptOf(till.api, saleId)).toMatchObject({
      deletion: 'done',
      folio: null,
      deletionNote: { reason: 'se equivocó de producto', askedBy: 'Cajero 1' },
      papers: expect.arrayContaining([
        expect.objectContaining({ kind: 'receipt', state: 'failed', detail: 'RECEIPT_DELETED' }),
      ]),
    })
  })

  it('also when it was tried and not a byte got out', async () => {
    const saleId = await triedOnce(UNREACHABLE)
    expect(await remove(saleId)).toEqual({ ok: true, value: 'done' })
  })

  it('but not when its fate is unknown', async () => {
    const saleId = await triedOnce(LOST)
    expect(await remove(saleId)).toMatchObject({
      ok: false,
      refusal: { code: 'DELETE_FATE_UNKNOWN' },
    })
  })
})

describe('a deletion and a backup made before it', () => {
  it('the restored till does not send what was deleted since', async () => {
    await offline()
    const [deleted, kept] = [sellOf(till.api), sellOf(till.api)]
    const folder = tillFolder(fixture.dataDir)
    const { file } = makeBackup({
      databaseFile: folder.database,
      backupDir: folder.backups,
      at: fixture.clock.now(),
      reason: 'asked',
    })
    await remove(deleted)
    await till.stop()
    restoreBackup(folder, file, fixture.clock.now())
    fixture.service.answer = honest
    await fixture.open()
    await fixture.until(() => receiptOf(till.api, kept).folio !== null)
    await fixture.clock.advance(3_600_000)
    expect(creations()).toHaveLength(1)
    expect(receiptOf(till.api, deleted)).toMatchObject({
      deletion: 'done',
      folio: null,
      deletionNote: { reason: 'se equivocó de producto' },
    })
  })
})

describe('a receipt the service has', () => {
  it('is deleted there once; its folio is void, it is never sent or printed again, and the evidence stays', async () => {
    const saleId = await issued()
    const { folio } = receiptOf(till.api, saleId)
    expect(await remove(saleId)).toEqual({ ok: true, value: 'done' })
    expect(await remove(saleId)).toEqual({ ok: true, value: 'done' })
    expect(deletes()).toEqual([`/api/invoices/39/${folio}`])
    expect(receiptOf(till.api, saleId)).toMatchObject({
      deletion: 'done',
      folio,
      authorityStatus: 'DELETED',
    })
    expect(till.api.reprint(saleId)).toMatchObject({ refusal: { code: 'RECEIPT_DELETED' } })
    const db = new Database(join(fixture.dataDir, 'till', 'till.db'), { readonly: true })
    expect(
      db
        .prepare("SELECT request, http_status AS status FROM attempt WHERE request LIKE 'DELETE%'")
        .all(),
    ).toEqual([{ request: `DELETE /api/invoices/39/${folio}`, status: 200 }])
    expect(
      db
        .prepare(
          "SELECT json_extract(data_json, '$.deletion') AS deletion FROM journal WHERE data_json LIKE '%deletion%'",
        )
        .pluck()
        .all(),
    ).toEqual(['asked', 'done'])
    db.close()
    const next = sellOf(till.api)
    await fixture.until(() => receiptOf(till.api, next).folio !== null)
    expect(receiptOf(till.api, next).folio).toBe((folio ?? 0) + 1)
  })

  it('is deleted after an outage and a restart, however often the answer is lost', async () => {
    const saleId = await issued()
    let lost = 0
    fixture.service.answer = async (request) => {
      if (request.method !== 'DELETE') return honest(request)
      lost += 1
      if (lost === 1) return LOST
      await honest(request)
      return LOST
    }
    expect(await remove(saleId)).toEqual({ ok: true, value: 'asked' })
    expect(receiptOf(till.api, saleId).deletion).toBe('asked')
    await till.stop()
    await fixture.open()
    await fixture.until(() => receiptOf(till.api, saleId).deletion === 'done', 900_000)
    expect(deletes()).toHaveLength(2)
    expect(creations()).toHaveLength(1)
  })

  it('gives its money back once it is done, in the shift that is open then, or the next', async () => {
    await useShifts()
    const saleId = await issued()
    loseOrders()
    expect(await remove(saleId)).toEqual({ ok: true, value: 'asked' })
    expect(drawer()).toEqual([0, 31_890])
    closeShift(31_890)
    expect(await remove(saleId, 'otra vez')).toEqual({ ok: true, value: 'asked' })
    expect(receiptOf(till.api, saleId).deletionNote?.reason).toBe('se equivocó de producto')
    fixture.service.answer = honest
    await fixture.until(() => receiptOf(till.api, saleId).deletion === 'done', 900_000)
    openShift()
    expect(drawer()).toEqual([-1890, 28_110])
    const other = await issued()
    expect(await remove(other)).toEqual({ ok: true, value: 'done' })
    expect(drawer()).toEqual([-3780, 28_110])
  })

  it.each([
    ['the key may not', 403, 'PEN', 'DELETE_NOT_ALLOWED'],
    ['it has gone out', 409, 'PEN', 'DELETE_NOT_PENDING'],
    ['the limit of the day lasted until it went out', 429, 'APR', 'DELETE_NOT_PENDING'],
  ])('has moved no money where its answer was lost and %s', async (_, httpStatus, later, code) => {
    await useShifts()
    const saleId = await issued()
    const before = drawer()
    loseOrders()
    expect(await remove(saleId)).toEqual({ ok: true, value: 'asked' })
    expect(drawer()).toEqual(before)
    fixture.service.answer = refusing(httpStatus)
    await fixture.until(() => deletes().length > 1, 900_000)
    status = later
    await fixture.until(() => receiptOf(till.api, saleId).deletion === 'refused', 900_000)
    expect(receiptOf(till.api, saleId).deletionNote?.problemCode).toBe(code)
    expect(drawer()).toEqual(before)
  })

  it('waits for its end where the service says that the order took too long', async () => {
    const saleId = await issued()
    fixture.service.answer = refusing(408)
    expect(await remove(saleId)).toEqual({ ok: true, value: 'asked' })
    const waiting = (text = '') => {
      const { rows } = till.api.listReceipts({ cursor: null, limit: 9, text, onlyPending: true })
      return [till.api.status().deletingCount, rows.map((row) => [row.saleId, row.deletion])]
    }
    for (const text of ['', 'pan']) expect(waiting(text)).toEqual([1, [[saleId, 'asked']]])
    fixture.service.answer = honest
    await fixture.until(() => receiptOf(till.api, saleId).deletion === 'done', 900_000)
    expect(waiting()).toEqual([0, []])
  })

  // Else who waits at the counter has neither the money nor a return.
  it.each([
    ['there is no internet', UNREACHABLE],
    ['it fails', answered(500)],
    ['it does not find it yet', answered(404)],
    ['it is asked too often', answered(429)],
    ['it is too early', answered(425)],
    ['it sends elsewhere', answered(307)],
  ])('is deleted at once or not at all where the service is asked and %s', async (_, outcome) => {
    await useShifts()
    const saleId = await issued()
    const before = drawer()
    const isOrder = outcome.kind === 'answered' && [307, 425, 429].includes(outcome.status)
    fixture.service.answer = (request) =>
      isOrder && request.method !== 'DELETE' ? honest(request) : outcome
    const refused = { ok: false, refusal: { code: 'DELETE_NOT_NOW' } }
    expect(await remove(saleId)).toMatchObject(refused)
    expect([receiptOf(till.api, saleId).deletion, drawer()]).toEqual(['refused', before])
    fixture.service.answer = honest
    expect(await remove(saleId)).toEqual({ ok: true, value: 'done' })
    expect(deletes()).toHaveLength(isOrder ? 2 : 1)
  })

  it.each([404, 410])(
    'comes back another way where the service no longer knows it (%s)',
    async (httpStatus) => {
      await useShifts()
      const saleId = await issued()
      const before = drawer()
      loseOrders()
      expect(await remove(saleId)).toEqual({ ok: true, value: 'asked' })
      fixture.service.answer = (request) =>
        request.path.startsWith('/api/invoices/') ? answered(httpStatus) : honest(request)
      await fixture.until(() => receiptOf(till.api, saleId).deletion === 'refused', 900_000)
      expect(receiptOf(till.api, saleId).deletionNote?.problemCode).toBe('DELETE_GONE')
      expect([deletes().length, drawer()]).toEqual([1, before])
      // Once more, at once and without internet: whether it was deleted nobody knows still.
      const refused = { ok: false, refusal: { code: 'DELETE_GONE' } }
      expect(await remove(saleId)).toMatchObject(refused)
      fixture.service.answer = () => UNREACHABLE
      expect(await remove(saleId)).toMatchObject(refused)
      fixture.service.answer = honest
      expect(await remove(saleId)).toEqual({ ok: true, value: 'done' })
    },
  )

  it('does not count as gone for one answer that comes too early', async () => {
    const saleId = await issued()
    loseOrders()
    expect(await remove(saleId)).toEqual({ ok: true, value: 'asked' })
    let looks = 0
    fixture.service.answer = (request) => {
      if (!request.path.includes('/by-id/')) return honest(request)
      looks += 1
      return answered(404)
    }
    await fixture.until(() => looks > 0)
    expect(receiptOf(till.api, saleId).deletion).toBe('asked')
    fixture.service.answer = honest
    await fixture.until(() => receiptOf(till.api, saleId).deletion === 'done', 900_000)
  })

  it.each(['EMS', 'APR', 'RCH'])(
    'is not deleted once it is %s, and prints as before',
    async (passed) => {
      const saleId = await issued()
      status = passed
      expect(await remove(saleId)).toMatchObject({
        ok: false,
        refusal: { code: 'DELETE_NOT_PENDING' },
      })
      expect(deletes()).toEqual([])
      expect(receiptOf(till.api, saleId)).toMatchObject({
        deletion: 'refused',
        authorityStatus: passed,
      })
      await fixture.until(() => receiptOf(till.api, saleId).receiptPrintState === 'sent')
      expect(till.api.reprint(saleId)).toMatchObject({ ok: true })
    },
  )

  it.each([
    ['the key may not', 403, 'DELETE_NOT_ALLOWED'],
    ['it has just gone out', 409, 'DELETE_NOT_PENDING'],
  ])('is not deleted when %s', async (_, httpStatus, code) => {
    const saleId = await issued()
    fixture.service.answer = refusing(httpStatus)
    expect(await remove(saleId)).toMatchObject({ ok: false, refusal: { code } })
  })

  it('is not deleted when its folio leads to another document', async () => {
    const saleId = await issued()
    fixture.service.answer = async (request) => {
      const outcome = await honest(request)
      return request.path.startsWith('/api/invoices/39/') && outcome.kind === 'answered'
        ? { ...outcome, bodyText: outcome.bodyText.replace('00000000-0000', '99999999-0000') }
        : outcome
    }
    expect(await remove(saleId)).toMatchObject({
      ok: false,
      refusal: { code: 'DELETE_OTHER_DOCUMENT' },
    })
    expect(deletes()).toEqual([])
  })

  it('needs a reason', async () => {
    expect(await remove(await issued(), '  ')).toMatchObject({
      ok: false,
      refusal: { code: 'REASON_REQUIRED', field: 'reason' },
    })
  })
})
