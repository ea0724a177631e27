/** Codes that two tills had given to different products before they knew of each other. */
import { describe, expect, it } from 'vitest'
import {
  addProduct,
  byCode,
  byName,
  change,
  goodsOf,
  joined,
  NEW_CODE,
  one,
  scanned,
  settled,
  shown,
  two,
  useTwoTills,
  view,
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
