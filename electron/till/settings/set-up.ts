/**
 * Whether this till may sell, and the test of the connection that a shop's till passes before it
 * does.
 */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  companyAnswer,
  connectionAnswer,
  type ServiceTest,
} from '#shared/issuing/service-answer.ts'
import { missingSteps, notSellingYet, type SetUpStep } from '#shared/onboarding/set-up.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { HttpPort } from '../kernel/ports.ts'
import type { Purpose } from './purpose.ts'
import type { Settings } from './settings.ts'
import type { Handlers, Manager } from '../staff/staff-ports.ts'

/** Somebody waits in front of the screen, and can give up before. */
const TEST_TIMEOUT_MS = 15_000

export interface SetUp {
  missing(): readonly SetUpStep[]
  /** Why nothing is sold yet; null when everything is there, and for a till to practise with. */
  notYet(): Refusal | null
  readonly api: Handlers<'testService' | 'cancelServiceTest'>
}

export interface SetUpPorts {
  readonly db: TillDatabase
  readonly purpose: Purpose
  readonly settings: Settings
  readonly address: {
    current(): { readonly baseUrl: string | null; readonly apiKey: string | null }
    id(): string
  }
  readonly http: HttpPort
  /** Written with what a test has settled, in its transaction. */
  readonly note: (manager: Manager, company: ServiceTest['company'] | 'other') => void
  /** Called after it is on disk. */
  readonly onReady: () => void
}

export function createSetUp(ports: SetUpPorts): SetUp {
  const { db, purpose, settings, address } = ports
  const hasIssuedAt = prepareHasIssued(db)
  const missing = (): readonly SetUpStep[] => {
    if (purpose === 'practice') return []
    const { baseUrl, apiKey } = address.current()
    // The shop took it in there as a till of this very company. Where its key is gone it is joined
    // anew, and what it sells until then waits.
    const isJoined = settings.isJoined()
    return missingSteps({
      rut: settings.read().shop?.rut ?? null,
      serviceUrl: baseUrl,
      hasKey: apiKey !== null || isJoined,
      hasEmission: settings.read().emission !== null,
      isTested:
        settings.isTested(baseUrl) ||
        (!settings.isRefuted() && (isJoined || hasIssuedAt(address.id()))),
    })
  }
  return { missing, notYet: () => notSellingYet(missing()), api: createServiceTest(ports, missing) }
}

/**
 * A shop that has issued at this very service for this very RUT goes on selling, whatever key is
 * typed while the service is away: what it sells waits, and the till tests the key by itself.
 */
export function prepareHasIssued(db: TillDatabase): (serviceId: string) => boolean {
  const issued = db
    .prepare<[string], 1>(
      'SELECT 1 FROM receipt WHERE service_id = ? AND folio IS NOT NULL LIMIT 1',
    )
    .pluck()
  return (serviceId) => issued.get(serviceId) === 1
}

function createServiceTest(
  { purpose, settings, address, http, note, onReady }: SetUpPorts,
  missing: SetUp['missing'],
): SetUp['api'] {
  let running: AbortController | null = null
  const read = (path: string, signal: AbortSignal) =>
    http.exchange({ method: 'GET', path, body: null, timeoutMs: TEST_TIMEOUT_MS }, signal)
  const toTest = () => {
    const { baseUrl: url, apiKey } = address.current()
    return { url, apiKey, rut: settings.read().shop?.rut ?? '' }
  }
  return {
    async testService(_, who) {
      if (purpose === 'practice') return refuse(refusal('PRACTICE_ONLY'))
      // Without a RUT yet the key is tried all the same: whose it is can be asked for then.
      const before = notSellingYet(missing().filter((step) => step === 'address' || step === 'key'))
      if (before !== null) return refuse(before)
      running?.abort()
      const { signal } = (running = new AbortController())
      const tested = toTest()
      const answered = await testNow((path) => read(path, signal), tested.rut)
      if (signal.aborted) return refuse(refusal('TEST_CANCELLED'))
      running = null
      // It may have passed before: who the key belongs to is known better now.
      if (!answered.ok && answered.refusal.code === 'TEST_OTHER_COMPANY')
        settings.refuteTest(() => note(who, 'other'))
      if (!answered.ok) return answered
      const isSame = JSON.stringify(toTest()) === JSON.stringify(tested)
      if (!isSame || tested.url === null) return refuse(refusal('TEST_CANCELLED'))
      settings.rememberTest(tested.url, () => note(who, answered.value.company))
      if (tested.rut !== '') onReady()
      return ok(answered.value)
    },
    cancelServiceTest() {
      running?.abort()
      running = null
      return null
    },
  }
}

async function testNow(
  read: (path: string) => ReturnType<HttpPort['exchange']>,
  rut: string,
): Promise<Result<ServiceTest, Refusal>> {
  const answered = connectionAnswer(await read('/api/tax-types'))
  if (!answered.ok) return answered
  return rut === '' ? ok({ company: 'unnamed' }) : companyAnswer(await read('/api/companies'), rut)
}
