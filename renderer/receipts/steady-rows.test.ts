import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { keepPlaces, meantAt } from './steady-rows.ts'
import type { ReceiptRow } from '#shared/receipts/views.ts'

const row = (id: number, totalClp = 0) =>
  ({ saleId: `sale-${id}`, totalClp }) as unknown as ReceiptRow
const idsOf = (rows: readonly ReceiptRow[]) => rows.map(({ saleId }) => saleId)
const someRows = fc.uniqueArray(fc.nat(12)).map((ids) => ids.map((id) => row(id)))

describe('rows under a hand', () => {
  it('stay where they are, whatever the list has become, and no sale is shown twice', () => {
    fc.assert(
      fc.property(someRows, someRows, (before, latest) => {
        const kept = keepPlaces(before, latest)
        expect(idsOf(kept).slice(0, before.length)).toEqual(idsOf(before))
        expect(new Set(idsOf(kept)).size).toBe(kept.length)
      }),
    )
  })

  it('say what is newest, and go on below with the pages that come', () => {
    const [first, second, changed] = [row(1), row(2), row(2, 990)]
    expect(keepPlaces([first, second], [row(9), first, changed, row(3), row(4)])).toEqual([
      first,
      changed,
      row(3),
      row(4),
    ])
    expect(keepPlaces([], [first])).toEqual([first])
  })

  it('that have just moved are pressed as they stood', () => {
    const move = { atMs: 1_000, before: [row(1), row(2)] }
    expect(meantAt(1, 1_100, [move])).toBe('sale-2' as SaleId)
    // A page that was busy hears late of a press that came first.
    expect(meantAt(0, 900, [move])).toBe('sale-1' as SaleId)
    expect([meantAt(1, 1_400, [move]), meantAt(5, 1_100, [move]), meantAt(0, 0, [])]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('that have moved twice before anybody saw it are pressed as they stood before both', () => {
    const first = { atMs: 1_000, before: [row(1), row(2)] }
    const second = { atMs: 1_200, before: [row(3), row(1), row(2)] }
    expect(meantAt(0, 1_300, [first, second])).toBe('sale-1' as SaleId)
    expect(meantAt(0, 1_400, [first, second])).toBe('sale-3' as SaleId)
    expect(meantAt(0, 1_600, [first, second])).toBe(null)
  })
})
