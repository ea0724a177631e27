/** The account of the alarms: what is typed, and what is not told to anybody. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mailOptionsOf, openMail } from './mail-options.ts'

const from = { 'mail-from': 'avisos@tienda.cl' }
it.each([
  ['smtps://ana%40tienda.cl@correo.cl', 'tls', 465, 'ana@tienda.cl'],
  ['smtp://ana@correo.cl', 'starttls', 587, 'ana'],
  ['smtp://127.0.0.1:2525', 'plain', 2525, ''],
])('%s is %s at %i for «%s»', (mail, security, port, user) => {
  const read = mailOptionsOf({ mail, ...from })
  expect(read.ok && read.value?.account).toMatchObject({ security, port, user })
})

it.each([
  [{ mail: 'smtps://ana:clave@correo.cl', ...from }],
  [{ mail: 'https://correo.cl', ...from }],
  [{ mail: 'smtps://%zz@correo.cl', ...from }],
  [{ mail: 'smtps://correo.cl' }],
  [{ mail: 'smtps://correo.cl', 'mail-from': 'nadie' }],
  [{ ...from }],
])('%j is refused without a word of a password', (typed) => {
  const read = mailOptionsOf(typed)
  expect(read.ok).toBe(false)
  expect(JSON.stringify(read)).not.toContain('clave')
})

it('takes the password out of a file, and says now that there is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mail-'))
  const passwordFile = join(folder, 'password')
  const read = mailOptionsOf({ mail: 'smtps://correo.cl', ...from })
  const account = read.ok && read.value !== null ? read.value.account : null
  if (account === null) throw new Error('not read')
  expect(openMail({ account, passwordFile })).toMatchObject({
    refusal: { code: 'FILE_NOT_USABLE' },
  })
  writeFileSync(passwordFile, 'clave ñ\n')
  expect(openMail({ account, passwordFile })).toMatchObject({
    value: { server: { password: 'clave ñ' } },
  })
  rmSync(folder, { recursive: true })
})
