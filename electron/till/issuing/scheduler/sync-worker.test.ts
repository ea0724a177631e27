import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { systemRandomness } from '../../adapters/system.ts'
import type { HttpRequest } from '../../kernel/ports.ts'
import {
  FIXTURE_SERVICE,
  LOST,
  receiptOf,
  sellOf,
  UNREACHABLE,
} from '../../../../test/support/till-fixture.ts'
import type { TillFixture } from '../../../../test/support/till-fixture.ts'
import { answered } from '../../../../test/support/service-answers.ts'
import { printedPapers } from '../../../../test/support/printed-papers.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const { fixture, till, honest } = tillPerTest()
beforeEach(() => fixture.clock.advance(1_000))

const sell = (...codes: string[]) => sellOf(till.api, ...codes)
const receipt = (saleId: SaleId) => receiptOf(till.api, saleId)
const papers = () => printedPapers(fixture)
const creations = () => fixture.service.requests.filter((request) => request.method === 'POST')
/** The first receipt sent is refused from then on, and validation says what for. */
function refuse(error: { field: string; code: string; message: string } | null): void {
  let refused: string | null = null
  fixture.service.answer = (request) => {
    if (request.method !== 'POST') return honest(request)
    const { external_reference: reference } = JSON.parse(
      Buffer.from(request.body ?? []).toString(),
    ) as { external_reference: string }
    refused ??= reference
    if (reference !== refused) return honest(request)
    const errors = error === null ? [] : [error]
    if (request.path.startsWith('/api/invoices/validate'))
      return answered(200, { valid: error === null, validation_errors: errors })
    return answered(422, { code: error?.code ?? 'STRANGE', message: 'no', errors })
  }
}
const failOnCreate = (answer: ReturnType<typeof honest>) => (request: HttpRequest) =>
  request.method === 'POST' ? answer : honest(request)

describe('online', () => {
  it('issues, fetches the PDF and prints, without anyone pressing anything', async () => {
    const saleId = sell()
    await fixture.until(() => papers().length > 0, 5_000)
    expect(receipt(saleId)).toMatchObject({
      issueState: 'numbered',
      folio: 1,
      receiptPrintState: 'sent',
      authorityStatus: 'APR',
      soldOffline: false,
    })
    expect(papers()).toEqual(['receipt'])
    expect(till.api.status()).toMatchObject({ connection: 'online', pendingCount: 0 })
  })

  it('keeps the order of sales and never more than four in flight', async () => {
    let inFlight = 0
    let most = 0
    fixture.service.answer = async (request) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      await new Promise((resolve) => setImmediate(resolve))
      inFlight -= 1
      return honest(request)
    }
    const sales = Array.from({ length: 12 }, () => sell())
    await fixture.until(() => papers().length === 12, 900_000)
    expect(sales.map((saleId) => receipt(saleId).folio)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
    expect(most).toBeLessThanOrEqual(4)
  })
})

describe('offline', () => {
  it('hands over one slip at once; the receipt follows by itself when the service is back', async () => {
    fixture.service.answer = () => UNREACHABLE
    const saleId = sell()
    await fixture.until(() => papers().length > 0, 5_000)
    expect(papers()).toEqual(['slip'])
    expect(receipt(saleId)).toMatchObject({ issueState: 'queued', soldOffline: true })
    expect(till.api.status()).toMatchObject({
      connection: 'offline',
      pendingCount: 1,
      connectionCause: 'SERVICE_UNREACHABLE',
    })
    await fixture.clock.advance(3_600_000)
    fixture.service.answer = honest
    await fixture.until(() => papers().length > 1, 15_000)
    expect(papers()).toEqual(['slip', 'receipt'])
    expect(receipt(saleId)).toMatchObject({ issueState: 'numbered', folio: 1, date: '2026-11-20' })
  })

  it('prints what went out before an outage soon after it, not as late again as the outage was long', async () => {
    fixture.service.answer = (request) => (request.method === 'POST' ? LOST : honest(request))
    sell()
    await fixture.clock.advance(5_000)
    fixture.service.answer = () => UNREACHABLE
    for (let sale = 0; sale < 8; sale += 1) sell()
    await fixture.clock.advance(3_600_000)
    fixture.service.answer = honest
    await fixture.until(
      () => papers().filter((paper) => paper === 'receipt').length === 9,
      1_800_000,
    )
  })

  it('waits five minutes at most for a type it was refused, whatever becomes of the clock meanwhile', async () => {
    fixture.service.answer = failOnCreate(answered(404, {}))
    const saleId = sell()
    await fixture.until(() => receipt(saleId).lastErrorCode === 'DOCUMENT_TYPE_REFUSED', 5_000)
    fixture.clock.jumpWallClock(-19 * 3_600_000)
    fixture.service.answer = honest
    await fixture.until(() => receipt(saleId).issueState === 'numbered', 360_000)
  })

  it('survives a restart of the till', async () => {
    fixture.service.answer = () => UNREACHABLE
    const sales = [sell(), sell('201')]
    await fixture.clock.advance(50)
    await till.stop()
    fixture.service.answer = honest
    await fixture.open()
    await fixture.clock.advance(10_000)
    expect(sales.map((saleId) => receipt(saleId).issueState)).toEqual(['numbered', 'numbered'])
    expect(fixture.service.created()).toHaveLength(2)
  })

  it('does not knock once per receipt while the service is away', async () => {
    fixture.service.answer = () => UNREACHABLE
    for (let sale = 0; sale < 30; sale += 1) sell()
    await fixture.clock.advance(600_000)
    expect(creations().length).toBeLessThanOrEqual(4)
  })
})

describe('a service in trouble for hours', () => {
  it('is tried by one receipt a minute at most; two that pass wake all the others', async () => {
    await till.stop()
    // Every wait is as long as it may be.
    const longest = {
      bytes: (count: number) =>
        count === 1 ? new Uint8Array([255]) : systemRandomness.bytes(count),
    }
    await fixture.open({ randomness: longest })
    fixture.service.answer = failOnCreate(answered(502, {}))
    const sales = Array.from({ length: 8 }, () => sell())
    await fixture.clock.advance(2 * 3_600_000)
    const before = creations().length
    await fixture.clock.advance(3_600_000)
    expect(creations().length - before).toBeLessThanOrEqual(61)
    fixture.service.answer = honest
    const numbered = () =>
      sales.filter((saleId) => receipt(saleId).issueState === 'numbered').length
    await fixture.until(() => numbered() >= 2, 600_000)
    await fixture.clock.advance(10_000)
    expect(numbered()).toBe(sales.length)
  })
})

describe('a till that waits', () => {
  it('sleeps until something is due while every creation fails, instead of looking every second', async () => {
    await till.stop()
    let timers = 0
    const after: TillFixture['clock']['after'] = (delayMs, callback) => {
      timers += 1
      return fixture.clock.after(delayMs, callback)
    }
    await fixture.open({ clock: { ...fixture.clock, after } })
    fixture.service.answer = failOnCreate(answered(502, {}))
    for (let sale = 0; sale < 8; sale += 1) sell()
    await fixture.clock.advance(600_000)
    timers = 0
    await fixture.clock.advance(3_600_000)
    // One a second would be 3,600 for the looks alone; the rest is the connection being looked at,
    // and the tries.
    expect(timers).toBeLessThan(1_800)
  }, 60_000)
})

describe('never twice', () => {
  it('sends the same bytes after a lost answer, and takes the duplicate for what it is', async () => {
    let lose = true
    fixture.service.answer = (request) => {
      const answer = honest(request)
      if (request.method === 'POST' && lose) {
        lose = false
        return LOST
      }
      return answer
    }
    const saleId = sell()
    await fixture.until(() => papers().includes('receipt'))
    await fixture.clock.advance(120_000)
    expect(receipt(saleId)).toMatchObject({ issueState: 'numbered', folio: 1 })
    expect(fixture.service.created()).toHaveLength(1)
    expect(
      new Set(creations().map((request) => Buffer.from(request.body ?? []).toString())).size,
    ).toBe(1)
    expect(papers().filter((paper) => paper === 'receipt')).toHaveLength(1)
  })

  it('never adopts a document that carries another reference', async () => {
    fixture.service.answer = failOnCreate({
      kind: 'answered',
      status: 409,
      headers: {},
      bodyText: JSON.stringify({
        code: 'DUPLICATE_EXTERNAL_REFERENCE',
        document_id: '00000000-0000-4000-8000-000000000001',
      }),
    })
    const foreign = honest({
      method: 'POST',
      path: '/api/invoices',
      timeoutMs: 1,
      body: Buffer.from(
        JSON.stringify({
          external_reference: 'P9-OTHER',
          invoice_type: '39',
          totals: { total: 1 },
        }),
      ),
    })
    expect(await foreign).toMatchObject({ status: 201 })
    const saleId = sell()
    await fixture.clock.advance(60_000)
    expect(receipt(saleId)).toMatchObject({ issueState: 'reconciling', folio: null })
    expect(fixture.service.created()).toHaveLength(1)
  })
})

describe('one bad receipt', () => {
  it('is set aside with its cause and does not hold the others', async () => {
    refuse({ field: 'total', code: 'INVOICE_TOTALS_MISMATCH', message: 'no cuadra' })
    const [bad, good] = [sell(), sell()]
    await fixture.clock.advance(60_000)
    expect(receipt(bad)).toMatchObject({
      issueState: 'rejected',
      lastErrorCode: 'INVOICE_TOTALS_MISMATCH',
      lastErrorText: 'no cuadra',
    })
    expect(receipt(good)).toMatchObject({ issueState: 'numbered' })
    expect(till.api.status()).toMatchObject({ attentionCount: 1 })
  })

  it('with a server error does not run at every look, and the others go through', async () => {
    fixture.service.answer = (request) => {
      const isBad = request.method === 'POST' && Buffer.from(request.body ?? []).includes('"41"')
      return isBad
        ? { kind: 'answered', status: 500, headers: {}, bodyText: 'boom' }
        : honest(request)
    }
    const [bad, good] = [sell('201'), sell('101')]
    await fixture.clock.advance(300_000)
    expect(receipt(good)).toMatchObject({ issueState: 'numbered' })
    expect(receipt(bad)).toMatchObject({ issueState: 'queued', lastErrorCode: 'SERVICE_ERROR' })
    expect(
      creations().filter((request) => Buffer.from(request.body ?? []).includes('"41"')).length,
    ).toBeLessThan(25)
  })

  it('that is refused for what it says tells that its type is taken again', async () => {
    fixture.service.answer = failOnCreate(answered(404, {}))
    const [refused, good] = [sell(), sell()]
    await fixture.until(() => till.api.status().closedTypes.length === 1, 5_000)
    refuse({ field: 'recipient.document_number', code: 'INVALID_RUT', message: 'RUT' })
    await fixture.until(
      () => [refused, good].some((saleId) => receipt(saleId).issueState === 'rejected'),
      310_000,
    )
    await fixture.until(
      () => [refused, good].some((saleId) => receipt(saleId).issueState === 'numbered'),
      10_000,
    )
  })

  it('is not the one that finds out whether its type is taken again', async () => {
    const bad = sell('201')
    const reference = receipt(bad).externalReference
    const isBad = (request: HttpRequest) => Buffer.from(request.body ?? []).includes(reference)
    const boom = answered(500, {})
    const failing = (request: HttpRequest) =>
      request.method === 'POST' && isBad(request) ? boom : honest(request)
    fixture.service.answer = failing
    await fixture.until(() => creations().length === 2, 30_000)
    const closed = (request: HttpRequest) =>
      Buffer.from(request.body ?? []).includes('"41"') ? answered(404, {}) : honest(request)
    fixture.service.answer = (request) =>
      request.method === 'POST' && !isBad(request) ? closed(request) : failing(request)
    const good = sell('201')
    await fixture.until(() => till.api.status().closedTypes.length === 1, 300_000)
    fixture.service.answer = failing
    // The service is well as far as the others can tell: this is about the type alone.
    const other = sell('101')
    await fixture.until(() => receipt(other).issueState === 'numbered', 60_000)
    await fixture.until(() => receipt(good).issueState === 'numbered', 310_000)
    expect(receipt(bad).issueState).toBe('queued')
  })
})

describe('what the service says of one receipt', () => {
  it('does not keep its type closed: a bad one that goes first leaves the others no second wait', async () => {
    const closed = (request: HttpRequest) =>
      Buffer.from(request.body ?? []).includes('"41"') ? answered(404, {}) : honest(request)
    fixture.service.answer = closed
    const good = sell('201')
    await fixture.until(() => till.api.status().closedTypes.length === 1, 30_000)
    // Never sent so far, so it has failed least: it finds out for all.
    const bad = receipt(sell('201')).externalReference
    fixture.service.answer = (request) =>
      request.method === 'POST' && Buffer.from(request.body ?? []).includes(bad)
        ? answered(500, {})
        : honest(request)
    await fixture.clock.advance(330_000)
    expect(
      creations().filter((request) => Buffer.from(request.body ?? []).includes(bad)).length,
    ).toBeGreaterThan(0)
    expect(receipt(good).issueState).toBe('numbered')
  })

  it('a folio that comes a little later is fetched soon after, however long ago the receipt was first sent', async () => {
    fixture.service.answer = (request) => (request.method === 'POST' ? LOST : honest(request))
    const saleId = sell()
    await fixture.clock.advance(2_000)
    fixture.service.answer = () => UNREACHABLE
    await fixture.clock.advance(3_600_000)
    let numberedAtMs = Infinity
    const early = (outcome: Awaited<ReturnType<typeof honest>>) =>
      outcome.kind === 'answered' && fixture.clock.monotonicMs() < numberedAtMs
        ? { ...outcome, bodyText: outcome.bodyText.replace(/"number":\d+/, '"number":null') }
        : outcome
    fixture.service.answer = async (request) => {
      const outcome = await honest(request)
      if (request.method === 'POST') numberedAtMs = fixture.clock.monotonicMs() + 5_000
      return early(outcome)
    }
    await fixture.until(() => receipt(saleId).issueState === 'accepted', 30_000)
    await fixture.clock.advance(20_000)
    expect(receipt(saleId)).toMatchObject({ issueState: 'numbered', folio: 1 })
  })
})

describe('a refused key', () => {
  it('keeps every receipt, says why, and goes on when the key is mended', async () => {
    // A key of the environment is mended there; this one is kept by the till.
    await till.stop()
    await fixture.open({
      apiKeyFromHost: null,
      serviceKey: { load: async () => FIXTURE_SERVICE.key, save: async () => {} },
    })
    fixture.service.answer = () => ({ kind: 'answered', status: 401, headers: {}, bodyText: '{}' })
    const saleId = sell()
    await fixture.clock.advance(30_000)
    expect(till.api.status()).toMatchObject({
      connection: 'trouble',
      connectionCause: 'API_KEY_REFUSED',
      pendingCount: 1,
    })
    expect(creations().length).toBeLessThanOrEqual(2)
    fixture.service.answer = honest
    await till.api.saveSettings({ apiKey: 'a-new-key-1234' })
    await fixture.clock.advance(5_000)
    expect(receipt(saleId)).toMatchObject({ issueState: 'numbered' })
  })
})
