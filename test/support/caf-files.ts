/** Folio authorizations in the form of the authority's file: line ends, declaration, both keys. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { issueTestCaf, makeAuthorityKeyPem } from '../../electron/service/folios/caf.ts'

export interface CafOrder {
  readonly issuerRut: string
  readonly documentCode: number
  readonly firstFolio: number
  readonly lastFolio: number
  readonly authorizedOn?: string
  /** Which key the authority says it signed with; 666 for nobody's. */
  readonly keyId?: number
  readonly authority?: KeyObject
}

export function cafFileText(order: CafOrder): string {
  const { cafXml, privateKeyPem } = issueTestCaf(
    { issuerName: 'ALMACEN & CIA', authorizedOn: '2026-11-01', ...order },
    order.authority ?? createPrivateKey(makeAuthorityKeyPem()),
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
