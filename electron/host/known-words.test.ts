import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { START_WORDS } from './start-words.ts'
import { isMadeToBeSteered, isOfLauncher, strangeWordIn, strangeWordText } from './known-words.ts'

const linux = { platform: 'linux', env: {} } as const
const windows = { platform: 'win32', env: {} } as const

const FOREIGN = [
  ...['remote-debugging-port=9222', 'remote-debugging-pipe', 'inspect', 'inspect-brk=0'],
  ...['disable-web-security', 'proxy-server=evil:1', 'host-resolver-rules=MAP * 1.2.3.4'],
  ...['js-flags=--allow-natives-syntax', 'load-extension=/tmp/x', 'no-sandbox', 'shopp', 'DATA'],
]

it.each(FOREIGN.flatMap((name) => [`--${name}`, `-${name}`, `--${name.toUpperCase()}`]))(
  'the installed till knows no %s, whatever it might do',
  (word) => {
    expect(strangeWordIn(['meson', '--shop', word], linux)).toBe(word)
    expect(strangeWordIn(['meson', '--data', word], linux)).toBe(word)
  },
)

it.each(FOREIGN.map((name) => `/${name}`))('nor %s, where a slash makes a switch', (word) => {
  expect(strangeWordIn(['meson', word], windows)).toBe(word)
  expect(strangeWordIn(['meson', '--data', word], linux)).toBeNull()
})

it('it takes every word of its own, and those that its own installers say', () => {
  const own = ['--data', 'C:\\caja', '--data=x', '--api=https://dte.cl', '--kiosk', '--shop']
  for (const word of [...own, '--choose', '--practice', '--updated'])
    expect(strangeWordIn(['meson', word], windows)).toBeNull()
  const asAppImage = { env: { APPIMAGE: '/x/Meson.AppImage' } }
  expect(isOfLauncher('--no-sandbox', asAppImage)).toBe(true)
  expect(isOfLauncher('-no-sandbox', asAppImage)).toBe(false)
  expect(isOfLauncher('--no-sandbox', linux)).toBe(false)
  expect(strangeWordText('--x')).toMatch(/«--x».*does not know/)
})

it('whatever begins like a switch is known, or refused', () => {
  const known = [...START_WORDS.flags, ...START_WORDS.valued, '--updated']
  fc.assert(
    fc.property(fc.constantFrom('-', '--', '---', ' --'), fc.string(), (dashes, name) => {
      const word = `${dashes}${name}`
      const isOwn = known.includes(word) || /^--(data|api)=/.test(word)
      expect(strangeWordIn(['meson', word], linux)).toBe(isOwn ? null : word)
    }),
  )
})

it.each([
  ['{"steered":true}', true],
  ['{"steered":"true"}', false],
  ['{}', false],
])('a package that says %s is made to be steered: %s', (packed, isMade) => {
  const folder = mkdtempSync(join(tmpdir(), 'meson-steered-'))
  try {
    writeFileSync(join(folder, 'package.json'), packed)
    expect(isMadeToBeSteered(folder)).toBe(isMade)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
