import { describe, expect, it } from 'vitest'
import { roundMeasure } from '../../test/support/paper-samples.ts'
import {
  dashedRule,
  framed,
  inset,
  inverse,
  modules,
  paginate,
  pair,
  space,
  stack,
  type Column,
} from './blocks.ts'
import { TEXT_STYLES } from './text-styles.ts'

const column: Column = { xDots: 0, widthDots: 384, measure: roundMeasure }
const style = TEXT_STYLES.body

describe('a pair', () => {
  it('stands on one row when both fit, the value against the right edge', () => {
    const block = pair(column, 'Vuelto', '$4.640', style)
    expect(block.heightDots).toBe(style.rowDots)
    expect(block.items).toMatchObject([
      { text: 'Vuelto', xDots: 0 },
      { text: '$4.640', xDots: 384 - 6 * 12 },
    ])
  })

  it('moves the value below when they do not fit, still against the right edge', () => {
    const block = pair(column, 'Tarjeta de crédito terminada en', '$999.999.999', style)
    expect(block.items).toMatchObject([
      { text: 'Tarjeta de crédito terminada en', xDots: 0, baselineDots: style.baselineDots },
      {
        text: '$999.999.999',
        xDots: 384 - 12 * 12,
        baselineDots: style.baselineDots + style.rowDots,
      },
    ])
  })

  it('puts the value beside the last row of a label that wraps anyway, where it fits', () => {
    const block = pair(column, 'Transferencia Banco del Estado de Chile 4711', '$4.640', style)
    const rows = block.items.map((item) => (item.kind === 'text' ? item.text : ''))
    expect(rows).toEqual(['Transferencia Banco del Estado', 'de Chile 4711', '$4.640'])
    expect(block.heightDots).toBe(2 * style.rowDots)
    expect(block.items[2]).toMatchObject({
      xDots: 384 - 6 * 12,
      baselineDots: style.rowDots + style.baselineDots,
    })
  })

  it('draws nothing for an empty label', () => {
    expect(pair(column, '', '$1', style).items).toHaveLength(1)
  })
})

describe('pages', () => {
  const block = {
    heightDots: 60,
    items: [{ kind: 'fill', xDots: 0, yDots: 5, widthDots: 9, heightDots: 9 }],
  } as const

  it('is one while the paper fits', () => {
    expect(paginate([block, block], 120)).toMatchObject([
      { heightDots: 120, items: [{ yDots: 5 }, { yDots: 65 }] },
    ])
  })

  it('starts another between two blocks, never inside one', () => {
    expect(paginate([block, block, space(1)], 119)).toMatchObject([
      { heightDots: 60, items: [{ yDots: 5 }] },
      { heightDots: 61, items: [{ yDots: 5 }] },
    ])
  })

  it('refuses a block no page can hold', () => {
    expect(() => paginate([space(121)], 120)).toThrow('does not fit a page')
  })
})

it('frames content with four solid edges and moves it inside', () => {
  const inside = inset(column, 14)
  const block = framed(column, { heightDots: 40, items: [] }, 4, 10)
  expect(inside).toMatchObject({ xDots: 14, widthDots: 356 })
  expect(block.heightDots).toBe(68)
  expect(block.items).toEqual([
    { kind: 'fill', xDots: 0, yDots: 0, widthDots: 384, heightDots: 4 },
    { kind: 'fill', xDots: 0, yDots: 64, widthDots: 384, heightDots: 4 },
    { kind: 'fill', xDots: 0, yDots: 4, widthDots: 4, heightDots: 60 },
    { kind: 'fill', xDots: 380, yDots: 4, widthDots: 4, heightDots: 60 },
  ])
})

it('turns text white on an inverse band', () => {
  const block = inverse(column, stack([pair(column, 'COPIA', '', style)]), 6)
  expect(block.items).toMatchObject([
    { kind: 'fill', heightDots: style.rowDots + 12 },
    { text: 'COPIA', ink: 'white' },
  ])
})

it('spreads dashes from edge to edge', () => {
  const { items } = dashedRule(column, 2, 0, 0)
  const last = items.at(-1)
  expect(items[0]).toMatchObject({ xDots: 0 })
  expect(last).toMatchObject({ xDots: 374, widthDots: 10 })
})

it('refuses a code wider than the paper', () => {
  const matrix = { columns: 200, rows: 1, cells: new Uint8Array(200) }
  const size = { moduleWidthDots: 2, moduleHeightDots: 2, quietDots: 4 }
  expect(() => modules(column, matrix, size)).toThrow('does not fit the paper')
})
