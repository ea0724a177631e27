/**
 * Whose documents a service would make with the key that stands in the settings. An address that
 * was tested is known; one that was not is asked once, before the first receipt goes there: what
 * waited for one company is never issued by another without a word.
 */
import { companyAnswer } from '#shared/issuing/service-answer.ts'
import type { Clock, HttpOutcome } from '../../kernel/ports.ts'
import type { ServiceClient } from './service-client.ts'

/** Asked again after this where nobody answered, and where another company did. */
const ASK_AGAIN_MS = { unanswered: 5_000, other: 600_000 } as const

export interface CompanyCheck {
  /** False: nothing new goes there now. */
  mayCreate(): boolean
  /** Asks where it is not known yet. */
  confirm(signal: AbortSignal): Promise<boolean>
}

interface CompanyCheckPorts {
  readonly client: Pick<ServiceClient, 'companies'>
  readonly clock: Clock
  /** A person has tested this very address, key and RUT; or it is a practice. */
  readonly isTested: () => boolean
  readonly rut: () => string
  /** Service, company and key as the settings name them now. */
  readonly place: () => string
  readonly onOther: () => void
  readonly onOurs?: () => void
}

interface Known {
  readonly place: string
  readonly verdict: 'ours' | keyof typeof ASK_AGAIN_MS
  readonly atMs: number
}

export function createCompanyCheck(ports: CompanyCheckPorts): CompanyCheck {
  const { client, clock, isTested, rut, place, onOther } = ports
  let known: Known | null = null
  const fresh = (): Known['verdict'] | null => {
    if (isTested()) return 'ours'
    if (known === null || known.place !== place()) return null
    if (known.verdict === 'ours') return 'ours'
    const isOld = clock.monotonicMs() - known.atMs >= ASK_AGAIN_MS[known.verdict]
    return isOld ? null : known.verdict
  }
  const ask = async (signal: AbortSignal) => {
    const asked = place()
    const outcome = await client.companies(signal)
    const verdict = !isAnswer(outcome)
      ? 'unanswered'
      : companyAnswer(outcome, rut()).ok
        ? 'ours'
        : 'other'
    known = { place: asked, verdict, atMs: clock.monotonicMs() }
    if (verdict === 'other') onOther()
    if (verdict === 'ours' && asked === place()) ports.onOurs?.()
  }
  let asking: Promise<void> | null = null
  return {
    mayCreate: () => (fresh() ?? 'ours') === 'ours',
    async confirm(signal) {
      if (fresh() === null) {
        asking ??= ask(signal).finally(() => (asking = null))
        await asking
      }
      return fresh() === 'ours'
    },
  }
}

/** A service that stumbles says nothing of its companies; one that knows no such question does. */
function isAnswer(outcome: HttpOutcome): boolean {
  if (outcome.kind !== 'answered') return false
  return outcome.status < 500 && outcome.status !== 429 && outcome.status !== 408
}
