/** What is spent once over all tills, as the service is told of it and asked for it over HTTP. */
import { ok } from '#shared/core/result.ts'
import {
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
import {
  asTill,
  CLAIM_TIMEOUT_MS,
  createAsking,
  type Answer,
  type TillCredentials,
} from './fleet-client.ts'

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
    ...{ method: 'POST' as const, path: `/api/fleet/${path}`, body, signal, ...asTill(as) },
    timeoutMs: CLAIM_TIMEOUT_MS,
  })
  return {
    tell: (worths, as) => ask(worthsAnswer, asked('worths', { worths }, as)),
    claim: (claim, as) => ask(worthClaimAnswer, asked('worth-claims', claim, as)),
    release: (release, as) => ask(worthReleaseAnswer, asked('worth-releases', release, as)),
    restored: (restored, as) => ask(worthRestoreAnswer, asked('worth-restores', restored, as)),
    async find(kind, name, as) {
      const answer = await ask(worthFindAnswer, asked('worth-finds', { kind, name }, as))
      return answer.ok ? ok(answer.value.worths) : answer
    },
  }
}
