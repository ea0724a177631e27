/** Roles a shop makes: who may make and give them, and that a session open now has them at once. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_RIGHTS, NO_RIGHTS, type RoleRights } from '#shared/staff/rights.ts'
import { crewTillPerTest, PINS } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'

const till = crewTillPerTest()
const { api, serve, idOf, auditRows } = till

const STOCK: RoleRights = { ...NO_RIGHTS, stock: true, editCatalogue: true }
const makeRole = (name: string, rights: RoleRights) =>
  must(api.saveRole({ roleId: null, name, rights, isArchived: false })).ownRoles.find(
    (role) => role.name === name,
  )?.id ?? ''
const personOf = (name: string) => api.staff().members.find((one) => one.name === name)
/** Camila keeps her PIN. */
const give = (roleIds: string[], role: 'cashier' | 'owner' | null = 'cashier') =>
  api.saveStaff({ staffId: idOf('cashier'), name: 'Camila', role, roleIds, pin: null })
const refusedWith = (code: string) => ({ ok: false, refusal: { code } })

/** Camila with a role that may manage people, and no more than that and a cashier's rights. */
async function manager(): Promise<void> {
  await serve('owner')
  const id = makeRole('Encargada', { ...NO_RIGHTS, manageStaff: true, refund: true })
  must(await give([id]))
  await serve('cashier')
}

describe('a role of the shop', () => {
  it('allows what it says at once, to whoever serves now, and beside the roles somebody has', async () => {
    await serve('owner')
    const id = makeRole('Reponedora', STOCK)
    must(await give([id]))
    await serve('cashier')
    expect(api.staff().rights).toEqual({
      ...DEFAULT_RIGHTS.cashier,
      stock: true,
      editCatalogue: true,
    })
    await serve('owner')
    must(await give([id], null))
    await serve('cashier')
    expect(api.staff().rights).toEqual(STOCK)
    await serve('owner')
    must(
      api.saveRole({
        roleId: id,
        name: 'Reponedora',
        rights: { ...STOCK, refund: true },
        isArchived: false,
      }),
    )
    await serve('cashier')
    expect(api.staff().rights).toMatchObject({ refund: true, stock: true, freeLine: false })
    // The owner's settings, lent: the same person goes on serving while her roles change.
    const subject = { kind: 'settings' } as const
    must(await api.approve({ staffId: idOf('owner'), pin: PINS.owner, subject }))
    const camila = { staffId: idOf('cashier'), name: 'Camila', role: 'cashier', pin: null } as const
    must(await api.saveStaff({ ...camila, roleIds: [], ownerPin: PINS.owner }))
    expect(api.staff().rights).toEqual(DEFAULT_RIGHTS.cashier)
  })

  it('that somebody has is not deleted; archived it is kept by who has it and given to nobody else', async () => {
    await serve('owner')
    const id = makeRole('Reponedora', STOCK)
    must(await give([id]))
    expect(api.removeRole(id)).toMatchObject({
      refusal: { code: 'ROLE_IN_USE', params: { names: 'Camila' } },
    })
    must(api.saveRole({ roleId: id, name: 'Reponedora', rights: STOCK, isArchived: true }))
    must(await give([id]))
    expect(
      await api.saveStaff({
        staffId: idOf('supervisor'),
        name: 'Rodrigo',
        role: 'supervisor',
        roleIds: [id],
        pin: null,
      }),
    ).toMatchObject(refusedWith('ROLE_ARCHIVED'))
    must(await give([]))
    expect(must(api.removeRole(id)).ownRoles).toEqual([])
    expect(await give([id])).toMatchObject(refusedWith('ROLE_NOT_FOUND'))
  })

  it('has a name of its own and whole percents, and somebody has one role at least', async () => {
    await serve('owner')
    makeRole('Reponedora', STOCK)
    const save = (name: string, rights: RoleRights = STOCK) =>
      api.saveRole({ roleId: null, name, rights, isArchived: false })
    expect(save('reponedora')).toMatchObject(refusedWith('ROLE_NAME_TAKEN'))
    expect(save(' ')).toMatchObject({ refusal: { field: 'name' } })
    expect(save('x'.repeat(31))).toMatchObject(refusedWith('NAME_TOO_LONG'))
    expect(save('Otra', { ...STOCK, lineDiscountPercent: 2.5 })).toMatchObject({
      refusal: { code: 'PERCENT_NOT_VALID', field: 'lineDiscountPercent' },
    })
    expect(await give([], null)).toMatchObject(refusedWith('ROLE_REQUIRED'))
    expect(
      api.saveRole({ roleId: 'gone', name: 'Otra', rights: STOCK, isArchived: false }),
    ).toMatchObject(refusedWith('ROLE_NOT_FOUND'))
  })

  it('leaves a row in the log for each right that changed, with who did it', async () => {
    await serve('owner')
    const id = makeRole('Reponedora', { ...NO_RIGHTS, stock: true })
    must(api.saveRole({ roleId: id, name: 'Reponedora', rights: STOCK, isArchived: false }))
    must(api.removeRole(id))
    const rows = auditRows().filter(({ action }) => action.startsWith('role-'))
    expect(rows.map(({ action, staffName, detail }) => [action, staffName, detail])).toEqual([
      ['role-removed', 'Paula', { name: 'Reponedora' }],
      [
        'role-saved',
        'Paula',
        { name: 'Reponedora', what: 'editCatalogue', from: 'false', to: 'true' },
      ],
      ['role-saved', 'Paula', { name: 'Reponedora', what: 'stock', from: 'false', to: 'true' }],
      ['role-saved', 'Paula', { name: 'Reponedora', what: 'name', from: '—', to: 'Reponedora' }],
    ])
  })
})

describe('whoever manages people without being an owner', () => {
  it('gives no right they do not have, by no way', async () => {
    await manager()
    const own = api.staff().rights
    expect(own).toMatchObject({ manageStaff: true, refund: true, stock: false })
    const save = (rights: RoleRights) =>
      api.saveRole({ roleId: null, name: 'Nueva', rights, isArchived: false })
    expect(save({ ...NO_RIGHTS, stock: true })).toMatchObject({
      refusal: { code: 'RIGHT_ABOVE_OWN', field: 'stock' },
    })
    expect(save({ ...NO_RIGHTS, lineDiscountPercent: 11 })).toMatchObject(
      refusedWith('RIGHT_ABOVE_OWN'),
    )
    must(save({ ...NO_RIGHTS, refund: true }))
    expect(
      api.saveRights({
        role: 'cashier',
        rights: { ...api.staff().rightsOf.cashier, openDrawer: true },
      }),
    ).toMatchObject(refusedWith('RIGHT_ABOVE_OWN'))
    expect(
      await api.saveStaff({ staffId: null, name: 'Eva', role: 'supervisor', pin: '4826' }),
    ).toMatchObject(refusedWith('RIGHT_ABOVE_OWN'))
    expect(await give([], 'owner')).toMatchObject(refusedWith('RIGHT_ABOVE_OWN'))
    must(await api.saveStaff({ staffId: null, name: 'Eva', role: 'cashier', pin: '4826' }))
  })

  it('gives no PIN to somebody who may more, and takes nobody of them away', async () => {
    await manager()
    await serve('owner')
    must(await api.saveStaff({ staffId: null, name: 'Otra', role: 'owner', pin: '7391' }))
    await serve('cashier')
    for (const role of ['owner', 'supervisor'] as const) {
      const name = role === 'owner' ? 'Paula' : 'Rodrigo'
      expect(await api.saveStaff({ staffId: idOf(role), name, role, pin: '4826' })).toMatchObject(
        refusedWith('RIGHT_ABOVE_OWN'),
      )
      expect(
        await api.saveStaff({ staffId: idOf(role), name, role: 'cashier', pin: null }),
      ).toMatchObject(refusedWith('RIGHT_ABOVE_OWN'))
      expect(api.removeStaff(idOf(role))).toMatchObject(refusedWith('RIGHT_ABOVE_OWN'))
    }
    await serve('owner')
    expect(personOf('Paula')?.role).toBe('owner')
  })

  it('changes no role that allows more than they may', async () => {
    await serve('owner')
    const id = makeRole('Reponedora', STOCK)
    await manager()
    expect(
      api.saveRole({ roleId: id, name: 'Menos', rights: NO_RIGHTS, isArchived: true }),
    ).toMatchObject(refusedWith('RIGHT_ABOVE_OWN'))
    expect(api.removeRole(id)).toMatchObject(refusedWith('RIGHT_ABOVE_OWN'))
  })
})

it('the last owner stays one, whatever roles of the shop allow', async () => {
  await serve('owner')
  const all = makeRole('Todo', DEFAULT_RIGHTS.owner)
  must(await give([all]))
  const paula = (role: 'cashier' | null) =>
    api.saveStaff({ staffId: idOf('owner'), name: 'Paula', role, roleIds: [all], pin: null })
  expect(await paula('cashier')).toMatchObject(refusedWith('LAST_OWNER'))
  expect(await paula(null)).toMatchObject(refusedWith('LAST_OWNER'))
  expect(api.removeStaff(idOf('owner'))).toMatchObject(refusedWith('LAST_OWNER'))
  expect(api.saveRights({ role: 'cashier', rights: DEFAULT_RIGHTS.owner })).toMatchObject({
    ok: true,
  })
  expect(api.staff().rights).toEqual(DEFAULT_RIGHTS.owner)
})
