/** A service that was put back to before there was this hub: it knows neither it nor its term. */
import { describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { BREAD, COFFEE, cut, one, said, settled, two, view, wait, world } from './fleet-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import { hubIs, lent, lentAndAway, lost, spentClp, three, useThreeTills } from './hub-hands.ts'
import { answered, between, names, park, take, waiting } from './parked-hands.ts'
import { backUp, codeOf, payWithVale } from './worth-hands.ts'

useThreeTills()

const together = (...tills: readonly PlayedTill[]) =>
  world.until(() => tills.every((each) => view(each).state === 'together'))

/** Up to that hub; `terms`: which of them it still knows. */
const putBack = (upToTerm: number) =>
  world.service.storage.write(async (db) => {
    await db.deleteFrom('fleet_hubs').where('term', '>', upToTerm).execute()
    await db.deleteFrom('fleet_hub_tills').where('term', '>', upToTerm).execute()
    await db.updateTable('fleet_hubs').set({ ended_at_ms: null, comes_back: 0 }).execute()
    await db.updateTable('fleet_worths').set({ lent_term: 0, lent_version: 0 }).execute()
    await db.deleteFrom('fleet_worth_claims').execute()
    await db.updateTable('fleet_counters').set({ version: 0 }).execute()
    await db.deleteFrom('fleet_records').execute()
  })

// P1: the service gave again what a hub had granted that was chosen since the copy was made.
describe('what a forgotten hub granted', () => {
  it('is granted by nobody again, while that hub is not heard', async () => {
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, 600, COFFEE))
    await putBack(0)
    cut(false, one)
    one.wire.hubIsAway = true
    await together(one)
    await wait(30_000)
    expect(codeOf(await payWithVale(one, code, totalClp - 599, COFFEE, BREAD))).not.toBe('ok')
    cut(false, two, three)
    await together(two, three)
    await settled(one, two, three)
    await wait(60_000)
    must(await payWithVale(one, code, totalClp - 600, COFFEE))
    expect(await spentClp()).toBe(totalClp)
  })

  // P3: until a till visited, up to 20 s later, nobody knew that there was one.
  it('is granted by nobody from the first word on that tells there was one', async () => {
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, 600, COFFEE))
    await putBack(0)
    const open = between((path) => (path === '/api/fleet/hub' ? answered(503) : null))
    cut(false, one)
    one.wire.hubIsAway = true
    await together(one)
    expect(codeOf(await payWithVale(one, code, totalClp - 599, COFFEE, BREAD))).not.toBe('ok')
    open()
    cut(false, two, three)
    await together(two, three)
    await settled(one, two, three)
    await wait(60_000)
    must(await payWithVale(one, code, totalClp - 600, COFFEE))
    expect(await spentClp()).toBe(totalClp)
  })

  it('is known by its word, while who was granted it is not heard', async () => {
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, 600, COFFEE))
    await putBack(0)
    cut(false, one, two)
    one.wire.hubIsAway = true
    await together(one, two)
    await wait(60_000)
    expect(codeOf(await payWithVale(one, code, totalClp - 599, COFFEE, BREAD))).not.toBe('ok')
    cut(false, three)
    await together(three)
    await settled(one, two, three)
    await wait(60_000)
    must(await payWithVale(one, code, totalClp - 600, COFFEE))
    expect(await spentClp()).toBe(totalClp)
  })

  it('is known by its word, where an earlier term of it is all that is known', async () => {
    await hubIs(three, one, two, three)
    await hubIs(two, one, two, three)
    await hubIs(three, one, two, three)
    await lent()
    const [, second] = await world.service.storage.read
      .selectFrom('fleet_hubs')
      .select('term')
      .orderBy('term')
      .execute()
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, 600, COFFEE))
    await putBack(second?.term ?? 0)
    cut(false, one, two)
    one.wire.hubIsAway = true
    await together(one, two)
    await wait(60_000)
    expect(codeOf(await payWithVale(one, code, totalClp - 599, COFFEE, BREAD))).not.toBe('ok')
    cut(false, three)
    await together(three)
    await settled(one, two, three)
    await wait(60_000)
    // Lent anew, and asked back.
    const paid = await payWithVale(one, code, totalClp - 600, COFFEE)
    await wait(20_000)
    if (!paid.ok) must(await payWithVale(one, code, totalClp - 600, COFFEE))
    expect(await spentClp()).toBe(totalClp)
  })

  it('is not granted again for a till put back that heard a page instead of the service', async () => {
    const putTillBack = backUp(three)
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, 600, COFFEE))
    const restored = await putTillBack()
    const open = between((path) =>
      /fleet.(hub|worth)/.test(path)
        ? Promise.resolve(new Response('<h1>404 Not Found</h1>', { status: 404 }))
        : null,
    )
    await together(restored)
    await wait(60_000)
    open()
    await lost(two)
    await together(one, restored)
    await wait(120_000)
    expect(codeOf(await payWithVale(one, code, totalClp - 599, COFFEE, BREAD))).not.toBe('ok')
  })
})

// P2: nobody could say that its term was over, and what was parked there stayed where it was.
describe('what was parked at a forgotten hub', () => {
  const isListed = (name: string, ...tills: readonly PlayedTill[]) =>
    world.until(() => tills.every((each) => names(each).includes(name)))
  const idNamed = (name: string) => waiting(one).find((row) => row.name === name)?.id ?? ''
  const surely = (parkedId: string) =>
    said(one, one.till.api.claimParked({ parkedId, isSure: true }))
  async function parkedAway() {
    await hubIs(two, one, two, three)
    await wait(6_000)
    cut(true, one, two, three)
    park(one, 'Rosa')
    park(one, 'Luis')
    await isListed('Luis', two, three)
    must(await take(three, idNamed('Luis')))
    await putBack(0)
    one.wire.hubIsAway = true
    await wait(10_000)
  }

  it('comes back by a person’s word, once every till that may have been told of it has left it', async () => {
    await parkedAway()
    const rosa = idNamed('Rosa')
    cut(false, one, two)
    await together(one, two)
    await wait(60_000)
    // The third was granted something there, as far as anybody knows.
    expect(codeOf(await surely(rosa))).toBe('PARKED_HUB_AWAY')
    cut(false, three)
    await together(three)
    await world.until(() => !names(one).includes('Luis'))
    expect(codeOf(await take(one, rosa))).toBe('PARKED_HUB_LOST')
    must(await surely(rosa))
    expect(codeOf(await take(one, rosa))).toBe('ok')
  })

  it('comes back where that hub is never heard again, once it is retired', async () => {
    await parkedAway()
    const rosa = idNamed('Rosa')
    cut(false, one, three)
    await together(one, three)
    await wait(60_000)
    expect(codeOf(await surely(rosa))).toBe('PARKED_HUB_AWAY')
    await lost(two)
    await world.until(() => !names(one).includes('Luis'))
    expect(codeOf(await take(one, rosa))).toBe('PARKED_HUB_LOST')
    must(await surely(rosa))
    expect(codeOf(await take(one, rosa))).toBe('ok')
  })
})
