/**
 * The 135 UF attacked: at the turn of the year in Chile's time, over midnight, by formulas in
 * names, and by hands without a right.
 */
import { expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { commitOf, manualClock } from '../../../test/support/till-fixture.ts'
import { freeAmount } from '../../../test/support/free-amount.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import type { Till } from '../till.ts'

const BUYER = { rut: '60803000-K', legalName: 'Panadería Ñandú Ltda.', phone: '', email: '' }
/** The first second of 2027 in Santiago, which is three hours behind in summer. */
const NEW_YEAR = Date.UTC(2027, 0, 1, 3) as EpochMs
const HOUR_MS = 3_600_000
const { fixture } = fixturePerTest()

const at = (ms: number, changes = {}) =>
  fixture.open({ clock: manualClock(ms as EpochMs), pinCost: 4, ...changes })
function sell(till: Till, clpEach: number, recipient: typeof BUYER | null = null) {
  return till.api.commitSale({ ...commitOf(till.api, freeAmount(clpEach)), recipient })
}

it('changes with the first second of the year at the counter, without anybody closing the till', async () => {
  const clock = manualClock((NEW_YEAR - 1_000) as EpochMs)
  const till = await fixture.open({ clock })
  await till.api.saveSettings({
    buyerLimits: [
      { year: 2026, limitClp: 10_000 },
      { year: 2027, limitClp: 12_000 },
    ],
  })
  expect(sell(till, 11_000)).toMatchObject({ refusal: { code: 'BUYER_REQUIRED' } })
  clock.jumpWallClock(1_000)
  expect(till.api.bootstrap().buyerRequiredFromClp).toBe(12_000)
  expect(sell(till, 11_000)).toMatchObject({ ok: true })
  expect(sell(till, 12_000, BUYER)).toMatchObject({ ok: true })
  const rows = (year: number) => {
    const found = till.api.identifiedSales({ year })
    return found.ok ? found.value.rows.map(({ date, totalClp }) => [date, totalClp]) : null
  }
  expect([rows(2026), rows(2027)]).toEqual([[], [['2027-01-01', 12_000]]])
})

it('a year without its figure takes the last one known, also when later ones were entered first', async () => {
  const till = await at(NEW_YEAR)
  await till.api.saveSettings({
    buyerLimits: [
      { year: 2028, limitClp: 30_000 },
      { year: 2025, limitClp: 10_000 },
    ],
  })
  expect(till.api.bootstrap()).toMatchObject({
    buyerRequiredFromClp: 10_000,
    missingLimitYear: 2027,
  })
  expect(sell(till, 10_000)).toMatchObject({ refusal: { code: 'BUYER_REQUIRED' } })
})

it.each([
  [Date.UTC(2027, 3, 4, 2, 59), '2027-04-03'],
  [Date.UTC(2027, 3, 4, 3, 30), '2027-04-03'],
  [Date.UTC(2027, 3, 4, 4), '2027-04-04'],
  [Date.UTC(2026, 8, 6, 3, 59), '2026-09-05'],
  [Date.UTC(2026, 8, 6, 4), '2026-09-06'],
] as const)('%d: daylight saving ends and begins at the counter’s midnight', (instant, date) => {
  expect(santiagoDate(instant as EpochMs)).toBe(date)
})

it('one customer’s sale in two, before and after midnight, is said', async () => {
  const clock = manualClock((NEW_YEAR - 10 * 60_000) as EpochMs)
  const till = await fixture.open({ clock })
  await till.api.saveSettings({
    buyerLimits: [
      { year: 2026, limitClp: 10_000 },
      { year: 2027, limitClp: 10_000 },
    ],
  })
  expect(sell(till, 6_000, BUYER)).toMatchObject({ ok: true })
  clock.jumpWallClock(15 * 60_000)
  expect(till.api.splitSale({ rut: BUYER.rut, totalClp: clp(6_000) })).toMatchObject({
    kind: 'buyer',
    count: 2,
    sumClp: 12_000,
  })
  clock.jumpWallClock(HOUR_MS)
  expect(till.api.splitSale({ rut: BUYER.rut, totalClp: clp(6_000) })).toBeNull()
})

it.each(['=1+1', '+56 9', '-2+3', '@SUM(A1)', '=HYPERLINK("http://x";"y")', '"; =1', ' =2'])(
  '%j as a name is text in the spreadsheet',
  async (legalName) => {
    const till = await at(NEW_YEAR)
    await till.api.saveSettings({ buyerLimits: [{ year: 2027, limitClp: 1_000 }] })
    expect(sell(till, 2_000, { ...BUYER, legalName })).toMatchObject({ ok: true })
    const file = till.api.identifiedSalesFile({ year: 2027 })
    const cells =
      (file.ok ? file.value.text : '').split('\r\n')[1]?.split(';').slice(3).join(';') ?? ''
    expect(cells).not.toMatch(/^"?\s*[=+\-@]/)
  },
)
