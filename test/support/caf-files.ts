/** Folio authorizations in the form of the authority's file: line ends, declaration, both keys. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { AuthorityKeys } from '../../electron/service/folios/authority-keys.ts'
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

/** An authority of one key, by which it signs for trials (100) and in earnest (300). */
export function authorityOfTests(): {
  readonly authority: KeyObject
  readonly keys: AuthorityKeys
} {
  const authority = createPrivateKey(makeAuthorityKeyPem())
  const { n = '', e = '' } = createPublicKey(authority).export({ format: 'jwk' })
  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64')
  const key = { modulus: base64(n), exponent: base64(e) }
  const keys: AuthorityKeys = new Map([
    [100, { ...key, isOfTest: true }],
    [300, { ...key, isOfTest: false }],
  ])
  return { authority, keys }
}
