/** What is spent once over all tills, as the service is told of it and asked for it over HTTP. */
import { ok } from '#shared/core/result.ts'
import {
  WORTH_CLAIMS_PATH,
  WORTH_FINDS_PATH,
  WORTH_RELEASES_PATH,
  WORTH_RESTORES_PATH,
  WORTHS_PATH,
  worthClaimAnswer,
  worthFindAnswer,
  worthReleaseAnswer,
  worthRestoreAnswer,
  worthsAnswer,
  type AnsweredWorthClaim,
  type FoundWorth,
  type ToldWorth,
  type WorthClaim,
  type WorthKind,
  type WorthRelease,
  type WorthRestore,
} from '#shared/fleet/worth-contract.ts'
import type { Amounts } from '#shared/fleet/worth.ts'
import type { HttpPort } from '../kernel/ports.ts'
import { CLAIM_TIMEOUT_MS, createAsking, type Answer } from './fleet-client.ts'
import { asTill, type TillCredentials } from '../settings/own-key.ts'

interface As {
  readonly as: TillCredentials
  readonly signal: AbortSignal
}

export interface WorthClient {
  tell(worths: readonly ToldWorth[], as: As): Answer<{ readonly kept: number }>
  claim(claim: WorthClaim, as: As): Answer<AnsweredWorthClaim>
  release(release: WorthRelease, as: As): Answer<{ readonly left: Amounts }>
  /** What it was granted since it knows nothing of. */
  restored(restored: WorthRestore, as: As): Answer<{ readonly ended: number }>
  find(kind: WorthKind, name: string, as: As): Answer<readonly FoundWorth[]>
}

export function createWorthClient(http: HttpPort): WorthClient {
  const ask = createAsking(http)
  const asked = (path: string, body: unknown, { as, signal }: As) => ({
    ...{ method: 'POST' as const, path, body, signal, ...asTill(as) },
    timeoutMs: CLAIM_TIMEOUT_MS,
  })
  return {
    tell: (worths, as) => ask(worthsAnswer, asked(WORTHS_PATH, { worths }, as)),
    claim: (claim, as) => ask(worthClaimAnswer, asked(WORTH_CLAIMS_PATH, claim, as)),
    release: (release, as) => ask(worthReleaseAnswer, asked(WORTH_RELEASES_PATH, release, as)),
    restored: (restored, as) => ask(worthRestoreAnswer, asked(WORTH_RESTORES_PATH, restored, as)),
    async find(kind, name, as) {
      const answer = await ask(worthFindAnswer, asked(WORTH_FINDS_PATH, { kind, name }, as))
      return answer.ok ? ok(answer.value.worths) : answer
    },
  }
}
