import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findOpener, messagesBy } from './open-message.ts'

const folder = mkdtempSync(join(tmpdir(), 'meson-open-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const heard = join(folder, 'heard')
const LINK = "https://wa.me/56987654321?text=Su%20boleta'$(id)'"

/** A program that writes down its words and ends with this code. */
function program(name: string, code: number): string {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > '${heard}'\nexit ${code}\n`)
  chmodSync(file, 0o700)
  return file
}

it.skipIf(process.platform === 'win32')(
  'hands the address over as one word that no shell reads, and says how it ended',
  async () => {
    program('xdg-open', 0)
    const opener = findOpener({ PATH: `relative:${folder}`, DISPLAY: ':0' }, 'linux')
    expect(opener?.file).toBe(join(folder, 'xdg-open'))
    const link = 'https://wa.me/56987654321?text=Su%20boleta!()*~'
    expect(await messagesBy(opener).open(link)).toBe(true)
    expect(readFileSync(heard, 'utf8')).toBe(`1\n${link}\n`)
    const refusing = messagesBy({ file: program('none', 4), words: [] })
    expect(await refusing.open(link)).toBe(false)
    expect(await messagesBy({ file: join(folder, 'gone'), words: [] }).open(link)).toBe(false)
  },
)

it('opens nothing else, and nothing where there is no screen or nothing to open it with', async () => {
  const opener = { file: join(folder, 'never'), words: [] }
  expect(await messagesBy(opener).open(LINK)).toBe(false)
  expect(await messagesBy(opener).open('file:///etc/passwd')).toBe(false)
  for (const env of [{ PATH: folder }, { PATH: '/nowhere', DISPLAY: ':0' }])
    expect(findOpener(env, 'linux')).toBeNull()
  expect(await messagesBy(null).canOpen()).toBe(false)
})

it("names the system's own program by its whole path", () => {
  expect(findOpener({}, 'darwin')?.file).toBe('/usr/bin/open')
  expect(findOpener({ SystemRoot: 'D:\\Windows' }, 'win32')?.file).toMatch(
    /^D:\\Windows.System32.rundll32\.exe$/,
  )
})
