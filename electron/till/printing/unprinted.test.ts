/**
 * Paper that did not come out is nobody's secret: it is counted, asked about, and settled by a
 * person's word.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createIds } from '#shared/text/ids.ts'
import { canMove, STORED_PRINT_STATES } from '#shared/paper/print-moves.ts'
import { openDatabase } from '../tables/open-database.ts'
import { createJournal } from '../kernel/journal.ts'
import { createPrintStore } from './print-store.ts'
import type { PrintOutcome } from '../kernel/ports.ts'
import {
  cartOf,
  commitOf,
  manualClock,
  PRINTER,
  receiptOf,
  sellOf,
  UNREACHABLE,
} from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { systemRandomness } from '../adapters/system.ts'

const UNKNOWN: PrintOutcome = { kind: 'unknown', detail: 'cable', bytesAccepted: 4_096 }
const HELD: PrintOutcome = { kind: 'held', reason: 'PAPER_OUT', detail: '' }
const HOUR_MS = 3_600_000

const { fixture } = fixturePerTest()

const honest = () => fixture.printer.answer

async function openOnline() {
  const till = await fixture.open()
  await fixture.until(() => till.api.status().connection === 'online')
  return till
}

const unprinted = (api: Awaited<ReturnType<typeof openOnline>>['api']) =>
  api
    .listReceipts({ cursor: null, limit: 40, text: '', onlyPending: false, onlyUnprinted: true })
    .rows.map(({ saleId }) => saleId)

describe('a paper that nobody has', () => {
  it('is counted, listed and marked, and its only question settles it', async () => {
    const good = honest()
    const { api } = await openOnline()
    fixture.printer.answer = () => UNKNOWN
    const [first, second] = [sellOf(api), sellOf(api)]
    await fixture.until(() => api.status().unprintedCount === 2)
    fixture.printer.answer = good
    expect(unprinted(api)).toEqual([second, first])
    expect(api.status()).toMatchObject({ pendingCount: 0, attentionCount: 0, printQueueCount: 0 })
    const [came, lost] = [first, second].map((saleId) => receiptOf(api, saleId))
    expect([came?.isUnprinted, came?.papers[0]?.state]).toEqual([true, 'unknown'])
    expect(api.settlePaper({ jobId: came?.papers[0]?.jobId ?? '', word: 'print' })).toMatchObject({
      ok: false,
      refusal: { code: 'PAPER_SETTLED' },
    })
    expect(api.settlePaper({ jobId: came?.papers[0]?.jobId ?? '', word: 'came-out' }).ok).toBe(true)
    expect(receiptOf(api, first)).toMatchObject({ isUnprinted: false, receiptPrintState: 'sent' })
    expect(api.settlePaper({ jobId: lost?.papers[0]?.jobId ?? '', word: 'did-not' }).ok).toBe(true)
    await fixture.until(() => fixture.printer.printed.length === 1)
    // What stands in for it says so: the first one may have come out after all.
    expect(fixture.printer.printed.map(({ banner }) => banner)).toEqual(['COPIA'])
    expect(api.status().unprintedCount).toBe(0)
    expect(
      api.settlePaper({ jobId: lost?.papers[0]?.jobId ?? '', word: 'came-out' }),
    ).toMatchObject({ ok: false })
    expect(
      receiptOf(api, second)
        .papers.map(({ kind, state }) => `${kind} ${state}`)
        .sort(),
    ).toEqual(['copy sent', 'receipt dropped'])
  })

  it('that failed is printed by one word, unmarked, or not wanted any more', async () => {
    const good = honest()
    const { api } = await openOnline()
    fixture.printer.answer = () => ({ kind: 'failed', code: 'RASTER_CRASHED', detail: 'x' })
    const [first, second] = [sellOf(api), sellOf(api)]
    await fixture.until(() => api.status().unprintedCount === 2)
    fixture.printer.answer = good
    const jobOf = (saleId: typeof first) => receiptOf(api, saleId).papers[0]?.jobId ?? ''
    expect(api.settlePaper({ jobId: jobOf(first), word: 'print' }).ok).toBe(true)
    expect(api.settlePaper({ jobId: jobOf(second), word: 'drop' }).ok).toBe(true)
    await fixture.until(() => fixture.printer.printed.length === 1)
    expect(fixture.printer.printed[0]?.banner).toBeNull()
    expect([api.status().unprintedCount, receiptOf(api, second).papers[0]?.state]).toEqual([
      0,
      'dropped',
    ])
  })

  it('is no secret any more once a copy of it was asked for', async () => {
    const good = honest()
    const { api } = await openOnline()
    fixture.printer.answer = () => UNKNOWN
    const saleId = sellOf(api)
    await fixture.until(() => api.status().unprintedCount === 1)
    fixture.printer.answer = good
    expect(api.reprint(saleId).ok).toBe(true)
    await fixture.until(() => fixture.printer.printed.length === 1)
    expect(api.status().unprintedCount).toBe(0)
  })
})

describe('a printer that comes back', () => {
  async function leaveOvernight(sales: number) {
    const good = honest()
    const till = await openOnline()
    fixture.printer.answer = () => HELD
    const since = fixture.clock.now()
    for (let sale = 0; sale < sales; sale += 1) sellOf(till.api)
    await fixture.until(() => till.api.status().printQueueCount === sales)
    await till.stop()
    await fixture.clock.advance(14 * HOUR_MS)
    fixture.printer.answer = good
    const next = await openOnline()
    await fixture.clock.advance(30_000)
    return { api: next.api, since }
  }

  it('the next day asks before it prints what still waited: how many, and from when', async () => {
    const { api, since } = await leaveOvernight(3)
    expect(fixture.printer.printed).toEqual([])
    expect(api.status()).toMatchObject({
      latePapers: { count: 3, since },
      unprintedCount: 3,
      printQueueCount: 0,
    })
    // Today's customer does not wait for the answer.
    sellOf(api)
    await fixture.until(() => fixture.printer.printed.length === 1)
    expect(api.settleLatePapers({ word: 'print' })).toEqual({ ok: true, value: { count: 3 } })
    await fixture.until(() => fixture.printer.printed.length === 4)
    expect(fixture.printer.printed.map(({ banner }) => banner)).toEqual([null, null, null, null])
    expect(api.status()).toMatchObject({ latePapers: null, unprintedCount: 0 })
  })

  it('prints none of them when nobody wants them', async () => {
    const { api } = await leaveOvernight(2)
    expect(api.settleLatePapers({ word: 'drop' })).toEqual({ ok: true, value: { count: 2 } })
    await fixture.clock.advance(60_000)
    expect(fixture.printer.printed).toEqual([])
    expect(api.status()).toMatchObject({ latePapers: null, unprintedCount: 0 })
  })

  it('within the hour prints them by itself', async () => {
    const good = honest()
    const { api } = await openOnline()
    fixture.printer.answer = () => HELD
    sellOf(api)
    await fixture.until(() => api.status().printQueueCount === 1)
    await fixture.clock.advance(HOUR_MS)
    fixture.printer.answer = good
    await fixture.until(() => fixture.printer.printed.length === 1)
    expect(api.status().latePapers).toBeNull()
  })
})

describe('the drawer', () => {
  it('opens with the paper of a sale when its change is due, and never for one that lies back', async () => {
    const good = honest()
    const { api } = await openOnline()
    fixture.printer.answer = () => HELD
    for (let sale = 0; sale < 3; sale += 1)
      api.commitSale(commitOf(api, cartOf(api, '101'), 'EF', 2_000))
    await fixture.until(() => api.status().printQueueCount === 3)
    await fixture.clock.advance(60_000)
    fixture.printer.answer = good
    await fixture.until(() => fixture.printer.printed.length === 3)
    // A slip, which waits for nobody's PDF.
    fixture.service.answer = () => UNREACHABLE
    await fixture.until(() => api.status().connection === 'offline')
    api.commitSale(commitOf(api, cartOf(api, '101'), 'EF', 2_000))
    await fixture.until(() => fixture.printer.printed.length === 4)
    expect(fixture.printer.printed.map(({ opensDrawer }) => opensDrawer)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})

it('no order in the database makes a move that the table does not know', async () => {
  fixture.service.answer = () => UNREACHABLE
  const till = await fixture.open()
  sellOf(till.api)
  await till.stop()
  const db = openDatabase(join(fixture.dataDir, 'till', 'till.db'))
  const clock = manualClock()
  const store = createPrintStore({
    db,
    journal: createJournal({ db, clock }),
    clock,
    ids: createIds(clock, systemRandomness),
    askForPdf: () => {},
    askForOtherWidths: () => {},
  })
  const [job] = db
    .prepare<[], { id: string }>("SELECT id FROM print_job WHERE kind = 'receipt'")
    .all()
  const pairs = STORED_PRINT_STATES.flatMap((from) =>
    STORED_PRINT_STATES.map((to) => [from, to] as const),
  )
  for (const [from, to] of pairs) {
    db.prepare('UPDATE print_job SET state = ? WHERE id = ?').run(from, job?.id)
    const row = {
      id: job?.id,
      saleId: null,
      kind: 'receipt',
      printerId: PRINTER.id,
      widthMm: 80,
    } as never
    const isRefused = (() => {
      try {
        store.mark(row, to)
        return false
      } catch {
        return true
      }
    })()
    const after = db
      .prepare<[string], string>('SELECT state FROM print_job WHERE id = ?')
      .pluck()
      .get(job?.id ?? '')
    expect([isRefused, after], `${from} ${to}`).toEqual(
      canMove(from, to) ? [false, to] : [true, from],
    )
  }
  db.close()
})
