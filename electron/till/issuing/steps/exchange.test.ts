import { expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { toExchange } from './exchange.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z') as EpochMs

it.each<[string, Record<string, string>, number | null]>([
  ['seconds', { 'retry-after': '120' }, 120],
  ['a date', { 'retry-after': 'Fri, 20 Nov 2026 15:02:00 GMT' }, 120],
  [
    'a date, by the clock of the service',
    { 'retry-after': 'Fri, 20 Nov 2026 16:02:00 GMT', date: 'Fri, 20 Nov 2026 16:00:30 GMT' },
    90,
  ],
  ['a date that has passed', { 'retry-after': 'Fri, 20 Nov 2026 14:00:00 GMT' }, 0],
  ['less than nothing', { 'retry-after': '-5' }, null],
  ['an exponent', { 'retry-after': '1e9' }, null],
  ['a word', { 'retry-after': 'soon' }, null],
  ['nothing', {}, null],
])('Retry-After: %s', (_, headers, retryAfterS) => {
  expect(toExchange({ kind: 'answered', status: 503, bodyText: '', headers }, NOW)).toMatchObject({
    retryAfterS,
  })
})
