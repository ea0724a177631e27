/** What of a shift asks for a supervisor or the owner. */
import { beforeEach, describe, expect, it } from 'vitest'
import { closingDeed, readingDeed } from '#shared/staff/deeds.ts'
import { CREW } from '../../../test/support/crew.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, FLOAT_CLP, shiftTillPerTest } from '../../../test/support/shift-till.ts'

const { till, useShifts, openShift, move, count, close, sellBy } = shiftTillPerTest()

describe('who may', () => {
  const id = (name: string) =>
    till.api.staff().members.find((member) => member.name === name)?.id ?? ''
  const lend = async (
    right: 'moveCash' | 'acceptDifference',
    subject: string | null,
    sum: { readonly amountClp?: number } = {},
  ) =>
    must(
      await till.api.approve({
        staffId: id('Rodrigo'),
        pin: '1470',
        subject: { kind: 'right', right, subject, ...sum },
      }),
    ).approvalId

  beforeEach(async () => {
    for (const [name, role, pin] of CREW)
      must(await till.api.saveStaff({ staffId: null, name, role, pin }))
  })

  it('turn shifts on is the owner; move cash a supervisor, also over the shoulder, once', async () => {
    await till.api.signIn({ staffId: id('Camila'), pin: '2580' })
    expect(await useShifts()).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
    await till.api.signIn({ staffId: id('Paula'), pin: '3690' })
    must(await useShifts())
    await till.api.signIn({ staffId: id('Camila'), pin: '2580' })
    openShift()
    expect(await move('out', 1_000, 'Pan')).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    const approvalId = await lend('moveCash', 'out', { amountClp: 1_000 })
    expect(await move('out', 1_000, 'Pan', approvalId)).toMatchObject({ ok: true })
    expect(await move('out', 1_000, 'Pan', approvalId)).toMatchObject({
      refusal: { code: 'RIGHT_REQUIRED' },
    })
    expect(till.api.shift().open?.movements).toMatchObject([
      { by: 'Camila', approvedBy: 'Rodrigo', amountClp: 1_000 },
    ])
  })

  it('close with more missing than the limit is a supervisor, named on the Z', async () => {
    must(await useShifts({ differenceLimitClp: 1_000 }))
    await till.api.signIn({ staffId: id('Camila'), pin: '2580' })
    const shiftId = openShift()
    expect(close(FLOAT_CLP - 1_001, 'No sé')).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    const { countId, result } = must(count(FLOAT_CLP - 1_001))
    const { right, subject, amountClp } = closingDeed(countId, result)
    const approvalId = await lend(right, subject, { amountClp })
    const z = till.api.closeShift({ shiftId, countId, reason: 'No sé', note: '', approvalId })
    expect(must(z).close).toMatchObject({
      closedBy: 'Camila',
      approvedBy: 'Rodrigo',
      reason: 'No sé',
    })
    await till.api.signIn({ staffId: id('Rodrigo'), pin: '1470' })
    const log = must(till.api.audit({ cursor: null, limit: 5 })).rows
    expect(log.find(({ action }) => action === 'shift-closed')).toMatchObject({
      staffName: 'Camila',
      approverName: 'Rodrigo',
      detail: { number: 1, totalClp: -1_001 },
    })
  })

  it('see what should be there in a blind count is nobody before it is counted, but a supervisor', async () => {
    must(await useShifts({ countsBlind: true }))
    await till.api.signIn({ staffId: id('Camila'), pin: '2580' })
    const shiftId = openShift()
    sellBy('EF', COFFEE)
    expect(till.api.shift().open).toMatchObject({ report: null, countable: [{ key: 'EF' }] })
    expect(till.api.readShift({ approvalId: null })).toMatchObject({
      refusal: { code: 'RIGHT_REQUIRED' },
    })
    expect(till.api.shiftFile({ shiftId })).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    const lent = await lend('acceptDifference', readingDeed(shiftId).subject)
    expect(must(till.api.shiftFile({ shiftId, approvalId: lent })).text).toContain('Efectivo')
    // Once, as every approval.
    expect(till.api.shiftFile({ shiftId, approvalId: lent })).toMatchObject({
      refusal: { code: 'RIGHT_REQUIRED' },
    })
    expect(
      till.api.readShift({
        approvalId: await lend('acceptDifference', readingDeed(shiftId).subject),
      }),
    ).toMatchObject({ ok: true })
    expect(must(count(32_000)).result.lines).toMatchObject([{ expectedClp: 32_000 }])
    await till.api.signIn({ staffId: id('Rodrigo'), pin: '1470' })
    expect(till.api.shift().open?.report).not.toBeNull()
  })
})
