import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { isKeyStore, openKeyStore, readCertificate } from './certificate.ts'

const PEM = readFileSync('test/support/tls/localhost.crt', 'utf8')
const END = Date.parse('2126-10-28T14:51:25Z')

it('reads whose a certificate is and until when, and refuses one from the second it ends', () => {
  expect(readCertificate(PEM, (END - 1) as EpochMs)).toEqual({
    ok: true,
    value: {
      subject: 'CN=Meson test service',
      serial_number: '77847c2eaa511631549d7f14f25b449e3b856121',
      expires_at_ms: END,
    },
  })
  expect(readCertificate(PEM, END as EpochMs)).toMatchObject({
    refusal: { code: 'CERTIFICATE_ENDED', params: { day: '2126-10-28' } },
  })
})

it('refuses one that does not count yet, until the second it does', () => {
  const start = Date.parse('2026-11-21T14:51:25Z')
  expect(readCertificate(PEM, start as EpochMs).ok).toBe(true)
  expect(readCertificate(PEM, (start - 1) as EpochMs)).toMatchObject({
    refusal: { code: 'CERTIFICATE_NOT_YET', params: { day: '2026-11-21' } },
  })
})

it.each(['', 'x', PEM.slice(40), readFileSync('test/support/tls/localhost.key', 'utf8')])(
  'is told what is no certificate: %#',
  (text) => {
    const read = readCertificate(text, 0 as EpochMs)
    expect(read).toMatchObject({ refusal: { code: 'CERTIFICATE_NOT_VALID' } })
  },
)

const store = (name: string) => readFileSync(`test/support/tls/${name}.p12`)
const PASSPHRASE = 'Ñandú 7'

it.each(['localhost', 'localhost-3des'])('reads the one in a store of a key: %s.p12', (name) => {
  expect(isKeyStore(store(name))).toBe(true)
  const opened = openKeyStore(store(name), PASSPHRASE)
  expect(opened.ok && readCertificate(opened.value, (END - 1) as EpochMs)).toEqual(
    readCertificate(PEM, (END - 1) as EpochMs),
  )
})

it.each<[string, Buffer, string, string]>([
  ['another word', store('localhost'), 'ñandú 7', 'CERTIFICATE_PASSPHRASE'],
  ['no word', store('localhost'), '', 'CERTIFICATE_PASSPHRASE'],
  ['another word for an old one', store('localhost-old'), 'x', 'CERTIFICATE_PASSPHRASE'],
  ['an old cipher', store('localhost-old'), PASSPHRASE, 'CERTIFICATE_CIPHER_OLD'],
  ['half of it', store('localhost').subarray(0, 500), PASSPHRASE, 'CERTIFICATE_NOT_VALID'],
])('a store with %s is refused in words', (_, file, word, code) => {
  expect(openKeyStore(file, word)).toMatchObject({ ok: false, refusal: { code } })
})

it('asks no word for a certificate alone, in text or in bytes', () => {
  expect(isKeyStore(Buffer.from(PEM))).toBe(false)
  const bytes = Buffer.from(PEM.replaceAll(/-----.*-----|\s/g, ''), 'base64')
  expect(isKeyStore(bytes)).toBe(false)
  expect(readCertificate(bytes, (END - 1) as EpochMs).ok).toBe(true)
})
