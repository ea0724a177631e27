/** Somebody is barred at all tills by the head office, and let in again. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import type { OfficeStaff } from '#shared/head-office/contract.ts'
import { takeEdits } from '../../electron/service/fleet/shop-store.ts'
import { must } from '../support/must.ts'
import { officeHand, type OfficeHand } from './office-hands.ts'
import {
  add,
  codeOf,
  comeIn,
  first,
  logOf,
  names,
  personOf,
  rowsOf,
  second,
  settled,
  shop,
  signIn,
  staffOf,
  together,
  useTwoTillsWithPeople,
  within,
} from './people-hands.ts'
import { companyOf } from './service-in-process.ts'

useTwoTillsWithPeople()

let ana: OfficeHand
beforeEach(async () => {
  await together(first, second)
  await comeIn(first, 'Paula', '3691')
  await add(first, 'Rosa', '1472', 'supervisor')
  await add(first, 'Camilo', '5824', 'cashier')
  await settled(first, second)
  ana = await officeHand(shop.service)
})

const people = async () => (await ana.ask('GET', 'staff')).body['data'] as OfficeStaff[]
const bar = async (name: string, isBarred = true) => {
  const person = (await people()).find((one) => one.name === name)
  return ana.ask('PUT', `staff/${person?.staff_id}`, { is_barred: isBarred })
}

describe('whoever is barred at all tills', () => {
  it('is out of an open session, of what they allowed, and comes in nowhere within one pull', async () => {
    await comeIn(second, 'Camilo', '5824')
    const rosa = personOf(second, 'Rosa')?.id ?? ''
    const subject = { kind: 'right', right: 'openDrawer', subject: null } as const
    const { approvalId } = must(
      await second.till.api.approve({ staffId: rosa, pin: '1472', subject }),
    )
    await comeIn(first, 'Rosa', '1472')
    expect((await bar('Rosa')).status).toBe(200)
    const took = await within(() => ![first, second].some((each) => names(each).includes('Rosa')))
    expect(took).toBeLessThanOrEqual(2_000)
    expect(staffOf(first).current).toBeNull()
    const [approval] = rowsOf<{ at: number }>(
      second,
      'SELECT expires_at_ms AS at FROM approval WHERE id = ?',
      approvalId,
    )
    expect(approval?.at).toBeLessThanOrEqual(second.fixture.clock.now())
    expect(codeOf(await first.till.api.signIn({ staffId: rosa, pin: '1472' }))).not.toBe('OK')
    expect(logOf(second, 'staff-removed')).toEqual(['Ana (casa central): {"name":"Rosa"}'])
    expect(await people()).toContainEqual(
      expect.objectContaining({ name: 'Rosa', barred_by: 'Ana' }),
    )
    // What the tills say of the person is as it was, also of one that opens again.
    await second.till.stop()
    const again = await second.openAgain()
    expect(again.api.staff().members.map(({ name }) => name)).not.toContain('Rosa')
    expect((await ana.ask('GET', 'log')).body['data']).toContainEqual(
      expect.objectContaining({ who: 'Ana', action: 'staff-barred', what: 'Rosa' }),
    )
  })

  it('comes in again with the same PIN once it is taken back', async () => {
    await bar('Rosa')
    await within(() => !names(first).includes('Rosa'))
    await comeIn(first, 'Paula', '3691')
    // Her name is hers.
    expect(
      codeOf(
        await first.till.api.saveStaff({
          ...{ staffId: null, name: 'rosa', pin: '2581', role: 'cashier' },
          roleIds: [],
        }),
      ),
    ).toBe('STAFF_NAME_TAKEN')
    expect((await bar('Rosa', false)).status).toBe(200)
    await within(() => [first, second].every((each) => names(each).includes('Rosa')))
    await comeIn(second, 'Rosa', '1472')
  })

  it('is not the last owner, here or at a till', async () => {
    expect((await bar('Olga')).status).toBe(200)
    await within(() => ![first, second].some((each) => names(each).includes('Olga')))
    expect((await bar('Paula')).body['code']).toBe('LAST_OWNER')
    // Nor does a till let go of her, whoever has the service's database.
    const { id: companyId } = await companyOf(shop.service.storage)
    const { staff_id: id = '' } = (await people()).find(({ name }) => name === 'Paula') ?? {}
    const edit = {
      ...{
        edit_id: 'x',
        kind: 'person_bar' as const,
        id,
        is_deleted: false,
        age_ms: 0,
        heard_version: 0,
      },
      fields: { is_barred: true, by: 'Nadie' },
    }
    await takeEdits(
      shop.service.storage,
      { companyId, number: 0 },
      [edit],
      shop.service.clock.now(),
    )
    await within(() => logOf(first, 'staff-not-taken').length > 0)
    expect(names(first)).toContain('Paula')
    expect(codeOf(await signIn(first, 'Paula', '3691'))).toBe('OK')
  })

  it('is so by the head office alone: of a till it is refused', async () => {
    const { id: companyId } = await companyOf(shop.service.storage)
    const { staff_id: id = '' } = (await people()).find(({ name }) => name === 'Rosa') ?? {}
    const edit = {
      ...{
        edit_id: 'y',
        kind: 'person_bar' as const,
        id,
        is_deleted: false,
        age_ms: 0,
        heard_version: 0,
      },
      fields: { is_barred: true, by: 'Otra caja' },
    }
    const now = shop.service.clock.now()
    const from = { companyId, number: 1 }
    const taken = await takeEdits(shop.service.storage, from, [edit], now)
    expect(taken.results).toMatchObject([{ outcome: 'refused', refusal: 'FIELD_WRONG' }])
    await bar('Rosa')
    const back = { ...edit, edit_id: 'z', fields: { is_barred: false, by: 'Otra caja' } }
    const gone = { ...edit, edit_id: 'w', fields: {}, is_deleted: true }
    await takeEdits(shop.service.storage, from, [back, gone], (now + 1_000_000) as EpochMs)
    await within(() => !names(first).includes('Rosa'))
    expect((await people()).find(({ name }) => name === 'Rosa')?.barred_by).toBe('Ana')
  })
})
