import { describe, expect, it } from 'vitest'
import { customerScreenOf, screenViewsOf, type PluggedScreen } from './customer-screen.ts'

const screen = (id: number, label = ''): PluggedScreen => ({
  id,
  label,
  bounds: { x: (id - 1) * 1_000, y: 0, width: 1_000, height: 700 },
})
const [ONE, TWO, THREE] = [screen(1, 'Caja'), screen(2), screen(3, 'Samsung')]

describe("the customer's screen", () => {
  it.each([
    ['none while it is off', [ONE, TWO], 1, { isOn: false, screenId: '2' }, null],
    [
      'none while there is only the one of the cashier',
      [ONE],
      1,
      { isOn: true, screenId: null },
      null,
    ],
    ['the other one when nobody chose', [ONE, TWO], 1, { isOn: true, screenId: null }, 2],
    ['the chosen one', [ONE, TWO, THREE], 1, { isOn: true, screenId: '3' }, 3],
    ['another one while the chosen one is away', [ONE, TWO], 1, { isOn: true, screenId: '3' }, 2],
    ["never the cashier's, chosen or not", [ONE, TWO], 2, { isOn: true, screenId: '2' }, 1],
    ['none when the chosen one is the only one', [TWO], 2, { isOn: true, screenId: '2' }, null],
  ] as const)('is %s', (_, screens, cashiers, wish, expected) => {
    expect(customerScreenOf(screens, cashiers, wish)?.id ?? null).toBe(expected)
  })

  it('is named as its maker does, or by its number', () => {
    expect(screenViewsOf([ONE, TWO], 2)).toEqual([
      { id: '1', name: 'Caja', width: 1_000, height: 700, isCashiers: false },
      { id: '2', name: '2', width: 1_000, height: 700, isCashiers: true },
    ])
  })
})
