/** What a stolen hub said that others had taken, put back on either engine. */
import { expect, it, describe } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import type { ClaimState } from '#shared/fleet/worth.ts'
import { ENGINES, useEngine } from '../../../test/support/engines.ts'
import { joinTills } from '../../../test/support/joined-tills.ts'
import { must } from '../../../test/support/must.ts'
import { hashSecret } from '../auth/key-door.ts'
import type { ClientId } from '../core/ports.ts'
import { shareHubWorths } from '../fleet/hub-worths.ts'
import { chooseHub } from '../fleet/hubs.ts'
import type { AskingTill } from '../fleet/till-keys.ts'
import { claimWorth, findWorths, takeWorths } from '../fleet/worths.ts'
import { undoTill } from './undone-tills.ts'

const NOW = 1_800_000_000_000 as EpochMs
const MINUTE_MS = 60_000
const VALE = { kind: 'vale' as const, worth_id: 'v1' }

describe.each(ENGINES)('a hub that was stolen, on $engine', (place) => {
  const ground = useEngine(place)
  const on = place.skipped === null ? '' : ` (${place.skipped})`
  const till = (number: number): AskingTill => ({
    ...{ id: `t${number}`, companyId: ground.shop(0), clientId: '' as ClientId, number, place: '' },
    ...{ installationId: `computer-${number}`, seenAtMs: 0, role: 'MEMBER', isRetired: false },
  })
  const ports = {
    clock: { now: () => (NOW + 10 * MINUTE_MS) as EpochMs },
    random: { bytes: (count: number) => new Uint8Array(count), uuid: () => '' },
  }
  const hubSays = (...said: [key: string, by: number, state: ClaimState, clp: number][]) => {
    const taken = said.map(([key, by, state, clp]) => ({
      ...{ name: hashSecret(key), by, state, takes: { clp }, turn: 1 },
    }))
    const asked = { term: NOW, after: 0, born: [], back: [{ ...VALE, version: 1, taken }] }
    const parts = { storage: ground.storage, leftOfSold: async () => 0 }
    return shareHubWorths(parts, till(2), asked, NOW)
  }
  const tillSays = (number: number, key: string, clp: number, isDone: boolean) => {
    const asked = { ...VALE, key, takes: { clp }, is_done: isDone, worth: null }
    return claimWorth(ground.storage, till(number), asked, NOW)
  }
  /** That till was heard for so long, up to five minutes later. */
  const heard = (number: number, minutes: number) =>
    ground.storage.write((db) =>
      db
        .updateTable('fleet_tills')
        .set({ seen_at_ms: (NOW + 5 * MINUTE_MS) as EpochMs })
        .set({ heard_since_ms: (NOW + (5 - minutes) * MINUTE_MS) as EpochMs })
        .where('id', '=', `t${number}`)
        .execute(),
    )
  const undone = async () =>
    must(await ground.storage.write((db) => undoTill({ db, ...ports }, ground.shop(0), 't2', 24)))
      .value.worths
  const left = async () => {
    const named = { kind: VALE.kind, name: VALE.worth_id }
    return (await findWorths(ground.storage.read, ground.shop(0), named))[0]?.left['clp']
  }

  it.skipIf(place.skipped !== null)(
    `took for others what they have not told, once they were heard${on}`,
    async () => {
      await joinTills(ground, [1, 2, 3, 4], NOW)
      const told = { ...VALE, names: [], parts: { clp: 1_000 }, facts: '', taken: [] }
      await takeWorths(ground.storage, till(1), [told], NOW)
      const hub = { ...till(2), company_id: ground.shop(0), branch: null }
      await ground.storage.write((db) =>
        chooseHub({ db, ...ports, clock: { now: () => NOW } }, hub, true),
      )
      await hubSays(
        ['key-spent', 3, 'used', 10],
        ['key-in-hand', 3, 'granted', 20],
        ['key-of-nobody', 3, 'used', 40],
        ['key-of-the-thief', 3, 'granted', 80],
        ['key-of-a-silent-till', 4, 'used', 160],
      )
      await tillSays(3, 'key-spent', 10, true)
      await tillSays(3, 'key-in-hand', 20, false)
      // The hub knows the keys it was asked by: its own word is no other till's.
      await tillSays(2, 'key-of-the-thief', 80, true)
      await ground.storage.write((db) =>
        db
          .updateTable('fleet_tills')
          .set({ retired_at_ms: (NOW + 10 * MINUTE_MS) as EpochMs })
          .where('id', '=', 't2')
          .execute(),
      )
      expect(await left()).toBe(690)
      // Whoever was heard a moment ago, or is silent, may have something to tell.
      await heard(3, 0)
      expect(await undone()).toBe(1)
      await heard(3, 1)
      expect(await undone()).toBe(1)
      expect(await left()).toBe(690 + 40 + 80)
      await heard(4, 1)
      expect(await undone()).toBe(1)
      expect([await undone(), await left()]).toEqual([0, 1_000 - 10 - 20])
    },
  )
})
