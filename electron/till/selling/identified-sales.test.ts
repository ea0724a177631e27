/**
 * From 135 UF on: the register the law asks for, who may read it, and the year whose figure is
 * missing.
 */
import { expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { cartOf, commitOf, manualClock, sellOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const BUYER = { rut: '60803000-K', legalName: 'Panadería "Ñandú"; Ltda.', phone: '', email: '' }
const { fixture, till } = tillPerTest({ pinCost: 4 })

const register = (year = 2026) => {
  const found = till.api.identifiedSales({ year })
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value
}

it('lists what reached the limit of its year, and nothing else, on screen and for a spreadsheet', async () => {
  await till.api.saveSettings({
    buyerLimits: [{ year: 2026, limitClp: 1_900, source: 'SII, UF al 31-12-2025' }],
  })
  expect(till.api.settings().buyerLimits).toEqual([
    { year: 2026, limitClp: 1_900, source: 'SII, UF al 31-12-2025' },
  ])
  sellOf(till.api, '101')
  const sold = till.api.commitSale({
    ...commitOf(till.api, cartOf(till.api, '7801040000037')),
    recipient: BUYER,
  })
  if (!sold.ok) throw new Error(sold.refusal.code)
  await fixture.until(() => till.api.status().pendingCount === 0)
  expect(register()).toMatchObject({
    year: 2026,
    limitClp: 1_900,
    rows: [
      {
        saleId: sold.value.saleId,
        date: '2026-11-20',
        rut: BUYER.rut,
        legalName: BUYER.legalName,
        totalClp: 1_996,
        documentType: '39',
        folio: 2,
      },
    ],
  })
  expect(register(2025).rows).toEqual([])
  const file = till.api.identifiedSalesFile({ year: 2026 })
  expect(file.ok && file.value.text.split('\r\n')).toEqual([
    '\ufefffecha;RUT;monto;nombre;documento;folio',
    '20-11-2026;60803000-K;1996;"Panadería ""Ñandú""; Ltda.";39;2',
    '',
  ])
})

it('is read by whoever reads the log, and by no cashier', async () => {
  for (const [name, role, pin] of [
    ['Paula', 'owner', '3690'],
    ['Camila', 'cashier', '2580'],
  ] as const) {
    await till.api.saveStaff({ staffId: null, name, role, pin })
  }
  expect(till.api.identifiedSales({ year: 2026 })).toMatchObject({ ok: true })
  await till.api.signIn({
    staffId: till.api.staff().members.find(({ name }) => name === 'Camila')?.id ?? '',
    pin: '2580',
  })
  expect(till.api.identifiedSales({ year: 2026 })).toMatchObject({
    refusal: { code: 'RIGHT_REQUIRED' },
  })
  expect(till.api.identifiedSalesFile({ year: 2026 })).toMatchObject({
    refusal: { code: 'RIGHT_REQUIRED' },
  })
})

it('reminds of the year’s figure from the first of January on, until it is entered', async () => {
  await till.api.saveSettings({ buyerLimits: [{ year: 2026, limitClp: 5_300_000 }] })
  expect(till.api.bootstrap().missingLimitYear).toBeNull()
  await till.stop()
  // The UF of 31 December is published from the 10th on: 23:59:59 of the 9th in Santiago, a second
  // later, and New Year's Day.
  const lastSecond = Date.UTC(2026, 11, 10, 2, 59, 59) as EpochMs
  for (const [at, missing] of [
    [lastSecond, null],
    [lastSecond + 1_000, 2027],
    [Date.UTC(2027, 0, 1, 3) as EpochMs, 2027],
  ] as const) {
    const later = await fixture.open({ clock: manualClock(at as EpochMs) })
    expect(later.api.bootstrap().missingLimitYear).toBe(missing)
    await later.stop()
  }
  const entered = [2026, 2027].map((year) => ({ year, limitClp: 5_400_000 }))
  const { api } = await fixture.open({ clock: manualClock((lastSecond + 1_000) as EpochMs) })
  await api.saveSettings({ buyerLimits: entered })
  expect(api.bootstrap().missingLimitYear).toBeNull()
})

it('says before charging that receipts below the limit may be one sale, lets them be charged, and keeps it in the log', async () => {
  await till.api.saveSettings({ buyerLimits: [{ year: 2026, limitClp: 3_000 }] })
  const sell = (recipient: typeof BUYER | null) =>
    till.api.commitSale({ ...commitOf(till.api, cartOf(till.api, '7801040000037')), recipient })
  const warned = (rut: string | null) => till.api.splitSale({ rut, totalClp: clp(1_996) })
  const noted = () => {
    const log = till.api.audit({ cursor: null, limit: 20 })
    return log.ok
      ? log.value.rows.filter(({ action }) => action === 'sale-split').map(({ detail }) => detail)
      : null
  }
  expect([warned(BUYER.rut), warned(null)]).toEqual([null, null])
  const first = sell(BUYER)
  expect([first.ok, noted()]).toEqual([true, []])
  expect(warned('60.803.000-k')).toEqual({
    kind: 'buyer',
    count: 2,
    sumClp: 3_992,
    limitClp: 3_000,
  })
  expect(warned('12.345.678-5')).toBeNull()
  expect(warned(null)).toMatchObject({ kind: 'nameless', count: 2 })
  expect(sell(BUYER).ok).toBe(true)
  expect(noted()).toEqual([{ receipts: 2, totalClp: 3_992 }])
  // The half hour is over for nobody; the day is not for the RUT.
  await fixture.clock.advance(31 * 60_000)
  expect(warned(null)).toBeNull()
  expect(warned(BUYER.rut)).toMatchObject({ kind: 'buyer', count: 3 })
})
