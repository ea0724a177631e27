import { expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { createLog, sayingOnce } from './log.ts'

const CLOCK = { now: () => Date.parse('2026-11-20T15:00:00Z') as EpochMs }

it('masks keys, secrets and tax numbers wherever they stand', () => {
  const lines: string[] = []
  const log = createLog({ write: (line) => lines.push(line) }, 'info', CLOCK)
  const key = `msn_0123456789abcdef_${'A'.repeat(43)}`
  log.info(
    { err: new Error(`key ${key} of 76.192.083-9`), recipient: '12345678-5' },
    'whsec_QUJD failed',
  )
  const [line = ''] = lines
  expect(line).toContain('msn_0123456789abcdef_***')
  for (const hidden of ['A'.repeat(43), '76.192.083-9', '12345678-5', 'whsec_QUJD'])
    expect(line).not.toContain(hidden)
})

// P3: of one document in 43 the id was cut, and a request's id led to none.
it('keeps an id whole, whatever digits it begins with', () => {
  const lines: string[] = []
  const log = createLog({ write: (line) => lines.push(line) }, 'info', CLOCK)
  const ids = ['12345678-5d21-4e76-8da3-c4bfdff2aaa5', 'a4e0f945-1234-4123-9123-123456789012']
  log.info({ document: ids[0], requestId: ids[1] }, `of 12345678-5 with ${ids[0]}`)
  const told = JSON.parse(lines[0] ?? '') as Record<string, unknown>
  expect(told).toMatchObject({ document: ids[0], requestId: ids[1], msg: `of *** with ${ids[0]}` })
})

it('writes one line an event, with its time, and nothing under the level', () => {
  const lines: string[] = []
  const log = createLog({ write: (line) => lines.push(line) }, 'error', CLOCK)
  log.info({ delivery: 'a' }, 'webhook attempt')
  log.error({ loop: 'webhooks' }, 'a step\nfailed')
  expect(lines).toEqual([
    '{"level":"error","time":"2026-11-20T15:00:00.000Z","room":"service","loop":"webhooks",' +
      '"msg":"a step\\nfailed"}\n',
  ])
})

it('tells whatever was thrown, and throws nothing itself', () => {
  const lines: string[] = []
  const log = createLog({ write: (line) => lines.push(line) }, 'info', CLOCK)
  const own = new Error('x'.repeat(100_000))
  own.cause = own
  for (const err of [own, { n: 1n }, undefined, 'text']) log.error({ err }, 'a request failed')
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toHaveLength(4)
  expect(lines[0]).toContain('"cause":"(again)"')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(20_000)
})

it('says what is away once a minute and without its stack, and every other error each time', () => {
  const lines: string[] = []
  let now = CLOCK.now()
  const clock = { now: () => now }
  const log = sayingOnce(
    createLog({ write: (line) => lines.push(line) }, 'info', clock),
    (error) => (error instanceof RangeError ? 'DISK_FULL' : null),
    clock,
  )
  const said = () => lines.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>)
  for (let times = 0; times < 290; times += 1)
    log.error({ err: new RangeError('no space'), requestId: String(times) }, 'a request failed')
  const full = { reason: 'DISK_FULL', detail: 'no space', level: 'error' }
  expect(said()).toEqual([expect.objectContaining({ ...full, requestId: '0', unsaid: 0 })])
  now = (now + 60_000) as EpochMs
  log.info({ err: new RangeError('no space') }, 'a background step failed')
  expect(said()).toEqual([expect.objectContaining({ ...full, unsaid: 289 })])
  for (let times = 0; times < 2; times += 1) log.error({ err: new Error('x') }, 'a request failed')
  log.info({ delivery: 'a' }, 'webhook attempt')
  expect(said()).toHaveLength(3)
})
