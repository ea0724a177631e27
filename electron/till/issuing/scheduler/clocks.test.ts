/** What the clocks say: of a machine that slept, and of the hour to issue in. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { LOST, receiptOf, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import type { TillFixture } from '../../../../test/support/till-fixture.ts'
import { answered, isCreation } from '../../../../test/support/service-answers.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const MINUTE_MS = 60_000
const { fixture, till, honest } = tillPerTest()
beforeEach(() => fixture.clock.advance(1_000))

const sell = (...codes: string[]) => sellOf(till.api, ...codes)
const receipt = (saleId: SaleId) => receiptOf(till.api, saleId)

describe('a machine that slept', () => {
  /** A receipt whose answer does not come, and how far the clocks then stand ahead. */
  async function sendThenSleep(
    sleptMs: number,
    clocks: (shiftMs: () => number) => Partial<TillFixture['clock']>,
  ): Promise<SaleId> {
    await till.stop()
    let isAwake = false
    fixture.service.exchange = (request, signal) =>
      !isAwake && isCreation(request)
        ? new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve(LOST))
          })
        : Promise.resolve(honest(request))
    await fixture.open({ clock: { ...fixture.clock, ...clocks(() => (isAwake ? sleptMs : 0)) } })
    await fixture.clock.advance(1_000)
    const saleId = sell()
    await fixture.clock.advance(5_000)
    isAwake = true
    return saleId
  }
  const wallOf = (shiftMs: () => number) => () =>
    (fixture.clock.now() + shiftMs()) as ReturnType<TillFixture['clock']['now']>

  it('sends what was under way again with the same bytes, and no wait lies days ahead', async () => {
    const saleId = await sendThenSleep(-2 * 24 * 60 * MINUTE_MS, (shiftMs) => ({
      now: wallOf(shiftMs),
    }))
    await fixture.clock.advance(40_000)
    expect(receipt(saleId)).toMatchObject({ issueState: 'numbered', attempts: 2 })
    expect(fixture.service.created()).toHaveLength(1)
  })

  it('is noticed also where the steady clock runs on in its sleep, as on Windows and macOS', async () => {
    const saleId = await sendThenSleep(2 * 60 * MINUTE_MS, (shiftMs) => ({
      now: wallOf(shiftMs),
      monotonicMs: () => fixture.clock.monotonicMs() + shiftMs(),
    }))
    // Long before anybody gives up waiting for the answer.
    await fixture.clock.advance(5_000)
    expect(receipt(saleId)).toMatchObject({ issueState: 'numbered', attempts: 2 })
  })
})

describe('the status', () => {
  it('tells folios left, the clock of the service, and the hour to issue from when it came back', async () => {
    const { clock } = fixture
    fixture.service.answer = () => UNREACHABLE
    const saleId = sell()
    await clock.advance(30 * MINUTE_MS)
    expect(till.api.status()).toMatchObject({
      issueDeadlineAt: null,
      oldestPendingAt: receipt(saleId).soldAt,
    })
    fixture.service.answer = async (request) => {
      if (isCreation(request)) return answered(503, {})
      const outcome = await honest(request)
      return outcome.kind === 'answered'
        ? { ...outcome, headers: { date: new Date(clock.now() + 5 * MINUTE_MS).toUTCString() } }
        : outcome
    }
    await clock.advance(10_000)
    const { issueDeadlineAt, clockSkewMs, folioStock } = till.api.status()
    expect(issueDeadlineAt).toBeGreaterThan(clock.now() + 59 * MINUTE_MS)
    expect(issueDeadlineAt).toBeLessThanOrEqual(clock.now() + 60 * MINUTE_MS)
    expect(Math.round((clockSkewMs ?? 0) / MINUTE_MS)).toBe(5)
    expect(folioStock).toContainEqual({
      documentType: '39',
      left: 5_000,
      isLow: false,
      expiresOn: '2027-05-20',
    })
  })
})
