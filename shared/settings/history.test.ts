import { expect, it } from 'vitest'
import fc from 'fast-check'
import type { EpochMs } from '../core/brand.ts'
import { DEFAULT_DESK } from '../devices/desk.ts'
import { changeBack, lastChangeOf, type Defaults, type SettingChange } from './history.ts'

const FIRST = { lockAfterMinutes: 0, theme: 'system', desk: DEFAULT_DESK } satisfies Defaults
const FIELDS = [
  'lockAfterMinutes',
  'theme',
  'desk.fillsScreen',
  'desk.startsWithSystem',
  'shop.rut',
]

it('changes back what was asked and nothing else, and nothing the second time', () => {
  const settings = fc.record({
    lockAfterMinutes: fc.nat(60),
    theme: fc.constantFrom('system', 'light', 'dark'),
    desk: fc.record({
      customerDisplay: fc.record({ isOn: fc.boolean(), screenId: fc.constant(null) }),
      startsWithSystem: fc.boolean(),
      fillsScreen: fc.boolean(),
    }),
  })
  fc.assert(
    fc.property(settings, fc.subarray(FIELDS), (kept, fields) => {
      const now = { ...FIRST, ...kept }
      const then = { ...now, ...changeBack(fields, now, FIRST) }
      const expected = structuredClone(now)
      if (fields.includes('lockAfterMinutes')) expected.lockAfterMinutes = 0
      if (fields.includes('theme')) expected.theme = 'system'
      if (fields.includes('desk.fillsScreen')) expected.desk.fillsScreen = false
      if (fields.includes('desk.startsWithSystem')) expected.desk.startsWithSystem = false
      expect(then).toEqual(expected)
      expect(changeBack(fields, then, FIRST)).toBeNull()
    }),
  )
})

it('finds the newest change of a field or of what is inside it, and not one of a longer name', () => {
  const change = (what: string, at: number): SettingChange => ({
    what,
    from: '',
    at: at as EpochMs,
    staffName: 'Paula',
    approverName: null,
  })
  const changes = [change('scale.path', 2), change('scale', 1), change('scaleLayouts', 9)]
  expect(lastChangeOf(['scale'], changes)?.what).toBe('scale.path')
  expect(lastChangeOf(['shop'], changes)).toBeNull()
})
