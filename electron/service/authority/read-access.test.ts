import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { readAccess } from './read-access.ts'

const folder = mkdtempSync(join(tmpdir(), 'access-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const written = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const tls = (name: string) =>
  fileURLToPath(new URL(`../../../test/support/tls/${name}`, import.meta.url))
const none = { token: null, cert: null, key: null, ca: null }

it('reads a token without the line its file ends with, and a pair that fits', () => {
  expect(readAccess(none)).toEqual({ ok: true, value: none })
  expect(readAccess({ ...none, token: written('token', 'abc\n') })).toMatchObject({
    value: { token: 'abc' },
  })
  const pair = { cert: tls('localhost.crt'), key: tls('localhost.key'), ca: tls('localhost.crt') }
  expect(readAccess({ ...none, ...pair }).ok).toBe(true)
})

it.each([
  { token: join(folder, 'nowhere') },
  { token: folder },
  { token: written('empty', '\n') },
  { token: written('two', 'a b') },
  { token: written('letters', 'ñandú') },
  { cert: tls('localhost.crt'), key: tls('elsewhere.key') },
  { cert: written('nonsense', 'x'), key: tls('localhost.key') },
  { ca: written('no-ca', 'x') },
])('refuses %j before anything starts, and says which file', (files) => {
  const refused = readAccess({ ...none, ...files })
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'FILE_NOT_USABLE' } })
  if (!refused.ok) expect(Object.values(files)).toContain(refused.refusal.params['path'])
})
