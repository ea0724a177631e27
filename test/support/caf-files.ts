/** Folio authorizations in the form of the authority's file: line ends, declaration, both keys. */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { issueTestCaf, makeAuthorityKeyPem } from '../../electron/service/folios/caf.ts'

export interface CafOrder {
  readonly issuerRut: string
  readonly documentCode: number
  readonly firstFolio: number
  readonly lastFolio: number
}

export function cafFileText(order: CafOrder): string {
  const { cafXml, privateKeyPem } = issueTestCaf(
    { ...order, issuerName: 'ALMACEN & CIA', authorizedOn: '2026-11-01' },
    createPrivateKey(makeAuthorityKeyPem()),
  )
  const publicPem = createPublicKey(privateKeyPem).export({ format: 'pem', type: 'spki' })
  return [
    '<?xml version="1.0"?>',
    '<AUTORIZACION>',
    cafXml.replaceAll('><', '>\n<'),
    `<RSASK>${privateKeyPem}</RSASK>`,
    `<RSAPUBK>${String(publicPem)}</RSAPUBK>`,
    '</AUTORIZACION>',
    '',
  ].join('\n')
}
