import { expect, it } from 'vitest'
import { readArguments } from './command-line.ts'

it('reads the options of the service', () => {
  expect(readArguments(['--port', '8080', '--data', 'x', '--sandbox', '--webhook-waits-s', '1,2,3'])).toMatchObject({
    ok: true, value: { port: 8080, dataDir: 'x', isSandbox: true, webhookWaitsMs: [1000, 2000, 3000], allowLocalWebhooks: false },
  })
})

it.each([
  [['--data', 'x', '--port', 'abc']], [['--data', 'x', '--port', '70000']], [['--port', '1']], [['--data', 'x', '--unknown']],
  [['--data', 'x', '--webhook-waits-s', '1,2']], [['--data', 'x', '--webhook-waits-s', 'a,b,c']], [['--data', 'x', '--log-level', 'loud']],
  [['--data', 'x', '--authority-delay-ms', '-1']],
])('refuses %j', (argv) => {
  expect(readArguments(argv)).toMatchObject({ ok: false, refusal: { code: 'ARGUMENTS_NOT_VALID' } })
})
