import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { autostartFile, startWithSystem, type StartFacts } from './start-with-system.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-autostart-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const NO_ITEMS = { setLoginItemSettings: () => expect.unreachable() }
const facts = (part: Partial<StartFacts> = {}): StartFacts => ({
  platform: 'linux',
  env: { XDG_CONFIG_HOME: folder },
  execPath: '/opt/Mesón/meson-caja',
  args: ['--data', '/home/Doña "Rosa"/50% $x'],
  ...part,
})

it('writes the file of the system on Linux, and takes its own away again', () => {
  const file = autostartFile(facts().env)
  startWithSystem(true, NO_ITEMS, facts())
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(
    String.raw`Exec="/opt/Mesón/meson-caja" "--data" "/home/Doña \\"Rosa\\"/50%% \\$x"`,
  )
  startWithSystem(
    true,
    NO_ITEMS,
    facts({ env: { XDG_CONFIG_HOME: folder, APPIMAGE: '/m.AppImage' } }),
  )
  expect(readFileSync(file, 'utf8')).toContain('Exec="/m.AppImage"')
  startWithSystem(false, NO_ITEMS, facts())
  expect(existsSync(file)).toBe(false)
  startWithSystem(false, NO_ITEMS, facts())
})

it('leaves alone what somebody else has written there', () => {
  const file = autostartFile(facts().env)
  mkdirSync(dirname(file))
  writeFileSync(file, 'mine')
  startWithSystem(true, NO_ITEMS, facts())
  startWithSystem(false, NO_ITEMS, facts())
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

it.each(['win32', 'darwin'] as const)("is an item of the system's own list on %s", (platform) => {
  const asked: unknown[] = []
  const items = { setLoginItemSettings: (settings: unknown) => void asked.push(settings) }
  startWithSystem(true, items, facts({ platform, args: ['--shop'] }))
  startWithSystem(false, items, facts({ platform, args: [] }))
  expect(asked).toEqual([
    { openAtLogin: true, args: [platform === 'win32' ? '"--shop"' : '--shop'] },
    { openAtLogin: false, args: [] },
  ])
})

it.each([
  [String.raw`C:\Mi Caja ñ`, String.raw`"C:\Mi Caja ñ"`],
  ['E:\\', String.raw`"E:\\"`],
  ['a"b', String.raw`"a\"b"`],
])('Windows gets each word in quotation marks, which it does not put itself: %s', (word, said) => {
  const asked: unknown[] = []
  const items = { setLoginItemSettings: (settings: unknown) => void asked.push(settings) }
  startWithSystem(true, items, facts({ platform: 'win32', args: ['--data', word] }))
  expect(asked).toEqual([{ openAtLogin: true, args: ['"--data"', said] }])
})

it('writes no line of its own for a folder whose name has one', () => {
  const args = ['--data', '/caja\nExec=/bin/otra']
  expect(() => startWithSystem(true, NO_ITEMS, facts({ args }))).toThrow('line break')
  expect(existsSync(autostartFile(facts().env))).toBe(false)
})
