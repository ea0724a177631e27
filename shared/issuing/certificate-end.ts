/** The end of the certificate that signs the shop's documents. */
import type { EpochMs } from '../core/brand.ts'
import { DAY_MS } from '../time/calendar.ts'

/** Long enough to buy a certificate and to have it loaded by the provider. */
const CERTIFICATE_NOTICE_DAYS = 30

interface CertificateEnding {
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
