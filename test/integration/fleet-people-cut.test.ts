/** Somebody is changed at a till in the moment its wire is cut, and at another one meanwhile. */
import { describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { stolenOf } from './fleet-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import {
  add,
  change,
  codeOf,
  comeIn,
  first,
  names,
  personOf,
  rowsOf,
  second,
  settled,
  shop,
  signIn,
  together,
  useTwoTillsWithPeople,
  within,
} from './people-hands.ts'

useTwoTillsWithPeople()

/** Rosa is changed at the second before it knows that it is cut off. */
async function cutAt(changed: (at: PlayedTill) => Promise<void>): Promise<void> {
  await together(first, second)
  await comeIn(first, 'Paula', '3691')
  await add(first, 'Rosa', '1472', 'cashier')
  await settled(first, second)
  await comeIn(second, 'Paula', '3691')
  second.wire.isAway = true
  await changed(second)
  const atMs = first.fixture.clock.now()
  await within(() => first.fixture.clock.now() - atMs > 5_000)
}
async function heardAgain(): Promise<void> {
  second.wire.isAway = false
  await settled(first, second)
}
const newPin = (pin: string) => async (at: PlayedTill) =>
  expect(codeOf(await change(at, 'Rosa', { pin }))).toBe('OK')

describe('a PIN given to somebody in the moment the wire was cut', () => {
  it('gives way to the one that was given at another till meanwhile', async () => {
    await cutAt(newPin('7931'))
    await newPin('5824')(first)
    await heardAgain()
    for (const played of [first, second]) {
      await comeIn(played, 'Rosa', '5824')
      expect(codeOf(await signIn(played, 'Rosa', '7931'))).toBe('PIN_WRONG')
    }
  })

  it('brings nobody back who was sent away meanwhile', async () => {
    await cutAt(newPin('7931'))
    must(first.till.api.removeStaff(personOf(first, 'Rosa')?.id ?? ''))
    await heardAgain()
    for (const played of [first, second]) expect(names(played)).not.toContain('Rosa')
  })

  it('is theirs everywhere where nobody has changed them meanwhile', async () => {
    await cutAt(newPin('7931'))
    await heardAgain()
    for (const played of [first, second]) await comeIn(played, 'Rosa', '7931')
  })
})

/** What the shop had of Rosa first is said once more with a stolen key; the first puts it right. */
async function robbed(done: (at: PlayedTill) => Promise<void>): Promise<void> {
  await cutAt(async (at) => {
    const rosa = personOf(first, 'Rosa')?.id ?? ''
    const [before] = rowsOf<{ readonly person: string }>(
      first,
      `SELECT sealed AS person FROM fleet_person WHERE staff_id = '${rosa}'`,
    )
    at.wire.isAway = false
    await newPin('5824')(first)
    await settled(first, second)
    at.wire.isAway = true
    await done(at)
    await stolenOf(() => shop)(first, 'person', rosa, before ?? {}, { heard_version: 1_000_000 })
  })
  await heardAgain()
}

describe('what is done in the moment the wire was cut, while a thief says what was', () => {
  it('gives the new PIN all the same', async () => {
    await robbed(newPin('7931'))
    for (const played of [first, second]) {
      await comeIn(played, 'Rosa', '7931')
      expect(codeOf(await signIn(played, 'Rosa', '5824'))).toBe('PIN_WRONG')
    }
  })

  it('sends away all the same', async () => {
    await robbed(async (at) => {
      must(at.till.api.removeStaff(personOf(at, 'Rosa')?.id ?? ''))
    })
    for (const played of [first, second]) expect(names(played)).not.toContain('Rosa')
  })
})
