/** What a hub answers the tills of its place: whoever asks has proved the key of that till. */
import { hubIdentity } from '#shared/fleet/hub-contract.ts'
import { HUB_NEWS_PATH, hubNewsBody } from '#shared/fleet/hub-news-contract.ts'
import { CLAIMS_PATH, claimBody, PARKED_PATH, parkedBody } from '#shared/fleet/parked-contract.ts'
import {
  WORTH_CLAIMS_PATH,
  WORTH_FINDS_PATH,
  WORTH_RELEASES_PATH,
  WORTHS_PATH,
  worthClaimBody,
  worthFindBody,
  worthReleaseBody,
  worthsBody,
} from '#shared/fleet/worth-contract.ts'
import type { z } from 'zod'
import type { HubAnswered, HubListening } from '../../kernel/ports.ts'
import type { TillKey } from '../till-key.ts'
import type { HubBoard } from './hub-board.ts'
import type { AskingTill, HubKeep } from './hub-keep.ts'
import type { HubRows } from './hub-rows.ts'
import type { HubWorthDesk } from './hub-worths.ts'

interface HubDeskParts {
  readonly rows: HubRows
  readonly key: Pick<TillKey, 'hub'>
  readonly keep: HubKeep
  readonly board: HubBoard
  readonly worths: HubWorthDesk
}

type HubDesk = Pick<HubListening, 'keyOf' | 'answer'>

const REFUSED: HubAnswered = { status: 403, body: { code: 'HUB_OVER' } }
const NOT_READ: HubAnswered = { status: 400, body: { code: 'BODY_INVALID' } }
/** More than one till may in a day (shared/fleet/day-limits.ts). */
const TOO_MANY: HubAnswered = { status: 429, body: { code: 'RATE_LIMITED' } }

export function createHubDesk({ rows, key, keep, board, worths }: HubDeskParts): HubDesk {
  /** One that the service has told of, for the term this till is the hub of. */
  const tillOf = (identity: string) => {
    const [now, keys] = [rows.now(), key.hub()]
    if (now === null || !now.isOwn || keys?.term !== now.term) return null
    return keys.tills.find((till) => hubIdentity(now.term, till.till_id) === identity) ?? null
  }
  const answerTo = (till: AskingTill, path: string, body: unknown): HubAnswered => {
    if (path === HUB_NEWS_PATH) {
      const asked = hubNewsBody.safeParse(body)
      if (!asked.success) return NOT_READ
      const { after, words } = asked.data
      return said({ ...keep.after(after), ...board(till.tillId, words) })
    }
    if (path === PARKED_PATH) {
      const asked = parkedBody.safeParse(body)
      return asked.success ? said({ parked: keep.take(till, asked.data.parked) }) : NOT_READ
    }
    if (path === CLAIMS_PATH) {
      const asked = claimBody.safeParse(body)
      if (!asked.success) return NOT_READ
      const answer = keep.claim(till, asked.data)
      return answer === null ? TOO_MANY : said(answer)
    }
    return answerOfWorths(worths, till, path, body)
  }
  return {
    keyOf: (identity) => tillOf(identity)?.key ?? null,
    answer(identity, path, body) {
      const till = tillOf(identity)
      if (till === null) return REFUSED
      const { till_id: tillId, number, name } = till
      return answerTo({ tillId, number, name }, path, body)
    },
  }
}

const said = (body: unknown): HubAnswered => ({ status: 200, body })

/** As the service answers under the same paths. */
function answerOfWorths(
  worths: HubWorthDesk,
  till: AskingTill,
  path: string,
  body: unknown,
): HubAnswered {
  const of = <Body>(schema: z.ZodType<Body>, answer: (asked: Body) => unknown): HubAnswered => {
    const asked = schema.safeParse(body)
    return asked.success ? said(answer(asked.data)) : NOT_READ
  }
  if (path === WORTHS_PATH) return of(worthsBody, (asked) => worths.tell(till, asked.worths))
  if (path === WORTH_CLAIMS_PATH) return of(worthClaimBody, (asked) => worths.claim(till, asked))
  if (path === WORTH_RELEASES_PATH)
    return of(worthReleaseBody, (asked) => worths.release(till, asked))
  if (path === WORTH_FINDS_PATH)
    return of(worthFindBody, ({ kind, name }) => ({ worths: worths.find(kind, name) }))
  return { status: 404, body: {} }
}
