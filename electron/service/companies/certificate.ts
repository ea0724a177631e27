/**
 * The certificate that signs a company's envelopes, as far as the service has to know it: whose it
 * is and until when. The key that belongs to it is with the gateway.
 */
import { X509Certificate } from 'node:crypto'
import { Duplex } from 'node:stream'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { Kysely } from 'kysely'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { CompanyId, Random } from '../core/ports.ts'
import type { CertificateRow, Tables } from '../storage/tables.ts'
import { holdCompany } from './hold-company.ts'

export const CERTIFICATE_BYTES_MAX = 64 * 1024

type CertificateFacts = Pick<CertificateRow, 'subject' | 'serial_number' | 'expires_at_ms'>

/** Both begin like this, a certificate in DER and a key's store (PKCS#12: .p12, .pfx). */
const DER_SEQUENCE = 0x30

/** A file that only its passphrase opens. */
export function isKeyStore(file: Buffer): boolean {
  return file[0] === DER_SEQUENCE && parsed(file) === null
}

/**
 * The certificate of a key's store, as TLS would use it: Node reads such a file for that alone. The
 * key in it goes nowhere.
 */
export function openKeyStore(file: Buffer, passphrase: string): Result<X509Certificate, ApiError> {
  try {
    // Whatever the length of its key: what it is good for the authority says.
    const ciphers = 'DEFAULT@SECLEVEL=0'
    const secureContext = createSecureContext({ pfx: file, passphrase, ciphers })
    const stream = new Duplex({ read: () => undefined })
    const socket = new TLSSocket(stream, { isServer: true, secureContext })
    const certificate = socket.getX509Certificate()
    socket.destroy()
    if (certificate !== undefined) return ok(certificate)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.message === 'mac verify failure') return refuse(apiError('CERTIFICATE_PASSPHRASE'))
    if ('code' in error && error.code === 'ERR_CRYPTO_UNSUPPORTED_OPERATION')
      return refuse(apiError('CERTIFICATE_CIPHER_OLD'))
  }
  return refuse(apiError('CERTIFICATE_NOT_VALID', 'certificate_pem'))
}

/**
 * Of a file as the authority's providers give it (PEM), or opened. Refuses one that has ended, and
 * one that does not count yet: a company would be told that it may issue, and the authority refuses
 * all of it. Who signed it is the gateway's to judge, which has its key.
 */
export function readCertificate(
  given: string | Buffer | X509Certificate,
  now: EpochMs,
): Result<CertificateFacts, ApiError> {
  const read = given instanceof X509Certificate ? given : parsed(given)
  if (read === null) return refuse(apiError('CERTIFICATE_NOT_VALID', 'certificate_pem'))
  const facts = {
    subject: read.subject.replaceAll('\n', ', '),
    serial_number: read.serialNumber.toLowerCase(),
    expires_at_ms: Date.parse(read.validTo) as EpochMs,
  }
  const startsAt = Date.parse(read.validFrom)
  if (startsAt > now)
    return refuse(apiError('CERTIFICATE_NOT_YET', 'certificate_pem', { day: dayOf(startsAt) }))
  return facts.expires_at_ms > now
    ? ok(facts)
    : refuse(apiError('CERTIFICATE_ENDED', 'certificate_pem', { day: dayOf(facts.expires_at_ms) }))
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

function parsed(file: string | Buffer): X509Certificate | null {
  try {
    return new X509Certificate(file)
  } catch {
    return null
  }
}

/**
 * A company issues until its last certificate ends. Each one once; what was said of it by hand
 * gives way to its file. Inside a write job.
 */
export async function enterCertificate(
  db: Kysely<Tables>,
  companyId: CompanyId,
  facts: CertificateFacts,
  random: Random,
): Promise<Result<string, ApiError>> {
  await holdCompany(db, companyId)
  const known = await db
    .selectFrom('certificates')
    .select(['id', 'expires_at_ms'])
    .where('company_id', '=', companyId)
    .where('serial_number', '=', facts.serial_number)
    .executeTakeFirst()
  if (known?.expires_at_ms === facts.expires_at_ms)
    return refuse(
      apiError('CERTIFICATE_EXISTS', 'certificate_pem', { serial: facts.serial_number }),
    )
  if (known !== undefined) await db.deleteFrom('certificates').where('id', '=', known.id).execute()
  const row = { id: random.uuid(), company_id: companyId, ...facts, notified_at_ms: null }
  await db.insertInto('certificates').values(row).execute()
  return ok(row.id)
}
