import { expect, it } from 'vitest'
import { cafFileText } from '../../../test/support/caf-files.ts'
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
  ['FRMA', file.replace(/<FRMA.*<\/FRMA>/, '')],
  ['RSASK', file.replace(/<RSASK>[\s\S]*<\/RSASK>/, '')],
  ['RSASK', cafFileText(order).replace(/<M>.*<\/M>/, /<M>.*<\/M>/.exec(file)?.[0] ?? '')],
  ['RSAPK', file.replace(/<E>.*<\/E>/, '<E></E>')],
])('names %s in a file that does not fit', (element, text) => {
  expect(readCafFile(text)).toEqual({ ok: false, refusal: element })
})
