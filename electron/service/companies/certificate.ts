/**
 * The certificate that signs a company's envelopes, as far as the service has to know it: whose it
 * is and until when. The key that belongs to it is with the gateway.
 */
import { X509Certificate } from 'node:crypto'
import type { Kysely } from 'kysely'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { CompanyId, Random } from '../core/ports.ts'
import type { CertificateRow, Tables } from '../storage/tables.ts'

export const CERTIFICATE_BYTES_MAX = 64 * 1024

export type CertificateFacts = Pick<CertificateRow, 'subject' | 'serial_number' | 'expires_at_ms'>

/** Of a file as the authority's providers give it (PEM). Refuses one that has ended. */
export function readCertificate(pem: string, now: EpochMs): Result<CertificateFacts, ApiError> {
  const read = parsed(pem)
  if (read === null) return refuse(apiError('CERTIFICATE_NOT_VALID', 'certificate_pem'))
  const facts = {
    subject: read.subject.replaceAll('\n', ', '),
    serial_number: read.serialNumber.toLowerCase(),
    expires_at_ms: Date.parse(read.validTo) as EpochMs,
  }
  const day = new Date(facts.expires_at_ms).toISOString().slice(0, 10)
  return facts.expires_at_ms > now
    ? ok(facts)
    : refuse(apiError('CERTIFICATE_ENDED', 'certificate_pem', { day }))
}

function parsed(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

/** A company issues until its last certificate ends. Inside a write job. */
export async function enterCertificate(
  db: Kysely<Tables>,
  companyId: CompanyId,
  facts: CertificateFacts,
  random: Random,
): Promise<string> {
  const row = { id: random.uuid(), company_id: companyId, ...facts, notified_at_ms: null }
  await db.insertInto('certificates').values(row).execute()
  return row.id
}
