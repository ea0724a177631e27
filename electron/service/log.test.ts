import { expect, it } from 'vitest'
import { createLog } from './log.ts'

it('masks keys, secrets and tax numbers wherever they stand', () => {
  const lines: string[] = []
  const log = createLog({ write: (line) => lines.push(line) }, 'info')
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
