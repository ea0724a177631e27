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
import { holdCompany } from './hold-company.ts'

export const CERTIFICATE_BYTES_MAX = 64 * 1024

export type CertificateFacts = Pick<CertificateRow, 'subject' | 'serial_number' | 'expires_at_ms'>

/**
 * Of a file as the authority's providers give it (PEM). Refuses one that has ended, and one that
 * does not count yet: a company would be told that it may issue, and the authority refuses all of
 * it. Who signed it is the gateway's to judge, which has its key.
 */
export function readCertificate(pem: string, now: EpochMs): Result<CertificateFacts, ApiError> {
  const read = parsed(pem)
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

function parsed(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
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
