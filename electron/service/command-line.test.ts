import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readArguments } from './command-line.ts'

it('reads the options of the service', () => {
  expect(
    readArguments(['--port', '8080', '--data', 'x', '--sandbox', '--webhook-waits-s', '1,2,3']),
  ).toMatchObject({
    ok: true,
    value: {
      port: 8080,
      dataDir: 'x',
      isSandbox: true,
      webhookWaitsMs: [1000, 2000, 3000],
      allowLocalWebhooks: false,
    },
  })
})

it('reads the yearly limits from which a receipt names its buyer', () => {
  expect(
    readArguments([
      '--data',
      'x',
      '--buyer-limit',
      '2026=5300000',
      '--buyer-limit',
      '2027=5400000',
    ]),
  ).toMatchObject({
    ok: true,
    value: {
      buyerLimits: [
        { year: 2026, limitClp: 5_300_000 },
        { year: 2027, limitClp: 5_400_000 },
      ],
    },
  })
})

it('reads a database elsewhere, and serves beyond this machine only behind a proxy', () => {
  const there = ['--database', 'postgres://meson@db/meson']
  expect(readArguments(there)).toMatchObject({
    ok: true,
    value: { dataDir: null, database: 'postgres://meson@db/meson', host: '127.0.0.1' },
  })
  const open = [...there, '--host', '0.0.0.0']
  expect(readArguments(open)).toMatchObject({ ok: false, refusal: { code: 'HOST_NOT_PRIVATE' } })
  expect(readArguments([...open, '--behind-proxy'])).toMatchObject({ value: { host: '0.0.0.0' } })
})

it('reads where customers see their documents, and for how long', () => {
  const pages = ['--data', 'x', '--public-address', 'https://boletas.tienda.cl/']
  expect(readArguments(['--data', 'x'])).toMatchObject({ value: { pages: null } })
  expect(readArguments(pages)).toMatchObject({
    value: {
      pages: { publicAddress: 'https://boletas.tienda.cl', days: 365 },
      isBehindProxy: false,
    },
  })
  expect(readArguments([...pages, '--page-days', '30', '--behind-proxy'])).toMatchObject({
    value: { pages: { days: 30 }, isBehindProxy: true },
  })
})

it.each([
  [['--data', 'x', '--public-address', 'http://boletas.tienda.cl']],
  [['--data', 'x', '--public-address', 'https://a:b@tienda.cl']],
  [['--data', 'x', '--public-address', 'https://tienda.cl/?x=1']],
  [['--data', 'x', '--public-address', 'javascript:alert(1)']],
  [['--data', 'x', '--public-address', `https://${'a'.repeat(90)}.cl`]],
  [['--data', 'x', '--public-address', 'https://tienda.cl', '--page-days', '0']],
  [['--data', 'x', '--public-address', 'https://tienda.cl', '--page-days', '9999']],
  [['--database', 'mysql://x']],
  [['--database', 'postgres://x', '--demo']],
  [['--data', 'x', '--authority', 'sii.cl']],
  [['--data', 'x', '--port', 'abc']],
  [['--data', 'x', '--port', '70000']],
  [['--port', '1']],
  [['--data', 'x', '--unknown']],
  [['--data', 'x', '--webhook-waits-s', '1,2']],
  [['--data', 'x', '--webhook-waits-s', 'a,b,c']],
  [['--data', 'x', '--webhook-waits-s', '60,,1800']],
  [['--data', 'x', '--webhook-waits-s', '60,300,Infinity']],
  [['--data', 'x', '--log-level', 'loud']],
  [['--data', 'x', '--authority-delay-ms', '-1']],
  [['--data', 'x', '--buyer-limit', '2026']],
  [['--data', 'x', '--buyer-limit', '2026=0']],
])('refuses %j', (argv) => {
  const read = readArguments(argv)
  expect(read.ok).toBe(false)
  if (read.ok) return
  const { refusal } = read
  expect('kind' in refusal ? refusal : refusal.code).toEqual(
    'kind' in refusal ? expect.objectContaining({ isHelp: false }) : 'ARGUMENTS_NOT_VALID',
  )
})

it('reads how many megabytes of drawn PDFs are kept', () => {
  expect(readArguments(['--data', 'x'])).toMatchObject({ value: { drawnMb: 200 } })
  expect(readArguments(['--data', 'x', '--drawn-mb', '0'])).toMatchObject({ value: { drawnMb: 0 } })
  expect(readArguments(['--data', 'x', '--drawn-mb', '-1'])).toMatchObject({ ok: false })
})

it('shows every option with what it does', () => {
  const told = readArguments(['--help'])
  const text = told.ok || !('kind' in told.refusal) ? '' : told.refusal.text
  const source = readFileSync(new URL('command-line.ts', import.meta.url), 'utf8')
  const names = [...source.matchAll(/values(?:\.|\[')([a-z-]+)/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(15)
  for (const name of names) expect(text).toMatch(new RegExp(`^  --${name} .* \\S+ \\S+`, 'm'))
})

it('reads what a gateway knows this service by, and lets no secret over a network without TLS', () => {
  const base = ['--data', 'x', '--authority']
  const [token, cert, key] = ['--authority-token-file', '--authority-cert', '--authority-key']
  const read = (...more: string[]) => readArguments([...base, ...more])
  expect(read('https://gateway.cl/v1', token, '/t')).toMatchObject({
    value: { authorityFiles: { token: '/t', cert: null, key: null, ca: null } },
  })
  expect(read('https://gateway.cl', cert, '/c', key, '/k', '--authority-ca', '/a')).toMatchObject({
    value: { authorityFiles: { token: null, cert: '/c', key: '/k', ca: '/a' } },
  })
  expect(read('http://127.0.0.1:9', token, '/t').ok).toBe(true)
  expect(read('http://[::1]:9', token, '/t').ok).toBe(true)
  for (const wrong of [
    ['http://gateway.cl', token, '/t'],
    ['http://127.0.0.1', cert, '/c', key, '/k'],
    ['https://gateway.cl', cert, '/c'],
    ['https://gateway.cl', key, '/k'],
  ])
    expect(read(...wrong)).toMatchObject({ refusal: { code: 'ARGUMENTS_NOT_VALID' } })
  expect(readArguments(['--data', 'x', token, '/t'])).toMatchObject({
    refusal: { code: 'ARGUMENTS_NOT_VALID' },
  })
})
