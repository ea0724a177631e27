import { describe, expect, it } from 'vitest'
import { shownLine } from './diagnostics.ts'
import { shownCode, shownVerdict } from './shown-code.ts'

describe('a code a diagnosis may show', () => {
  it.each(['SERVICE_UNREACHABLE', 'SQLITE_FULL', 'ENOSPC', 'ERR_DLOPEN_FAILED', 'CBU_INVALID'])(
    '%s',
    (code) => expect(shownCode(code)).toBe(code),
  )

  it.each([
    'EDUARDO',
    'ESTEBAN',
    'JUANPEREZ',
    'SK_LIVE_51HX7Q9911',
    'ABCDEF0123456789ABCDEF0123456789',
    'RUT_12345678',
    'Rosa Soto ya tiene boleta',
    '12.345.678-5',
    'A'.repeat(200),
  ])('%s is none: it may be somebody’s, or a key', (text) => expect(shownCode(text)).toBe('…'))

  it('nor is what a stranger’s service calls its verdict', () => {
    expect([shownVerdict('RCH'), shownVerdict(null), shownVerdict('Rosa Soto')]).toEqual([
      'RCH',
      null,
      '…',
    ])
  })
})

it('a line of the log shows no name in capitals, alone or in a sentence', () => {
  const line = {
    message: 'backup failed',
    name: 'EDUARDO',
    error: 'ENRIQUE SOTO debe; EACCES: no',
    file: '/home/ESTEBAN/SQLITE_SOTO',
    code: 'SQLITE_FULL',
  }
  const shown = shownLine(JSON.stringify(line)) ?? ''
  for (const name of ['EDUARDO', 'ENRIQUE', 'ESTEBAN', 'SOTO'])
    expect([name, shown.includes(name)]).toEqual([name, false])
  expect(JSON.parse(shown)).toEqual({
    message: 'backup failed',
    error: 'EACCES',
    code: 'SQLITE_FULL',
    name: '…',
  })
})
