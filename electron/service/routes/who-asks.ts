/**
 * Whose each request under `/api` is: of a program with an API key, of a till of a shop with its
 * own, or of a till that has nothing yet but a pairing code.
 */
import { CLAIMS_PATH } from '#shared/fleet/parked-contract.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { limiterOf } from '../auth/shared-rate-limiter.ts'
import { failure, type ApiFailure } from '../core/errors.ts'
import { principalOf, type AskingTill, type TillRing } from '../fleet/till-keys.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { fail, requestHeader, type ServiceApp, type ServiceContext } from './http.ts'
import { FLEET_PATHS, OF_TILLS_ALONE, OFFICE_PATHS, PAIR_PATH } from './key-table.ts'
import { visitorOf } from './visitor.ts'

export function useKeys(app: ServiceApp, parts: ServiceParts, tills: TillRing): void {
  const { requestsPerMinute } = parts.settings
  const limiter = requestsPerMinute === null ? null : limiterOf(parts, requestsPerMinute)
  app.use('/api/*', async (c, next) => {
    if (c.req.path === PAIR_PATH || c.req.path.startsWith(OFFICE_PATHS)) return next()
    const found = isOfTill(c) ? await knowTill(c, parts, tills) : await knowKey(c, parts)
    if (!found.ok) return fail(c, found.refusal)
    const waitS = limiter === null ? 0 : await limiter.secondsToWait(found.value)
    return waitS > 0 ? fail(c, failure('RATE_LIMITED', '', { seconds: String(waitS) })) : next()
  })
}

/** Whoever says a till's key is that till, whatever else is said. */
const isOfTill = (c: ServiceContext): boolean =>
  OF_TILLS_ALONE.includes(c.req.path) || requestHeader(c, 'x-till-key') !== undefined

async function knowTill(
  c: ServiceContext,
  parts: ServiceParts,
  tills: TillRing,
): Promise<Result<string, ApiFailure>> {
  const found = await askingTill(c, parts, tills)
  if (!found.ok) return c.req.path.startsWith(FLEET_PATHS) ? found : asKeyRefused(found.refusal)
  c.set('till', found.value)
  c.set('principal', principalOf(found.value))
  return ok(found.value.id)
}

/**
 * What is no part of tills answers as to any key that is none: a document that waits at a till is
 * not refused by it, and goes once the till is let in again.
 */
const asKeyRefused = (refused: ApiFailure) =>
  refuse(refused.errors[0]?.code === 'RATE_LIMITED' ? refused : failure('API_KEY_INVALID'))

async function knowKey(
  c: ServiceContext,
  { keys, settings }: ServiceParts,
): Promise<Result<string, ApiFailure>> {
  const found = await keys.principalOf(requestHeader(c, 'x-api-key'), visitorOf(c, settings))
  if (!found.ok) return found
  c.set('principal', found.value)
  return ok(found.value.keyId)
}

/**
 * A copied disk has the key of its till, and an installation of its own. One that is retired is
 * still told what became of its parked sales.
 */
export async function askingTill(
  c: ServiceContext,
  { settings }: Pick<ServiceParts, 'settings'>,
  tills: TillRing,
): Promise<Result<AskingTill, ApiFailure>> {
  const found = await tills.principalOf(requestHeader(c, 'x-till-key'), visitorOf(c, settings))
  if (!found.ok) return found
  const { isRetired, installationId } = found.value
  if (isRetired && c.req.path !== CLAIMS_PATH) return refuse(failure('TILL_KEY_REQUIRED'))
  const isElsewhere = installationId !== requestHeader(c, 'x-installation')
  return isElsewhere ? refuse(failure('TILL_ELSEWHERE')) : found
}
