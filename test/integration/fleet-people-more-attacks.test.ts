/** People of a shop, attacked where two things meet: ruined disks, copies, closed keyrings. */
import { describe, expect, it } from 'vitest'
import { systemRandomness } from '#till/adapters/system.ts'
import { boxKeyTold, newBoxKey } from '#till/fleet/pin-box.ts'
import { must } from '../support/must.ts'
import { backedUp, stolenOf } from './fleet-hands.ts'
import {
  add,
  change,
  codeOf,
  comeIn,
  first,
  fleetOf,
  logOf,
  names,
  personOf,
  pins,
  rowsOf,
  second,
  secret,
  settled,
  shop,
  signIn,
  staffOf,
  together,
  useTwoTillsWithPeople,
  within,
} from './people-hands.ts'
import type { PlayedTill } from './fleet-world.ts'

useTwoTillsWithPeople()

const stolen = stolenOf(() => shop)
const idAt = (played: PlayedTill, name: string) => personOf(played, name)?.id ?? ''
const wait = (ms: number) => {
  const atMs = first.fixture.clock.now()
  return within(() => first.fixture.clock.now() - atMs > ms)
}
const left = async ({ till, fixture }: PlayedTill) => {
  const leaving = till.api.leaveShop()
  for (let ms = 0; ms < 100; ms += 1) await fixture.clock.advance(1)
  return leaving
}

describe('an owner who comes in', () => {
  it('stays at a till that has left: one whose PIN was never typed there is no way in', async () => {
    await together(first, second)
    // Olga has not come in since her till joined: here she has no PIN.
    expect(codeOf(await signIn(first, 'Olga', '4817'))).toBe('PIN_ELSEWHERE')
    must(await left(first))
    expect(codeOf(first.till.api.removeStaff(idAt(first, 'Paula')))).toBe('LAST_OWNER')
    expect(codeOf(await change(first, 'Paula', { role: 'cashier' }))).toBe('LAST_OWNER')
    await comeIn(first, 'Paula', '3691')
  })
})

describe('a service that is put back', () => {
  it('makes nobody of two tills that changed somebody since say it for ever', async () => {
    await together(first, second)
    await comeIn(first, 'Paula', '3691')
    await add(first, 'Pedro', '1472', 'cashier')
    await settled(first, second)
    const putBack = await backedUp(shop.service)
    second.wire.isAway = true
    must(await change(first, 'Pedro', { role: 'supervisor' }))
    await settled(first)
    first.wire.isAway = true
    await putBack()
    second.wire.isAway = false
    await comeIn(second, 'Paula', '3691')
    await wait(25_000)
    must(await change(second, 'Pedro', { name: 'Pedro Soto' }))
    await settled(second)
    first.wire.isAway = false
    await wait(25_000)
    await settled(first, second)
    expect(names(first)).toEqual(names(second))
    const roles = [first, second].map((played) => staffOf(played).members.map(({ role }) => role))
    expect(roles[0]?.toSorted()).toEqual(roles[1]?.toSorted())
    const said = () =>
      rowsOf<{ version: number }>(first, 'SELECT version FROM fleet_membership')[0]?.version
    const version = said()
    await wait(10_000)
    expect(said()).toBe(version)
  })

  it('leaves nobody in whom one till sent away as another, unheard, gave a new PIN', async () => {
    await together(first, second)
    await comeIn(first, 'Paula', '3691')
    // Which of two words of one number is the greater is as good as drawn.
    const people = ['Ana', 'Eva', 'Leo', 'Pedro', 'Rosa', 'Tito']
    for (const [at, name] of people.entries()) await add(first, name, `147${at}`, 'cashier')
    await settled(first, second)
    await comeIn(second, 'Paula', '3691')
    const putBack = await backedUp(shop.service)
    second.wire.isAway = true
    for (const [at, name] of people.entries())
      expect(codeOf(await change(first, name, { pin: `582${at}` }))).toBe('OK')
    await settled(first)
    first.wire.isAway = true
    await putBack()
    second.wire.isAway = false
    await wait(25_000)
    for (const name of people) must(second.till.api.removeStaff(idAt(second, name)))
    await settled(second)
    first.wire.isAway = false
    await wait(25_000)
    await settled(first, second)
    for (const played of [first, second]) expect(names(played)).toEqual(['Olga', 'Paula'])
  })

  it('brings nobody back who was taken away since', async () => {
    await together(first, second)
    await comeIn(first, 'Paula', '3691')
    await add(first, 'Pedro', '1472', 'cashier')
    await settled(first, second)
    const putBack = await backedUp(shop.service)
    must(first.till.api.removeStaff(idAt(first, 'Pedro')))
    await settled(first, second)
    await putBack()
    await settled(first, second)
    for (const played of [first, second]) expect(names(played)).not.toContain('Pedro')
  })
})

describe('a till whose keyring does not open', () => {
  it('changes nobody by what it has not heard: who was taken away stays away', async () => {
    await together(first, second)
    await comeIn(first, 'Paula', '3691')
    await add(first, 'Pedro', '1472', 'cashier')
    await add(first, 'Rosa', '5824', 'cashier')
    await settled(first, second)
    await comeIn(second, 'Olga', '4817')
    const { code: ownerCode } = must(await second.till.api.makeOwnerCode())
    await settled(first, second)
    await second.till.stop()
    const kept = pins[1].kept
    Object.assign(pins[1], { kept: null, isClosed: async () => true })
    const closed = await second.openAgain()
    must(first.till.api.removeStaff(idAt(first, 'Pedro')))
    await settled(first)
    await wait(5_000)
    // Nobody comes in there by a PIN; the owner's code gives one, as it does alone.
    const people = closed.api.staff().members
    expect(people.map(({ name }) => name)).toContain('Pedro')
    const olga = people.find(({ name }) => name === 'Olga')?.id ?? ''
    must(await closed.api.useOwnerCode({ staffId: olga, code: ownerCode, pin: '7931' }))
    must(await closed.api.signIn({ staffId: olga, pin: '7931' }))
    const pedro = people.find(({ name }) => name === 'Pedro')
    const saved = await closed.api.saveStaff({
      ...{ staffId: pedro?.id ?? '', name: 'Pedro Pérez', pin: null },
      ...{ role: 'supervisor', roleIds: [] },
    })
    expect(codeOf(saved)).toBe('OK')
    await closed.stop()
    Object.assign(pins[1], { kept, isClosed: async () => false })
    const open = await second.openAgain()
    await wait(20_000)
    for (const api of [open.api, first.till.api])
      expect(
        api
          .staff()
          .members.map(({ name }) => name)
          .toSorted(),
      ).toEqual(['Olga', 'Paula', 'Rosa'])
  })
})

describe('a till that is moved to another computer', () => {
  const idOf = ({ members }: { members: readonly { id: string; name: string }[] }, name: string) =>
    members.find((one) => one.name === name)?.id ?? ''
  const answered = async <Value>(played: PlayedTill, answer: Promise<Value>) => {
    for (let ms = 0; ms < 100; ms += 1) await played.fixture.clock.advance(1)
    return answer
  }

  it('joins anew in its place by the owner’s code, and is given the secret again', async () => {
    await together(first, second)
    await comeIn(first, 'Paula', '3691')
    await comeIn(second, 'Olga', '4817')
    const { code: ownerCode } = must(await second.till.api.makeOwnerCode())
    await settled(first, second)
    await second.till.stop()
    pins[1].kept = null
    second.kept.key = null
    const { api } = await second.openAgain()
    const [olga, paula] = ['Olga', 'Paula'].map((name) => idOf(api.staff(), name)) as [
      string,
      string,
    ]
    expect(codeOf(await api.signIn({ staffId: olga, pin: '4817' }))).toBe('PIN_OF_ANOTHER_MACHINE')
    must(await api.useOwnerCode({ staffId: olga, code: ownerCode, pin: '7931' }))
    must(await api.signIn({ staffId: olga, pin: '7931' }))
    const tillId = must(api.fleet()).till?.id ?? ''
    const made = await answered(first, first.till.api.makeTillCode({ tillId }))
    const joining = api.joinShop({ code: must(made).code, name: 'Caja 2', branch: '' })
    must(await answered(second, joining))
    await wait(20_000)
    expect(must(api.fleet()).people).toBe('shared')
    must(await api.signIn({ staffId: olga, pin: '7931' }))
    must(await api.signIn({ staffId: paula, pin: '3691' }))
    await wait(5_000)
    // What was typed last is hers everywhere.
    await comeIn(first, 'Olga', '7931')
  })

  it('which has lost the secret alone is given it again by the others', async () => {
    await together(first, second)
    await comeIn(second, 'Olga', '4817')
    await settled(first, second)
    await second.till.stop()
    pins[1].kept = null
    const { api } = await second.openAgain()
    await wait(20_000)
    for (const [name, pin] of [
      ['Paula', '3691'],
      ['Olga', '4817'],
    ] as const)
      must(await api.signIn({ staffId: idOf(api.staff(), name), pin }))
  })

  it('of a shop of one, which lost its secret, shares another one once it has joined anew', async () => {
    await together(first)
    await comeIn(first, 'Paula', '3691')
    const { code: ownerCode } = must(await first.till.api.makeOwnerCode())
    await first.till.stop()
    pins[0].kept = null
    const { api } = await first.openAgain()
    const staffId = idOf(api.staff(), 'Paula')
    must(await api.useOwnerCode({ staffId, code: ownerCode, pin: '7931' }))
    must(await api.signIn({ staffId, pin: '7931' }))
    await wait(20_000)
    expect(must(api.fleet()).people).toBe('waiting')
    must(await answered(first, api.leaveShop()))
    must(await answered(first, api.joinShop({ code: null, name: 'Uno', branch: '' })))
    await wait(20_000)
    expect(must(api.fleet()).people).toBe('shared')
    const made = await answered(first, api.makeTillCode({ tillId: null }))
    const joining = second.till.api.joinShop({ code: must(made).code, name: 'Dos', branch: '' })
    must(await answered(second, joining))
    await within(() => names(second).includes('Paula'))
    await comeIn(second, 'Paula', '7931')
  })
})

describe('a till that leaves and comes back', () => {
  it('takes what became of people meanwhile, and undoes nothing of it', async () => {
    await together(first, second)
    await comeIn(first, 'Paula', '3691')
    await comeIn(second, 'Olga', '4817')
    await add(first, 'Pedro', '1472', 'cashier')
    await settled(first, second)
    must(await left(second))
    must(first.till.api.removeStaff(idAt(first, 'Pedro')))
    must(await change(first, 'Olga', { role: 'cashier' }))
    await settled(first)
    await shop.join(first, second)
    await within(() => !names(second).includes('Pedro'))
    await settled(first, second)
    for (const played of [first, second]) {
      expect(names(played)).toEqual(['Olga', 'Paula'])
      expect(personOf(played, 'Olga')?.role).toBe('cashier')
    }
    await comeIn(second, 'Paula', '3691')
  })
})

describe('a thief who has read which secret the shop has', () => {
  it('and says he has it keeps nobody from it for long', async () => {
    await together(first, second)
    const third = await shop.open({ pinPepper: secret(), pinCost: 4 })
    const [own] = rowsOf<{ id: string }>(
      first,
      "SELECT pin_pepper AS id FROM staff WHERE name = 'Paula'",
    )
    await shop.join(first, third)
    const till_id = must(third.till.api.fleet()).till?.id ?? ''
    const box = Buffer.alloc(92, 7).toString('base64')
    const said = { box_key: 'A'.repeat(43), pepper_id: own?.id, boxes: [{ till_id, box }] }
    await stolen.asks(second, '/api/fleet/pin-secret', said)
    await third.fixture.clock.advance(500)
    await stolen.asks(second, '/api/fleet/pin-secret', said)
    await within(() => fleetOf(third).people === 'shared')
    await within(() => names(third).includes('Paula'))
    await comeIn(third, 'Paula', '3691')
  })
})

describe('a thief with the key of a till that keeps no secrets', () => {
  it('is given the secret of the shop by nobody', async () => {
    const third = await shop.open({ pinCost: 4 })
    await together(first)
    await shop.join(first, third)
    await wait(5_000)
    const boxKey = newBoxKey(systemRandomness)
    const ask = async () =>
      (await stolen.asks(third, '/api/fleet/pin-secret', {
        ...{ box_key: boxKeyTold(boxKey), pepper_id: null, is_box_wrong: false, boxes: [] },
      })) as { readonly box: string | null }
    await ask()
    await wait(25_000)
    expect((await ask()).box).toBeNull()
    expect(logOf(first, 'shop-pins')).toEqual([])
  })
})
