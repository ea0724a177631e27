/** A machine's clock that is set wrong by more than half a day, and set right while papers wait. */
import { expect, it } from 'vitest'
import { onlineTillPerTest } from '../../../test/support/till-per-test.ts'
import { NOON, sellOf } from '../../../test/support/till-fixture.ts'

const DAY_MS = 24 * 3_600_000
const { fixture, till, honest } = onlineTillPerTest()

it.each([1, 365, -1, -365])(
  'dates what is sold as the service does, with a clock that is %i days ahead',
  async (days) => {
    fixture.clock.jumpWallClock(days * DAY_MS)
    fixture.service.answer = async (request) => {
      const outcome = await honest(request)
      const date = new Date(NOON + fixture.clock.monotonicMs()).toUTCString()
      return outcome.kind === 'answered' ? { ...outcome, headers: { date } } : outcome
    }
    await fixture.until(() => till.api.status().clockSkewMs !== null, 60_000)
    sellOf(till.api)
    await fixture.until(() => fixture.service.created().length === 1, 60_000)
    expect(fixture.service.created()[0]?.body).toContain('"invoice_date":"2026-11-20"')
  },
)

it.each([1, -1])(
  'asks about every paper that waits, once the clock is set by %i day',
  async (days) => {
    const sent = fixture.printer.answer
    fixture.printer.answer = () => ({ kind: 'held', reason: 'PAPER_OUT', detail: '' })
    for (let sale = 0; sale < 3; sale += 1) sellOf(till.api)
    await fixture.until(() => till.api.status().pendingCount === 0)
    fixture.clock.jumpWallClock(days * DAY_MS)
    fixture.printer.answer = sent
    await fixture.clock.advance(60_000)
    expect(fixture.printer.printed).toEqual([])
    expect(till.api.status().latePapers).toMatchObject({ count: 3 })
  },
)
