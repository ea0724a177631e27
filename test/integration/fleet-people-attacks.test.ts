/** People of a shop, attacked: by the key of a till, by a copy of the service, by bad moments. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { readPeppers } from '#till/staff/pin-pepper.ts'
import { readPerson } from '#shared/fleet/shared-person.ts'
import { stolenOf } from './fleet-hands.ts'
import {
  add,
  change,
  codeOf,
  comeIn,
  first,
  fleetOf,
  logOf,
  names,
  openTill,
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

useTwoTillsWithPeople()

const stolen = stolenOf(() => shop)
const idOf = (name: string) => personOf(first, name)?.id ?? ''
const sealedOf = (name: string) =>
  rowsOf<{ sealed: string }>(
    first,
    'SELECT sealed FROM fleet_person WHERE staff_id = ?',
    idOf(name),
  )[0]?.sealed ?? ''
/** As the thief has heard all there is. */
const heard = { heard_version: 1_000_000 }
const wait = (ms: number) => {
  const atMs = first.fixture.clock.now()
  return within(() => first.fixture.clock.now() - atMs > ms)
}

describe('a thief with the key of a till, without the secret of the PINs', () => {
  const begin = async () => {
    await together(first, second)
    await comeIn(first, 'Paula', '3691')
    await add(first, 'Pedro', '1472', 'cashier')
    await settled(first, second)
  }
  const asEver = async () => {
    await settled(first, second)
    for (const played of [first, second]) {
      expect(names(played)).toEqual(['Olga', 'Paula', 'Pedro'])
      expect(personOf(played, 'Pedro')?.role).toBe('cashier')
      expect(codeOf(await signIn(played, 'Paula', '1472'))).toBe('PIN_WRONG')
      await comeIn(played, 'Pedro', '1472')
      await comeIn(played, 'Paula', '3691')
    }
  }

  it('makes nobody an owner, nor somebody new', async () => {
    await begin()
    const text = sealedOf('Pedro').replace('"role":"cashier"', '"role":"owner"')
    for (const person of [text, text.replace('"revision":1', '"revision":9')]) {
      await stolen(second, 'person', idOf('Pedro'), { person }, heard)
      await stolen(second, 'person', 'nobody', { person }, heard)
      await wait(3_000)
    }
    await asEver()
    expect(logOf(first, 'staff-not-taken').length).toBeGreaterThan(0)
  })

  it('puts no PIN that he knows in the place of another', async () => {
    await begin()
    const [pedro, paula] = [readPerson(sealedOf('Pedro')), readPerson(sealedOf('Paula'))]
    for (const person of [
      JSON.stringify({ ...paula, pin: pedro?.pin, revision: 9 }),
      sealedOf('Pedro'),
      sealedOf('Pedro').replace('"name":"Pedro"', '"name":"Paula"'),
    ]) {
      await stolen(second, 'person', idOf('Paula'), { person }, heard)
      await wait(3_000)
    }
    await asEver()
  })

  it('brings back nothing that was taken away, also not to a till that joins later', async () => {
    await begin()
    const before = sealedOf('Pedro')
    expect(codeOf(await change(first, 'Pedro', { pin: '5824' }))).toBe('OK')
    await settled(first, second)
    await stolen(second, 'person', idOf('Pedro'), { person: before }, heard)
    await settled(first, second)
    for (const played of [first, second]) {
      expect(codeOf(await signIn(played, 'Pedro', '1472'))).toBe('PIN_WRONG')
      await comeIn(played, 'Pedro', '5824')
    }
    await comeIn(first, 'Paula', '3691')
    must(first.till.api.removeStaff(idOf('Pedro')))
    await settled(first, second)
    await stolen(second, 'person', 'x', { person: before }, heard)
    const third = await openTill()
    await shop.join(first, third)
    await within(() => names(third).includes('Paula'))
    await settled(first, second)
    expect(names(third)).not.toContain('Pedro')
  })

  it('undoes no removal whose answer was lost', async () => {
    await begin()
    const before = sealedOf('Pedro')
    const id = idOf('Pedro')
    must(first.till.api.removeStaff(id))
    Object.assign(first.wire, {
      cutsPath: '/api/fleet/changes',
      losesAnswersTo: '/api/fleet/edits',
    })
    await wait(4_000)
    await stolen(second, 'person', id, { person: before }, heard)
    Object.assign(first.wire, { cutsPath: null, losesAnswersTo: null })
    await settled(first, second)
    for (const played of [first, second]) expect(names(played)).not.toContain('Pedro')
  })

  it('takes nobody away: what he deletes is said again', async () => {
    await begin()
    for (const name of ['Pedro', 'Paula'])
      await stolen(second, 'person', idOf(name), {}, { ...heard, is_deleted: true })
    await asEver()
    const third = await openTill()
    await shop.join(first, third)
    await within(() => names(third).includes('Pedro'))
    await comeIn(third, 'Pedro', '1472')
  })

  it('puts no other secret in the place of the shop’s, and is given none', async () => {
    await begin()
    const before = await sharedSecret()
    for (const pepper_id of ['0123456789abcdef', null])
      await stolen.asks(second, '/api/fleet/pin-secret', {
        ...{ box_key: 'A'.repeat(43), pepper_id, boxes: [] },
      })
    await wait(15_000)
    expect(await sharedSecret()).toEqual(before)
    for (const played of [first, second]) expect(fleetOf(played).people).toBe('shared')
    await asEver()
  })
})

const sharedSecret = async () => {
  const { rows } = await sql<{ box_key: string; pepper_id: string }>`
    SELECT box_key, pepper_id FROM fleet_tills JOIN fleet_counters USING (company_id)
    ORDER BY number`.execute(shop.service.storage.read)
  return rows
}

describe('the secret of the PINs', () => {
  it('is in no byte of the service, nor of a till’s database', async () => {
    await together(first, second)
    const own = readPeppers(pins[0].kept ?? '')?.own ?? ''
    expect(readPeppers(pins[1].kept ?? '')?.shops[0]?.[1]).toBe(own)
    const key = Buffer.from(own, 'hex')
    const shown = [own, key.toString('base64').slice(0, -1), key.toString('base64url')]
    const tables = await sql<{ name: string }>`
      SELECT name FROM sqlite_schema WHERE type = 'table'`.execute(shop.service.storage.read)
    for (const { name } of tables.rows) {
      const all = await sql`SELECT * FROM ${sql.table(name)}`.execute(shop.service.storage.read)
      const text = JSON.stringify(all.rows)
      for (const word of shown) expect(text).not.toContain(word)
    }
    for (const played of [first, second]) {
      const kept = rowsOf(
        played,
        'SELECT * FROM fleet_person, fleet_known, fleet_membership, setting',
      )
      for (const word of shown) expect(JSON.stringify(kept)).not.toContain(word)
    }
  })

  it('comes to a third till from the second while the first is off', async () => {
    await together(first, second)
    await shop.join(first)
    const made = first.till.api.makeTillCode({ tillId: null })
    await first.fixture.clock.advance(0)
    const { code } = must(await made)
    first.wire.isAway = true
    const third = await openTill()
    const joining = third.till.api.joinShop({ code, name: 'Tres', branch: '' })
    await third.fixture.clock.advance(0)
    must(await joining)
    await within(() => names(third).includes('Paula'))
    await comeIn(third, 'Paula', '3691')
  })

  it('stays while its till is started again, and is asked for anew on another computer', async () => {
    await together(first, second)
    await second.till.stop()
    const again = await second.openAgain()
    const staffId = again.api.staff().members.find(({ name }) => name === 'Paula')?.id ?? ''
    must(await again.api.signIn({ staffId, pin: '3691' }))
  })

  it('is not there on a till without a place for secrets, whose people stay its own', async () => {
    const third = await shop.open({ pinCost: 4 })
    await add(third, 'Tere', '4817', 'owner')
    await together(first)
    await shop.join(first, third)
    await wait(15_000)
    expect(fleetOf(third).people).toBe('own')
    expect(names(third)).toEqual(['Tere'])
    expect(names(first)).toEqual(['Paula'])
    await add(third, 'Eva', '5824', 'cashier')
    expect(names(third)).toEqual(['Eva', 'Tere'])
  })

  it('of a shop whose tills all lost it makes way for another one', async () => {
    await together(first)
    must(await leaving(first))
    const third = await openTill(secret())
    await add(third, 'Tere', '4817', 'owner')
    await shop.join(third)
    await within(() => fleetOf(third).people === 'shared')
    await within(() => names(third).includes('Tere'))
    expect(names(third)).toEqual(['Tere'])
  })
})

const leaving = async ({ till, fixture }: typeof first) => {
  const left = till.api.leaveShop()
  for (let ms = 0; ms < 100; ms += 1) await fixture.clock.advance(1)
  return left
}

describe('a way in for an owner', () => {
  it('stays where two owners end each other at once', async () => {
    await together(first, second)
    await comeIn(second, 'Olga', '4817')
    await settled(first, second)
    must(first.till.api.removeStaff(idOf('Olga')))
    must(second.till.api.removeStaff(personOf(second, 'Paula')?.id ?? ''))
    await settled(first, second)
    const owners = names(first)
    expect(owners.length).toBeGreaterThan(0)
    expect(names(second)).toEqual(owners)
    for (const played of [first, second])
      for (const name of owners) await comeIn(played, name, name === 'Paula' ? '3691' : '4817')
  })

  it('is not taken at the till that has no other: an owner whose PIN is good there alone is none', async () => {
    await together(first, second)
    // Olga has not come in since her till joined.
    expect(codeOf(first.till.api.removeStaff(idOf('Paula')))).toBe('LAST_OWNER')
    expect(codeOf(await change(first, 'Paula', { role: 'cashier' }))).toBe('LAST_OWNER')
    must(first.till.api.removeStaff(idOf('Olga')))
    await settled(first, second)
    await comeIn(second, 'Paula', '3691')
  })

  it('stays with who leaves the shop: its people come in there as before, and alone', async () => {
    await together(first, second)
    await comeIn(second, 'Olga', '4817')
    await add(second, 'Rosa', '1472', 'cashier')
    must(await leaving(second))
    second.wire.isAway = true
    await wait(3_000)
    for (const [name, pin] of [
      ['Rosa', '1472'],
      ['Paula', '3691'],
      ['Olga', '4817'],
    ] as const)
      await comeIn(second, name, pin)
    expect(fleetOf(second).people).toBe('own')
    expect(codeOf(await change(second, 'Rosa', { pin: '5824' }))).toBe('OK')
    expect(staffOf(second).isShared).toBe(false)
    await comeIn(second, 'Rosa', '5824')
    await comeIn(first, 'Rosa', '1472')
  })
})
