/** People of a shop of several tills: one PIN at all of them, and gone from all of them at once. */
import { describe, expect, it } from 'vitest'
import { NO_RIGHTS } from '#shared/staff/rights.ts'
import { must } from '../support/must.ts'
import type { PlayedTill } from './fleet-world.ts'
import {
  add,
  change,
  codeOf,
  comeIn,
  first,
  logOf,
  names,
  openTill,
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

useTwoTillsWithPeople()

const roleId = (played: PlayedTill) => staffOf(played).ownRoles[0]?.id ?? ''
const isAlive = (played: PlayedTill, approvalId: string) => {
  const [row] = rowsOf<{ at: number }>(
    played,
    'SELECT expires_at_ms AS at FROM approval WHERE id = ?',
    approvalId,
  )
  return (row?.at ?? 0) > played.fixture.clock.now()
}

describe('somebody made at one till', () => {
  it('comes in at the other one with the same PIN, and the log says who made them where', async () => {
    await together(first, second)
    expect(names(first)).toEqual(['Olga', 'Paula'])
    expect(names(second)).toEqual(['Olga', 'Paula'])
    await comeIn(first, 'Paula', '3691')
    await add(first, 'Rosa', '1472', 'cashier')
    expect(await within(() => names(second).includes('Rosa'))).toBeLessThanOrEqual(2_000)
    await comeIn(second, 'Rosa', '1472')
    expect(staffOf(second).current?.name).toBe('Rosa')
    await comeIn(second, 'Paula', '3691')
    expect(logOf(second, 'staff-saved')).toContain(
      'Paula (caja 1): {"name":"Rosa","role":"cashier","pin":1}',
    )
    expect(logOf(first, 'shop-pins')).toEqual(['Mesón: {"what":"2 Caja 2"}'])
  })
})

describe('what is taken away at one till', () => {
  it('a PIN: the old one opens nothing, and what it opened is closed within one pull', async () => {
    await together(first, second)
    await comeIn(first, 'Paula', '3691')
    await add(first, 'Rosa', '1472', 'supervisor')
    await settled(first, second)
    await comeIn(second, 'Rosa', '1472')
    expect(codeOf(await change(first, 'Rosa', { pin: '5824' }))).toBe('OK')
    expect(await within(() => staffOf(second).current === null)).toBeLessThanOrEqual(2_000)
    expect(codeOf(await signIn(second, 'Rosa', '1472'))).toBe('PIN_WRONG')
    await comeIn(second, 'Rosa', '5824')
  })

  it('a person: out of an open session, and of what they allowed a moment ago', async () => {
    await together(first, second)
    await comeIn(first, 'Paula', '3691')
    await add(first, 'Rosa', '1472', 'supervisor')
    await add(first, 'Camilo', '5824', 'cashier')
    await settled(first, second)
    await comeIn(second, 'Camilo', '5824')
    const rosa = personOf(second, 'Rosa')?.id ?? ''
    const subject = { kind: 'right', right: 'openDrawer', subject: null } as const
    const approved = must(await second.till.api.approve({ staffId: rosa, pin: '1472', subject }))
    expect(isAlive(second, approved.approvalId)).toBe(true)
    must(first.till.api.removeStaff(rosa))
    expect(await within(() => !names(second).includes('Rosa'))).toBeLessThanOrEqual(2_000)
    expect(isAlive(second, approved.approvalId)).toBe(false)
    expect(staffOf(second).current?.name).toBe('Camilo')
    expect(codeOf(await signIn(second, 'Rosa', '1472'))).toBe('STAFF_NOT_FOUND')
    expect(logOf(second, 'staff-removed')).toEqual([
      'Paula (caja 1): {"name":"Rosa","role":"supervisor"}',
    ])
    must(first.till.api.removeStaff(personOf(first, 'Camilo')?.id ?? ''))
    expect(await within(() => staffOf(second).current === null)).toBeLessThanOrEqual(2_000)
  })

  it('a role: what it allowed is refused in the open session', async () => {
    await together(first, second)
    await comeIn(first, 'Paula', '3691')
    await add(first, 'Rosa', '1472', 'owner')
    await settled(first, second)
    await comeIn(second, 'Rosa', '1472')
    expect(staffOf(second).mayChangeSettings).toBe(true)
    expect(codeOf(await change(first, 'Rosa', { role: 'cashier' }))).toBe('OK')
    expect(await within(() => !staffOf(second).mayChangeSettings)).toBeLessThanOrEqual(2_000)
    expect(staffOf(second).current?.name).toBe('Rosa')
  })

  it('an owner: the code on paper at the other till opens for nobody any more', async () => {
    await together(first, second)
    await comeIn(second, 'Olga', '4817')
    const { code } = must(await second.till.api.makeOwnerCode())
    await settled(first, second)
    await comeIn(first, 'Paula', '3691')
    const olga = personOf(first, 'Olga')?.id ?? ''
    must(first.till.api.removeStaff(olga))
    await within(() => !names(second).includes('Olga'))
    const staffId = personOf(second, 'Paula')?.id ?? ''
    const used = await second.till.api.useOwnerCode({ staffId, code, pin: '7931' })
    expect(codeOf(used)).toBe('OWNER_CODE_NONE')
  })
})

describe('people of two tills that join', () => {
  it('who was at the second comes in there as ever, and at the first once they did', async () => {
    await together(first, second)
    expect(codeOf(await signIn(first, 'Olga', '4817'))).toBe('PIN_ELSEWHERE')
    await comeIn(second, 'Olga', '4817')
    await settled(first, second)
    await comeIn(first, 'Olga', '4817')
  })

  it('two of one name stay two, each with their own PIN, under the same names at both', async () => {
    await add(first, 'Rosa', '1472', 'cashier')
    await add(second, 'ROSA', '5824', 'supervisor')
    await together(first, second)
    for (const played of [first, second])
      expect(names(played)).toEqual(['Olga', 'Paula', 'ROSA 2', 'Rosa'])
    await comeIn(second, 'ROSA 2', '5824')
    await comeIn(second, 'Rosa', '1472')
    await settled(first, second)
    await comeIn(first, 'ROSA 2', '5824')
    expect(staffOf(first).current?.role).toBe('supervisor')
  })

  it('made of one name at both at once are two as well, and both tills call them alike', async () => {
    await together(first, second)
    await comeIn(first, 'Paula', '3691')
    await comeIn(second, 'Olga', '4817')
    await settled(first, second)
    await add(first, 'Rosa', '1472', 'cashier')
    await add(second, 'Rosa', '5824', 'cashier')
    await settled(first, second)
    expect(names(first)).toEqual(['Olga', 'Paula', 'Rosa', 'Rosa 2'])
    expect(names(second)).toEqual(names(first))
    for (const played of [first, second])
      for (const pin of ['1472', '5824']) {
        const whose = ['Rosa', 'Rosa 2'].map(async (name) =>
          codeOf(await signIn(played, name, pin)),
        )
        expect((await Promise.all(whose)).toSorted()).toEqual(['OK', 'PIN_WRONG'])
      }
  })

  it('with roles of the shop’s own have them at both, whatever id each till gave the role', async () => {
    const rights = { ...NO_RIGHTS, promotions: true }
    for (const played of [first, second])
      must(played.till.api.saveRole({ roleId: null, name: 'Encargada', isArchived: false, rights }))
    await add(second, 'Rosa', '1472', null, [roleId(second)])
    await together(first, second)
    expect(personOf(first, 'Rosa')).toMatchObject({ role: null, roleIds: [roleId(first)] })
    expect(personOf(second, 'Rosa')).toMatchObject({ role: null, roleIds: [roleId(second)] })
  })

  it('at a till where nobody was set up comes who may, and it asks for a PIN', async () => {
    const third = await openTill()
    expect(staffOf(third).isOn).toBe(false)
    await together(first)
    await shop.join(first, third)
    await within(() => staffOf(third).isOn)
    expect(names(third)).toEqual(['Paula'])
    expect(codeOf(third.till.api.fleet())).toBe('SIGN_IN_REQUIRED')
    await comeIn(third, 'Paula', '3691')
  })
})

describe('while the service is not heard', () => {
  it('nobody is changed, a sentence says so, and everybody goes on coming in', async () => {
    await together(first, second)
    await comeIn(second, 'Paula', '3691')
    second.wire.isAway = true
    const atMs = first.fixture.clock.now()
    await within(() => first.fixture.clock.now() - atMs > 5_000)
    for (const refused of [
      await change(second, 'Olga', { pin: '5824' }),
      await change(second, 'Olga', { role: 'cashier' }),
      second.till.api.removeStaff(personOf(second, 'Olga')?.id ?? ''),
      await second.till.api.saveStaff({
        ...{ staffId: null, name: 'Eva', pin: '5824', role: 'cashier', roleIds: [] },
      }),
    ])
      expect(codeOf(refused)).toBe('PEOPLE_SHOP_AWAY')
    await comeIn(second, 'Olga', '4817')
  })

  it('the owner’s code gives a PIN all the same, and it is the shop’s once it is heard', async () => {
    await together(first, second)
    await comeIn(second, 'Olga', '4817')
    const { code } = must(await second.till.api.makeOwnerCode())
    await settled(first, second)
    second.wire.isAway = true
    const staffId = personOf(second, 'Olga')?.id ?? ''
    must(await second.till.api.useOwnerCode({ staffId, code, pin: '7931' }))
    await comeIn(second, 'Olga', '7931')
    second.wire.isAway = false
    await settled(first, second)
    await comeIn(first, 'Olga', '7931')
    await comeIn(second, 'Olga', '7931')
  })
})

describe('changes of one till whose answers are lost', () => {
  it('bring back nobody and no PIN that another till took away since, also not meanwhile', async () => {
    await together(first, second)
    await comeIn(first, 'Paula', '3691')
    await comeIn(second, 'Paula', '3691')
    const cutsPath = '/api/fleet/changes'
    Object.assign(first.wire, { losesAnswersTo: '/api/fleet/edits', cutsPath })
    await add(first, 'Rosa', '1472', 'cashier')
    await add(first, 'Eva', '5824', 'cashier')
    await within(() => names(second).includes('Rosa') && names(second).includes('Eva'))
    expect(codeOf(await change(second, 'Rosa', { pin: '7931' }))).toBe('OK')
    must(second.till.api.removeStaff(personOf(second, 'Eva')?.id ?? ''))
    await settled(second)
    first.wire.cutsPath = null
    await within(() => !names(first).includes('Eva'))
    expect(codeOf(await signIn(first, 'Rosa', '1472'))).toBe('PIN_WRONG')
    await comeIn(first, 'Rosa', '7931')
    first.wire.losesAnswersTo = null
    await settled(first, second)
    for (const played of [first, second]) {
      expect(names(played)).toEqual(['Olga', 'Paula', 'Rosa'])
      expect(codeOf(await signIn(played, 'Rosa', '1472'))).toBe('PIN_WRONG')
      await comeIn(played, 'Rosa', '7931')
    }
    expect(logOf(first, 'staff-not-taken')).toEqual([])
  })
})
