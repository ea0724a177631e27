/** The key of a till in a shop: given when it joins, all it works with, and over with the till. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FIXTURE_SERVICE, sellOf } from '../support/till-fixture.ts'
import { must } from '../support/must.ts'
import { backedUpTill, codeOf } from './parked-hands.ts'
import { joined, one, said, settled, two, useTwoTills, view, wait, world } from './fleet-hands.ts'
import {
  asBefore,
  issued,
  joinBy,
  newCode,
  openTyped,
  pending,
  place,
  retire,
} from './own-key-hands.ts'
import type { PlayedTill } from './fleet-world.ts'

useTwoTills()

const isBarred = (played: PlayedTill) => view(played).state === 'barred'

/** Every byte a till has written below its folder. */
function bytesOf(folder: string): string {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => (statSync(path).isDirectory() ? bytesOf(path) : readFileSync(path, 'latin1')))
    .join('\n')
}

describe('a till that joins', () => {
  it('lets go the key that was typed, and issues by its own', async () => {
    await joined()
    const { played, safe } = await openTyped()
    expect(place(played)).toBe('file')
    must(await joinBy(played, await newCode()))
    expect([place(played), safe.typed]).toEqual(['till', null])
    const before = await issued()
    sellOf(played.till.api)
    await world.until(() => pending(played) === 0)
    expect(await issued()).toBe(before + 1)
    const own = (JSON.parse(played.kept.key ?? '{}') as { readonly key: string }).key
    const written = bytesOf(played.fixture.dataDir)
    expect(
      [own, own.slice(-43), FIXTURE_SERVICE.key].filter((key) => written.includes(key)),
    ).toEqual([])
    const typed = await played.till.api.saveSettings({ apiKey: 'another-key' })
    expect(typed).toMatchObject({ refusal: { code: 'KEY_IS_TILLS', field: 'apiKey' } })
  })

  it('needs no key but a code', async () => {
    await joined()
    const { played } = await openTyped(null)
    must(await joinBy(played, await newCode()))
    sellOf(played.till.api)
    await world.until(() => pending(played) === 0)
    const first = await openTyped(null)
    expect(await joinBy(first.played, null)).toMatchObject({ refusal: { code: 'API_KEY_MISSING' } })
  })

  it('whose answer was lost has one key that is good, however often it asks', async () => {
    const { played, safe } = await openTyped()
    played.wire.losesAnswersTo = '/api/fleet/pair'
    expect(codeOf(await joinBy(played, null))).toBe('SHOP_SERVICE_AWAY')
    expect([place(played), safe.typed]).toEqual(['file', FIXTURE_SERVICE.key])
    played.wire.losesAnswersTo = null
    must(await joinBy(played, null))
    const rows = await world.service.storage.read.selectFrom('fleet_tills').selectAll().execute()
    expect(rows).toHaveLength(1)
    sellOf(played.till.api)
    await world.until(() => pending(played) === 0)
  })

  it('asks for the shop’s key where other tills are concerned, and keeps it nowhere', async () => {
    await joined()
    const { api } = one.till
    const tillId = view(two).till?.id ?? ''
    expect(view(one).asksKey).toBe(true)
    const own = (JSON.parse(one.kept.key ?? '{}') as { readonly key: string }).key
    for (const [shopKey, code] of [
      ['', 'SHOP_KEY_NEEDED'],
      ['ñandú', 'SHOP_KEY_WRONG'],
      [`msn_${'0'.repeat(16)}_${'x'.repeat(43)}`, 'SHOP_KEY_WRONG'],
      [own, 'SHOP_KEY_WRONG'],
    ] as const) {
      const refused = { refusal: { code, field: 'shopKey' } }
      expect(await said(one, api.makeTillCode({ tillId: null, shopKey }))).toMatchObject(refused)
      const change = { tillId, isRetired: true, shopKey } as const
      expect(await said(one, api.changeShopTill(change))).toMatchObject(refused)
    }
    await newCode()
    expect(bytesOf(one.fixture.dataDir)).not.toContain(world.service.keys.owner)
  })
})

describe('a till that is retired with receipts to issue', () => {
  async function retiredWithThree() {
    await joined()
    const { played, safe } = await openTyped()
    must(await joinBy(played, await newCode()))
    sellOf(played.till.api)
    await world.until(() => pending(played) === 0)
    const before = await issued()
    played.wire.isAway = true
    for (let at = 0; at < 3; at += 1) sellOf(played.till.api)
    await retire(played)
    played.wire.isAway = false
    await world.until(() => isBarred(played))
    await wait(60_000)
    expect([pending(played), await issued()]).toEqual([3, before])
    // It goes on selling: nobody at the counter has done anything.
    sellOf(played.till.api)
    return { played, safe, before }
  }
  const allIssued = async (played: PlayedTill, before: number) => {
    await world.until(() => pending(played) === 0)
    const rows = await world.service.storage.read
      .selectFrom('documents')
      .select('external_reference')
      .execute()
    expect(rows).toHaveLength(before + 4)
    expect(new Set(rows.map((row) => row.external_reference)).size).toBe(rows.length)
  }

  it('issues each once when it is let in again by a code', async () => {
    const { played, before } = await retiredWithThree()
    must(await joinBy(played, await newCode()))
    await allIssued(played, before)
  })

  it('issues each once by a key that is typed, which is let go when it joins again', async () => {
    const { played, safe, before } = await retiredWithThree()
    must(await played.till.api.saveSettings({ apiKey: FIXTURE_SERVICE.key }))
    expect(place(played)).toBe('file')
    await allIssued(played, before)
    must(await joinBy(played, await newCode()))
    expect([place(played), safe.typed]).toEqual(['till', null])
  })

  it('leaves by itself with its key, and says that it needs another', async () => {
    await joined()
    const { played } = await openTyped()
    must(await joinBy(played, await newCode()))
    const tillId = view(played).till?.id ?? ''
    must(await said(played, played.till.api.leaveShop()))
    const row = await world.service.storage.read
      .selectFrom('fleet_tills')
      .select('retired_at_ms')
      .where('id', '=', tillId)
      .executeTakeFirstOrThrow()
    expect(row.retired_at_ms).not.toBeNull()
    expect(played.till.api.bootstrap().missing).toContain('key')
    must(await played.till.api.saveSettings({ apiKey: FIXTURE_SERVICE.key }))
    expect(place(played)).toBe('file')
  })
})

describe('a till that was joined before', () => {
  it('stays with the key that was typed, and takes its own with the first word of a new service', async () => {
    const renew = asBefore()
    const { played, safe } = await openTyped()
    must(await joinBy(played, null))
    await settled(played)
    await wait(30_000)
    expect([place(played), safe.typed]).toEqual(['file', FIXTURE_SERVICE.key])
    expect(view(played).asksKey).toBe(false)
    renew()
    await world.until(() => place(played) === 'till')
    await world.until(() => safe.typed === null)
    sellOf(played.till.api)
    await world.until(() => pending(played) === 0)
  })

  it('that falls in between, or whose keyring is shut, lets the other go with the next word', async () => {
    const renew = asBefore()
    const { played, safe } = await openTyped()
    must(await joinBy(played, null))
    await settled(played)
    safe.breaks = true
    renew()
    await world.until(() => place(played) === 'till')
    expect(safe.typed).toBe(FIXTURE_SERVICE.key)
    await played.till.stop()
    safe.breaks = false
    const again = { ...played, till: await played.openAgain() }
    await world.until(() => safe.typed === null)
    expect(place(again)).toBe('till')
  })
})

it('a till put back to before it joined sells, and joins anew', async () => {
  await joined()
  const { played } = await openTyped()
  const restore = backedUpTill(played)
  must(await joinBy(played, await newCode()))
  await settled(played)
  await played.till.stop()
  restore()
  const back = { ...played, till: await played.openAgain() }
  expect(view(back).state).toBe('alone')
  sellOf(back.till.api)
  must(await joinBy(back, await newCode()))
  await world.until(() => pending(back) === 0)
  expect(place(back)).toBe('till')
})
