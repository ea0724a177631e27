/**
 * A PDF that is no use: damaged on the disk, without a stamp, too large, or none at all. Fetched
 * again, and said.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HttpRequest, PrintOutcome } from '../kernel/ports.ts'
import { receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { onlineTillPerTest } from '../../../test/support/till-per-test.ts'

const HELD: PrintOutcome = { kind: 'held', reason: 'PAPER_OUT', detail: '' }
const NO_STAMP: PrintOutcome = {
  kind: 'failed',
  code: 'STAMP_UNREADABLE',
  detail: 'no stamp on the page',
}
const BROKEN: PrintOutcome = { kind: 'failed', code: 'PDF_BROKEN', detail: 'cut short' }

const { fixture, till } = onlineTillPerTest()

const isPdf = ({ path }: HttpRequest) => path.includes('/download-base64/')
const downloads = () => fixture.service.requests.filter(isPdf).length

describe('a PDF that the disk has damaged', () => {
  it('is not printed: it is fetched again, and the receipt comes out unmarked', async () => {
    const good = fixture.printer.answer
    fixture.printer.answer = () => HELD
    const saleId = sellOf(till.api)
    await fixture.until(() => receiptOf(till.api, saleId).papers[0]?.state === 'held')
    const folder = join(fixture.dataDir, 'till', 'pdf')
    const [file = ''] = readdirSync(folder)
    const whole = readFileSync(join(folder, file))
    writeFileSync(join(folder, file), whole.subarray(0, 9))
    fixture.printer.answer = good
    await fixture.until(() => fixture.printer.printed.length === 1)
    expect([
      downloads(),
      Buffer.from(fixture.printer.printed[0]?.pdf ?? []).equals(whole),
      fixture.printer.printed[0]?.banner,
    ]).toEqual([2, true, null])
    writeFileSync(join(folder, file), 'nothing of it')
    expect((await till.handle(new Request(`http://till/paper/receipt/${saleId}`))).status).toBe(404)
    till.api.reprint(saleId)
    await fixture.until(() => fixture.printer.printed.length === 2)
    expect([downloads(), fixture.printer.printed[1]?.banner]).toEqual([3, 'COPIA'])
  })

  it('or that came cut short is asked for until one can be printed, ever more patiently, and not in silence', async () => {
    const good = fixture.printer.answer
    fixture.printer.answer = () => BROKEN
    const saleId = sellOf(till.api)
    await fixture.until(() => till.api.status().unprintedCount === 1)
    await fixture.clock.advance(600_000)
    expect(downloads()).toBeLessThan(12)
    await fixture.until(() => receiptOf(till.api, saleId).isUnprinted)
    // Beside a slip, should the PDF's file have taken longer than the till's time.
    const papers = receiptOf(till.api, saleId).papers.filter(({ kind }) => kind === 'receipt')
    expect(papers).toMatchObject([{ state: 'waiting', trouble: 'PDF_BROKEN' }])
    fixture.printer.answer = good
    const before = downloads()
    till.api.retryNow(saleId)
    // At once, and not at the next look of its own time.
    await fixture.until(() => downloads() > before, 200)
    await fixture.until(() => fixture.printer.printed.length === 1)
    expect(till.api.status().unprintedCount).toBe(0)
  })
})

describe('a stamp that cannot be read', () => {
  it('holds the paper: fetched again once, and then a person decides', async () => {
    const good = fixture.printer.answer
    fixture.printer.answer = (order) => (order.needsStamp === true ? NO_STAMP : good(order))
    const saleId = sellOf(till.api)
    await fixture.until(() => receiptOf(till.api, saleId).papers[0]?.state === 'asking')
    expect([downloads(), till.api.status().unprintedCount, fixture.printer.printed.length]).toEqual(
      [2, 1, 0],
    )
    const [paper] = receiptOf(till.api, saleId).papers
    expect(paper?.trouble).toBe('STAMP_UNREADABLE')
    till.api.retryNow(saleId)
    await fixture.clock.advance(60_000)
    expect(fixture.printer.printed).toEqual([])
    till.api.settlePaper({ jobId: paper?.jobId ?? '', word: 'print' })
    await fixture.until(() => fixture.printer.printed.length === 1)
    expect(fixture.printer.printed[0]).toMatchObject({ banner: null, needsStamp: false })
  })

  it('that is there the second time lets the paper out by itself', async () => {
    const good = fixture.printer.answer
    fixture.printer.answer = (order) => (downloads() === 1 ? NO_STAMP : good(order))
    sellOf(till.api)
    await fixture.until(() => fixture.printer.printed.length === 1)
    expect([downloads(), till.api.status().unprintedCount]).toEqual([2, 0])
  })
})

describe('a receipt without a usable PDF', () => {
  it.each([
    ['none', 'PDF_MISSING', { kind: 'answered', status: 404, bodyText: '{}', headers: {} }],
    [
      'one of 26 MB',
      'PDF_TOO_LARGE',
      { kind: 'unanswered', detail: 'answer above 33554432 bytes', isTooLarge: true },
    ],
    [
      'one of 17 MB',
      'PDF_TOO_LARGE',
      {
        kind: 'answered',
        status: 200,
        headers: {},
        bodyText: JSON.stringify({
          content: Buffer.alloc(17 * 1024 * 1024, '%PDF-').toString('base64'),
        }),
      },
    ],
  ] as const)(
    '(%s) is asked for ever more patiently, counted and said; the till stays online',
    async (_, trouble, outcome) => {
      const honest = fixture.service.answer
      fixture.service.answer = (request) => (isPdf(request) ? outcome : honest(request))
      const saleId = sellOf(till.api)
      await fixture.until(() => till.api.status().unprintedCount === 1)
      expect(receiptOf(till.api, saleId).papers[0]).toMatchObject({ state: 'waiting', trouble })
      const before = downloads()
      await fixture.clock.advance(600_000)
      expect([till.api.status().connection, downloads() - before < 10]).toEqual(['online', true])
      fixture.service.answer = honest
      till.api.retryNow(saleId)
      const kinds = () => receiptOf(till.api, saleId).papers.map(({ kind, state }) => [kind, state])
      await fixture.until(() => kinds().every(([, state]) => state === 'sent'))
      // A slip went out long before: the customer of a receipt without a PDF does not wait for it.
      expect(kinds()).toEqual([
        ['receipt', 'sent'],
        ['slip', 'sent'],
      ])
      expect([fixture.printer.printed.length, till.api.status().unprintedCount]).toEqual([2, 0])
    },
  )
})
