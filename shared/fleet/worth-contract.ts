/**
 * Vales, credit notes and what was sold, spent once over all tills of a shop, under `/api/fleet`.
 *
 * The rule is that of parked sales: each of them is in one hand. Until its till begins to tell the
 * service of it, it is in that till's, and is spent there without asking; from then on it is the
 * service's to give, also to that till. The word is given once, by a key that the asking till wrote
 * down before it asked; the same key is answered the same again. What was granted and did not come
 * about ends by a release, which the service keeps.
 */
import { z } from 'zod'
import { CLAIM_STATES } from './worth.ts'

export { EXEMPT, PESOS } from './worth.ts'

/** Under these the service answers a till, and its hub all but the restores. */
export const WORTHS_PATH = '/api/fleet/worths'
export const WORTH_CLAIMS_PATH = '/api/fleet/worth-claims'
export const WORTH_RELEASES_PATH = '/api/fleet/worth-releases'
export const WORTH_RESTORES_PATH = '/api/fleet/worth-restores'
export const WORTH_FINDS_PATH = '/api/fleet/worth-finds'

const WORTH_KINDS = ['vale', 'credit', 'sale'] as const
export type WorthKind = (typeof WORTH_KINDS)[number]

/** Of one request. */
export const WORTHS_SAID_MAX = 50
/** Names by which one is found beside its id. */
const WORTH_NAMES_MAX = 4
/** Found by one name. */
export const WORTHS_FOUND_MAX = 20
/** Lines of one sale. */
const PARTS_MAX = 1_000
const FACTS_CHARS_MAX = 2_000
/** Of one till, at once. */
export const HOLDS_MAX = 200

export const worthKind = z.enum(WORTH_KINDS)
const kind = worthKind
/** A secret one, as the code of a vale, goes up by its hash. */
export const worthId = z.string().min(1).max(80)
const key = z.string().min(8).max(64)
const amounts = z
  .record(z.string().min(1).max(8), z.int().min(0).max(999_999_999_999))
  .refine((all) => Object.keys(all).length <= PARTS_MAX)

export const saidWorth = z.strictObject({
  kind,
  worth_id: worthId,
  names: z.array(z.string().min(1).max(80)).max(WORTH_NAMES_MAX),
  /** What there was of it when it began to be told; told again, it is the same. */
  parts: amounts,
  /** JSON: what a till that spends it has to know. Nothing of a person. */
  facts: z.string().max(FACTS_CHARS_MAX),
})
export type SaidWorth = z.output<typeof saidWorth>

/** Of one that is told, and heard. */
export const TAKEN_MAX = 500
/** A claim on it, as the till that gave it hears of it. */
export const takenOfWorth = z.strictObject({
  /** SHA-256 of its key, hex: whoever knows this ends nothing by it. */
  name: z.string().length(64),
  by: z.int().min(0),
  takes: amounts,
  state: z.enum(CLAIM_STATES),
  /** How often it has changed: of two words of one the one with more of it is the later. */
  turn: z.int().min(0),
})
export type TakenOfWorth = z.output<typeof takenOfWorth>

/** With all that its till has heard was taken of it: the service may have been put back. */
const toldWorth = saidWorth.extend({
  taken: z.array(takenOfWorth).max(TAKEN_MAX).default([]),
  /**
   * It was told to the hub of that term first (`hub-worth-contract.ts`); 0: nobody can say whether
   * it was, as after the data were put back.
   */
  lent: z.int().min(0).optional(),
})
export type ToldWorth = z.output<typeof toldWorth>

/** Of one answer of changes. */
export const WORTHS_HEARD_MAX = 100
export const heardWorth = z.object({
  kind,
  worth_id: worthId,
  version: z.int().min(1),
  taken: z.array(takenOfWorth),
})
export type HeardWorth = z.output<typeof heardWorth>

/** `POST /api/fleet/worths`, with a till's key. One that is known stays as it was told first. */
export const worthsBody = z.strictObject({ worths: z.array(toldWorth).min(1).max(WORTHS_SAID_MAX) })
export const worthsAnswer = z.object({ kept: z.int().min(0) })

/** `POST /api/fleet/worth-claims`, with a till's key. */
export const worthClaimBody = z.strictObject({
  kind,
  worth_id: worthId,
  key,
  /** Null: all that is left of it. */
  takes: z.nullable(amounts),
  /** It was spent already: told once it is so, and again to a database that was put back. */
  is_done: z.boolean(),
  /** Of the till that gave it: told along, where it has not been told yet. */
  worth: z.nullable(toldWorth).default(null),
})
export type WorthClaim = z.output<typeof worthClaimBody>
export const worthClaimAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('granted'),
    takes: amounts,
    /** After it. */
    left: amounts,
    facts: z.string(),
  }),
  z.object({
    outcome: z.literal('short'),
    left: amounts,
    /** What others have in hand, and may not spend. */
    held: amounts.default({}),
    facts: z.string(),
  }),
  z.object({ outcome: z.literal('ended') }),
  z.object({ outcome: z.literal('unknown') }),
  /** The hub of a place has it, and is asked for it back. */
  z.object({ outcome: z.literal('lent'), hub: z.string().max(80) }),
])
export type AnsweredWorthClaim = z.output<typeof worthClaimAnswer>

/** `POST /api/fleet/worth-releases`, with a till's key: nothing came of it, or it was undone. */
export const worthReleaseBody = z.strictObject({
  key,
  kind,
  worth_id: worthId,
  is_undone: z.boolean(),
})
export type WorthRelease = z.output<typeof worthReleaseBody>
export const worthReleaseAnswer = z.object({ left: amounts })

/**
 * `POST /api/fleet/worth-restores`, with a till's key, before it asks for anything more: its data
 * were put back, and what it was granted since it knows nothing of. That is there again; what it
 * had in hand before may have been spent since.
 */
export const worthRestoreBody = z.strictObject({
  /** The same each time it is said: what comes late ends nothing that was granted since. */
  restore_id: z.string().min(8).max(64),
  /** Keys it had in hand in those data. */
  holds: z.array(key).max(HOLDS_MAX),
})
export type WorthRestore = z.output<typeof worthRestoreBody>
export const worthRestoreAnswer = z.object({ ended: z.int().min(0) })

/** `POST /api/fleet/worth-finds`, with a till's key: by its id or one of its names. */
export const worthFindBody = z.strictObject({ kind, name: z.string().min(1).max(80) })
export const worthFindAnswer = z.object({
  worths: z
    .array(
      z.object({
        ...{ worth_id: worthId, parts: amounts, left: amounts, facts: z.string() },
        taken: z.array(takenOfWorth).default([]),
      }),
    )
    .max(WORTHS_FOUND_MAX),
})
export type FoundWorth = z.output<typeof worthFindAnswer>['worths'][number]
