import { describe, expect, it } from 'vitest'
import { strayFailure } from './stray-errors.ts'

describe('an error that belongs to no test', () => {
  it('is named with the file and test beside it and our line of its stack', () => {
    const stack = [
      'TypeError: gone',
      '    at emit (node:events:1:1)',
      '    at send (/house/node_modules/ws/index.js:1:1)',
      '    at close (/house/electron/core/stop.ts:7:3)',
    ].join('\n')
    const error = { name: 'TypeError', message: 'gone\n away', stack }
    const told = { VITEST_TEST_PATH: '/house/test/a.test.ts', VITEST_TEST_NAME: 'sells' }
    expect(strayFailure('/house', { ...error, ...told })).toEqual({
      file: 'test/a.test.ts',
      stray: true,
      line: 'test/a.test.ts > sells, outside of any test: TypeError: gone away at close (/electron/core/stop.ts:7:3)',
    })
  })

  it('has no file where nobody knows one, so nothing is asked again for it', () => {
    const { file, line } = strayFailure('/house', { message: 'Worker exited unexpectedly' })
    expect(file).toBe('')
    expect(line).toBe('no file, outside of any test: Error: Worker exited unexpectedly')
  })
})
