/**
 * Attacks by the order of what is said and heard. `it.fails`: a limit of today, to be taken away by
 * whoever mends it.
 */
import { renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { must } from '../support/must.ts'
import { sellOf } from '../support/till-fixture.ts'
import {
  COFFEE,
  BREAD,
  NEW_CODE,
  world,
  one,
  two,
  goodsOf,
  byCode,
  byName,
  view,
  shown,
  scanned,
  change,
  addProduct,
  receive,
  stockOf,
  settled,
  joined,
  wait,
  cut,
  said,
  useTwoTills,
} from './fleet-hands.ts'

useTwoTills()

/** One hears first, and says what it changed after it. */
describe('a till that hears before it says', () => {
  const apart = async (here: () => void, there: () => void) => {
    await joined()
    cut(true, one)
    here()
    await wait(2_000)
    there()
    await settled(two)
    one.wire.cutsPath = '/api/fleet/edits'
    cut(false, one)
    await wait(45_000)
    one.wire.cutsPath = null
    await settled(one, two)
    await wait(30_000)
  }
  it('has a code for a product whose new code another one took', async () => {
    await apart(
      () => change(one, 'Café molido', { code: NEW_CODE }),
      () => change(two, 'Pan (kg)', { code: NEW_CODE }),
    )
    for (const { code } of [...goodsOf(one), ...goodsOf(two)]) expect(code).not.toMatch(/^sin-/)
    expect(shown(one)).toEqual(shown(two))
  })

  it('is told of the further code it lost', async () => {
    await apart(
      () => change(one, 'Café molido', { moreCodes: [NEW_CODE] }),
      () => change(two, 'Pan (kg)', { moreCodes: [NEW_CODE] }),
    )
    expect(shown(one)).toEqual(shown(two))
    expect(view(one).overruled).toMatchObject([{ field: 'more_codes' }])
  })

  it('is told of the place it lost', async () => {
    await apart(
      () => change(one, 'Café molido', { fixedPlace: 3 }),
      () => change(two, 'Pan (kg)', { fixedPlace: 3 }),
    )
    expect(shown(one)).toEqual(shown(two))
    expect(view(one).overruled).toMatchObject([{ field: 'fixed_place' }])
  })

  it('gives a new product no code nobody types', async () => {
    await apart(
      () => addProduct(one, NEW_CODE, 'Leche'),
      () => change(two, 'Pan (kg)', { moreCodes: [NEW_CODE] }),
    )
    for (const { code } of [...goodsOf(one), ...goodsOf(two)]) expect(code).not.toMatch(/^sin-/)
    expect(shown(one)).toEqual(shown(two))
  })

  it('goes by the later price where the answer to its own was lost', async () => {
    await joined()
    one.wire.losesAnswersTo = '/api/fleet/edits'
    change(one, 'Pan (kg)', { unitGrossClp: 2_500 })
    one.wire.cutsPath = '/api/fleet/changes'
    await world.until(() => byCode(two, BREAD)?.unitGrossClp === 2_500)
    cut(true, one)
    change(two, 'Pan (kg)', { unitGrossClp: 2_600 })
    await settled(two)
    one.wire.losesAnswersTo = null
    one.wire.cutsPath = '/api/fleet/edits'
    cut(false, one)
    await wait(45_000)
    one.wire.cutsPath = null
    await settled(one, two)
    await wait(30_000)
    expect([byCode(one, BREAD)?.unitGrossClp, byCode(two, BREAD)?.unitGrossClp]).toEqual([
      2_600, 2_600,
    ])
  })
})

describe('one record no till can write', () => {
  it('comes of no new product with a further code of another one', async () => {
    await joined()
    cut(true, one)
    addProduct(one, NEW_CODE, 'Leche')
    await wait(1_000)
    change(two, 'Pan (kg)', { moreCodes: [NEW_CODE] })
    await settled(two)
    cut(false, one)
    // Not even after this does either till hear anything of the shop any more.
    await settled(one, two)
    expect(byName(two, 'Pan (kg)')?.unitGrossClp).toBe(1_890)
  })

  const good = {
    ...{ code: 'z1', more_codes: [], name: 'Z', price_clp: 1, is_exempt: false, unit: null },
    ...{ category: 'a', is_favourite: false, fixed_place: null, cost_net_clp: null },
    ...{ has_stock: false, stock_low_milli: null, is_archived: false },
  }
  const person = {
    ...{ legal_name: '', phone: '', email: '', activity: '', address: '', commune: '', notes: '' },
    ...{ is_archived: false, mails_receipts: false },
  }
  const bad: readonly (readonly [string, string, string, object])[] = [
    ['a code twice', 'product', 'p1', { ...good, more_codes: ['z1'] }],
    ['two further codes that are one', 'product', 'p2', { ...good, more_codes: ['z2', 'z2'] }],
    ['a shelf there is none of', 'product', 'p3', { ...good, category: 'nowhere' }],
    ['a unit there is none of', 'product', 'p4', { ...good, unit: '' }],
    ['a blank code', 'product', 'p5', { ...good, code: ' ' }],
    ['a low mark of nothing', 'product', 'p6', { ...good, stock_low_milli: 0 }],
    ['no RUT for an id', 'customer', 'nobody', person],
  ]
  for (const [what, kind, id, fields] of bad)
    it(`from a thief: ${what}`, async () => {
      await joined()
      const { key } = JSON.parse(two.kept.key ?? '') as { readonly key: string }
      const { installation_id: installation } = await world.service.storage.read
        .selectFrom('fleet_tills')
        .select('installation_id')
        .where('number', '=', 2)
        .executeTakeFirstOrThrow()
      const edit = { edit_id: `bad-${id}`, kind, id, fields, is_deleted: false, age_ms: 0 }
      const answer = await world.service.post(
        '/api/fleet/edits',
        JSON.stringify({ edits: [{ ...edit, heard_version: 0 }] }),
        { 'x-till-key': key, 'x-installation': installation },
      )
      expect(answer.status).toBe(200)
      await wait(3_000)
      change(two, 'Pan (kg)', { unitGrossClp: 2_345 })
      await wait(30_000)
      expect(byCode(one, BREAD)?.unitGrossClp).toBe(2_345)
    })
})

describe('a barcode that is moved', () => {
  // Whose edit goes first is a matter of the ids: of the two ways one falls.
  it('to another product of the till is found there at both, whichever way', async () => {
    await joined()
    change(one, 'Café molido', { code: '900' })
    change(one, 'Pan (kg)', { code: COFFEE })
    await settled(one, two)
    for (const played of [one, two])
      expect([scanned(played, COFFEE), scanned(played, '900')]).toEqual(['Pan (kg)', 'Café molido'])
    change(one, 'Pan (kg)', { code: '901' })
    change(one, 'Café molido', { code: COFFEE })
    await settled(one, two)
    for (const played of [one, two])
      expect([scanned(played, COFFEE), scanned(played, '901')]).toEqual(['Café molido', 'Pan (kg)'])
  })
})

describe('places', () => {
  it('whose name is typed in another case are one place', async () => {
    receive(one, COFFEE, 10_000)
    must(await said(one, one.till.api.joinShop({ code: null, name: 'Uno', branch: 'Ñuñoa' })))
    await settled(one)
    must(await said(two, two.till.api.joinShop({ code: null, name: 'Dos', branch: 'ñuñoa' })))
    await settled(one, two)
    sellOf(one.till.api, COFFEE)
    await settled(one, two)
    expect(stockOf(two, COFFEE)).toBe(9_000)
  })
})

describe('leaving', () => {
  it('for an hour loses no sale from the stock', async () => {
    receive(one, COFFEE, 10_000)
    await joined()
    must(await said(two, two.till.api.leaveShop()))
    // It has issued nothing yet, and its own key is gone: the one it was started with is tested.
    must(await said(two, two.till.api.testService()))
    sellOf(two.till.api, COFFEE)
    await world.join(one, two)
    await settled(one, two)
    expect([stockOf(one, COFFEE), stockOf(two, COFFEE)]).toEqual([9_000, 9_000])
  })

  it('in the moment of a sale loses none from the stock', async () => {
    receive(one, COFFEE, 10_000)
    await joined()
    sellOf(two.till.api, COFFEE)
    must(await said(two, two.till.api.leaveShop()))
    await settled(one)
    expect(stockOf(one, COFFEE)).toBe(9_000)
  })
})

describe('a till that joins again at another place', () => {
  it('has the stock of that place, and leaves what it sold to the one before', async () => {
    receive(one, COFFEE, 10_000)
    await joined()
    const join = async (branch: string) =>
      must(await said(two, two.till.api.joinShop({ code: null, name: 'Dos', branch })))
    const id = view(two).till?.id ?? ''
    cut(true, two)
    sellOf(two.till.api, COFFEE)
    must(await said(one, one.till.api.changeShopTill({ tillId: id, isRetired: true })))
    cut(false, two)
    await world.until(() => view(two).state === 'barred')
    await join('Bodega')
    await settled(one, two)
    expect([view(two).till?.branch, stockOf(one, COFFEE), stockOf(two, COFFEE)]).toEqual([
      ...['Bodega', 10_000, 9_000],
    ])
    sellOf(two.till.api, COFFEE)
    await settled(two)
    must(await said(two, two.till.api.leaveShop()))
    await join('')
    await settled(one, two)
    expect([stockOf(one, COFFEE), stockOf(two, COFFEE)]).toEqual([9_000, 9_000])
  })
})

describe('a till that joins second', () => {
  it('keeps count of a product the first one did not count', async () => {
    receive(two, COFFEE, 10_000)
    await joined()
    expect([stockOf(one, COFFEE), stockOf(two, COFFEE)]).toEqual([10_000, 10_000])
    sellOf(one.till.api, COFFEE)
    await settled(one, two)
    expect([stockOf(one, COFFEE), stockOf(two, COFFEE)]).toEqual([9_000, 9_000])
  })
})

describe('a till that joined again after it was barred', () => {
  it('keeps what it sold before, once', async () => {
    receive(one, COFFEE, 10_000)
    await joined()
    must(
      await said(
        one,
        one.till.api.changeShopTill({ tillId: view(two).till?.id ?? '', isRetired: true }),
      ),
    )
    await world.until(() => view(two).state === 'barred')
    sellOf(two.till.api, COFFEE)
    change(two, 'Pan (kg)', { unitGrossClp: 2_222 })
    await world.join(one, two)
    await settled(one, two)
    expect([stockOf(one, COFFEE), stockOf(two, COFFEE)]).toEqual([9_000, 9_000])
    expect(byCode(one, BREAD)?.unitGrossClp).toBe(2_222)
  })
})

describe('a change of many products', () => {
  const ALL = { text: '', filter: 'sold', categoryId: null } as const
  const UP = { ...ALL, change: { kind: 'percent', tenths: 100, roundToClp: 10 } } as const
  it('is undone only where nobody else has changed it since', async () => {
    await joined()
    const { shown: as } = must(one.till.api.previewBulk(UP))
    must(one.till.api.applyBulk({ ...UP, shown: as }))
    await settled(one, two)
    change(two, 'Pan (kg)', { unitGrossClp: 7_777 })
    await settled(one, two)
    must(one.till.api.undoBulk())
    await settled(one, two)
    for (const played of [one, two])
      expect([byCode(played, COFFEE)?.unitGrossClp, byCode(played, BREAD)?.unitGrossClp]).toEqual([
        1_996, 7_777,
      ])
  })
})

describe('a product both made apart', () => {
  it('has the stock both received', async () => {
    await joined()
    cut(true, one, two)
    for (const played of [one, two]) {
      addProduct(played, NEW_CODE, 'Leche')
      receive(played, NEW_CODE, 5_000)
    }
    cut(false, one)
    await settled(one)
    cut(false, two)
    await settled(one, two)
    sellOf(two.till.api, NEW_CODE)
    await settled(one, two)
    expect([stockOf(one, NEW_CODE), stockOf(two, NEW_CODE)]).toEqual([9_000, 9_000])
  })

  it('that is a further one of another loses none of its stock', async () => {
    await joined()
    cut(true, two)
    change(one, 'Pan (kg)', { moreCodes: ['333'] })
    await settled(one)
    addProduct(two, NEW_CODE, 'Leche')
    receive(two, NEW_CODE, 5_000)
    change(two, 'Leche', { moreCodes: ['333'] })
    cut(false, two)
    await settled(one, two)
    expect(shown(one)).toEqual(shown(two))
    expect(byName(one, 'Leche')?.stock?.milli).toBe(5_000)
    expect(byName(one, 'Pan (kg)')?.stock).toBeNull()
  })
})

describe('a till whose folder was put back', () => {
  const again = async (changes: object = {}) => {
    const key = two.kept.key
    const fleetSecret = { load: async () => key, save: async () => {} }
    const { dataDir } = two.fixture
    return world.open({ dataDir, fleetSecret, ...changes })
  }
  it('hears and counts all that it had said since', async () => {
    receive(one, COFFEE, 10_000)
    await joined()
    const file = tillFolder(two.fixture.dataDir).database
    cut(true, two)
    change(two, 'Pan (kg)', { unitGrossClp: 2_100 })
    await wait(2_000)
    const db = new Database(file)
    db.exec(`VACUUM INTO '${file}.copy'`)
    db.close()
    cut(false, two)
    sellOf(two.till.api, COFFEE)
    await settled(one, two)
    change(one, 'Pan (kg)', { unitGrossClp: 2_200 })
    await settled(one, two)
    await two.till.stop()
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
    renameSync(`${file}.copy`, file)
    const back = await again()
    back.wire.cutsPath = '/api/fleet/edits'
    await wait(5_000)
    back.wire.cutsPath = null
    await settled(one, back)
    sellOf(back.till.api, COFFEE)
    await settled(one, back)
    expect([stockOf(one, COFFEE), stockOf(back, COFFEE)]).toEqual([8_000, 8_000])
    expect([byCode(one, BREAD)?.unitGrossClp, byCode(back, BREAD)?.unitGrossClp]).toEqual([
      2_200, 2_200,
    ])
  })

  it('says so where its service has another address now', async () => {
    await joined()
    await two.till.stop()
    const back = await again({ serviceUrlFromHost: 'http://127.0.0.1:2' })
    await wait(120_000)
    expect(view(back).state).toBe('barred')
  })
})
