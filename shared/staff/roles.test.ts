import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULT_RIGHTS, NO_RIGHTS, type RoleRights } from './rights.ts'
import { joinRights, RIGHT_NAMES, rightBeyond, rightsOfPerson } from './roles.ts'

const rights = fc.record(
  Object.fromEntries(
    RIGHT_NAMES.map((name) => [
      name,
      typeof NO_RIGHTS[name] === 'number' ? fc.integer({ min: 0, max: 100 }) : fc.boolean(),
    ]),
  ),
) as unknown as fc.Arbitrary<RoleRights>
const roleOf = (each: RoleRights, index: number) => ({
  id: `r${index}`,
  name: `R${index}`,
  rights: each,
  isArchived: index % 2 === 1,
})

it('several roles allow what one of them allows, in any order, and nothing beyond', () => {
  fc.assert(
    fc.property(fc.array(rights, { maxLength: 6 }), (several) => {
      const joined = joinRights(several)
      expect(joinRights([...several].reverse())).toEqual(joined)
      expect(joinRights([joined, ...several])).toEqual(joined)
      for (const each of several) expect(rightBeyond(each, joined)).toBeNull()
      for (const name of RIGHT_NAMES)
        expect([NO_RIGHTS[name], ...several.map((each) => each[name])]).toContain(joined[name])
    }),
  )
})

it('somebody may what their roles allow, archived ones too; an owner everything, whatever is stored', () => {
  fc.assert(
    fc.property(fc.array(rights, { minLength: 1, maxLength: 4 }), rights, (several, cashier) => {
      const own = several.map(roleOf)
      const rightsOf = { ...DEFAULT_RIGHTS, cashier, owner: NO_RIGHTS }
      const roleIds = own.map(({ id }) => id)
      const all = joinRights(several)
      expect(rightsOfPerson({ role: null, roleIds: [...roleIds, 'gone'] }, rightsOf, own)).toEqual(
        all,
      )
      expect(rightsOfPerson({ role: null, roleIds: [] }, rightsOf, own)).toEqual(NO_RIGHTS)
      expect(rightsOfPerson({ role: 'cashier', roleIds }, rightsOf, own)).toEqual(
        joinRights([all, cashier]),
      )
      expect(rightsOfPerson({ role: 'owner', roleIds }, rightsOf, own)).toEqual(
        DEFAULT_RIGHTS.owner,
      )
    }),
  )
})

it('names the first right that goes beyond', () => {
  expect(rightBeyond(DEFAULT_RIGHTS.supervisor, DEFAULT_RIGHTS.owner)).toBeNull()
  expect(rightBeyond(DEFAULT_RIGHTS.owner, { ...DEFAULT_RIGHTS.owner, refund: false })).toBe(
    'refund',
  )
  expect(rightBeyond({ ...NO_RIGHTS, cartDiscountPercent: 11 }, DEFAULT_RIGHTS.cashier)).toBe(
    'cartDiscountPercent',
  )
})
