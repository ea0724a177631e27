import { expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { createLog } from './log.ts'

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
