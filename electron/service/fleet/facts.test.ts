/** What happened at tills, on either engine: kept once, counted once, and read back by its sums. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { FACTS_KEPT_DAYS, type Fact } from '#shared/fleet/facts-contract.ts'
import { soldFact, soldLine } from '../../../test/integration/told-facts.ts'
import { ENGINES, useEngine } from '../../../test/support/engines.ts'
import { takeFacts } from './facts.ts'
import { pruneFleet } from './prune.ts'
import { factsOf, soldBetween, type SoldAsked, type SoldBy } from './sold.ts'

const NOW = 1_800_000_000_000 as EpochMs
const ALL: SoldAsked = {
  ...{ fromDay: '2026-03-01', toDay: '2026-03-31', tillIds: null, order: 'key', limit: 100 },
}
const TABLES = ['fleet_facts', 'fleet_sold', 'fleet_sold_goods', 'fleet_paid'] as const
describe.each(ENGINES)('what happened at tills, on $engine', (place) => {
  const ground = useEngine(place)
  beforeEach(async () => {
    for (const table of TABLES)
      if (place.skipped === null) await ground.storage.write((db) => db.deleteFrom(table).execute())
  })
  const { shop } = ground
  const tell = (facts: Fact[], told_before: Fact | null = null, till = 't1', of = 0) =>
    takeFacts(
      ground.storage,
      { companyId: shop(of), id: till, number: 1 },
      {
        facts,
        told_before:
          told_before === null ? null : { kind: told_before.kind, fact_id: told_before.fact_id },
      },
      NOW,
    )
  const sold = <By extends SoldBy>(by: By, asked: Partial<SoldAsked> = {}, of = 0) =>
    soldBetween(ground.storage.read, shop(of), { ...ALL, ...asked }, by)
  const on = place.skipped === null ? '' : ` (${place.skipped})`
  const its = (name: string, test: () => Promise<void>) =>
    it.skipIf(place.skipped !== null)(`${name}${on}`, test)

  its('told twice, also at the same time and twice in one request, is counted once', async () => {
    const fact = soldFact()
    const answers = await Promise.all([tell([fact, fact]), tell([fact]), tell([fact])])
    expect(answers).toEqual([2, 1, 1].map((kept) => ({ kept, knows_before: true })))
    expect(await tell([soldFact({ gross_clp: 5 })])).toEqual({ kept: 1, knows_before: true })
    expect(await sold('day')).toEqual([
      {
        ...{ key: '2026-03-02', name: '2026-03-02', sales: 1, gross_clp: 1_190, returns: 0 },
        ...{ returned_clp: 0, net_clp: 1_000, cost_net_clp: 600, cost_unknown_clp: 0 },
      },
    ])
  })

  its('takes off what came back, was deleted or undone, and nothing for a change', async () => {
    const of = (kind: 'return' | 'undo' | 'deletion' | 'deletion_refused' | 'change') =>
      soldFact({ kind, fact_id: `${kind}-1`, hour: 11 })
    await tell([soldFact(), soldFact({ fact_id: 's2' }), of('return'), of('change')])
    expect(await sold('hour')).toMatchObject([
      { key: '10', sales: 2, gross_clp: 2_380, returns: 0, net_clp: 2_000 },
      { key: '11', sales: 0, gross_clp: 0, returns: 1, returned_clp: 1_190, net_clp: -1_000 },
    ])
    await tell([of('undo'), of('deletion')])
    expect(await sold('day')).toMatchObject([{ sales: 2, returns: 1, returned_clp: 1_190 }])
    expect(await sold('product')).toMatchObject([{ key: 'pan', milli: 1_000, gross_clp: 1_190 }])
    await tell([of('deletion_refused')])
    expect(await sold('day')).toMatchObject([{ sales: 2, returns: 0, returned_clp: 0 }])
    expect(await sold('tender')).toEqual([{ key: 'EF', name: 'Efectivo', payments: 2, clp: 2_380 }])
  })

  its(
    'is read by till, cashier, product and day, the largest first, of its shop alone',
    async () => {
      const ana = soldFact({ fact_id: 's2', cashier: 'Ana', gross_clp: 9_000, day: '2026-03-03' })
      await tell([soldFact()], null, 't1')
      await tell([ana], null, 't2')
      await tell([soldFact({ fact_id: 's3' })], null, 't3', 1)
      const most = { order: 'most', limit: 1 } as const
      expect(await sold('cashier', most)).toMatchObject([{ key: 'Ana', gross_clp: 9_000 }])
      expect(await sold('till', most)).toMatchObject([{ key: 't2' }])
      expect(await sold('till', { tillIds: ['t1'] })).toMatchObject([{ key: 't1', sales: 1 }])
      expect(await sold('place')).toMatchObject([{ key: '', sales: 2, gross_clp: 10_190 }])
      expect(await sold('day', { toDay: '2026-03-02' })).toMatchObject([{ sales: 1 }])
      expect(await sold('till', {}, 1)).toMatchObject([{ key: 't3', sales: 1 }])
    },
  )

  its('says which cost is not known, and keeps what is of no product by its name', async () => {
    const lines = [
      soldLine({ product_id: null, name: 'Varios', cost_net_clp: null }),
      soldLine({ product_id: 'té', name: 'Té', is_exempt: true, gross_clp: 500 }),
    ]
    await tell([soldFact({ lines })])
    expect(await sold('day')).toMatchObject([{ cost_net_clp: 600, cost_unknown_clp: 1_000 }])
    expect(await sold('product')).toMatchObject([
      { key: ':Varios', name: 'Varios', net_clp: 1_000, cost_unknown_clp: 1_000 },
      { key: 'té', net_clp: 500, cost_net_clp: 600 },
    ])
  })

  its('lost, as by a database that was put back, is asked for again', async () => {
    const [one, two] = [soldFact(), soldFact({ fact_id: 's2' })]
    await tell([one])
    expect(await tell([two], one)).toEqual({ kept: 1, knows_before: true })
    for (const table of TABLES) await ground.storage.write((db) => db.deleteFrom(table).execute())
    expect(await tell([soldFact({ fact_id: 's3' })], two)).toMatchObject({ knows_before: false })
  })

  its('has no words any more once it is over, and is counted once all the same', async () => {
    const DAY = 86_400_000
    const old = Array.from({ length: 1_001 }, (_, at) =>
      soldFact({ fact_id: `o${at}`, age_ms: FACTS_KEPT_DAYS * DAY + at }),
    )
    for (let at = 0; at < old.length; at += 200) await tell(old.slice(at, at + 200))
    await tell([soldFact({ age_ms: (FACTS_KEPT_DAYS - 1) * DAY })])
    await pruneFleet({ storage: ground.storage, clock: { now: () => NOW } })
    const { read } = ground.storage
    const left = await read
      .selectFrom('fleet_facts')
      .select('fact_id')
      .where('body_json', '<>', '')
      .execute()
    expect(left).toEqual([{ fact_id: soldFact().fact_id }])
    const before = await sold('day')
    expect(await tell(old.slice(0, 1))).toEqual({ kept: 1, knows_before: true })
    expect(await sold('day')).toEqual(before)
    const asked = { kind: 'sale', tillId: null, limit: 3, before: null } as const
    expect((await factsOf(read, shop(), asked)).facts).toHaveLength(1)
  })

  its('is read page by page, the latest first', async () => {
    const facts = [3, 1, 2].map((n) => soldFact({ fact_id: `s${n}`, age_ms: n * 1_000 }))
    await tell([...facts, soldFact({ fact_id: 's4', age_ms: 1_000 })])
    const asked = { kind: 'sale', tillId: null, limit: 3 } as const
    const first = await factsOf(ground.storage.read, shop(), { ...asked, before: null })
    expect(first.facts.map(({ fact_id }) => fact_id)).toEqual(['s4', 's1', 's2'])
    expect(first.facts[0]).toMatchObject({ till_id: 't1', day: '2026-03-02', at_ms: NOW - 1_000 })
    const rest = await factsOf(ground.storage.read, shop(), {
      ...asked,
      tillId: 't1',
      before: first.next,
    })
    expect(rest.facts.map(({ fact_id }) => fact_id)).toEqual(['s3'])
    expect(rest.next).toBeNull()
  })
})
