/** The service's part of the fleet, asked over HTTP: every answer is held against the contract. */
import type { z } from 'zod'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  changesAnswer,
  codeAnswer,
  editsAnswer,
  pairAnswer,
  tillsAnswer,
  tillView,
  CHANGES_MAX,
  HUB_TERM_HEADER,
  IN_HAND_HEADER,
  KINDS_HEADER,
  type changeTillBody,
  type Changes,
  movesAnswer,
  type CountedMoves,
  type Edit,
  type Move,
  type AnsweredEdits,
  type Paired,
  type pairBody,
} from '#shared/fleet/contract.ts'
import {
  claimAnswer,
  CLAIMS_PATH,
  PARKED_PATH,
  parkedAnswer,
  type AnsweredClaim,
  type AnsweredParked,
  type Claim,
  type SaidParked,
} from '#shared/fleet/parked-contract.ts'
import { pinSecretAnswer, type pinSecretBody } from '#shared/fleet/pin-secret-contract.ts'
import type { SharedKind } from '#shared/fleet/shared-records.ts'
import { field, parseJson } from '#shared/issuing/answer-body.ts'
import type { HttpPort } from '../kernel/ports.ts'
import { asTill, type TillCredentials } from '../settings/own-key.ts'
import type { Membership, Memberships } from './membership.ts'

/**
 * `UNSENT`: the request surely did not arrive; `AWAY`: no answer, or none of this contract; else
 * the service's own code.
 */
export type FleetRefusal = 'UNSENT' | 'AWAY' | 'NONE' | (string & {})
export type Answer<Value> = Promise<Result<Value, FleetRefusal>>

/** Whose a request is, where it is not of the key that somebody gave this till. */
export interface AskedBy {
  readonly headers?: Readonly<Record<string, string>>
}

interface Speaking {
  readonly membership: Pick<Memberships, 'now'>
  readonly credentials: (membership: Membership) => TillCredentials | null
}

/** As whom this till speaks to its shop; null where it is of none, or has no key to it. */
export function speakerOf({ membership, credentials }: Speaking) {
  const now = membership.now()
  const as = now && credentials(now)
  return now === null || as === null ? null : { now, as }
}

export interface FleetClient {
  makeCode(
    tillId: string | null,
    by: AskedBy,
    signal: AbortSignal,
  ): Answer<z.output<typeof codeAnswer>>
  pair(body: z.input<typeof pairBody>, signal: AbortSignal): Answer<Paired>
  tills(by: AskedBy, signal: AbortSignal): Answer<z.output<typeof tillsAnswer>['data']>
  changeTill(
    tillId: string,
    body: z.input<typeof changeTillBody>,
    by: AskedBy,
    signal: AbortSignal,
  ): Answer<z.output<typeof tillView>>
  edits(edits: readonly Edit[], as: TillCredentials, signal: AbortSignal): Answer<AnsweredEdits>
  moves(moves: readonly Move[], as: TillCredentials, signal: AbortSignal): Answer<CountedMoves>
  park(
    parked: readonly SaidParked[],
    as: TillCredentials,
    signal: AbortSignal,
  ): Answer<AnsweredParked>
  claim(claim: Claim, as: TillCredentials, signal: AbortSignal): Answer<AnsweredClaim>
  /** `waitMs`: the service may hold the question so long while there is no news. */
  changes(
    after: Pick<Membership, 'version' | 'epoch'>,
    waitMs: number,
    as: TillCredentials,
    signal: AbortSignal,
  ): Answer<Changes>
  sharePins(
    said: z.output<typeof pinSecretBody>,
    as: TillCredentials,
    signal: AbortSignal,
  ): Answer<z.output<typeof pinSecretAnswer>>
}

interface Saying {
  /** Of the hub it was told of last. */
  readonly lastTerm: () => number
  /** Claims that may be spent, or are and the service does not know it. */
  readonly inHand: () => number
}

const TIMEOUT_MS = 20_000
/** Somebody stands at the counter and waits. */
export const CLAIM_TIMEOUT_MS = 8_000

/** What it can take, and what the service goes by. */
const besides = (kinds: readonly SharedKind[], { lastTerm, inHand }: Saying) => ({
  ...{ [KINDS_HEADER]: kinds.join(' '), [HUB_TERM_HEADER]: String(lastTerm()) },
  [IN_HAND_HEADER]: String(inHand()),
})

/**
 * `rut`: of this till's company, for a key that reaches several. `kinds`: those this till can take
 * now. Beside its question for changes it says them, and of `says` what the service goes by.
 */
export function createFleetClient(
  http: HttpPort,
  rut: () => string,
  kinds: () => readonly SharedKind[],
  says: Saying = { lastTerm: () => 0, inHand: () => 0 },
): FleetClient {
  const ask = createAsking(http)
  const ofShop = (path: string) => `${path}?issuer=${encodeURIComponent(rut())}`
  return {
    makeCode: (tillId, by, signal) =>
      ask(codeAnswer, {
        ...{ method: 'POST', path: ofShop('/api/fleet/codes'), signal, ...by },
        body: tillId === null ? {} : { till_id: tillId },
      }),
    pair: (body, signal) =>
      ask(pairAnswer, {
        ...{ method: 'POST', path: '/api/fleet/pair', body, signal },
        isKeyless: true,
      }),
    async tills(by, signal) {
      const answer = await ask(tillsAnswer, {
        ...{ method: 'GET', path: ofShop('/api/fleet/tills'), signal, ...by },
      })
      return answer.ok ? ok(answer.value.data) : answer
    },
    changeTill: (tillId, body, by, signal) =>
      ask(tillView, {
        ...{ method: 'PUT', path: ofShop(`/api/fleet/tills/${encodeURIComponent(tillId)}`) },
        ...{ body, signal, ...by },
      }),
    edits: (edits, as, signal) =>
      ask(
        editsAnswer.refine(({ results }) => isOfAll('edit_id', edits, results)),
        { ...{ method: 'POST', path: '/api/fleet/edits', body: { edits }, signal }, ...asTill(as) },
      ),
    async moves(moves, as, signal) {
      const answer = await ask(
        movesAnswer.refine((said) => isOfAll('move_id', moves, said.moves)),
        { ...{ method: 'POST', path: '/api/fleet/moves', body: { moves }, signal }, ...asTill(as) },
      )
      return answer.ok ? ok(answer.value.moves) : answer
    },
    async park(parked, as, signal) {
      const answer = await ask(
        parkedAnswer.refine((said) => isOfAll('parked_id', parked, said.parked)),
        { ...{ method: 'POST', path: PARKED_PATH, body: { parked }, signal }, ...asTill(as) },
      )
      return answer.ok ? ok(answer.value.parked) : answer
    },
    claim: (claim, as, signal) =>
      ask(claimAnswer, {
        ...{ method: 'POST', path: CLAIMS_PATH, body: claim, signal },
        ...asTill(as),
        timeoutMs: CLAIM_TIMEOUT_MS,
      }),
    changes: (after, waitMs, as, signal) =>
      ask(changesAnswer, {
        ...{ method: 'GET', signal },
        headers: { ...asTill(as).headers, ...besides(kinds(), says) },
        path: `/api/fleet/changes?after=${after.version}&epoch=${after.epoch}&limit=${CHANGES_MAX}&wait_ms=${waitMs}`,
        timeoutMs: TIMEOUT_MS + waitMs,
      }),
    sharePins: (body, as, signal) =>
      ask(pinSecretAnswer, {
        ...{ method: 'POST', path: '/api/fleet/pin-secret', body, signal },
        ...asTill(as),
      }),
  }
}

/** Whose till it is, it answers no more. */
const BARRING: readonly string[] = ['TILL_KEY_REQUIRED', 'TILL_ELSEWHERE', 'TILL_RETIRED']
export const isBarring = (refusal: FleetRefusal): boolean => BARRING.includes(refusal)

/** Not stored, whatever comes of it later: the service has answered, and did not take it. */
export const isNotStored = (code: FleetRefusal): boolean => code !== 'AWAY'

/** The service's database was put back, and this till has heard more than it has; or others had. */
export const PUT_BACK: readonly string[] = ['VERSION_AHEAD', 'EPOCH_OVER']
const NOT_OF_IT: ReadonlySet<string> = new Set([
  ...['UNSENT', 'AWAY', 'NONE', 'RATE_LIMITED', 'API_KEY_INVALID'],
  ...PUT_BACK,
])
/** The service has looked at it and does not take it, now or later: as it is, or as much of it. */
export const isOfRequest = (refusal: FleetRefusal): boolean =>
  !isBarring(refusal) && !NOT_OF_IT.has(refusal)

/** An answer that leaves one out is none: what was asked would be asked again without end. */
function isOfAll<Name extends string>(
  name: Name,
  asked: readonly Readonly<Record<Name, string>>[],
  answered: readonly Readonly<Record<Name, string>>[],
): boolean {
  const there = new Set(answered.map((one) => one[name]))
  return asked.every((one) => there.has(one[name]))
}

interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly isKeyless?: true
  readonly timeoutMs?: number
  readonly signal: AbortSignal
}

export function createAsking(http: HttpPort) {
  return async <Value>(schema: z.ZodType<Value>, asked: Asked): Answer<Value> => {
    const { body, timeoutMs = TIMEOUT_MS, signal, ...rest } = asked
    const bytes = body === undefined ? null : new TextEncoder().encode(JSON.stringify(body))
    const outcome = await http.exchange({ ...rest, body: bytes, timeoutMs }, signal)
    if (outcome.kind !== 'answered') return refuse(outcome.kind === 'unsent' ? 'UNSENT' : 'AWAY')
    const { status, bodyText } = outcome
    if (status >= 200 && status < 300) {
      const read = schema.safeParse(parseJson(bodyText))
      return read.success ? ok(read.data) : refuse('AWAY')
    }
    return refuse(refusalIn(status, bodyText))
  }
}

function refusalIn(status: number, bodyText: string): FleetRefusal {
  const said = field(parseJson(bodyText), 'code')
  const code = typeof said === 'string' ? said : undefined
  // A service without this part does not know the path.
  if (status === 404 && (code === undefined || code === 'NOT_FOUND')) return 'NONE'
  return status >= 500 || code === undefined ? 'AWAY' : code
}
