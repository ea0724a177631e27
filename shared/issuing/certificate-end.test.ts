import { expect, it } from 'vitest'
import type { EpochMs } from '../core/brand.ts'
import { DAY_MS } from '../time/calendar.ts'
import { certificateEnding } from './certificate-end.ts'
import { readCertificateEnd } from './read-certificate-end.ts'

const NOW = Date.parse('2026-11-23T15:00:00Z') as EpochMs
const DAY = '2026-12-01T23:59:59Z'
const listed = (...entries: object[]) => JSON.stringify(entries)

it.each([
  [
    'the newest of ours',
    listed({ company_id: 'c', expires_at: '2026-01-01' }, { company_id: 'c', expires_at: DAY }),
    DAY,
  ],
  [
    'ours, not another company',
    listed({ company_id: 'x', expires_at: '2030-01-01' }, { company_id: 'c', expires_at: DAY }),
    DAY,
  ],
  ['one that names no company', JSON.stringify({ data: [{ expires_at: DAY }] }), DAY],
  ['only those of others', listed({ company_id: 'x', expires_at: DAY }), null],
  ['a date nobody can read', listed({ company_id: 'c', expires_at: 'soon' }), null],
  ['a web page', '<html>', null],
  ['no list', '{"data":{}}', null],
])('reads %s', (_, body, day) => {
  expect(readCertificateEnd(body, 'c')).toBe(day === null ? null : Date.parse(day))
})

it('is told from thirty days before, and as over from its very end', () => {
  const inDays = (days: number) => certificateEnding((NOW + days * DAY_MS) as EpochMs, NOW)
  expect(certificateEnding(null, NOW)).toBeNull()
  expect(inDays(31)).toBeNull()
  expect(inDays(30)).toEqual({ isOver: false, daysLeft: 30 })
  expect(inDays(0.5)).toEqual({ isOver: false, daysLeft: 0 })
  expect(inDays(0)).toEqual({ isOver: true, daysLeft: 0 })
  expect(inDays(-3)).toEqual({ isOver: true, daysLeft: 0 })
})
