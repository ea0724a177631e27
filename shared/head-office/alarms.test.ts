import { describe, expect, it } from 'vitest'
import { alarmLimits, alarmsOf, openMsBetween, USUAL_LIMITS, type Watched } from './alarms.ts'

const HOUR_MS = 3_600_000
const at = (text: string) => Date.parse(`${text}Z`)
const NOW = at('2026-11-20T12:00')
const same = (ms: number) => ms
const health = {
  ...{ version: '1.9.0', pending: 0, folios: [], certificate_days: null, shift: null },
  ...{ at_ms: NOW, oldest_at_ms: null, printer: null },
}
const today = { prices: 0, spent: 0, returned: 0, hub_spent: 0, hub_returned: 0 }
const FINE: Watched = {
  tills: [{ id: 'a', name: 'Caja 1', seenMs: NOW, health, today, beside: 3 }],
  folios: [{ documentType: '39', left: 200 }],
  certificateEndMs: NOW + 20 * 24 * HOUR_MS,
}
const raised = (changes: Partial<Watched>, limits = USUAL_LIMITS) =>
  alarmsOf({ ...FINE, ...changes }, limits, NOW, same).map(({ kind, of, count, detail }) =>
    [kind, of, count, detail].join(' '),
  )
const till = (changes: Partial<(typeof FINE.tills)[number]>) => ({
  tills: [{ ...FINE.tills[0]!, ...changes }],
})

describe('the hours a shop was open', () => {
  const hours = { open_minute: 9 * 60, close_minute: 20 * 60 }
  it.each([
    ['2026-11-20T10:00', '2026-11-20T12:00', hours, 2],
    ['2026-11-19T19:00', '2026-11-20T10:00', hours, 2],
    ['2026-11-19T21:00', '2026-11-20T08:00', hours, 0],
    ['2026-11-18T19:30', '2026-11-20T09:30', hours, 12],
    ['2026-11-19T23:00', '2026-11-20T04:00', { open_minute: 20 * 60, close_minute: 120 }, 3],
    ['2026-11-19T12:00', '2026-11-20T12:00', { open_minute: 0, close_minute: 0 }, 24],
    ['2026-11-20T12:00', '2026-11-20T11:00', hours, 0],
    ['2020-01-01T00:00', '2026-11-20T20:00', hours, 40 * 11],
  ])('from %s to %s', (from, to, of, expected) => {
    expect(openMsBetween(at(from), at(to), of) / HOUR_MS).toBe(expected)
  })
})

describe('an alarm is raised', () => {
  it('for nothing where all is well', () => {
    expect(raised({})).toEqual([])
    expect(raised({ tills: [], folios: [], certificateEndMs: null })).toEqual([])
  })
  it('for a till that is silent while its shop is open', () => {
    expect(raised(till({ seenMs: at('2026-11-20T10:01') }))).toEqual([])
    expect(raised(till({ seenMs: at('2026-11-19T20:30') }))).toEqual(['silent Caja 1 3 '])
  })
  it('for documents that wait, and a printer in trouble', () => {
    const waits = { ...health, oldest_at_ms: NOW - 4 * HOUR_MS }
    expect(raised(till({ health: waits }))).toEqual(['unsent Caja 1 4 '])
    const stuck = { ...health, printer: { code: 'PAPER_OUT', since_ms: NOW - HOUR_MS } }
    expect(raised(till({ health: stuck }))).toEqual(['printer Caja 1 60 PAPER_OUT'])
  })
  it('for a till that does what a thief would', () => {
    const done = (changes: Partial<typeof today>) =>
      raised(till({ today: { ...today, ...changes } }))
    expect(done({ prices: 19, spent: 39, returned: 199 })).toEqual([])
    expect(done({ prices: 20 })).toEqual(['prices Caja 1 20 '])
    expect(done({ spent: 40, returned: 3 })).toEqual(['taken Caja 1 43 '])
    expect(done({ returned: 200 })).toEqual(['taken Caja 1 200 '])
    // As the hub, of all tills of its place.
    expect(done({ hub_spent: 119, hub_returned: 599 })).toEqual([])
    expect(done({ spent: 39, hub_spent: 120, hub_returned: 5 })).toEqual(['taken Caja 1 125 '])
    expect(done({ spent: 40, hub_returned: 600 })).toEqual(['taken Caja 1 640 '])
  })
  it('for folios and a certificate that end', () => {
    expect(raised({ folios: [{ documentType: '39', left: 199 }] })).toEqual(['folios 39 199 '])
    expect(raised({ certificateEndMs: NOW + 20 * 24 * HOUR_MS - 1 })).toEqual(['certificate  19 '])
    expect(raised({ certificateEndMs: NOW - 1 })).toEqual(['certificate  -1 '])
  })
  it('for the till whose version stays behind that of another for days, while it is there', () => {
    const days = (count: number) => NOW - count * 24 * HOUR_MS
    const behind = (steady: number, others: number, atMs = NOW) =>
      raised({
        tills: [
          { ...FINE.tills[0]!, health: { ...health, steady_since_ms: days(steady), at_ms: atMs } },
          {
            ...{ id: 'b', name: 'Caja 2', seenMs: NOW, today, beside: 3 },
            health: { ...health, version: '1.10.0', steady_since_ms: days(others) },
          },
        ],
      })
    expect(behind(90, 3)).toEqual(['version Caja 1 0 1.10.0'])
    // While it is rolled out; a till that comes back; one that is off since.
    expect(behind(90, 2)).toEqual([])
    expect(behind(0, 20)).toEqual([])
    expect(behind(90, 20, days(18))).toEqual([])
  })
  it('of a version by limits that were chosen before it had days', () => {
    const { version_days: days, ...before } = USUAL_LIMITS
    expect(alarmLimits.parse(before).version_days).toBe(days)
  })
})
