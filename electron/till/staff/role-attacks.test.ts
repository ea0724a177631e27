/** Whoever manages people without being an owner tries to be one; names that deceive the log. */
import { beforeEach, describe, expect, it } from 'vitest'
import { NO_RIGHTS } from '#shared/staff/rights.ts'
import { crewTillPerTest, PINS } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'

const { api, serve, idOf } = crewTillPerTest()
const saveRole = (name: string, rights = NO_RIGHTS) =>
  api.saveRole({ roleId: null, name, rights, isArchived: false })
const saveCamila = (roleIds: string[]) =>
  api.saveStaff({ staffId: idOf('cashier'), name: 'Camila', role: 'cashier', roleIds, pin: null })

beforeEach(async () => {
  await serve('owner')
})

describe('a manager who is no owner', () => {
  /** What was restored or opened has the people of then, or of elsewhere: a way to be the owner. */
  const wholesale = () => [
    api.startRestore({ name: 'till-20261120T150000000Z-asked.db', otherRut: null }),
    api.startMove({ folder: '/media/pendrive', code: '00000-00000-00000-00000-00000' }),
  ]
  const codes = () => wholesale().map((answer) => (answer.ok ? 'ok' : answer.refusal.code))

  it('brings back no other people by a backup or a till that moves, and takes no till away', async () => {
    const made = must(saveRole('Encargada', { ...NO_RIGHTS, manageStaff: true }))
    must(await saveCamila([made.ownRoles[0]?.id ?? '']))
    await serve('cashier')
    expect(api.staff().rights.manageStaff).toBe(true)
    expect(codes()).toEqual(['OWNER_REQUIRED', 'OWNER_REQUIRED'])
    const lent = { staffId: idOf('owner'), pin: PINS.owner, subject: { kind: 'settings' } } as const
    await serve('supervisor')
    must(await api.approve(lent))
    expect(codes()).toEqual(['OWNER_REQUIRED', 'OWNER_REQUIRED'])
    await serve('owner')
    expect(codes()).not.toContain('OWNER_REQUIRED')
  })
})

describe('names that look like another', () => {
  const SAME = ['Repo\u00adnedora', 'Reponedora\u00ad', ' REPONEDORA\u00a0']
  it.each(SAME)('%j is the same role', (name) => {
    must(saveRole('Reponedora'))
    expect(saveRole(name)).toMatchObject({ refusal: { code: 'ROLE_NAME_TAKEN', field: 'name' } })
  })

  it.each(['Ana\u00adMaría', 'Ana \u00a0María', 'Ana\u2009\u2009María'])('%j', async (name) => {
    const hire = (named: string) =>
      api.saveStaff({ staffId: null, name: named, role: 'cashier', pin: '4826' })
    must(await hire(name.includes('\u00adM') ? 'AnaMaría' : 'Ana María'))
    expect(await hire(name)).toMatchObject({ refusal: { code: 'STAFF_NAME_TAKEN' } })
    expect(await hire('\u00ad\u00ad')).toMatchObject({ refusal: { code: 'NAME_REQUIRED' } })
  })

  it.each(['Dueño', 'owner', 'SUPERVISOR', 'Cashier'])(
    '%s is a role of every till, and none of the shop’s own',
    (name) => {
      expect(saveRole(name)).toMatchObject({ refusal: { code: 'ROLE_NAME_TAKEN' } })
    },
  )

  it.each(['Je\nfa', 'Je\u0007fa', '\u202eJefa', '\u200b', '😀'])('%j is refused', (name) => {
    expect(saveRole(name)).toMatchObject({ refusal: { field: 'name' } })
  })
})
