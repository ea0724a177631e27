/**
 * Looking for a lost document where the service helps little: no list of folios, no reading by
 * folio, hours of errors.
 */
import { beforeEach, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import type { HttpOutcome, HttpRequest } from '../../kernel/ports.ts'
import { LOST, receiptOf, sellOf } from '../../../../test/support/till-fixture.ts'
import {
  answered,
  isCreation,
  isByFolio,
  textOf,
} from '../../../../test/support/service-answers.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'

/** Its folios begin in the middle of somebody else's numbers. */
const FIRST_FOLIO = 5_001
const MINUTE_MS = 60_000
let honest: (request: HttpRequest) => Promise<HttpOutcome>
const { fixture, till } = fixturePerTest()
beforeEach(async () => {
  const { answer } = fixture.service
  honest = async (request) =>
    shifted(
      await answer({
        ...request,
        path: request.path.replace(
          /\/(39|41)\/(\d+)/,
          (_, type, folio) => `/${type as string}/${Number(folio) - FIRST_FOLIO + 1}`,
        ),
      }),
      FIRST_FOLIO - 1,
    )
  fixture.service.answer = (request) =>
    request.path.startsWith('/api/companies') ? answered(404, {}) : honest(request)
  await fixture.open()
  await fixture.clock.advance(1_000)
})

const shifted = (outcome: HttpOutcome, by: number): HttpOutcome =>
  outcome.kind === 'answered'
    ? {
        ...outcome,
        bodyText: outcome.bodyText.replace(
          /"number":(\d+)/,
          (_, folio) => `"number":${Number(folio) + by}`,
        ),
      }
    : outcome
const walked = () => fixture.service.requests.filter(isByFolio)
const receipt = (saleId: SaleId) => receiptOf(till.api, saleId)
const numbered = (saleId: SaleId) => receipt(saleId).issueState === 'numbered'

/** The service has it, and never says which one it is. */
async function lose(): Promise<SaleId> {
  const before = fixture.service.answer
  const saleId = sellOf(till.api)
  const { externalReference } = receipt(saleId)
  let isLost = false
  fixture.service.answer = async (request) => {
    const outcome = await before(request)
    if (
      !isCreation(request) ||
      !Buffer.from(request.body ?? [])
        .toString()
        .includes(externalReference)
    )
      return outcome
    if (isLost) return answered(400, { message: 'DUPLICATE_EXTERNAL_REFERENCE' })
    isLost = true
    return LOST
  }
  await fixture.until(() => receipt(saleId).issueState === 'reconciling', 60_000)
  return saleId
}

it('starts at the folios of the receipts that came after it, on a first day without a list of folios', async () => {
  const lost = await lose()
  await fixture.clock.advance(20_000)
  expect(numbered(lost)).toBe(false)
  const next = sellOf(till.api)
  await fixture.until(() => numbered(next), 20_000)
  await fixture.until(() => numbered(lost), 3 * MINUTE_MS)
  expect(receipt(lost).folio).toBe(FIRST_FOLIO)
  // Whatever was read lies where folios are, or was the one first look at the beginning of all
  // numbers.
  expect(
    walked()
      .filter(({ path }) => Number(path.split('/').at(-1)) > 25)
      .every(({ path }) => Math.abs(Number(path.split('/').at(-1)) - FIRST_FOLIO) < 30),
  ).toBe(true)
})

it('does not believe a refusal on such a day before it knows where folios are', async () => {
  const before = fixture.service.answer
  const doubted = sellOf(till.api)
  const { externalReference } = receipt(doubted)
  let isLost = false
  fixture.service.answer = async (request) => {
    if (!textOf(request).includes(externalReference)) return before(request)
    if (request.path.includes('validate'))
      return answered(200, { valid: false, validation_errors: [{ field: 'total', code: 'x' }] })
    if (isLost) return answered(422, { code: 'INVALID', message: 'no' })
    isLost = true
    await before(request)
    return LOST
  }
  await fixture.until(() => receipt(doubted).issueState === 'reconciling', 60_000)
  await fixture.clock.advance(60 * MINUTE_MS)
  expect(receipt(doubted).issueState).toBe('reconciling')
  const next = sellOf(till.api)
  await fixture.until(() => numbered(next), 20_000)
  await fixture.until(() => numbered(doubted), 1.5 * MINUTE_MS)
  expect(receipt(doubted).folio).toBe(FIRST_FOLIO)
})

it('finds what lies among the folios of other tills, below and above what this one knows', async () => {
  const others = async (count: number) => {
    for (let sale = 0; sale < count; sale += 1) {
      await honest({
        method: 'POST',
        path: '/api/invoices',
        timeoutMs: 1,
        body: Buffer.from(
          JSON.stringify({
            external_reference: `P9-${fixture.service.created().length}`,
            invoice_type: '39',
            invoice_date: '2026-11-20',
            items: [{}],
            totals: { total: 1 },
          }),
        ),
      })
    }
  }
  await others(40)
  const lost = await lose()
  await others(60)
  const next = sellOf(till.api)
  await fixture.until(() => numbered(next), 20_000)
  await fixture.until(() => numbered(lost), 5 * MINUTE_MS)
  expect(receipt(lost).folio).toBe(FIRST_FOLIO + 40)
})

it.each([405, 501])(
  'stops at the first %i, and asks a person soon instead of after a day',
  async (status) => {
    const known = sellOf(till.api)
    await fixture.until(() => numbered(known), 20_000)
    const answer = fixture.service.answer
    fixture.service.answer = (request) =>
      isByFolio(request) ? answered(status, {}) : answer(request)
    const lost = await lose()
    await fixture.until(() => receipt(lost).issueState === 'attention', 2 * MINUTE_MS)
    expect(receipt(lost).lastErrorCode).toBe('DOCUMENT_UNKNOWN_ID')
    expect(walked()).toHaveLength(3)
  },
)

it('is not tired by walks that could not see: once the service can be read, what is lost is found within a minute', async () => {
  const known = sellOf(till.api)
  await fixture.until(() => numbered(known), 20_000)
  const answer = fixture.service.answer
  let isWell = false
  fixture.service.answer = (request) =>
    !isWell && isByFolio(request) ? answered(500, {}) : answer(request)
  const lost = await lose()
  await fixture.clock.advance(30 * MINUTE_MS)
  // Its number is told a little late, as some services do.
  fixture.service.answer = (request) => (isByFolio(request) ? answered(404, {}) : answer(request))
  await fixture.clock.advance(MINUTE_MS)
  isWell = true
  fixture.service.answer = answer
  await fixture.clock.advance(MINUTE_MS)
  expect(receipt(lost)).toMatchObject({ issueState: 'numbered', folio: FIRST_FOLIO + 1 })
})

it('is found below a folio that lies far above all others', async () => {
  const first = sellOf(till.api)
  await fixture.until(() => numbered(first), 20_000)
  const usual = fixture.service.answer
  // One receipt gets its number out of another range.
  const far = sellOf(till.api)
  const { externalReference } = receipt(far)
  fixture.service.answer = async (request) => {
    const outcome = await usual(request)
    return outcome.kind === 'answered' && outcome.bodyText.includes(externalReference)
      ? { ...outcome, bodyText: outcome.bodyText.replace(/"number":\d+/, '"number":900000') }
      : outcome
  }
  await fixture.until(() => numbered(far), 20_000)
  const lost = await lose()
  await fixture.until(() => numbered(lost), 20 * MINUTE_MS)
  expect(receipt(lost).folio).toBe(FIRST_FOLIO + 2)
})

it('is not given up for one 405 of a gateway after many walks', async () => {
  const usual = fixture.service.answer
  let status = 404
  fixture.service.answer = (request) => (isByFolio(request) ? answered(status, {}) : usual(request))
  const lost = await lose()
  await fixture.clock.advance(10 * MINUTE_MS)
  const before = walked().length
  status = 405
  await fixture.until(() => walked().length > before, 20 * MINUTE_MS)
  status = 404
  await fixture.clock.advance(MINUTE_MS)
  expect([before > 3, receipt(lost).issueState]).toEqual([true, 'reconciling'])
})
