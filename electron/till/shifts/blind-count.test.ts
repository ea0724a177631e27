/** A count is blind once: what it should have been is seen after it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { recountDeed } from '#shared/staff/deeds.ts'
import { CREW } from '../../../test/support/crew.ts'
import { must } from '../../../test/support/must.ts'
import { FLOAT_CLP, shiftTillPerTest, textOn } from '../../../test/support/shift-till.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'

const { till, fixture, desk, useShifts, openShift, sellBy, count } = shiftTillPerTest()

describe('a blind count', () => {
  const id = (name: string) =>
    till.api.staff().members.find((member) => member.name === name)?.id ?? ''
  const serve = async (name: string) =>
    must(
      await till.api.signIn({
        staffId: id(name),
        pin: CREW.find((person) => person[0] === name)?.[2] ?? '',
      }),
    )
  const lend = async (shiftId: string, amountClp: number, cardClp?: number) =>
    must(
      await till.api.approve({
        staffId: id('Rodrigo'),
        pin: '1470',
        subject: {
          kind: 'right',
          ...recountDeed(shiftId, { amounts: amountsOf(amountClp, cardClp) }),
        },
      }),
    ).approvalId

  const amountsOf = (amountClp: number, cardClp?: number) => [
    { key: 'EF', amountClp },
    ...(cardClp === undefined ? [] : [{ key: 'TC', amountClp: cardClp }]),
  ]

  beforeEach(async () => {
    for (const [name, role, pin] of CREW)
      must(await till.api.saveStaff({ staffId: null, name, role, pin }))
    must(await useShifts({ countsBlind: true }))
    await serve('Camila')
  })

  it('stays blind: counting again is a supervisor’s, and every count stands on the Z and in the log', async () => {
    const shiftId = openShift()
    const first = must(count(FLOAT_CLP - 5_000))
    expect(first.result.differenceClp).toBe(-5_000)
    // What should be there has been seen; without a PIN the first count is the only one there is.
    expect(till.api.shift().open).toMatchObject({ recountNeedsSupervisor: true })
    expect(count(FLOAT_CLP)).toMatchObject({ refusal: { code: 'SHIFT_RECOUNT_SUPERVISOR' } })
    expect(count(FLOAT_CLP, {}, '01JD0000000000000000000000')).toMatchObject({
      refusal: { code: 'SHIFT_RECOUNT_SUPERVISOR' },
    })
    const approvalId = await lend(shiftId, FLOAT_CLP - 1_000)
    // For just this sum: neither less nor more than whoever allowed it has seen.
    for (const other of [FLOAT_CLP - 1_001, FLOAT_CLP - 999])
      expect(count(other, {}, approvalId)).toMatchObject({
        refusal: { code: 'SHIFT_RECOUNT_SUPERVISOR' },
      })
    const second = must(count(FLOAT_CLP - 1_000, {}, approvalId))
    // The PIN was for one count.
    expect(count(FLOAT_CLP, {}, approvalId)).toMatchObject({
      refusal: { code: 'SHIFT_RECOUNT_SUPERVISOR' },
    })
    const z = must(
      till.api.closeShift({
        shiftId,
        countId: second.countId,
        reason: 'Vuelto mal dado',
        note: '',
        approvalId: null,
      }),
    )
    expect(z.close).toMatchObject({
      earlierCounts: 1,
      counts: [{ by: 'Camila', approvedBy: null, countedClp: 25_000, differenceClp: -5_000 }],
      result: { differenceClp: -1_000 },
    })
    await fixture.until(() => desk.drawn.length === 1)
    expect(desk.drawn.map(textOn)[0]).toMatch(
      /Conteos anteriores 1 .*Camila .*\$25\.000 .*Faltante .*-\$5\.000/,
    )
    await serve('Rodrigo')
    expect(
      must(till.api.audit({ cursor: null, limit: 50 })).rows.filter(
        ({ action }) => action === 'shift-counted',
      ),
    ).toMatchObject([
      { staffName: 'Camila', approverName: 'Rodrigo', detail: { totalClp: -1_000 } },
      { staffName: 'Camila', approverName: null, detail: { totalClp: -5_000 } },
    ])
  })

  it('is allowed again with the sums of each way to pay, not with what they come to', async () => {
    const shiftId = openShift()
    sellBy('TC', '7801040000037')
    must(count(FLOAT_CLP, { TC: 1_996 }))
    const approvalId = await lend(shiftId, FLOAT_CLP, 1_996)
    // What is missing in the drawer, said of the card.
    expect(count(FLOAT_CLP - 1_996, { TC: 3_992 }, approvalId)).toMatchObject({
      refusal: { code: 'SHIFT_RECOUNT_SUPERVISOR' },
    })
    expect(count(FLOAT_CLP, { TC: 1_996 }, approvalId)).toMatchObject({ ok: true })
  })

  it('asked again answers as it was made: it does not tell what should be there by then', () => {
    const shiftId = openShift()
    const countId = till.api.shift().nextId
    const ask = () =>
      must(
        till.api.countShift({
          countId,
          shiftId,
          pieces: null,
          amounts: [{ key: 'EF', amountClp: 0 }],
          approvalId: null,
        }),
      )
    // At the opening anybody knows what is in the drawer.
    const first = ask()
    sellOf(till.api)
    expect(ask().result).toEqual(first.result)
    expect(
      till.api.closeShift({ shiftId, countId, reason: 'Nada', note: '', approvalId: null }),
    ).toMatchObject({ refusal: { code: 'SHIFT_COUNT_OLD' } })
  })

  it('asks nobody where the count is open, nor a supervisor', async () => {
    await serve('Rodrigo')
    openShift()
    must(count(FLOAT_CLP - 1))
    expect(till.api.shift().open).toMatchObject({ recountNeedsSupervisor: false })
    expect(count(FLOAT_CLP)).toMatchObject({ ok: true })
    await serve('Paula')
    must(await till.api.saveSettings({ countsBlind: false }))
    await serve('Camila')
    expect(count(FLOAT_CLP)).toMatchObject({ ok: true })
  })
})
