/** Money back on paper that nobody could confirm: so much a receipt and a day, then the owner. */
import { expect, it } from 'vitest'
import type { IsoDate } from '#shared/core/brand.ts'
import { refundDeed } from '#shared/staff/deeds.ts'
import { CREW } from '../../../test/support/crew.ts'
import { must } from '../../../test/support/must.ts'
import { onlineTillPerTest } from '../../../test/support/till-per-test.ts'

const { api, fixture } = onlineTillPerTest({ pinCost: 4 })

it('above the limit of a receipt, and of the day, it needs the owner’s PIN', async () => {
  const { back } = api.settings()
  const limits = { outsideLimitClp: 5_000, outsideDayLimitClp: 7_000 }
  must(await api.saveSettings({ back: { ...back, ...limits } }))
  for (const [name, role, pin] of CREW)
    must(await api.saveStaff({ staffId: null, name, role, pin }))
  const idOf = (name: string) => api.staff().members.find((each) => each.name === name)?.id ?? ''
  must(await api.signIn({ staffId: idOf('Rodrigo'), pin: '1470' }))
  const back9001 = async (folio: number, amountClp: number, asOwner = false) => {
    const date = '2026-11-18' as IsoDate
    const typed = { documentType: '39', folio, date, totalClp: 11_900, buyerRut: '' } as const
    const { returnId, outside } = must(await api.lookUpOutside(typed))
    expect(outside?.check).toBe('not-found')
    const deed = refundDeed(returnId, 'EF', amountClp, 'beyondLimits')
    const subject = { kind: 'right' as const, ...deed }
    const owner = { staffId: idOf('Paula'), pin: '3690', subject }
    const refund = { method: 'EF', reference: '' }
    const approvalId = asOwner ? must(await api.approve(owner)).approvalId : null
    return api.commitOutsideReturn({ returnId, amountClp, reason: 'Falla', refund, approvalId })
  }
  expect(await back9001(9001, 5_001)).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
  expect(await back9001(9001, 5_000)).toMatchObject({ ok: true })
  expect(await back9001(9002, 2_001)).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
  expect(await back9001(9002, 2_001, true)).toMatchObject({ ok: true })
  expect(await back9001(9003, 1)).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
})

it('typed wrong and undone it can be typed right, and nothing comes back twice of it', async () => {
  const date = '2026-11-18' as IsoDate
  const typed = { documentType: '39', folio: 9004, date, totalClp: 1_190, buyerRut: '' } as const
  const right = { ...typed, totalClp: 11_900 }
  const giveBack = async (receipt: Parameters<typeof api.lookUpOutside>[0]) => {
    const { returnId } = must(await api.lookUpOutside(receipt))
    const refund = { method: 'EF', reference: '' }
    const order = { returnId, amountClp: receipt.totalClp, reason: 'Falla', refund }
    must(api.commitOutsideReturn({ ...order, approvalId: null }))
    return returnId
  }
  const returnId = await giveBack(typed)
  expect(await api.lookUpOutside(right)).toMatchObject({
    refusal: { code: 'OUTSIDE_TYPED_BEFORE', field: 'totalClp' },
  })
  must(api.undoReturn({ returnId, reason: 'Mal escrito', approvalId: null }))
  await fixture.until(() => api.status().pendingCount === 0)
  await giveBack(right)
  for (const again of [right, typed])
    expect(await api.lookUpOutside(again)).toMatchObject({ ok: false })
})
