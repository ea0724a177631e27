/**
 * Asks the service now and then whether it shows documents to customers, and where. It may be a
 * stranger's that has never heard of such pages: then there are none, and nothing else changes.
 */
import { isOnThisMachine, pagesSchema, readPublicAddress } from '#shared/issuing/receipt-page.ts'
import { parseJson } from '#shared/issuing/classify.ts'
import type { Clock, HttpOutcome } from '../../kernel/ports.ts'
import type { Purpose } from '../../settings/purpose.ts'
import type { SalePages } from '../../issuing/sale-pages.ts'

/** How old the answer may be before a healthy connection asks again. */
const ANSWER_AGE_MS_MAX = 900_000
const FAILED_WAIT_MS = 60_000

interface PageNewsPorts {
  readonly ask: (signal: AbortSignal) => Promise<HttpOutcome>
  readonly pages: SalePages
  readonly clock: Clock
  readonly serviceId: () => string
  readonly purpose: Purpose
  readonly onChange: () => void
}

/** Asks if the last answer is old. */
export function createPageNews(ports: PageNewsPorts): (signal: AbortSignal) => Promise<void> {
  const { ask, pages, clock, serviceId, purpose, onChange } = ports
  let askedFor: string | null = null
  let nextAtMs = 0
  return async (signal) => {
    const asked = serviceId()
    if (askedFor === asked && clock.monotonicMs() < nextAtMs) return
    askedFor = asked
    nextAtMs = clock.monotonicMs() + FAILED_WAIT_MS
    const told = readAnswer(await ask(signal), purpose)
    if (told === null || asked !== serviceId() || signal.aborted) return
    nextAtMs = clock.monotonicMs() + ANSWER_AGE_MS_MAX
    if (pages.learn(asked, told.publicAddress)) onChange()
  }
}

/**
 * What the service says of its pages: where they are, or that there are none. Null from a service
 * that is away, tired or closed to this key: that says nothing of its pages. A shop's customers
 * are not sent to this machine, which a till that practises may show.
 */
export function readAnswer(
  outcome: HttpOutcome,
  purpose: Purpose,
): { readonly publicAddress: string | null } | null {
  if (outcome.kind !== 'answered') return null
  if ([404, 405, 410, 501].includes(outcome.status)) return { publicAddress: null }
  if (outcome.status !== 200) return null
  const told = pagesSchema.safeParse(parseJson(outcome.bodyText))
  const address = told.success ? readPublicAddress(told.data.public_address) : null
  const isForNobody = address !== null && purpose === 'shop' && isOnThisMachine(address)
  return { publicAddress: isForNobody ? null : address }
}
