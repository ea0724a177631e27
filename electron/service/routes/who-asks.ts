/**
 * Whose each request under `/api` is: of a program with an API key, of a till of a shop with its
 * own, or of a till that has nothing yet but a pairing code.
 */
import { HUB_WORTHS_PATH } from '#shared/fleet/hub-worth-contract.ts'
import { CLAIMS_PATH, PARKED_PATH } from '#shared/fleet/parked-contract.ts'
import {
  WORTH_CLAIMS_PATH,
  WORTH_FINDS_PATH,
  WORTH_RELEASES_PATH,
  WORTH_RESTORES_PATH,
  WORTHS_PATH,
} from '#shared/fleet/worth-contract.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { limiterOf } from '../auth/shared-rate-limiter.ts'
import { failure, type ApiFailure } from '../core/errors.ts'
import type { AskingTill, TillRing } from '../fleet/till-keys.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { fail, requestHeader, type ServiceApp, type ServiceContext } from './http.ts'
import { visitorOf } from './visitor.ts'

/** Of pages, whose people are known by a session. */
export const OFFICE_PATHS = '/api/office/'
export const PAIR_PATH = '/api/fleet/pair'
export const EDITS_PATH = '/api/fleet/edits'
export const MOVES_PATH = '/api/fleet/moves'
export const HUB_PATH = '/api/fleet/hub'
export const FACTS_PATH = '/api/fleet/facts'
export const HEALTH_PATH = '/api/fleet/health'
export const PIN_SECRET_PATH = '/api/fleet/pin-secret'
export const CHANGES_PATH = '/api/fleet/changes'
export const TILLS_PATH = '/api/fleet/tills'
const OF_TILLS: readonly string[] = [
  ...[EDITS_PATH, MOVES_PATH, PARKED_PATH, CLAIMS_PATH, CHANGES_PATH],
  ...[WORTHS_PATH, WORTH_CLAIMS_PATH, WORTH_RELEASES_PATH, WORTH_RESTORES_PATH, WORTH_FINDS_PATH],
  ...[FACTS_PATH, HEALTH_PATH, PIN_SECRET_PATH, HUB_PATH, HUB_WORTHS_PATH],
]

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

/** The tills of a shop are told to both. */
function isOfTill(c: ServiceContext): boolean {
  const { path, method } = c.req
  if (OF_TILLS.includes(path)) return true
  return path === TILLS_PATH && method === 'GET' && requestHeader(c, 'x-till-key') !== undefined
}

async function knowTill(
  c: ServiceContext,
  parts: ServiceParts,
  tills: TillRing,
): Promise<Result<string, ApiFailure>> {
  const found = await askingTill(c, parts, tills)
  if (!found.ok) return found
  c.set('till', found.value)
  return ok(found.value.id)
}

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
