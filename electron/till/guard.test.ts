/** What each row asks for, as it is written down, walked as each kind of person. */
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { CONTRACT, type CommandName, type TillApi } from '#shared/bridge/contract.ts'
import type { AnyRow } from '#shared/staff/row.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { refuse } from '#shared/core/result.ts'
import { PLAIN_RIGHTS, type PlainRight } from '#shared/staff/need.ts'
import {
  DEFAULT_RIGHTS,
  NO_RIGHTS,
  ROLES,
  type Role,
  type RoleRights,
} from '#shared/staff/rights.ts'
import { guarded, type GuardPorts } from './guard.ts'
import type { Handlers, Staff } from './staff/staff-ports.ts'
import { must } from '../../test/support/must.ts'
import { tillPerTest } from '../../test/support/till-per-test.ts'
import { WHO_MAY, whoMay } from '../../test/support/who-may.ts'

/** What is answered in full with nobody signed in, said out loud: a new one is added here. */
const OPEN_TO_ANYONE = [
  'customerPicture',
  'customerView',
  'opening',
  'productPictures',
  'productSlice',
  'searchProducts',
  'signIn',
  'useOwnerCode',
]
/** Of which a locked counter answers a part, and which. */
const ANSWERED_IN_PART = ['bootstrap', 'giveBackSettings', 'settings', 'signOut', 'staff', 'status']
/** Obeyed by a till that has left for another computer: none of it sells, prints or sends. */
const DONE_AT_REST = [
  ...['answerDoubt', 'approve', 'cancelMove', 'cancelServiceTest', 'giveBackSettings'],
  ...['newMoveCode', 'signIn', 'signOut', 'startBackup', 'startCheck', 'startCopy'],
  ...['startDiagnostics', 'startExport', 'startLook', 'startMove', 'startRestore'],
  ...['startTakeBack', 'stopSupport', 'takeSale'],
]
const PINS: Readonly<Record<Role, string>> = { owner: '3690', supervisor: '1470', cashier: '2580' }
const SIGN_IN = { ok: false, refusal: { code: 'SIGN_IN_REQUIRED' } }
const NAMES = Object.keys(CONTRACT).sort() as CommandName[]

const ids = new Map<Role, string>()

const { api } = tillPerTest({ pinCost: 4 })
beforeEach(async () => {
  for (const role of ['owner', 'supervisor', 'cashier'] as const) {
    const saved = await api.saveStaff({ staffId: null, name: role, role, pin: PINS[role] })
    if (!saved.ok) throw new Error(saved.refusal.code)
    ids.set(role, saved.value.members.find(({ name }) => name === role)?.id ?? '')
  }
})

const rowOf = (name: CommandName): AnyRow => CONTRACT[name]
/** What a row asks for before it looks at what it was given; null for nothing. */
function rightFor(name: CommandName): PlainRight | null {
  const who = whoMay(name)
  if (who === 'settings') return 'manageStaff'
  if (who === 'owner') return 'manageStaff'
  return who.includes(':') ? (who.split(':')[1] as PlainRight) : null
}
const barredTo = (rights: RoleRights) =>
  NAMES.filter((name) => {
    const right = rightFor(name)
    return right !== null && !rights[right]
  })
/** Calls a row with nothing in it: whoever is refused is refused before anybody looks at it. */
const call = (core: TillApi, name: CommandName, input: unknown = {}) =>
  (core[name] as (...given: readonly unknown[]) => unknown)(input)

it('asks for the right that is written down for each row, and every row is written down once', () => {
  const written = WHO_MAY.map(([row]) => row).sort()
  expect(written, 'each row stands once in BY_RIGHT of test/support/who-may.ts').toEqual(NAMES)
  const asked = NAMES.map((name) => [name, rowOf(name).who])
  expect(asked).toEqual(NAMES.map((name) => [name, whoMay(name)]))
})

it('answers behind a locked counter what is named here, and refuses all else before it looks at it', async () => {
  api.signOut()
  const part = (name: CommandName) => 'lockedPart' in (rowOf(name).behindLock ?? {})
  expect(NAMES.filter((name) => whoMay(name) === 'anyone')).toEqual(OPEN_TO_ANYONE)
  expect(NAMES.filter(part)).toEqual(ANSWERED_IN_PART)
  const closed = NAMES.filter((name) => !OPEN_TO_ANYONE.includes(name) && !part(name))
  const passed: string[] = []
  const core = coreFor(passed, {
    ...staffWith(DEFAULT_RIGHTS.cashier),
    actor: () => refuse(refusal('SIGN_IN_REQUIRED')),
  })
  for (const name of closed) {
    const { behindLock } = rowOf(name)
    const given = behindLock !== null && 'locked' in behindLock ? behindLock.locked : SIGN_IN
    for (const answer of [await call(api, name), await call(core, name)])
      if (given === null) expect.soft(answer, name).toBeNull()
      else expect.soft(answer, name).toMatchObject(given as object)
  }
  expect(passed).toEqual([])
  expect(closed.length).toBeGreaterThan(60)
})

it.each(ROLES)(
  'lets through for a %s what this role has the right to, and no row more',
  async (role) => {
    await api.signIn({ staffId: ids.get(role) ?? '', pin: PINS[role] })
    const rights = DEFAULT_RIGHTS[role]
    const passed: string[] = []
    const core = coreFor(passed, staffWith(rights))
    const refused: string[] = []
    for (const name of NAMES) {
      const answer = await call(core, name)
      if (JSON.stringify(answer).includes('_REQUIRED')) refused.push(name)
    }
    const barred = barredTo(rights)
    expect(refused).toEqual(barred)
    expect(passed).toEqual(NAMES.filter((name) => !barred.includes(name)))
    expect(barred.length).toBe({ owner: 0, supervisor: 69, cashier: 114 }[role])
  },
)

it('lets through for a role of any rights exactly the rows of these rights, and gives them all', async () => {
  const anyRights = fc.record(
    Object.fromEntries(PLAIN_RIGHTS.map((right) => [right, fc.boolean()])),
  ) as fc.Arbitrary<Record<PlainRight, boolean>>
  await fc.assert(
    fc.asyncProperty(anyRights, async (some) => {
      const rights = { ...NO_RIGHTS, ...some }
      await api.signIn({ staffId: ids.get('owner') ?? '', pin: PINS.owner })
      const before = api.staff().ownRoles[0]?.id ?? null
      must(api.saveRole({ roleId: before, name: 'Propio', rights, isArchived: false }))
      const roleIds = api.staff().ownRoles.map(({ id }) => id)
      const staffId = ids.get('cashier') ?? ''
      must(await api.saveStaff({ staffId, name: 'cashier', role: null, roleIds, pin: null }))
      await api.signIn({ staffId, pin: PINS.cashier })
      expect(api.staff().rights).toEqual(rights)
      const passed: string[] = []
      const core = coreFor(passed, staffWith(api.staff().rights))
      for (const name of NAMES) await call(core, name)
      const barred = barredTo(rights)
      expect(passed).toEqual(NAMES.filter((name) => !barred.includes(name)))
    }),
    { numRuns: 20 },
  )
})

it('lets a PIN over the shoulder through where the row lends its right, and nowhere else', async () => {
  const passed: string[] = []
  const core = coreFor(passed, staffWith(DEFAULT_RIGHTS.cashier))
  for (const name of NAMES) await call(core, name, { approvalId: 'one' })
  const barred = NAMES.filter((name) => !passed.includes(name))
  expect(barred.map(whoMay).filter((who) => !/^(settings|owner|own:.*)$/.test(who))).toEqual([])
})

it('at rest answers what is read and the commands named here, and refuses all others', async () => {
  const passed: string[] = []
  const core = coreFor(passed, staffWith(DEFAULT_RIGHTS.owner), { now: () => ({}) as never })
  const refused: string[] = []
  for (const name of NAMES)
    if (JSON.stringify(await call(core, name)).includes('TILL_AT_REST')) refused.push(name)
  const commands = NAMES.filter((name) => rowOf(name).kind === 'command')
  expect(passed.filter((name) => commands.includes(name as CommandName))).toEqual(DONE_AT_REST)
  expect(passed.length - DONE_AT_REST.length).toBe(NAMES.length - commands.length)
  expect(refused.length).toBeGreaterThan(80)
})

it('tells the command who asks, as its row found them, and those anyone may ask nothing', async () => {
  const told = new Map<string, unknown>()
  const note = (name: string, given: readonly unknown[]) => told.set(name, given.at(-1))
  const core = coreFor([], staffWith(DEFAULT_RIGHTS.owner), undefined, note)
  for (const name of NAMES)
    await (core[name] as (...given: readonly unknown[]) => unknown)(
      ...(rowOf(name).input === null ? ['screen'] : [{}, 'screen']),
    )
  for (const name of NAMES) {
    const expected = rowOf(name).hasPerson ? { actor: { name: 'x' }, approverName: null } : 'screen'
    if (rowOf(name).hasPerson) expect(told.get(name), name).toMatchObject(expected as object)
    else expect(told.get(name), name).toBe(expected)
  }
})

it('has no answer for what has no row', () => {
  const core = coreFor([], staffWith(DEFAULT_RIGHTS.owner))
  expect(Object.keys(core).sort()).toEqual([...NAMES, 'feed'].sort())
})

/** The guard before handlers that only note what came through. */
function coreFor(
  passed: string[],
  staff: GuardPorts['staff'],
  rest: GuardPorts['rest'] = { now: () => null },
  note: (name: string, given: readonly unknown[]) => void = () => {},
): TillApi {
  const handlers = new Proxy(
    {},
    {
      get:
        (_, name: string) =>
        (...given: readonly unknown[]) => {
          passed.push(name)
          note(name, given)
          return { ok: true, value: null }
        },
    },
  ) as Handlers
  const sight = { sees: () => true, holds: () => false }
  return guarded(handlers, NO_FEED, { staff, sight, rest })
}
const NO_FEED: TillApi['feed'] = () => {
  throw new Error('nobody listens')
}

function staffWith(rights: (typeof DEFAULT_RIGHTS)[Role]): GuardPorts['staff'] {
  const giver = { rights, isOwner: rights.manageStaff }
  const actor = { id: 'x', name: 'x', ...giver }
  return {
    actor: () => ({ ok: true, value: actor }),
    audit: { write: () => undefined } as unknown as Staff['audit'],
    settingsRight: {
      lentBy: () => null,
      lend: () => undefined,
      giveBack: () => undefined,
      manager: () =>
        rights.manageStaff
          ? { ok: true, value: { actor, approverName: null, ...giver } }
          : { ok: false, refusal: { code: 'OWNER_REQUIRED', field: null, params: {} } },
    },
  }
}
