import { expect, it } from 'vitest'
import type { EpochMs } from '../core/brand.ts'
import { counterDay } from './counter-day.ts'

const NOON = Date.UTC(2026, 10, 20, 15, 0) as EpochMs
const HOUR_MS = 3_600_000

it.each([
  ['nobody has told another', null, '2026-11-20'],
  ['a clock that is right', 0, '2026-11-20'],
  ['12 hours off, which may be a zone', 12 * HOUR_MS, '2026-11-20'],
  ['more behind', 12 * HOUR_MS + 1, '2026-11-21'],
  ['a day ahead', -24 * HOUR_MS, '2026-11-19'],
  ['a year ahead', -365 * 24 * HOUR_MS, '2025-11-20'],
])('%s', (_, skewMs, day) => expect(counterDay(NOON, skewMs)).toBe(day))
