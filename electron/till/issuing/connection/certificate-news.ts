/**
 * Asks the service now and then until when the company's certificate is valid, so that its end is
 * known days ahead. A service that lists no certificates says nothing, and nothing else changes.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import { readCertificateEnd } from '#shared/issuing/read-certificate-end.ts'
import type { Clock } from '../../kernel/ports.ts'
import type { ServiceClient } from './service-client.ts'

/** How old the answer may be before a healthy connection asks again. */
const ANSWER_AGE_MS_MAX = 3_600_000
const FAILED_WAIT_MS = 60_000

interface CertificateNewsPorts {
  readonly client: Pick<ServiceClient, 'certificates'>
  readonly clock: Clock
  readonly serviceId: () => string
  readonly companyId: (signal: AbortSignal) => Promise<string | null>
  readonly onChange: () => void
}

export function createCertificateNews(ports: CertificateNewsPorts) {
  const { client, clock, serviceId, companyId, onChange } = ports
  let known: { readonly serviceId: string; readonly endsAt: EpochMs | null } | null = null
  let nextAtMs = 0
  const endsAt = () => (known?.serviceId === serviceId() ? known.endsAt : null)
  return {
    endsAt,
    /** Asks if the last answer is old. */
    async ask(signal: AbortSignal): Promise<void> {
      const asked = serviceId()
      if (known?.serviceId === asked && clock.monotonicMs() < nextAtMs) return
      const before = endsAt()
      known = { serviceId: asked, endsAt: before }
      nextAtMs = clock.monotonicMs() + FAILED_WAIT_MS
      const answer = await client.certificates(signal)
      if (answer.kind !== 'answered' || answer.status >= 500) return
      nextAtMs = clock.monotonicMs() + ANSWER_AGE_MS_MAX
      if (answer.status !== 200) return
      const told = readCertificateEnd(answer.bodyText, await companyId(signal))
      if (asked !== serviceId() || signal.aborted) return
      known = { serviceId: asked, endsAt: told }
      if (told !== before) onChange()
    },
  }
}
