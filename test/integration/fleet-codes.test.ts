/** Codes that two tills had given to different products before they knew of each other. */
import { describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import {
  addProduct,
  byCode,
  byName,
  change,
  COFFEE,
  goodsOf,
  joined,
  NEW_CODE,
  one,
  said,
  scanned,
  settled,
  shown,
  two,
  useTwoTills,
  view,
  wait,
  world,
} from './fleet-hands.ts'

useTwoTills()

const codesOf = (name: string) =>
  [one, two].map((played) => {
    const row = byName(played, name)
    return row && [row.code, ...row.moreCodes]
  })

describe('a till that joins second', () => {
  it('with a product that goes by a further code of the shop keeps it, and the shop is told', async () => {
    change(one, 'Pan (kg)', { moreCodes: [NEW_CODE, '333'] })
    addProduct(two, NEW_CODE, 'Leche')
    await joined()
    expect(codesOf('Leche')).toEqual([[NEW_CODE], [NEW_CODE]])
    expect(codesOf('Pan (kg)')).toEqual([
      ['101', '333'],
      ['101', '333'],
    ])
    expect(shown(one)).toEqual(shown(two))
    expect(view(one).overruled).toMatchObject([{ field: 'more_codes', byNumber: 2 }])
  })

  it('with a further code that a product of the shop goes by keeps both products', async () => {
    addProduct(one, NEW_CODE, 'Leche')
    addProduct(two, '555', 'Queso')
    change(two, 'Queso', { moreCodes: [NEW_CODE, '333'] })
    await joined()
    expect(codesOf('Leche')).toEqual([[NEW_CODE], [NEW_CODE]])
    expect(codesOf('Queso')).toEqual([
      ['555', '333'],
      ['555', '333'],
    ])
    expect(shown(one)).toEqual(shown(two))
  })

  it('and was there before finds what was moved meanwhile', async () => {
    addProduct(one, NEW_CODE, 'Leche')
    await joined()
    two.wire.isAway = true
    change(one, 'Leche', { code: '900' })
    change(one, 'Pan (kg)', { moreCodes: [NEW_CODE] })
    await settled(one)
    two.wire.isAway = false
    await world.until(() => byName(two, 'Leche')?.code === '900')
    await settled(one, two)
    expect(shown(one)).toEqual(shown(two))
    for (const played of [one, two])
      expect([scanned(played, NEW_CODE), scanned(played, '900')]).toEqual(['Pan (kg)', 'Leche'])
    expect(goodsOf(two).length).toBe(goodsOf(one).length)
    expect(byCode(two, NEW_CODE)).toBeUndefined()
  })
})

it('a code that went to another product while a later word came is set to that', async () => {
  await joined()
  change(one, 'Pan (kg)', { moreCodes: ['331'] })
  await settled(one, two)
  two.wire.isAway = true
  change(one, 'Pan (kg)', { moreCodes: [] })
  change(one, 'Pasaje', { moreCodes: ['332'] })
  change(two, 'Café molido', { moreCodes: ['332'] })
  await wait(3_000)
  change(one, 'Café molido', { moreCodes: ['331'] })
  await settled(one)
  two.wire.isAway = false
  await settled(one, two)
  expect(codesOf('Café molido')).toEqual([
    [COFFEE, '331'],
    [COFFEE, '331'],
  ])
  expect(shown(one)).toEqual(shown(two))
})

describe('a till that is back, whose products are changed before it has heard the shop', () => {
  const rejoined = async () => {
    await joined()
    must(await said(two, two.till.api.leaveShop()))
    change(one, 'Pan (kg)', { unitGrossClp: 7_770 })
    change(one, 'Café molido', { moreCodes: ['332'] })
    await settled(one)
    must(await said(two, two.till.api.joinShop({ code: null, name: 'Caja', branch: '' })))
  }
  const bread = () => [one, two].map((each) => byName(each, 'Pan (kg)'))
  const changeBoth = () => {
    change(two, 'Pan (kg)', { moreCodes: ['331'] })
    change(two, 'Café molido', { name: 'Café de grano', unitGrossClp: 4_440 })
  }
  const isRight = () => {
    expect(bread()).toMatchObject(Array(2).fill({ unitGrossClp: 7_770, moreCodes: ['331'] }))
    expect(shown(one)).toEqual(shown(two))
    expect(byName(one, 'Café de grano')).toMatchObject({ unitGrossClp: 4_440, moreCodes: ['332'] })
  }

  it('says what was changed, and nothing else of them', async () => {
    await rejoined()
    changeBoth()
    await settled(one, two)
    isRight()
    // Of what it never touched nobody is told that it gave way.
    const told = [one, two].flatMap((each) => view(each).overruled)
    expect(told.map(({ field }) => field).toSorted()).toEqual(['more_codes', 'name', 'price_clp'])
    expect(told.find(({ field }) => field === 'price_clp')?.won).toBe(4_440)
  })

  it('nor where it hears the shop before it can say anything', async () => {
    await rejoined()
    two.wire.cutsPath = '/api/fleet/edits'
    changeBoth()
    await wait(5_000)
    two.wire.cutsPath = null
    await settled(one, two)
    isRight()
  })

  it('nor where it says it before it hears anything', async () => {
    await rejoined()
    two.wire.cutsPath = '/api/fleet/changes'
    changeBoth()
    await wait(5_000)
    change(two, 'Pan (kg)', { name: 'Pan batido' })
    two.wire.cutsPath = null
    await settled(one, two)
    change(two, 'Pan batido', { name: 'Pan (kg)' })
    await settled(one, two)
    isRight()
  })

  it('says a changed price, and keeps further codes of another', async () => {
    await rejoined()
    change(two, 'Pan (kg)', { unitGrossClp: 8_880 })
    change(two, 'Café molido', { isFavourite: true })
    await settled(one, two)
    expect(bread()).toMatchObject(Array(2).fill({ unitGrossClp: 8_880 }))
    expect(codesOf('Café molido')).toEqual([
      [COFFEE, '332'],
      [COFFEE, '332'],
    ])
  })
})
