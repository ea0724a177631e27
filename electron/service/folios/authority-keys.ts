/**
 * The keys by which the tax authority signs authorizations of folios. An authorization that was
 * altered, by whoever would like more folios of it, makes receipts that the authority refuses one
 * by one, each with its customer gone.
 */
import { verify } from 'node:crypto'
import { apiError, type ApiError } from '../core/errors.ts'
import { TEST_KEY_ID, TRIAL_KEY_ID } from '../companies/production.ts'
import { publicKeyOf } from './caf.ts'
import type { CafFile } from './caf-file.ts'
import { elementText, elementXml, flattenXml } from './xml-text.ts'

interface AuthorityKey {
  readonly modulus: string
  readonly exponent: string
  /** Of the authority's environment for those who try their programs out. */
  readonly isOfTest: boolean
}
/** By the number under which an authorization names its key (`IDK`). */
export type AuthorityKeys = ReadonlyMap<number, AuthorityKey>

export const AUTHORITY_KEYS: AuthorityKeys = new Map([
  [
    TRIAL_KEY_ID,
    {
      modulus:
        'yPvwDcshpVAApYVSLF3lKKc+DOFswDqx5ep95LKigRHjUvrvjct9UeNJq9SxBdzU9nz54TEVBYyfAVQpG4xxUw==',
      exponent: 'AQAB',
      isOfTest: true,
    },
  ],
  [
    300,
    {
      modulus:
        'ne6/xe69lt9MfPU/G/oV2F1z7wTGcY+MB7P3he/udee071o64HnDJlqQDkX2AokK9vtPr6K41pOPfwEcNYWzNQ==',
      exponent: 'AQAB',
      isOfTest: false,
    },
  ],
])

/**
 * Null for an authorization that may be used. What nobody signed (666) a company in test mode may
 * use, whose papers have no value.
 */
export function signatureError(
  caf: CafFile,
  isTest: boolean,
  keys: AuthorityKeys,
): ApiError | null {
  const key = keys.get(caf.keyId)
  if (isOfTrials(caf, keys) && !isTest) return apiError('CAF_OF_TEST', 'caf_xml')
  if (caf.keyId === TEST_KEY_ID) return null
  if (key === undefined) return apiError('CAF_KEY_UNKNOWN', 'caf_xml', { key: String(caf.keyId) })
  return isSigned(caf.cafXml, key) ? null : apiError('CAF_ALTERED', 'caf_xml')
}

/** What nobody signed, or the authority for who tries a program out. */
export function isOfTrials({ keyId }: CafFile, keys: AuthorityKeys): boolean {
  return keyId === TEST_KEY_ID || keys.get(keyId)?.isOfTest === true
}

/** SHA1withRSA over the data block without the white space between its tags, as the stamp. */
function isSigned(cafXml: string, { modulus, exponent }: AuthorityKey): boolean {
  const data = Buffer.from(flattenXml(elementXml(cafXml, 'DA') ?? ''), 'latin1')
  const signature = Buffer.from(elementText(cafXml, 'FRMA') ?? '', 'base64')
  return verify('sha1', data, publicKeyOf(modulus, exponent), signature)
}
