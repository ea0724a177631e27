/** Roles of a shop of several tills: what one takes away is taken away at all of them. */
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_RIGHTS, NO_RIGHTS, type RoleRights } from '#shared/staff/rights.ts'
import { must } from '../support/must.ts'
import type { PlayedTill } from './fleet-world.ts'
import {
  byCode,
  change,
  COFFEE,
  cut,
  joined,
  one,
  settled,
  stolen,
  two,
  useTwoTills,
  view,
  wait,
  world,
} from './fleet-hands.ts'

useTwoTills()

const staffOf = ({ till }: PlayedTill) => till.api.staff()
const rolesOf = (played: PlayedTill) => staffOf(played).ownRoles
const roleOf = (played: PlayedTill, name = 'Encargada') =>
  rolesOf(played).find((role) => role.name === name)
const cashiers = (played: PlayedTill) => staffOf(played).rightsOf.cashier
const allow = ({ till }: PlayedTill, rights: Partial<RoleRights>) =>
  till.api.saveRights({ role: 'cashier', rights: { ...DEFAULT_RIGHTS.cashier, ...rights } })
const keepRole = (played: PlayedTill, rights: Partial<RoleRights>, name = 'Encargada') =>
  played.till.api.saveRole({
    ...{ roleId: roleOf(played, name)?.id ?? null, name, isArchived: false },
    rights: { ...NO_RIGHTS, ...rights },
  })
const keepPerson = async (
  played: PlayedTill,
  name: string,
  pin: string,
  given: { readonly role: 'owner' | 'cashier' | null; readonly roleIds?: string[] },
) => must(await played.till.api.saveStaff({ staffId: null, name, pin, roleIds: [], ...given }))
const signIn = async ({ till }: PlayedTill, name: string, pin: string) => {
  const staffId = till.api.staff().members.find((person) => person.name === name)?.id ?? ''
  must(await till.api.signIn({ staffId, pin }))
}
const within = async (condition: () => boolean) => {
  const saidMs = one.fixture.clock.now()
  await world.until(condition)
  return one.fixture.clock.now() - saidMs
}

beforeEach(async () => {
  for (const played of [one, two]) {
    await keepPerson(played, 'Paula', '3691', { role: 'owner' })
    await signIn(played, 'Paula', '3691')
  }
})

describe('rights of the shop', () => {
  it('withdrawn at one till are gone at the other within two seconds, in an open session', async () => {
    await joined()
    must(keepRole(one, { promotions: true, editCatalogue: true }))
    await world.until(() => roleOf(two) !== undefined)
    const roleIds = [roleOf(two)?.id ?? '']
    await keepPerson(two, 'Rosa', '1472', { role: null, roleIds })
    await signIn(two, 'Rosa', '1472')
    expect(two.till.api.promotions()).toMatchObject({ ok: true })
    must(keepRole(one, { editCatalogue: true }))
    const isBarred = () => !two.till.api.promotions().ok
    expect(await within(isBarred)).toBeLessThanOrEqual(2_000)
    expect(staffOf(two).current?.name).toBe('Rosa')
    must(allow(one, { freeLine: false }))
    await world.until(() => !cashiers(two).freeLine)
  })

  it('are not changed while the service is away, and a sentence says so', async () => {
    await joined()
    cut(true, two)
    await wait(5_000)
    for (const refused of [allow(two, { cancel: true } as never), keepRole(two, {})])
      expect(refused).toMatchObject({ refusal: { code: 'ROLES_SHOP_AWAY' } })
    expect(rolesOf(two)).toEqual([])
    cut(false, two)
    await world.until(() => keepRole(two, { editCatalogue: true }).ok)
    await world.until(() => roleOf(one)?.rights.editCatalogue === true)
  })

  it('changed at both unheard are as they were said first, and the other one is told', async () => {
    await joined()
    must(keepRole(one, { editCatalogue: true, promotions: true }))
    await settled(one, two)
    // It speaks with the service, and hears nothing from it.
    two.wire.cutsPath = '/api/fleet/edits'
    must(keepRole(two, { editCatalogue: true, promotions: true, manageStaff: true }))
    must(keepRole(one, {}))
    await settled(one)
    two.wire.cutsPath = null
    await settled(one, two)
    for (const played of [one, two]) expect(roleOf(played)?.rights).toEqual(NO_RIGHTS)
    expect(view(two).overruled).toMatchObject([{ kind: 'role', field: 'rights', byNumber: 1 }])
  })

  it('of who joins second are the shop’s, by the name of the role; what is new to it stays', async () => {
    must(keepRole(one, { editCatalogue: true }))
    must(allow(one, { freeLine: false }))
    must(keepRole(two, { manageStaff: true }, 'ENCARGADA'))
    must(keepRole(two, { promotions: true }, 'Bodega'))
    must(allow(two, { freeLine: true, invoice: false }))
    const roleIds = [roleOf(two, 'ENCARGADA')?.id ?? '']
    await keepPerson(two, 'Rosa', '1472', { role: null, roleIds })
    await joined()
    for (const played of [one, two]) {
      expect(
        rolesOf(played)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(['Bodega', 'Encargada'])
      expect(roleOf(played)?.rights).toEqual({ ...NO_RIGHTS, editCatalogue: true })
      expect(cashiers(played)).toMatchObject({ freeLine: false, invoice: true })
    }
    await signIn(two, 'Rosa', '1472')
    expect(two.till.api.staff().rights.manageStaff).toBe(false)
  })

  it('of a role that is removed stay, archived, with who has it at another till', async () => {
    await joined()
    must(keepRole(one, { editCatalogue: true }))
    await settled(one, two)
    const roleIds = [roleOf(two)?.id ?? '']
    await keepPerson(two, 'Rosa', '1472', { role: null, roleIds })
    must(one.till.api.removeRole(roleOf(one)?.id ?? ''))
    await settled(one, two)
    for (const played of [one, two]) expect(roleOf(played)).toMatchObject({ isArchived: true })
    expect(staffOf(two).members.find(({ name }) => name === 'Rosa')?.roleIds).toEqual(roleIds)
  })
})

describe('a thief with the key of a till', () => {
  it('makes nobody an owner, and no role that no owner could have made', async () => {
    await joined()
    const before = staffOf(one)
    const all = JSON.stringify(DEFAULT_RIGHTS.owner)
    const percent = JSON.stringify({ ...NO_RIGHTS, lineDiscountPercent: 100.5 })
    const role = { name: 'Nueva', rights: all, is_archived: false }
    for (const [kind, id, fields] of [
      ['role_rights', 'owner', { rights: '{}' }],
      ['role_rights', 'nobody', { rights: all }],
      ['role_rights', 'cashier', { rights: 'no json' }],
      ['role_rights', 'cashier', { rights: '[]' }],
      ['role_rights', 'cashier', { rights: '{"manageStaff":"yes"}' }],
      ['role', 'r1', { ...role, name: 'Dueña' }],
      ['role', 'r2', { ...role, name: '  ' }],
      ['role', 'r3', { ...role, rights: percent }],
      ['role', 'r4', { ...role, name: 'Otra', rights: '{"lineDiscountPercent":900}' }],
    ] as const)
      await stolen(two, kind, id, fields)
    change(one, 'Café molido', { unitGrossClp: 1_234 })
    await settled(one, two)
    for (const played of [one, two]) {
      expect(staffOf(played).rightsOf).toEqual(before.rightsOf)
      expect(rolesOf(played)).toEqual([])
    }
    expect(byCode(two, COFFEE)?.unitGrossClp).toBe(1_234)
    // And the owner's next word stands.
    must(allow(one, { freeLine: false }))
    await world.until(() => !cashiers(two).freeLine)
  })

  it('that has not heard what stands changes nothing of it', async () => {
    await joined()
    must(keepRole(one, { editCatalogue: true }))
    await settled(one, two)
    const fields = { rights: JSON.stringify(DEFAULT_RIGHTS.owner) }
    const answer = await stolen(two, 'role', roleOf(one)?.id ?? '', fields)
    expect(answer.results).toMatchObject([{ outcome: 'taken', lost: [{ field: 'rights' }] }])
    await settled(one, two)
    expect(roleOf(two)?.rights).toEqual({ ...NO_RIGHTS, editCatalogue: true })
  })
})
