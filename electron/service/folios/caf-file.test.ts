import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { cafFileText } from '../../../test/support/caf-files.ts'
import { defaultEnd } from './add-range.ts'
import { readPrivateKey } from './caf.ts'
import { readCafFile } from './caf-file.ts'
import { buildTed, verifyTed } from './ted.ts'

const order = { issuerRut: '76192083-9', documentCode: 39, firstFolio: 501, lastFolio: 600 }
const file = cafFileText(order)

it('reads the file of the authority, and what its key stamps verifies', () => {
  const caf = readCafFile(file)
  if (!caf.ok) throw new Error(caf.refusal)
  expect(caf.value).toMatchObject({ ...order, authorizedOn: '2026-11-01' })
  expect(file).toContain(caf.value.cafXml)
  const ted = buildTed(
    {
      ...{ issuerRut: '76192083-9', documentCode: 39, folio: 501, date: '2026-11-20' },
      ...{ recipientRut: '66666666-6', recipientName: 'Cliente', totalClp: 1990 },
      ...{ firstItem: 'Pan', cafXml: caf.value.cafXml, stampedAt: '2026-11-20T12:00:00' },
    },
    readPrivateKey(caf.value.privateKeyPem),
  )
  expect(verifyTed(ted)).toMatchObject({ isSignatureValid: true, isInAuthorizedRange: true })
})

it.each([
  ['CAF', ''],
  ['CAF', file.replace('</CAF>', '')],
  ['RE', file.replace('76192083-9', '76192083')],
  ['TD', file.replace('<TD>39<', '<TD>x<')],
  ['RNG', file.replace('<H>600<', '<H>500<')],
  ['FA', file.replace('2026-11-01', 'ayer')],
  ['FA', file.replace('2026-11-01', '2026-02-30')],
  ['CAF', file.replace('ALMACEN', 'ALMACEN'.repeat(60))],
  ['LONG_KEY', longKeyed()],
  ['IDK', file.replace(/<IDK>.*<\/IDK>/, '')],
  ['FRMA', file.replace(/<FRMA.*<\/FRMA>/, '')],
  ['RSASK', file.replace(/<RSASK>[\s\S]*<\/RSASK>/, '')],
  ['RSASK', cafFileText(order).replace(/<M>.*<\/M>/, /<M>.*<\/M>/.exec(file)?.[0] ?? '')],
  ['RSAPK', file.replace(/<E>.*<\/E>/, '<E></E>')],
])('names %s in a file that does not fit', (element, text) => {
  expect(readCafFile(text)).toEqual({ ok: false, refusal: element })
})

it.each([
  ['2026-05-15', '2026-11-15'],
  ['2026-08-31', '2027-02-28'],
])('folios of an invoice authorized on %s are good until %s', (day, last) => {
  expect(defaultEnd('CHL', 33, day)).toBe(last)
  expect(defaultEnd('CHL', 39, day)).toBeNull()
})

/** A key as other programs have it: its stamps hold 1,400 bytes, and no paper holds those. */
function longKeyed(): string {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const { n = '' } = publicKey.export({ format: 'jwk' })
  const modulus = Buffer.from(n, 'base64url').toString('base64')
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  return file
    .replace(/<M>.*<\/M>/, `<M>${modulus}</M>`)
    .replace(/<RSASK>[\s\S]*<\/RSASK>/, `<RSASK>${pem}</RSASK>`)
}
