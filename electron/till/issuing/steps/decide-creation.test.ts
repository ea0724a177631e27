import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { OutboxRow } from '../outbox/outbox-rows.ts'
import { decideCreation, type Settling } from './decide-creation.ts'

const NOW = 10_000_000 as EpochMs
const record = (outcome: string) => ({
  request: 'POST /api/invoices',
  startedAt: NOW,
  durationMs: 1,
  outcome,
  httpStatus: null,
  answer: null,
})
const around = { now: NOW, backoffMs: (tries: number) => tries * 1_000, hasLaterPassed: () => true }
const rowOf = (row: Partial<OutboxRow>) =>
  ({ saleId: 'S' as SaleId, serviceId: null, tries: 1, faults: 0, ...row }) as OutboxRow

const detail = fc.string()
const failure: fc.Arbitrary<Settling> = fc.oneof(
  fc.record({ kind: fc.constant('not-delivered' as const) }),
  fc.record({ kind: fc.constant('type-closed' as const), detail }),
  fc.record({ kind: fc.constant('wait' as const), delayMs: fc.nat(600_000) }),
  fc.record({ kind: fc.constant('unclear' as const), cause: detail }),
  fc.record({ kind: fc.constant('unknown' as const), cause: detail, isServerFault: fc.boolean() }),
  fc.record({
    kind: fc.constant('service-paused' as const),
    cause: fc.constantFrom(
      'API_KEY_REFUSED',
      'COMPANY_REFUSED',
      'CERTIFICATE_EXPIRED',
      'COMPANY_SUSPENDED',
    ),
    detail,
  }),
)
const row = fc.record({
  serviceId: fc.constantFrom(null, 'here'),
  tries: fc.integer({ min: 1, max: 30 }),
  faults: fc.nat(10),
  faultySinceMs: fc.constantFrom(null, NOW, (NOW - 1_800_000) as EpochMs),
})

describe('an answer that is no document and no refusal', () => {
  it('frees a receipt for another service only where none can have it, from this try or before', () => {
    fc.assert(
      fc.property(failure, row, (outcome, stored) => {
        const { writing } = decideCreation(around, rowOf(stored), outcome, record)
        if (writing.move !== 'retry' || !writing.retry.isNowhere) return
        expect(stored.serviceId).toBeNull()
        expect(['not-delivered', 'service-paused', 'type-closed']).toContain(outcome.kind)
      }),
    )
  })

  it('never refuses the receipt: the same bytes go again, or a person looks at what failed for half an hour', () => {
    fc.assert(
      fc.property(failure, row, (outcome, stored) => {
        const { writing } = decideCreation(around, rowOf(stored), outcome, record)
        expect(['retry', 'attention']).toContain(writing.move)
        if (writing.move === 'retry') {
          expect(writing.retry.notBefore).toBeGreaterThanOrEqual(NOW)
          return
        }
        expect(stored.faults).toBeGreaterThanOrEqual(4)
        expect(NOW - (stored.faultySinceMs ?? NOW)).toBeGreaterThanOrEqual(1_800_000)
      }),
    )
  })

  it('gives nobody to a person while no receipt passes beside it', () => {
    fc.assert(
      fc.property(failure, row, (outcome, stored) => {
        const alone = { ...around, hasLaterPassed: () => false }
        expect(decideCreation(alone, rowOf(stored), outcome, record).writing.move).toBe('retry')
      }),
    )
  })
})

it.each<[Settling, readonly string[]]>([
  [{ kind: 'duplicate', remoteId: null }, ['answered', 'type-open']],
  [{ kind: 'not-delivered' }, ['failed']],
  [{ kind: 'type-closed', detail: '' }, ['type-closed']],
  [{ kind: 'wait', delayMs: 5_000 }, ['service-paused', 'rest']],
  [{ kind: 'unclear', cause: '' }, []],
  [{ kind: 'unknown', cause: '', isServerFault: true }, ['failed']],
  [{ kind: 'service-paused', cause: 'API_KEY_REFUSED', detail: '' }, ['service-paused']],
])('of the service %j says %j', (outcome, kinds) => {
  const { events } = decideCreation(around, rowOf({}), outcome, record)
  expect(events.map(({ kind }) => kind)).toEqual(kinds)
})
