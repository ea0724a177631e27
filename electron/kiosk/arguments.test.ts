import { describe, expect, it } from 'vitest'
import { parseStartArguments } from './arguments.ts'
import { childEnvironment } from '#shared/core/child-environment.ts'
import { browserWords, findBrowser, hasDisplay } from './browser.ts'

it('reads what was typed', async () => {
  expect(await parseStartArguments([])).toEqual({
    kiosk: false,
    opensWindow: true,
    port: 0,
    dataDir: null,
    apiUrl: null,
    wantsShop: false,
    asksFirst: false,
  })
  expect(
    await parseStartArguments([
      '--kiosk',
      '--no-open',
      '--port',
      '8080',
      '--data',
      'd',
      '--api',
      'https://api.ejemplo.cl',
    ]),
  ).toEqual({
    kiosk: true,
    opensWindow: false,
    port: 8080,
    dataDir: 'd',
    apiUrl: 'https://api.ejemplo.cl',
    wantsShop: true,
    asksFirst: false,
  })
  expect((await parseStartArguments(['--api', 'http://127.0.0.1:9000'])).apiUrl).toBe(
    'http://127.0.0.1:9000',
  )
  expect((await parseStartArguments(['--shop'])).wantsShop).toBe(true)
  expect((await parseStartArguments(['--choose'])).asksFirst).toBe(true)
  expect((await parseStartArguments(['--practice'])).asksFirst).toBe(false)
})

it.each([
  ['--port', 'abc'],
  ['--port', '70000'],
  ['--api', 'http://api.ejemplo.cl'],
  ['--api', 'https://user:pass@x.cl'],
  ['--nope', '1'],
  ['--data', ''],
  ['--data=', '--shop'],
  ['--data=/a', '--data=/b'],
  ['--api=https://a.cl', '--api=https://b.cl'],
  ['--port', ''],
  ['--practice', '--shop'],
  ['--practice', '--api=https://a.cl'],
  ['--choose', '--practice'],
])('refuses %s %s and says what to type', async (...argv) => {
  await expect(parseStartArguments(argv)).rejects.toThrow(
    expect.objectContaining({
      code: 'ARGUMENTS_NOT_VALID',
      message: expect.stringContaining('--'),
    }),
  )
})

it('looks for a browser only where there is one, and for a screen', () => {
  expect(findBrowser({ PATH: '/nowhere' }, 'linux')).toBeNull()
  expect(hasDisplay({}, 'linux')).toBe(false)
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true)
  expect(hasDisplay({}, 'win32')).toBe(true)
})

describe('the command line of the browser', () => {
  const words = (more: readonly string[] = [], isRoot = false) =>
    browserWords({ url: 'file:///launch.html', profileDir: '/data/browser', more, isRoot })

  it('has no extension, no first run, no sync, and a sandbox for everybody but root', () => {
    expect(words()).toEqual(
      expect.arrayContaining(['--disable-extensions', '--no-first-run', '--disable-sync']),
    )
    expect(words().join()).not.toMatch(/sandbox|debugging|inspect|devtools|automation|web-security/)
    expect(words([], true)).toContain('--no-sandbox')
  })

  it.each([
    '--remote-debugging-port=0',
    '--remote-debugging-pipe',
    '--remote-allow-origins=*',
    '--auto-open-devtools-for-tabs',
    '--load-extension=/tmp/x',
    '--disable-web-security',
    '--allow-file-access-from-files',
    '--js-flags=--inspect',
  ])('never takes %s', (word) => {
    expect(() => words([word])).toThrow("opens the till's page")
  })

  it('is all there is: the words Debian and others read from the environment do not reach it', () => {
    const env = { CHROMIUM_FLAGS: '--remote-debugging-port=0', CHROME_FLAGS: 'x', PATH: '/bin' }
    expect(childEnvironment(env)).toEqual({ PATH: '/bin' })
  })
})
