/**
 * A service the till has never met: what it may say in its own words, and what must not be believed
 * of it.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import type { HttpOutcome, HttpRequest } from '../../kernel/ports.ts'
import { LOST, receiptOf, sellOf } from '../../../../test/support/till-fixture.ts'
import { answered, isCreation } from '../../../../test/support/service-answers.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const { fixture, till, honest } = tillPerTest()
beforeEach(() => fixture.clock.advance(1_000))

const receipt = (saleId: SaleId) => receiptOf(till.api, saleId)
const bodyOf = (outcome: HttpOutcome): Record<string, unknown> =>
  outcome.kind === 'answered' ? (JSON.parse(outcome.bodyText) as Record<string, unknown>) : {}
const isNumbered = (saleId: SaleId) => receipt(saleId).issueState === 'numbered'
/** Asked again and again while time passes: the first that is not spares reading the others. */
const areNumbered = (sales: readonly SaleId[]) => sales.every(isNumbered)
/** What the service has of each sale, told by its reference. */
const foliosThere = (sales: readonly SaleId[]) =>
  sales.map(
    (saleId) =>
      fixture.service
        .created()
        .find(({ reference }) => reference === receipt(saleId).externalReference)?.folio,
  )

describe('an answer to another question', () => {
  /** Every answer to a creation comes one late: each is the one to the creation before. */
  const offByOne = (tell: (document: Record<string, unknown>) => unknown) => {
    let before: HttpOutcome = LOST
    fixture.service.answer = async (request) => {
      const outcome = await honest(request)
      if (!isCreation(request) || outcome.kind !== 'answered' || outcome.status !== 201)
        return outcome
      const late = before
      before = answered(201, tell(bodyOf(outcome)))
      return late
    }
  }

  it.each<[string, (document: Record<string, unknown>) => unknown]>([
    ['names its reference', (document) => document],
    ['names only id and folio', ({ id, number }) => ({ id, number })],
    ['names only id, folio and the same total', ({ id, number, total }) => ({ id, number, total })],
  ])("that %s gives no sale another's folio", async (_, tell) => {
    offByOne(tell)
    const sales = [sellOf(till.api), sellOf(till.api), sellOf(till.api), sellOf(till.api)]
    await fixture.until(() => areNumbered(sales), 600_000)
    expect(sales.map((saleId) => receipt(saleId).folio)).toEqual(foliosThere(sales))
    expect(fixture.service.created()).toHaveLength(4)
  })

  it('closes the connection it came on', async () => {
    let mistrusted = 0
    fixture.service.mistrust = () => {
      mistrusted += 1
    }
    offByOne((document) => document)
    const sales = [sellOf(till.api), sellOf(till.api)]
    await fixture.until(() => areNumbered(sales), 600_000)
    expect(mistrusted).toBeGreaterThan(0)
  })

  it('by the right id, with the reference of another, does not number the receipt', async () => {
    const strange = { id: '00000000-0000-4000-8000-000000000001', number: 900 }
    fixture.service.answer = async (request) => {
      const outcome = await honest(request)
      if (isCreation(request) && outcome.kind === 'answered' && outcome.status === 201)
        return answered(201, { id: strange.id })
      return request.path.includes('/by-id/')
        ? answered(200, { ...bodyOf(outcome), ...strange, external_reference: 'P9-OTHER' })
        : outcome
    }
    const saleId = sellOf(till.api)
    await fixture.clock.advance(60_000)
    expect(receipt(saleId).folio).not.toBe(900)
  })
})

describe('an answer in other words', () => {
  it.each<[string, (document: Record<string, unknown>) => HttpOutcome]>([
    ['wrapped in data', (document) => answered(201, { data: document })],
    ['naming nothing but a wrapped id', ({ id }) => answered(201, { data: { id } })],
    [
      'after a byte-order mark',
      (document) => ({
        kind: 'answered',
        status: 201,
        headers: {},
        bodyText: `\ufeff${JSON.stringify(document)}`,
      }),
    ],
    ['without any id', () => answered(200, { ok: true })],
  ])('%s numbers thirty receipts within two minutes', async (_, say) => {
    fixture.service.answer = async (request) => {
      const outcome = await honest(request)
      return isCreation(request) && outcome.kind === 'answered' && outcome.status === 201
        ? say(bodyOf(outcome))
        : outcome
    }
    const sales = Array.from({ length: 30 }, () => sellOf(till.api))
    await fixture.until(() => areNumbered(sales), 120_000)
    expect(sales.map((saleId) => receipt(saleId).folio)).toEqual(foliosThere(sales))
  })

  it('that calls its documents by numbers is read by them', async () => {
    const named = (outcome: HttpOutcome): HttpOutcome =>
      outcome.kind === 'answered'
        ? {
            ...outcome,
            bodyText: outcome.bodyText.replace(/"00000000-0000-4000-8000-0+(\d+)"/g, '$1'),
          }
        : outcome
    fixture.service.answer = async (request) => {
      const id = /by-id\/(\d+)$/.exec(request.path)?.[1]
      const path =
        id === undefined
          ? request.path
          : `/api/invoices/by-id/00000000-0000-4000-8000-${id.padStart(12, '0')}`
      const outcome = named(await honest({ ...request, path }))
      return isCreation(request) && outcome.kind === 'answered' && outcome.status === 201
        ? answered(201, { id: bodyOf(outcome)['id'] })
        : outcome
    }
    const saleId = sellOf(till.api)
    await fixture.until(() => areNumbered([saleId]), 20_000)
  })
})

describe('a service in trouble', () => {
  const isRead = ({ method }: HttpRequest) => method === 'GET'
  const readsOf = () =>
    fixture.service.requests.filter(
      (request) => isRead(request) && request.path.startsWith('/api/invoices'),
    )

  it.each<[string, HttpOutcome]>([
    [
      '429 for half a minute',
      { kind: 'answered', status: 429, bodyText: '{}', headers: { 'retry-after': '30' } },
    ],
    ['429 without a word', { kind: 'answered', status: 429, bodyText: '{}', headers: {} }],
    ['500', answered(500, { message: 'x'.repeat(3_000) })],
    ['404', answered(404, {})],
    ['no answer', LOST],
  ])(
    'that answers reads with %s is read a hundred and twenty times a minute at most',
    async (_, trouble) => {
      fixture.service.answer = async (request) => {
        if (isRead(request) && request.path.startsWith('/api/invoices')) return trouble
        const outcome = await honest(request)
        // Half of them without a number: those wait for their folio, the others for their paper.
        return isCreation(request) &&
          outcome.kind === 'answered' &&
          Number(bodyOf(outcome)['number']) % 2 === 0
          ? answered(201, { ...bodyOf(outcome), number: null })
          : outcome
      }
      for (let sale = 0; sale < 130; sale += 1) sellOf(till.api)
      await fixture.until(() => fixture.service.created().length === 130, 300_000)
      for (let minute = 0; minute < 2; minute += 1) {
        const before = readsOf().length
        await fixture.clock.advance(60_000)
        expect(readsOf().length - before).toBeLessThanOrEqual(120)
      }
      fixture.service.answer = honest
      await fixture.until(() => till.api.status().pendingCount === 0, 1_800_000)
    },
    120_000,
  )

  it.each<[string, HttpOutcome]>([
    [
      'a redirect',
      {
        kind: 'answered',
        status: 302,
        bodyText: '',
        headers: { location: 'https://portal.example/' },
      },
    ],
    [
      "a captive portal's page",
      {
        kind: 'answered',
        status: 200,
        bodyText: ' <!doctype html><title>Wi-Fi</title>',
        headers: {},
      },
    ],
    ['429', { kind: 'answered', status: 429, bodyText: '{}', headers: {} }],
  ])('is not called online behind %s', async (_, outcome) => {
    fixture.service.answer = (request) => (isRead(request) ? outcome : honest(request))
    await fixture.clock.advance(30_000)
    expect(till.api.status().connection).not.toBe('online')
    fixture.service.answer = honest
    await fixture.until(() => till.api.status().connection === 'online', 30_000)
  })
})

describe('some paper within fifteen seconds of the sale', () => {
  const papers = () =>
    fixture.printer.printed.map((order) => Buffer.from(order.pdf).toString().slice(9))

  const later = (delayMs: number, outcome: HttpOutcome) =>
    new Promise<HttpOutcome>((resolve) => {
      fixture.clock.after(delayMs, () => resolve(outcome))
    })
  /** What is under way ends, so that the till can. */
  const calm = async () => {
    fixture.service.answer = () => LOST
    await fixture.clock.advance(61_000)
  }

  it.each<
    [string, (request: HttpRequest, outcome: HttpOutcome) => HttpOutcome | Promise<HttpOutcome>]
  >([
    [
      'a document accepted without a number',
      (request, outcome) =>
        /pdf|download/.test(request.path)
          ? answered(404, {})
          : answered(200, { ...bodyOf(outcome), number: null }),
    ],
    [
      'no PDF',
      (request, outcome) => (request.path.includes('/download') ? answered(404, {}) : outcome),
    ],
    [
      'a PDF that takes a minute',
      (request, outcome) => (request.path.includes('/download') ? later(60_000, outcome) : outcome),
    ],
    [
      'a type that is closed by a 404',
      (request, outcome) => (isCreation(request) ? answered(404, {}) : outcome),
    ],
  ])('with %s', async (_, twist) => {
    fixture.service.answer = async (request) =>
      request.path.startsWith('/api/invoices')
        ? twist(request, await honest(request))
        : honest(request)
    sellOf(till.api)
    await fixture.clock.advance(15_000)
    expect(papers()).toEqual(['slip'])
    sellOf(till.api)
    await fixture.clock.advance(15_000)
    expect(papers()).toEqual(['slip', 'slip'])
    await calm()
  })

  it('is the receipt itself for the next customer after an outage, before all that waited', async () => {
    fixture.service.answer = () => LOST
    for (let sale = 0; sale < 150; sale += 1) sellOf(till.api)
    await fixture.clock.advance(1_200_000)
    fixture.service.answer = async (request) => {
      const outcome = await honest(request)
      return later(request.path.includes('/download') ? 400 : 150, outcome)
    }
    await fixture.until(() => till.api.status().connection === 'online', 60_000)
    const saleId = sellOf(till.api)
    await fixture.until(() => receipt(saleId).receiptPrintState === 'sent', 10_000)
    expect(till.api.status().pendingCount).toBeGreaterThan(20)
    await calm()
  }, 60_000)
})

describe('a refusal after a lost answer', () => {
  const REFUSED = { code: 'SIN_FOLIOS', message: 'No quedan folios.' }
  const invalid = answered(200, {
    valid: false,
    validation_errors: [{ field: 'items', code: 'ITEMS', message: 'no' }],
  })
  /**
   * The first answer is lost after the service has issued, and from then on it refuses whatever
   * comes under that reference.
   */
  const refuseAfterLoss = (isKept: boolean) => {
    fixture.service.answer = async (request) => {
      if (request.path.startsWith('/api/invoices/validate')) return invalid
      if (!isCreation(request)) return honest(request)
      const isFirst = fixture.service.requests.filter(isCreation).length === 1
      if (isFirst && isKept) await honest(request)
      return isFirst ? LOST : answered(422, REFUSED)
    }
  }

  it('proves nothing: the document is found, and the sale is neither deleted nor sent changed', async () => {
    refuseAfterLoss(true)
    const saleId = sellOf(till.api)
    await fixture.until(() => receipt(saleId).issueState === 'numbered', 120_000)
    expect(fixture.service.created()).toHaveLength(1)
    expect(receipt(saleId).folio).toBe(1)
  })

  it('counts once a search that could see has found nothing', async () => {
    refuseAfterLoss(false)
    const saleId = sellOf(till.api)
    await fixture.until(() => receipt(saleId).issueState === 'reconciling', 60_000)
    expect(await till.api.deleteReceipt({ saleId, reason: 'prueba' })).toMatchObject({
      ok: false,
      refusal: { code: 'DELETE_FATE_UNKNOWN' },
    })
    await fixture.until(() => receipt(saleId).issueState === 'rejected', 120_000)
    expect(await till.api.deleteReceipt({ saleId, reason: 'prueba' })).toEqual({
      ok: true,
      value: 'done',
    })
  })

  it.each<[string, RegExp, number]>([
    ['without a list of folios', /companies|\/39\/\d+$/, 404],
    ['where the service reads nothing by its folio', /\/39\/\d+$/, 405],
    ['where it lets nobody read by folio', /\/39\/\d+$/, 403],
    ['where it knows other codes in the path', /\/39\/\d+$/, 400],
  ])('leaves it where it may be when the search could not see, %s', async (_, path, status) => {
    refuseAfterLoss(true)
    const refusing = fixture.service.answer
    fixture.service.answer = (request) =>
      request.method === 'GET' && path.test(request.path) ? answered(status, {}) : refusing(request)
    const saleId = sellOf(till.api)
    await fixture.until(() => receipt(saleId).issueState === 'rejected', 300_000)
    expect(await till.api.deleteReceipt({ saleId, reason: 'prueba' })).toMatchObject({
      ok: false,
      refusal: { code: 'DELETE_FATE_UNKNOWN' },
    })
    expect(till.api.resendFixed({ saleId, recipient: null })).toMatchObject({
      ok: false,
      refusal: { code: 'RECEIPT_NOT_REFUSED' },
    })
  })
})
