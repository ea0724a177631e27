/**
 * The contract shows no shape for the records of certificates, so they are read leniently, and what
 * is not understood is left out.
 */
import { z } from 'zod'
import type { EpochMs } from '../core/brand.ts'
import { field, parseJson } from './answer-body.ts'

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
