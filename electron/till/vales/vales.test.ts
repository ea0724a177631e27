/** A return goes out as a vale, and the vale pays: in parts, once, at this till, by its code. */
import { describe, expect, it } from 'vitest'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { valeCopyDeed } from '#shared/staff/deeds.ts'
import type { BackSettings } from '#shared/vales/back-settings.ts'
import { valeCodeText } from '#shared/text/vale-code.ts'
import { CREW } from '../../../test/support/crew.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE } from '../../../test/support/return-till.ts'
import { cartOf, commitOf, sellOf } from '../../../test/support/till-fixture.ts'
import { IN_VALE, valeTillPerTest } from '../../../test/support/vale-till.ts'
import { setClockWrong } from '../../../test/support/wrong-clock.ts'

const { fixture, till, giveBack, returnable, bodies, codeOf, giveVale } = valeTillPerTest({
  pinCost: 4,
})

const OF_COFFEE = 1996

const pay = (code: string, payments: CommitInput['payments']) =>
  till.api.commitSale({ ...commitOf(till.api, cartOf(till.api, code)), payments })
const byVale = (reference: string, amountClp: number | null) => ({
  method: 'vc',
  amountClp,
  reference,
})
const serve = async (name: string, pin: string) => {
  const { members } = till.api.staff()
  const staffId = members.find((each) => each.name === name)?.id ?? ''
  must(await till.api.signIn({ staffId, pin }))
}
const crewed = async (name: string, pin: string) => {
  for (const [each, role, its] of CREW)
    must(await till.api.saveStaff({ staffId: null, name: each, role, pin: its }))
  await serve(name, pin)
}
const saveBack = (change: Partial<BackSettings>) =>
  till.api.saveSettings({ back: { ...till.api.settings().back, ...change } })
const worth = (code: string) => {
  const { state, balanceClp } = must(till.api.findVale({ code }))
  return [state, balanceClp]
}

describe('a vale', () => {
  it('is what a return gives instead of money, and pays in parts until it is used up', async () => {
    const made = must(giveBack(sellOf(till.api, COFFEE), null, IN_VALE))
    expect(made).toMatchObject({
      vale: { number: 1, amountClp: OF_COFFEE },
      payments: [{ method: 'vc', reference: 'V1', totalClp: OF_COFFEE, roundingClp: 0 }],
    })
    const code = codeOf(1)
    expect(worth(valeCodeText(code).toLowerCase())).toEqual(['issued', OF_COFFEE])
    expect(
      must(pay('201', [byVale(code, 1000), { method: 'EF', amountClp: null, reference: '' }])),
    ).toMatchObject({ payments: [{ method: 'vc', totalClp: 1000 }, { totalClp: 600 }] })
    expect(worth(`V${code}`)).toEqual(['partly-used', 996])
    const more = pay('201', [byVale(code, 1600)])
    expect(more).toMatchObject({
      ok: false,
      refusal: { code: 'VALE_TOO_SMALL', params: { name: 'V1', left: '$996' } },
    })
    const rest = [byVale(code, 996), { method: 'TC', amountClp: null, reference: '' }]
    expect(pay('201', rest)).toMatchObject({ ok: true })
    expect(worth(code)).toEqual(['used', 0])
    expect(pay('201', [byVale(code, 1)])).toMatchObject({ refusal: { code: 'VALE_USED' } })
    await fixture.until(() => till.api.status().pendingCount === 0)
    const note = bodies().find(({ invoice_type: type }) => type === '61')
    expect(JSON.stringify(note)).toContain('En vale V1')
    expect(JSON.stringify(bodies())).not.toContain(code)
  })

  it('asks for a code that could be one, and that this till has given', () => {
    const code = giveVale('201')
    const wrong = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
    const findVale = (typed: string) => till.api.findVale({ code: typed })
    expect(findVale(wrong)).toMatchObject({ refusal: { code: 'VALE_CODE_NOT_VALID' } })
    expect(findVale('0000-0000-0000-0')).toMatchObject({ refusal: { code: 'VALE_UNKNOWN' } })
    expect(pay('201', [byVale('V1', 100)])).toMatchObject({ refusal: { code: 'VALE_UNKNOWN' } })
    expect(pay('201', [byVale(code, null)])).toMatchObject({ refusal: { code: 'VALE_AMOUNT' } })
    expect(pay('201', [byVale(code, 800), byVale(code, 800)])).toMatchObject({
      refusal: { code: 'VALE_TWICE' },
    })
    expect(pay('201', [byVale(code, 1601)])).toMatchObject({ ok: false })
    expect(worth(code)).toEqual(['issued', 1600])
  })

  it('pays goods and no tip, which would leave the drawer as cash', async () => {
    must(await till.api.saveSettings({ tips: { isOn: true, percents: [10] } }))
    const code = giveVale(COFFEE)
    const sale = { ...commitOf(till.api, cartOf(till.api, '201')), tipClp: 200 }
    const payments = [byVale(code, 1800)]
    expect(till.api.commitSale({ ...sale, payments })).toMatchObject({
      refusal: { code: 'TIP_BY_CREDIT' },
    })
    const cash = { method: 'EF', amountClp: null, reference: '' }
    const sold = till.api.commitSale({ ...sale, payments: [byVale(code, 1600), cash] })
    expect(must(sold).payments).toMatchObject([
      { method: 'vc', totalClp: 1600, tipClp: 0 },
      { method: 'EF', totalClp: 0, tipClp: 200 },
    ])
    expect(worth(code)).toEqual(['partly-used', 396])
  })

  it('goes back into a vale when what it paid comes back: the rest by the way that is asked for', () => {
    const code = giveVale('201')
    const cash = { method: 'EF', amountClp: null, reference: '' }
    const sold = must(pay(COFFEE, [byVale(code, 1600), cash])).saleId
    expect(returnable(sold).valeDueClp).toBe(1600)
    expect(must(giveBack(sold, null))).toMatchObject({
      vale: { number: 2, amountClp: 1600 },
      payments: [
        { method: 'vc', totalClp: 1600 },
        { method: 'EF', totalClp: 396, toCollectClp: 400 },
      ],
    })
    const whole = must(pay('201', [byVale(codeOf(2), 1600)])).saleId
    // Asked for in cash: none of it is.
    const back = must(giveBack(whole, null))
    expect(back.payments).toMatchObject([{ method: 'vc', totalClp: 1600 }])
  })

  it('is void with the return that gave it, and such a return stands once it has paid', () => {
    const first = must(giveBack(sellOf(till.api, '201'), null, IN_VALE)).saleId
    const second = must(giveBack(sellOf(till.api, '201'), null, IN_VALE)).saleId
    const undo = (returnId: SaleId) =>
      till.api.undoReturn({ returnId, reason: 'Error', approvalId: null })
    expect(undo(first)).toMatchObject({ ok: true, value: { payments: [{ method: 'vc' }] } })
    expect(worth(codeOf(1))).toEqual(['voided', 0])
    expect(pay('201', [byVale(codeOf(1), 1)])).toMatchObject({ refusal: { code: 'VALE_VOIDED' } })
    expect(pay('201', [byVale(codeOf(2), 1600)])).toMatchObject({ ok: true })
    expect(undo(second)).toMatchObject({ refusal: { code: 'UNDO_SPENT' } })
  })

  it('ends on its last day in Chile, and pays on that day', async () => {
    must(await saveBack({ valeMonths: 1 }))
    const code = giveVale('201')
    const { expiresOn, givenAt } = must(till.api.findVale({ code }))
    expect(expiresOn).toMatch(/^\d{4}-\d\d-\d\d$/)
    // Noon, so that no hour of summer moves the day.
    const noonMs = Date.parse(`${expiresOn}T15:00:00Z`)
    fixture.clock.jumpWallClock(noonMs - fixture.clock.now())
    expect(givenAt).toBeLessThan(fixture.clock.now())
    expect(worth(code)).toEqual(['issued', 1600])
    expect(pay('201', [byVale(code, 600), byVale(code, 1)])).toMatchObject({ ok: false })
    fixture.clock.jumpWallClock(86_400_000)
    expect(worth(code)).toEqual(['expired', 0])
    expect(pay('201', [byVale(code, 600)])).toMatchObject({ refusal: { code: 'VALE_EXPIRED' } })
  })
})

it('that has ended stays so when the clock is set back: a sale of a later day is on disk', async () => {
  must(await saveBack({ valeMonths: 1 }))
  const code = giveVale('201')
  const { expiresOn } = must(till.api.findVale({ code }))
  const beforeMs = fixture.clock.now()
  const later = Date.parse(`${expiresOn}T15:00:00Z`) + 86_400_000
  fixture.clock.jumpWallClock(later - beforeMs)
  sellOf(till.api, COFFEE)
  fixture.clock.jumpWallClock(beforeMs - later)
  expect(worth(code)).toEqual(['expired', 0])
  expect(pay('201', [byVale(code, 600)])).toMatchObject({ refusal: { code: 'VALE_EXPIRED' } })
})

/** Once an hour the till looks whether a day is over. */
const HOUR_MS = 61 * 60_000

/** The service's answers tell the time of day, as those of any web server. */
function tellTime() {
  const { answer } = fixture.service
  fixture.service.answer = async (request) => {
    const said = await answer(request)
    const date = new Date(fixture.clock.now()).toUTCString()
    return said.kind === 'answered' ? { ...said, headers: { ...said.headers, date } } : said
  }
}
const quietDays = async (days: number, stepDays: number) => {
  for (let day = 0; day < days; day += 1) {
    fixture.clock.jumpWallClock(stepDays * 86_400_000)
    await fixture.clock.advance(HOUR_MS)
  }
}

it('stays so as well where nothing was sold since: the quiet days of a till go forward only', async () => {
  must(await saveBack({ valeMonths: 1 }))
  const code = giveVale('201')
  const begunMs = fixture.clock.now()
  await quietDays(4, 9)
  fixture.clock.jumpWallClock(begunMs - fixture.clock.now())
  expect(worth(code)).toEqual(['expired', 0])
  expect(pay('201', [byVale(code, 600)])).toMatchObject({ refusal: { code: 'VALE_EXPIRED' } })
  await fixture.clock.advance(HOUR_MS)
  expect(worth(code)).toEqual(['expired', 0])
})

it('that a clock ended which was wrong for days is worth again where the service tells the day', async () => {
  must(await saveBack({ valeMonths: 1, valeDayLimitClp: 3_000 }))
  const code = giveVale('201')
  const begunMs = fixture.clock.now()
  await quietDays(4, 9)
  giveVale('201')
  fixture.clock.jumpWallClock(begunMs - fixture.clock.now())
  expect(worth(code)).toEqual(['expired', 0])
  tellTime()
  await quietDays(4, 1)
  expect(worth(code)).toEqual(['issued', 1600])
  must(pay('201', [byVale(code, 1600)]))
  // Nor does what it dated into the future count as given today.
  const { limits } = must(await till.api.openReturn(sellOf(till.api, '201')))
  expect(limits.valeClp).toBe(3_000)
})

it('one jump of the clock, forth and back, ends nothing', async () => {
  must(await saveBack({ valeMonths: 1 }))
  const code = giveVale('201')
  const begunMs = fixture.clock.now()
  for (const jumpMs of [0, 400 * 86_400_000]) {
    fixture.clock.jumpWallClock(jumpMs)
    await fixture.clock.advance(HOUR_MS)
  }
  fixture.clock.jumpWallClock(begunMs - fixture.clock.now())
  expect(worth(code)).toEqual(['issued', 1600])
})

describe('who may', () => {
  it('all vales of a day above the shop’s sum need who may go beyond, by their PIN, and a day ends forward only', async () => {
    must(await saveBack({ valeDayLimitClp: 3_000 }))
    const sold = [1, 2, 3].map(() => sellOf(till.api, '201'))
    await crewed('Rodrigo', '1470')
    must(giveBack(sold[0]!, null, IN_VALE))
    expect(returnable(sold[1]!).limits).toMatchObject({ givesVales: true, valeClp: 1_400 })
    const second = () => giveBack(sold[1]!, null, IN_VALE)
    expect(second()).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    fixture.clock.jumpWallClock(-2 * 86_400_000)
    expect(second()).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    // In cash it is no vale.
    must(giveBack(sold[2]!, null))
    fixture.clock.jumpWallClock(4 * 86_400_000)
    must(second())
  })

  it('its paper says the whole code: the first is whoever gave it’s, while they serve, any other needs who may void one', async () => {
    const sold = [1, 2, 3].map(() => sellOf(till.api, '201'))
    await crewed('Rodrigo', '1470')
    const give = (at: number) => must(giveBack(sold[at]!, null, IN_VALE)).vale?.number ?? 0
    const print = (number: number, approvalId: string | null = null) =>
      till.api.printVale({ number, approvalId })
    const refused = { refusal: { code: 'RIGHT_REQUIRED' } }
    const first = give(0)
    must(await print(first))
    expect(await print(first)).toMatchObject(refused)
    const [second, third] = [give(1), give(2)]
    await serve('Camila', '2580')
    expect(await print(second)).toMatchObject(refused)
    // Nor is it theirs who sign in once more: whoever stood there then has gone.
    await serve('Rodrigo', '1470')
    expect(await print(second)).toMatchObject(refused)
    const paula = till.api.staff().members.find(({ name }) => name === 'Paula')?.id ?? ''
    const subject = { kind: 'right' as const, ...valeCopyDeed(second) }
    const approved = must(await till.api.approve({ staffId: paula, pin: '3690', subject }))
    expect(await print(third, approved.approvalId)).toMatchObject(refused)
    must(await print(second, approved.approvalId))
    await serve('Paula', '3690')
    must(await print(third))
    const log = must(till.api.audit({ cursor: null, limit: 50 })).rows
    expect(
      log
        .filter(({ action }) => action === 'vale-printed')
        .map(({ staffName, approverName, detail }) => [staffName, approverName, detail.what]),
    ).toEqual([
      ['Paula', null, 'V3'],
      ['Rodrigo', 'Paula', 'V2'],
      ['Rodrigo', null, 'V1'],
    ])
  })

  it('a large vale and voiding one need who may go beyond the limits; the log says it', async () => {
    must(await saveBack({ valeLimitClp: 1_000 }))
    const sold = sellOf(till.api, '201')
    const code = giveVale('201')
    await crewed('Rodrigo', '1470')
    expect(giveBack(sold, null, IN_VALE)).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    const { number } = must(till.api.findVale({ code }))
    const order = { number, reason: 'Robado', approvalId: null }
    expect(till.api.voidVale(order)).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    await serve('Paula', '3690')
    expect(till.api.voidVale({ ...order, reason: ' ' })).toMatchObject({
      refusal: { code: 'REASON_REQUIRED', field: 'reason' },
    })
    expect(till.api.voidVale(order)).toMatchObject({ ok: true })
    expect(till.api.voidVale(order)).toMatchObject({ refusal: { code: 'VALE_NOTHING_LEFT' } })
    expect(worth(code)).toEqual(['voided', 0])
    expect(giveBack(sold, null, IN_VALE)).toMatchObject({ ok: true })
    const log = must(till.api.audit({ cursor: null, limit: 50 })).rows
    expect(log.find(({ action }) => action === 'vale-voided')?.detail).toEqual({
      what: 'V1: Robado',
      totalClp: 1600,
    })
    expect(log.find(({ action }) => action === 'returned')?.detail).toMatchObject({
      method: 'Vale de devolución',
      vale: expect.stringMatching(/^V2, hasta \d\d-\d\d-\d{4}$/),
    })
    expect(JSON.stringify(log)).not.toContain(code)
  })
})

it.each([365, -365])('ends on its day, also by a machine’s clock %i days off', async (days) => {
  must(await saveBack({ valeMonths: 1 }))
  await setClockWrong({ fixture, till }, days)
  const code = giveVale(COFFEE)
  expect(worth(code)).toEqual(['issued', OF_COFFEE])
  const { expiresOn } = must(till.api.findVale({ code }))
  expect(expiresOn).toBe('2026-12-20')
  await setClockWrong({ fixture, till }, 0, 31)
  expect(worth(code)).toEqual(['expired', 0])
})
