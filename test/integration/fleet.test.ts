/** Tills of one shop: what one changes the others have, and nobody's change is lost in silence. */
import { describe, expect, it } from 'vitest'
import type { ProductId } from '#shared/core/brand.ts'
import { must } from '../support/must.ts'
import { sellOf } from '../support/till-fixture.ts'
import type { PlayedTill } from './fleet-world.ts'
import {
  addProduct,
  backedUp,
  byCode,
  COFFEE,
  goodsOf,
  isSettled,
  joined,
  keepCustomer,
  namesOf,
  NEW_CODE,
  one,
  openDb,
  RUT,
  settled,
  shown,
  two,
  view,
  world,
  useTwoTills,
} from './fleet-hands.ts'

useTwoTills()

const DAY_MS = 86_400_000

const priceOf = (played: PlayedTill, code: string) => byCode(played, code)?.unitGrossClp
const shelvesOf = ({ till }: PlayedTill) => till.api.bootstrap().categories.map(({ name }) => name)

function reprice(played: PlayedTill, code: string, unitGrossClp: number): void {
  const row = byCode(played, code)
  if (row === undefined) throw new Error(`no ${code}`)
  const { id: productId, moreCodes, ...rest } = row
  must(played.till.api.saveGoods({ ...rest, moreCodes: [...moreCodes], productId, unitGrossClp }))
}

const fleetRows = (played: PlayedTill) => {
  const db = openDb(played)
  const count = (table: string) =>
    db.prepare<[], number>(`SELECT count(*) FROM fleet_${table}`).pluck().get()
  const counts = ['noted', 'known', 'edit', 'heard', 'alias'].map(count)
  db.close()
  return counts
}

describe('two tills of one shop', () => {
  it('have one catalogue once they have joined, whoever had what before', async () => {
    addProduct(one, NEW_CODE, 'Leche de una')
    addProduct(two, NEW_CODE, 'Leche de la otra', 1_290)
    addProduct(two, '555', 'Solo de la otra')
    reprice(two, COFFEE, 9_999)
    await joined()
    expect(shown(two)).toEqual(shown(one))
    expect(
      goodsOf(one)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['Café molido', 'Leche de una', 'Pan (kg)', 'Pasaje', 'Solo de la otra'])
    // What the shop had was there before: nobody has typed the other one now.
    expect([priceOf(two, COFFEE), priceOf(two, NEW_CODE)]).toEqual([1_996, 990])
    expect(shelvesOf(two)).toEqual(shelvesOf(one))
    expect([view(one).overruled, view(two).overruled]).toEqual([[], []])
  })

  it('tell each other a price within two seconds, and a sale goes by it', async () => {
    await joined()
    reprice(one, COFFEE, 2_500)
    const saidMs = one.fixture.clock.now()
    await world.until(() => priceOf(two, COFFEE) === 2_500)
    expect(one.fixture.clock.now() - saidMs).toBeLessThanOrEqual(2_000)
    const sold = must(two.till.api.receipt(sellOf(two.till.api, COFFEE)))
    expect(sold.totalClp).toBe(2_500)
    reprice(two, COFFEE, 2_600)
    await world.until(() => priceOf(one, COFFEE) === 2_600)
  })

  it('keep the later of two changes nobody had seen, and tell who lost', async () => {
    await joined()
    for (const { wire } of [one, two]) wire.isAway = true
    reprice(one, COFFEE, 2_100)
    await world.until(() => one.fixture.clock.monotonicMs() > 0, 1)
    const laterMs = one.fixture.clock.now() + 60_000
    await world.until(() => one.fixture.clock.now() > laterMs, 90_000)
    reprice(two, COFFEE, 2_200)
    // The older change arrives last.
    two.wire.isAway = false
    await world.until(() => isSettled(two))
    one.wire.isAway = false
    await settled(one, two)
    expect([priceOf(one, COFFEE), priceOf(two, COFFEE)]).toEqual([2_200, 2_200])
    expect(view(two).overruled).toEqual([])
    expect(view(one).overruled).toMatchObject([
      { name: 'Café molido', field: 'price_clp', lost: 2_100, won: 2_200, reason: 'LATER' },
    ])
    expect(one.till.api.status().fleet).toEqual({ overruled: 1, isBarred: false })
    must(one.till.api.seeOverruled({ upToSeq: view(one).overruled[0]?.seq ?? 0 }))
    expect(one.till.api.status().fleet).toBeUndefined()
  })

  it('tell the one that was heard first when the other replaces it unseen', async () => {
    await joined()
    two.wire.isAway = true
    reprice(one, COFFEE, 2_100)
    await world.until(() => isSettled(one))
    reprice(two, COFFEE, 2_200)
    two.wire.isAway = false
    await settled(one, two)
    expect([priceOf(one, COFFEE), priceOf(two, COFFEE)]).toEqual([2_200, 2_200])
    expect(view(one).overruled).toMatchObject([{ lost: 2_100, won: 2_200, byNumber: 2 }])
  })

  it('merge fields, not records: a name here and a price there both stay', async () => {
    await joined()
    for (const { wire } of [one, two]) wire.isAway = true
    reprice(one, COFFEE, 2_100)
    const { id: productId, moreCodes, ...rest } = byCode(two, COFFEE) ?? { id: '' as ProductId }
    must(
      two.till.api.saveGoods({
        ...(rest as Omit<ReturnType<typeof goodsOf>[number], 'id' | 'moreCodes'>),
        ...{ productId, moreCodes: [...(moreCodes ?? []), '999'], name: 'Café de grano' },
      }),
    )
    for (const { wire } of [one, two]) wire.isAway = false
    await settled(one, two)
    for (const played of [one, two])
      expect(byCode(played, COFFEE)).toMatchObject({
        ...{ name: 'Café de grano', unitGrossClp: 2_100, moreCodes: ['999'] },
      })
  })

  it('are the same after two weeks apart, a clock a day off and answers that were lost', async () => {
    await joined()
    two.fixture.clock.jumpWallClock(DAY_MS)
    two.wire.isAway = true
    for (let at = 0; at < 40; at += 1) addProduct(one, `7${at}`, `Nuevo ${at}`)
    for (let at = 0; at < 40; at += 1) addProduct(two, `8${at}`, `Propio ${at}`)
    reprice(one, '101', 3_000)
    two.wire.losesAnswersTo = '/api/fleet/edits'
    two.wire.isAway = false
    await world.until(() => goodsOf(one).length === goodsOf(two).length, 120_000)
    two.wire.losesAnswersTo = null
    await settled(one, two)
    expect(shown(two)).toEqual(shown(one))
    expect(goodsOf(one).length).toBe(83)
    expect(priceOf(two, '101')).toBe(3_000)
  })

  it('put a code that both gave on one product, and swap codes in one go', async () => {
    await joined()
    for (const { wire } of [one, two]) wire.isAway = true
    addProduct(one, NEW_CODE, 'Leche')
    addProduct(two, NEW_CODE, 'Leche entera', 1_100)
    for (const { wire } of [one, two]) wire.isAway = false
    await settled(one, two)
    expect(shown(two)).toEqual(shown(one))
    expect(goodsOf(one).filter(({ code }) => code === NEW_CODE)).toHaveLength(1)
  })

  it('share customers, and whoever is erased at one is gone at both', async () => {
    await joined()
    keepCustomer(one, 'Panadería Sur', true)
    await world.until(() => namesOf(two)[0] === 'Panadería Sur')
    const erased = two.till.api.erasePerson({ rut: RUT })
    await two.fixture.clock.advance(0)
    must(await erased)
    await world.until(() => namesOf(one).length === 0)
    await settled(one, two)
    expect(namesOf(two)).toEqual([])
    keepCustomer(one, 'Panadería Norte', true)
    await world.until(() => namesOf(two)[0] === 'Panadería Norte')
  })
})

describe('a service whose database was put back', () => {
  it('gets back what the tills know, and no till misses what comes after', async () => {
    await joined()
    const restore = await backedUp(world.service)
    reprice(one, COFFEE, 2_500)
    addProduct(one, NEW_CODE, 'Leche')
    must(
      one.till.api.moveStock({
        ...{ moveId: 'lost', kind: 'received', reason: '', switchesOn: true },
        lines: [{ productId: byCode(one, COFFEE)?.id as ProductId, milli: 5_000 }],
      }),
    )
    await settled(one, two)
    two.wire.isAway = true
    await restore()
    await world.until(() => isSettled(one) && view(one).toSend === 0)
    await settled(one)
    // As many changes as the other till had heard before, and more.
    for (let clp = 3_000; clp < 3_010; clp += 1) {
      reprice(one, '101', clp)
      await settled(one)
    }
    two.wire.isAway = false
    await world.until(() => priceOf(two, '101') === 3_009)
    await settled(one, two)
    expect(shown(two)).toEqual(shown(one))
    expect(byCode(two, COFFEE)).toMatchObject({ unitGrossClp: 2_500, stock: { milli: 5_000 } })
    expect(byCode(two, NEW_CODE)?.name).toBe('Leche')
  })
})

describe('stock of one place', () => {
  const receive = (
    { till }: PlayedTill,
    milli: number,
    kind: 'received' | 'counted' = 'received',
  ) =>
    must(
      till.api.moveStock({
        moveId: `m${(moves += 1)}`,
        kind,
        lines: [{ productId: byCode({ till } as PlayedTill, COFFEE)?.id as ProductId, milli }],
        reason: '',
        switchesOn: true,
      }),
    )
  let moves = 0
  const stockOf = (played: PlayedTill) => byCode(played, COFFEE)?.stock?.milli
  const sumOfMoves = (played: PlayedTill) => {
    const db = openDb(played)
    const sum = db
      .prepare<[string], number>(`SELECT sum(m.quantity_milli) FROM stock_move m
        JOIN product p ON p.id = m.product_id WHERE p.code = ?`)
      .pluck()
      .get(COFFEE)
    db.close()
    return sum
  }

  it('is what the first till had, and what any of them sells goes off it', async () => {
    receive(one, 10_000)
    receive(two, 4_000)
    await joined()
    expect([stockOf(one), stockOf(two)]).toEqual([10_000, 10_000])
    sellOf(one.till.api, COFFEE)
    sellOf(two.till.api, COFFEE, COFFEE)
    receive(two, 6_000)
    await settled(one, two)
    expect([stockOf(one), stockOf(two)]).toEqual([13_000, 13_000])
    expect([sumOfMoves(one), sumOfMoves(two)]).toEqual([13_000, 13_000])
  })

  it('is right to the piece after days apart and answers that were lost', async () => {
    receive(one, 10_000)
    await joined()
    two.wire.isAway = true
    for (let at = 0; at < 5; at += 1) sellOf(one.till.api, COFFEE)
    for (let at = 0; at < 3; at += 1) sellOf(two.till.api, COFFEE)
    receive(one, 20_000)
    expect(stockOf(two)).toBe(7_000)
    two.wire.losesAnswersTo = '/api/fleet/moves'
    two.wire.isAway = false
    await world.until(() => stockOf(one) === 22_000)
    sellOf(two.till.api, COFFEE)
    two.wire.losesAnswersTo = null
    await settled(one, two)
    expect([stockOf(one), stockOf(two)]).toEqual([21_000, 21_000])
    expect([sumOfMoves(one), sumOfMoves(two)]).toEqual([21_000, 21_000])
  })

  it('moves by what differs where somebody counts, and is kept on at both', async () => {
    await joined()
    receive(one, 8_000, 'counted')
    await settled(one, two)
    expect([stockOf(one), stockOf(two)]).toEqual([8_000, 8_000])
    receive(two, 5_000, 'counted')
    sellOf(one.till.api, COFFEE)
    await settled(one, two)
    expect([stockOf(one), stockOf(two)]).toEqual([4_000, 4_000])
  })
})

describe('a till', () => {
  it('that is alone notes nothing', () => {
    addProduct(one, NEW_CODE, 'Leche')
    reprice(one, COFFEE, 2_000)
    expect(fleetRows(one)).toEqual([0, 0, 0, 0, 0])
  })

  it('that was retired by another one says so, sells on, and joins anew by a code for it', async () => {
    await joined()
    const id = view(two).till?.id ?? ''
    const retired = one.till.api.changeShopTill({ tillId: id, isRetired: true })
    await one.fixture.clock.advance(0)
    must(await retired)
    await world.until(() => view(two).state === 'barred')
    expect(two.till.api.status().fleet).toMatchObject({ isBarred: true })
    sellOf(two.till.api, COFFEE)
    addProduct(two, '777', 'Mientras tanto')
    await world.join(one, two)
    await settled(one, two)
    expect(shown(two)).toEqual(shown(one))
    expect(byCode(one, '777')?.name).toBe('Mientras tanto')
  })

  it('that leaves keeps everything and hears nothing more', async () => {
    await joined()
    const left = two.till.api.leaveShop()
    await two.fixture.clock.advance(0)
    expect(must(await left)).toMatchObject({ state: 'alone', till: null })
    expect(fleetRows(two)).toEqual([0, 0, 0, 0, 0])
    expect(two.kept.key).toBeNull()
    reprice(one, COFFEE, 2_500)
    await settled(one)
    expect(priceOf(two, COFFEE)).toBe(1_996)
  })

  it('whose answer to a change was lost says it once', async () => {
    await joined()
    one.wire.losesAnswersTo = '/api/fleet/edits'
    reprice(one, COFFEE, 2_500)
    await world.until(() => priceOf(two, COFFEE) === 2_500)
    expect(view(one).toSend).toBe(1)
    reprice(two, COFFEE, 2_600)
    await world.until(() => isSettled(two))
    one.wire.losesAnswersTo = null
    await settled(one, two)
    expect([priceOf(one, COFFEE), priceOf(two, COFFEE)]).toEqual([2_600, 2_600])
  })

  it('types a wrong code and nothing changes', async () => {
    const asked = two.till.api.joinShop({ code: 'AAAAA-BBBBB', name: 'Dos', branch: '' })
    await two.fixture.clock.advance(0)
    expect(await asked).toMatchObject({ refusal: { code: 'SHOP_CODE_WRONG', field: 'code' } })
    expect(view(two).state).toBe('alone')
  })
})
