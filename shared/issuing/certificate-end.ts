/**
 * The end of the certificate that signs the shop's documents. The contract shows no shape for its
 * records, so they are read leniently, and what is not understood is left out.
 */
import { z } from 'zod'
import type { EpochMs } from '../core/brand.ts'
import { DAY_MS } from '../time/calendar.ts'
import { field, parseJson } from './answer-body.ts'

/** Long enough to buy a certificate and to have it loaded by the provider. */
export const CERTIFICATE_NOTICE_DAYS = 30
const CERTIFICATES_MAX = 200

const entry = z.object({
  company_id: z.union([z.string(), z.number()]).transform(String).nullish(),
  expires_at: z.string().transform((text) => Date.parse(text)),
})

/** The last day of the newest of our certificates; null where the answer names none. */
export function readCertificateEnd(bodyText: string, companyId: string | null): EpochMs | null {
  const body = parseJson(bodyText)
  const listed: unknown = Array.isArray(body) ? body : field(body, 'data')
  if (!Array.isArray(listed)) return null
  const ends = listed.slice(0, CERTIFICATES_MAX).flatMap((each) => {
    const read = entry.safeParse(each)
    if (!read.success || Number.isNaN(read.data.expires_at)) return []
    const whose = read.data.company_id ?? null
    return whose === null || whose === companyId ? [read.data.expires_at] : []
  })
  return ends.length === 0 ? null : (Math.max(...ends) as EpochMs)
}

export interface CertificateEnding {
  /** Nothing can be signed with it any more. */
  readonly isOver: boolean
  /** Whole days that are left; 0 on the last one, and once it is over. */
  readonly daysLeft: number
}

/** Null while it is far away, or unknown. */
export function certificateEnding(endsAt: EpochMs | null, now: EpochMs): CertificateEnding | null {
  if (endsAt === null || endsAt - now > CERTIFICATE_NOTICE_DAYS * DAY_MS) return null
  const daysLeft = Math.max(0, Math.floor((endsAt - now) / DAY_MS))
  return { isOver: endsAt <= now, daysLeft }
}
